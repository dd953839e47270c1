//! The live board: a whole field in memory, searched and filtered without a request to the server (SPEC §2, live tracking page).
//!
//! In the browser it is stored in WebAssembly's memory, and never becomes ten thousand JavaScript objects: the response's
//! bytes are passed in, and only the rows on the screen are returned. It is an ordinary structure and is tested natively.

mod apply;
mod course;
mod detail;
mod facets;
mod lines;
mod lists;
mod query;
mod rows;
mod search;
mod teams;
mod words;

use std::cell::RefCell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use course::CoursePoint;
pub use detail::{RunnerDetail, TimingRow};
pub use lines::{Fact, FactGroup, RunnerLines, RunnerTimes, lines};
pub use rows::RowSet;
pub use search::SearchText;

use self::facets::Facets;
use self::lists::Lists;
use super::filters::Filters;
use super::participant::{self, Participant};
use super::positions::{self, Positions, PositionsQuery};
use super::progress::{Progress, Tick};
use super::teams::Teams;
use crate::dates;
use crate::error::CoreError;
use crate::timing::feed::{self, Received};
use crate::timing::standing::{LiveDocument, Row};

/// The board of a field. Empty until a document is loaded.
#[derive(Debug, Clone, Default)]
pub struct Board {
    /// The document, with all rows by their numbers and without places. A row keeps its position until a runner is added or removed.
    document: LiveDocument,
    lists: Lists,
    facets: Facets,
    search_text: SearchText,
    teams: Teams,
    filters: Filters,
    /// The last search and whom it has found: both lists are asked for the same one.
    last_search: RefCell<Option<(String, Option<Arc<RowSet>>)>>,
    /// The last filters and who fits them.
    last_filters: RefCell<Option<Arc<query::Filtered>>>,
    /// Counts the loads that changed something.
    stamp: u32,
    /// Counts the changes of names.
    name_stamp: u32,
    /// Counts the changes of filters.
    filters_stamp: u32,
}

/// The state of the field after a load.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardInfo {
    /// Whether the load changed anything. If not, no page, detail or filter needs to be read again.
    pub changed: bool,
    /// The value to send as `since` in the next request.
    pub version: String,
    /// The race's id, by which a device keeps the runners that it follows.
    #[serde(rename = "raceID")]
    pub race_id: String,
    /// The race's name.
    pub race: String,
    /// The heading of the live page.
    pub event_name: String,
    /// `June 15, 2024`.
    pub race_date: String,
    /// The IANA name of the zone in which the race's times of day are.
    pub time_zone: String,
    /// Whether the results are official, as a text.
    pub results: String,
    /// When the field last changed, in epoch milliseconds.
    pub updated_at: i64,
    /// The number of runners on the active list, without filters.
    pub active: usize,
    /// The number of runners on the finished list, without filters.
    pub finished: usize,
    /// A number that changes when the filters do ([`Board::filters`]).
    pub filters_stamp: u32,
    /// A number that changes when somebody is named otherwise: what was stored of the board names them as before.
    pub names: u32,
}

/// One of the two lists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum List {
    /// Runners without a finish.
    #[default]
    Active,
    /// Runners with a finish.
    Finished,
}

/// A screen's query of the board.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct BoardQuery {
    /// The list to read.
    pub list: List,
    /// A contest's name; blank means all.
    pub distance: String,
    /// An age group's label; blank means all.
    pub age_group: String,
    /// `m`, `f` or `a`; blank means all.
    pub gender: String,
    /// A wave's name; blank means all.
    pub wave: String,
    /// A team's name; blank means all.
    pub team: String,
    /// The text to search in names and bibs, ignoring case and accents; every word must be found.
    pub search: String,
    /// The index of the first row.
    pub from: usize,
    /// The maximum number of rows; at most 500.
    pub count: usize,
}

