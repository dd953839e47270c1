//! The standing of a race: its runners as rows, in the order of the lists, and the document that is sent as
//! `GET /live/{RaceName}` (DESIGN §6).
//!
//! Runners are rows without field names and times are milliseconds from the start, so that the document stays small for ten
//! thousand runners. It contains no date of birth, nor anything else that a visitor must not see.

use std::cmp::Ordering;

use serde::ser::SerializeTuple;
use serde::{Deserialize, Serialize, Serializer};

use super::Status;
use super::setup::{Leg, Ranking, Sport};

/// The whole field, or the changes since a version.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LiveDocument {
    /// The race's name, as its page has it.
    pub race: String,
    /// The heading of the live page.
    pub event_name: String,
    /// `June 15, 2024`.
    pub race_date: String,
    /// The race's IANA zone; times of day are shown in it.
    pub time_zone: String,
    /// The field's version. A later version is a different text; nothing else may be concluded from the text.
    pub version: String,
    /// The version since which this document lists the changes; `None` when it is the whole field.
    #[cfg_attr(feature = "schema", schema(required))]
    pub since: Option<String>,
    /// Whether results may still change; they may until the company publishes them.
    pub provisional: bool,
    /// When the field last changed, in epoch milliseconds.
    pub updated_at: i64,
    /// The contests in the order of the setup; rows refer to them by index.
    pub contests: Vec<LiveContest>,
    /// The labels of the age groups; rows refer to them by index.
    pub age_groups: Vec<String>,
    /// The runners that changed, or all runners.
    pub runners: Vec<Row>,
    /// Bibs that are no longer shown.
    pub gone: Vec<String>,
}

/// The number of the version in `since`, however it is written; `None` unless it has the epoch of the newest
/// `version` and is not later than it.
pub fn number_since(version: &str, since: &str) -> Option<u64> {
    let (epoch, newest) = version.rsplit_once('-')?;
    let number: u64 = since.strip_prefix(epoch)?.strip_prefix('-')?.parse().ok()?;
    (number <= newest.parse().ok()?).then_some(number)
}

/// The fields of a contest that a screen needs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LiveContest {
    /// The contest's name, which is also the value of the distance filter.
    pub name: String,
    /// Length in metres.
    pub distance_metres: f64,
    /// The gun in epoch milliseconds, once it is set.
    #[cfg_attr(feature = "schema", schema(required))]
    pub gun: Option<i64>,
    /// Which time is official.
    pub ranking: Ranking,
    /// Running or triathlon.
    pub sport: Sport,
    /// The points on the course.
    pub splits: Vec<LivePoint>,
    /// The discipline of the last stretch.
    pub finish_leg: Leg,
}

/// The fields of a timing point that a screen needs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LivePoint {
    /// The label that is shown.
    pub label: String,
    /// The distance from the start in metres.
    pub metres: f64,
    /// The discipline of the stretch that ends here.
    pub leg: Leg,
}

/// One runner. It is sent as an array of the fields in this order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Row {
    /// Unique within the race.
    pub bib: Box<str>,
    /// The first name; "Bib 1234" when no name is known.
    pub first_name: Box<str>,
    /// The last name; empty when it is not known.
    pub last_name: Box<str>,
    /// `m`, `f`, `a` (Non-Binary) or empty.
    pub gender: Box<str>,
    /// The index of the age group; −1 when the age is not known.
    pub group: i32,
    /// The index of the contest.
    pub contest: usize,
    /// The runner's status.
    pub status: Status,
    /// The runner's own start, in milliseconds after the gun.
    pub start: Option<i64>,
    /// The splits, in milliseconds after the own start; one for each split of the contest.
    pub splits: Box<[Option<i64>]>,
    /// The finish, in milliseconds after the own start.
    pub finish: Option<i64>,
    /// The overall rank, −1 for none.
    pub overall_rank: i32,
    /// The rank within the gender, −1 for none.
    pub gender_rank: i32,
    /// The rank within the gender and age group, −1 for none.
    pub group_rank: i32,
    /// A combination of the constants below.
    pub flags: u8,
}

impl Row {
    /// The time is faster than any human; the runner is not ranked.
    pub const SUSPICIOUS: u8 = 1;
    /// The start was not read; the gun is the start.
    pub const START_ASSUMED: u8 = 2;
    /// The gun time is official.
    pub const BY_GUN: u8 = 4;

    /// Whether a flag is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The time from the gun to the finish, in milliseconds.
    pub fn gun_time(&self) -> Option<i64> {
        Some(self.start?.saturating_add(self.finish?))
    }

    /// The official time, in milliseconds.
    pub fn official(&self) -> Option<i64> {
        if self.has(Self::BY_GUN) { self.gun_time() } else { self.finish }
    }

    /// The last split that was read: its index, and its time in milliseconds after the own start.
    pub fn last_split(&self) -> Option<(usize, i64)> {
        self.splits.iter().enumerate().rev().find_map(|(i, at)| at.map(|at| (i, at)))
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_tuple(14)?;
        row.serialize_element(&self.bib)?;
        row.serialize_element(&self.first_name)?;
        row.serialize_element(&self.last_name)?;
        row.serialize_element(&self.gender)?;
        row.serialize_element(&self.group)?;
        row.serialize_element(&self.contest)?;
        row.serialize_element(&self.status)?;
        row.serialize_element(&self.start)?;
        row.serialize_element(&self.splits)?;
        row.serialize_element(&self.finish)?;
        row.serialize_element(&self.overall_rank)?;
        row.serialize_element(&self.gender_rank)?;
        row.serialize_element(&self.group_rank)?;
        row.serialize_element(&self.flags)?;
        row.end()
    }
}

/// The order of the finished list: by contest, then by rank; then runners without a rank, and last those with the status DNF, DQ
/// or DNS.
pub fn finished_order(a: &Row, b: &Row) -> Ordering {
    let key = |row: &Row| {
        let rank = u32::try_from(row.overall_rank).unwrap_or(u32::MAX);
        (row.contest, row.status.is_set(), rank, row.official().unwrap_or(i64::MAX))
    };
    key(a).cmp(&key(b)).then_with(|| bib_order(&a.bib, &b.bib))
}

/// The order of the active list: by contest, then by the last point reached, farthest first, then by the time there; never by the
/// number of reads (TIMING). Then runners who have not started, and last those with the status DNF, DQ or DNS.
pub fn active_order(contests: &[LiveContest], a: &Row, b: &Row) -> Ordering {
    let key = |row: &Row| {
        let contest = contests.get(row.contest);
        let by_gun = contest.is_some_and(|contest| contest.ranking == Ranking::Gun);
        let start = row.start.unwrap_or(i64::MAX / 2);
        let (reached, since_start) = row.last_split().map_or((0, 0), |(i, at)| (i + 1, at));
        // Runners who have only started are ordered by their starts.
        let time = if by_gun || reached == 0 { start.saturating_add(since_start) } else { since_start };
        (row.contest, row.status.is_set(), row.start.is_none(), std::cmp::Reverse(reached), time)
    };
    key(a).cmp(&key(b)).then_with(|| bib_order(&a.bib, &b.bib))
}

/// The order of bibs: numbers by value, then other texts alphabetically.
pub fn bib_order(a: &str, b: &str) -> Ordering {
    let key = |bib: &str| bib.parse::<u64>().map_or((1, 0), |number| (0, number));
    key(a).cmp(&key(b)).then_with(|| a.cmp(b))
}
