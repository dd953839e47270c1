//! When a runner is expected at the next point and at the finish, as a range that narrows as more of the same contest get there.
//!
//! From a point to a later one the times of a contest's runners grow by a factor: `ln(later ÷ earlier)` is fitted, by linear regression, to
//! the pace so far and to how the last stretch differed from it, over those who ran alike today ([`LIKE`], [`MOST_PEERS`]; OpenSplitTime
//! compares with efforts that are alike, too, TIMING.md). Until there are some, and outside what they show, a formula of Riegel's form counts,
//! as the prior of a Bayesian regression: `later = earlier × (distance ÷ distance)^1.02` (P. Riegel, "Athletic Records and Human Endurance",
//! American Scientist 69, 1981; his 1.06 compares races, and within a race paces fall less: `benches/estimates.rs` measures it). The range
//! is the middle 80 % of the prediction.
//!
//! Those who are still under way count, too: that they are not there yet says that their factor is larger than so much (a censored
//! regression, `fit.rs`). Without them only the fast would teach, since they are the first to get there. How far mats are from where
//! the setup says is learned from the stretches that today's runners have passed already.
//!
//! Nothing here knows a clock: "now" is given.

mod fit;

use serde::{Deserialize, Serialize};

use self::fit::{Example, Fit, Prior, average, without_outliers};
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
/// The scatter of the factor before anybody has shown it, by the square root of how much longer the way is, as a logarithm: what
/// happens to a runner on one stretch says little of the next one, so that the variances add up.
const SCATTER: f64 = 0.036;
/// A way that is longer by more than this scatters no more: it is of the same runner on the same day.
const LONGEST: f64 = 0.8;
/// The same from discipline to discipline, where no formula says the factor.
const SCATTER_OF_LEGS: f64 = 0.1;
/// How far a mat stands from where the setup says, in metres: one standard deviation. Those of the recorded day were 300 to 800 m off.
const MISPLACED_METRES: f64 = 500.0;
/// As how many stretches that guess counts.
const MISPLACED_WEIGHT: f64 = 0.2;
/// How many standard deviations below the expected factor somebody's time so far may be who is compared with: at first, while the factor
/// is a guess, and at last.
const REACH: [f64; 2] = [3.0, 1.0];
/// How often those who are still under way are estimated anew.
const ROUNDS: usize = 6;

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

/// Somebody who ran alike up to the first point of a stretch. The times are in seconds after the own start.
struct Peer<'r> {
    row: &'r Row,
    from: f64,
    /// At the end of the stretch; `None` for who is still under way.
    reached: Option<f64>,
    /// Until now.
    until: f64,
}

impl Peer<'_> {
    /// The logarithm of the factor; for who is under way it is larger.
    fn factor(&self) -> f64 {
        (self.reached.unwrap_or(self.until) / self.from).ln()
    }
}

