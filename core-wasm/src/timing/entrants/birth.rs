//! Dates of birth as lists write them. A whole column decides whether its dates begin with the month or the day.

use serde::{Deserialize, Serialize};

use super::quoted;
use crate::dates::RaceDate;

/// Which part of a date in numbers comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DateOrder {
    /// 5/31/1990
    MonthFirst,
    /// 31/5/1990
    DayFirst,
}

/// How the dates of a column are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reader {
    order: Option<DateOrder>,
    race_day: RaceDate,
}

/// A date of three numbers whose year is last.
struct Numbers {
    first: u32,
    second: u32,
    year: u32,
    /// Whether the year has two digits only.
    short: bool,
}

impl Numbers {
    fn read(text: &str) -> Option<Self> {
        let mark = text.chars().find(|c| matches!(c, '/' | '-' | '.'))?;
        let parts: Vec<&str> = text.split(mark).map(str::trim).collect();
        let [first, second, year] = *parts.as_slice() else { return None };
        let number = |text: &str, longest: usize| {
            let digits = (1..=longest).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse::<u32>().ok()).flatten()
        };
        let short = year.len() == 2;
        (short || year.len() == 4).then_some(())?;
        Some(Self { first: number(first, 2)?, second: number(second, 2)?, year: number(year, 4)?, short })
    }

    fn date(&self, order: DateOrder, race_day: RaceDate) -> Option<RaceDate> {
        let (month, day) = match order {
            DateOrder::MonthFirst => (self.first, self.second),
            DateOrder::DayFirst => (self.second, self.first),
        };
        full_year(self.year, self.short, race_day, |year| RaceDate::new(year, month, day))
    }
}

/// The date in the year, or of two digits in the last such year that makes the date no later than race day.
fn full_year(year: u32, short: bool, race_day: RaceDate, date: impl Fn(i32) -> Option<RaceDate>) -> Option<RaceDate> {
    let year = i32::try_from(year).ok()?;
    if !short {
        return date(year);
    }
    let last = race_day.year() - (race_day.year() - year).rem_euclid(100);
    [last, last - 100].into_iter().filter_map(date).find(|date| *date <= race_day)
}

impl Reader {
    /// Decides how the dates of a column are read, and what people should know about it.
    ///
    /// Dates of birth in numbers begin with the month, and those with dots with the day, unless a date of the column is possible
    /// in one way only. When some are possible only in the one way and some only in the other, no order holds for the column.
    pub(crate) fn new<'a>(
        values: impl Iterator<Item = &'a str> + Clone,
        chosen: Option<DateOrder>,
        race_day: RaceDate,
    ) -> (Self, Vec<String>) {
        let (mut month, mut day, mut dots, mut either, mut short) = (false, None, false, None, None);
        for value in values.clone() {
            let Some(numbers) = Numbers::read(without_time(value)) else { continue };
            if numbers.short && short.is_none() {
                short = Some(value);
            }
            if numbers.first == numbers.second {
                continue;
            }
            match (numbers.date(DateOrder::MonthFirst, race_day), numbers.date(DateOrder::DayFirst, race_day)) {
                (Some(_), None) => month = true,
                (None, Some(_)) => day = day.or(Some(value)),
                (Some(_), Some(_)) if either.is_none() => {
                    either = Some(value);
                    dots = value.contains('.');
                }
                _ => {}
            }
        }
        let order = chosen.or(match (month, day.is_some()) {
            (true, true) => None,
            (false, true) => Some(DateOrder::DayFirst),
            (false, false) if dots => Some(DateOrder::DayFirst),
            (_, false) => Some(DateOrder::MonthFirst),
        });
        let reader = Self { order, race_day };
        let mut notes = Vec::new();
        let written = |value: &str| reader.read(value).map(|date| date.to_string()).unwrap_or_default();
        if let Some(value) = either.filter(|_| chosen.is_none() && month == day.is_some()) {
            notes.push(match order {
                None => "Some dates of birth have the month first and some the day. Those that can be both are refused.".into(),
                Some(_) => format!(
                    "The dates of birth could begin with the month or with the day. {} was read as {}.",
                    quoted(value),
                    written(value)
                ),
            });
        }
        // A single slip in a list of dates with the month first would turn all others around.
        if let (Some(value), Some(day)) = (either.filter(|_| chosen.is_none() && !month && !dots), day) {
            notes.push(format!(
                "The dates of birth are read with the day first, because {} can’t have the month first: {} was read as {}.",
                quoted(day),
                quoted(value),
                written(value)
            ));
        }
        if let Some(value) = short.filter(|value| reader.read(value).is_ok()) {
            notes.push(format!(
                "Years of two digits are those before race day: {} was read as {}.",
                quoted(value),
                written(value)
            ));
        }
        (reader, notes)
    }

    /// Reads a date of birth.
    ///
    /// # Errors
    /// Why it can't be read.
    pub(crate) fn read(&self, text: &str) -> Result<RaceDate, String> {
        let unreadable = || format!("The date of birth {} is not a date like 1990-05-31 or 5/31/1990.", quoted(text));
        let bare = without_time(text);
        if let Some(numbers) = Numbers::read(bare) {
            let [month, day] = [DateOrder::MonthFirst, DateOrder::DayFirst].map(|order| numbers.date(order, self.race_day));
            return match (self.order, month, day) {
                (Some(DateOrder::MonthFirst), date, _) | (Some(DateOrder::DayFirst), _, date) => date.ok_or_else(unreadable),
                (None, Some(month), Some(day)) if month != day => {
                    Err(format!("The date of birth {} can be {month} or {day}.", quoted(text)))
                }
                (None, month, day) => month.or(day).ok_or_else(unreadable),
            };
        }
        let year_first = bare.split_once(['-', '/', '.']).is_some_and(|(year, _)| year.len() == 4);
        if year_first {
            return bare.replace(['/', '.'], "-").parse().map_err(|_| unreadable());
        }
        self.with_month_name(bare).ok_or_else(unreadable)
    }

    /// "May 31, 1990", "31 May 1990", "31-May-90".
    fn with_month_name(&self, text: &str) -> Option<RaceDate> {
        let words: Vec<&str> =
            text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '-' | '/')).filter(|word| !word.is_empty()).collect();
        let [first, second, year] = *words.as_slice() else { return None };
        if !text.chars().any(char::is_alphabetic) || !year.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let number = year.parse().ok()?;
        let date = |year: i32| format!("{first} {second} {year}").parse().ok();
        match year.len() {
            2 => full_year(number, true, self.race_day, date),
            4 => full_year(number, false, self.race_day, date),
            _ => None,
        }
    }
}

/// The date without the time of day that some exports add.
fn without_time(text: &str) -> &str {
    let text = text.trim();
    let cut = text.split_once([' ', 'T']).filter(|(date, time)| time.contains(':') && date.chars().any(|c| c.is_ascii_digit()));
    cut.map_or(text, |(date, _)| date)
}
