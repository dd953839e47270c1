//! The time from a point of a course to a later one, as those show it who ran alike today.
//!
//! Which runners are compared with must not depend on how fast they then were: as long as somebody is under way, those who are there are
//! the fast. So the ones count who have *had the time*, and those of them who are not there yet count with what has passed. Nearly always
//! they started faster than the runner who is asked about, since the others are where the runner is; what they show is continued to that pace.

use super::fit::{Example, Fit, Prior};
use super::growth;
use crate::order;
use crate::timing::setup::Sport;
use crate::timing::standing::{LiveContest, Row};

/// Runners are alike whose times at a point differ by at most this factor.
const LIKE: f64 = 2.0;
/// Of those who are alike, this many of the nearest are compared with, as OpenSplitTime does (TIMING.md).
const MOST_PEERS: usize = 100;
/// Without Riegel's formula, from discipline to discipline, at least so many are needed, and to see whether a mat is where the setup says.
const FEWEST_PEERS: usize = 10;
/// At most about so many of a contest show whether its mats stand where the setup says.
const MOST_FOR_MATS: usize = 2_000;
/// The middle 80 % of a normal distribution lies within so many standard deviations.
const OF_80_PERCENT: f64 = 1.2816;
/// By how much the pace of the rest of the way differs from that so far, from runner to runner, as a logarithm: 0.04 in the calm fields
/// that are generated, 0.05 to 0.09 on the recorded day, whatever the stretch.
const PACE_CHANGE: f64 = 0.05;
/// By how much it differs for all of them, by the course and the weather.
const OF_THE_DAY: f64 = 0.03;
/// How it differs with the pace: who is slower by a logarithm of 1 slows by so much more. The mean is 0.
const BY_PACE: f64 = 0.04;
/// How much of what the last stretch was slower remains, mean and deviation: 0.8 late in a marathon, little before.
const REMAINS: (f64, f64) = (0.5, 0.4);
/// With which power of their time runners scatter more: about the mean of the recorded day's stretches, from 0 to 1.9.
const UNEVEN: f64 = 0.5;
/// How the factor scatters from discipline to discipline, where no formula says it.
const OF_LEGS: f64 = 0.1;
/// How many metres a mat stands from where the setup says. The four of the recorded day were 430 m off (root mean square; one of them 770 m);
/// with so few, Student's distribution makes the range of a next one wider by a quarter.
const MISPLACED: f64 = 550.0;
/// As how many stretches that guess counts beside those which today's runners have behind them: it is of another day.
const MISPLACED_WEIGHT: f64 = 0.1;

/// A stretch of a contest's course, from the point with the index `from` to that with the index `to`; the finish is the last.
pub(super) struct Stretch<'a> {
    pub(super) contest: &'a LiveContest,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// Somebody who ran alike up to the first point.
struct Peer<'r> {
    row: &'r Row,
    /// The time there, as a part of that of the runner who is asked about.
    pace: f64,
    /// By which factor the time has grown up to the second point; until now for who is under way.
    factor: f64,
    is_under_way: bool,
    /// By which factor the time has grown until now, for who is there, too.
    passed: f64,
}

