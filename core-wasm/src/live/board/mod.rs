//! The live board: a whole field in memory, searched and filtered without a server (SPEC §2, live tracking page).
//!
//! In the browser it lives in WebAssembly's memory and never crosses into JavaScript as ten thousand objects: the response's
//! bytes go in, the rows on the screen come out. It is an ordinary structure all the same and is tested natively.

mod course;
mod detail;
mod search;

use serde::{Deserialize, Serialize};

pub use course::CoursePoint;
pub use detail::{RunnerDetail, TimingRow};
use search::Haystack;

use super::filters::{self, Chosen, Filters, Sieve};
use super::participant::{self, Participant};
use super::progress::{Progress, Seen, SeenSplit, Tick, progress, ticks};
use crate::error::CoreError;
use crate::timing::standing::{self, LiveDocument, Row};

/// A field to be looked at. Empty until a document was loaded.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// The document's head; its `runners` are all rows, by no order that means anything.
    document: LiveDocument,
    haystack: Haystack,
    /// Rows with a finish, in the order of the finished list.
    finished: Vec<u32>,
    /// The others, in the order of the active list.
    active: Vec<u32>,
    /// Counts the loads that changed something.
    stamp: u32,
}

/// What a load says of the field.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardInfo {
    /// Whether the load changed anything. If not, no page, detail or filter needs to be asked for again.
    pub changed: bool,
    /// What to send as `since` the next time.
    pub version: String,
    /// The race's name.
    pub race: String,
    /// The heading.
    pub event_name: String,
    /// `June 15, 2024`.
    pub race_date: String,
    /// Whether results may still change.
    pub provisional: bool,
    /// When the field last changed, in epoch milliseconds.
    pub updated_at: i64,
    /// How many are on the active list, without filters.
    pub active: usize,
    /// How many are on the finished list, without filters.
    pub finished: usize,
    /// The filters that fit the field.
    pub filters: Filters,
}

/// Which of the two lists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// Who has no finish.
    #[default]
    Active,
    /// Who has one.
    Finished,
}

/// What a screen asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct BoardQuery {
    /// Which list.
    pub list: List,
    /// A contest's name; blank means all.
    pub distance: String,
    /// An age group's label; blank means all.
    pub age_group: String,
    /// `m`, `f` or `a`; blank means all.
    pub gender: String,
    /// Names or bibs, in any case, with or without accents; every word must be found.
    pub search: String,
    /// The first row, from 0.
    pub from: usize,
    /// How many rows; at most 500.
    pub count: usize,
    /// The `stamp` of the page that the screen holds for this very query: if it still stands, the answer says so and has no
    /// rows.
    pub stamp: Option<u32>,
}

/// What a screen gets.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardPage {
    /// How many rows the query has in all.
    pub total: usize,
    /// Of the field: it changes whenever a load changed something.
    pub stamp: u32,
    /// The page that the screen holds still stands.
    pub unchanged: bool,
    /// The rows asked for.
    pub rows: Vec<BoardRow>,
    /// What to say when there are none (SPEC §8); empty when there are some.
    pub empty: String,
    /// The chosen distance's points and how many of the fitting runners of both lists were last seen at each; empty when no
    /// distance is chosen, and on the finished list.
    pub course: Vec<CoursePoint>,
}

/// One row of a list, ready to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardRow {
    /// Unique within the race.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// "Male", "Female", "Non-Binary" or empty.
    pub gender: String,
    /// A label, or empty.
    pub age_group: String,
    /// The contest's name.
    pub distance: String,
    /// The overall rank, or "–".
    pub rank: String,
    /// The official time of a finisher; of the others the chip time at the last point, or empty.
    pub time: String,
    /// Minutes a mile, or empty.
    pub pace: String,
    /// The status as the wire has it.
    pub status: String,
    /// A person took the runner out: the status stands in place of a time.
    pub out: bool,
    /// How far.
    pub progress: Progress,
    /// The splits along the line of progress.
    pub ticks: Vec<Tick>,
    /// "Gun time" or "Chip time".
    pub official: String,
    /// What to say of the row: that a mat missed the chip, that the time is being checked; empty when nothing.
    pub note: String,
    /// Faster than any human.
    pub suspicious: bool,
}

