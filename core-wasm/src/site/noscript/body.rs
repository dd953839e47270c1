//! A page's body for clients without scripts and until the app has started: short, but readable.

use super::head::{RESULTS, Subject, board_path, pages, race_path, results_path};
use super::text::{self, Text};
use super::{ShareCard, Site, day, distances, result, runner, share_card, stage, starts, state};
use crate::dates::RaceDate;
use crate::race::phase::{self, Follow, RaceStage, Schedule};
use crate::race::{Race, listing, registration};
use crate::results::certificate::Certificate;
use crate::site::routes;
use crate::text::paragraphs;

/// The contents of a body as plain text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageBody {
    /// Its only heading.
    pub heading: String,
    /// The bib of the page's first screen.
    pub bib: Option<Bib>,
    /// Short lines: date, distances, place.
    pub facts: Vec<String>,
    /// The form that searches the tables.
    pub search: Option<SearchForm>,
    /// The paragraphs; a line break inside a paragraph is kept.
    pub paragraphs: Vec<String>,
    /// A complete long text of the site.
    pub text: Option<&'static Text>,
    /// What a certificate says.
    pub certificate: Option<Certificate>,
    /// The first published results, or the first runners of a live board.
    pub tables: Vec<Table>,
    /// The heading of the list of races.
    pub races_heading: &'static str,
    /// The upcoming races, the next one first.
    pub races: Vec<Line>,
    /// Links to other pages: text and address.
    pub links: Vec<(String, String)>,
}

/// A race's bib as the app will draw it, so that the first screen does not change when the app starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bib {
    /// The texts on it and next to it.
    pub card: ShareCard,
    /// The address of the race's page; absent on that page itself.
    pub href: Option<String>,
    /// Whether the race's picture is shown across its top.
    pub photo: bool,
}

/// A form whose answer is the same page with other tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchForm {
    /// The page's path without parameters.
    pub action: &'static str,
    /// The label of its field, whose name is `q`.
    pub label: &'static str,
    /// The searched text.
    pub search: String,
    /// The longest text that is searched for, in characters.
    pub longest: usize,
    /// The other parameters: name and value.
    pub others: Vec<(&'static str, String)>,
    /// The options of the first filter, each as a link to the same search; empty where there is nothing to choose.
    pub filters: Vec<FilterLink>,
    /// What else the tables are restricted to, and the address without; absent when they are not.
    pub only: Option<FilterLink>,
}

/// An option of a filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilterLink {
    /// The option.
    pub label: String,
    /// The address of the page with it.
    pub href: String,
    /// Whether the page shows it.
    pub is_chosen: bool,
}

/// Published results, or runners of a live board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub caption: String,
    /// Which list of the live page it is: `active` or `finished`; empty for results.
    pub list: &'static str,
    /// Whether everybody sees the name; else it is only for screen readers.
    pub titled: bool,
    /// The head of its first column.
    pub first: &'static str,
    /// Its lines, by place.
    pub rows: Vec<Row>,
}

/// A published result, or a runner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The place, empty without one; for best times whose they are: `Women 40-49`.
    pub before: String,
    /// The runner.
    pub name: String,
    /// The address of the runner's page; absent for a private runner.
    pub href: Option<String>,
    /// Bib and contest: `Bib 101 · 10K`.
    pub details: String,
    /// The time that decides the place, or the status: `44:44`, `DNF`.
    pub time: String,
}

/// A race in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The race's name.
    pub name: String,
    /// The address of its page.
    pub href: String,
    /// Date, distances and place: `Saturday, June 15, 2024 · Half, 10K · Brooklyn, NY`.
    pub text: String,
}

/// The maximum number of races in a list: it is an excerpt; the app shows all of them.
const MAX_LISTED: usize = 40;

/// Whether the body of a path contains the list of races, so that the caller must load them.
pub fn lists_races(path: &str) -> bool {
    let path = path.trim_matches('/').to_lowercase();
    matches!(path.as_str(), "" | "home" | "races" | "raceleague" | "liverace") || routes::status(&path) != 200
}

