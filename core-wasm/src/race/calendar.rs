//! The calendar of races: by month, with its filters and the state of each race (SPEC §2, the screen /races).
//!
//! Nothing here reads a clock: the caller passes the time.

use serde::{Deserialize, Serialize};

use super::date_text::UNDATED;
use super::phase::{FollowLink, RaceStage, Schedule};
use super::{DistanceStart, distance, listing, phase, registration};
use crate::dates::{self, RaceDate};
use crate::flag::Flag;
use crate::order;
use crate::text;

/// The fields of a race's card on which the calendar depends; the page keeps the cards themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[allow(missing_docs, reason = "the fields are those of RaceCard")]
pub struct CalendarCard {
    pub race: String,
    pub date: String,
    pub distance: String,
    pub distance_start_times: Vec<DistanceStart>,
    pub card_location: String,
    #[serde(rename = "isCanceled")]
    pub is_canceled: Flag,
    pub max_capacity: Flag,
    pub link: String,
    #[cfg_attr(target_arch = "wasm32", serde(default, deserialize_with = "crate::text::or_default"), tsify(optional))]
    pub time_zone: String,
}

/// The filters that a visitor chose for the calendar; an absent or blank filter matches every race.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CalendarFilter {
    /// One of [`Calendar::distances`], in any case.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub distance: Option<String>,
    /// One of [`Calendar::states`], in any case.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub state: Option<String>,
    /// The key of one of [`Calendar::months`]: `2024-06`.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub month: Option<String>,
    /// Only races that can be registered for now.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub open: Option<bool>,
    /// Words of the race's name or place, in any case and order.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub q: Option<String>,
}

/// The state of a race in the calendar; when several apply, the first in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RaceState {
    /// The race is canceled; this state precedes all others (SPEC §4).
    Canceled,
    /// Its live window is open.
    Live,
    /// The race is over.
    Past,
    /// The race is full.
    SoldOut,
    /// Registration is open.
    Open,
    /// Registration is not open yet.
    Soon,
}

/// A race of the calendar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CalendarRace {
    /// Its index in the list of cards that was passed in.
    pub index: u32,
    /// The race's state.
    pub state: RaceState,
    /// The label of the state; blank for the usual states, open and past.
    pub label: String,
    /// Whether the Register button is shown: not after the race has started.
    pub register: bool,
    /// The link to the live board or the results, once the live window has opened; shown instead of or next to the Register
    /// button.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub follow: Option<FollowLink>,
}

/// A month and its races.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CalendarMonth {
    /// `2024-06`; blank for races without a date.
    pub key: String,
    /// `June 2024`.
    pub title: String,
    /// The races in the calendar's order.
    pub races: Vec<CalendarRace>,
}

/// The filtered calendar, and the values of its filters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Calendar {
    /// The months with upcoming races, the next one first; races without a date last.
    pub coming: Vec<CalendarMonth>,
    /// The months with past races, the latest first.
    pub past: Vec<CalendarMonth>,
    /// The distances that occur, the shortest first.
    pub distances: Vec<String>,
    /// The codes of the states in which races take place: `NY`.
    pub states: Vec<String>,
    /// Every month that has an upcoming race: its key and its title, without its races.
    pub months: Vec<CalendarMonth>,
}

/// The upcoming races, as the start page and the league page list them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UpcomingRaces {
    /// The next race ([`phase::next`]); when no race takes entries, the first upcoming one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub next: Option<CalendarRace>,
    /// The other upcoming races that are not live: the start page shows live races at its top.
    pub others: Vec<CalendarRace>,
    /// The upcoming races that are neither canceled nor live, including the next one.
    pub planned: Vec<CalendarRace>,
}

/// The calendar of these races at a moment; each race's state is computed in its own zone.
pub fn view(cards: &[CalendarCard], filter: &CalendarFilter, now_ms: i64) -> Calendar {
    let mut calendar = Calendar::default();
    let mut listed: Vec<(u32, &CalendarCard)> = (0..).zip(cards).collect();
    order::sort_by_key(&mut listed, |(_, card)| {
        let schedule = schedule(card);
        let today = dates::date_in(now_ms, schedule.zone());
        // A race that continues after midnight is not over, so it keeps its position from the day of the race.
        let running = card.date.parse().ok().filter(|_| schedule.stage(now_ms).is_live());
        listing::order(&card.date, &card.distance_start_times, &card.race, running.unwrap_or(today))
    });
    for (index, card) in listed {
        let date = card.date.parse::<RaceDate>().ok();
        let phase = schedule(card).phase(now_ms);
        let state = state(card, phase.stage);
        let distances = distances(card);
        let place = state_code(&card.card_location);
        let (key, title) = month(date);

        for distance in &distances {
            add(&mut calendar.distances, distance);
        }
        if let Some(place) = place {
            add(&mut calendar.states, place);
        }
        if state != RaceState::Past && date.is_some() {
            group(&mut calendar.months, &key, &title);
        }

        let fits = is(filter.distance.as_deref(), |wanted| distances.iter().any(|one| one.eq_ignore_ascii_case(wanted)))
            && is(filter.state.as_deref(), |wanted| place.is_some_and(|place| place.eq_ignore_ascii_case(wanted)))
            && is(filter.month.as_deref(), |wanted| key == wanted)
            && (filter.open != Some(true) || can_register(card, phase.stage))
            && is(filter.q.as_deref(), |wanted| {
                text::matches_search(&[card.race.as_str(), " ", &card.card_location].concat(), wanted)
            });
        if fits {
            let months = if state == RaceState::Past { &mut calendar.past } else { &mut calendar.coming };
            if let Some(month) = group(months, &key, &title) {
                let register = phase.stage.takes_entries() || phase.stage == RaceStage::Canceled;
                month.races.push(CalendarRace { index, state, label: label(state).into(), register, follow: phase.follow });
            }
        }
    }
    let rank = |name: &str| distance::KINDS.iter().position(|(_, kind)| *kind == name).unwrap_or(distance::KINDS.len());
    order::sort_by_key(&mut calendar.distances, |name| (rank(name), name.clone()));
    order::sort_by_key(&mut calendar.states, String::clone);
    calendar
}