impl Board {
    /// An empty board.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the bytes of a document: a whole field replaces what is here, a delta is applied to it.
    ///
    /// # Errors
    /// - `unreadable_board`: the bytes are no such document; the board stays as it was.
    /// - `stale_board`: a delta to a version that is not the one here. Ask again without `since`.
    pub fn load(&mut self, bytes: &[u8]) -> Result<BoardInfo, CoreError> {
        let document: LiveDocument = serde_json::from_slice(bytes)
            .map_err(|error| CoreError::new("unreadable_board", format!("The live data could not be read: {error}.")))?;
        let changed = match &document.since {
            Some(since) if *since != self.document.version || document.race != self.document.race => {
                return Err(CoreError::new("stale_board", "The live data does not fit what is shown. Loading it anew helps."));
            }
            Some(_) => self.apply(document),
            None if self.stamp > 0 && document.version == self.document.version && document.race == self.document.race => false,
            None => {
                self.document = document;
                true
            }
        };
        if changed {
            self.stamp = self.stamp.wrapping_add(1).max(1);
            self.arrange();
        }
        Ok(self.info(changed))
    }

    /// The whole field as a document that [`Self::load`] takes, to be kept for when there is no network.
    pub fn bytes(&self) -> Vec<u8> {
        let mut document = self.document.clone();
        document.since = None;
        serde_json::to_vec(&document).unwrap_or_default()
    }

    /// The rows of a list that fit a query.
    pub fn query(&self, query: &BoardQuery) -> BoardPage {
        let chosen =
            Chosen { distance: query.distance.clone(), age_group: query.age_group.clone(), gender: query.gender.clone() };
        let sieve = Sieve::new(&self.document, &chosen);
        let fitting = sieve.as_ref().map(|sieve| self.fitting(query, sieve)).unwrap_or_default();
        let total = fitting.len();
        let empty = if total == 0 { self.empty_words(query) } else { String::new() };
        let head = BoardPage { total, stamp: self.stamp, empty, ..BoardPage::default() };
        if query.stamp == Some(self.stamp) {
            return BoardPage { unchanged: true, ..head };
        }
        let page = fitting.into_iter().skip(query.from).take(query.count.min(500));
        let course = sieve.map(|sieve| self.course(query, &sieve)).unwrap_or_default();
        BoardPage { rows: page.map(|row| self.row(row)).collect(), course, ..head }
    }

    /// Everything about one runner; `None` when nobody has the bib.
    pub fn runner(&self, bib: &str) -> Option<RunnerDetail> {
        let row = self.document.runners.iter().find(|row| *row.bib == *bib)?;
        Some(detail::detail(&self.document, row, self.note(row)))
    }

    /// The spec's participant of a bib.
    pub fn participant(&self, bib: &str) -> Option<Participant> {
        let row = self.document.runners.iter().find(|row| *row.bib == *bib)?;
        Some(participant::participant(&self.document, row))
    }

    /// Puts a delta's runners in place of those they follow; whether there was anything in it.
    fn apply(&mut self, mut delta: LiveDocument) -> bool {
        if delta.version == self.document.version {
            return false;
        }
        let fresh: std::collections::HashSet<Box<str>> =
            delta.runners.iter().map(|row| row.bib.clone()).chain(delta.gone.iter().map(|bib| bib.as_str().into())).collect();
        let mut runners = std::mem::take(&mut self.document.runners);
        runners.retain(|row| !fresh.contains(&row.bib));
        runners.append(&mut delta.runners);
        self.document = LiveDocument { runners, gone: Vec::new(), ..delta };
        true
    }

    /// Sorts both lists and builds the text that is searched.
    fn arrange(&mut self) {
        let rows = &self.document.runners;
        let contests = &self.document.contests;
        self.haystack = Haystack::new(rows);
        let numbered = || rows.iter().enumerate().filter_map(|(i, row)| Some((u32::try_from(i).ok()?, row)));
        let (mut finished, mut active): (Vec<_>, Vec<_>) = numbered().partition(|(_, row)| row.finish.is_some());
        finished.sort_by(|(_, a), (_, b)| standing::finished_order(a, b));
        active.sort_by(|(_, a), (_, b)| standing::active_order(contests, a, b));
        self.finished = finished.into_iter().map(|(i, _)| i).collect();
        self.active = active.into_iter().map(|(i, _)| i).collect();
    }

