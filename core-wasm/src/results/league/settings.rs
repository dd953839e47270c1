//! What decides a season of the race league.

use serde::{Deserialize, Serialize};

use crate::dates::RaceDate;
use crate::timing::setup::Sport;

/// The first entries of the table of points of a season without settings; the following places get one point less each, down to one.
const FIRST_POINTS: [u32; 9] = [100, 95, 92, 90, 88, 86, 84, 82, 80];
/// How many races count in a season without settings.
const BEST: u32 = 4;
/// A weight of a distance that changes nothing, in percent.
pub const FULL: u32 = 100;

/// The settings of a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeagueSettings {
    /// The points of the first, the second and so on. Whoever finishes after the last entry gets the points of the last entry.
    pub points: Vec<u32>,
    /// Distances that give another share of the points.
    pub weights: Vec<DistanceWeight>,
    /// How many races of a runner count: those with most points.
    pub best: u32,
    /// How many races a runner needs for a place.
    pub needed: u32,
    /// Which place gives the points.
    pub place: PlaceOf,
    /// On which day of the year the age decides the age group.
    pub age_day: AgeDay,
    /// Contests about which somebody decided otherwise than [`LeagueSettings::counts`] does.
    pub contests: Vec<ContestChoice>,
}

/// What a distance gives of the points of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DistanceWeight {
    /// As [`crate::results::distance::label`].
    pub distance: String,
    /// Of the points of the table.
    pub percent: u32,
}

/// A contest, and whether it counts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = LeagueContestChoice))]
pub struct ContestChoice {
    /// The race's opaque id.
    #[serde(rename = "raceID")]
    pub race_id: String,
    /// The contest's name.
    pub contest: String,
    /// Whether it counts.
    pub counts: bool,
}

/// Which place gives the points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PlaceOf {
    /// That among the own gender, so that women and men get as many points; of a runner of unknown gender that among all.
    #[default]
    Gender,
    /// That among all.
    Overall,
}

/// The day on which the age decides the age group of the season.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AgeDay {
    /// January 1.
    First,
    /// December 31.
    #[default]
    Last,
}

impl AgeDay {
    /// The day in a year.
    pub fn of(self, year: i32) -> Option<RaceDate> {
        match self {
            Self::First => RaceDate::new(year, 1, 1),
            Self::Last => RaceDate::new(year, 12, 31),
        }
    }
}

impl Default for LeagueSettings {
    fn default() -> Self {
        let points = FIRST_POINTS.into_iter().chain((1..80).rev()).collect();
        Self {
            points,
            weights: Vec::new(),
            best: BEST,
            needed: 1,
            place: PlaceOf::default(),
            age_day: AgeDay::default(),
            contests: Vec::new(),
        }
    }
}

impl LeagueSettings {
    /// Whether the results of a contest count. Without a decision those of wheelchairs and handcycles do not: their times do not compare
    /// with those of runners, with whom they would share a table.
    pub fn counts(&self, race_id: &str, contest: &str, sport: Sport) -> bool {
        let decided = self.contests.iter().find(|one| one.race_id == race_id && one.contest == contest);
        decided.map_or(sport != Sport::Wheel, |one| one.counts)
    }

    /// What a distance gives of the points of the table, in percent.
    pub fn percent(&self, distance: &str) -> u32 {
        self.weights.iter().find(|weight| weight.distance == distance).map_or(FULL, |weight| weight.percent)
    }

    /// The points of a place (from 1) over a distance: its entry, or the last one, times the weight of the distance, rounded to the
    /// nearest whole number, halves up; at least one.
    ///
    /// ```
    /// use core_wasm::results::league::settings::LeagueSettings;
    ///
    /// let settings = LeagueSettings::default();
    /// assert_eq!([1, 2, 10, 88, 500].map(|place| settings.points_of(place, "5K")), [100, 95, 79, 1, 1]);
    /// ```
    pub fn points_of(&self, place: u32, distance: &str) -> u32 {
        let at = usize::try_from(place.saturating_sub(1)).unwrap_or(usize::MAX);
        let Some(points) = self.points.get(at).or(self.points.last()) else { return 0 };
        (points.saturating_mul(self.percent(distance)).saturating_add(FULL / 2) / FULL).max(1)
    }
}
