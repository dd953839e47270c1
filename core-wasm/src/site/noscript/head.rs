//! The contents of a page's head.

use serde_json::Value;

use super::live::{FirstRunners, LiveSearch};
use super::result::{self, ResultsPage};
use super::{Site, event, runner, summary};
use crate::links;
use crate::live::participant::Participant;
use crate::race::Race;
use crate::results::certificate::Verified;
use crate::results::leaderboard::ResultLine;
use crate::site::routes;

/// The subject of a path.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    /// A page of the table of routes.
    Page,
    /// A race's page.
    Race(&'a Race),
    /// A race's media page.
    Media(&'a Race),
    /// A race's live board, its first runners, if they are known, and whether results of the race are published.
    Board(&'a Race, Option<&'a FirstRunners>, bool),
    /// A runner on that board, and the search that the board shows.
    Runner(&'a Race, &'a Participant, &'a LiveSearch),
    /// A published result of a runner.
    Result(&'a ResultLine),
    /// The check of a certificate.
    Certificate(&'a Verified),
    /// The published results of a race, or of all.
    Results(&'a ResultsPage),
    /// A profile that everybody may see, by its username.
    Profile(&'a str),
    /// No page exists: the 404 page.
    Missing,
}

/// A head as plain text; addresses are absolute.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    /// The window's title.
    pub title: String,
    /// One or two sentences.
    pub description: String,
    /// The page's canonical address; absent for pages that search engines must not list.
    pub canonical: Option<String>,
    /// The address of a shared link; absent when the page is not shared.
    pub shared: Option<String>,
    /// Whether search engines must not list it.
    pub noindex: bool,
    /// The headline of a shared link.
    pub headline: String,
    /// The picture of a shared link.
    pub image: String,
    /// The picture's alternative text.
    pub image_alt: String,
    /// Structured data (schema.org), a graph.
    pub data: Option<Value>,
}

/// A page that search engines may list: its path and its description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// The path, as in the spec's table.
    pub path: &'static str,
    /// The description for search engines.
    pub description: &'static str,
}

const HOME: &str = "Half marathons, 10Ks, 5Ks and triathlons: races, live tracking and results.";

/// The description of the page with the results of all races.
pub(super) const RESULTS: &str =
    "The official results of all races by place, with times and paces, the awards, the best times and the course records.";

/// The pages without a subject that search engines may list, in the sitemap's order. Other pages are left out: those that need
/// a login, forms, and the pages of persons.
const PAGES: &[Page] = &[
    Page { path: "/", description: HOME },
    Page { path: "/races", description: "All races with their dates, distances, start times and registration." },
    Page {
        path: "/liveRace",
        description: "Follow the runners of today's race: splits, pace and finish times as they are read.",
    },
    Page { path: "/results", description: RESULTS },
    Page { path: "/refundtransfer", description: "Refunds, and how to move a registration to another race or distance." },
    Page { path: "/raceleague", description: "The race league: points over the season's races." },
    Page { path: "/termsandconditions", description: "The terms and conditions of races and of this site." },
    Page { path: "/privacypolicy", description: "What this site stores about you, why, and how to have it removed." },
];

/// The pages without a subject that search engines may list.
pub fn pages() -> &'static [Page] {
    PAGES
}

/// The path of a race's page: `/race/Spring%20Half`.
pub fn race_path(name: &str) -> String {
    format!("/race/{}", links::encode(name))
}

/// The path of a race's live board: `/liveRace?race=Spring%20Half`.
pub fn board_path(name: &str) -> String {
    format!("/liveRace?race={}", links::encode(name))
}

/// The path of a race's results: `/results?race=Spring%20Half`.
pub fn results_path(name: &str) -> String {
    format!("/results?race={}", links::encode(name))
}

/// The path of a runner on that board.
pub fn runner_path(name: &str, bib: &str) -> String {
    format!("{}&bib={}", board_path(name), links::encode(bib))
}

/// The head of a path. `image` is the absolute address of the share picture.
pub fn head(path: &str, subject: Subject<'_>, site: Site<'_>, image: &str, now_ms: i64) -> Head {
    let name = match subject {
        Subject::Race(race) | Subject::Media(race) => Some(race.name.as_str()),
        Subject::Profile(username) => Some(username),
        Subject::Page
        | Subject::Board(..)
        | Subject::Runner(..)
        | Subject::Result(_)
        | Subject::Certificate(_)
        | Subject::Results(_)
        | Subject::Missing => None,
    };
    // The title of an unknown path is only the brand (SPEC §2); so is that of an unknown race, whose path is a route.
    let unknown = matches!(subject, Subject::Missing) && routes::status(path) == 200;
    let title = if unknown { site.name.to_owned() } else { routes::title(path, site.name, name) };
    let page = page(path);
    let canonical = match subject {
        Subject::Race(race) => Some(race_path(&race.name)),
        Subject::Media(race) => Some(format!("{}/media", race_path(&race.name))),
        // A runner's address shows the race's board with that runner's details.
        Subject::Board(race, ..) | Subject::Runner(race, ..) => Some(board_path(&race.name)),
        Subject::Result(line) => Some(result::result_path(line)),
        Subject::Results(page) => Some(page.path()),
        Subject::Page => page.map(|page| page.path.to_owned()),
        // Only who has the address of a certificate sees it, and a profile is its person's.
        Subject::Certificate(_) | Subject::Profile(_) | Subject::Missing => None,
    };
    let shared = match subject {
        Subject::Runner(race, runner, _) => Some(runner_path(&race.name, &runner.bib)),
        _ => canonical.clone(),
    };
    let (description, image_alt) = match subject {
        Subject::Race(race) => (summary(race), alt(race)),
        Subject::Media(race) => {
            (format!("Live stream, course map and photos of {}. {}", race.name.trim(), summary(race)), alt(race))
        }
        Subject::Board(race, ..) => (format!("Follow the runners of {}. {}", race.name.trim(), summary(race)), alt(race)),
        Subject::Runner(_, runner, _) => (runner::description(runner), format!("A race bib: {}", runner::headline(runner))),
        Subject::Result(line) => (result::description(line), format!("A race bib: {}", result::headline(line))),
        Subject::Certificate(check) => (check.message.clone(), site.name.to_owned()),
        Subject::Profile(username) => (format!("Results and bests of {username}."), site.name.to_owned()),
        Subject::Results(results) => {
            let description = results.description().unwrap_or_else(|| page.map_or(HOME, |page| page.description).to_owned());
            (description, site.name.to_owned())
        }
        Subject::Page => (page.map_or(HOME, |page| page.description).to_owned(), site.name.to_owned()),
        Subject::Missing => ("This page does not exist.".to_owned(), site.name.to_owned()),
    };
    let data = canonical.as_deref().map(|path| event::graph(path, subject, site, image, now_ms));
    Head {
        headline: match subject {
            Subject::Runner(_, runner, _) => runner::headline(runner),
            Subject::Result(line) => result::headline(line),
            Subject::Board(race, ..) => format!("{} live", race.name.trim()),
            Subject::Results(page) if page.race.is_some() => format!("{}: {}", page.view_name(), page.heading()),
            Subject::Race(_) | Subject::Media(_) | Subject::Profile(_) => {
                title.strip_suffix(&format!(" · {}", site.name)).unwrap_or(&title).to_owned()
            }
            _ if canonical.as_deref() == Some("/") => site.name.to_owned(),
            _ => title.clone(),
        },
        title,
        description: super::cut(&description, 200),
        // Search engines must not list the pages of persons.
        noindex: canonical.is_none() || matches!(subject, Subject::Runner(..) | Subject::Result(_)),
        canonical: canonical.map(|path| format!("{}{path}", site.url)),
        shared: shared.map(|path| format!("{}{path}", site.url)),
        image: image.to_owned(),
        image_alt,
        data,
    }
}

fn page(path: &str) -> Option<&'static Page> {
    let path = path.split(['?', '#']).next().unwrap_or_default().trim_matches('/');
    let path = if path.eq_ignore_ascii_case("home") { "" } else { path };
    PAGES.iter().find(|page| page.path.trim_start_matches('/').eq_ignore_ascii_case(path))
}

fn alt(race: &Race) -> String {
    format!("A race bib: {}, {}, {}", race.name.trim(), super::day(race), super::distances(race).join(", "))
}
