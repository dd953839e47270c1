//! The drawing of a course: its plan in an SVG view box, its profile, the marks and the points of timing.

use serde::{Deserialize, Serialize};

use super::{Course, LinePoint, at, elevation, number, words};
use crate::timing::length::MILE_METRES;

/// The longest side of the plan, in units of the view box.
const LONGEST: f64 = 1_000.0;
/// The shortest side: a straight road has no width.
const SHORTEST: f64 = 360.0;
/// The space around the line, for its labels.
const MARGIN: f64 = 60.0;
/// The most marks of one kind: with more, only every second, fifth or tenth is drawn.
const MOST_MARKS: f64 = 14.0;
/// The width and the height of the profile.
const PROFILE: [f64; 2] = [1_000.0, 200.0];
/// The least difference in elevation that fills the height of the profile, in metres: a flat course looks flat.
const FLAT: f64 = 40.0;

/// The contest whose course is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CourseContest {
    /// Its name.
    pub name: String,
    /// Its measured length in metres, to which all distances are scaled; 0 where it is not known.
    pub metres: f64,
    /// The label and the distance in metres of each point of timing between start and finish.
    pub points: Vec<(String, f64)>,
}

/// A course ready to be drawn. Lengths on the screen are units of the view box; y goes down.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CourseView {
    /// The name of the contest.
    pub contest: String,
    /// The width of the plan.
    pub width: f64,
    /// The height of the plan.
    pub height: f64,
    /// The line: x, y and the distance from the start in metres, by the contest's measured length.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<f64>>))]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number[][]"))]
    pub line: Vec<LinePoint>,
    /// Start, timing points, finish, and the marks of kilometers and miles, each kind in the order of the course.
    pub marks: Vec<CourseMark>,
    /// The profile, where the file has elevations.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub profile: Option<CourseElevation>,
    /// The length and what is climbed, as a text.
    pub summary: String,
    /// What an administrator should check; empty when there is nothing.
    pub note: String,
}

/// What a mark stands for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum CourseMarkKind {
    /// The start.
    #[default]
    Start,
    /// A point of timing.
    Split,
    /// The finish.
    Finish,
    /// A whole number of kilometers.
    Km,
    /// A whole number of miles.
    Mile,
}

/// A place that is marked on the plan.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CourseMark {
    /// What it stands for.
    pub kind: CourseMarkKind,
    /// `10K`, `5 km`, `3 mi`.
    pub label: String,
    /// Where it is on the plan, from the left.
    pub x: f64,
    /// Where it is on the plan, from the top.
    pub y: f64,
    /// The distance from the start as a share of the course, 0 to 1.
    pub share: f64,
    /// The distance from the start, as a text.
    pub distance: String,
    /// The elevation, as a text; empty when it is not known.
    pub elevation: String,
}

/// The profile of a course.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CourseElevation {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// Its line, from the start to the finish: x and y.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Vec<f64>>))]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number[][]"))]
    pub line: Vec<[f64; 2]>,
    /// The highest point, as a text.
    pub highest: String,
    /// The lowest point, as a text.
    pub lowest: String,
}

