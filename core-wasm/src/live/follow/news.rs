//! What is told of a followed runner: each passing once, soon after it happened.

use serde::{Deserialize, Serialize};

use super::may_follow;
use crate::dates::{self, MINUTE_MS, StartTime, Tz};
use crate::live::board::full_name;
use crate::live::{pace, text};
use crate::order;
use crate::timing::Override;
use crate::timing::standing::{LiveContest, LiveDocument, Row};

/// A passing is told for so long after it happened, in milliseconds: a box without a network may send it much later, and a device may
/// have been off.
pub const TOO_OLD_MS: i64 = 10 * MINUTE_MS;

/// The number of the finish in [`Followed::point`]: the same for every contest, since a runner may be moved to another one.
const FINISH: i32 = 10_000;
/// How many passings a notice names; the others are counted.
const MOST_LINES: usize = 5;
/// The longest line of a notice, in characters. A push message holds about 4,000 bytes.
const LONGEST_LINE: usize = 120;

/// A followed runner, and what has been told of this runner.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Followed {
    /// The runner's bib.
    pub bib: String,
    /// The farthest point that was told, or was passed before the following began: −1 before the start, 0 the start, then the splits;
    /// the finish is 10000. `None` when the following begins now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub point: Option<i32>,
    /// The status DNF, DQ or DNS that was told last; `None` when none was, and when it was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub status: Option<Override>,
}

/// By which way somebody is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ToldBy {
    /// By the open page, which a screen reader reads out.
    Page,
    /// By a notice of the browser or of the device.
    Notice,
}

impl ToldBy {
    /// The shortest time between two notices, in milliseconds. What happens in between is told together.
    pub fn pause_ms(self) -> i64 {
        match self {
            Self::Page => 15_000,
            Self::Notice => MINUTE_MS,
        }
    }

    /// Whether something may be told now, when something was told last at this time; times in epoch milliseconds.
    pub fn is_due(self, told_at: Option<i64>, now_ms: i64) -> bool {
        // A clock that was set back must not silence a device for hours.
        told_at.is_none_or(|told_at| !(0..self.pause_ms()).contains(&(now_ms - told_at)))
    }
}

/// One thing that is told of a runner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// The runner's bib.
    pub bib: String,
    /// When it happened, in epoch milliseconds.
    pub at: i64,
    /// The sentence.
    pub text: String,
}

/// What is to be told of a runner, and what has been told afterwards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct News {
    /// What is told, in the order of the course; often nothing.
    pub passed: Vec<Passed>,
    /// The state after it.
    pub followed: Followed,
}

/// A notice: for one passing, or for several that are told together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FollowNotice {
    /// The name of the race.
    pub title: String,
    /// A line for each passing.
    pub body: String,
    /// The bib of the runner whose details the notice opens; empty when it is about several.
    pub bib: String,
}

/// What is new of a runner since `before`. `document` is the race's, whose rows are not used; `row` is the runner's, if there is one.
///
/// Nothing is told of what happened before the following began or longer ago than [`TOO_OLD_MS`], nor twice when a time is corrected;
/// of a time that is being checked, only once a person has decided. A start that was not read is not told. A status that a person sets is
/// told, also in place of another one, and that it is taken back. What happens while a runner is private is never told, not even when the
/// runner is public again.
pub fn news(document: &LiveDocument, row: Option<&Row>, before: &Followed, now_ms: i64) -> News {
    let known = |point: Option<i32>, status: Option<Override>| Followed { bib: before.bib.clone(), point, status };
    let Some(row) = row else {
        // Who is not on the list yet may be followed; nothing was passed before.
        return News { passed: Vec::new(), followed: known(before.point.or(Some(-1)), before.status) };
    };
    let no_contest = LiveContest::default();
    let contest = document.contests.get(row.contest).unwrap_or(&no_contest);
    let status = Override::of(row.status);
    let all = points(contest, row);
    let farthest = all.iter().map(|(point, _)| *point).max().unwrap_or(-1);
    let Some(told) = before.point.filter(|_| may_follow(row)) else {
        let reached = before.point.map_or(farthest, |told| told.max(farthest));
        return News { passed: Vec::new(), followed: known(Some(reached), status) };
    };
    let is_fresh = |at: i64| now_ms.saturating_sub(at) <= TOO_OLD_MS;
    let passed = |at: i64, text: String| Passed { bib: row.bib.to_string(), at, text };
    if let Some(set) = status {
        let is_new = before.status != status && is_fresh(document.updated_at);
        let said = is_new.then(|| passed(document.updated_at, out_text(row, set)));
        return News { passed: said.into_iter().collect(), followed: known(Some(told.max(farthest)), status) };
    }
    if row.has(Row::SUSPICIOUS) || row.has(Row::WAITING) {
        return News { passed: Vec::new(), followed: before.clone() };
    }
    let tz = dates::zone_or_default(&document.time_zone);
    let back = before.status.filter(|_| is_fresh(document.updated_at));
    let back = back.map(|was| passed(document.updated_at, back_text(row, was, told)));
    let said = all
        .iter()
        .filter(|(point, at)| *point > told && is_fresh(*at) && !(*point == 0 && row.has(Row::START_ASSUMED)))
        .map(|(point, at)| passed(*at, passed_text(contest, row, *point, *at, tz)));
    News { passed: back.into_iter().chain(said).collect(), followed: known(Some(told.max(farthest)), None) }
}

