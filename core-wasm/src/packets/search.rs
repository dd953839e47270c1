//! Race-day search: a runner's bib, distance, wave, start, pen and packet place, found by bib or name.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Place;
use super::place;
use crate::dates::{self, StartTime};
use crate::live::board::{Board, SearchText, full_name};
use crate::notice::{Notice, Tone};
use crate::order;
use crate::race::phase::{RaceStage, Schedule};
use crate::race::{DistanceStart, RaceDateEntry, schedule};
use crate::text;
use crate::timing::standing::{LiveDocument, Row, bib_order};
use crate::timing::{Entrant, Setup};

/// The maximum number of runners of one answer.
pub const MAX_FOUND: usize = 20;
/// The longest search, in characters (SECURITY, search).
pub const SEARCH_CHARS: usize = 100;

/// What the search needs of a race besides its runners.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RaceDay {
    /// Its name, date and start times.
    pub race: RaceDateEntry,
    /// Where packets are handed out, and the pens.
    pub places: Vec<Place>,
}

/// A runner who was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FoundRunner {
    /// Unique within the race.
    pub bib: String,
    /// First and last name; "Bib 1234" when no name is known.
    pub name: String,
    /// The contest's name.
    pub distance: String,
    /// The wave's name; empty for the only wave of a contest.
    pub wave: String,
    /// When the wave starts or started, in epoch milliseconds; null while the race has no date or no such distance.
    #[cfg_attr(feature = "schema", schema(required))]
    pub starts_at: Option<i64>,
    /// Where the runner stands before the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pen: Option<String>,
    /// Where the packet is handed out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packet: Option<String>,
    /// "registered", "started", "on course", "finished", "DNF", "DQ" or "DNS".
    pub status: String,
}

/// A runner who was found, as texts ready to be shown; an empty one is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FoundLine {
    /// Unique within the race.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// The contest's name.
    pub distance: String,
    /// The wave's name.
    pub wave: String,
    /// The start of the wave: `8:30 AM`.
    pub start: String,
    /// Where the runner stands before the start.
    pub pen: String,
    /// Where the packet is handed out.
    pub packet: String,
    /// The label of the status.
    pub status: String,
}

/// What a search has found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FoundPage {
    /// How many runners fit.
    pub total: usize,
    /// The first of them, at most [`MAX_FOUND`].
    pub lines: Vec<FoundLine>,
    /// The heading when nobody is shown; else empty.
    pub title: String,
    /// What to do: type, type more, or whom to ask.
    pub hint: String,
    /// What to know about the race: canceled, or over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<Notice>,
    /// Whether the race is over, so that there are results.
    pub over: bool,
}

impl RaceDay {
    /// The start of a wave: its gun; before that, the start of the distance on the race's page.
    fn starts_at(&self, contest: &str, gun: Option<i64>) -> Option<i64> {
        let planned = || {
            let time = schedule::start_of(&self.race.distance_start_times, contest)?;
            Some(dates::local_to_instant(self.race.date.parse().ok()?, time, dates::zone_or_default(&self.race.time_zone)))
        };
        gun.or_else(planned)
    }

    /// A row of a field as the search shows it.
    pub fn found(&self, head: &LiveDocument, row: &Row) -> FoundRunner {
        let contest = head.contests.get(row.contest);
        let distance = contest.map(|contest| contest.name.clone()).unwrap_or_default();
        let place = place::of(&self.places, &row.bib);
        let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        FoundRunner {
            bib: row.bib.to_string(),
            name: full_name(row),
            wave: contest.map(|contest| contest.wave_name(row.wave).to_owned()).unwrap_or_default(),
            starts_at: self.starts_at(&distance, contest.and_then(|contest| contest.gun_of(row.wave))),
            distance,
            pen: place.and_then(|place| some(&place.pen)),
            packet: place.and_then(|place| some(&place.packet)),
            status: row.status.word().to_owned(),
        }
    }

    fn line(&self, head: &LiveDocument, row: &Row) -> FoundLine {
        let FoundRunner { bib, name, distance, wave, starts_at, pen, packet, .. } = self.found(head, row);
        let minutes = starts_at.map(|at| dates::minute_of_day(at, dates::zone_or_default(&self.race.time_zone)));
        let start = minutes.and_then(StartTime::from_minutes).map(|time| time.to_string()).unwrap_or_default();
        let status = row.status.label().to_owned();
        FoundLine { bib, name, distance, wave, start, pen: pen.unwrap_or_default(), packet: packet.unwrap_or_default(), status }
    }

