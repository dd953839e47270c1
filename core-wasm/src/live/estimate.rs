//! When a runner is expected at the next point and at the finish, as a range that narrows as more of the same contest finish.
//!
//! From a point to a later one the times of a contest's runners grow by a factor: `ln(later ÷ earlier)` is fitted, by linear regression, to
//! the pace so far and to how the last stretch differed from it, over those who ran alike today ([`LIKE`], [`MOST_PEERS`]; OpenSplitTime
//! compares with efforts that are alike, too, TIMING.md). Until there are some, and outside what they show, a formula of Riegel's form counts,
//! as the prior of a Bayesian regression: `later = earlier × (distance ÷ distance)^1.02` (P. Riegel, "Athletic Records and Human Endurance",
//! American Scientist 69, 1981; his 1.06 compares races, and within a race paces fall less: `benches/estimates.rs` measures it). The range
//! is the middle 80 % of the prediction.
//!
//! Nothing here knows a clock: "now" is given.

use serde::{Deserialize, Serialize};

use crate::dates::{self, Tz};
use crate::timing::setup::Sport;
use crate::timing::standing::{LiveContest, LiveDocument, Row};

/// The exponent of Riegel's formula within a race.
const FATIGUE: f64 = 1.02;
/// Runners are alike whose times at a point differ by at most this factor.
const LIKE: f64 = 2.0;
/// Of those who are alike, this many of the nearest are compared with.
const MOST_PEERS: usize = 300;
/// Without Riegel's formula, from discipline to discipline, at least so many are needed.
const FEWEST_PEERS: usize = 10;
/// The middle 80 % of a normal distribution lies within so many standard deviations.
const OF_80_PERCENT: f64 = 1.2816;
/// As how many runners the prior counts for the scatter.
const SCATTER_WEIGHT: f64 = 4.0;
/// How much slower than half of those who have reached the second point somebody may be who has had the time for it, as a logarithm.
const MARGIN: f64 = 0.1;
/// How far the factor may lie from the formula, as a logarithm: mats do not always stand where the setup says.
const MISPLACED: f64 = 0.06;
/// How the factor changes with the pace, and with a slower last stretch, before anybody has shown it: the means and the scatter.
const SLOPES: [(f64, f64); 2] = [(0.0, 0.04), (0.3, 0.3)];

/// When a runner is expected at a point, as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExpectedLine {
    /// The point's label, or "Finish".
    pub point: String,
    /// The likely time of day in the race's zone: `9:41 AM`.
    pub at: String,
    /// Within which times of day four of five are there: `9:39 to 9:44 AM`.
    pub between: String,
    /// The likely time in epoch milliseconds.
    pub likely: i64,
    /// The later end of the range in epoch milliseconds. Who is not there then may have been missed by the mat.
    pub late: i64,
}

/// When a runner is expected at a point. The times are in epoch milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Expected {
    /// The point's label, or "Finish".
    pub point: String,
    /// One of ten is there before.
    pub early: i64,
    /// Half are there before.
    pub likely: i64,
    /// One of ten is there later.
    pub late: i64,
}

/// When a runner is expected at the next point and at the finish; nothing for who has not passed a point yet, has finished or is out of the
/// race, and when the runner should have passed the next point at `now_ms`, so that its mat may have missed the chip.
pub fn expected(document: &LiveDocument, row: &Row, now_ms: i64) -> Vec<Expected> {
    let peers: Vec<Row> = document.runners.times().filter(|peer| peer.contest == row.contest).collect();
    expected_beside(document, row, &peers, now_ms)
}

