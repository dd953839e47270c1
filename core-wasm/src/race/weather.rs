//! The weather strip of the race page (SPEC §7, §9). The browser fetches the forecast; this module decides what to request and
//! what to show.

use serde::{Deserialize, Serialize};

use super::RaceDateEntry;
use super::phase::Schedule;
use crate::dates::{self, RaceDate, StartTime};

/// The strip's text when there is no forecast (SPEC §8). The reason is shown below it ([`reason`]).
pub const UNAVAILABLE: &str = "Weather unavailable";
/// The number of hours that are shown.
pub const SLOTS: usize = 6;
/// The number of days for which the service has at least a forecast; for a later day it answers HTTP 400.
const REACH_DAYS: i64 = 14;

/// The hourly forecast as the service returns it; the three lists have the same order.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct Forecast {
    /// Local times, `2024-06-15T07:00`.
    pub time: Vec<String>,
    /// Degrees Fahrenheit.
    pub temperature: Vec<Option<f64>>,
    /// Weather codes of the WMO.
    pub code: Vec<Option<u32>>,
}

/// An icon for the weather.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum WeatherIcon {
    Sunny,
    MostlySunny,
    PartlySunny,
    Cloudy,
    Fog,
    Drizzle,
    Rain,
    Snow,
    Thunderstorm,
}

/// One hour of the strip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WeatherSlot {
    /// `7 AM`.
    pub hour: String,
    /// Degrees Fahrenheit, rounded.
    pub temperature: i32,
    /// The icon.
    pub icon: WeatherIcon,
    /// The icon's meaning as text.
    pub text: String,
}

/// The first and last day of the forecast that the strip needs: `2024-06-15`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WeatherDays {
    /// The first day.
    pub first: String,
    /// The last day, often the same.
    pub last: String,
}

/// Why the request for a forecast returned no hours to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum WeatherFailure {
    /// The race has no coordinates, and the service does not find its address.
    UnknownPlace,
    /// The service has no forecast for the day.
    NoForecast,
    /// A service failed or did not answer in time.
    Failed,
}

/// The total time for the requests to the weather services, in milliseconds.
pub const TIMEOUT_MS: u32 = 8000;

/// The days to request: the race's own, and the one before or after it when the six hours cross midnight.
pub fn days(date: &str, earliest_start: &str) -> Option<WeatherDays> {
    let date: RaceDate = date.parse().ok()?;
    let start = earliest_start.parse::<StartTime>().ok()?.hour24();
    let naive = date.naive();
    let first = if start == 0 { naive.pred_opt()? } else { naive };
    // The last of the six hours, which begin one hour before the start.
    let last = if start + 4 > 23 { naive.succ_opt()? } else { naive };
    Some(WeatherDays { first: RaceDate::from(first).iso(), last: RaceDate::from(last).iso() })
}

/// The six hours from one hour before the earliest start (SPEC §9), or fewer when the forecast ends earlier; empty means
/// [`UNAVAILABLE`]. `forecast` covers [`days`], so for a race that starts in the first hour of its day it begins on the day
/// before.
pub fn slots(forecast: &Forecast, earliest_start: &str) -> Vec<WeatherSlot> {
    let Ok(start) = earliest_start.parse::<StartTime>() else { return Vec::new() };
    let day = |time: Option<&String>| time.and_then(|time| time.split_once('T')).map(|(day, _)| day.to_owned());
    let (Some(first), Some(last)) = (day(forecast.time.first()), day(forecast.time.last())) else { return Vec::new() };
    let hour = match start.hour24() {
        0 if first != last => 23,
        hour => hour.saturating_sub(1),
    };
    // Times in this form sort correctly as text.
    let begin = format!("{first}T{hour:02}");
    let hours = forecast.time.iter().zip(&forecast.temperature).zip(&forecast.code);
    hours
        .filter_map(|((time, temperature), code)| {
            let hour = hour_of(time).filter(|_| *time >= begin)?;
            let (icon, text) = icon(code.unwrap_or(u32::MAX));
            #[allow(clippy::cast_possible_truncation, reason = "a cast of a float saturates, and no weather is that warm")]
            let temperature = (*temperature)?.round() as i32;
            Some(WeatherSlot { hour: hour_text(hour), temperature, icon, text: text.into() })
        })
        .take(SLOTS)
        .collect()
}

