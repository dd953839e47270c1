//! The rows of a version of a contest's results.

use serde::{Deserialize, Serialize};

use crate::privacy::NAME_REMOVED;
use crate::timing::engine::Field;
use crate::timing::standing::{Row, finished_order};
use crate::timing::status::Status;

/// A runner's line of published results. Times are in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ResultRow {
    /// Unique within the race.
    pub bib: String,
    /// The first name; "Bib 1234" when no name is known.
    pub first_name: String,
    /// The last name; may be empty.
    pub last_name: String,
    /// `m`, `f`, `a` (Non-Binary) or empty.
    pub gender: String,
    /// Date of birth, ISO. It decides ages and claims and is never shown.
    pub dob: Option<String>,
    /// The label of the age group; empty when the age is not known.
    pub age_group: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// May be empty.
    pub team: String,
    /// `finished`, or DNF, DQ or DNS.
    pub status: Status,
    /// The own start after the own gun; negative for a runner who left with an earlier wave.
    pub start: Option<i64>,
    /// From the gun to the finish.
    pub gun: Option<i64>,
    /// From the own start to the finish.
    pub chip: Option<i64>,
    /// The time that decides the place.
    pub official: Option<i64>,
    /// With how many decimals of a second the times are shown.
    pub decimals: usize,
    /// From the own start to each split of the contest.
    pub splits: Vec<Option<i64>>,
    /// Among all, −1 for none.
    pub overall_rank: i32,
    /// Within the gender, −1 for none.
    pub gender_rank: i32,
    /// Within the gender and age group, −1 for none.
    pub group_rank: i32,
    /// What the standing says besides ([`Row`]'s flags).
    pub flags: u16,
}

/// The rows of a contest as they are published: everybody who finished or got a status from a person, by place, then those without a
/// place, last DNF, DQ and DNS. Runners who neither finished nor have a status are no results; [`super::open`] tells of them.
pub fn rows(field: &Field, contest: usize) -> Vec<ResultRow> {
    let head = field.head();
    let Some(shown) = head.contests.get(contest) else { return Vec::new() };
    let mut rows: Vec<&Row> = field.rows().filter(|row| row.contest == contest && is_result(row)).collect();
    rows.sort_by(|a, b| finished_order(a, b));
    let label = |row: &Row| usize::try_from(row.group).ok().and_then(|group| head.age_groups.get(group)).cloned();
    let result = |row: &Row| {
        let entrant = field.entrant(&row.bib);
        ResultRow {
            bib: row.bib.to_string(),
            // A name that was removed is none.
            first_name: Some(row.first_name.to_string()).filter(|name| name != NAME_REMOVED).unwrap_or_default(),
            last_name: row.last_name.to_string(),
            gender: row.gender.to_string(),
            dob: entrant.and_then(|entrant| entrant.dob.clone()),
            age_group: label(row).unwrap_or_default(),
            wave: shown.wave_name(row.wave).to_owned(),
            team: entrant.and_then(|entrant| entrant.team.clone()).unwrap_or_default(),
            status: row.status,
            start: row.start,
            gun: row.gun_time(),
            chip: row.finish,
            official: row.official(),
            decimals: row.decimals(),
            splits: row.splits.to_vec(),
            overall_rank: row.overall_rank,
            gender_rank: row.gender_rank,
            group_rank: row.group_rank,
            // What others see of a runner is no part of the results; it changes later, too.
            flags: row.flags & !Row::OF_SHOWN,
        }
    };
    rows.into_iter().map(result).collect()
}

/// How many rows [`rows`] gives.
pub fn count(field: &Field, contest: usize) -> usize {
    field.rows().filter(|row| row.contest == contest && is_result(row)).count()
}

/// Whether a runner's line is a result: a finish, or a status that a person set.
pub(super) fn is_result(row: &Row) -> bool {
    row.finish.is_some() || row.status.is_set()
}
