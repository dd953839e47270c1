//! The sentences about courses.

use super::Climb;
use crate::error::CoreError;
use crate::timing::length::MILE_METRES;

/// The largest file in bytes: a recorded day on the course has about 2 MB.
pub const MAX_BYTES: usize = 4 * 1024 * 1024;

/// Feet in a metre.
const FEET: f64 = 3.280_84;
/// By what share a file's length may differ from the contest's before it is pointed out: recorded tracks are 1 to 3 % too long.
const NEAR: f64 = 0.05;

/// The sentences that depend on nothing.
#[derive(Debug, Clone, Copy)]
pub struct CourseWords {
    /// A contest has no course.
    pub no_course: &'static str,
    /// A race has no contest of the name.
    pub no_contest: &'static str,
    /// There is no such earlier course.
    pub no_version: &'static str,
}

/// The sentences that depend on nothing.
pub const WORDS: CourseWords = CourseWords {
    no_course: "There is no course file for this contest.",
    no_contest: "The race has no contest with this name.",
    no_version: "This earlier course is not stored any more.",
};

/// Refuses a file of more than [`MAX_BYTES`], by its size alone: before it is sent, and before it is read.
///
/// # Errors
/// `gpx_too_large`.
pub fn check_size(bytes: u64) -> Result<(), CoreError> {
    if usize::try_from(bytes).is_ok_and(|bytes| bytes <= MAX_BYTES) { Ok(()) } else { Err(too_large()) }
}

/// The refusal of a file of more than [`MAX_BYTES`].
pub fn too_large() -> CoreError {
    CoreError::new("gpx_too_large", "The file is larger than 4 MB. Export the course with fewer points.")
}

/// A course was stored.
pub fn saved(contest: &str) -> String {
    format!("The course of {contest} is saved.")
}

/// A course was taken out.
pub fn removed(contest: &str) -> String {
    format!("The course of {contest} is removed.")
}

/// An earlier course is the present one again.
pub fn restored(contest: &str) -> String {
    format!("The earlier course of {contest} is back.")
}

/// `5 km · 3.11 mi`
pub(super) fn distance(metres: f64) -> String {
    let km = (metres / 10.0).round() / 100.0;
    format!("{km} km · {:.2} mi", metres / MILE_METRES)
}

/// `12 m · 39 ft`
pub(super) fn height(metres: f64) -> String {
    format!("{} m · {} ft", plain(metres), plain(metres * FEET))
}

/// `120 m (394 ft) up, 118 m (387 ft) down`
pub(super) fn climb(Climb { up, down }: Climb) -> String {
    let both = |metres: f64| format!("{} m ({} ft)", plain(metres), plain(metres * FEET));
    format!("{} up, {} down", both(up), both(down))
}

/// What an administrator should check: the file's length is not that of the contest. Empty when it is.
pub(super) fn scale_note(contest: &str, file: f64, measured: f64) -> String {
    if measured <= 0.0 || (file / measured - 1.0).abs() <= NEAR {
        return String::new();
    }
    format!(
        "The track is {} long, and {contest} is {}. Check that the file is the course of {contest}, with all of its laps.",
        distance(file),
        distance(measured)
    )
}

/// A rounded number; never −0.
fn plain(number: f64) -> i64 {
    i64::from(super::whole(number))
}
