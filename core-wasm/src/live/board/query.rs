//! Queries of a board: a keystroke costs what matches it.

use std::sync::Arc;

use super::rows::RowSet;
use super::{Board, BoardPage, BoardQuery, BoardRow, List, full_name, words};
use crate::live::filters::{self, ChosenFilters, RowFilter};
use crate::live::follow::may_follow;
use crate::live::participant;
use crate::live::progress::{ProgressInput, ProgressSplit, progress, ticks};
use crate::live::text;
use crate::timing::standing::{LiveContest, Row};

/// The rows that fit the filters, at a stamp of the board.
#[derive(Debug, Clone)]
pub(super) struct Filtered {
    chosen: ChosenFilters,
    stamp: u32,
    /// The index of the chosen contest.
    pub(super) contest: Option<usize>,
    rows: RowSet,
    /// How many of the rows are at each point of the contest.
    pub(super) at_points: Vec<usize>,
}

/// The most rows of one answer.
const MAX_ROWS: usize = 500;

impl Board {
    /// Returns the rows of a list that match a query.
    pub fn query(&self, query: &BoardQuery) -> BoardPage {
        let chosen = ChosenFilters {
            distance: query.distance.clone(),
            age_group: query.age_group.clone(),
            gender: query.gender.clone(),
            wave: query.wave.clone(),
            team: query.team.clone(),
        };
        let filtered = self.filtered(&chosen);
        let found = self.found(&query.search);
        let bib = self.bib_searched(&query.search, found.as_deref());
        let wide = found.as_deref().and_then(|found| self.everywhere(query, &chosen, &filtered.rows, found, bib));
        let bib_text = || bib.map(|at| self.document.runners.bib(at as usize));
        let everywhere = if wide.is_some() { words::everywhere(query, bib_text().as_deref()) } else { String::new() };
        let chosen_rows = wide.as_ref().unwrap_or(&filtered.rows);
        let rows = chosen_rows.in_all(found.as_deref(), &self.facets.finished, query.list == List::Finished);
        let (total, [waiting, out]) = rows.counts_with([&self.facets.waiting, &self.facets.out]);
        let (counted, rest) = match query.list {
            List::Active => words::counted(total, waiting, out),
            List::Finished => (total, String::new()),
        };
        let empty = if total == 0 { self.empty_words(query) } else { String::new() };
        let contest = filtered.contest.filter(|_| wide.is_none());
        let shown = self.window(query, (rows, total), contest, bib);
        let rows = shown.into_iter().filter_map(|at| self.row(at)).collect();
        BoardPage { total, counted, rest, everywhere, rows, empty, course: self.course(query, &filtered) }
    }

    /// The rows that fit the filters. They are kept, since both lists are asked for the same filters at every keystroke.
    fn filtered(&self, chosen: &ChosenFilters) -> Arc<Filtered> {
        let mut last = self.last_filters.borrow_mut();
        if let Some(filtered) = last.as_ref().filter(|last| last.stamp == self.stamp && last.chosen == *chosen) {
            return Arc::clone(filtered);
        }
        let filter = RowFilter::new(&self.document, chosen);
        let rows = filter.as_ref().map(|filter| self.matching(filter)).unwrap_or_default();
        let contest = filter.and_then(|filter| filter.contest);
        let at_points = contest.map(|contest| self.facets.at_points(contest, &rows)).unwrap_or_default();
        let filtered = Arc::new(Filtered { chosen: chosen.clone(), stamp: self.stamp, contest, rows, at_points });
        *last = Some(Arc::clone(&filtered));
        filtered
    }

    /// The rows that the search finds; `None` when it has no word.
    fn found(&self, search: &str) -> Option<Arc<RowSet>> {
        let mut last = self.last_search.borrow_mut();
        if let Some((_, found)) = last.as_ref().filter(|(before, _)| before == search) {
            return found.clone();
        }
        let found = self.search_text.find(search).map(Arc::new);
        *last = Some((search.to_owned(), found.clone()));
        found
    }

