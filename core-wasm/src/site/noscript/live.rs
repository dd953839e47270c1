//! The first runners of a race's live page: shown on a slow network before the app is loaded, and without scripts. The page can be searched
//! there, too. It is an excerpt, which does not change while it is shown; the app replaces it.

use super::body::{FilterLink, Row, SearchForm, Table};
use super::head::{board_path, runner_path};
use crate::dates;
use crate::links;
use crate::live::board::{Board, BoardPage, BoardQuery, BoardRow, List};
use crate::live::filters::{AskedFilters, ChosenFilters, Filters};
use crate::text::grouped;

/// The maximum number of runners of each list.
const MAX_RUNNERS: usize = 10;

/// The longest searched text, in characters.
const LONGEST_SEARCH: usize = 80;

/// The longest value of a filter, in characters.
const LONGEST_FILTER: usize = 200;

/// The value of the distance filter that means every distance.
const ALL: &str = "all";

/// The search and the filters in an address of the live page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LiveSearch {
    text: String,
    filters: AskedFilters,
}

impl LiveSearch {
    /// Takes a parameter of the address. A text is cut at [`LONGEST_SEARCH`] characters, as the form does; a longer value of a filter is
    /// nobody's, so it is none.
    pub fn set(&mut self, name: &str, value: &str) {
        let filter = match name {
            "q" => {
                self.text = value.trim().chars().take(LONGEST_SEARCH).collect();
                return;
            }
            "distance" => &mut self.filters.distance,
            "ageGroup" => &mut self.filters.age_group,
            "gender" => &mut self.filters.gender,
            "wave" => &mut self.filters.wave,
            "team" => &mut self.filters.team,
            _ => return,
        };
        *filter = (value.chars().count() <= LONGEST_FILTER).then(|| value.to_owned());
    }

    /// Whether anything is searched for or filtered.
    pub(super) fn is_any(&self) -> bool {
        *self != Self::default()
    }

    /// The search among the filters that the race has: those of its default are left out, and a wave or team that it does not have.
    fn of(&self, filters: &Filters, chosen: &ChosenFilters) -> Self {
        let named = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
        let distance = if chosen.distance.is_empty() { ALL } else { &chosen.distance };
        let is_default = chosen.distance == filters.default_distance || filters.distances.len() < 2;
        let filters = AskedFilters {
            distance: named(distance).filter(|_| !is_default),
            age_group: named(&chosen.age_group),
            gender: named(&chosen.gender),
            wave: named(&chosen.wave),
            team: named(&chosen.team),
        };
        Self { text: self.text.clone(), filters }
    }

    /// The filters as parameters of an address: name and value.
    fn filters(&self) -> Vec<(&'static str, String)> {
        let AskedFilters { distance, age_group, gender, wave, team } = self.filters.clone();
        let all = [("distance", distance), ("ageGroup", age_group), ("gender", gender), ("wave", wave), ("team", team)];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// The path of a race's live page, or of a runner there, with this search.
    pub(super) fn path(&self, path: String) -> String {
        let text = Some(("q", self.text.clone())).filter(|(_, text)| !text.is_empty());
        let pairs = self.filters().into_iter().chain(text);
        pairs.fold(path, |path, (name, value)| format!("{path}&{name}={}", links::encode(&value)))
    }
}

/// The first runners of both lists of a live page, and what they were searched with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FirstRunners {
    /// The form that searches them.
    pub(super) form: SearchForm,
    /// Why the runners are those of all distances, or that nobody is found; and how old they are.
    pub(super) notes: Vec<String>,
    /// The lists that have runners.
    pub(super) tables: Vec<Table>,
}

impl FirstRunners {
    /// The runners of a board that an address asks for; `None` when the board has no runner.
    pub fn of(board: &Board, asked: &LiveSearch) -> Option<Self> {
        if board.document().runners.is_empty() {
            return None;
        }
        let filters = board.filters();
        let chosen = filters.chosen(&asked.filters);
        let search = asked.of(filters, &chosen);
        let race = &board.document().race;
        let mut first = Self { form: form(race, filters, &chosen, &search), ..Self::default() };
        for list in [List::Active, List::Finished] {
            let page = board.query(&query(list, &chosen, &search.text));
            if !first.notes.contains(&page.everywhere) && !page.everywhere.is_empty() {
                first.notes.push(page.everywhere.clone());
            }
            if page.rows.is_empty() {
                first.notes.push(format!("{}.", page.empty.trim_end_matches('.')));
            } else {
                first.tables.push(table(list, page, |bib| search.path(runner_path(race, bib))));
            }
        }
        let (updated, zone) = (board.document().updated_at, dates::zone_or_default(&board.document().time_zone));
        if updated > 0 {
            first.notes.push(format!("Last update: {}.", dates::minute_text(updated, zone)));
        }
        Some(first)
    }
}

/// The form of the present search, with a link to each distance, and to all runners where other filters are chosen.
fn form(race: &str, filters: &Filters, chosen: &ChosenFilters, search: &LiveSearch) -> SearchForm {
    let path = |filters: AskedFilters| LiveSearch { filters, text: search.text.clone() }.path(board_path(race));
    let of_distance = |name: &str, label: &str, is_chosen: bool| FilterLink {
        label: label.to_owned(),
        // A wave is one of its distance.
        href: path(AskedFilters { distance: Some(name.to_owned()), wave: None, ..search.filters.clone() }),
        is_chosen,
    };
    let several = filters.distances.len() > 1;
    let named = filters.distances.iter().filter(|_| several).map(|name| of_distance(name, name, *name == chosen.distance));
    let all = several.then(|| of_distance(ALL, "All distances", chosen.distance.is_empty()));
    let gender = filters.genders.iter().find(|one| !chosen.gender.is_empty() && one.value == chosen.gender);
    let gender = gender.map(|one| one.label.clone()).unwrap_or_default();
    let others = [gender, chosen.age_group.clone(), chosen.wave.clone(), chosen.team.clone()];
    let others: Vec<String> = others.into_iter().filter(|name| !name.is_empty()).collect();
    SearchForm {
        action: "/liveRace",
        label: "Search by name or bib",
        search: search.text.clone(),
        longest: LONGEST_SEARCH,
        others: [vec![("race", race.to_owned())], search.filters()].concat(),
        filters: named.chain(all).collect(),
        only: (!others.is_empty()).then(|| FilterLink {
            label: format!("Only {}.", others.join(", ")),
            href: path(AskedFilters { distance: search.filters.distance.clone(), ..AskedFilters::default() }),
            is_chosen: true,
        }),
    }
}

fn query(list: List, chosen: &ChosenFilters, search: &str) -> BoardQuery {
    let ChosenFilters { distance, age_group, gender, wave, team } = chosen.clone();
    BoardQuery { list, distance, age_group, gender, wave, team, search: search.to_owned(), from: 0, count: MAX_RUNNERS }
}

fn table(list: List, page: BoardPage, path: impl Fn(&str) -> String) -> Table {
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
        rows: page.rows.into_iter().map(|row| line(row, &path)).collect(),
    }
}

fn line(row: BoardRow, path: impl Fn(&str) -> String) -> Row {
    let place = if row.rank.parse::<u32>().is_ok() { row.rank } else { String::new() };
    let what = [format!("Bib {}", row.bib), row.distance, row.gender, row.age_group, row.progress.text];
    let time = if row.out { row.status } else { row.time };
    Row {
        before: place,
        href: Some(path(&row.bib)),
        details: what.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "),
        name: row.name,
        time: if row.suspicious { format!("{time} (suspicious)") } else { time },
    }
}