/// The same of a runner whose contest has these rows: for several runners of one contest they are read once.
pub fn expected_beside(document: &LiveDocument, row: &Row, peers: &[Row], now_ms: i64) -> Vec<Expected> {
    let Some(contest) = document.contests.get(row.contest) else { return Vec::new() };
    let is_running = row.finish.is_none() && !row.status.is_set() && !row.has(Row::SUSPICIOUS);
    let started = || Some(contest.gun_of(row.wave)?.saturating_add(row.start?));
    let (Some((last, _)), Some(started), true) = (row.last_split(), started(), is_running) else { return Vec::new() };
    let finish = contest.splits.len();
    let targets: &[usize] = if last + 1 == finish { &[finish] } else { &[last + 1, finish] };
    let mut all = Vec::new();
    for to in targets {
        let stretch = Stretch { contest, from: last, to: *to };
        let Some(range) = stretch.range(row, peers.iter(), document.updated_at.max(now_ms)) else { continue };
        let [early, likely, late] = range.map(|after| started.saturating_add(after));
        if late < now_ms {
            return Vec::new();
        }
        let point = contest.splits.get(*to).map_or_else(|| "Finish".to_owned(), |point| point.label.clone());
        all.push(Expected { point, early: early.max(now_ms), likely: likely.max(now_ms), late });
    }
    all
}

/// The same as it is shown.
pub fn lines(document: &LiveDocument, row: &Row, now_ms: i64) -> Vec<ExpectedLine> {
    let zone = dates::zone_or_default(&document.time_zone);
    expected(document, row, now_ms).into_iter().map(|expected| expected.line(zone)).collect()
}

impl Expected {
    /// As it is shown in a zone.
    pub fn line(self, zone: Tz) -> ExpectedLine {
        let clock = |ms: i64| dates::minute_clock_text(ms, zone);
        let expected = self;
        let (early, late) = (clock(expected.early), clock(expected.late));
        let half = |time: &str| time.split_once(' ').map(|(time, half)| (time.to_owned(), half.to_owned()));
        // The half of the day is said once.
        let between = match (half(&early), half(&late)) {
            (Some((time, half)), Some((_, other))) if half == other => format!("{time} to {late}"),
            _ => format!("{early} to {late}"),
        };
        let (at, likely, late) = (clock(expected.likely), expected.likely, expected.late);
        ExpectedLine { point: expected.point, at, between, likely, late }
    }
}

/// About when a runner is at the finish, in epoch milliseconds, by the own pace up to the last point and the distances alone: good enough to
/// ask for the others' times ([`expected_beside`]) of those who come first. `None` for who is not expected there.
pub fn rough_finish(document: &LiveDocument, row: &Row) -> Option<i64> {
    let contest = document.contests.get(row.contest)?;
    let is_running = row.finish.is_none() && !row.status.is_set() && !row.has(Row::SUSPICIOUS);
    let (last, at) = row.last_split().filter(|(_, at)| is_running && *at > 0)?;
    let growth = growth(contest.splits.get(last)?.metres, contest.distance_metres).unwrap_or_default();
    let after = milliseconds(time_at(row, last)? * growth.exp());
    Some(contest.gun_of(row.wave)?.saturating_add(row.start?).saturating_add(after.max(at)))
}

/// How long it is until a runner is expected: `in 12 min`, `any moment`; empty when the runner should have been there.
pub fn until(likely_ms: i64, late_ms: i64, now_ms: i64) -> String {
    let minutes = (likely_ms.saturating_sub(now_ms) + dates::MINUTE_MS / 2).div_euclid(dates::MINUTE_MS);
    if late_ms < now_ms {
        return String::new();
    }
    match minutes {
        ..=0 => "any moment".into(),
        1..=59 => format!("in {minutes} min"),
        _ => format!("in {} h {} min", minutes / 60, minutes % 60),
    }
}

/// A stretch of a contest's course, from the point with the index `from` to that with the index `to`; the finish is the last.
struct Stretch<'a> {
    contest: &'a LiveContest,
    from: usize,
    to: usize,
}

/// What the factor of a runner is derived from: 1, how the pace so far and that of the last stretch differ from others.
type Features = [f64; 3];

