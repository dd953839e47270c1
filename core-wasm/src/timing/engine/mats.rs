//! The mats of a race: what each has sent, whether it fell silent, and which share of the runners it missed.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Field;
use super::corrections::BY_HAND;
use super::store::Stored;
use crate::dates::{HOUR_MS, MINUTE_MS};
use crate::timing::standing::Row;

/// How many minutes of reads are listed for each mat.
const LISTED_MINUTES: i64 = 15;
/// How many minutes with reads are kept for each mat: more than a day. Boxes with wrong clocks must not fill the memory.
const KEPT_MINUTES: usize = 2_000;
/// A mat without a read for this long may be silent.
const SILENT_MS: i64 = 3 * MINUTE_MS;
/// The minutes before the last read by which it is judged whether a mat was busy.
const BUSY_MINUTES: i64 = 10;
/// A mat with fewer reads in these minutes was not busy: at the end of a field there are pauses of minutes.
const BUSY_READS: u64 = 20;
/// A silent mat is an alarm when so many runners should have passed it: one or two have usually dropped out.
const DUE: u64 = 3;
/// Of a large field more drop out: it is an alarm only from one in so many of those who have passed.
const DUE_ONE_IN: u64 = 20;
/// A point without any read is an alarm once later points have so many runners.
const LATER: u64 = 3;

const CLOCKS_FORWARD: &str = "The clocks went forward an hour at 2:00 AM during this race. A box that sends the time of day and kept \
                              its old time is an hour off from then on. Compare each box, and correct its clock from 2:00 AM on.";
const CLOCKS_BACK: &str = "The clocks went back an hour at 2:00 AM during this race. Of a box that sends the time of day, times from \
                           1:00 to 2:00 AM count as those before the change, later ones as those of a box that followed it. Compare \
                           each box, and correct its clock where it is an hour off.";

/// What a mat has sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct MatReads {
    reads: u64,
    last: i64,
    /// The reads in each minute since the epoch.
    minutes: BTreeMap<i64, u32>,
}

/// The reads that the boxes of one mat have sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BoxCount {
    /// The mat's name, as in the reads or in the setup.
    pub mat: String,
    /// The number of different reads.
    pub reads: u64,
    /// The time of the latest read, in epoch milliseconds; 0 before the first.
    pub last_read: i64,
    /// Whether a contest's point has this mat. If not, the mat's name may be misspelt in the setup.
    pub in_setup: bool,
    /// The reads of each of the last fifteen minutes by the times of the reads, the current minute last.
    pub minutes: Vec<u32>,
    /// What is wrong with it, in words; empty when nothing is.
    pub alarm: String,
}

/// How many runners a point of a contest missed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MissedPoint {
    /// The contest's name.
    pub contest: String,
    /// The label of the point; `Start` for the start.
    pub point: String,
    /// The runners who were read at a later point, or at the finish.
    pub passed: u64,
    /// Those of them who were not read here.
    pub missed: u64,
}

/// The runners of one contest by the points that they have passed.
#[derive(Debug, Clone, Default)]
struct Passed {
    /// For the start and each split: the runners read later, and those of them not read there.
    missed: Vec<(u64, u64)>,
    /// For each split and the finish: the runners who were read there or later.
    reached: Vec<u64>,
}

/// Counts a read of a mat at this time.
fn count(mats: &mut Vec<MatReads>, mat: u16, time: i64) {
    let at = usize::from(mat);
    if mats.len() <= at {
        mats.resize(at + 1, MatReads::default());
    }
    let Some(mat) = mats.get_mut(at) else { return };
    mat.last = if mat.reads == 0 { time } else { mat.last.max(time) };
    mat.reads += 1;
    *mat.minutes.entry(time.div_euclid(MINUTE_MS)).or_default() += 1;
    if mat.minutes.len() > KEPT_MINUTES {
        mat.minutes.pop_first();
    }
}

impl Field {
    /// Counts a read at its mat, by the corrected clock of its box.
    pub(super) fn count_at_mat(&mut self, read: &Stored) {
        count(&mut self.mat_reads, read.mat, self.corrections.clock_of(read));
    }

    /// Counts all reads of boxes again, after a box's clock was corrected.
    pub(super) fn count_mats_again(&mut self) {
        let by_hand = self.sources.number(BY_HAND);
        self.mat_reads.clear();
        for read in self.slots.iter().flat_map(|slot| &slot.reads).filter(|read| read.source != by_hand) {
            count(&mut self.mat_reads, read.mat, self.corrections.clock_of(read));
        }
    }

