//! Where the runners of a contest probably are between two mats: an estimate from the last mat and the pace.
//!
//! The pace to come is that of the expected times ([`super::estimate`]) before other runners have shown how the course slows: what they have
//! shown is fitted for each runner, and a map of ten thousand must be drawn with every refresh.
//!
//! A runner is never placed behind the next point that has a mat, because a runner who was not read there has not passed it. Not
//! placed are runners who have not started, have finished or are out, who missed a mat, whose times are being checked, and who are
//! long overdue at the next point.

use serde::{Deserialize, Serialize};

use super::board::full_name;
use super::estimate::growth;
use super::participant;
use crate::course::{LinePoint, at};
use crate::dates::{self, Tz};
use crate::order;
use crate::text::grouped;
use crate::timing::setup::{Leg, Sport};
use crate::timing::standing::{LiveContest, Row};

/// Into how many equally long sections the course is divided: a dot stands for all runners of one.
const SECTIONS: usize = 100;
/// After how many times the expected time for a stretch a runner is not placed any more: the runner has stopped, or a mat has missed
/// the chip.
const OVERDUE: f64 = 2.0;
/// The speed of runners of whom nothing is known yet, in metres a millisecond: 10 km in 62 minutes, the mean of 10K races by
/// RunRepeat and World Athletics, "The State of Running 2019".
const USUAL_RUN: f64 = 10_000.0 / 3_720_000.0;

/// The query of a map.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct PositionsQuery {
    /// The contest's name.
    pub distance: String,
    /// The time of the estimate in epoch milliseconds: that of the last update, since nothing is known of what came after it.
    pub now: f64,
    /// The bib of a runner to be shown by name; blank for none.
    pub bib: String,
    /// The line of the course: x, y and the distance from the start in metres.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number[][]"))]
    pub line: Vec<LinePoint>,
}

/// Where runners probably are.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Positions {
    /// The sections with runners, from the start to the finish.
    pub sections: Vec<PositionSection>,
    /// The runner of the query, when placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub runner: Option<PositionRunner>,
    /// "Estimated positions of 1,234 runners at 9:41:05 AM", or why there are none.
    pub text: String,
    /// Why runners who have started are not placed; empty when all are.
    pub rest: String,
}

/// The runners of one section of the course.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PositionSection {
    /// The middle of the section on the plan, from the left.
    pub x: f64,
    /// The middle of the section on the plan, from the top.
    pub y: f64,
    /// How many runners are in it.
    pub runners: usize,
    /// The radius of the dot in units of the plan: its area grows with the runners.
    pub radius: f64,
}

/// The estimate of one runner.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PositionRunner {
    /// The name, or the bib.
    pub name: String,
    /// Where the runner probably is on the plan, from the left.
    pub x: f64,
    /// Where the runner probably is on the plan, from the top.
    pub y: f64,
    /// "Estimate: 12.4 km, last read at 10K"
    pub text: String,
}

/// A point of the course with the discipline of the stretch that ends there.
struct Stop<'a> {
    label: &'a str,
    metres: f64,
    leg: Leg,
}

/// Estimates where the runners of a contest are at the query's time. `rows` are those of the contest.
pub fn positions<'a>(
    contest: &LiveContest,
    rows: impl Iterator<Item = &'a Row> + Clone,
    zone: Tz,
    query: &PositionsQuery,
) -> Positions {
    let stops = stops(contest);
    let speeds = usual_speeds(&stops, rows.clone());
    let now = time(query.now);
    let (mut counts, mut placed, mut unplaced, mut runner) = ([0_usize; SECTIONS], 0_usize, 0_usize, None);
    for row in rows.filter(|row| row.start.is_some() && row.finish.is_none() && !row.status.is_set()) {
        let Some((last, metres)) = estimate(contest, &stops, &speeds, row, now) else {
            unplaced += usize::from(has_started(contest, row, now));
            continue;
        };
        placed += 1;
        if let Some(count) = counts.get_mut(section_of(metres / contest.distance_metres)) {
            *count += 1;
        }
        if !query.bib.is_empty() && *row.bib == *query.bib {
            runner = at(&query.line, metres).map(|(x, y)| PositionRunner {
                name: full_name(row),
                x,
                y,
                text: format!(
                    "Estimate: {:.1} km, last read at {}",
                    metres / 1_000.0,
                    stops.get(last).map_or("the start", |stop| stop.label)
                ),
            });
        }
    }
    let most = counts.iter().copied().max().unwrap_or_default();
    let sections = counts.iter().enumerate().filter(|(_, runners)| **runners > 0).filter_map(|(i, runners)| {
        let (x, y) = at(&query.line, (real(i) + 0.5) / real(SECTIONS) * contest.distance_metres)?;
        Some(PositionSection { x, y, runners: *runners, radius: radius(*runners, most) })
    });
    Positions {
        sections: sections.collect(),
        runner,
        text: match placed {
            0 if unplaced > 0 => "Nobody's position can be estimated yet.".to_owned(),
            0 => "Nobody is on this course now.".to_owned(),
            _ => format!("Estimated positions of {} at {}", runners(placed), dates::clock_text(now, zone)),
        },
        rest: match unplaced {
            0 => String::new(),
            _ => format!("{} on the course cannot be placed: no pace yet, a mat missed, or overdue.", runners(unplaced)),
        },
    }
}

