//! Counts the polls of live pages, so that a crowd is told to ask less often.
//!
//! Not here: the rule (`live::poll` of the core).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;

use core_wasm::live::poll;

use crate::http::address::ClientAddress;
use crate::work::lock;

/// For how long polls are counted, in milliseconds.
const COUNTED_MS: i64 = 5_000;
/// Of how many addresses polls are counted in that time. More are a crowd, and the polls of the others count together.
const MAX_ADDRESSES: usize = 20_000;

/// The polls of the last seconds.
#[derive(Default)]
pub(super) struct PollRate(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    since: i64,
    polls: u32,
    /// The polls of each address, as far as they count.
    of_addresses: HashMap<IpAddr, u32>,
    /// How many polls of one address count.
    most_of_an_address: u32,
    /// How many pages there were at the end of the last count.
    pages: u32,
}

impl PollRate {
    /// Counts a poll of this client, at a time in epoch milliseconds, and returns how many pages follow races.
    pub(super) fn count(&self, client: ClientAddress, now: i64) -> u32 {
        let mut counted = lock(&self.0);
        let passed = now.saturating_sub(counted.since);
        if !(0..COUNTED_MS).contains(&passed) {
            counted.begin(now, passed);
        }
        let counted = &mut *counted;
        let visitor = client.visitor();
        if counted.of_addresses.len() >= MAX_ADDRESSES && !counted.of_addresses.contains_key(&visitor) {
            counted.polls = counted.polls.saturating_add(1);
        } else {
            let polls = counted.of_addresses.entry(visitor).or_default();
            if *polls < counted.most_of_an_address {
                *polls += 1;
                counted.polls = counted.polls.saturating_add(1);
            }
        }
        counted.pages
    }
}

impl Counted {
    /// Begins another count, after so many milliseconds of the last one.
    fn begin(&mut self, now: i64, passed: i64) {
        let interval = |pages: u32| poll::next_poll_seconds(None, now, now, pages);
        // At this interval the counted polls were made.
        self.pages = poll::pages(self.polls, passed, interval(self.pages));
        (self.since, self.polls) = (now, 0);
        self.most_of_an_address = poll::most_polls_of_an_address(COUNTED_MS, interval(self.pages));
        self.of_addresses.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: i64) -> ClientAddress {
        ClientAddress(std::net::Ipv4Addr::from(u32::try_from(number).unwrap()).into())
    }

    /// Polls of so many pages for half a minute, each at the interval that it is told, behind so many addresses; returns that of the end.
    fn interval_of(pages: i64, addresses: i64) -> u32 {
        let rate = PollRate::default();
        let mut interval = poll::POLL_SECONDS;
        for second in 0..30 {
            for poll in 0..pages / i64::from(interval) {
                let now = 1_800_000_000_000 + second * 1000 + poll * 1000 * i64::from(interval) / pages;
                interval = poll::next_poll_seconds(None, now, now, rate.count(address(poll % addresses), now));
            }
        }
        interval
    }

    #[test]
    fn the_interval_follows_the_number_of_pages_and_stays_there() {
        assert_eq!(interval_of(2_300, 500), 5);
        assert!((9..=12).contains(&interval_of(10_000, 500)), "{}", interval_of(10_000, 500));
        assert!((9..=12).contains(&interval_of(10_000, 20)), "{}", interval_of(10_000, 20));
    }

    #[test]
    fn one_address_that_polls_without_pause_slows_nobody() {
        let rate = PollRate::default();
        let mut told = Vec::new();
        for poll in 0..60_000 {
            let now = 1_800_000_000_000 + poll;
            (0..4).for_each(|_| told.push(rate.count(address(1), now)));
            if poll % 5 == 0 {
                told.push(rate.count(address(poll % 1_000 + 2), now));
            }
        }
        let most = *told.iter().max().unwrap();
        assert!((1_900..=2_100).contains(&most), "1,000 pages of the others, and 1,000 of this address: {most}");
        assert_eq!(poll::next_poll_seconds(None, 0, 0, most), poll::POLL_SECONDS);
    }

    #[test]
    fn the_number_of_addresses_is_limited() {
        let rate = PollRate::default();
        let most = i64::try_from(MAX_ADDRESSES).unwrap();
        (0..most * 2).for_each(|number| _ = rate.count(address(number), 1_800_000_000_000));
        assert_eq!(lock(&rate.0).of_addresses.len(), MAX_ADDRESSES);
        assert_eq!(rate.count(address(1), 1_800_000_005_000), 40_000);
    }
}