impl Stretch<'_> {
    /// When the runner reaches the end, in milliseconds after the own start: early, likely, late. The rows are those of the contest.
    pub(super) fn range(&self, row: &Row, rows: &[Row], now_ms: i64) -> Option<[i64; 3]> {
        let own = time_at(row, self.from)?;
        // The runner's own row is among them, without its texts: it is known by its times.
        let is_other = |peer: &&Row| (peer.wave, peer.start, &peer.splits) != (row.wave, row.start, &row.splits);
        let peers = self.peers(own, rows.iter().filter(is_other), now_ms);
        let there = peers.iter().filter(|peer| !peer.is_under_way).map(|peer| peer.factor);
        let prior = match self.riegel() {
            Some(mean) => self.prior(mean, rows),
            None if there.clone().count() < FEWEST_PEERS => return None,
            None => Prior { means: [average(there).ln(), 0.0, 0.0], deviations: [OF_LEGS; 3], scatter: OF_LEGS },
        };
        let example = |peer: &Peer<'_>| Example {
            features: [1.0, peer.pace.ln(), self.slowing(peer.row)],
            factor: peer.factor.ln(),
            is_under_way: peer.is_under_way,
        };
        let examples = without_outliers(peers.iter().map(example).collect());
        let (factor, [earlier, later]) = Fit::new(&examples, &prior).predict([1.0, 0.0, self.slowing(row)]);
        // Those who have shown it are faster, and scatter less.
        let faster = -average(examples.iter().map(|Example { features: [_, pace, _], .. }| *pace)).min(0.0);
        let reach = OF_80_PERCENT * (UNEVEN * faster).exp();
        let after = |logarithm: f64| milliseconds(own * logarithm.exp());
        Some([after(factor - reach * earlier), after(factor), after(factor + reach * later)])
    }

    /// What is believed before anybody is there, about the logarithm of Riegel's factor. A change of the pace counts for the part of the time
    /// that is still to come: `ln(1 + rest × change) ≈ ln(1 + rest) + change × rest ÷ (1 + rest)`.
    fn prior(&self, mean: f64, rows: &[Row]) -> Prior {
        let to_come = 1.0 - (-mean).exp();
        let of_mats = self.misplaced(rows) * self.of_metre(self.from, self.to);
        Prior {
            means: [mean, 0.0, REMAINS.0 * to_come],
            deviations: [of_mats.hypot(OF_THE_DAY * to_come), BY_PACE * to_come, REMAINS.1 * to_come],
            scatter: PACE_CHANGE * to_come,
        }
    }

    /// How many metres the mats stand from where the setup says, by what the stretches up to the first point show: today's times there grew by
    /// another factor than the formula's.
    fn misplaced(&self, rows: &[Row]) -> f64 {
        let every = rows.len().div_ceil(MOST_FOR_MATS).max(1);
        let (mut squares, mut weight) = (MISPLACED_WEIGHT * MISPLACED.powi(2), MISPLACED_WEIGHT);
        for to in 1..=self.from {
            let from = to - 1;
            let (mut number, mut before, mut after) = (0, 0.0, 0.0);
            for row in rows.iter().step_by(every).filter(|row| is_sure(row)) {
                if let (Some(early), Some(late)) = (time_at(row, from), time_at(row, to)) {
                    (number, before, after) = (number + 1, before + early, after + late);
                }
            }
            if let Some(formula) = growth(self.metres(from), self.metres(to)).filter(|_| number >= FEWEST_PEERS) {
                squares += (((after / before).ln() - formula) / self.of_metre(from, to)).powi(2);
                weight += 1.0;
            }
        }
        (squares / weight).sqrt()
    }

    /// By how much the factor's logarithm is wrong when the mats of two points are a metre off. The finish is where the setup says.
    fn of_metre(&self, from: usize, to: usize) -> f64 {
        let of = |point: usize| if point < self.contest.splits.len() { 1.0 / self.metres(point) } else { 0.0 };
        of(from).hypot(of(to))
    }

    /// The logarithm of Riegel's factor; `None` from discipline to discipline.
    fn riegel(&self) -> Option<f64> {
        let (from, to) = (self.metres(self.from), self.metres(self.to));
        if self.contest.sport == Sport::Tri { None } else { growth(from, to) }
    }

    fn metres(&self, point: usize) -> f64 {
        self.contest.splits.get(point).map_or(self.contest.distance_metres, |point| point.metres)
    }

    /// Those who ran alike up to the first point and have had, at `now_ms`, the time that half of those who are there took, there or not.
    fn peers<'r>(&self, own: f64, rows: impl Iterator<Item = &'r Row>, now_ms: i64) -> Vec<Peer<'r>> {
        let mut peers: Vec<Peer<'_>> = rows.filter(|row| is_sure(row)).filter_map(|row| self.peer(own, row, now_ms)).collect();
        let mut factors: Vec<f64> = peers.iter().filter(|peer| !peer.is_under_way).map(|peer| peer.factor).collect();
        order::sort_by(&mut factors, f64::total_cmp);
        let Some(half) = factors.get(factors.len() / 2).copied() else { return Vec::new() };
        peers.retain(|peer| peer.passed >= half);
        if peers.len() > MOST_PEERS {
            let difference = |peer: &Peer<'_>| peer.pace.max(1.0 / peer.pace);
            order::sort_by(&mut peers, |a, b| difference(a).total_cmp(&difference(b)));
            peers.truncate(MOST_PEERS);
        }
        peers
    }

    fn peer<'r>(&self, own: f64, row: &'r Row, now_ms: i64) -> Option<Peer<'r>> {
        let from = time_at(row, self.from).filter(|from| *from < own * LIKE && *from * LIKE > own)?;
        let started = self.contest.gun_of(row.wave)?.saturating_add(row.start?);
        let (to, passed) = (time_at(row, self.to), seconds(now_ms.saturating_sub(started)));
        // Who is farther on is not under way: the mat missed the chip.
        let was_missed = || (self.to..self.contest.splits.len()).any(|point| time_at(row, point + 1).is_some());
        if passed <= from || to.is_none() && was_missed() {
            return None;
        }
        let factor = to.unwrap_or(passed) / from;
        Some(Peer { row, pace: from / own, factor, is_under_way: to.is_none(), passed: passed / from })
    }

    /// By how much the stretch before the first point was slower than those before it, as a logarithm; 0 when that is not known.
    fn slowing(&self, row: &Row) -> f64 {
        let known = || {
            let before = self.from.checked_sub(1)?;
            let (early, last) = (time_at(row, before)?, time_at(row, self.from)? - time_at(row, before)?);
            let (early_metres, metres) = (self.metres(before), self.metres(self.from) - self.metres(before));
            let is_run = self.contest.sport != Sport::Tri;
            (is_run && early_metres > 0.0 && metres > 0.0 && last > 0.0)
                .then(|| ((last / metres) / (early / early_metres)).ln().clamp(-0.5, 0.5))
        };
        known().unwrap_or_default()
    }
}