/// The answer to a screen's query.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoardPage {
    /// The number of rows that match the query.
    pub total: usize,
    /// Of the matching rows those that the heading counts: whoever has not started, or is out of the race, is not active.
    pub counted: usize,
    /// The other matching rows, as a text: "57 not started, 2 out of the race"; empty when there are none.
    pub rest: String,
    /// Why the rows are those of all distances; empty when they are those of the chosen one.
    pub everywhere: String,
    /// The requested rows.
    pub rows: Vec<BoardRow>,
    /// The message when there are no rows (SPEC §8); empty when there are some.
    pub empty: String,
    /// The chosen distance's points, each with the number of matching runners of both lists whose last read was there; empty when
    /// no distance is chosen, and for the finished list.
    pub course: Vec<CoursePoint>,
}

/// One row of a list, as texts ready to be shown.
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
    /// The label of the age group, or empty.
    pub age_group: String,
    /// The contest's name.
    pub distance: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// The overall rank, or "–".
    pub rank: String,
    /// The official time of a finisher; for other runners the chip time at their last point, or empty.
    pub time: String,
    /// The pace in minutes a mile, or empty.
    pub pace: String,
    /// The status as the API has it.
    pub status: String,
    /// Whether a person set the status DNF, DQ or DNS: the status is shown in place of a time.
    pub out: bool,
    /// The runner's progress.
    pub progress: Progress,
    /// The splits on the progress bar.
    pub ticks: Vec<Tick>,
    /// "Gun time" or "Chip time".
    pub official: String,
    /// A remark about the row: a mat missed the chip, or the time is being checked; empty when there is none.
    pub note: String,
    /// Whether the time is being checked: it is faster than any human, or the finish misses most points of the course.
    pub suspicious: bool,
    /// Whether the runner may be followed.
    pub followable: bool,
}

impl Board {
    /// An empty board.
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads what was received: a document replaces the current one, what happened since ([`feed`]) is applied to it.
    ///
    /// # Errors
    /// - `unreadable_board`: the bytes are neither; the board is unchanged.
    /// - `stale_board`: what happened does not follow the loaded version; the board is unchanged. The caller requests the document
    ///   again without `since`.
    pub fn load(&mut self, bytes: &[u8]) -> Result<BoardInfo, CoreError> {
        self.receive(feed::read(bytes))
    }

    /// As [`Self::load`], for bytes that nobody needs any more: they are freed before everything is made that is derived from the field,
    /// since the memory that the browser gives never gets smaller.
    ///
    /// # Errors
    /// Those of [`Self::load`].
    pub fn load_owned(&mut self, bytes: Vec<u8>) -> Result<BoardInfo, CoreError> {
        let received = feed::read(&bytes);
        drop(bytes);
        self.receive(received)
    }

    fn receive(&mut self, received: Option<Received>) -> Result<BoardInfo, CoreError> {
        let unreadable = || CoreError::new("unreadable_board", "The live data could not be read. Loading the page anew helps.");
        let stale = || CoreError::new("stale_board", "The live data does not fit what is shown. Loading it anew helps.");
        let changed = match received.ok_or_else(unreadable)? {
            Received::Since(since, steps) => self.apply(since, steps).ok_or_else(stale)?,
            Received::Whole(document) => {
                let is_new = self.stamp == 0 || document.version != self.document.version;
                if is_new {
                    self.document = *document;
                    self.build();
                }
                is_new
            }
        };
        if changed {
            self.stamp = self.stamp.wrapping_add(1).max(1);
        }
        Ok(self.info(changed))
    }

    /// The whole field as a document that [`Self::load`] reads, to be stored for use without a network.
    pub fn bytes(&self) -> Vec<u8> {
        let rows = &self.document.runners;
        if !rows.has_old_texts() {
            return feed::whole(&self.document);
        }
        // A name that somebody hides now is not stored.
        feed::whole(&LiveDocument { runners: rows.iter().collect(), ..self.document.clone() })
    }

