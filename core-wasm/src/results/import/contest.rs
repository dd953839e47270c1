//! The contest whose results are imported: one of the race's setup, or one that only its past results have.

use serde::{Deserialize, Serialize};

use crate::error::Problems;
use crate::text;
use crate::timing::length;
use crate::timing::setup::{Contest, FinishPoint, Leg, Ranking, Setup, Sport, StartPoint};

/// The longest name of a contest, in characters.
const LONGEST_NAME: usize = 100;
/// The longest course, in metres.
const LONGEST_METRES: f64 = 1_000_000.0;

/// What a person says about the contest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct AskedContest {
    /// Its name.
    pub contest: String,
    /// Its length as typed: `10K`, `Half`; may be blank where it is known.
    pub distance: String,
    /// `run`, `tri` or `wheel`; blank for that which is known, or run.
    pub sport: String,
    /// `gun`, `chip` or `hybrid`; blank for that which is known, or chip.
    pub ranking: String,
}

/// What was read of a contest: length in metres, sport and ranking, each where it is given.
type Read = (Option<f64>, Option<Sport>, Option<Ranking>);

impl AskedContest {
    /// The setup that the version stores, and the index of the contest in it: that of the race, or of its last results, if these have
    /// the contest. What the person says counts more.
    ///
    /// # Errors
    /// The problems, each at its field.
    pub fn setup(&self, race: &Setup, last: Option<&Setup>) -> Result<(Setup, usize), Problems> {
        let name = self.name();
        let known = [Some(race), last].into_iter().flatten().find_map(|setup| Some((setup, setup.contest_named(&name)?)));
        let (metres, sport, ranking) = self.read(known.is_some())?;
        let (mut setup, at) = match known {
            Some((setup, at)) => (setup.clone(), at),
            None => {
                // The race's own age groups count for its other contests, too.
                let mut setup = Setup { age_bands: race.age_bands.clone(), ..Setup::default() };
                setup.contests.push(new_contest(name));
                (setup, 0)
            }
        };
        if let Some(contest) = setup.contests.get_mut(at) {
            contest.distance_metres = metres.unwrap_or(contest.distance_metres);
            contest.sport = sport.unwrap_or(contest.sport);
            contest.ranking = ranking.unwrap_or(contest.ranking);
        }
        Ok((setup, at))
    }

    /// What is wrong, each problem at its field; `is_known` for a contest of the race's setup or of its last results.
    pub fn check(&self, is_known: bool) -> Problems {
        self.read(is_known).err().unwrap_or_default()
    }

    fn name(&self) -> String {
        text::cleaned(&self.contest).trim().to_owned()
    }

    fn read(&self, is_known: bool) -> Result<Read, Problems> {
        let mut problems = Problems::default();
        let name = self.name();
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            problems.add("contest", "contest_name", format!("Give the contest a name of at most {LONGEST_NAME} characters."));
        }
        let metres = match self.distance.trim() {
            "" if is_known => None,
            "" => {
                problems.add("distance", "distance_needed", "Give the length of the course, like 5K, 13.1 mi or Half.");
                None
            }
            typed => match length::metres(typed) {
                Ok(metres) if metres > 0.0 && metres <= LONGEST_METRES => Some(metres),
                Ok(_) => {
                    problems.add("distance", "distance_range", "The course is longer than 0 m and at most 1,000 km.");
                    None
                }
                Err(error) => {
                    problems.add("distance", &error.code, error.message);
                    None
                }
            },
        };
        let sport = word::<Sport>(&self.sport).unwrap_or_else(|()| {
            problems.add("sport", "unknown_sport", "The sport is run, tri or wheel.");
            None
        });
        let ranking = word::<Ranking>(&self.ranking).unwrap_or_else(|()| {
            problems.add("ranking", "unknown_ranking", "The ranking is gun, chip or hybrid.");
            None
        });
        if problems.is_empty() { Ok((metres, sport, ranking)) } else { Err(problems) }
    }
}

fn new_contest(name: String) -> Contest {
    Contest {
        name,
        distance_metres: 0.0,
        gun: None,
        ranking: Ranking::Chip,
        bibs: Vec::new(),
        waves: Vec::new(),
        accept_unlisted: false,
        sport: Sport::Run,
        start: StartPoint::default(),
        splits: Vec::new(),
        finish: FinishPoint {
            mats: Vec::new(),
            minimum_seconds: 0.0,
            maximum_seconds: None,
            leg: Leg::default(),
            leg_name: None,
        },
    }
}

/// Reads a plain value by its word; nothing for a blank.
fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Result<Option<T>, ()> {
    match text.trim() {
        "" => Ok(None),
        word => serde_json::from_value(serde_json::Value::String(word.to_owned())).map(Some).map_err(|_| ()),
    }
}
