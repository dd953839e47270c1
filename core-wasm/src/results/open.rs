//! What a person should look at before a contest's results are published.

use serde::{Deserialize, Serialize};

use super::published::is_result;
use crate::timing::engine::{CheckList, Field};

/// From this share of the passing runners on, a point that missed them is said.
const MISSED_PERCENT: u64 = 5;

/// A question that is still open.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OpenPoint {
    /// Its list at the timing desk: `suspicious`, `waiting`, `earlierWave`, `readBefore`, `notOpened`, `running`, `unknown` or `missed`.
    pub key: String,
    /// How many runners, chips or points.
    pub count: u64,
    /// The sentence.
    pub text: String,
}

/// What is open about a contest, the gravest first. Chips that nobody has are of the whole race: they may be a runner of this contest.
pub fn points(field: &Field, contest: usize) -> Vec<OpenPoint> {
    let rows = || field.rows().filter(move |row| row.contest == contest);
    let listed = |list: CheckList| rows().filter(|row| field.is_open(row, list)).count() as u64;
    let running = rows().filter(|row| !is_result(row) && row.start.is_some()).count() as u64;
    let name = field.head().contests.get(contest).map(|contest| contest.name.clone()).unwrap_or_default();
    let runners = |count: u64| if count == 1 { "1 runner".to_owned() } else { format!("{count} runners") };
    let has = |count: u64| if count == 1 { "has" } else { "have" };
    let point = |key: &str, count: u64, text: String| OpenPoint { key: key.to_owned(), count, text };
    let [suspicious, waiting, earlier, before, not_opened] =
        [CheckList::Suspicious, CheckList::Waiting, CheckList::EarlierWave, CheckList::ReadBefore, CheckList::NotOpened]
            .map(listed);
    let unknown = field.unknown_total() as u64;
    let missed = field.missed_points().into_iter().filter(|point| {
        point.contest == name
            && point.missed > 0
            && point.missed.saturating_mul(100) >= point.passed.saturating_mul(MISSED_PERCENT)
    });
    let missed: Vec<String> =
        missed.map(|point| format!("{} missed {} of {}", point.point, point.missed, point.passed)).collect();
    let points = [
        point(
            "notOpened",
            not_opened,
            format!("{} were read on the course before the gun, or without one.", runners(not_opened)),
        ),
        point("suspicious", suspicious, format!("{} {} a time faster than any human.", runners(suspicious), has(suspicious))),
        point("waiting", waiting, format!("{} finished without most of the points that others have.", runners(waiting))),
        point("earlierWave", earlier, format!("{} left with an earlier wave, and nobody decided.", runners(earlier))),
        point("readBefore", before, format!("{} were read at the start only before it opened.", runners(before))),
        point("running", running, format!("{} started and {} neither a finish nor a status.", runners(running), has(running))),
        point("unknown", unknown, format!("{unknown} {} nobody's.", if unknown == 1 { "chip is" } else { "chips are" })),
        point("missed", missed.len() as u64, format!("Runners were not read everywhere: {}.", missed.join(", "))),
    ];
    points.into_iter().filter(|point| point.count > 0).collect()
}
