//! Bindings of the slice `race`, as pages ask it; what its editors ask is in `editor`.

use super::Ts;
use crate::flag::Flag;
use crate::links;
use crate::race::calendar::{self, Ahead, Calendar, CalendarCard, CalendarFilter};
use crate::race::distance::{self, DistanceTone};
use crate::race::failure::{self, Failure, FailureKind, LoadKind, LoadOutcome};
use crate::race::month_sheet::{self, MonthSheet};
use crate::race::phase::{RacePhase, RaceStage, Schedule};
use crate::race::picture::{self, PictureSize};
use crate::race::registration::{self, Registration};
use crate::race::sections::{self, MediaPart, RaceSections, SectionFacts};
use crate::race::weather::{self, Forecast, WeatherDays, WeatherEnd, WeatherSlot};
use crate::race::{DistanceStart, RaceDateEntry, name, schedule};

exports! {
    /// The state of the Register button.
    raceRegistration(is_canceled: Ts<Flag>, max_capacity: Ts<Flag>, link: &str) -> Ts<Registration> =
        registration::state(is_canceled, max_capacity, link);

    /// The calendar by month, narrowed by its filters.
    calendarView(cards: Vec<Ts<CalendarCard>>, filter: Ts<CalendarFilter>, now_ms: f64) -> Ts<Calendar> =
        calendar::view(&cards, &filter, now_ms as i64);

    /// The races to come.
    racesAhead(cards: Vec<Ts<CalendarCard>>, now_ms: f64) -> Ts<Ahead> = calendar::ahead(&cards, now_ms as i64);

    /// The colour that goes with these distances: that of the greatest.
    raceTone(names: Vec<String>) -> Ts<DistanceTone> = distance::race_tone(&names);

    /// The sizes in which a picture is kept, the smallest first.
    pictureSizes(url: &str, width: Option<u32>) -> Vec<Ts<PictureSize>> = picture::sizes(url, width);

    /// The paragraphs of a text; a line break inside one stays.
    paragraphs(text: &str) -> Vec<String> = crate::text::paragraphs(text);

    /// The weeks of a month.
    monthSheet(key: &str, today: &str) -> Ts<MonthSheet> = month_sheet::sheet(key, today.parse()?);

    /// Where a race stands, in words, and what it offers.
    racePhase(race: Ts<RaceDateEntry>, now_ms: f64) -> Ts<RacePhase> = Schedule::from(&race).phase(now_ms as i64);

    /// What a page says when its race can't be loaded.
    loadFailure(kind: Ts<LoadKind>, outcome: Ts<LoadOutcome>) -> Ts<Failure> = failure::load_failure(kind, &outcome);

    /// What can be done about a load that failed.
    loadFailureKind(outcome: Ts<LoadOutcome>) -> Ts<FailureKind> = failure::kind(&outcome);

    /// The name in the last segment of an address.
    raceNameFromSegment(segment: &str) -> String = name::from_segment(segment);

    /// The earliest start of all rows, `7:30 AM`; undefined when there is none.
    distanceEarliest(rows: Vec<Ts<DistanceStart>>) -> Option<String> = schedule::earliest(&rows).map(|time| time.to_string());

    /// The distances as a race's card and bib name them.
    distanceShown(distance: &str, rows: Vec<Ts<DistanceStart>>) -> Vec<String> = schedule::shown(distance, &rows);

    /// The hours of the weather strip; empty means that it is unavailable.
    weatherSlots(forecast: Ts<Forecast>, earliest_start: &str) -> Vec<Ts<WeatherSlot>> =
        weather::slots(&forecast, earliest_start);

    /// The days whose hours the strip needs; undefined when the date or the start can't be read.
    weatherDays(date: &str, earliest_start: &str) -> Option<Ts<WeatherDays>> = weather::days(date, earliest_start);

    /// The heading of the strip.
    weatherTitle(earliest_start: &str) -> String = weather::title(earliest_start);

    /// Why the strip has no hours, and what a visitor can do about it.
    weatherWhy(race: Ts<RaceDateEntry>, end: Ts<WeatherEnd>, now_ms: f64) -> String = weather::why(&race, end, now_ms as i64);

    /// What the strip says when it has no hours.
    weatherUnavailable() -> String = weather::UNAVAILABLE.into();

    /// How long the strip waits for its services altogether, in milliseconds.
    weatherPatienceMs() -> u32 = weather::PATIENCE_MS;

    /// What to ask the geocoder for, in turn.
    weatherPlaces(address: &str) -> Vec<String> = weather::places(address);

    /// Where a card's website path leads; undefined when nowhere.
    linkPath(path: &str) -> Option<String> = links::path_href(path);

    /// The conditional parts of a race's page.
    raceSections(race: Ts<SectionFacts>) -> Ts<RaceSections> = sections::sections(&race);

    /// The parts of a race's media page, worded for where the race stands.
    mediaParts(race: Ts<SectionFacts>, stage: Ts<RaceStage>) -> Vec<Ts<MediaPart>> = sections::media(&race, stage);
}
