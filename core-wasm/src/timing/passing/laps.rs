//! Laps over one mat: which lap a read belongs to when one was missed.
//!
//! Without a maximum per lap the reads alone do not say whether a long time was one slow lap or two laps with a missed read
//! between. Of the longest chains the one with the most even pace counts. To assume a missed lap, the pace must
//! otherwise jump: among two laps from about 1.6 times the other, among many from nearly twice the others.

use super::Course;
use super::chain::Link;

/// What it costs to assume that one point was missed, in the unit of [`jumps`].
const MISSED_POINT: f64 = 0.35;

/// A stretch's part of [`Link::unevenness`].
#[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
pub(super) fn unevenness(ms: i64, metres: f64) -> f64 {
    let ms = ms as f64;
    if metres > 0.0 { ms * ms / metres } else { 0.0 }
}

/// Of the chains that end with these links, the likeliest: the one with the smallest jumps of pace and missed points together; the
/// first of equal ones.
pub(super) fn likeliest(course: &Course, start: i64, links: &[Link], ends: &[usize]) -> Option<usize> {
    let cost = |index: usize| {
        let link = links.get(index)?;
        let missed = (link.point + 1).saturating_sub(link.length);
        #[expect(clippy::cast_precision_loss, reason = "a course has few points")]
        let missed = missed as f64 * MISSED_POINT;
        Some(jumps(course, start, links, *link) + missed)
    };
    let mut best: Option<(f64, usize)> = None;
    for (cost, index) in ends.iter().filter_map(|index| Some((cost(*index)?, *index))) {
        if best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, index));
        }
    }
    best.map(|(_, index)| index)
}

/// How much a chain's pace jumps: for each stretch, its length in laps times the square of how much slower than the fastest stretch
/// it is.
fn jumps(course: &Course, start: i64, links: &[Link], last: Link) -> f64 {
    let mut stretches = Vec::with_capacity(last.length);
    let mut link = last;
    loop {
        let before = link.before.and_then(|at| links.get(at)).copied();
        let (time, from) = before.map_or((start, 0.0), |before| (before.time, metres(course, before.point)));
        #[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
        stretches.push(((link.time - time) as f64, metres(course, link.point) - from));
        let Some(before) = before else { break };
        link = before;
    }
    #[expect(clippy::cast_precision_loss, reason = "a course has few points")]
    let lap = metres(course, course.points.len().saturating_sub(1)) / course.points.len().max(1) as f64;
    let fastest = stretches.iter().map(|(ms, metres)| ms / metres).fold(f64::INFINITY, f64::min);
    if !(fastest > 0.0 && lap > 0.0) {
        return 0.0;
    }
    stretches.into_iter().map(|(ms, metres)| metres / lap * (ms / metres / fastest - 1.0).powi(2)).sum()
}

fn metres(course: &Course, point: usize) -> f64 {
    course.points.get(point).map_or(0.0, |point| point.metres)
}