/// The heading of the strip, by the time of day of the start.
pub fn title(earliest_start: &str) -> String {
    let part = match earliest_start.parse::<StartTime>().map(StartTime::hour24) {
        Ok(4..=11) => "morning",
        Ok(12..=16) => "afternoon",
        Ok(17..=21) => "evening",
        Ok(_) => "night",
        Err(_) => "day",
    };
    ["Race ", part, " weather"].concat()
}

/// The reason why the strip has no hours, and what a visitor can do about it.
pub fn reason(race: &RaceDateEntry, failure: WeatherFailure, now_ms: i64) -> String {
    let schedule = Schedule::from(race);
    let phase = schedule.phase(now_ms);
    let Ok(date) = race.date.parse::<RaceDate>() else { return "It comes once the race has its date.".into() };
    if phase.past {
        return [&phase.title, "."].concat();
    }
    if super::schedule::earliest(&race.distance_start_times).is_none() {
        return "It comes once the race has its start times.".into();
    }
    let today = dates::date_in(now_ms, schedule.zone());
    let far = date.naive().signed_duration_since(today.naive()).num_days() > REACH_DAYS;
    match failure {
        WeatherFailure::UnknownPlace => "The weather service does not know this place.",
        WeatherFailure::NoForecast if far => "The forecast reaches about two weeks ahead. Look again before race day.",
        WeatherFailure::NoForecast | WeatherFailure::Failed => "The weather service did not answer. Look again in a while.",
    }
    .into()
}

/// The icon for a weather code, and its text; partly sunny for any other code (SPEC §9).
pub fn icon(code: u32) -> (WeatherIcon, &'static str) {
    match code {
        0 => (WeatherIcon::Sunny, "Sunny"),
        1 => (WeatherIcon::MostlySunny, "Mostly sunny"),
        3 => (WeatherIcon::Cloudy, "Cloudy"),
        45 | 48 => (WeatherIcon::Fog, "Fog"),
        51 | 53 | 55 => (WeatherIcon::Drizzle, "Drizzle"),
        61 | 63 | 65 => (WeatherIcon::Rain, "Rain"),
        71 | 73 | 75 => (WeatherIcon::Snow, "Snow"),
        95 => (WeatherIcon::Thunderstorm, "Thunderstorm"),
        _ => (WeatherIcon::PartlySunny, "Partly sunny"),
    }
}

/// The texts to send to the geocoder, one after the other: the address, the address without a trailing state code (and its
/// postcode), the text before the first comma (SPEC §7).
pub fn places(address: &str) -> Vec<String> {
    let full = address.trim();
    let mut words: Vec<&str> = full.split_whitespace().collect();
    if words.len() > 2 && words.last().is_some_and(|w| w.len() >= 5 && w.bytes().all(|b| b.is_ascii_digit() || b == b'-')) {
        words.pop();
    }
    if words.len() > 1 && words.last().is_some_and(|w| w.len() == 2 && w.bytes().all(|b| b.is_ascii_uppercase())) {
        words.pop();
    }
    let stateless = words.join(" ");
    let mut places: Vec<String> = Vec::new();
    for place in [full, stateless.trim_end_matches([',', ' ']), full.split(',').next().unwrap_or_default().trim()] {
        if !place.is_empty() && !places.iter().any(|known| known == place) {
            places.push(place.to_owned());
        }
    }
    places
}

fn hour_of(time: &str) -> Option<u32> {
    time.split_once('T')?.1.split(':').next()?.parse().ok().filter(|hour| *hour < 24)
}

fn hour_text(hour: u32) -> String {
    format!("{} {}", (hour + 11) % 12 + 1, if hour < 12 { "AM" } else { "PM" })
}
