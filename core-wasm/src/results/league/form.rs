//! The form of a season's settings, and its check.

use serde::{Deserialize, Serialize};

use super::settings::{AgeDay, ContestChoice, DistanceWeight, FULL, LeagueSettings, PlaceOf};
use crate::error::Problems;

/// The longest table of points.
const MOST_PLACES: usize = 500;
/// The most points of a place.
const MOST_POINTS: u32 = 10_000;
/// The largest weight of a distance, in percent.
const MOST_PERCENT: u32 = 1_000;
/// The most races that can count, or be needed.
const MOST_RACES: u32 = 50;
/// The most contests and distances of a form: more than a season has.
const MOST_LISTED: usize = 1_000;
/// The longest name of a contest or distance, in characters.
const LONGEST_NAME: usize = 200;

/// The settings of a season as they are typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeagueForm {
    /// The points of the first, the second and so on, with commas between; `80-1` is 80, 79, 78 and so on.
    pub points: String,
    /// What each distance of the season gives of the points.
    pub weights: Vec<TypedWeight>,
    /// How many races of a runner count.
    pub best: String,
    /// How many races a runner needs for a place.
    pub needed: String,
    /// `gender` or `overall`: which place gives the points.
    pub place: String,
    /// `first` or `last`: on which day of the year the age decides the age group.
    pub age_day: String,
    /// The contests of the season, and which of them count.
    pub contests: Vec<ContestChoice>,
}

/// What a distance gives of the points, as it is typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "schema", schema(as = LeagueWeight))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TypedWeight {
    /// The distance.
    pub distance: String,
    /// In percent.
    pub percent: String,
}

impl LeagueForm {
    /// The form that shows these settings, with every distance and contest of the season.
    pub fn of(settings: &LeagueSettings, distances: &[String], contests: Vec<ContestChoice>) -> Self {
        let weight =
            |distance: &String| TypedWeight { distance: distance.clone(), percent: settings.percent(distance).to_string() };
        Self {
            points: points_text(&settings.points),
            weights: distances.iter().map(weight).collect(),
            best: settings.best.to_string(),
            needed: settings.needed.to_string(),
            place: if settings.place == PlaceOf::Gender { "gender" } else { "overall" }.to_owned(),
            age_day: if settings.age_day == AgeDay::First { "first" } else { "last" }.to_owned(),
            contests,
        }
    }

    /// The settings that the form describes.
    ///
    /// # Errors
    /// The problems, each at its field: a weight is `weights.index`.
    pub fn read(&self) -> Result<LeagueSettings, Problems> {
        let mut problems = Problems::default();
        let points = read_points(&self.points, &mut problems);
        let mut number = |field: String, text: &str, to: u32| match text.trim().trim_end_matches('%').trim().parse::<u32>() {
            Ok(number) if (1..=to).contains(&number) => number,
            _ => {
                let to = crate::text::grouped(usize::try_from(to).unwrap_or_default());
                problems.add(field, "bad_number", format!("Give a whole number from 1 to {to}."));
                0
            }
        };
        let best = number("best".into(), &self.best, MOST_RACES);
        let needed = number("needed".into(), &self.needed, MOST_RACES);
        let weights = self.weights.iter().take(MOST_LISTED).enumerate();
        let weights = weights.map(|(at, typed)| DistanceWeight {
            distance: typed.distance.clone(),
            percent: number(format!("weights.{at}"), &typed.percent, MOST_PERCENT),
        });
        let weights: Vec<DistanceWeight> = weights.filter(|weight| weight.percent != FULL).collect();
        let place = match self.place.as_str() {
            "gender" => PlaceOf::Gender,
            "overall" => PlaceOf::Overall,
            _ => {
                problems.add("place", "unknown_place", "The place is gender or overall.");
                PlaceOf::default()
            }
        };
        let age_day = match self.age_day.as_str() {
            "first" => AgeDay::First,
            "last" => AgeDay::Last,
            _ => {
                problems.add("ageDay", "unknown_day", "The day of the age is first or last.");
                AgeDay::default()
            }
        };
        if self.contests.len() > MOST_LISTED || self.weights.len() > MOST_LISTED {
            problems.add("contests", "too_many_contests", format!("A season has at most {MOST_LISTED} contests and distances."));
        }
        let is_long = |name: &str| name.chars().count() > LONGEST_NAME;
        let distances = self.weights.iter().map(|weight| &weight.distance);
        let names = self.contests.iter().flat_map(|one| [&one.race_id, &one.contest]).chain(distances);
        if names.into_iter().any(|name| is_long(name)) {
            problems.add("contests", "too_long", format!("A name is longer than {LONGEST_NAME} characters."));
        }
        if !self.contests.is_empty() && self.contests.iter().all(|one| !one.counts) {
            problems.add("contests", "no_contest", "At least one contest has to count.");
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        Ok(LeagueSettings { points, weights, best, needed, place, age_day, contests: self.contests.clone() })
    }

    /// What is wrong with the form, each problem at its field.
    pub fn check(&self) -> Problems {
        self.read().err().unwrap_or_default()
    }
}

fn read_points(text: &str, problems: &mut Problems) -> Vec<u32> {
    let mut points: Vec<u32> = Vec::new();
    let entries = text.split([',', ';', ' ', '\n', '\r', '\t']).map(str::trim).filter(|entry| !entry.is_empty());
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| (1..=MOST_POINTS).contains(number));
    for entry in entries {
        let (first, last) = entry.split_once(['-', '–']).unwrap_or((entry, entry));
        let (Some(first), Some(last)) = (number(first), number(last)) else {
            let most = crate::text::grouped(usize::try_from(MOST_POINTS).unwrap_or_default());
            problems.add("points", "bad_points", format!("“{entry}” is no number of points from 1 to {most}."));
            return points;
        };
        if last > first || points.last().is_some_and(|before| first > *before) {
            problems.add(
                "points",
                "points_grow",
                format!("A later place can’t get more points than an earlier one: look at {entry}."),
            );
            return points;
        }
        points.extend((last..=first).rev().take(MOST_PLACES + 1));
        if points.len() > MOST_PLACES {
            problems.add("points", "too_many_places", format!("The table has at most {MOST_PLACES} places."));
            return points;
        }
    }
    if points.is_empty() {
        problems.add("points", "points_needed", "Give the points of the first place at least.");
    }
    points
}

/// The table of points as it is typed: three or more that fall by one each are written as a range.
///
/// ```
/// use core_wasm::results::league::{form::points_text, settings::LeagueSettings};
///
/// assert_eq!(points_text(&LeagueSettings::default().points), "100, 95, 92, 90, 88, 86, 84, 82, 80-1");
/// assert_eq!(points_text(&[10, 9, 5, 5]), "10, 9, 5, 5");
/// ```
pub fn points_text(points: &[u32]) -> String {
    let runs = points.chunk_by(|one, next| *one == next + 1);
    let text = runs.map(|run| match run {
        [first, .., last] if run.len() > 2 => format!("{first}-{last}"),
        _ => run.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    });
    text.collect::<Vec<_>>().join(", ")
}
