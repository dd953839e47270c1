//! A start time as three choices: hour, minute, and AM or PM (SPEC §5).

use serde::Serialize;

use crate::dates::StartTime;

/// The options of the three pickers, and the chosen option of each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StartPicker {
    /// `1` to `12`.
    pub hours: Vec<String>,
    /// `00` to `55` in steps of 5, and in addition the time's own minute, so that showing the time does not change it.
    pub minutes: Vec<String>,
    /// `AM`, `PM`.
    pub halves: Vec<String>,
    /// The chosen hour; blank when the text is no time.
    pub hour: String,
    #[allow(missing_docs, reason = "as hour")]
    pub minute: String,
    #[allow(missing_docs, reason = "as hour")]
    pub half: String,
}

/// The pickers for a start time in text form: `7:30 AM`.
pub fn picker(written: &str) -> StartPicker {
    let [hour, minute, half] = parts(written);
    let mut minutes: Vec<String> =
        (0..60).step_by(StartTime::MINUTE_STEP as usize).map(|minute| format!("{minute:02}")).collect();
    if !minute.is_empty() && !minutes.contains(&minute) {
        minutes.push(minute.clone());
        minutes.sort();
    }
    let hours = (1..=12).map(|hour| hour.to_string()).collect();
    StartPicker { hours, minutes, halves: vec!["AM".into(), "PM".into()], hour, minute, half }
}

/// The time of three choices; a blank choice is taken from `fallback`, the time of a new row.
pub fn picked(hour: &str, minute: &str, half: &str, fallback: &str) -> String {
    let [hours, minutes, halves] = parts(fallback);
    let or = |chosen: &str, fallback: String| if chosen.is_empty() { fallback } else { chosen.to_owned() };
    format!("{}:{} {}", or(hour, hours), or(minute, minutes), or(half, halves))
}

/// Hour, minute and AM or PM of a time in text form; blank when it can't be read.
fn parts(written: &str) -> [String; 3] {
    let time = written.parse::<StartTime>().map(|time| time.to_string()).unwrap_or_default();
    let (hour, rest) = time.split_once(':').unwrap_or_default();
    let (minute, half) = rest.split_once(' ').unwrap_or_default();
    [hour, minute, half].map(str::to_owned)
}
