//! A race's distances and their start times (SPEC §5, §9).

use crate::dates::{RaceDate, StartTime};
use crate::text;

use super::{DistanceStart, Race, distance};

/// The start time of a distance row that is added in the editor (SPEC §5).
pub const EDITOR_START: &str = "7:30 AM";
/// The start time of the rows of a new create form (SPEC §5).
pub const CREATE_START: &str = "8:30 AM";

/// The rows of a new create form (SPEC §5).
pub fn default_rows() -> Vec<DistanceStart> {
    ["Half", "10K", "5K"].map(|distance| row(distance, CREATE_START)).to_vec()
}

/// A row that is added in the editor.
pub fn new_row() -> DistanceStart {
    row("", EDITOR_START)
}

fn row(distance: &str, start_time: &str) -> DistanceStart {
    DistanceStart { distance: distance.into(), start_time: start_time.into() }
}

/// Whether a row may be removed: only when there is more than one (SPEC §5).
pub fn can_remove_row(rows: &[DistanceStart]) -> bool {
    rows.len() > 1
}

/// The field `Distance`: the names that are not blank, joined with commas (SPEC §5): `Half, 10K, 5K`.
pub fn join(rows: &[DistanceStart]) -> String {
    names(rows.iter().map(|row| row.distance.as_str())).join(", ")
}

/// The distances that the race's card and bib show: the card's own text when it is not blank, otherwise
/// the names of the rows.
pub fn shown(distance: &str, rows: &[DistanceStart]) -> Vec<String> {
    let own: Vec<String> = names(distance.split(','));
    if own.is_empty() { names(rows.iter().map(|row| row.distance.as_str())) } else { own }
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(str::trim).filter(|name| !text::is_blank(name)).map(str::to_owned).collect()
}

/// The earliest start of all rows that can be read.
pub fn earliest(rows: &[DistanceStart]) -> Option<StartTime> {
    rows.iter().filter_map(|row| row.start_time.parse().ok()).min()
}

/// The planned start of a contest: that of the row with its name, or else of the row with the same kind of distance. The only row of a race
/// is that of all its contests.
pub fn start_of(rows: &[DistanceStart], contest: &str) -> Option<StartTime> {
    let same = |name: &str| text::fold(name.trim()) == text::fold(contest.trim());
    let alike = |name: &str| distance::kind(name) == distance::kind(contest);
    let row = rows.iter().find(|row| same(&row.distance)).or_else(|| rows.iter().find(|row| alike(&row.distance)));
    row.or_else(|| rows.first().filter(|_| rows.len() == 1))?.start_time.parse().ok()
}

/// Derives the fields that depend on a race's date and rows: the weekday and the date's standard form, the earliest start, and
/// the field `Distance` when it is blank. A date that can't be read stays as it was typed, without a weekday.
pub fn derive_fields(race: &mut Race) {
    let date = race.date.parse::<RaceDate>().ok();
    race.day = date.map(|date| date.weekday_name().to_owned()).unwrap_or_default();
    race.date = date.map_or_else(|| race.date.trim().to_owned(), |date| date.to_string());
    race.start_time = earliest(&race.distance_start_times).map(|time| time.to_string()).unwrap_or_default();
    fill_distance(race);
}

/// Sets the field `Distance` to the names of the rows that were sent (SPEC §5). Rows without a name leave it unchanged.
pub fn derive_distance(race: &mut Race) {
    let names = join(&race.distance_start_times);
    if !names.is_empty() {
        race.distance = names;
    }
}

/// Trims the field `Distance`, the card's own text; sets it to the names of the rows when it is blank.
pub fn fill_distance(race: &mut Race) {
    let text = race.distance.trim();
    race.distance = if text.is_empty() { join(&race.distance_start_times) } else { text.to_owned() };
}