/// Whether a runner's times can be compared with.
fn is_sure(row: &Row) -> bool {
    !row.has(Row::SUSPICIOUS) && !row.has(Row::WAITING) && !row.status.is_set()
}

/// The time of a runner at a point in seconds after the own start; `None` when there is none.
pub(super) fn time_at(row: &Row, point: usize) -> Option<f64> {
    row.time_at(point).filter(|at| *at > 0).map(seconds)
}

#[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}

#[expect(clippy::cast_possible_truncation, reason = "race times are far below 2^63 ms")]
pub(super) fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1000.0) as i64
}

/// The mean of these; 0 of none.
fn average(values: impl Iterator<Item = f64>) -> f64 {
    let (number, sum) = values.fold((0_u32, 0.0), |(number, sum), value| (number + 1, sum + value));
    sum / f64::from(number.max(1))
}

/// Leaves out whose factor lies more than three times the distance of the quartiles outside them: who stopped, or took a short cut.
fn without_outliers(mut examples: Vec<Example>) -> Vec<Example> {
    let mut factors: Vec<f64> = examples.iter().map(|example| example.factor).collect();
    order::sort_by(&mut factors, f64::total_cmp);
    let quartile = |part: usize| factors.get(factors.len() * part / 4).copied();
    if let (Some(first), Some(third)) = (quartile(1), quartile(3)) {
        let reach = 3.0 * (third - first);
        examples.retain(|example| (first - reach..=third + reach).contains(&example.factor));
    }
    examples
}
