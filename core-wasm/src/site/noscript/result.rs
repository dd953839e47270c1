//! The preview of a shared link to a published result: only what the leaderboard shows every visitor.

use super::body::{Row, Table};
use super::head::results_path;
use super::share_card::ShareCard;
use crate::links;
use crate::race::distance::tone;
use crate::results::awards::Awards;
use crate::results::leaderboard::ResultLine;

/// Published results as one of the views of their page shows them first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ResultsPage {
    /// The race whose results they are; absent for those of several races.
    pub race: Option<String>,
    /// The view.
    pub view: ResultsView,
    /// How they are ranked, or what they are of, where one sentence says it.
    pub rule: Option<String>,
    /// The first lists.
    pub lists: Vec<ResultsList>,
}

/// The views of the page of results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ResultsView {
    /// The leaderboard.
    #[default]
    Results,
    /// The awards of a race.
    Awards,
    /// The best times of each distance.
    Records,
}

/// A list of published results.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ResultsList {
    /// `Women overall`, `Half`; empty for the leaderboard, which has one list.
    pub title: String,
    /// What stands before each line, its place or its list, and the line.
    pub lines: Vec<(String, ResultLine)>,
}

/// The maximum number of lists on the page that the server writes: it is an excerpt; the app shows all of them.
const MAX_LISTS: usize = 12;

impl ResultsPage {
    /// The first lines of the leaderboard.
    pub fn of_lines(race: Option<String>, rule: Option<String>, lines: Vec<ResultLine>) -> Self {
        let place = |line: &ResultLine| if line.overall_rank > 0 { line.overall_rank.to_string() } else { String::new() };
        let lines = lines.into_iter().map(|line| (place(&line), line)).collect();
        Self { race, view: ResultsView::Results, rule, lists: vec![ResultsList { title: String::new(), lines }] }
    }

    /// The awards of a race: the first lists of its contests.
    pub fn of_awards(race: String, rule: String, contests: Vec<(String, Awards)>) -> Self {
        let several = contests.len() > 1;
        let lists = contests.into_iter().flat_map(|(contest, Awards { overall, groups })| {
            let title = move |title: String| if several { format!("{contest}: {title}") } else { title };
            overall.into_iter().chain(groups).map(move |list| ResultsList {
                title: title(list.title),
                lines: list.places.into_iter().map(|award| (award.place.to_string(), award.line)).collect(),
            })
        });
        Self { race: Some(race), view: ResultsView::Awards, rule: Some(rule), lists: lists.take(MAX_LISTS).collect() }
    }

    /// The best times: `lists` has the name of each distance, and its lines with gender and age group.
    pub fn of_records(race: Option<String>, rule: String, lists: Vec<ResultsList>) -> Self {
        Self { race, view: ResultsView::Records, rule: Some(rule), lists: lists.into_iter().take(MAX_LISTS).collect() }
    }

    /// The page's heading.
    pub(super) fn heading(&self) -> String {
        self.race.as_ref().map_or("Results", |race| race.trim()).to_owned()
    }

    /// The name of the view for links and descriptions.
    pub(super) fn view_name(&self) -> &'static str {
        match self.view {
            ResultsView::Results => "Results",
            ResultsView::Awards => "Awards",
            ResultsView::Records => "Records",
        }
    }

    /// The page's path.
    pub(super) fn path(&self) -> String {
        let path = self.race.as_ref().map_or_else(|| "/results".to_owned(), |race| results_path(race));
        let show = match self.view {
            ResultsView::Results => return path,
            ResultsView::Awards => "awards",
            ResultsView::Records => "records",
        };
        format!("{path}{}show={show}", if self.race.is_some() { '&' } else { '?' })
    }

    /// The description for search engines: the first places of the race.
    pub(super) fn description(&self) -> Option<String> {
        let race = self.race.as_ref()?.trim();
        let lines = || self.lists.iter().flat_map(|list| &list.lines);
        let date = lines().next().map(|(_, line)| line.date.as_str()).unwrap_or_default();
        let first = lines().filter(|(before, _)| !before.is_empty()).take(3);
        let first: Vec<String> = first.map(|(before, line)| format!("{before} {} {}", name(line), time(line))).collect();
        let of = match self.view {
            ResultsView::Results | ResultsView::Awards => format!("{race}, {date}"),
            // Of all its years.
            ResultsView::Records => race.to_owned(),
        };
        Some(format!("{} of {of}. {}", self.view_name(), first.join(", ")))
    }

    /// The lists as tables.
    pub(super) fn tables(&self) -> Vec<Table> {
        let row = |(before, line): &(String, ResultLine)| {
            let time = time(line);
            let race = if self.race.is_some() { line.contest.clone() } else { format!("{}, {}", line.race.trim(), line.contest) };
            Row {
                before: before.clone(),
                name: name(line),
                href: (!line.public_id.is_empty()).then(|| result_path(line)),
                details: format!("Bib {} · {race}", line.bib),
                time: if time.is_empty() { line.status.clone() } else { time.to_owned() },
            }
        };
        let lists = self.lists.iter().filter(|list| !list.lines.is_empty());
        let table = |list: &ResultsList| Table {
            caption: if list.title.is_empty() { self.heading() } else { list.title.clone() },
            list: "",
            titled: !list.title.is_empty(),
            first: if self.view == ResultsView::Records { "Of" } else { "Place" },
            rows: list.lines.iter().map(row).collect(),
        };
        lists.map(table).collect()
    }
}

fn name(line: &ResultLine) -> String {
    format!("{} {}", line.firstname.trim(), line.lastname.trim()).trim().to_owned()
}

/// The headline of the link: `Ada Miller: 44:44`.
pub(super) fn headline(line: &ResultLine) -> String {
    match time(line) {
        "" => format!("{}: {}", name(line), line.status),
        time => format!("{}: {time}", name(line)),
    }
}

/// The time that decides the place; empty without one.
fn time(line: &ResultLine) -> &str {
    if line.status != "finished" {
        ""
    } else if line.by_gun {
        &line.gun_time
    } else {
        &line.chip_time
    }
}

/// The result, shortest first: `44:44`, `Place 1`, `Bib 101`.
pub(super) fn facts(line: &ResultLine) -> Vec<String> {
    let time = time(line);
    let mut facts = vec![if time.is_empty() { line.status.clone() } else { time.to_owned() }];
    if line.overall_rank > 0 {
        facts.push(format!("Place {}", line.overall_rank));
    }
    facts.push(format!("Bib {}", line.bib));
    facts
}

/// The description of the link: `10K at Spring Half, June 15, 2024: 44:44, Place 1, Bib 101.`
pub(super) fn description(line: &ResultLine) -> String {
    format!("{} at {}, {}: {}.", line.contest, line.race.trim(), line.date, facts(line).join(", "))
}

/// The path of the runner's page.
pub fn result_path(line: &ResultLine) -> String {
    format!("/media/{}/{}", links::encode(&line.race_id), links::encode(&line.public_id))
}

/// The texts of a result's share picture.
pub fn result_card(line: &ResultLine) -> ShareCard {
    let name = name(line);
    let lines = name.rsplit_once(' ').map_or(vec![name.clone()], |(given, family)| vec![given.to_owned(), family.to_owned()]);
    ShareCard {
        name: line.race.trim().to_owned(),
        numerals: line.bib.clone(),
        distances: line.contest.to_uppercase(),
        tone: tone(&line.contest),
        lines,
        details: facts(line).into_iter().take(2).chain([line.date.clone()]).collect(),
        button: None,
        stamp: None,
    }
}
