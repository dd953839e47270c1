//! The course of a contest: read from a GPX file, kept as a line of some hundred points, and drawn as a plan and a profile.
//!
//! A place on it is a distance from the start and never the nearest point of the line, so that courses that go out and back, or round
//! more than once, need no rule of their own. The file is read natively only: the browser gets the drawing.

mod contests;
mod elevation;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod line;
mod view;
mod words;

use serde::{Deserialize, Serialize};

pub use elevation::Climb;
pub use line::{LinePoint, at};
pub use view::{CourseContest, CourseElevation, CourseMark, CourseMarkKind, CourseView};
pub use words::{CourseWords, MAX_BYTES, WORDS, check_size, removed, restored, saved, too_large};

/// A course as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// The points of the line in the order in which they are run.
    pub points: Vec<CoursePlace>,
    /// The length of the file's track in metres, before the line was simplified.
    pub metres: f64,
    /// The elevation in decimetres at equally spaced distances from start to finish; empty when the file has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elevation: Vec<i32>,
    /// What is climbed and descended.
    #[serde(default)]
    pub climb: Climb,
}

/// A point of the line: latitude and longitude in millionths of a degree, and the distance from the start along the file's track in
/// decimetres. It is written as an array.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoursePlace(pub i32, pub i32, pub u32);

/// The nearest whole number within the range of an `i32`.
#[expect(clippy::cast_possible_truncation, reason = "a conversion to an integer saturates")]
fn whole(number: f64) -> i32 {
    number.round() as i32
}

/// A count as a number to calculate with.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn number(count: usize) -> f64 {
    count as f64
}