/// The points that a runner has passed, with the times in epoch milliseconds.
fn points(contest: &LiveContest, row: &Row) -> Vec<(i32, i64)> {
    let Some(start) = contest.gun_of(row.wave).zip(row.start).map(|(gun, start)| gun.saturating_add(start)) else {
        return Vec::new();
    };
    let splits = (1..).zip(row.splits.iter().copied());
    let after_start = splits.chain([(FINISH, row.finish)]).filter_map(|(point, at)| Some((point, start.saturating_add(at?))));
    std::iter::once((0, start)).chain(after_start).collect()
}

/// `Ada Lovelace passed 10K at 9:41 AM, 47:12 (7:35 /mi)`.
fn passed_text(contest: &LiveContest, row: &Row, point: i32, at: i64, tz: Tz) -> String {
    let name = full_name(row);
    let clock = StartTime::from_minutes(dates::minute_of_day(at, tz)).map(|time| time.to_string()).unwrap_or_default();
    let with_pace = |time: String, ms: i64, metres: f64| match pace::overall(contest.sport, ms, metres) {
        pace if pace.is_empty() => time,
        pace => format!("{time} ({pace} /mi)"),
    };
    let split = usize::try_from(point).ok().and_then(|point| point.checked_sub(1));
    match (point, split.and_then(|at| Some((contest.splits.get(at)?, row.splits.get(at).copied().flatten()?)))) {
        (0, _) => format!("{name} started at {clock}"),
        (FINISH, _) => {
            let chip = row.finish.unwrap_or_default();
            let time = row.time_text(row.official().unwrap_or(chip));
            format!("{name} finished at {clock}, {}", with_pace(time, chip, contest.distance_metres))
        }
        (_, Some((split, ms))) => {
            format!("{name} passed {} at {clock}, {}", split.label, with_pace(text::time(ms), ms, split.metres))
        }
        (_, None) => format!("{name} passed a point at {clock}"),
    }
}

fn out_text(row: &Row, status: Override) -> String {
    let name = full_name(row);
    match status {
        Override::Dq => format!("{name} is disqualified (DQ)"),
        Override::Dns => format!("{name} did not start (DNS)"),
        Override::Dnf => format!("{name} did not finish (DNF)"),
    }
}

/// `Ada Lovelace is no longer disqualified: finished in 1:38:20`; the time only when the finish itself is not told now.
fn back_text(row: &Row, was: Override, told: i32) -> String {
    let name = full_name(row);
    let back = if was == Override::Dq { "is no longer disqualified" } else { "is back in the race" };
    match row.official().filter(|_| told >= FINISH) {
        Some(official) => format!("{name} {back}: finished in {}", row.time_text(official)),
        None => format!("{name} {back}"),
    }
}

/// The notice that tells of passings, in the order of their times; `None` when there are none.
pub fn notice(event_name: &str, mut passed: Vec<Passed>) -> Option<FollowNotice> {
    order::sort_by_key(&mut passed, |one| one.at);
    let first = passed.first()?;
    let bib = if passed.iter().all(|one| one.bib == first.bib) { first.bib.clone() } else { String::new() };
    let mut lines: Vec<String> = passed.iter().take(MOST_LINES).map(|one| shortened(&one.text)).collect();
    match passed.len().saturating_sub(MOST_LINES) {
        0 => {}
        more => lines.push(format!("and {more} more")),
    }
    Some(FollowNotice { title: shortened(event_name), body: lines.join("\n"), bib })
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST_LINE {
        return text.to_owned();
    }
    text.chars().take(LONGEST_LINE - 1).chain(['…']).collect()
}