    /// The names of the boxes that sent reads, sorted, at most `most` of them: those whose clock can be corrected.
    pub fn box_names(&self, most: usize) -> Vec<String> {
        let mut names: Vec<&str> = self.sources.names().filter(|name| !name.is_empty() && *name != BY_HAND).collect();
        names.sort_unstable();
        names.truncate(most);
        names.into_iter().map(str::to_owned).collect()
    }

    /// The mats that sent reads or are in the setup, by name, as they are at `now_ms`.
    pub fn boxes(&self, now_ms: i64) -> Vec<BoxCount> {
        let (passed, due) = (self.passed(), self.due(now_ms));
        let minute = now_ms.div_euclid(MINUTE_MS);
        let none = MatReads::default();
        let mats = (0u16..).zip(self.mats.names());
        let mut boxes: Vec<BoxCount> = mats
            .filter_map(|(number, name)| {
                let reads = self.mat_reads.get(usize::from(number)).unwrap_or(&none);
                let in_setup = self.has_mat(number);
                (in_setup || reads.reads > 0).then(|| BoxCount {
                    mat: name.to_owned(),
                    reads: reads.reads,
                    last_read: reads.last,
                    in_setup,
                    minutes: (minute - LISTED_MINUTES + 1..=minute)
                        .map(|at| reads.minutes.get(&at).copied().unwrap_or_default())
                        .collect(),
                    alarm: self.alarm(number, in_setup, reads, (&passed, &due), now_ms).unwrap_or_default(),
                })
            })
            .collect();
        boxes.sort_by(|a, b| a.mat.cmp(&b.mat));
        boxes
    }

    /// What a person should know once reads have come in on the other side of a change of the clocks than the first gun, in words;
    /// empty when there is nothing. Boxes that send the time of day do not say whether they followed the change.
    pub fn clock_change(&self) -> String {
        let zone = self.facts.zone;
        let gun = self.setup.contests.iter().filter_map(|contest| contest.gun_ms()).min();
        let last = self.mat_reads.iter().filter(|mat| mat.reads > 0).map(|mat| mat.last).max();
        let Some((gun, last)) = gun.zip(last).filter(|(gun, last)| self.day.contains(last) && gun < last) else {
            return String::new();
        };
        match zone.offset_ms(last).cmp(&zone.offset_ms(gun)) {
            Ordering::Equal => String::new(),
            Ordering::Greater => CLOCKS_FORWARD.to_owned(),
            Ordering::Less => CLOCKS_BACK.to_owned(),
        }
    }

    /// How many runners each point missed, in the order of the contests and their points.
    pub fn missed_points(&self) -> Vec<MissedPoint> {
        let contests = self.setup.contests.iter().zip(self.passed());
        let points = contests.flat_map(|(contest, passed)| {
            let labels = std::iter::once("Start").chain(contest.splits.iter().map(|split| split.label.as_str()));
            let starts = !contest.start.mats.is_empty();
            let points = labels.zip(passed.missed).enumerate().filter(move |(at, _)| *at > 0 || starts);
            points
                .map(|(_, (label, (passed, missed)))| MissedPoint {
                    contest: contest.name.clone(),
                    point: label.to_owned(),
                    passed,
                    missed,
                })
                .collect::<Vec<_>>()
        });
        points.collect()
    }

    pub(super) fn has_mat(&self, mat: u16) -> bool {
        self.rules
            .iter()
            .filter_map(|rules| rules.courses.first())
            .any(|course| course.start_mats.contains(&mat) || course.points.iter().any(|point| point.mats.contains(&mat)))
    }

    fn passed(&self) -> Vec<Passed> {
        let mut contests: Vec<Passed> = self
            .setup
            .contests
            .iter()
            .map(|contest| {
                let points = contest.splits.len() + 1;
                Passed { missed: vec![(0, 0); points], reached: vec![0; points] }
            })
            .collect();
        for row in self.rows() {
            let Some(contest) = contests.get_mut(row.contest) else { continue };
            let last = if row.finish.is_some() { Some(row.splits.len()) } else { row.last_split().map(|(at, _)| at) };
            let read = std::iter::once(!row.has(Row::START_ASSUMED)).chain(row.splits.iter().map(Option::is_some));
            // The start is before the split with index 0.
            for ((passed, missed), read) in contest.missed.iter_mut().zip(read).take(last.map_or(0, |last| last + 1)) {
                *passed += 1;
                *missed += u64::from(!read);
            }
            let next = last.map_or(0, |last| last + 1);
            contest.reached.iter_mut().take(next).for_each(|reached| *reached += 1);
        }
        contests
    }