/// The start, the splits and the finish.
fn stops(contest: &LiveContest) -> Vec<Stop<'_>> {
    let start = Stop { label: "the start", metres: 0.0, leg: Leg::default() };
    let splits = contest.splits.iter().map(|point| Stop { label: &point.label, metres: point.metres, leg: point.leg });
    let finish = Stop { label: "the finish", metres: contest.distance_metres, leg: contest.finish_leg };
    std::iter::once(start).chain(splits).chain([finish]).collect()
}

/// The time of a runner at a stop, in milliseconds after the own start.
fn time_at(row: &Row, stop: usize) -> Option<i64> {
    match stop.checked_sub(1) {
        None => row.start.map(|_| 0),
        Some(point) => row.time_at(point),
    }
}

/// For each stop the median speed on the stretch that ends there, in metres a millisecond, of all who have begun it. Those who are
/// still on it count as slower than those who have left it, so the median is known once half have left it; without that the first to
/// arrive, who are the fastest, would stand for all.
fn usual_speeds<'a>(stops: &[Stop<'_>], rows: impl Iterator<Item = &'a Row> + Clone) -> Vec<Option<f64>> {
    let speed = |stop: usize| {
        let before = stop.checked_sub(1)?;
        let metres = stops.get(stop)?.metres - stops.get(before)?.metres;
        let times = rows.clone().filter_map(|row| {
            let time = time_at(row, stop)?.checked_sub(time_at(row, before)?)?;
            (time > 0 && !row.has(Row::SUSPICIOUS)).then_some(time)
        });
        let mut times: Vec<i64> = times.collect();
        let is_on_it = |row: &&Row| {
            let last = row.start.map(|_| row.last_split().map_or(0, |(split, _)| split + 1));
            last == Some(before) && row.finish.is_none() && !row.status.is_set()
        };
        let middle = (times.len() + rows.clone().filter(is_on_it).count()) / 2;
        order::sort_by(&mut times, Ord::cmp);
        let median = times.get(middle)?;
        (metres > 0.0).then(|| metres / millis(*median))
    };
    (0..stops.len()).map(speed).collect()
}