    fn info(&self, changed: bool) -> BoardInfo {
        BoardInfo {
            changed,
            version: self.document.version.clone(),
            race: self.document.race.clone(),
            event_name: self.document.event_name.clone(),
            race_date: self.document.race_date.clone(),
            provisional: self.document.provisional,
            updated_at: self.document.updated_at,
            active: self.active.len(),
            finished: self.finished.len(),
            filters: filters::of_document(&self.document),
        }
    }

    /// The rows of the list that pass the filters and hold what is searched; whoever has exactly the searched bib first.
    fn fitting(&self, query: &BoardQuery, sieve: &Sieve) -> Vec<&Row> {
        let order = match query.list {
            List::Active => &self.active,
            List::Finished => &self.finished,
        };
        let found = self.haystack.find(&query.search);
        let mut rows: Vec<&Row> = order
            .iter()
            .filter(|i| found.as_ref().is_none_or(|found| found.get(**i as usize).copied().unwrap_or_default()))
            .filter_map(|i| self.document.runners.get(*i as usize))
            .filter(|row| sieve.lets(row))
            .collect();
        let wanted = query.search.trim();
        if let Some(at) = rows.iter().position(|row| !wanted.is_empty() && row.bib.eq_ignore_ascii_case(wanted)) {
            rows.get_mut(..=at).into_iter().for_each(|head| head.rotate_right(1));
        }
        rows
    }

    fn empty_words(&self, query: &BoardQuery) -> String {
        if self.document.contests.is_empty() {
            return super::words::words().no_races;
        }
        let list = match query.list {
            List::Active => "No active participants found",
            List::Finished => "No finished participants found",
        };
        if query.age_group.trim().is_empty() { list.to_owned() } else { format!("{list} in this age group") }
    }

    fn row(&self, row: &Row) -> BoardRow {
        let seen = participant::participant(&self.document, row);
        let last = row.last_split().map(|(_, at)| at);
        BoardRow {
            name: full_name(row),
            gender: filters::gender_label(&row.gender).to_owned(),
            distance: seen.race.contest_name.clone(),
            rank: u32::try_from(row.overall_rank).map_or_else(|_| "–".to_owned(), |rank| rank.to_string()),
            time: super::text::time_or_blank(row.official().or(last)),
            progress: progress_of(&seen),
            ticks: ticks_of(&seen),
            note: self.note(row),
            bib: seen.bib,
            age_group: seen.age_group,
            pace: seen.overall_pace,
            status: seen.status,
            out: row.status.is_set(),
            official: seen.official,
            suspicious: seen.suspicious,
        }
    }

    /// What to say of a runner beside the times.
    fn note(&self, row: &Row) -> String {
        let missed = self.document.contests.get(row.contest).map(|contest| participant::missed(contest, row)).unwrap_or_default();
        let mut notes = Vec::new();
        if row.has(Row::SUSPICIOUS) {
            notes.push("This time is being checked.".to_owned());
        }
        if !missed.is_empty() {
            notes.push(format!("The mat missed the chip at {}.", missed.join(", ")));
        }
        if row.has(Row::START_ASSUMED) {
            notes.push("The start mat missed the chip; timed from the gun.".to_owned());
        }
        notes.join(" ")
    }
}

/// How far a participant is.
pub(super) fn progress_of(participant: &Participant) -> Progress {
    progress(&seen_of(participant))
}

/// The splits along a participant's line of progress.
pub(super) fn ticks_of(participant: &Participant) -> Vec<Tick> {
    ticks(&seen_of(participant))
}

fn seen_of(participant: &Participant) -> Seen {
    Seen {
        start: !participant.start.chip.is_empty(),
        splits: participant
            .splits
            .iter()
            .map(|split| SeenSplit { label: split.label.clone(), read: !split.chip.is_empty() })
            .collect(),
        finish: !participant.finish.chip.is_empty(),
        contest_splits: participant.contest_number_of_splits,
    }
}

pub(super) fn full_name(row: &Row) -> String {
    format!("{} {}", row.first_name, row.last_name).trim().to_owned()
}
