//! Lists of runners for the timing desk, in windows: who is out, who was not seen since a point, everybody by bib or by name.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::Field;
use super::slot::Slot;
use crate::dates;
use crate::text;
use crate::timing::standing::{Row, bib_order};
use crate::timing::status::Status;

/// Which runners are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum RunnerList {
    /// All runners.
    #[default]
    All,
    /// Those with the status DNF, DQ or DNS.
    Out,
    /// Those who started and were read neither at the point nor at a later one, and are not out.
    NotSeen,
    /// Those who were neither read nor entered at a point of their course, not even before the gun, and are not out.
    NotStarted,
}

/// The order of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum RunnerOrder {
    /// By bib: numbers by value, then other texts.
    #[default]
    Bib,
    /// By last name, then first name, ignoring case and accents.
    Name,
}

/// A part of a list of runners.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RunnersQuery {
    /// Which runners.
    pub list: RunnerList,
    /// Their order.
    pub order: RunnerOrder,
    /// Only those of the contest of this name; all when blank.
    pub contest: String,
    /// For [`RunnerList::NotSeen`]: the label of the split; the finish when blank.
    pub point: String,
    /// Words of a name, or the beginning of a bib; all when blank.
    pub search: String,
    /// How many runners are left out before the first.
    pub offset: usize,
    /// How many runners are returned at most.
    pub count: usize,
}

/// A runner in a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RunnerLine {
    /// The bib.
    pub bib: String,
    /// First and last name; "Bib 1234" when no name is known.
    pub name: String,
    /// The contest's name.
    pub contest: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// The runner's status.
    pub status: Status,
    /// The last point and the time there: `10K 52:11`; the official time of a finisher; empty before the first point.
    pub last: String,
    /// `m`, `f`, `a` (Non-Binary) or empty.
    pub gender: String,
    /// The label of the age group; empty when the age is not known.
    pub age_group: String,
    /// The gun time of a finisher; empty before the finish.
    pub gun_time: String,
    /// The chip time of a finisher; empty before the finish.
    pub chip_time: String,
    /// The overall rank; absent when the runner has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
    /// The rank within the gender; absent when the runner has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gender_rank: Option<i32>,
    /// The rank within the gender and age group; absent when the runner has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group_rank: Option<i32>,
}

/// A part of a list, and how many runners the list has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Runners {
    /// The number of runners in the whole list.
    pub total: usize,
    /// The runners from the offset on.
    pub runners: Vec<RunnerLine>,
}

/// A search among runners: the beginning of a bib, or words of a name; a blank one finds everybody.
pub(super) struct Search<'a> {
    text: &'a str,
    is_bib: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let text = text.trim();
        Self { text, is_bib: text::is_number(text) }
    }

    pub(super) fn finds(&self, row: &Row) -> bool {
        self.text.is_empty()
            || if self.is_bib {
                row.bib.starts_with(self.text)
            } else {
                text::matches_search(&format!("{} {} {}", row.first_name, row.last_name, row.bib), self.text)
            }
    }
}

/// The number of items, and at most `count` of them from `offset` on in this order: only the returned ones are sorted among themselves.
pub(super) fn part<T>(mut items: Vec<T>, offset: usize, count: usize, order: impl Fn(&T, &T) -> Ordering) -> (usize, Vec<T>) {
    let total = items.len();
    let end = offset.saturating_add(count).min(total);
    if end < total {
        items.select_nth_unstable_by(end, &order);
    }
    items.truncate(end);
    items.sort_unstable_by(&order);
    items.drain(..offset.min(end));
    (total, items)
}

impl Field {
    /// A part of a list of runners.
    pub fn runners(&self, query: &RunnersQuery) -> Runners {
        let rows = self.listed(query);
        let (total, rows) = match query.order {
            RunnerOrder::Bib => part(rows, query.offset, query.count, |a, b| bib_order(&a.bib, &b.bib)),
            RunnerOrder::Name => {
                let mut rows = rows;
                rows.sort_by_cached_key(|row| {
                    (
                        text::fold(&row.last_name),
                        text::fold(&row.first_name),
                        row.bib.parse::<u64>().unwrap_or(u64::MAX),
                        row.bib.clone(),
                    )
                });
                (rows.len(), rows.into_iter().skip(query.offset).take(query.count).collect())
            }
        };
        let head = self.head();
        let rank = |rank: i32| Some(rank).filter(|rank| *rank > 0);
        let runners = rows.into_iter().map(|row| {
            let contest = head.contests.get(row.contest);
            let split = || {
                let (at, time) = row.last_split()?;
                Some(format!("{} {}", contest?.splits.get(at)?.label, dates::result_text(time)))
            };
            RunnerLine {
                bib: row.bib.to_string(),
                name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
                contest: contest.map(|contest| contest.name.clone()).unwrap_or_default(),
                wave: contest.map(|contest| contest.wave_name(row.wave).to_owned()).unwrap_or_default(),
                status: row.status,
                last: row.official().map(|time| row.time_text(time)).or_else(split).unwrap_or_default(),
                gender: row.gender.to_string(),
                age_group: usize::try_from(row.group).ok().and_then(|at| head.age_groups.get(at)).cloned().unwrap_or_default(),
                gun_time: row.gun_time().map(|time| row.time_text(time)).unwrap_or_default(),
                chip_time: row.finish.map(|time| row.time_text(time)).unwrap_or_default(),
                rank: rank(row.overall_rank),
                gender_rank: rank(row.gender_rank),
                group_rank: rank(row.group_rank),
            }
        });
        Runners { total, runners: runners.collect() }
    }

    /// The bibs of a whole list, in the order of bibs, for a status of all of them.
    pub fn bibs_of(&self, query: &RunnersQuery) -> Vec<String> {
        let mut bibs: Vec<String> = self.listed(query).into_iter().map(|row| row.bib.to_string()).collect();
        bibs.sort_by(|a, b| bib_order(a, b));
        bibs
    }

    fn listed(&self, query: &RunnersQuery) -> Vec<&Row> {
        let contest = self.setup.contest_named(&query.contest);
        let search = Search::new(&query.search);
        let of_contest = |row: &Row| query.contest.trim().is_empty() || Some(row.contest) == contest;
        // Who was read or entered before the gun is not absent: once the gun is set, those times count.
        let was_read = |slot: &Slot| slot.counts.used + slot.counts.before_start + slot.counts.spare > 0;
        let of_list = |slot: &Slot, row: &Row| match query.list {
            RunnerList::All => true,
            RunnerList::Out => row.status.is_set(),
            RunnerList::NotStarted => row.status == Status::Registered && !was_read(slot),
            RunnerList::NotSeen => {
                let splits = self.setup.contests.get(row.contest).map(|contest| contest.splits.as_slice()).unwrap_or_default();
                let point = splits.iter().position(|split| split.label.trim().eq_ignore_ascii_case(query.point.trim()));
                // A contest without this point has nobody who was to be seen there.
                let point = if query.point.trim().is_empty() { Some(splits.len()) } else { point };
                let seen = |point: usize| row.finish.is_some() || row.last_split().is_some_and(|(at, _)| at >= point);
                row.start.is_some() && !row.status.is_set() && point.is_some_and(|point| !seen(point))
            }
        };
        let rows = self.slots.iter().filter_map(|slot| Some((slot, slot.row.as_ref()?)));
        let found = rows.filter(|(slot, row)| of_contest(row) && of_list(slot, row) && search.finds(row));
        found.map(|(_, row)| row).collect()
    }
}
