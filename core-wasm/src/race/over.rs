//! What a race's page says once its day is over: the Register button has no state for that (SPEC §4), so words have to.

use serde::{Deserialize, Serialize};

use crate::dates::RaceDate;
use crate::flag::Flag;

/// That a race is over, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Over {
    /// The short of it; blank while the race is not over, or has no date.
    pub title: String,
    /// When it was.
    pub text: String,
}

/// Whether a race's day is over, seen from today in the race's own zone; an undated race is not.
pub fn is_over(date: &str, today: RaceDate) -> bool {
    date.parse::<RaceDate>().is_ok_and(|date| date < today)
}

/// What the page of a race says that is over. A race that still runs (`live`) after midnight is not.
pub fn words(date: &str, is_canceled: Flag, live: bool, today: RaceDate) -> Over {
    let Some(day) = date.parse::<RaceDate>().ok().filter(|day| *day < today && !live) else {
        return Over { title: String::new(), text: String::new() };
    };
    let (title, was) = if is_canceled.0 {
        ("This race did not take place", "It was called off, and had been planned for")
    } else {
        ("This race is over", "It was on")
    };
    Over { title: title.into(), text: [was, " ", day.weekday_name(), ", ", &day.to_string(), "."].concat() }
}