impl CourseView {
    /// Draws a course for a contest.
    pub fn new(course: &Course, contest: &CourseContest) -> Self {
        let metres = if contest.metres > 0.0 { contest.metres } else { course.metres };
        let (width, height, line) = plan(course, metres);
        let climbed = if course.elevation.is_empty() { String::new() } else { format!(", {}", words::climb(course.climb)) };
        let mut view = Self {
            contest: contest.name.clone(),
            width,
            height,
            line,
            profile: profile(course),
            summary: format!("{}{climbed}", words::distance(metres)),
            note: words::scale_note(&contest.name, course.metres, contest.metres),
            marks: Vec::new(),
        };
        let mut mark = |kind: CourseMarkKind, label: String, along: f64| {
            let Some((x, y)) = at(&view.line, along) else { return };
            let share = along / metres;
            let elevation = elevation_at(course, share).map(words::height).unwrap_or_default();
            let distance = words::distance(along);
            view.marks.push(CourseMark { kind, label, x: tenth(x), y: tenth(y), share, distance, elevation });
        };
        for (kind, unit, name) in [(CourseMarkKind::Km, 1_000.0, "km"), (CourseMarkKind::Mile, MILE_METRES, "mi")] {
            let step = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0]
                .into_iter()
                .find(|step| metres / unit / step <= MOST_MARKS)
                .unwrap_or_else(|| (metres / unit / MOST_MARKS).ceil());
            let marks = (1..).map(|n| f64::from(n) * step).take_while(|n| n * unit < metres);
            marks.for_each(|n| mark(kind, format!("{n} {name}"), n * unit));
        }
        mark(CourseMarkKind::Start, "Start".into(), 0.0);
        for (label, along) in contest.points.iter().filter(|(_, along)| (0.0..=metres).contains(along)) {
            mark(CourseMarkKind::Split, label.clone(), *along);
        }
        mark(CourseMarkKind::Finish, "Finish".into(), metres);
        view
    }
}

