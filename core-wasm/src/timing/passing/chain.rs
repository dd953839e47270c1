//! The points that one runner passed: the longest chain of reads in course order.

use super::{Course, Hit, PASSING_MS, laps};

/// In a run of laps a read continues a chain only when fewer points than this were missed between, so that races of a hundred laps
/// are computed fast.
const MISSED_LAPS: usize = 16;

/// A chain's last link: the passing of one point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Link {
    /// The point.
    pub(super) point: usize,
    /// When it was passed, in epoch milliseconds.
    pub(super) time: i64,
    /// The number of links up to this one.
    pub(super) length: usize,
    /// The sum of time² ÷ metres of the stretches up to this one: smallest when the pace is even.
    pub(super) unevenness: f64,
    /// The index of the link before.
    pub(super) before: Option<usize>,
}

/// Returns when a runner who started at `start` passed each point.
///
/// Chains are built point by point: a read continues the longest chain that ends at an earlier point early enough. Among chains of
/// one length that continue differently, a run of laps takes the one with the most even pace, every other course the earliest.
/// Each point looks at each earlier point once per read by a binary search, so many reads at one mat cost little.
pub(super) fn longest(course: &Course, start: i64, hits: &[Hit]) -> Vec<Option<i64>> {
    // The chips of a relay's legs say to which leg a read belongs.
    let laps = course.laps && hits.iter().all(|hit| hit.leg.is_none());
    let candidates: Vec<Vec<i64>> = (0..course.points.len()).map(|at| candidates(course, at, start, hits)).collect();
    if let Some(points) = only_chain(course, laps, &candidates) {
        return points;
    }
    let mut links: Vec<Link> = Vec::new();
    // For each point: the indexes of its links, in order of time, each with the best link up to it.
    let mut best: Vec<Vec<(i64, usize)>> = Vec::with_capacity(candidates.len());
    for (point, times) in candidates.iter().enumerate() {
        let mut here: Vec<(i64, usize)> = Vec::with_capacity(times.len());
        for time in times {
            let link = continued((course, laps), start, &links, &best, point, *time);
            let longer = here.last().and_then(|(_, best)| links.get(*best)).is_none_or(|best| link.length > best.length);
            let index = if longer { links.len() } else { here.last().map_or(0, |(_, best)| *best) };
            here.push((*time, index));
            links.push(link);
        }
        best.push(here);
    }
    let mut points = vec![None; course.points.len()];
    let mut next = last_link((course, laps), start, &links);
    while let Some(link) = next.and_then(|at| links.get(at)) {
        if let Some(passed) = points.get_mut(link.point) {
            *passed = Some(link.time);
        }
        next = link.before;
    }
    points
}

/// The times at which a point may have been passed: within its minimum and maximum, the first of the reads that follow one
/// another within [`PASSING_MS`]. A finish with a read that a person refused is left out whole.
fn candidates(course: &Course, at: usize, start: i64, hits: &[Hit]) -> Vec<i64> {
    let Some(point) = course.points.get(at) else { return Vec::new() };
    let from = hits.partition_point(|hit| hit.time < start.saturating_add(point.minimum_ms));
    let within = || {
        let until = start.saturating_add(point.maximum_ms);
        hits.iter().skip(from).take_while(move |hit| hit.time <= until).filter(|hit| course.takes(at, **hit))
    };
    let arrives = |hit: &&Hit| hit.leg.is_none_or(|leg| leg == point.leg);
    let mut times: Vec<i64> = Vec::new();
    let mut before: Option<i64> = None;
    let mut refused = false;
    for hit in within().filter(arrives) {
        if before.is_none_or(|before| hit.time - before > PASSING_MS) {
            times.push(hit.time);
            refused = false;
        }
        if course.refuses(at, *hit) && !refused {
            times.pop();
            refused = true;
        }
        before = Some(hit.time);
    }
    // An exchange of a relay at which only the next runner was read: that runner's last read there is the start of the next leg. The
    // arriving runner's own start of the leg may be among the reads above, so these are candidates besides them.
    let arrived = times.clone();
    let mut starts: Vec<i64> = Vec::new();
    for hit in within().filter(|hit| !arrives(hit)) {
        match starts.last_mut().filter(|last| hit.time - **last <= PASSING_MS) {
            Some(last) => *last = hit.time,
            None => starts.push(hit.time),
        }
    }
    starts.retain(|start| arrived.iter().all(|arrival| start.abs_diff(*arrival) > PASSING_MS.unsigned_abs()));
    times.extend(starts);
    times.sort_unstable();
    times
}

