//! What a person has to look at: each runner whose time is flagged, with the reason in words.

use serde::{Deserialize, Serialize};

use super::Field;
use super::lists::{Search, part};
use crate::timing::human::Speeds;
use crate::timing::standing::{LiveContest, LiveDocument, Row, bib_order};

/// A runner whose time a person has to look at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Check {
    /// The runner's bib.
    pub bib: String,
    /// First and last name; "Bib 1234" when no name is known.
    pub name: String,
    /// The contest's name.
    pub contest: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// Why the time is listed, in words.
    pub reason: String,
    /// The last passing in epoch milliseconds, which a person accepts or refuses; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub time: Option<i64>,
    /// Whether the last passing is the finish.
    #[serde(default)]
    pub finished: bool,
}

/// A list of what a person has to look at.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum CheckList {
    /// Finishes that miss most points of the course; they are not ranked.
    #[default]
    Waiting,
    /// Times faster than any human; they are not ranked.
    Suspicious,
    /// Runners who left with an earlier wave.
    EarlierWave,
    /// Runners who were read at the start only before it opened.
    ReadBefore,
    /// Runners who were read on the course before their start opened, and have no time.
    NotOpened,
}

impl CheckList {
    /// Every list.
    pub const ALL: [Self; 5] = [Self::Waiting, Self::Suspicious, Self::EarlierWave, Self::ReadBefore, Self::NotOpened];

    fn flag(self) -> u16 {
        match self {
            Self::Waiting => Row::WAITING,
            Self::Suspicious => Row::SUSPICIOUS,
            Self::EarlierWave => Row::EARLIER_WAVE,
            Self::ReadBefore => Row::READ_BEFORE,
            Self::NotOpened => Row::NOT_OPENED,
        }
    }

    fn reason(self, contest: &LiveContest, row: &Row, speeds: Option<&Speeds>) -> String {
        match self {
            Self::Waiting => waiting(contest, row),
            Self::Suspicious => suspicious(contest, row, speeds),
            Self::EarlierWave => earlier_wave(contest, row),
            Self::ReadBefore => READ_BEFORE.to_owned(),
            Self::NotOpened if contest.gun_of(row.wave).is_none() => NO_GUN.to_owned(),
            Self::NotOpened => LATE_GUN.to_owned(),
        }
    }
}

/// A part of a list, and how many runners the list has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Checks {
    /// The number of runners in the whole list.
    pub total: usize,
    /// The runners from the offset on, in the order of the bibs.
    pub checks: Vec<Check>,
}

impl Field {
    /// A part of a list of what a person has to look at: of those that a search finds, as [`super::RunnersQuery::search`] does, at most
    /// `count` from `offset` on.
    pub fn checks(&self, list: CheckList, search: &str, offset: usize, count: usize) -> Checks {
        let search = Search::new(search);
        let rows = self.rows().filter(|row| self.is_open(row, list));
        let (total, rows) = part(rows.filter(|row| search.finds(row)).collect(), offset, count, |a, b| bib_order(&a.bib, &b.bib));
        let head = self.head();
        Checks { total, checks: rows.into_iter().map(|row| self.check(&head, row, list)).collect() }
    }

    fn check(&self, head: &LiveDocument, row: &Row, list: CheckList) -> Check {
        let none = LiveContest::default();
        let contest = head.contests.get(row.contest).unwrap_or(&none);
        Check {
            bib: row.bib.to_string(),
            name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
            contest: contest.name.clone(),
            wave: contest.wave_name(row.wave).to_owned(),
            reason: list.reason(contest, row, self.speeds(row)),
            time: last_passing(contest, row),
            finished: row.finish.is_some(),
        }
    }

    /// What a person should know about a runner's times, in words.
    pub(super) fn findings(&self, contest: &LiveContest, row: &Row) -> Vec<String> {
        let listed = CheckList::ALL.into_iter().filter(|list| row.has(list.flag()));
        let listed = listed.map(|list| list.reason(contest, row, self.speeds(row)));
        let assumed = Some(START_ASSUMED.to_owned()).filter(|_| row.has(Row::START_ASSUMED) && !row.has(Row::READ_BEFORE));
        listed.chain(assumed).collect()
    }

    fn speeds(&self, row: &Row) -> Option<&Speeds> {
        self.rules.get(row.contest).map(|rules| &rules.speeds)
    }

    /// Whether a runner is in a list: flagged, without a status, and of the lists about starts only as long as nobody decided.
    pub fn is_open(&self, row: &Row, list: CheckList) -> bool {
        let flag = list.flag();
        row.has(flag) && !row.status.is_set() && (flag & Row::OF_START == 0 || !self.start_is_decided(&row.bib))
    }

    /// Whether a person decided from when a runner is timed.
    pub(super) fn start_is_decided(&self, bib: &str) -> bool {
        self.corrections.runner(bib).is_some_and(|runner| runner.start.is_some())
    }
}

const READ_BEFORE: &str = "Read at the start only before it opened; timed from the gun.";
const NO_GUN: &str = "Read on the course, but the gun is not set.";
const LATE_GUN: &str = "Read on the course, but only before the gun. Is the gun right?";
const START_ASSUMED: &str = "Not read at the start; timed from the gun.";

fn suspicious(contest: &LiveContest, row: &Row, speeds: Option<&Speeds>) -> String {
    let times = row.splits.iter().copied().chain([row.finish]);
    let Some((from, to)) = speeds.and_then(|speeds| speeds.superhuman(times)) else { return "Faster than any human.".to_owned() };
    let point = |at: usize| contest.splits.get(at).map_or("the finish", |split| split.label.as_str());
    format!("Faster than any human from {} to {}.", from.map_or("the start", point), point(to))
}

fn waiting(contest: &LiveContest, row: &Row) -> String {
    let read = row.splits.iter().filter(|split| split.is_some()).count();
    format!("Finished with {read} of {} splits.", contest.splits.len())
}

fn earlier_wave(_: &LiveContest, row: &Row) -> String {
    let early = crate::dates::duration_text(row.start.unwrap_or_default().saturating_neg());
    format!("Left {early} before the own gun; timed from that crossing.")
}

/// When a runner passed the last point that was read, in epoch milliseconds.
pub(super) fn last_passing(contest: &LiveContest, row: &Row) -> Option<i64> {
    let after_start = row.finish.or_else(|| row.last_split().map(|(_, at)| at))?;
    Some(contest.gun_of(row.wave)?.saturating_add(row.start?).saturating_add(after_start))
}
