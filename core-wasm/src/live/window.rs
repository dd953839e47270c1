//! The window in which live tracking is shown: from one hour before a race's earliest start to six hours after it (SPEC §4, §9).
//!
//! The start is on the race's date in the race's own zone (DESIGN §5), so a visitor in another zone sees the same
//! window. The hour and the six hours are elapsed hours: a clock change in between makes the window neither longer nor shorter.
//! The window of an evening race continues after midnight.

use serde::{Deserialize, Serialize};

use crate::order;
use crate::race::RaceDateEntry;
use crate::race::phase::{self, Schedule, Window};

/// A race whose window is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LiveRace {
    /// The race's name.
    pub race: String,
    /// The race's window.
    pub window: Window,
}

/// The window of a race; `None` when its date or all of its start times can't be read, and when the race is canceled.
pub fn window(entry: &RaceDateEntry) -> Option<Window> {
    Schedule::from(entry).window()
}

/// The races whose window is open, the one that started last first: the page shows it when the visitor has not chosen one
/// (DESIGN §5). Races that have not started yet follow after those that have.
pub fn live_races(entries: &[RaceDateEntry], now_ms: i64) -> Vec<LiveRace> {
    let mut races: Vec<LiveRace> = entries
        .iter()
        .filter_map(|entry| Some(LiveRace { race: entry.race.clone(), window: window(entry)? }))
        .filter(|race| race.window.contains(now_ms))
        .collect();
    order::sort_by_key(&mut races, |race| nearest(race.window.starts, now_ms));
    races
}

/// The sort key of races to follow: the one that started last first; races that have not started yet follow after those that
/// have.
fn nearest(starts_ms: i64, now_ms: i64) -> impl Ord {
    (starts_ms > now_ms, now_ms.saturating_sub(starts_ms).unsigned_abs())
}

/// A race that can be followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowableRace {
    /// The race's name.
    pub race: String,
    /// Whether its live window is open.
    pub live: bool,
    /// The race's first start in epoch milliseconds, from its page or from its guns.
    pub starts_at: Option<i64>,
}

/// The races to follow: first those that are live ([`live_races`]), then the others for which `timed` returns a value, which is
/// the first gun where one is set. A canceled race is not listed, even when it had begun; it can only be opened by its name.
pub fn followable_races(
    entries: &[RaceDateEntry],
    timed: impl Fn(&RaceDateEntry) -> Option<Option<i64>>,
    now_ms: i64,
) -> Vec<FollowableRace> {
    let live = live_races(entries, now_ms);
    let mut others: Vec<FollowableRace> = entries
        .iter()
        .filter(|entry| !entry.is_canceled.0 && live.iter().all(|race| race.race != entry.race))
        .filter_map(|entry| {
            let gun = timed(entry)?;
            Some(FollowableRace {
                race: entry.race.clone(),
                live: false,
                starts_at: gun.or(window(entry).map(|window| window.starts)),
            })
        })
        .collect();
    order::sort_by_key(&mut others, |race| nearest(race.starts_at.unwrap_or_default(), now_ms));
    let live = live.into_iter().map(|race| FollowableRace { race: race.race, live: true, starts_at: Some(race.window.starts) });
    live.chain(others).collect()
}

/// The race whose window opens next; of several the one that starts first. `None` when no window will open.
pub fn next_race(entries: &[RaceDateEntry], now_ms: i64) -> Option<LiveRace> {
    let windows = || entries.iter().filter_map(|entry| Some((entry, window(entry).filter(|window| window.opens > now_ms)?)));
    let (entry, window) = windows().nth(phase::next(windows().map(|(entry, _)| Schedule::from(entry)), now_ms)?)?;
    Some(LiveRace { race: entry.race.clone(), window })
}
