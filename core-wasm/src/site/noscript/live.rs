//! The first runners of a race's live page: shown on a slow network before the app is loaded, and without scripts. The page can be searched
//! there, too. It is an excerpt, which does not change while it is shown; the app replaces it.

use super::body::{Row, Table};
use super::head::runner_path;
use crate::dates;
use crate::live::board::{Board, BoardPage, BoardQuery, BoardRow, List};
use crate::live::filters::{AskedFilters, ChosenFilters};
use crate::text::grouped;

/// The maximum number of runners of each list.
const MAX_RUNNERS: usize = 10;

/// The longest searched text, in characters.
const LONGEST_SEARCH: usize = 80;

/// The first runners of both lists of a live page, and what they were searched with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FirstRunners {
    /// The text that was searched for.
    pub search: String,
    /// The other parameters of the address: name and value.
    pub chosen: Vec<(&'static str, String)>,
    /// Why the runners are those of all distances, or that nobody is found; and how old they are.
    pub(super) notes: Vec<String>,
    /// The lists that have runners.
    pub(super) tables: Vec<Table>,
}

impl FirstRunners {
    /// The runners of a board that an address asks for; `None` when the board has no runner.
    pub fn of(board: &Board, asked: &AskedFilters, search: &str) -> Option<Self> {
        if board.document().runners.is_empty() {
            return None;
        }
        let search: String = search.trim().chars().take(LONGEST_SEARCH).collect();
        let chosen = board.filters().chosen(asked);
        let race = &board.document().race;
        let mut empty = Vec::new();
        let mut first = Self { chosen: parameters(asked), search, ..Self::default() };
        for list in [List::Active, List::Finished] {
            let page = board.query(&query(list, &chosen, &first.search));
            if !first.notes.contains(&page.everywhere) && !page.everywhere.is_empty() {
                first.notes.push(page.everywhere.clone());
            }
            if page.rows.is_empty() {
                empty.push(format!("{}.", page.empty.trim_end_matches('.')));
            } else {
                first.tables.push(table(list, page, race));
            }
        }
        if first.tables.is_empty() {
            first.notes.append(&mut empty);
        }
        let (updated, zone) = (board.document().updated_at, dates::zone_or_default(&board.document().time_zone));
        if updated > 0 {
            first.notes.push(format!("Last update: {}.", dates::minute_text(updated, zone)));
        }
        Some(first)
    }
}

fn query(list: List, chosen: &ChosenFilters, search: &str) -> BoardQuery {
    let ChosenFilters { distance, age_group, gender, wave, team } = chosen.clone();
    BoardQuery { list, distance, age_group, gender, wave, team, search: search.to_owned(), from: 0, count: MAX_RUNNERS }
}

/// The filters as they are in the address, so that a search keeps them.
fn parameters(asked: &AskedFilters) -> Vec<(&'static str, String)> {
    let AskedFilters { distance, age_group, gender, wave, team } = asked.clone();
    let all = [("distance", distance), ("ageGroup", age_group), ("gender", gender), ("wave", wave), ("team", team)];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn table(list: List, page: BoardPage, race: &str) -> Table {
    let (name, key) = match list {
        List::Active => ("Active Participants", "active"),
        List::Finished => ("Finished Participants", "finished"),
    };
    let rest = if page.rest.is_empty() { String::new() } else { format!(" ({})", page.rest) };
    Table {
        caption: format!("{name}: {}{rest}", grouped(page.counted)),
        list: key,
        titled: true,
        first: "Place",
        rows: page.rows.into_iter().map(|row| line(row, race)).collect(),
    }
}

fn line(row: BoardRow, race: &str) -> Row {
    let place = if row.rank.parse::<u32>().is_ok() { row.rank } else { String::new() };
    let what = [format!("Bib {}", row.bib), row.distance, row.gender, row.age_group, row.progress.text];
    let time = if row.out { row.status } else { row.time };
    Row {
        before: place,
        href: Some(runner_path(race, &row.bib)),
        details: what.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "),
        name: row.name,
        time: if row.suspicious { format!("{time} (suspicious)") } else { time },
    }
}
