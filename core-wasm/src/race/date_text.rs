//! A race's date as pages show it.

use serde::{Deserialize, Serialize};

/// The text of a race without a date.
pub const UNDATED: &str = "Date to be announced";

/// A race's date as pages show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DateText {
    /// `Saturday, June 15, 2024`, without the weekday when that is not known.
    pub text: String,
    /// The date without its year: `June 15`.
    pub short: String,
    /// `2024`; blank when the date has none.
    pub year: String,
}

/// The texts for a race's weekday and date (its fields `Day` and `Date`).
pub fn date_text(day: &str, date: &str) -> DateText {
    let shown = if date.is_empty() { UNDATED } else { date };
    let (short, end) = shown.split_at_checked(shown.len().saturating_sub(", 2024".len())).unwrap_or((shown, ""));
    let year = end.strip_prefix(", ").filter(|year| year.bytes().all(|b| b.is_ascii_digit()));
    let (short, year) = year.map_or((shown, ""), |year| (short, year));
    let text = if date.is_empty() || day.is_empty() { shown.into() } else { [day, ", ", date].concat() };
    DateText { text, short: short.into(), year: year.into() }
}
