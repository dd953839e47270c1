//! The preview of a shared link to a published result: only what the leaderboard shows every visitor.

use super::body::{Row, Table};
use super::head::results_path;
use super::share_card::ShareCard;
use crate::links;
use crate::race::distance::tone;
use crate::results::leaderboard::ResultLine;

/// Published results as their page shows them first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ResultsPage {
    /// The race whose results they are; absent for those of several races.
    pub race: Option<String>,
    /// How they are ranked, where they are of one contest.
    pub rule: Option<String>,
    /// The first lines.
    pub lines: Vec<ResultLine>,
}

impl ResultsPage {
    /// The page's heading.
    pub(super) fn heading(&self) -> String {
        self.race.as_ref().map_or("Results", |race| race.trim()).to_owned()
    }

    /// The page's path.
    pub(super) fn path(&self) -> String {
        self.race.as_ref().map_or_else(|| "/results".to_owned(), |race| results_path(race))
    }

    /// The description for search engines: the first places of the race.
    pub(super) fn description(&self) -> Option<String> {
        let race = self.race.as_ref()?;
        let date = self.lines.first().map(|line| line.date.as_str()).unwrap_or_default();
        let first = self.lines.iter().filter(|line| line.overall_rank > 0).take(3);
        let first: Vec<String> = first.map(|line| format!("{} {} {}", line.overall_rank, name(line), time(line))).collect();
        Some(format!("Results of {}, {date}. {}", race.trim(), first.join(", ")))
    }

    /// The lines as a table.
    pub(super) fn table(&self) -> Option<Table> {
        let row = |line: &ResultLine| {
            let time = time(line);
            let race = if self.race.is_some() { line.contest.clone() } else { format!("{}, {}", line.race.trim(), line.contest) };
            Row {
                place: if line.overall_rank > 0 { line.overall_rank.to_string() } else { String::new() },
                name: name(line),
                href: (!line.public_id.is_empty()).then(|| result_path(line)),
                details: format!("Bib {} · {race}", line.bib),
                time: if time.is_empty() { line.status.clone() } else { time.to_owned() },
            }
        };
        (!self.lines.is_empty()).then(|| Table { caption: self.heading(), rows: self.lines.iter().map(row).collect() })
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
    } else if line.official_time_ms == line.gun_time_ms && line.official_time_ms != line.chip_time_ms {
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