/// The body of a path. `all` are the site's races, for pages that list them.
pub fn page_body(path: &str, subject: Subject<'_>, site: Site<'_>, all: &[Race], now_ms: i64) -> PageBody {
    match subject {
        Subject::Race(race) => about(race, now_ms),
        Subject::Media(race) => PageBody {
            heading: format!("{} media", race.name.trim()),
            facts: facts(race),
            links: vec![(race.name.trim().to_owned(), race_path(&race.name)), link("All races", "/races")],
            ..PageBody::default()
        },
        Subject::Board(race, first, is_published) => PageBody {
            heading: format!("{} live", race.name.trim()),
            // On a small screen the first runner is below a few lines only.
            facts: if first.is_some() { when(race) } else { facts(race) },
            search: first.map(|first| first.form.clone()),
            paragraphs: first.map(|first| first.notes.clone()).unwrap_or_default(),
            tables: first.map(|first| first.tables.clone()).unwrap_or_default(),
            links: [
                is_published.then(|| (format!("Results of {}", race.name.trim()), results_path(&race.name))),
                Some((race.name.trim().to_owned(), race_path(&race.name))),
                Some(link("All races", "/races")),
            ]
            .into_iter()
            .flatten()
            .chain(live_boards(all, now_ms).into_iter().filter(|(_, path)| *path != board_path(&race.name)))
            .collect(),
            ..PageBody::default()
        },
        Subject::Runner(race, person, search) => PageBody {
            heading: runner::headline(person),
            facts: [vec![person.race.contest_name.clone()], runner::facts(person)].concat(),
            links: [
                search.is_any().then(|| ("Back to the search".to_owned(), search.path(board_path(&race.name)))),
                Some((format!("All runners of {}", race.name.trim()), board_path(&race.name))),
                Some((race.name.trim().to_owned(), race_path(&race.name))),
            ]
            .into_iter()
            .flatten()
            .collect(),
            ..PageBody::default()
        },
        Subject::Result(line) => PageBody {
            heading: result::headline(line),
            facts: [vec![format!("{} at {}", line.contest, line.race.trim()), line.date.clone()], result::facts(line)].concat(),
            links: vec![
                (format!("All results of {}", line.race.trim()), results_path(&line.race)),
                (line.race.trim().to_owned(), race_path(&line.race)),
            ],
            ..PageBody::default()
        },
        Subject::Results(page) => PageBody {
            heading: page.heading(),
            paragraphs: vec![page.rule.clone().unwrap_or_else(|| RESULTS.to_owned())],
            tables: page.tables(),
            links: match &page.race {
                Some(race) => vec![(race.trim().to_owned(), race_path(race)), link("All results", "/results")],
                None => vec![link("Home", "/"), link("All races", "/races")],
            },
            ..PageBody::default()
        },
        Subject::Certificate(check) => PageBody {
            heading: "Certificate".into(),
            paragraphs: vec![check.message.clone()],
            certificate: check.certificate.clone(),
            links: if check.page.is_empty() {
                vec![link("All results", "/results")]
            } else {
                vec![link("The result", &check.page)]
            },
            ..PageBody::default()
        },
        Subject::Profile(username) => PageBody {
            heading: username.to_owned(),
            links: vec![link("All results", "/results"), link("All races", "/races")],
            ..PageBody::default()
        },
        Subject::Missing => PageBody {
            heading: "Page not found".into(),
            paragraphs: vec!["Nothing is at this address.".into()],
            links: vec![link("Home", "/"), link("All races", "/races")],
            ..coming(all, now_ms)
        },
        Subject::Page => page(path, site, all, now_ms),
    }
}

fn page(path: &str, site: Site<'_>, all: &[Race], now_ms: i64) -> PageBody {
    let title = routes::title(path, site.name, None);
    let heading = title.strip_suffix(&format!(" · {}", site.name)).unwrap_or(&title);
    let known = pages().iter().find(|page| page.path.eq_ignore_ascii_case(path.trim_end_matches('/')));
    match (heading, known) {
        ("Home", _) => PageBody {
            heading: site.name.to_owned(),
            bib: next(all, now_ms),
            paragraphs: pages().first().map(|home| home.description.to_owned()).into_iter().collect(),
            links: [live_boards(all, now_ms), vec![link("All races", "/races")]].concat(),
            ..coming(all, now_ms)
        },
        ("Races", _) => PageBody {
            heading: "Races".into(),
            bib: upcoming(all, now_ms).first().map(|(_, race)| bib(race, now_ms, true)),
            links: [live_boards(all, now_ms), vec![link("Home", "/")]].concat(),
            ..coming(all, now_ms)
        },
        (heading, known) => {
            let text = text::text(path.trim_matches('/'));
            let description = known.filter(|_| text.is_none()).map(|page| page.description.to_owned());
            PageBody {
                heading: text.map_or_else(|| heading.to_owned(), |text| text.title.clone()),
                paragraphs: description.into_iter().collect(),
                text,
                links: [live_boards(all, now_ms), vec![link("Home", "/"), link("All races", "/races")]].concat(),
                ..if lists_races(path) { coming(all, now_ms) } else { PageBody::default() }
            }
        }
    }
}

