//! What is wrong with a file, as sentences; nothing in the file is quoted.

use crate::error::CoreError;

/// The shortest and the longest course in metres.
const LENGTHS: std::ops::RangeInclusive<f64> = 100.0..=1_000_000.0;

pub(super) fn no_gpx() -> CoreError {
    CoreError::new("not_gpx", "This is not a GPX file. Export the course as GPX from your route planner.")
}

pub(super) fn unreadable() -> CoreError {
    CoreError::new("unreadable_gpx", "The GPX file is incomplete or damaged. Export it anew.")
}

pub(super) fn goes_on() -> CoreError {
    CoreError::new(
        "gpx_goes_on",
        "Something follows the end of the GPX file, such as a second one. Export the course as one file.",
    )
}

pub(super) fn unreadable_utf16() -> CoreError {
    CoreError::new("unreadable_utf16", "The file is in UTF-16 and is incomplete or damaged. Save it as UTF-8.")
}

pub(super) fn has_document_type() -> CoreError {
    CoreError::new(
        "gpx_document_type",
        "The file has a document type declaration, which a GPX file does not need. Export it anew.",
    )
}

pub(super) fn no_track() -> CoreError {
    CoreError::new("no_track", "The file has no track or route with at least two points.")
}

pub(super) fn bad_position() -> CoreError {
    CoreError::new("bad_position", "A point of the file has no latitude and longitude on the earth.")
}

pub(super) fn too_many_points(most: usize) -> CoreError {
    CoreError::new("too_many_points", format!("The file has more than {most} points. Export the course with fewer points."))
}

/// Refuses a track that cannot be a course.
pub(super) fn check_length(metres: f64) -> Result<(), CoreError> {
    if LENGTHS.contains(&metres) {
        return Ok(());
    }
    let why = if metres < *LENGTHS.start() { "shorter than 100 m" } else { "longer than 1,000 km" };
    Err(CoreError::new("bad_course_length", format!("The track of the file is {why}: it is not the course of a race.")))
}