/// The result when every point has at most one candidate and all of them follow one another, as for most runners.
fn only_chain(course: &Course, laps: bool, candidates: &[Vec<i64>]) -> Option<Vec<Option<i64>>> {
    if laps || candidates.iter().any(|times| times.len() > 1) {
        return None;
    }
    let mut points: Vec<Option<i64>> = Vec::with_capacity(candidates.len());
    let mut last = None;
    for (at, times) in candidates.iter().enumerate() {
        let time = times.first().copied();
        if let Some(time) = time {
            let early = |from: usize, passed: i64| time < passed.saturating_add(gap(course, from, at));
            if last.is_some_and(|last| time < last) || points.iter().enumerate().any(|(i, at)| at.is_some_and(|at| early(i, at)))
            {
                return None;
            }
            last = Some(time);
        }
        points.push(time);
    }
    Some(points)
}

/// The least time between two points, of which `from` is the earlier one on the course.
fn gap(course: &Course, from: usize, to: usize) -> i64 {
    let (Some(from), Some(to)) = (course.points.get(from), course.points.get(to)) else { return 1 };
    if !from.shares_mat(to) {
        // A leg of no length, as a transition that nobody needs, ends when it begins.
        return i64::from(to.metres > from.metres);
    }
    let (minimums, fastest) = (to.minimum_ms - from.minimum_ms, to.fastest_ms - from.fastest_ms);
    // Minimums count from the start: between two points they say less than the fastest that anybody is.
    let least = if fastest > 0 { minimums.min(fastest) } else { minimums };
    least.max(PASSING_MS)
}

/// The longest chain that ends with the passing of `point` at `time`.
fn continued(
    (course, is_laps): (&Course, bool),
    start: i64,
    links: &[Link],
    best: &[Vec<(i64, usize)>],
    point: usize,
    time: i64,
) -> Link {
    let metres = |at: usize| course.points.get(at).map_or(0.0, |point| point.metres);
    let first = Link { point, time, length: 1, unevenness: laps::unevenness(time - start, metres(point)), before: None };
    let mut found = first;
    let mut found_time = i64::MIN;
    let nearest = if is_laps { point.saturating_sub(MISSED_LAPS) } else { 0 };
    for (earlier, times) in best.iter().enumerate().skip(nearest) {
        let latest = time.saturating_sub(gap(course, earlier, point));
        let within = times.partition_point(|(at, _)| *at <= latest);
        let Some((index, link)) = within
            .checked_sub(1)
            .and_then(|at| times.get(at))
            .and_then(|(_, index)| Some((*index, links.get(*index)?)))
            .filter(|(_, link)| keeps_gaps(course, links, link, point, time))
        else {
            continue;
        };
        let stretch = laps::unevenness(time - link.time, metres(point) - metres(link.point));
        let next = Link { point, time, length: link.length + 1, unevenness: link.unevenness + stretch, before: Some(index) };
        let better = if is_laps { next.unevenness < found.unevenness } else { link.time < found_time };
        if next.length > found.length || (next.length == found.length && better) {
            (found, found_time) = (next, link.time);
        }
    }
    found
}

/// Whether `point` at `time` is late enough after the last link of a chain with which it shares a mat. The links before that one
/// are early enough, since they keep their distances from it.
fn keeps_gaps(course: &Course, links: &[Link], last: &Link, point: usize, time: i64) -> bool {
    let shares =
        |at: usize| course.points.get(at).zip(course.points.get(point)).is_some_and(|(one, other)| one.shares_mat(other));
    let mut link = Some(last);
    while let Some(earlier) = link {
        if shares(earlier.point) {
            return time >= earlier.time.saturating_add(gap(course, earlier.point, point));
        }
        link = earlier.before.and_then(|at| links.get(at));
    }
    true
}

/// The last link of the chain that counts: of the longest chains the one that gets farthest, unless that is a finish which a split
/// of another longest chain follows.
fn last_link((course, is_laps): (&Course, bool), start: i64, links: &[Link]) -> Option<usize> {
    let longest = links.iter().map(|link| link.length).max()?;
    let finish = course.points.len().saturating_sub(1);
    let mut ends: Vec<usize> = Vec::new();
    for (index, link) in links.iter().enumerate().filter(|(_, link)| link.length == longest) {
        // Links are in the order of the course, those of one point in order of time: the first of each point counts.
        if ends.last().and_then(|end| links.get(*end)).is_none_or(|end| end.point != link.point) {
            ends.push(index);
        }
    }
    let at = |index: usize| links.get(index);
    let finished = ends.last().copied().and_then(at).filter(|link| link.point == finish).map(|link| link.time);
    if let Some(finished) = finished {
        let follows = |end: &Link| {
            let shares =
                course.points.get(end.point).zip(course.points.get(finish)).is_some_and(|(end, finish)| end.shares_mat(finish));
            end.point != finish && end.time > finished && !shares
        };
        if ends.iter().copied().filter_map(at).any(follows) {
            ends.retain(|index| at(*index).is_some_and(|link| link.point != finish));
        }
    }
    if is_laps { laps::likeliest(course, start, links, &ends) } else { ends.last().copied() }
}
