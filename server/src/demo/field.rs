//! The demo's runners: the entrants, and what the mats would read of them.
//!
//! Pure, computed from a seed. It writes what a timing company would send (a setup, a list of entrants, reads as JSON) and leaves
//! every time and rank to the rules, which treat these runners like real ones.

use std::sync::LazyLock;

use core_wasm::dates::{Tz, format_instant};
use serde::Deserialize;
use serde_json::{Value, json};

use super::SEED;
use super::seed::Seed;

/// One contest of a simulated race.
pub(super) struct Contest {
    /// Its name, which is also the distance filter's: `Half`.
    pub name: String,
    /// Its length in meters.
    pub metres: f64,
    /// Its gun, in epoch milliseconds.
    pub gun: i64,
    /// The first of its bibs.
    pub first_bib: u32,
}

/// Returns the contests of a race from its distances and their guns, in the order of the race's page.
pub(super) fn contests(distances: &[(String, i64)]) -> Vec<Contest> {
    distances
        .iter()
        .enumerate()
        .filter_map(|(index, (name, gun))| {
            let metres = match name.as_str() {
                "Half" => 21_097.5,
                "10K" => 10_000.0,
                "5K" => 5_000.0,
                _ => return None,
            };
            Some(Contest { name: name.clone(), metres, gun: *gun, first_bib: 1 + 2000 * index as u32 })
        })
        .collect()
}

/// The splits of a contest: label and meters. The mats have the same labels.
fn splits(metres: f64) -> &'static [(&'static str, f64)] {
    if metres > 20_000.0 {
        &[("5K", 5_000.0), ("10K", 10_000.0), ("15K", 15_000.0)]
    } else if metres > 9_000.0 {
        &[("5K", 5_000.0)]
    } else {
        &[("Turn", 2_500.0)]
    }
}

/// The timing setup of a race, in the shape of `PUT /timing/{RaceName}/setup`.
pub(super) fn setup(contests: &[Contest], zone: Tz) -> Value {
    let contests: Vec<Value> = contests
        .iter()
        .map(|contest| {
            let fastest = contest.metres * 0.155; // seconds: a little over the pace of a world record
            let points: Vec<Value> = splits(contest.metres)
                .iter()
                .map(|(label, metres)| json!({ "label": label, "metres": metres, "mats": [label], "minimumSeconds": (metres * 0.155).round(), "leg": "run" }))
                .collect();
            json!({
                "name": contest.name, "distanceMetres": contest.metres, "gun": format_instant(contest.gun, zone), "ranking": "hybrid",
                "bibs": [{ "from": contest.first_bib, "to": contest.first_bib + 1999 }], "acceptUnlisted": false, "sport": "run",
                "start": { "mats": ["START"], "minimumLapSeconds": 600 },
                "splits": points,
                "finish": { "mats": ["FINISH", "FINISH-BACKUP"], "minimumSeconds": fastest.round() },
            })
        })
        .collect();
    json!({ "contests": contests })
}

/// A simulated runner: the entrant that is sent, and the parameters of the simulation.
pub(super) struct Runner {
    /// The entrant, in the shape of `PUT /timing/{RaceName}/entrants`.
    pub entrant: Value,
    bib: u32,
    contest: usize,
    seconds: f64,
    late: f64,
    fade: f64,
    stops_at: Option<f64>,
    absent: bool,
}

/// Who runs, whatever the race.
struct Person {
    first: &'static str,
    last: &'static str,
    gender: &'static str,
    born: String,
    /// Seconds per kilometer over ten kilometers.
    pace: f64,
}

/// How many persons run again and again, so that the race league has a season.
const REGULARS: usize = 160;
/// Of a hundred runners of a race, how many are such persons.
const REGULAR: u32 = 30;
/// The year by which their ages are drawn; their birthdays are the same in every race.
const REGULARS_YEAR: i32 = 2026;

static REGULAR_PERSONS: LazyLock<Vec<Person>> = LazyLock::new(|| {
    let mut seed = Seed::new(SEED);
    (0..REGULARS).map(|_| person(&mut seed, REGULARS_YEAR)).collect()
});

fn person(seed: &mut Seed, year: i32) -> Person {
    let gender = match seed.below(100) {
        0..=48 => "F",
        49..=97 => "M",
        _ => "X",
    };
    let first = match gender {
        "F" => seed.pick(&NAMES.women),
        "M" => seed.pick(&NAMES.men),
        _ => seed.pick(&NAMES.others),
    };
    let age = seed.normal(39.0, 13.0).clamp(10.0, 84.0);
    let born = format!("{:04}-{:02}-{:02}", year - age as i32, 1 + seed.below(12), 1 + seed.below(28));
    // Normally distributed around the usual pace, slower with age, with a few fast ones.
    let mut pace = seed.normal(358.0, 52.0) + (age - 34.0).max(0.0) * 1.9 + if gender == "F" { 26.0 } else { 0.0 };
    if seed.chance(4) {
        pace = seed.between(192.0, 228.0) + if gender == "F" { 22.0 } else { 0.0 };
    }
    let last = seed.pick(&NAMES.last);
    Person { first, last, gender, born, pace }
}

/// Returns `count` runners, distributed evenly over the contests.
pub(super) fn runners(seed: &mut Seed, contests: &[Contest], count: u32, race_year: i32) -> Vec<Runner> {
    let mut next: Vec<u32> = contests.iter().map(|contest| contest.first_bib).collect();
    let mut regulars: Vec<&Person> = REGULAR_PERSONS.iter().collect();
    (0..count)
        .filter_map(|_| {
            let index = seed.below(contests.len() as u32) as usize;
            let contest = contests.get(index)?;
            let bib = *next.get(index)?;
            *next.get_mut(index)? += 1;
            if seed.chance(REGULAR) && !regulars.is_empty() {
                let regular = regulars.swap_remove(seed.below(regulars.len() as u32) as usize);
                return Some(runner(seed, contest, index, bib, regular));
            }
            let other = person(seed, race_year);
            Some(runner(seed, contest, index, bib, &other))
        })
        .collect()
}

