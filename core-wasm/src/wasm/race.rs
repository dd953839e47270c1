//! Bindings of the slice `race` for its pages; those for its editors are in `editor`.

use super::Ts;
use crate::flag::Flag;
use crate::links;
use crate::race::calendar::{self, Calendar, CalendarCard, CalendarFilter, UpcomingRaces};
use crate::race::date_text::{self, DateText};
use crate::race::distance::{self, DistanceTone};
use crate::race::failure::{self, Failure, FailureKind, LoadKind, LoadOutcome};
use crate::race::month_sheet::{self, MonthSheet};
use crate::race::phase::{RacePhase, RaceStage, Schedule};
use crate::race::picture::{self, PictureSize};
use crate::race::registration::{self, Registration};
use crate::race::sections::{self, MediaPart, RaceSections, SectionFacts};
use crate::race::weather::{self, Forecast, WeatherDays, WeatherFailure, WeatherSlot};
use crate::race::{DistanceStart, RaceDateEntry, name, schedule};

exports! {
    /// The state of the Register button.
    raceRegistration(is_canceled: Ts<Flag>, max_capacity: Ts<Flag>, link: &str) -> Ts<Registration> =
        registration::state(is_canceled, max_capacity, link);

    /// Whether pages offer to add a race to the visitor's calendar; `open` when the page still offers to register for it.
    calendarOffered(open: bool, is_canceled: Ts<Flag>, date: &str) -> bool =
        registration::calendar_offered(open, is_canceled, date);

    /// The calendar by month, with its filters applied.
    calendarView(cards: Vec<Ts<CalendarCard>>, filter: Ts<CalendarFilter>, now_ms: f64) -> Ts<Calendar> =
        calendar::view(&cards, &filter, now_ms as i64);

    /// The upcoming races.
    upcomingRaces(cards: Vec<Ts<CalendarCard>>, now_ms: f64) -> Ts<UpcomingRaces> = calendar::upcoming(&cards, now_ms as i64);

    /// The colour of a race with these distances: that of the greatest.
    raceTone(names: Vec<String>) -> Ts<DistanceTone> = distance::race_tone(&names);

    /// The stored sizes of a picture, the smallest first.
    pictureSizes(url: &str, width: Option<u32>) -> Vec<Ts<PictureSize>> = picture::sizes(url, width);

    /// The paragraphs of a text; a line break inside a paragraph is kept.
    paragraphs(text: &str) -> Vec<String> = crate::text::paragraphs(text);

    /// The weeks of a month.
    monthSheet(key: &str, today: &str) -> Ts<MonthSheet> = month_sheet::sheet(key, today.parse()?);

    /// The phase of a race: its stage, the texts and the link.
    racePhase(race: Ts<RaceDateEntry>, now_ms: f64) -> Ts<RacePhase> = Schedule::from(&race).phase(now_ms as i64);

    /// The message of a page whose race can't be loaded.
    loadFailure(kind: Ts<LoadKind>, outcome: Ts<LoadOutcome>) -> Ts<Failure> = failure::load_failure(kind, &outcome);

    /// The kind of a failed load, which decides what the visitor can do.
    loadFailureKind(outcome: Ts<LoadOutcome>) -> Ts<FailureKind> = failure::kind(&outcome);

    /// The name in the last segment of an address.
    raceNameFromSegment(segment: &str) -> String = name::from_segment(segment);

    /// The texts for a race's weekday and date.
    dateText(day: &str, date: &str) -> Ts<DateText> = date_text::date_text(day, date);

    /// The earliest start of all rows, `7:30 AM`; undefined when there is none.
    distanceEarliest(rows: Vec<Ts<DistanceStart>>) -> Option<String> = schedule::earliest(&rows).map(|time| time.to_string());

    /// The distances that a race's card and bib show.
    distanceShown(distance: &str, rows: Vec<Ts<DistanceStart>>) -> Vec<String> = schedule::shown(distance, &rows);

    /// The hours of the weather strip; empty means that it is unavailable.
    weatherSlots(forecast: Ts<Forecast>, earliest_start: &str) -> Vec<Ts<WeatherSlot>> =
        weather::slots(&forecast, earliest_start);

    /// The first and last day of the forecast that the strip needs; undefined when the date or the start can't be read.
    weatherDays(date: &str, earliest_start: &str) -> Option<Ts<WeatherDays>> = weather::days(date, earliest_start);

    /// The heading of the strip.
    weatherTitle(earliest_start: &str) -> String = weather::title(earliest_start);

    /// The reason why the strip has no hours, and what a visitor can do about it.
    weatherReason(race: Ts<RaceDateEntry>, failure: Ts<WeatherFailure>, now_ms: f64) -> String =
        weather::reason(&race, failure, now_ms as i64);

    /// The strip's text when it has no hours.
    weatherUnavailable() -> String = weather::UNAVAILABLE.into();

    /// The total time for the requests to the weather services, in milliseconds.
    weatherTimeoutMs() -> u32 = weather::TIMEOUT_MS;

    /// The texts to send to the geocoder, one after the other.
    weatherPlaces(address: &str) -> Vec<String> = weather::places(address);

    /// The address of a card's website path; undefined when it has none.
    linkPath(path: &str) -> Option<String> = links::path_href(path);

    /// The conditional parts of a race's page.
    raceSections(race: Ts<SectionFacts>) -> Ts<RaceSections> = sections::sections(&race);

    /// The parts of a race's media page, with texts for the race's stage.
    mediaParts(race: Ts<SectionFacts>, stage: Ts<RaceStage>) -> Vec<Ts<MediaPart>> = sections::media(&race, stage);
}