impl Stretch<'_> {
    /// When the runner reaches the end, in milliseconds after the own start: early, likely, late.
    fn range<'r>(&self, row: &Row, peers: impl Iterator<Item = &'r Row>, now_ms: i64) -> Option<[i64; 3]> {
        let own = time_at(row, self.from)?;
        // The runner's own row is among them, without its texts: it is known by its times.
        let is_other = |peer: &&Row| (peer.start, peer.wave, &peer.splits) != (row.start, row.wave, &row.splits);
        let peers = self.alike(own, peers.filter(is_other), now_ms);
        let reached: Vec<f64> = peers.iter().filter(|one| one.reached.is_some()).map(Peer::factor).collect();
        let prior = match self.riegel() {
            Some(mean) => Prior { mean, scatter: SCATTER * mean.min(LONGEST).sqrt(), shared: self.misplaced(&peers) },
            None if reached.len() < FEWEST_PEERS => return None,
            None => Prior { mean: average(&reached), scatter: SCATTER_OF_LEGS, shared: SCATTER_OF_LEGS },
        };
        let features = |peer: &Peer<'_>| [1.0, (peer.from / own).ln(), self.slowing(peer.row)];
        let (mut fit, mut slower) = (Fit::new(&prior, &[]), 0.0);
        for reach in REACH {
            // Chosen by what was known of them before: if those were left out who are not there yet, only the fast would remain.
            let had_time = |one: &&Peer<'_>| {
                let (mean, deviation) = fit.predict(features(one));
                (one.until / one.from).ln() > mean - reach * deviation
            };
            let near = nearest(peers.iter().filter(had_time).collect(), own, reach == REACH[0]);
            let example =
                |one: &Peer<'_>| Example { features: features(one), factor: one.factor(), is_over: one.reached.is_some() };
            let mut examples: Vec<Example> = near.into_iter().map(example).collect();
            without_outliers(&mut examples);
            for _ in 0..ROUNDS {
                fit = Fit::new(&prior, &examples.iter().filter_map(|one| one.expected(&fit)).collect::<Vec<_>>());
            }
            let shown: Vec<f64> = examples.iter().filter(|one| one.is_over).map(|one| one.features[1]).collect();
            slower = (-average(&shown)).max(0.0);
        }
        let (factor, deviation) = fit.predict([1.0, 0.0, self.slowing(row)]);
        // Who is slower than those who have shown the stretch scatters more than they do.
        let deviation = deviation * slower.exp();
        let after = |deviations: f64| milliseconds(own * (factor + deviations * deviation).exp());
        Some([after(-OF_80_PERCENT), after(0.0), after(OF_80_PERCENT)])
    }

    /// How far the factor may lie from the formula for everybody because mats do not stand where the setup says, as a logarithm: by how
    /// much the stretches before, as today's runners show them, differ from the formula.
    fn misplaced(&self, peers: &[Peer<'_>]) -> f64 {
        // The finish is where the setup says.
        let of = |point: usize| if point < self.contest.splits.len() { 1.0 / self.metres(point).max(1.0) } else { 0.0 };
        let of_metre = |from: usize, to: usize| of(from).hypot(of(to));
        let (mut weight, mut squares) = (MISPLACED_WEIGHT, MISPLACED_WEIGHT * MISPLACED_METRES.powi(2));
        for to in 1..=self.from {
            let Some(formula) = growth(self.metres(to - 1), self.metres(to)) else { continue };
            let every = peers.len().div_ceil(MOST_PEERS).max(1);
            let shown = peers.iter().step_by(every).map(|one| Some((time_at(one.row, to)? / time_at(one.row, to - 1)?).ln()));
            let shown: Vec<f64> = shown.flatten().collect();
            if shown.len() >= FEWEST_PEERS {
                squares += ((average(&shown) - formula) / of_metre(to - 1, to)).powi(2);
                weight += 1.0;
            }
        }
        (squares / weight).sqrt() * of_metre(self.from, self.to)
    }

    /// The logarithm of Riegel's factor; `None` from discipline to discipline.
    fn riegel(&self) -> Option<f64> {
        let (from, to) = (self.metres(self.from), self.metres(self.to));
        if self.contest.sport == Sport::Tri { None } else { growth(from, to) }
    }

    fn metres(&self, point: usize) -> f64 {
        self.contest.splits.get(point).map_or(self.contest.distance_metres, |point| point.metres)
    }

    /// Those who ran alike up to the first point, and have reached the second one or may still do so.
    fn alike<'r>(&self, own: f64, rows: impl Iterator<Item = &'r Row>, now_ms: i64) -> Vec<Peer<'r>> {
        let is_sure = |row: &Row| !row.has(Row::SUSPICIOUS) && !row.has(Row::WAITING) && !row.status.is_set();
        let later = self.to + 1..=self.contest.splits.len();
        let peer = |row: &'r Row| {
            let from = time_at(row, self.from).filter(|from| *from < own * LIKE && *from * LIKE > own)?;
            let started = self.contest.gun_of(row.wave)?.saturating_add(row.start?);
            let (reached, until) = (time_at(row, self.to), seconds(now_ms.saturating_sub(started)));
            // The mat missed whoever is farther already.
            let was_missed = || later.clone().any(|point| time_at(row, point).is_some());
            let is_known = match reached {
                Some(reached) => reached > from,
                None => until > from && !was_missed(),
            };
            is_known.then_some(Peer { row, from, reached, until })
        };
        rows.filter(|row| is_sure(row)).filter_map(peer).collect()
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
fn time_at(row: &Row, point: usize) -> Option<f64> {
    row.time_at(point).filter(|at| *at > 0).map(seconds)
}

#[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
fn seconds(milliseconds: i64) -> f64 {
    milliseconds as f64 / 1000.0
}

#[expect(clippy::cast_possible_truncation, reason = "race times are far below 2^63 ms")]
fn milliseconds(seconds: f64) -> i64 {
    (seconds * 1000.0) as i64
}

/// At most [`MOST_PEERS`] of these: from all over the field, or those whose time is the nearest to `own`.
fn nearest<'a, 'r>(mut peers: Vec<&'a Peer<'r>>, own: f64, all_over: bool) -> Vec<&'a Peer<'r>> {
    if peers.len() <= MOST_PEERS {
        return peers;
    }
    if all_over {
        let every = peers.len().div_ceil(MOST_PEERS);
        return peers.into_iter().step_by(every).collect();
    }
    let distance = |peer: &Peer<'_>| (peer.from / own).ln().abs();
    peers.select_nth_unstable_by(MOST_PEERS, |a, b| distance(a).total_cmp(&distance(b)));
    peers.truncate(MOST_PEERS);
    peers
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
        let row = |(bib, [ten, fifteen, finish]): (usize, &[Option<i64>; 3])| Row {
            bib: bib.to_string().into(),
            start: Some(0),
            splits: [*ten, *fifteen].map(|at| at.map(|at| at * MINUTE)).into(),
            finish: finish.map(|at| at * MINUTE),
            status: Status::reached(true, ten.is_some(), finish.is_some()),
            ..Row::default()
        };
        LiveDocument {
            contests: vec![contest],
            runners: runners.iter().enumerate().map(row).collect(),
            ..LiveDocument::default()
        }
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
        assert_eq!(of_first(&alone, 51), [("15K".into(), 70, 76, 82), ("Finish".into(), 99, 107, 115)]);
    }

    #[test]
    fn those_who_ran_alike_make_it_narrow_and_teach_how_the_course_slows() {
        let mut runners = vec![[Some(50), None, None]];
        runners.extend((0..40).map(|i| 40 + i % 9).map(|ten| [Some(ten), Some(ten * 16 / 10), Some(ten * 24 / 10)]));
        let all = document(&runners);
        // All of them passed 15K long ago, and nobody had the time to finish when slow: 15K is taught, the finish is Riegel's.
        let [next, finish] = <[_; 2]>::try_from(of_first(&all, 79)).unwrap();
        assert_eq!((next.0.as_str(), next.2, finish.2), ("15K", 80, 107));
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
        assert_eq!(between(&alone), "1:39 to 1:55 AM");
        alone.contests[0].gun = Some(10 * dates::HOUR_MS + 5 * MINUTE);
        assert_eq!(between(&alone), "11:44 AM to 12:00 PM");
    }
}