impl Stretch<'_> {
    /// When the runner reaches the end, in milliseconds after the own start: early, likely, late.
    fn range<'r>(&self, row: &Row, peers: impl Iterator<Item = &'r Row>, now_ms: i64) -> Option<[i64; 3]> {
        let own = time_at(row, self.from)?;
        let riegel = self.riegel();
        // A wide first guess: it counts until enough have shown it.
        let scatter = riegel.map_or(0.1, |riegel| 0.01 + 0.015 * riegel.abs());
        let peers = self.peers(own, peers, now_ms);
        if riegel.is_none() && peers.len() < FEWEST_PEERS {
            return None;
        }
        let centre = own.ln();
        let examples = peers.iter().map(|peer| {
            let (from, to) = (time_at(peer, self.from)?, time_at(peer, self.to)?);
            Some(([1.0, from.ln() - centre, self.slowing(peer)], (to / from).ln()))
        });
        let examples: Vec<(Features, f64)> = without_outliers(examples.flatten().collect());
        let mean = riegel.unwrap_or_else(|| average(examples.iter().map(|(_, factor)| *factor)));
        let fit = Fit::new(&examples, mean, scatter);
        let (factor, deviation) = fit.predict([1.0, 0.0, self.slowing(row)]);
        let after = |deviations: f64| milliseconds(own * (factor + deviations * deviation).exp());
        Some([after(-OF_80_PERCENT), after(0.0), after(OF_80_PERCENT)])
    }

    /// The logarithm of Riegel's factor; `None` from discipline to discipline.
    fn riegel(&self) -> Option<f64> {
        let (from, to) = (self.metres(self.from), self.metres(self.to));
        if self.contest.sport == Sport::Tri { None } else { growth(from, to) }
    }

    fn metres(&self, point: usize) -> f64 {
        self.contest.splits.get(point).map_or(self.contest.distance_metres, |point| point.metres)
    }

    /// Those who ran alike up to the first point and have reached the second one. Of those who are still under way only the fast would be
    /// compared with, so whoever might not have been there yet at `now_ms`, when slow (`slow`), is left out with those who were.
    fn peers<'r>(&self, own: f64, rows: impl Iterator<Item = &'r Row>, now_ms: i64) -> Vec<&'r Row> {
        let is_alike = |from: f64| from < own * LIKE && from * LIKE > own;
        let is_sure = |row: &Row| !row.has(Row::SUSPICIOUS) && !row.has(Row::WAITING) && !row.status.is_set();
        let mut reached: Vec<(f64, f64, &Row)> = Vec::new();
        for row in rows.filter(|row| is_sure(row)) {
            if let (Some(from), Some(to)) = (time_at(row, self.from), time_at(row, self.to))
                && is_alike(from)
            {
                reached.push((from, to / from, row));
            }
        }
        let middle = reached.len() / 2;
        if reached.len() > middle {
            reached.select_nth_unstable_by(middle, |(_, a, _), (_, b, _)| a.total_cmp(b));
        }
        let slow = reached.get(middle).map_or(1.0, |(_, factor, _)| factor * MARGIN.exp());
        let had_time = |from: f64, row: &Row| {
            let started = self.contest.gun_of(row.wave).zip(row.start).map(|(gun, start)| gun.saturating_add(start));
            started.is_some_and(|started| started.saturating_add(milliseconds(from * slow)) <= now_ms)
        };
        let had_time = reached.into_iter().filter(|(from, _, row)| had_time(*from, row));
        let mut peers: Vec<(f64, &Row)> = had_time.map(|(from, _, row)| ((from / own).ln().abs(), row)).collect();
        if peers.len() > MOST_PEERS {
            peers.select_nth_unstable_by(MOST_PEERS, |(a, _), (b, _)| a.total_cmp(b));
            peers.truncate(MOST_PEERS);
        }
        peers.into_iter().map(|(_, row)| row).collect()
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

/// By which factor the time of a runner grows from a distance to a longer one in the same discipline, by Riegel's formula, as a logarithm;
/// `None` when the one is not longer than the other.
pub(super) fn growth(from_metres: f64, to_metres: f64) -> Option<f64> {
    (from_metres > 0.0 && to_metres > from_metres).then(|| FATIGUE * (to_metres / from_metres).ln())
}

/// The time of a runner at a point in seconds after the own start; `None` when there is none.
#[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
fn time_at(row: &Row, point: usize) -> Option<f64> {
    row.time_at(point).filter(|at| *at > 0).map(|at| at as f64 / 1000.0)
}

#[expect(clippy::cast_possible_truncation, reason = "race times are far below 2^63 ms")]
fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1000.0) as i64
}

