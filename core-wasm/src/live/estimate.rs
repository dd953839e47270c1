//! When a runner is expected at the next point and at the finish, as a range that narrows as more of the same contest get there.
//!
//! From a point to a later one the times of a contest's runners grow by a factor. What it is for a runner is learned from those who ran
//! alike today (`stretch`), by a regression in which those count, too, who are still under way (`fit`). Until there are some, and outside
//! what they show, a formula of Riegel's form counts: `later = earlier × (distance ÷ distance)^1.02` (P. Riegel, "Athletic Records and Human
//! Endurance", American Scientist 69, 1981; his 1.06 compares races, and within a race paces fall less: `benches/estimates.rs` measures it).
//! The range is the middle 80 % of the prediction.
//!
//! Nothing here knows a clock: "now" is given.

mod fit;
mod stretch;

use serde::{Deserialize, Serialize};

use self::stretch::{Stretch, milliseconds, time_at};
use crate::dates::{self, Tz};
use crate::timing::standing::{LiveDocument, Row};

/// The exponent of Riegel's formula within a race.
const FATIGUE: f64 = 1.02;

/// When a runner is expected at a point, as it is shown at a time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExpectedLine {
    /// The likely time of day in the race's zone: `9:41 AM`.
    pub at: String,
    /// Within which times of day four of five are there: `9:39 to 9:44 AM`.
    pub between: String,
    /// How long it is until then: `in 12 min`.
    pub until: String,
}

/// When a runner is expected at a point. The times are in epoch milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Expected {
    /// The point's label, or "Finish".
    pub point: String,
    /// One of ten is there before.
    pub early: i64,
    /// Half are there before.
    pub likely: i64,
    /// One of ten is there later. Who is not there then may have been missed by the mat.
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
        let Some(range) = Stretch { contest, from: last, to: *to }.range(row, peers, document.updated_at.max(now_ms)) else {
            continue;
        };
        let [early, likely, late] = range.map(|after| started.saturating_add(after));
        if late < now_ms {
            return Vec::new();
        }
        let point = contest.splits.get(*to).map_or_else(|| "Finish".to_owned(), |point| point.label.clone());
        all.push(Expected { point, early: early.max(now_ms), likely: likely.max(now_ms), late });
    }
    all
}

impl Expected {
    /// As it is shown in a zone at a time, which may be later than the one of the estimate: who is not there yet comes no earlier than now.
    /// `None` when the runner should have been there.
    pub fn line(&self, zone: Tz, now_ms: i64) -> Option<ExpectedLine> {
        if self.late < now_ms {
            return None;
        }
        let clock = |ms: i64| dates::minute_clock_text(ms.max(now_ms), zone);
        let (early, late) = (clock(self.early), clock(self.late));
        let half = |time: &str| time.split_once(' ').map(|(time, half)| (time.to_owned(), half.to_owned()));
        // The half of the day is said once.
        let between = match (half(&early), half(&late)) {
            _ if early == late => late,
            (Some((time, half)), Some((_, other))) if half == other => format!("{time} to {late}"),
            _ => format!("{early} to {late}"),
        };
        Some(ExpectedLine { at: clock(self.likely), between, until: until(self.likely, self.late, now_ms) })
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

/// By which factor the time of a runner grows from a distance to a longer one in the same discipline, by Riegel's formula, as a logarithm;
/// `None` when the one is not longer than the other.
pub(super) fn growth(from_metres: f64, to_metres: f64) -> Option<f64> {
    (from_metres > 0.0 && to_metres > from_metres).then(|| FATIGUE * (to_metres / from_metres).ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::standing::{LiveContest, LivePoint, LiveWave};
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
        assert_eq!(of_first(&alone, 51), [("15K".into(), 69, 76, 83), ("Finish".into(), 99, 107, 116)]);
    }

    #[test]
    fn those_who_ran_alike_make_it_narrow_and_teach_how_the_course_slows() {
        let mut runners = vec![[Some(50), None, None]];
        runners.extend((0..40).map(|i| 40 + i % 9).map(|ten| [Some(ten), Some(ten * 16 / 10), Some(ten * 24 / 10)]));
        let all = document(&runners);
        // All of them passed 15K long ago, and nobody has finished yet: 15K is taught, the finish is Riegel's.
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
    fn a_mat_that_was_off_makes_the_next_range_wide_and_one_in_its_place_narrow() {
        let width = |fifteen: i64| {
            let mut runners = vec![[Some(50), Some(50 * fifteen / 100), None]];
            runners.extend((0..20).map(|i| 45 + i / 4).map(|ten| [Some(ten), Some(ten * fifteen / 100), None]));
            let finish = of_first(&document(&runners), 86).remove(0);
            finish.3 - finish.1
        };
        // By the formula 1.51 times as long as to 10K.
        assert!(width(170) > 2 * width(151), "{} {}", width(170), width(151));
    }

    #[test]
    fn those_who_should_be_there_and_are_not_make_it_later() {
        let with = |slow: Option<i64>| {
            let mut runners = vec![[Some(50), None, None]];
            runners.extend((0..20).map(|i| [Some(40 + i % 5), Some((40 + i % 5) * 15 / 10), None]));
            runners.extend((0..20).map(|i| [Some(40 + i % 5), slow.map(|at| at + i % 5), None]));
            of_first(&document(&runners), 70).remove(0)
        };
        let (late, alike) = (with(None), with(Some(60)));
        assert!(late.2 > alike.2 + 2 && late.3 > alike.3 + 2, "{late:?} {alike:?}");
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
        assert_eq!(of_first(&alone, 80)[0], ("15K".into(), 80, 80, 83));
        assert_eq!(of_first(&alone, 84), []);
    }

    #[test]
    fn a_range_names_the_half_of_the_day_once_unless_noon_is_in_it() {
        let mut alone = document(&[[Some(50), None, None]]);
        let between = |alone: &LiveDocument| {
            let finish = expected(alone, &alone.runners.get(0).unwrap(), 0).remove(1);
            finish.line(dates::zone_or_default("UTC"), 0).unwrap().between
        };
        assert_eq!(between(&alone), "1:38 to 1:56 AM");
        alone.contests[0].gun = Some(10 * dates::HOUR_MS + 5 * MINUTE);
        assert_eq!(between(&alone), "11:43 AM to 12:01 PM");
    }
}
