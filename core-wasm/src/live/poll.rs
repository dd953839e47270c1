//! When a live page asks again for what has happened.
//!
//! Not here: whoever counts the pages, and the clock.

use crate::dates::MINUTE_MS;
use crate::race::phase::Window;

/// The interval of a page of a live race, in seconds (SPEC §9).
pub const POLL_SECONDS: u32 = 5;
/// The interval while a race is not live and nothing happens, in seconds. Results are still corrected then.
const REST_SECONDS: u32 = 30;
/// For so long after a change a race is followed as if it were live: some races take longer than their window.
const ACTIVE_MS: i64 = 30 * MINUTE_MS;
/// From which age, in seconds, a page says that what it has is not up to date: a server whose database is out of reach answers from memory.
pub const BEHIND_SECONDS: u64 = 10;
/// The longest interval, in seconds.
const LONGEST_SECONDS: u32 = 60;
/// With more polls a second the interval grows, so that a crowd makes the pages slower instead of the server.
const MOST_POLLS_A_SECOND: u32 = 1_000;

/// As how many pages one address counts at most: that of a start line's network or of a mobile provider, behind which many follow. Who polls
/// without pause slows nobody's page.
const MOST_PAGES_OF_AN_ADDRESS: u32 = 1_000;

/// In how many seconds a page asks again, when so many pages follow races on this server. `changed_at` and `now` are in epoch
/// milliseconds.
pub fn next_poll_seconds(window: Option<Window>, changed_at: i64, now: i64, pages: u32) -> u32 {
    let is_active = window.is_some_and(|window| window.contains(now)) || now.saturating_sub(changed_at) < ACTIVE_MS;
    let usual = if is_active { POLL_SECONDS } else { REST_SECONDS };
    pages.div_ceil(MOST_POLLS_A_SECOND).clamp(usual, LONGEST_SECONDS)
}

/// How many pages follow races, when they asked so often in so many milliseconds at an interval in seconds.
pub fn pages(polls: u32, in_ms: i64, interval_seconds: u32) -> u32 {
    let pages = i64::from(polls) * i64::from(interval_seconds) * 1000 / in_ms.max(1);
    u32::try_from(pages).unwrap_or(u32::MAX)
}

/// How many polls of one address count in so many milliseconds, at an interval in seconds.
pub fn most_polls_of_an_address(in_ms: i64, interval_seconds: u32) -> u32 {
    let polls = i64::from(MOST_PAGES_OF_AN_ADDRESS) * in_ms / 1000 / i64::from(interval_seconds.max(1));
    u32::try_from(polls).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_ask_every_five_seconds_while_a_race_is_live_or_something_happens() {
        let hour = 60 * MINUTE_MS;
        let window = Some(Window { opens: 10 * hour, starts: 11 * hour, closes: 17 * hour });
        let next = |changed_at: i64, now: i64| next_poll_seconds(window, changed_at, now, 0);
        assert_eq!(next(0, 10 * hour), 5, "nothing has happened yet, and the window is open");
        assert_eq!(next(18 * hour, 18 * hour + 29 * MINUTE_MS), 5, "after the window");
        assert_eq!(next(18 * hour, 18 * hour + 30 * MINUTE_MS), 30);
        assert_eq!(next_poll_seconds(None, 0, 12 * hour, 0), 30, "a canceled race, or one without a date");
    }

    #[test]
    fn a_crowd_asks_less_often() {
        let live = |pages: u32| next_poll_seconds(None, 0, 0, pages);
        assert_eq!([5_000, 5_001, 12_001, 1_000_000].map(live), [5, 6, 13, 60]);
        assert_eq!([pages(5_000, 5_000, 5), pages(5_000, 5_000, 13), pages(0, 0, 5)], [5_000, 13_000, 0]);
        assert_eq!(pages(u32::MAX, 1, 60), u32::MAX);
        let of_an_address = |interval: u32| pages(most_polls_of_an_address(5_000, interval), 5_000, interval);
        assert_eq!([5, 10, 60].map(of_an_address), [1_000, 1_000, 996]);
    }
}
