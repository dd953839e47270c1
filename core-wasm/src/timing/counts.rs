//! Where every read went.

use serde::{Deserialize, Serialize};

/// How many reads there are and what became of each: the rest of the fields adds up to `reads`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Different reads; one sent twice is one.
    pub reads: u64,
    /// Made a start, a split or a finish, or belong to the same passing of one.
    pub used: u64,
    /// At a mat of the contest, but before its start opened, or while no gun was fired.
    pub before_start: u64,
    /// At a mat of the contest, but made no time: a stroll over the line after the finish, a spectator beside a mat.
    pub spare: u64,
    /// At a mat that feeds no point of the runner's contest.
    pub off_course: u64,
    /// Of tags that belong to nobody here.
    pub unknown: u64,
    /// Of another race's timer.
    pub foreign: u64,
    /// Taken back by their sender: the marks of invalidity and the reads they cancel.
    pub invalid: u64,
    /// At a time at which the race was not: a box whose clock was not set, or another day's file.
    pub impossible: u64,
}

/// How many runners there are in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunnerCounts {
    /// Runners that are shown: all entrants, and whoever started unlisted.
    pub runners: u64,
    /// With a read at the start line.
    pub started: u64,
    /// Over the finish line, whatever was set afterwards.
    pub finished: u64,
    /// Faster than any human: finished, not ranked.
    pub suspicious: u64,
    /// Did not finish, was disqualified or did not start, as a person said.
    pub out: u64,
}

impl Counts {
    /// Adds what another count holds.
    pub fn add(&mut self, other: &Self) {
        self.reads += other.reads;
        self.used += other.used;
        self.before_start += other.before_start;
        self.spare += other.spare;
        self.off_course += other.off_course;
        self.unknown += other.unknown;
        self.foreign += other.foreign;
        self.invalid += other.invalid;
        self.impossible += other.impossible;
    }

    /// Takes away what another count holds, which must have been added before.
    pub fn remove(&mut self, other: &Self) {
        self.reads -= other.reads;
        self.used -= other.used;
        self.before_start -= other.before_start;
        self.spare -= other.spare;
        self.off_course -= other.off_course;
        self.unknown -= other.unknown;
        self.foreign -= other.foreign;
        self.invalid -= other.invalid;
        self.impossible -= other.impossible;
    }
}
