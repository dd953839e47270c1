//! The weather strip of the race page (SPEC §7, §9). The browser fetches the forecast; this says what to ask and what to show.

use serde::{Deserialize, Serialize};

use crate::dates::StartTime;

/// What the strip says when there is no forecast (SPEC §8). The service answers HTTP 400 for a race more than two weeks away,
/// so that is no error.
pub const UNAVAILABLE: &str = "Weather unavailable";
/// How many hours are shown.
pub const SLOTS: usize = 6;

/// The hourly forecast of one day as the service gives it; the lists go together.
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

/// A picture of the weather.
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
    /// What to show.
    pub icon: WeatherIcon,
    /// The same in words.
    pub text: String,
}

/// The six hours from one hour before the earliest start (SPEC §9), or fewer where the day or the forecast ends; empty means
/// [`UNAVAILABLE`].
pub fn slots(forecast: &Forecast, earliest_start: &str) -> Vec<WeatherSlot> {
    let Ok(start) = earliest_start.parse::<StartTime>() else { return Vec::new() };
    let first = start.hour24().saturating_sub(1);
    let hours = forecast.time.iter().zip(&forecast.temperature).zip(&forecast.code);
    hours
        .filter_map(|((time, temperature), code)| {
            let hour = hour_of(time).filter(|hour| *hour >= first)?;
            let (icon, text) = icon(code.unwrap_or(u32::MAX));
            #[allow(clippy::cast_possible_truncation, reason = "a cast of a float saturates, and no weather is that warm")]
            let temperature = (*temperature)?.round() as i32;
            Some(WeatherSlot { hour: hour_text(hour), temperature, icon, text: text.into() })
        })
        .take(SLOTS)
        .collect()
}

/// The picture for a weather code, and its words; partly sunny for any other code (SPEC §9).
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

/// What to ask the geocoder for, in turn: the address, the address without a trailing state code (and its postcode), the
/// text before the first comma (SPEC §7).
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
