//! The contests of a race that can have a course.

use super::CourseContest;
use crate::race::DistanceStart;
use crate::timing::Setup;
use crate::timing::length;

impl CourseContest {
    /// The contests that are timed; before there are any, the distances of the race's page.
    pub fn of_race(setup: &Setup, distances: &[DistanceStart]) -> Vec<Self> {
        let timed = setup.contests.iter().map(|contest| Self {
            name: contest.name.clone(),
            metres: contest.distance_metres,
            points: contest.splits.iter().map(|point| (point.label.clone(), point.metres)).collect(),
        });
        let planned = distances.iter().map(|row| row.distance.trim()).filter(|name| !name.is_empty()).map(|name| Self {
            name: name.to_owned(),
            metres: length::metres(name).unwrap_or_default(),
            points: Vec::new(),
        });
        if setup.contests.is_empty() { planned.collect() } else { timed.collect() }
    }

    /// What a contest's course is found by: contests are the same whose names differ in the case of their letters only.
    pub fn key(name: &str) -> String {
        name.trim().to_ascii_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contests_are_those_of_the_timing_and_before_that_those_of_the_page() {
        let row = |distance: &str| DistanceStart { distance: distance.into(), ..DistanceStart::default() };
        let rows = [row("Half"), row(" 5K "), row(""), row("Fun Run")];
        let of = |setup: &Setup| {
            CourseContest::of_race(setup, &rows).into_iter().map(|one| (one.name, one.metres)).collect::<Vec<_>>()
        };
        let planned = [("Half", 21_097.5), ("5K", 5_000.0), ("Fun Run", 0.0)];
        assert_eq!(of(&Setup::default()), planned.map(|(name, metres)| (name.to_owned(), metres)));
        let setup = r#"{"contests": [{"name": "Kids", "distanceMetres": 2000, "ranking": "chip", "bibs": [],
            "start": {"mats": ["S"]}, "splits": [{"label": "Mile", "metres": 1609, "mats": ["M"], "minimumSeconds": 1}],
            "finish": {"mats": ["F"], "minimumSeconds": 1}}]}"#;
        let setup: Setup = serde_json::from_str(setup).unwrap();
        assert_eq!(of(&setup), [("Kids".to_owned(), 2_000.0)]);
        assert_eq!(CourseContest::of_race(&setup, &rows)[0].points, [("Mile".to_owned(), 1_609.0)]);
        assert_eq!(CourseContest::key(" 10k Wheel "), CourseContest::key("10K wheel"));
    }
}