fn runner(seed: &mut Seed, contest: &Contest, index: usize, bib: u32, person: &Person) -> Runner {
    let Person { first, last, gender, born, pace } = person;
    // Nobody is as fast every day. Within the minimum times of the setup and the time limit of the course.
    let pace = pace + seed.normal(0.0, 6.0);
    let pace = pace.clamp(if *gender == "F" { 205.0 } else { 186.0 }, seed.between(480.0, 500.0));
    let slower_over_distance = (contest.metres / 10_000.0).powf(0.06);
    let seconds = pace * contest.metres / 1000.0 * slower_over_distance;
    let fraction = ((pace - 186.0) / 260.0).clamp(0.0, 1.0);
    let stops = seed.chance(2);
    Runner {
        entrant: json!({ "bib": bib.to_string(), "firstname": first, "lastname": last, "gender": gender, "dob": born, "contest": contest.name }),
        bib,
        contest: index,
        seconds,
        late: fraction * 95.0 + seed.between(0.4, 9.0),
        fade: seed.between(-0.01, 0.09) + fraction * 0.03,
        stops_at: stops.then(|| contest.metres * seed.between(0.3, 0.95)),
        absent: seed.chance(3),
    }
}

/// A read that a timing box would send at `time`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SimulatedRead {
    /// Epoch milliseconds.
    pub time: i64,
    /// The mat.
    pub mat: &'static str,
    /// The bib on the tag.
    pub bib: u32,
}

/// All reads of a race in the order of time: starts are read twice, backups a moment later, some mats miss a runner.
pub(super) fn reads(seed: &mut Seed, contests: &[Contest], runners: &[Runner]) -> Vec<SimulatedRead> {
    let mut reads = Vec::new();
    for runner in runners.iter().filter(|runner| !runner.absent) {
        let Some(contest) = contests.get(runner.contest) else { continue };
        let start = contest.gun + (runner.late * 1000.0) as i64;
        let mut read = |mat: &'static str, time: i64| reads.push(SimulatedRead { time, mat, bib: runner.bib });
        read("START", start - seed.below(1800) as i64);
        read("START", start);
        let stopped = |metres: f64| runner.stops_at.is_some_and(|stop| stop < metres);
        for (mat, metres) in splits(contest.metres) {
            if !stopped(*metres) && !seed.chance(2) {
                read(mat, start + at(runner, contest.metres, *metres));
            }
        }
        if !stopped(contest.metres) {
            let finish = start + at(runner, contest.metres, contest.metres);
            if !seed.chance(1) {
                read("FINISH", finish);
            }
            read("FINISH-BACKUP", finish + 600 + i64::from(seed.below(900)));
        }
    }
    // A test tag of a volunteer, which belongs to no runner.
    if let Some(first) = contests.first() {
        reads.push(SimulatedRead { time: first.gun - 900_000, mat: "START", bib: 99_997 });
    }
    reads.sort_by_key(|read| (read.time, read.bib));
    reads
}

/// Milliseconds from the start to `metres`: an even pace but for the fade, which grows with the square of the distance.
fn at(runner: &Runner, whole: f64, metres: f64) -> i64 {
    let way = metres / whole;
    let share = (way + runner.fade * way * way) / (1.0 + runner.fade);
    (runner.seconds * share * 1000.0) as i64
}

/// Reads as the body of `POST /timing/{RaceName}/reads`; `first_seq` numbers them within their source.
pub(super) fn body(reads: &[SimulatedRead], first_seq: usize, zone: Tz) -> Value {
    reads
        .iter()
        .enumerate()
        .map(|(index, read)| json!({ "source": "demo", "seq": first_seq + index, "mat": read.mat, "bib": read.bib.to_string(), "time": format_instant(read.time, zone), "invalid": false }))
        .collect()
}

/// First names by gender, and last names; invented.
#[derive(Deserialize)]
struct Names {
    #[serde(rename = "F")]
    women: Vec<String>,
    #[serde(rename = "M")]
    men: Vec<String>,
    #[serde(rename = "X")]
    others: Vec<String>,
    last: Vec<String>,
}

static NAMES: LazyLock<Names> = LazyLock::new(|| serde_json::from_str(include_str!("names.json")).expect("a test reads it"));

#[cfg(test)]
mod tests {
    use super::*;

    fn day() -> Vec<Contest> {
        contests(&[("Half".into(), 1_800_000_000_000), ("10K".into(), 1_800_001_200_000), ("5K".into(), 1_800_002_400_000)])
    }

    #[test]
    fn equal_seeds_give_equal_reads() {
        let contests = day();
        let one = || {
            let mut seed = Seed::new(5);
            let runners = runners(&mut seed, &contests, 600, 2027);
            reads(&mut seed, &contests, &runners)
        };
        assert_eq!(one(), one());
        assert!(one().len() > 2_000, "{} reads", one().len());
    }

    #[test]
    fn no_runner_is_faster_than_the_setup_allows() {
        let contests = day();
        for runner in runners(&mut Seed::new(11), &contests, 2_000, 2027) {
            assert!(runner.seconds > contests[runner.contest].metres * 0.16, "{} s", runner.seconds);
        }
    }
}
