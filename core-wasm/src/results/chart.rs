//! The chart of a runner's pace over the distance: steps between the points, with the median of the field and other runners.
//!
//! All heights are parts of the chart's height, so the screen only draws.

use serde::{Deserialize, Serialize};

use super::runner::{CoursePoint, stretches};
use crate::live::pace;
use crate::timing::setup::Leg;

/// A chart of paces over the distance.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PaceChart {
    /// What the heights are: `Minutes a mile`, or `Percent of the median's time` where the legs have several units.
    pub unit: String,
    /// The lines: the runner's, the median of the field, then the compared runners.
    pub lines: Vec<ChartLine>,
    /// The points of the course along the bottom.
    pub marks: Vec<ChartTick>,
    /// The heights that are labelled.
    pub ticks: Vec<ChartTick>,
    /// What the chart shows, as a sentence.
    pub summary: String,
}

/// A line of steps.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChartLine {
    /// The runner's name, or `Median of the field`.
    pub name: String,
    /// Whether it is the median.
    pub median: bool,
    /// The steps, from the start on.
    pub steps: Vec<ChartStep>,
}

/// A step: one pace over a stretch.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChartStep {
    /// Where it begins, as a part of the course: 0 is the start, 1 the finish.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// Its height: 0 is the bottom, the slowest, 1 the top, the fastest.
    pub height: f64,
    /// The pace with its unit.
    pub text: String,
}

/// A labelled position on an axis.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChartTick {
    /// As a part of the axis.
    pub at: f64,
    /// The label.
    pub text: String,
}

/// A step before its height is known: its value is less for a faster one.
struct Step {
    end: usize,
    from: f64,
    to: f64,
    value: f64,
    text: String,
}

/// Draws the chart of runners, the page's first; each with a name and the times after the own start at the points of the course.
/// `None` with fewer than two steps of the first one.
#[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
pub(super) fn draw(
    course: &[CoursePoint<'_>],
    medians: &[Option<i64>],
    runners: Vec<(String, Vec<Option<i64>>)>,
    median: &[Option<i64>],
) -> Option<PaceChart> {
    let length = course.last().map(|finish| finish.metres).filter(|metres| *metres > 0.0)?;
    let runs = course.iter().all(|point| point.leg == Leg::Run);
    let steps = |times: &[Option<i64>]| -> Vec<Step> {
        let steps = stretches(course, times).into_iter().filter(|stretch| stretch.to > stretch.from && stretch.ms > 0);
        let mut begin = 0;
        let step = steps.filter_map(|stretch| {
            let leg = course.get(stretch.end)?.leg;
            let value = if runs {
                stretch.ms as f64 / 1000.0 * crate::timing::length::MILE_METRES / (stretch.to - stretch.from)
            } else {
                let field: Option<i64> = medians.get(begin..=stretch.end)?.iter().copied().sum();
                stretch.ms as f64 * 100.0 / field.filter(|field| *field > 0)? as f64
            };
            begin = stretch.end + 1;
            let text = pace::of_leg(leg, stretch.ms, stretch.to - stretch.from);
            Some(Step { end: stretch.end, from: stretch.from, to: stretch.to, value, text })
        });
        step.collect()
    };
    let drawn: Vec<(String, bool, Vec<Step>)> = {
        let mut all = runners.into_iter().map(|(name, times)| (name, false, steps(&times)));
        let own = all.next().filter(|(.., steps)| steps.len() > 1)?;
        let field = ("Median of the field".to_owned(), true, steps(median));
        [own, field].into_iter().chain(all).collect()
    };
    let values = drawn.iter().flat_map(|(.., steps)| steps.iter().map(|step| step.value));
    let (fast, slow) = values.fold((f64::MAX, f64::MIN), |(fast, slow), value| (fast.min(value), slow.max(value)));
    let (every, top, bottom) = axis(fast, slow, runs);
    let height = |value: f64| ((bottom - value) / (bottom - top)).clamp(0.0, 1.0);
    let own = drawn.first().map(|(.., steps)| summary(course, steps)).unwrap_or_default();
    let lines = drawn.into_iter().map(|(name, median, steps)| ChartLine {
        name,
        median,
        steps: steps
            .into_iter()
            .map(|step| ChartStep { from: step.from / length, to: step.to / length, height: height(step.value), text: step.text })
            .collect(),
    });
    let count = ((bottom - top) / every).round().clamp(1.0, 12.0);
    let mut ticks = Vec::new();
    let mut value = top;
    while value <= bottom + every / 2.0 && ticks.len() <= count as usize {
        ticks.push(ChartTick { at: height(value), text: label(value, runs) });
        value += every;
    }
    Some(PaceChart {
        unit: if runs { "Minutes a mile" } else { "Percent of the median's time" }.to_owned(),
        lines: lines.filter(|line| !line.steps.is_empty()).collect(),
        marks: course
            .iter()
            .filter(|point| point.metres > 0.0)
            .map(|point| ChartTick { at: point.metres / length, text: point.label.to_owned() })
            .collect(),
        ticks,
        summary: own,
    })
}

/// The distance of the labels, and the values at the top and the bottom: at most six labels.
fn axis(fast: f64, slow: f64, runs: bool) -> (f64, f64, f64) {
    let steps: &[f64] = if runs { &[15.0, 30.0, 60.0, 120.0, 300.0, 600.0] } else { &[5.0, 10.0, 25.0, 50.0, 100.0] };
    let fits = |every: &&f64| (slow / **every).ceil() - (fast / **every).floor() <= 6.0;
    let every = steps.iter().find(fits).copied().unwrap_or_else(|| ((slow - fast) / 5.0).max(1.0));
    let top = (fast / every).floor() * every;
    let bottom = ((slow / every).ceil() * every).max(top + every);
    (every, top, bottom)
}

#[expect(clippy::cast_possible_truncation, reason = "seconds a mile, or percents")]
fn label(value: f64, runs: bool) -> String {
    if runs { crate::dates::duration_text(value.round() as i64 * 1000) } else { format!("{value:.0}%") }
}

/// The fastest and the slowest step in words.
fn summary(course: &[CoursePoint<'_>], steps: &[Step]) -> String {
    let between = |step: &Step| {
        let label = |at: Option<usize>| at.and_then(|at| course.get(at)).map_or("the start", |point| point.label);
        let from = (0..step.end).rev().find(|at| course.get(*at).is_some_and(|point| point.metres <= step.from));
        let from = from.filter(|_| step.from > 0.0);
        format!("from {} to {} ({})", label(from), label(Some(step.end)), step.text)
    };
    let by = |a: &&Step, b: &&Step| a.value.total_cmp(&b.value);
    match (steps.iter().min_by(by), steps.iter().max_by(by)) {
        (Some(fast), Some(slow)) => format!("Fastest {}, slowest {}.", between(fast), between(slow)),
        _ => String::new(),
    }
}