    fn notice(&self, stage: RaceStage) -> Option<Notice> {
        let text = match stage {
            RaceStage::Canceled => "This race is canceled. There is no start and no packet pick-up.",
            RaceStage::Missed => "This race was called off and did not take place.",
            RaceStage::Over => "This race is over.",
            RaceStage::Coming | RaceStage::Opening | RaceStage::Running => return None,
        };
        Some(Notice { tone: Tone::Info, text: text.into(), clear_after_ms: None })
    }
}

/// When somebody on a start list starts, at the race's place: by the gun of the own wave, once it is set; before that by the start of the
/// distance on the race's page. `None` while neither is known.
pub fn own_start(rows: &[DistanceStart], time_zone: &str, setup: &Setup, entrant: &Entrant) -> Option<StartTime> {
    let contest = setup.contest_named(&entrant.contest).and_then(|at| setup.contests.get(at));
    let gun = contest.and_then(|contest| {
        let wave = contest.wave_of(&entrant.bib, entrant.wave.as_deref());
        contest.starts().get(wave)?.gun
    });
    match gun {
        Some(gun) => StartTime::from_minutes(dates::minute_of_day(gun, dates::zone_or_default(time_zone))),
        None => schedule::start_of(rows, &entrant.contest),
    }
}

/// How well a runner fits a search: by the whole bib, by its beginning, by the beginning of a name, or otherwise.
pub(super) fn fit(bib: &str, name: &str, folded: &str) -> u8 {
    // Apostrophes and points are typed or not, as in the search itself.
    let plain = |text: &str| text.replace(['\'', '.'], "");
    let name = || plain(&text::fold(name));
    let folded = plain(folded.trim_start_matches('#'));
    let folded = folded.as_str();
    match () {
        () if bib.eq_ignore_ascii_case(folded) => 0,
        () if !folded.is_empty() && bib.to_ascii_lowercase().starts_with(folded) => 1,
        () if name().split([' ', '-']).any(|word| word.starts_with(folded)) => 2,
        () => 3,
    }
}

/// The indices of the runners that fit, the best first, and how many fit. A blank search fits nobody.
pub fn best<'a>(
    names: &SearchText,
    search: &str,
    runner: impl Fn(usize) -> Option<(Cow<'a, str>, String)>,
) -> (usize, Vec<usize>) {
    let search: String = search.trim().chars().take(SEARCH_CHARS).collect();
    let folded = text::fold(&search);
    let Some(found) = names.find(&search) else { return (0, Vec::new()) };
    let mut runners: Vec<(u8, Cow<'_, str>, usize)> = found
        .iter()
        .filter_map(|at| {
            let at = at as usize;
            let (bib, name) = runner(at)?;
            Some((fit(&bib, &name, &folded), bib, at))
        })
        .collect();
    order::sort_by(&mut runners, |(a_fit, a, _), (b_fit, b, _)| a_fit.cmp(b_fit).then_with(|| bib_order(a, b)));
    (runners.len(), runners.into_iter().take(MAX_FOUND).map(|(.., at)| at).collect())
}

/// Searches a board for the page of the race's day.
pub fn find(board: &Board, search: &str, day: &RaceDay, now_ms: i64) -> FoundPage {
    let head = board.document();
    let runner = |at: usize| head.runners.get(at).map(|row| (head.runners.bib(at), full_name(&row)));
    let (total, best) = best(board.search_text(), search, runner);
    let stage = Schedule::from(&day.race).stage(now_ms);
    let (title, hint) = words(head.runners.is_empty(), search.trim(), total);
    let lines = best.into_iter().filter_map(|at| Some(day.line(head, &head.runners.get(at)?))).collect();
    FoundPage { total, lines, title, hint, notice: day.notice(stage), over: stage == RaceStage::Over }
}

/// The heading and the hint of a search.
fn words(nobody: bool, search: &str, total: usize) -> (String, String) {
    let (title, hint) = match (nobody, search, total) {
        (true, ..) => (
            "The list of runners is not here yet".to_owned(),
            "Bibs appear here as soon as the race director has taken the list in. Look again later.".to_owned(),
        ),
        (_, "", _) => (String::new(), "Type your bib or a part of your name.".to_owned()),
        (.., 0) => {
            let shown: String = search.chars().take(40).collect();
            (
                format!("Nobody fits “{shown}”"),
                "Check the spelling, or type only the last name or only the bib. If you are registered and not here, go to the \
                 registration desk with your confirmation."
                    .to_owned(),
            )
        }
        (.., total) if total > MAX_FOUND => {
            (String::new(), format!("{total} runners fit; the first {MAX_FOUND} are shown. Type more."))
        }
        _ => (String::new(), String::new()),
    };
    (title, hint)
}