/// The upcoming races at a moment, in the calendar's order.
pub fn upcoming(cards: &[CalendarCard], now_ms: i64) -> UpcomingRaces {
    let months = view(cards, &CalendarFilter::default(), now_ms).coming;
    let coming: Vec<CalendarRace> = months.into_iter().flat_map(|month| month.races).collect();
    let schedules = coming.iter().filter_map(|race| Some(schedule(cards.get(usize::try_from(race.index).ok()?)?)));
    let next = coming.get(phase::next(schedules, now_ms).unwrap_or_default()).cloned();
    let not_live = |race: &&CalendarRace| race.state != RaceState::Live;
    UpcomingRaces {
        others: coming.iter().filter(not_live).filter(|race| next.as_ref() != Some(*race)).cloned().collect(),
        planned: coming.iter().filter(not_live).filter(|race| race.state != RaceState::Canceled).cloned().collect(),
        next,
    }
}

/// A canceled race stays among the upcoming ones until its day is over, so that visitors see the cancellation and do not travel
/// to it.
fn state(card: &CalendarCard, stage: RaceStage) -> RaceState {
    match stage {
        RaceStage::Over | RaceStage::Missed => RaceState::Past,
        RaceStage::Canceled => RaceState::Canceled,
        RaceStage::Opening | RaceStage::Running => RaceState::Live,
        RaceStage::Coming if card.max_capacity.0 => RaceState::SoldOut,
        RaceStage::Coming if can_register(card, stage) => RaceState::Open,
        RaceStage::Coming => RaceState::Soon,
    }
}

fn can_register(card: &CalendarCard, stage: RaceStage) -> bool {
    stage.takes_entries() && !registration::state(card.is_canceled, card.max_capacity, &card.link).disabled
}

fn schedule(card: &CalendarCard) -> Schedule<'_> {
    let CalendarCard { date, distance_start_times, time_zone, is_canceled, .. } = card;
    Schedule { date, rows: distance_start_times, time_zone, is_canceled: *is_canceled }
}

fn label(state: RaceState) -> &'static str {
    match state {
        RaceState::Canceled => "Canceled",
        RaceState::Live => "Live",
        RaceState::SoldOut => "Sold out",
        RaceState::Soon => "Registration opens soon",
        RaceState::Open | RaceState::Past => "",
    }
}

/// The distances of a race under the names that the filter offers.
fn distances(card: &CalendarCard) -> Vec<String> {
    let rows = card.distance_start_times.iter().map(|row| row.distance.as_str());
    let written = card.distance.split(',');
    let names: Vec<&str> = if card.distance_start_times.is_empty() { written.collect() } else { rows.collect() };
    let mut found = Vec::new();
    for name in names {
        let name = distance::kind(name);
        if !name.is_empty() {
            add(&mut found, name);
        }
    }
    found
}

/// The state's code at the end of an address, before a postcode if there is one: `NY` of `Brooklyn, NY 11209`.
fn state_code(place: &str) -> Option<&str> {
    let mut words = place.rsplit([',', ' ']).filter(|word| !word.is_empty());
    let last = words.find(|word| !word.bytes().all(|b| b.is_ascii_digit() || b == b'-'))?;
    (last.len() == 2 && last.bytes().all(|b| b.is_ascii_uppercase())).then_some(last)
}

/// The key and the title of a date's month.
pub(super) fn month(date: Option<RaceDate>) -> (String, String) {
    let Some(date) = date else { return (String::new(), UNDATED.into()) };
    let iso = date.iso();
    let year = iso.get(..4).unwrap_or_default();
    (iso.get(..7).unwrap_or_default().into(), [date.month_name(), year].join(" "))
}

/// The month of this key at the end of a list; added when it is not there yet.
fn group<'a>(months: &'a mut Vec<CalendarMonth>, key: &str, title: &str) -> Option<&'a mut CalendarMonth> {
    if months.last().is_none_or(|last| last.key != key) {
        months.push(CalendarMonth { key: key.into(), title: title.into(), races: Vec::new() });
    }
    months.last_mut()
}

fn add(list: &mut Vec<String>, one: &str) {
    if !list.iter().any(|known| known.eq_ignore_ascii_case(one)) {
        list.push(one.into());
    }
}

/// Whether a filter is absent or blank, or `fits` returns true for its value.
fn is(filter: Option<&str>, fits: impl Fn(&str) -> bool) -> bool {
    filter.map(str::trim).filter(|wanted| !wanted.is_empty()).is_none_or(fits)
}
