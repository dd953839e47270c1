//! A race's distances and their start times (SPEC §5, §9).

use crate::dates::StartTime;

use super::DistanceStart;

/// When a distance row that is added in the editor starts (SPEC §5).
pub const EDITOR_START: &str = "7:30 AM";
/// When the rows of a new create form start (SPEC §5).
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

/// Whether a row may be taken away: only when more than one exists (SPEC §5).
pub fn can_remove_row(rows: &[DistanceStart]) -> bool {
    rows.len() > 1
}

/// The field `Distance`: the names that are not blank, joined with commas (SPEC §5): `Half, 10K, 5K`.
pub fn join(rows: &[DistanceStart]) -> String {
    let names: Vec<&str> = rows.iter().map(|row| row.distance.trim()).filter(|name| !name.is_empty()).collect();
    names.join(", ")
}

/// The earliest start of all rows that can be read.
pub fn earliest(rows: &[DistanceStart]) -> Option<StartTime> {
    rows.iter().filter_map(|row| row.start_time.parse().ok()).min()
}
