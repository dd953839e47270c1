//! Counts of a race's reads by use, and of its runners by state.

use serde::{Deserialize, Serialize};

/// The number of reads, and how many of them were used or left out for which reason: the other fields add up to `reads`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Different reads; a read that was sent twice is counted once.
    pub reads: u64,
    /// Reads that made a start, a split or a finish, or belong to the same passing.
    pub used: u64,
    /// Reads at a mat of the contest before its start opened, or while its gun is not set.
    pub before_start: u64,
    /// Reads at a mat of the contest that made no time: the runner crossed the line again after the finish, or stood near a mat.
    pub spare: u64,
    /// Reads at a mat that belongs to no point of the runner's contest.
    pub off_course: u64,
    /// Reads of tags that belong to no runner of the race.
    pub unknown: u64,
    /// Reads from another race's timer.
    pub foreign: u64,
    /// Reads withdrawn by their sender: the invalidity marks and the reads that they cancel.
    pub invalid: u64,
    /// Reads that a person voided.
    #[serde(default)]
    pub voided: u64,
    /// Reads at a time outside the race: the box's clock was not set, or the file is from another day.
    pub impossible: u64,
}

/// The number of runners in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RunnerCounts {
    /// Runners that are shown: all entrants, and unlisted runners who started.
    pub runners: u64,
    /// Runners with a read at the start line.
    pub started: u64,
    /// Runners with a finish time and no status that a person set.
    pub finished: u64,
    /// Runners with a time faster than any human; they are not ranked.
    pub suspicious: u64,
    /// Runners whose finish misses most points of the course; they are not ranked.
    #[serde(default)]
    pub waiting: u64,
    /// Runners who left with an earlier wave.
    #[serde(default)]
    pub earlier_wave: u64,
    /// Runners who were read at the start only before it opened.
    #[serde(default)]
    pub read_before: u64,
    /// Runners who were read on the course before their start opened, and have no time.
    #[serde(default)]
    pub not_opened: u64,
    /// Runners to whom a person gave the status DNF, DQ or DNS.
    pub out: u64,
}

impl Counts {
    /// Adds another count, field by field.
    pub fn add(&mut self, other: &Self) {
        self.reads += other.reads;
        self.used += other.used;
        self.before_start += other.before_start;
        self.spare += other.spare;
        self.off_course += other.off_course;
        self.unknown += other.unknown;
        self.foreign += other.foreign;
        self.invalid += other.invalid;
        self.voided += other.voided;
        self.impossible += other.impossible;
    }

    /// Subtracts another count, field by field; it must have been added before.
    pub fn remove(&mut self, other: &Self) {
        self.reads -= other.reads;
        self.used -= other.used;
        self.before_start -= other.before_start;
        self.spare -= other.spare;
        self.off_course -= other.off_course;
        self.unknown -= other.unknown;
        self.foreign -= other.foreign;
        self.invalid -= other.invalid;
        self.voided -= other.voided;
        self.impossible -= other.impossible;
    }
}