#[expect(clippy::cast_precision_loss, reason = "a field has fewer than 2^52 runners")]
fn average(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let number = values.len().max(1) as f64;
    values.sum::<f64>() / number
}

/// Leaves out whose factor lies more than three times the distance of the quartiles outside them: who stopped, or took a short cut.
fn without_outliers(mut examples: Vec<(Features, f64)>) -> Vec<(Features, f64)> {
    let mut factors: Vec<f64> = examples.iter().map(|(_, factor)| *factor).collect();
    factors.sort_by(f64::total_cmp);
    let quartile = |part: usize| factors.get(factors.len() * part / 4).copied();
    if let (Some(first), Some(third)) = (quartile(1), quartile(3)) {
        let reach = 3.0 * (third - first);
        examples.retain(|(_, factor)| (first - reach..=third + reach).contains(factor));
    }
    examples
}

/// A Bayesian linear regression with three features: its coefficients, the inverse of its precision, and the variance of the scatter.
struct Fit {
    coefficients: Features,
    inverse: [Features; 3],
    variance: f64,
}

impl Fit {
    /// Fits examples, with a prior of this mean and scatter.
    #[expect(clippy::cast_precision_loss, reason = "there are at most some hundred examples")]
    fn new(examples: &[(Features, f64)], mean: f64, scatter: f64) -> Self {
        let [pace, slowing] = SLOPES;
        let prior_mean = [mean, pace.0, slowing.0 * mean];
        let prior = [(scatter / MISPLACED).powi(2), (scatter / pace.1).powi(2), (scatter / slowing.1).powi(2)];
        let mut precision = [[prior[0], 0.0, 0.0], [0.0, prior[1], 0.0], [0.0, 0.0, prior[2]]];
        let mut right = [prior[0] * prior_mean[0], prior[1] * prior_mean[1], prior[2] * prior_mean[2]];
        for (features, factor) in examples {
            for ((row, right), feature) in precision.iter_mut().zip(&mut right).zip(features) {
                *right += feature * factor;
                row.iter_mut().zip(features).for_each(|(cell, other)| *cell += feature * other);
            }
        }
        let inverse = inverse(precision);
        let coefficients = inverse.map(|row| dot(row, right));
        let misses = examples.iter().map(|(features, factor)| (factor - dot(coefficients, *features)).powi(2)).sum::<f64>();
        let number = examples.len() as f64;
        let variance = (SCATTER_WEIGHT * scatter.powi(2) + misses) / (SCATTER_WEIGHT + number);
        Self { coefficients, inverse, variance }
    }

    /// The mean and the standard deviation of the prediction.
    fn predict(&self, features: Features) -> (f64, f64) {
        let uncertain = dot(self.inverse.map(|row| dot(row, features)), features);
        (dot(self.coefficients, features), (self.variance * (1.0 + uncertain.max(0.0))).sqrt())
    }
}