/// The last stop at which the runner was read, and the estimated distance from the start in metres.
fn estimate(contest: &LiveContest, stops: &[Stop<'_>], usual: &[Option<f64>], row: &Row, now: i64) -> Option<(usize, f64)> {
    if row.flags & (Row::SUSPICIOUS | Row::WAITING | Row::NOT_OPENED) != 0 || !participant::missed(contest, row).is_empty() {
        return None;
    }
    let (last, at) = row.last_split().map_or((0, 0), |(split, at)| (split + 1, at));
    let (from, to) = (stops.get(last)?, stops.get(last + 1)?);
    let read_at = contest.gun_of(row.wave)?.checked_add(row.start?)?.checked_add(at)?;
    let since = now.checked_sub(read_at).filter(|since| *since >= 0)?;
    // The pace so far tells the pace to come, as in the expected times, in a run only; of another discipline the other runners do.
    let is_same_pace = contest.sport != Sport::Tri || (last > 0 && from.leg == to.leg && is_first_leg(stops, last));
    let grown = growth(from.metres, to.metres).filter(|_| last > 0 && at > 0 && is_same_pace);
    let own = grown.map(|growth| (to.metres - from.metres) / (millis(at) * growth.exp_m1()));
    let unknown = (contest.sport == Sport::Run).then_some(USUAL_RUN);
    let speed = own.or(usual.get(last + 1).copied().flatten()).or(unknown)?;
    let expected = (to.metres - from.metres) / speed;
    (millis(since) <= expected * OVERDUE).then(|| (last, (from.metres + speed * millis(since)).min(to.metres)))
}

/// Whether all stretches up to a stop are of one discipline.
fn is_first_leg(stops: &[Stop<'_>], last: usize) -> bool {
    let mut legs = stops.iter().skip(1).take(last).map(|stop| stop.leg);
    legs.next().is_none_or(|first| legs.all(|leg| leg == first))
}

/// Whether the start of a runner is in the past: an estimate for an earlier time must not count those who started later.
fn has_started(contest: &LiveContest, row: &Row, now: i64) -> bool {
    contest.gun_of(row.wave).zip(row.start).is_some_and(|(gun, start)| gun.saturating_add(start) <= now)
}

fn runners(count: usize) -> String {
    if count == 1 { "1 runner".to_owned() } else { format!("{} runners", grouped(count)) }
}

/// The radius of a dot: between 7 and 22 units, with an area in proportion to the runners.
fn radius(runners: usize, most: usize) -> f64 {
    (22.0 * (real(runners) / real(most.max(8))).sqrt()).max(7.0)
}

/// The section at a share of the course.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a conversion to an integer saturates")]
fn section_of(share: f64) -> usize {
    ((share * real(SECTIONS)).max(0.0) as usize).min(SECTIONS - 1)
}

#[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
fn millis(ms: i64) -> f64 {
    ms as f64
}

#[expect(clippy::cast_possible_truncation, reason = "a conversion to an integer saturates")]
fn time(ms: f64) -> i64 {
    ms as i64
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn real(count: usize) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timing::Status;
    use crate::timing::standing::{LivePoint, LiveWave};

    const GUN: i64 = 1_718_451_000_000;
    const MINUTE: i64 = 60_000;

    /// A 10K with a mat at 5 km, straight to the right: 1 unit is 10 m.
    fn contest() -> LiveContest {
        LiveContest {
            name: "10K".into(),
            distance_metres: 10_000.0,
            gun: Some(GUN),
            splits: vec![LivePoint { label: "5K".into(), metres: 5_000.0, ..LivePoint::default() }],
            ..LiveContest::default()
        }
    }

    fn started(bib: &str, split: Option<i64>) -> Row {
        Row {
            bib: bib.into(),
            first_name: "Ana".into(),
            last_name: "Lopez".into(),
            start: Some(0),
            splits: [split.map(|minutes| minutes * MINUTE)].into(),
            ..Row::default()
        }
    }

    fn at_minute(contest: &LiveContest, rows: &[Row], minute: i64) -> Positions {
        let query = PositionsQuery {
            distance: "10K".into(),
            now: millis(GUN + minute * MINUTE),
            bib: "1".into(),
            line: vec![[0.0, 0.0, 0.0], [1_000.0, 0.0, 10_000.0]],
        };
        positions(contest, rows.iter(), Tz::UTC, &query)
    }

    /// Where bib 1 is.
    fn place(contest: &LiveContest, rows: &[Row], minute: i64) -> Option<f64> {
        at_minute(contest, rows, minute).runner.map(|runner| runner.x.round())
    }

    #[test]
    fn a_runner_goes_on_with_the_own_pace_from_the_last_mat_and_not_past_the_next_one() {
        let rows = [started("1", Some(25))];
        assert_eq!(place(&contest(), &rows, 25), Some(500.0));
        assert_eq!(place(&contest(), &rows, 40), Some(792.0), "a little slower than before");
        assert_eq!(place(&contest(), &rows, 60), Some(1_000.0), "the finish has not read the runner");
        assert_eq!(place(&contest(), &rows, 77), None, "long overdue");
        assert_eq!(place(&contest(), &rows, 24), None, "nothing is told of the time before the last read");
        let seen = at_minute(&contest(), &rows, 40);
        assert_eq!(seen.runner.map(|runner| runner.text).unwrap_or_default(), "Estimate: 7.9 km, last read at 5K");
        assert_eq!(seen.text, "Estimated positions of 1 runner at 12:10:00 PM");
    }

    #[test]
    fn before_the_first_mat_the_pace_is_that_of_the_field() {
        let rows = [started("1", None)];
        assert_eq!(place(&contest(), &rows, 10), Some(161.0), "the usual pace of a 10K");
        let wheels = LiveContest { sport: Sport::Wheel, ..contest() };
        let nobody = at_minute(&wheels, &rows, 10);
        assert_eq!((nobody.runner, nobody.text.as_str()), (None, "Nobody's position can be estimated yet."));
        assert_eq!(nobody.rest, "1 runner on the course cannot be placed: no pace yet, a mat missed, or overdue.");
        let rows = [started("1", None), started("2", Some(20)), started("3", Some(25)), started("4", Some(40))];
        assert_eq!(place(&contest(), &rows, 20), Some(250.0), "the median of 20, 25 and 40 minutes and of one who is slower");
        assert_eq!(place(&contest(), &rows, 45), Some(500.0), "the mat at 5 km has not read the runner");
        let first = [started("1", None), started("2", Some(15)), started("3", None)];
        assert_eq!(place(&contest(), &first, 20), Some(323.0), "the first to arrive do not stand for all");
    }

    #[test]
    fn whoever_is_out_or_finished_or_missed_a_mat_is_not_placed() {
        let mut contest = contest();
        contest.splits.push(LivePoint { label: "8K".into(), metres: 8_000.0, ..LivePoint::default() });
        let row = |splits: [Option<i64>; 2]| Row { splits: splits.into(), ..started("1", None) };
        let good = row([Some(25 * MINUTE), None]);
        let missed = row([None, Some(40 * MINUTE)]);
        let out = Row { status: Status::Dnf, ..good.clone() };
        let done = Row { finish: Some(50 * MINUTE), ..row([Some(25 * MINUTE), Some(40 * MINUTE)]) };
        let checked = Row { flags: Row::SUSPICIOUS, ..good.clone() };
        let waiting = Row { start: None, ..good.clone() };
        assert_eq!(place(&contest, std::slice::from_ref(&good), 30), Some(598.0));
        for none in [missed, out, done, checked, waiting] {
            assert_eq!(place(&contest, &[none], 30), None);
        }
    }

    #[test]
    fn each_wave_has_its_own_gun() {
        let wave = |minute: i64| LiveWave { name: minute.to_string(), gun: Some(GUN + minute * MINUTE) };
        let contest = LiveContest { waves: vec![wave(0), wave(10)], ..contest() };
        let rows = [Row { wave: 1, ..started("1", Some(25)) }];
        assert_eq!(place(&contest, &rows, 40), Some(597.0));
    }

    #[test]
    fn in_a_triathlon_the_pace_of_another_discipline_tells_nothing() {
        let point = |label: &str, metres: f64, leg| LivePoint { label: label.into(), metres, leg, ..LivePoint::default() };
        let contest = LiveContest {
            sport: Sport::Tri,
            splits: vec![point("Swim", 1_000.0, Leg::Swim), point("Bike", 8_000.0, Leg::Bike)],
            ..contest()
        };
        let row = |bib: &str, splits: [Option<i64>; 2]| Row { splits: splits.into(), ..started(bib, None) };
        let swum = row("1", [Some(20 * MINUTE), None]);
        assert_eq!(place(&contest, std::slice::from_ref(&swum), 25), None);
        let ahead = ["2", "3"].map(|bib| row(bib, [Some(15 * MINUTE), Some(29 * MINUTE)]));
        let [second, third] = ahead;
        assert_eq!(place(&contest, &[swum, second, third], 25), Some(350.0), "7 km in 14 minutes");
    }

    #[test]
    fn ten_thousand_runners_are_at_most_a_hundred_dots() {
        let rows: Vec<Row> = (0..10_000).map(|i| started(&i.to_string(), Some(15 + i % 40))).collect();
        let seen = at_minute(&contest(), &rows, 50);
        let runners: usize = seen.sections.iter().map(|section| section.runners).sum();
        assert!(seen.sections.len() <= SECTIONS && runners > 5_000, "{} {runners}", seen.sections.len());
        assert!(seen.sections.iter().all(|section| (7.0..=22.0).contains(&section.radius)));
        assert!(seen.text.starts_with("Estimated positions of 8,500 runners"), "{}", seen.text);
    }
}