    /// The filters for the field.
    pub fn filters(&self) -> &Filters {
        &self.filters
    }

    /// The document's head and rows; these have no places.
    pub fn document(&self) -> &LiveDocument {
        &self.document
    }

    /// The names and bibs of the document's rows, in their order.
    pub fn search_text(&self) -> &SearchText {
        &self.search_text
    }

    /// Returns the details of one runner; `None` when no runner has the bib. In a race that is called off nobody is expected anywhere.
    pub fn runner(&self, bib: &str, is_called_off: bool) -> Option<RunnerDetail> {
        let row = &self.row_of(bib)?;
        let detail = detail::detail(&self.document, row, self.note(row));
        Some(if is_called_off { RunnerDetail { expected: Vec::new(), ..detail } } else { detail })
    }

    /// Returns the spec's participant with a bib.
    pub fn participant(&self, bib: &str) -> Option<Participant> {
        Some(participant::participant(&self.document, &self.row_of(bib)?))
    }

    /// Estimates where the runners of a contest are; nobody when the race has no such contest.
    pub fn positions(&self, query: &PositionsQuery) -> Positions {
        let contests = &self.document.contests;
        let Some(at) = contests.iter().position(|contest| contest.name == query.distance) else { return Positions::default() };
        let contest = contests.get(at).cloned().unwrap_or_default();
        let rows = &self.document.runners;
        let chosen = self.lists.position(rows, &query.bib).map(|chosen| chosen as usize);
        let row = |(position, row): (usize, Row)| if Some(position) == chosen { rows.get(position) } else { Some(row) };
        let rows: Vec<Row> = rows.times().enumerate().filter(|(_, row)| row.contest == at).filter_map(row).collect();
        positions::positions(&contest, rows.iter(), dates::zone_or_default(&self.document.time_zone), query)
    }

    /// A runner's place among the finishers, when the runner finishes at a time in milliseconds after the own start.
    pub fn place_with(&self, bib: &str, finish: i64) -> Option<Row> {
        let at = self.lists.position(&self.document.runners, bib)?;
        let row = Row { finish: Some(finish), ..self.document.runners.get(at as usize)? };
        let place = self.lists.place(at, &row)?;
        let mut placed = row;
        placed.set_place(place);
        Some(placed)
    }

    /// The finishers of a contest by their places, those without one last, with their places.
    pub fn finishers(&self, contest: usize) -> impl Iterator<Item = Row> + '_ {
        self.lists.finishers(contest).filter_map(|at| self.placed(at))
    }

    /// The row with this bib, with its place.
    pub fn row_of(&self, bib: &str) -> Option<Row> {
        self.placed(self.lists.position(&self.document.runners, bib)?)
    }

    /// A row with its place.
    fn placed(&self, at: u32) -> Option<Row> {
        let mut row = self.document.runners.get(at as usize)?;
        if let Some(place) = self.lists.place(at, &row) {
            row.set_place(place);
        }
        Some(row)
    }

    fn info(&self, changed: bool) -> BoardInfo {
        BoardInfo {
            changed,
            version: self.document.version.clone(),
            race_id: self.document.race_id.clone(),
            race: self.document.race.clone(),
            event_name: self.document.event_name.clone(),
            race_date: self.document.race_date.clone(),
            time_zone: dates::zone_or_default(&self.document.time_zone).name().to_owned(),
            results: if self.document.provisional { "Unofficial results" } else { "Official results" }.into(),
            updated_at: self.document.updated_at,
            active: self.document.runners.len() - self.facets.finished.len(),
            finished: self.facets.finished.len(),
            filters_stamp: self.filters_stamp,
            names: self.name_stamp,
        }
    }
}

/// First and last name as the public reads them.
pub fn full_name(row: &Row) -> String {
    let (first_name, last_name) = row.public_name();
    format!("{first_name} {last_name}").trim().to_owned()
}
