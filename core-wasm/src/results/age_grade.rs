//! Age grades: a time compared with the best that is expected at the runner's age.
//!
//! The tables are those of road running that associations publish: for a distance and a sex the open standard, and for each age a
//! factor. The standard at an age is the open standard divided by the factor, the age grade is that standard divided by the time, and
//! the age-graded time is the time multiplied by the factor. No table is part of the program: an administrator loads one.

use serde::{Deserialize, Serialize};

use crate::dates;
use crate::error::CoreError;

/// How far a course may be from the distance of a table, as a part of it. A longer or shorter course has no age grade.
const TOLERANCE: f64 = 0.002;
/// The most lines of a table.
const MOST_LINES: usize = 20_000;

/// A line of a table: what is expected of an age over a distance.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AgeStandard {
    /// Metres.
    pub metres: f64,
    /// `m` or `f`: there are no tables for others.
    pub gender: String,
    /// In whole years on race day.
    pub age: u32,
    /// The open standard in seconds: what is expected at the best age.
    pub open_seconds: f64,
    /// The age factor; 1 at the best age, less at any other.
    pub factor: f64,
}

/// How good a time is for an age.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AgeGrade {
    /// The age grade: `68.42%`.
    pub percent: String,
    /// The age-graded time: what the performance is worth at the best age.
    pub time: String,
}

/// The age grade of a time in milliseconds; `None` when there is no time.
///
/// ```
/// use core_wasm::results::age_grade::{AgeStandard, grade};
///
/// // Half the expected speed.
/// let line = AgeStandard { metres: 5_000.0, gender: "f".into(), age: 30, open_seconds: 840.0, factor: 1.0 };
/// assert_eq!(grade(&line, 1_680_000).unwrap().percent, "50.00%");
/// ```
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "race times are far below 2^52 ms")]
pub fn grade(line: &AgeStandard, ms: i64) -> Option<AgeGrade> {
    if ms <= 0 || line.factor <= 0.0 || line.open_seconds <= 0.0 {
        return None;
    }
    let seconds = ms as f64 / 1000.0;
    let percent = line.open_seconds / line.factor / seconds * 100.0;
    let graded = (ms as f64 * line.factor).round() as i64;
    Some(AgeGrade { percent: format!("{percent:.2}%"), time: dates::result_text(graded) })
}

/// The lengths of courses, in metres, that have the age grades of a table's distance, and the other way round.
pub fn lengths(metres: f64) -> (f64, f64) {
    (metres * (1.0 - TOLERANCE), metres * (1.0 + TOLERANCE))
}

/// Reads a table: CSV with a line of names, among them `metres`, `sex`, `age`, `open_standard_s` and `factor`.
///
/// # Errors
/// `bad_age_table` with the first line that can't be read, and why.
pub fn read(text: &str) -> Result<Vec<AgeStandard>, CoreError> {
    let bad = |line: usize, why: &str| CoreError::new("bad_age_table", format!("Line {line}: {why}"));
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let names = reader.headers().map_err(|_| bad(1, "this is no CSV."))?.clone();
    let column = |name: &str| {
        let found = names.iter().position(|own| own.eq_ignore_ascii_case(name));
        found.ok_or_else(|| bad(1, &format!("the column {name} is missing.")))
    };
    let columns = [column("metres")?, column("sex")?, column("age")?, column("open_standard_s")?, column("factor")?];
    let mut lines: Vec<AgeStandard> = Vec::new();
    for (at, record) in reader.records().enumerate() {
        let line = at + 2;
        if at >= MOST_LINES {
            return Err(bad(line, &format!("a table has at most {MOST_LINES} lines.")));
        }
        let record = record.map_err(|_| bad(line, "it has another number of values than the first line has names."))?;
        let [metres, sex, age, open, factor] = columns.map(|column| record.get(column).unwrap_or_default());
        let number = |value: &str, from: f64, to: f64| value.parse().ok().filter(|number: &f64| (from..=to).contains(number));
        let gender = match sex.to_lowercase().as_str() {
            "m" => "m",
            "f" | "w" => "f",
            _ => return Err(bad(line, "the sex is M or F.")),
        };
        let read = || {
            Some(AgeStandard {
                metres: number(metres, 50.0, 1_000_000.0)?,
                gender: gender.to_owned(),
                age: age.parse().ok().filter(|age| (1..=120).contains(age))?,
                open_seconds: number(open, 1.0, 1_000_000.0)?,
                factor: number(factor, 0.01, 1.0)?,
            })
        };
        let read =
            read().ok_or_else(|| bad(line, "a number can't be right: metres, age, open standard in seconds, factor up to 1."))?;
        lines.push(read);
    }
    if lines.is_empty() { Err(bad(2, "there are no ages.")) } else { Ok(lines) }
}

/// What a table says of one runner, to compare with a published calculator before it is loaded: the line for the course, sex and age.
pub fn find<'a>(lines: &'a [AgeStandard], metres: f64, gender: &str, age: u32) -> Option<&'a AgeStandard> {
    let (from, to) = lengths(metres);
    lines.iter().find(|line| line.gender == gender && line.age == age && (from..=to).contains(&line.metres))
}

/// What a table holds, as a sentence.
pub fn summary(lines: &[AgeStandard]) -> String {
    let mut distances: Vec<i64> = Vec::new();
    for line in lines {
        #[expect(clippy::cast_possible_truncation, reason = "distances of races")]
        let metres = line.metres.round() as i64;
        if !distances.contains(&metres) {
            distances.push(metres);
        }
    }
    let ages = lines.iter().map(|line| line.age);
    let (from, to) = (ages.clone().min().unwrap_or_default(), ages.max().unwrap_or_default());
    let distances = distances.len();
    format!("{distances} distance{}, ages {from} to {to}.", if distances == 1 { "" } else { "s" })
}

/// An age grade from the text of a table: what the desk tries before it loads one. Empty texts where the table has no such line.
///
/// # Errors
/// As [`read`].
pub fn tried(table: &str, metres: f64, gender: &str, age: u32, ms: i64) -> Result<TriedTable, CoreError> {
    let lines = read(table)?;
    let found = find(&lines, metres, gender, age).and_then(|line| grade(line, ms));
    Ok(TriedTable { summary: summary(&lines), grade: found.unwrap_or_default() })
}

/// What a table holds, and an example.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TriedTable {
    /// What it holds, as a sentence.
    pub summary: String,
    /// The age grade of the example; with empty texts where the table has no such line.
    pub grade: AgeGrade,
}