/// The races that are not over, the next one first.
fn upcoming(all: &[Race], now_ms: i64) -> Vec<(RaceDate, &Race)> {
    let dated = all.iter().filter_map(|race| Some((race.date.parse::<RaceDate>().ok()?, race)));
    let mut coming: Vec<(RaceDate, &Race)> = dated.filter(|(_, race)| !stage(race, now_ms).is_past()).collect();
    coming.sort_by_cached_key(|(date, race)| (*date, listing::order_in_day(&race.distance_start_times, &race.name)));
    coming
}

/// The bib of the race that the start page shows as the next one.
fn next(all: &[Race], now_ms: i64) -> Option<Bib> {
    let coming = upcoming(all, now_ms);
    let next = phase::next(coming.iter().map(|(_, race)| Schedule::from(*race)), now_ms).unwrap_or_default();
    coming.get(next).map(|(_, race)| bib(race, now_ms, false))
}

fn bib(race: &Race, now_ms: i64, photo: bool) -> Bib {
    Bib { card: share_card(race, now_ms), href: Some(race_path(&race.name)), photo }
}

/// Links to the boards of the races that are live now.
fn live_boards(all: &[Race], now_ms: i64) -> Vec<(String, String)> {
    let live = upcoming(all, now_ms).into_iter().filter(|(_, race)| stage(race, now_ms).is_live());
    live.map(|(_, race)| (format!("{}: live now", race.name.trim()), board_path(&race.name))).collect()
}

/// The races that have not started yet, as in every list of upcoming races.
fn coming(all: &[Race], now_ms: i64) -> PageBody {
    let coming = upcoming(all, now_ms).into_iter().filter(|(_, race)| stage(race, now_ms) != RaceStage::Running);
    let races: Vec<Line> = coming.take(MAX_LISTED).map(|(_, race)| line(race)).collect();
    PageBody { races_heading: if races.is_empty() { "" } else { "Coming races" }, races, ..PageBody::default() }
}

fn line(race: &Race) -> Line {
    let what = distances(race).join(", ");
    let parts = [state(race).unwrap_or_default(), &day(race), &what, race.card_location.trim()].map(str::to_owned);
    Line {
        name: race.name.trim().to_owned(),
        href: race_path(&race.name),
        text: parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "),
    }
}

fn about(race: &Race, now_ms: i64) -> PageBody {
    let register = registration::state(race.is_canceled, race.max_capacity, &race.link);
    let mut links = vec![("Media".to_owned(), format!("{}/media", race_path(&race.name))), link("All races", "/races")];
    let mut facts = facts(race);
    let phase = Schedule::from(race).phase(now_ms);
    match register.href.filter(|_| phase.stage.takes_entries()) {
        Some(href) => links.insert(0, (register.label, href)),
        None if register.disabled && !phase.stage.is_past() => facts.push(register.tooltip),
        None => {}
    }
    if !phase.title.is_empty() {
        facts.insert(0, phase.title);
    }
    // It is not known here whether a past race was timed; a live race always has a board.
    if let Some(board) = phase.follow.filter(|follow| follow.to == Follow::Board) {
        links.insert(0, (board.label, board_path(&race.name)));
    }
    let paragraphs = paragraphs(&race.about);
    let bib = Some(Bib { href: None, ..bib(race, now_ms, false) });
    PageBody { heading: race.name.trim().to_owned(), bib, facts, paragraphs, links, ..PageBody::default() }
}

fn facts(race: &Race) -> Vec<String> {
    let place = [starts(race), race.card_location.trim().into(), race.string_address.trim().into()];
    let mut lines = when(race);
    lines.extend(place.into_iter().filter(|line| !line.is_empty()));
    lines.dedup();
    lines
}

/// Whether the race takes place, and the day.
fn when(race: &Race) -> Vec<String> {
    let lines = [state(race).unwrap_or_default().to_owned(), day(race)];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

fn link(label: &str, href: &str) -> (String, String) {
    (label.to_owned(), href.to_owned())
}