    /// For each contest, for each split and the finish: the runners on the course who should have passed it by now. A runner keeps
    /// the pace up to the last split; before the first split, the others' mean time to a point counts.
    #[expect(clippy::cast_precision_loss, reason = "race times are far below 2^52 ms")]
    fn due(&self, now_ms: i64) -> Vec<Vec<u64>> {
        let contests = self.head().contests;
        let mut means: Vec<Vec<(f64, f64)>> = contests.iter().map(|one| vec![(0.0, 0.0); one.splits.len() + 1]).collect();
        let mut due: Vec<Vec<u64>> = contests.iter().map(|one| vec![0; one.splits.len() + 1]).collect();
        for row in self.rows() {
            let times = row.splits.iter().copied().chain([row.finish]);
            for ((sum, count), time) in means.get_mut(row.contest).into_iter().flatten().zip(times) {
                *sum += time.unwrap_or_default() as f64;
                *count += f64::from(u8::from(time.is_some()));
            }
        }
        for row in self.rows().filter(|row| row.finish.is_none() && !row.status.is_set()) {
            let (Some(contest), Some(means)) = (contests.get(row.contest), means.get(row.contest)) else { continue };
            let (Some(gun), Some(start), Some(due)) = (contest.gun_of(row.wave), row.start, due.get_mut(row.contest)) else {
                continue;
            };
            let since = now_ms.saturating_sub(gun).saturating_sub(start) as f64;
            let metres = |at: usize| contest.splits.get(at).map_or(contest.distance_metres, |split| split.metres);
            let last = row.last_split();
            let next = last.map_or(0, |(at, _)| at + 1);
            for (at, ((sum, count), due)) in means.iter().zip(due).enumerate().skip(next) {
                let by = match last {
                    Some((last, time)) => time as f64 * metres(at) / metres(last),
                    None => sum / count,
                };
                // Without a distance or anybody's time the quotient is no number, and nobody is due.
                *due += u64::from(since > by);
            }
        }
        due
    }

    /// What is wrong with a mat, in words.
    fn alarm(
        &self,
        mat: u16,
        in_setup: bool,
        reads: &MatReads,
        (passed, due): (&[Passed], &[Vec<u64>]),
        now_ms: i64,
    ) -> Option<String> {
        if !in_setup {
            return Some("No point of the setup has this mat.".to_owned());
        }
        // A mat that several contests pass reads the runners of all of them; of the points at which one contest passes it, the one
        // with the most counts.
        let courses = self.rules.iter().filter_map(|rules| rules.courses.first());
        let (mut expected, mut passed_here, mut later) = (0, 0, 0);
        for ((course, passed), due) in courses.zip(passed).zip(due) {
            let points = course.points.iter().enumerate().filter(|(_, point)| point.mats.contains(&mat)).map(|(at, _)| at);
            expected += points.clone().filter_map(|at| due.get(at)).max().copied().unwrap_or_default();
            passed_here += points.clone().filter_map(|at| passed.reached.get(at)).max().copied().unwrap_or_default();
            let start = course.start_mats.contains(&mat).then_some(0);
            later +=
                points.map(|at| at + 1).chain(start).filter_map(|at| passed.reached.get(at)).max().copied().unwrap_or_default();
        }
        if reads.reads == 0 {
            return (later >= LATER).then(|| "No reads, although runners were read at later points.".to_owned());
        }
        // A read with a later time than now is of a wrong clock, and does not tell whether the mat is silent.
        let (last, _) = reads.minutes.range(..=now_ms.div_euclid(MINUTE_MS)).next_back()?;
        let silent = now_ms.saturating_sub(reads.last.min(last.saturating_add(1).saturating_mul(MINUTE_MS)));
        let before: u64 = reads.minutes.range(last - BUSY_MINUTES + 1..=*last).map(|(_, reads)| u64::from(*reads)).sum();
        let alarm =
            (SILENT_MS..HOUR_MS).contains(&silent) && before >= BUSY_READS && expected >= DUE.max(passed_here / DUE_ONE_IN);
        alarm.then(|| format!("No reads for {} minutes, and {expected} runners should have passed by now.", silent / MINUTE_MS))
    }
}