/// The size of the plan and its line: the equirectangular projection at the latitude of the middle, in which a course of some
/// kilometers is as on the ground.
fn plan(course: &Course, metres: f64) -> (f64, f64, Vec<LinePoint>) {
    let range = |of: fn(&super::CoursePlace) -> i32| {
        let all = || course.points.iter().map(of).map(f64::from);
        (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
    };
    let ((south, north), (west, east)) = (range(|place| place.0), range(|place| place.1));
    let shrink = ((south + north) / 2.0 / 1e6).to_radians().cos().max(0.01);
    let (wide, high) = ((east - west) * shrink, north - south);
    let scale = (LONGEST - 2.0 * MARGIN) / wide.max(high).max(1.0);
    let side = |length: f64| (length * scale + 2.0 * MARGIN).clamp(SHORTEST, LONGEST).round();
    let (width, height) = (side(wide), side(high));
    // The file's last point, not its length: the distances of the line are rounded.
    let long = course.points.last().map_or(1.0, |last| f64::from(last.2)).max(1.0);
    let (left, top) = ((width - wide * scale) / 2.0, (height - high * scale) / 2.0);
    let point = |place: &super::CoursePlace| {
        let (x, y) = ((f64::from(place.1) - west) * shrink * scale, (north - f64::from(place.0)) * scale);
        [tenth(left + x), tenth(top + y), tenth(f64::from(place.2) / long * metres)]
    };
    (width, height, course.points.iter().map(point).collect())
}

/// The elevation in metres at a share of the course.
fn elevation_at(course: &Course, share: f64) -> Option<f64> {
    let last = course.elevation.len().checked_sub(1)?;
    let known: Vec<(f64, f64)> =
        course.elevation.iter().enumerate().map(|(i, one)| (number(i), f64::from(*one) / 10.0)).collect();
    elevation::between(&known, share * number(last))
}

fn profile(course: &Course) -> Option<CourseElevation> {
    let metres = || course.elevation.iter().map(|one| f64::from(*one) / 10.0);
    let (lowest, highest) = (metres().reduce(f64::min)?, metres().reduce(f64::max)?);
    let last = number(course.elevation.len().saturating_sub(1)).max(1.0);
    let [width, height] = PROFILE;
    // The line fills nine tenths of the height, from the bottom.
    let scale = height * 0.9 / (highest - lowest).max(FLAT);
    let base = height * 0.95;
    let line = metres().enumerate().map(|(i, one)| [tenth(number(i) / last * width), tenth(base - (one - lowest) * scale)]);
    Some(CourseElevation { width, height, line: line.collect(), highest: words::height(highest), lowest: words::height(lowest) })
}

fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 km due north and 1 km back, rising by 50 m to the turn.
    fn course() -> Course {
        let point = |north: f64, elevation: f64| {
            format!("<trkpt lat=\"{}\" lon=\"8\"><ele>{elevation}</ele></trkpt>", 60.0 + north / 111_195.08)
        };
        let points = [point(0.0, 100.0), point(1_000.0, 125.0), point(2_000.0, 150.0), point(1_000.0, 125.0)].concat();
        Course::from_gpx(&format!("<gpx><trk><trkseg>{points}</trkseg></trk></gpx>")).unwrap()
    }

    fn contest(metres: f64) -> CourseContest {
        CourseContest { name: "3K".into(), metres, points: vec![("Turn".into(), metres / 1.5)] }
    }

    #[test]
    fn distances_are_scaled_to_the_measured_length() {
        let course = course();
        assert!((course.metres - 3_000.0).abs() < 1.0 && course.points.len() == 3, "{course:?}");
        let view = CourseView::new(&course, &contest(3_030.0));
        assert_eq!(view.line.last().map(|last| last[2]), Some(3_030.0));
        assert_eq!((view.width, view.height, view.note.as_str()), (SHORTEST, LONGEST, ""));
        let turn = view.marks.iter().find(|mark| mark.kind == CourseMarkKind::Split).unwrap();
        assert_eq!((turn.label.as_str(), turn.elevation.as_str()), ("Turn", "150 m · 492 ft"));
        assert_eq!((turn.x, turn.y), (SHORTEST / 2.0, MARGIN), "north is up");
        assert_eq!(view.summary, "3.03 km · 1.88 mi, 50 m (164 ft) up, 25 m (82 ft) down");
    }

    #[test]
    fn marks_of_both_units_are_on_the_line() {
        let view = CourseView::new(&course(), &contest(3_000.0));
        let labels: Vec<&str> = view.marks.iter().map(|mark| mark.label.as_str()).collect();
        assert_eq!(labels, ["1 km", "2 km", "1 mi", "Start", "Turn", "Finish"]);
        let spot = |label: &str| view.marks.iter().find(|mark| mark.label == label).map(|mark| (mark.x, mark.y)).unwrap();
        assert_eq!(spot("1 km"), spot("Finish"), "the finish is where the first kilometer was");
        let marathon = CourseView::new(&course(), &contest(42_195.0));
        let of = |kind| marathon.marks.iter().filter(|mark| mark.kind == kind).count();
        assert_eq!((of(CourseMarkKind::Km), of(CourseMarkKind::Mile)), (8, 13));
        assert!(CourseView::new(&course(), &contest(1e15)).marks.len() < 40, "a page's distance may be absurd");
        assert!(marathon.note.starts_with("The track is 3 km · 1.86 mi long, and 3K is 42.2 km"), "{}", marathon.note);
    }

    #[test]
    fn a_contest_without_a_length_has_that_of_the_file_and_a_flat_course_looks_flat() {
        let mut course = course();
        let view = CourseView::new(&course, &CourseContest::default());
        assert!(view.summary.starts_with("3 km · 1.86 mi") && view.note.is_empty());
        course.elevation = vec![100, 110, 100];
        let profile = CourseView::new(&course, &contest(3_000.0)).profile.unwrap();
        assert_eq!(profile.line, [[0.0, 190.0], [500.0, 185.5], [1_000.0, 190.0]]);
        course.elevation.clear();
        let view = CourseView::new(&course, &contest(3_000.0));
        assert!(view.profile.is_none() && view.marks.iter().all(|mark| mark.elevation.is_empty()));
        assert_eq!(view.summary, "3 km · 1.86 mi");
    }

    #[test]
    fn the_stored_form_is_small_and_reads_back() {
        let course = course();
        let text = serde_json::to_string(&course).unwrap();
        assert!(text.starts_with("{\"points\":[[60000000,8000000,0],"), "{text}");
        assert_eq!(serde_json::from_str::<Course>(&text).unwrap(), course);
    }

    #[test]
    fn a_point_of_timing_behind_the_finish_is_left_out() {
        let contest = CourseContest { points: vec![("Far".into(), 9_000.0)], ..contest(3_000.0) };
        assert!(CourseView::new(&course(), &contest).marks.iter().all(|mark| mark.label != "Far"));
        assert_eq!(at(&CourseView::new(&Course::default(), &contest).line, 5.0), None);
    }
}
