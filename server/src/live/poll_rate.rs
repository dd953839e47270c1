//! Counts the polls of live pages, so that a crowd is told to ask less often.
//!
//! Not here: the rule (`live::poll` of the core).

use std::sync::Mutex;

use core_wasm::live::poll;

use crate::work::lock;

/// For how long polls are counted, in milliseconds.
const COUNTED_MS: i64 = 5_000;

/// The polls of the last seconds.
#[derive(Default)]
pub(super) struct PollRate(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    since: i64,
    polls: u32,
    /// How many pages there were at the end of the last count.
    pages: u32,
}

impl PollRate {
    /// Counts a poll, at a time in epoch milliseconds, and returns how many pages follow races.
    pub(super) fn count(&self, now: i64) -> u32 {
        let mut counted = lock(&self.0);
        let passed = now.saturating_sub(counted.since);
        if !(0..COUNTED_MS).contains(&passed) {
            // At this interval the counted polls were made.
            let interval = poll::next_poll_seconds(None, now, now, counted.pages);
            *counted = Counted { since: now, polls: 0, pages: poll::pages(counted.polls, passed, interval) };
        }
        counted.polls = counted.polls.saturating_add(1);
        counted.pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Polls of so many pages for half a minute, each at the interval that it is told; returns that of the end.
    fn interval_of(pages: i64) -> u32 {
        let rate = PollRate::default();
        let mut interval = poll::POLL_SECONDS;
        for second in 0..30 {
            for poll in 0..pages / i64::from(interval) {
                let now = 1_800_000_000_000 + second * 1000 + poll * 1000 * i64::from(interval) / pages;
                interval = poll::next_poll_seconds(None, now, now, rate.count(now));
            }
        }
        interval
    }

    #[test]
    fn the_interval_follows_the_number_of_pages_and_stays_there() {
        assert_eq!(interval_of(2_300), 5);
        assert!((9..=12).contains(&interval_of(10_000)), "{}", interval_of(10_000));
    }
}
