//! A month as a sheet of weeks, like a page of a wall calendar.

use chrono::{Datelike, Days, NaiveDate};
use serde::{Deserialize, Serialize};

use super::calendar;
use crate::dates::RaceDate;

/// A month's weeks, which begin on Sunday (SPEC §9: dates are en-US).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MonthSheet {
    /// `2024-06`.
    pub key: String,
    /// `June 2024`.
    pub title: String,
    /// The key of the month before; blank when that month is outside the range of dates.
    pub before: String,
    /// The key of the month after; blank when that month is outside the range of dates.
    pub after: String,
    /// The weeks, seven days each.
    pub weeks: Vec<Vec<SheetDay>>,
}

/// A day of a [`MonthSheet`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SheetDay {
    /// `2024-06-15`.
    pub iso: String,
    /// The day of the month.
    pub day: u32,
    /// Whether it belongs to the sheet's month, not to the month before or after.
    pub inside: bool,
    /// Whether it is today.
    pub today: bool,
}

/// The sheet of a month, `2024-06`; of today's month when the key is not a month.
pub fn sheet(key: &str, today: RaceDate) -> MonthSheet {
    let named = key.split_once('-').and_then(|(year, month)| Some((year.parse().ok()?, month.parse().ok()?)));
    let (year, month) = named
        .filter(|(year, month)| RaceDate::new(*year, *month, 1).is_some())
        .unwrap_or((today.naive().year(), today.naive().month()));
    let first = RaceDate::new(year, month, 1).unwrap_or(today);
    let key = |date: Option<RaceDate>| date.map(|date| calendar::month(Some(date)).0).unwrap_or_default();
    let (before, after) = match month {
        1 => (RaceDate::new(year - 1, 12, 1), RaceDate::new(year, 2, 1)),
        12 => (RaceDate::new(year, 11, 1), RaceDate::new(year + 1, 1, 1)),
        _ => (RaceDate::new(year, month - 1, 1), RaceDate::new(year, month + 1, 1)),
    };
    let (own, title) = calendar::month(Some(first));
    MonthSheet { key: own, title, before: key(before), after: key(after), weeks: weeks(first.naive(), today.naive()) }
}

fn weeks(first: NaiveDate, today: NaiveDate) -> Vec<Vec<SheetDay>> {
    let before = u64::from(first.weekday().num_days_from_sunday());
    let mut days = first.checked_sub_days(Days::new(before)).unwrap_or(first).iter_days().peekable();
    let mut weeks = Vec::new();
    // A month has six weeks at most.
    while weeks.len() < 6 && days.peek().is_some_and(|day| *day <= first || day.month() == first.month()) {
        let week = days.by_ref().take(7).map(|day| SheetDay {
            iso: day.to_string(),
            day: day.day(),
            inside: day.month() == first.month(),
            today: day == today,
        });
        weeks.push(week.collect());
    }
    weeks
}