fn dot(a: Features, b: Features) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a symmetric matrix with a positive determinant, by its cofactors.
fn inverse([[a, b, c], [d, e, f], [g, h, i]]: [Features; 3]) -> [Features; 3] {
    let cofactors = [
        [e * i - f * h, c * h - b * i, b * f - c * e],
        [f * g - d * i, a * i - c * g, c * d - a * f],
        [d * h - e * g, b * g - a * h, a * e - b * d],
    ];
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
    cofactors.map(|row| row.map(|cell| cell / determinant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::standing::{LivePoint, LiveWave};
    use crate::timing::status::Status;

    const MINUTE: i64 = dates::MINUTE_MS;

    /// A half marathon with points at 10 and 15 km, and runners with these times, in minutes after the gun.
    fn document(runners: &[[Option<i64>; 3]]) -> LiveDocument {
        let point = |label: &str, metres| LivePoint { label: label.into(), metres, ..LivePoint::default() };
        let contest = LiveContest {
            name: "Half".into(),
            distance_metres: 21_097.5,
            gun: Some(0),
            splits: vec![point("10K", 10_000.0), point("15K", 15_000.0)],
            ..LiveContest::default()
        };
        let row = |[ten, fifteen, finish]: &[Option<i64>; 3]| Row {
            start: Some(0),
            splits: [*ten, *fifteen].map(|at| at.map(|at| at * MINUTE)).into(),
            finish: finish.map(|at| at * MINUTE),
            status: Status::reached(true, ten.is_some(), finish.is_some()),
            ..Row::default()
        };
        LiveDocument { contests: vec![contest], runners: runners.iter().map(row).collect(), ..LiveDocument::default() }
    }

    fn change_first(document: &mut LiveDocument, change: impl Fn(&mut Row)) {
        let mut rows: Vec<Row> = document.runners.iter().collect();
        change(&mut rows[0]);
        document.runners = rows.into();
    }

    fn of_first(document: &LiveDocument, minute: i64) -> Vec<(String, i64, i64, i64)> {
        let found = expected(document, &document.runners.get(0).unwrap(), minute * MINUTE);
        let minutes = |ms: i64| (ms + MINUTE / 2) / MINUTE;
        found.into_iter().map(|one| (one.point, minutes(one.early), minutes(one.likely), minutes(one.late))).collect()
    }

    #[test]
    fn the_first_on_the_course_is_expected_by_riegels_formula_in_a_wide_range() {
        let alone = document(&[[Some(50), None, None]]);
        // 50 min × 1.5^1.02 = 75.6; 50 × 2.10975^1.02 = 107.1.
        assert_eq!(of_first(&alone, 51), [("15K".into(), 70, 76, 82), ("Finish".into(), 99, 107, 116)]);
    }

    #[test]
    fn those_who_ran_alike_make_it_narrow_and_teach_how_the_course_slows() {
        let mut runners = vec![[Some(50), None, None]];
        runners.extend((0..40).map(|i| 40 + i % 9).map(|ten| [Some(ten), Some(ten * 16 / 10), Some(ten * 24 / 10)]));
        let all = document(&runners);
        // All of them passed 15K long ago, and nobody had the time to finish when slow: 15K is taught, the finish is Riegel's.
        let [next, finish] = <[_; 2]>::try_from(of_first(&all, 79)).unwrap();
        assert_eq!((next.0.as_str(), next.2, finish.2), ("15K", 79, 107));
        assert!(next.3 - next.1 <= 4, "{next:?}");
        // With the clock of a later wave all have finished.
        let mut later = all.clone();
        later.contests[0].waves = [0, 60].map(|gun| LiveWave { name: gun.to_string(), gun: Some(gun * MINUTE) }).into();
        change_first(&mut later, |row| row.wave = 1);
        let [_, finish] = <[_; 2]>::try_from(of_first(&later, 60 + 51)).unwrap();
        assert_eq!(finish.2, 60 + 119);
        assert!(finish.3 - finish.1 <= 8, "{finish:?}");
    }

    #[test]
    fn nothing_is_expected_of_who_is_out_has_finished_or_passed_no_point() {
        let mut all = document(&[[Some(50), None, None], [None, None, None], [Some(50), Some(75), Some(110)]]);
        change_first(&mut all, |row| row.status = Status::Dnf);
        assert!(all.runners.iter().all(|row| expected(&all, &row, 51 * MINUTE).is_empty()));
    }

    #[test]
    fn who_is_not_there_yet_is_expected_from_now_on_and_after_the_range_not_any_more() {
        let alone = document(&[[Some(50), None, None]]);
        assert_eq!(of_first(&alone, 80)[0], ("15K".into(), 80, 80, 82));
        assert_eq!(of_first(&alone, 83), []);
    }

    #[test]
    fn a_range_names_the_half_of_the_day_once_unless_noon_is_in_it() {
        let mut alone = document(&[[Some(50), None, None]]);
        alone.time_zone = "UTC".into();
        let between = |alone: &LiveDocument| lines(alone, &alone.runners.get(0).unwrap(), 0).remove(1).between;
        assert_eq!(between(&alone), "1:38 to 1:56 AM");
        alone.contests[0].gun = Some(10 * dates::HOUR_MS + 5 * MINUTE);
        assert_eq!(between(&alone), "11:43 AM to 12:01 PM");
    }
}
