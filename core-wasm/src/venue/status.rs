//! The state of the race: how many are where, who leads at each point, and the guns.

use serde::{Deserialize, Serialize};

use super::finish::is_of;
use super::{VenueBoard, words};
use crate::live::board::full_name;
use crate::live::text;
use crate::timing::desk::{RaceClock, gun_clock};
use crate::timing::setup::Ranking;
use crate::timing::standing::{LiveContest, LiveDocument, Row};

/// How many leaders of a point are shown.
const LEADERS: usize = 3;
/// A clock runs at most so long: then the race is over, whatever was forgotten.
const LONGEST_CLOCK_MS: i64 = 48 * 3_600_000;

/// The state of each contest, and what is said when there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StatusPage {
    /// The contests in the order of the setup.
    pub contests: Vec<ContestStatus>,
    /// Why there are none; empty when there are some.
    pub empty: String,
}

/// The state of a contest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ContestStatus {
    /// The contest's name.
    pub name: String,
    /// The guns: one, or one for each wave.
    pub guns: Vec<WaveGun>,
    /// How many runners are where.
    pub counts: Vec<StatusCount>,
    /// Who leads at each point that somebody has passed, in the order of the course; the finish is the last.
    pub points: Vec<PointLeaders>,
}

/// The gun of a contest or of one of its waves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct WaveGun {
    /// The wave's name; empty for the only one.
    pub wave: String,
    /// The gun in epoch milliseconds, once it is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gun: Option<i64>,
}

/// A number of runners with its label.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StatusCount {
    /// What they are: `On course`.
    pub label: String,
    /// How many.
    pub count: usize,
}

/// The first at a point.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PointLeaders {
    /// The point's label, or "Finish".
    pub point: String,
    /// The first of them, by the contest's time.
    pub leaders: Vec<Leader>,
}

/// One of the first at a point.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Leader {
    /// Unique within the race.
    pub bib: String,
    /// First and last name as everybody may see them.
    pub name: String,
    /// The time there.
    pub time: String,
}

impl VenueBoard {
    /// The state of every contest.
    pub fn status(&self) -> StatusPage {
        let document = self.board.document();
        let contests: Vec<ContestStatus> =
            document.contests.iter().enumerate().map(|(at, contest)| self.contest_status(document, at, contest)).collect();
        let empty = if contests.is_empty() { words::NO_CONTESTS.to_owned() } else { String::new() };
        StatusPage { contests, empty }
    }

    fn contest_status(&self, document: &LiveDocument, at: usize, contest: &LiveContest) -> ContestStatus {
        let own = |row: &Row| row.contest == at && is_of(document, row, &contest.name);
        let (mut all, mut started, mut running, mut finished, mut out) = (0, 0, 0, 0, 0);
        // For each split the first by the contest's time: time and position.
        let mut first: Vec<Vec<(i64, usize)>> = vec![Vec::new(); contest.splits.len()];
        for (position, row) in document.runners.times().enumerate().filter(|(_, row)| own(row)) {
            let (is_out, has_started, has_finished) = (row.status.is_set(), row.start.is_some(), row.finish.is_some());
            all += 1;
            started += usize::from(has_started);
            out += usize::from(is_out);
            finished += usize::from(has_finished && !is_out);
            running += usize::from(has_started && !has_finished && !is_out);
            if is_out || row.has(Row::SUSPICIOUS) || row.has(Row::WAITING) {
                continue;
            }
            for (first, after) in first.iter_mut().zip(row.splits.iter()) {
                let Some(time) = after.map(|after| leading_time(contest, &row, after)) else { continue };
                let place = first.partition_point(|known| *known <= (time, position));
                if place < LEADERS {
                    first.insert(place, (time, position));
                    first.truncate(LEADERS);
                }
            }
        }
        let mut points: Vec<PointLeaders> = contest
            .splits
            .iter()
            .zip(first)
            .map(|(point, first)| PointLeaders {
                point: point.label.clone(),
                leaders: first
                    .into_iter()
                    .filter_map(|(time, position)| Some(leader(&document.runners.get(position)?, text::time(time))))
                    .collect(),
            })
            .collect();
        let finishers = self.board.finishers(at).filter(|row| row.overall_rank > 0).take(LEADERS);
        let finishers = finishers.map(|row| leader(&row, row.official().map(|time| row.time_text(time)).unwrap_or_default()));
        points.push(PointLeaders { point: "Finish".into(), leaders: finishers.collect() });
        points.retain(|point| !point.leaders.is_empty());
        let counts = [("Registered", all), ("Started", started), ("On course", running), ("Finished", finished), ("Out", out)];
        ContestStatus {
            name: contest.name.clone(),
            guns: guns(contest),
            counts: counts.into_iter().map(|(label, count)| StatusCount { label: label.into(), count }).collect(),
            points,
        }
    }
}

/// What the first at a point are counted by: the time from the gun where that is official or decides the first places, else the chip time.
fn leading_time(contest: &LiveContest, row: &Row, after: i64) -> i64 {
    match contest.ranking {
        Ranking::Chip => after,
        Ranking::Gun | Ranking::Hybrid => row.start.unwrap_or_default().max(0).saturating_add(after),
    }
}

fn leader(row: &Row, time: String) -> Leader {
    Leader { bib: row.bib.to_string(), name: full_name(row), time }
}

fn guns(contest: &LiveContest) -> Vec<WaveGun> {
    if contest.waves.is_empty() {
        return vec![WaveGun { wave: String::new(), gun: contest.gun }];
    }
    contest.waves.iter().map(|wave| WaveGun { wave: wave.name.clone(), gun: wave.gun }).collect()
}

/// The clock of a gun at a time, as the desk shows it; without a time when the race has long been over.
pub fn clock(gun: Option<i64>, now_ms: i64) -> RaceClock {
    match gun {
        Some(gun) if now_ms.saturating_sub(gun) > LONGEST_CLOCK_MS => {
            RaceClock { label: String::new(), text: "Over".to_owned(), running: false }
        }
        gun => gun_clock(gun, now_ms),
    }
}