    /// The runner whose bib is the search.
    fn bib_searched(&self, search: &str, found: Option<&RowSet>) -> Option<u32> {
        let wanted = search.trim().trim_start_matches('#');
        let found = found.filter(|_| !wanted.is_empty())?;
        let rows = &self.document.runners;
        if wanted.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.lists.position(rows, wanted).filter(|at| found.contains(*at));
        }
        if !self.search_text.has_lettered_bibs() {
            return None;
        }
        found.iter().find(|at| rows.bib(*at as usize).eq_ignore_ascii_case(wanted))
    }

    /// The rows without the distance and its wave, when a search is better answered by them: when it finds nobody of the distance, and
    /// when it is the bib of somebody of another one. Both lists are looked at, so that they agree.
    fn everywhere(
        &self,
        query: &BoardQuery,
        chosen: &ChosenFilters,
        here: &RowSet,
        found: &RowSet,
        bib: Option<u32>,
    ) -> Option<RowSet> {
        if query.distance.trim().is_empty() {
            return None;
        }
        let is_here = here.meets(found);
        let bib = bib.filter(|at| !here.contains(*at));
        if is_here && bib.is_none() {
            return None;
        }
        let wide = ChosenFilters { distance: String::new(), wave: String::new(), ..chosen.clone() };
        let wide = self.matching(&RowFilter::new(&self.document, &wide)?);
        (bib.is_some_and(|at| wide.contains(at)) || (!is_here && wide.meets(found))).then_some(wide)
    }

    /// The positions of the rows to show, of so many, all of a contest if there is one; the runner whose bib equals the search is first.
    fn window(&self, query: &BoardQuery, rows: (RowSet, usize), contest: Option<usize>, bib: Option<u32>) -> Vec<u32> {
        let (mut rows, total) = rows;
        let in_order = |rows: &RowSet, total, window| {
            let contests = match contest {
                Some(contest) => vec![contest],
                None => self.facets.contests_with(rows),
            };
            self.lists.window(&self.document, query.list, &contests, (rows, total), window)
        };
        let count = query.count.min(MAX_ROWS);
        let Some(first) = bib.filter(|at| rows.contains(*at)) else {
            return in_order(&rows, total, (query.from, count));
        };
        rows.remove(first);
        let (from, is_shown) = (query.from.saturating_sub(1), query.from == 0 && count > 0);
        let others = in_order(&rows, total - 1, (from, count - usize::from(is_shown)));
        is_shown.then_some(first).into_iter().chain(others).collect()
    }

    fn empty_words(&self, query: &BoardQuery) -> String {
        if self.document.contests.is_empty() {
            return crate::live::words::words().no_races;
        }
        let list = match query.list {
            List::Active => "No active participants found",
            List::Finished => "No finished participants found",
        };
        if query.age_group.trim().is_empty() { list.to_owned() } else { format!("{list} in this age group") }
    }

    fn row(&self, at: u32) -> Option<BoardRow> {
        let row = &self.placed(at)?;
        let no_contest = LiveContest::default();
        let contest = self.document.contests.get(row.contest).unwrap_or(&no_contest);
        let group = usize::try_from(row.public_group()).ok().and_then(|group| self.document.age_groups.get(group));
        let last = row.last_split().map(|(_, at)| at);
        let progressed = progress_input(contest, row);
        Some(BoardRow {
            bib: row.bib.to_string(),
            name: full_name(row),
            gender: filters::gender_label(&row.gender).to_owned(),
            age_group: group.cloned().unwrap_or_default(),
            distance: contest.name.clone(),
            wave: contest.wave_name(row.wave).to_owned(),
            rank: u32::try_from(row.overall_rank).map_or_else(|_| "–".to_owned(), |rank| rank.to_string()),
            time: match row.official() {
                Some(official) => participant::finish_text(row, Some(official)),
                None => text::time_or_blank(last),
            },
            pace: participant::overall_pace(contest, row),
            status: row.status.word().to_owned(),
            out: row.status.is_set(),
            progress: progress(&progressed),
            ticks: ticks(&progressed),
            official: participant::official_label(contest, row).to_owned(),
            note: self.note(row),
            suspicious: row.has(Row::SUSPICIOUS) || row.has(Row::WAITING),
            followable: may_follow(row),
        })
    }

    /// The remark about a runner's times.
    pub(super) fn note(&self, row: &Row) -> String {
        let missed = self.document.contests.get(row.contest).map(|contest| participant::missed(contest, row)).unwrap_or_default();
        let mut notes = Vec::new();
        if row.has(Row::SUSPICIOUS) || row.has(Row::WAITING) {
            notes.push("This time is being checked.".to_owned());
        }
        if row.has(Row::EARLIER_WAVE) {
            notes.push("Left with an earlier wave; timed from the own start.".to_owned());
        }
        if !missed.is_empty() {
            notes.push(format!("The mat missed the chip at {}.", missed.join(", ")));
        }
        if row.has(Row::READ_BEFORE) {
            notes.push("Crossed the start before it opened; timed from the gun.".to_owned());
        } else if row.has(Row::START_ASSUMED) {
            notes.push("The start mat missed the chip; timed from the gun.".to_owned());
        }
        notes.join(" ")
    }
}

/// What the progress of a runner is counted from.
pub(super) fn progress_input(contest: &LiveContest, row: &Row) -> ProgressInput {
    let is_read = |at: usize| row.splits.get(at).copied().flatten().is_some();
    let splits = contest.splits.iter().enumerate();
    ProgressInput {
        start: row.start.is_some(),
        splits: splits.map(|(at, split)| ProgressSplit { label: split.label.clone(), read: is_read(at) }).collect(),
        finish: row.finish.is_some(),
        contest_splits: contest.splits.len(),
    }
}
