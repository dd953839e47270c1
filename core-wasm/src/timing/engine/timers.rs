//! The timer codes of a race: which are its own, and how many runners the others leave out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Field;

/// A timer code is another race's when the most frequent code has more than this many times its reads, unless the setup names the
/// race's codes: two hired timers share the reads of a race, while a stray tag of another race is read a few times.
const RARE: u64 = 10;

/// A timer code and its reads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct TimerCount {
    /// The code, as in the reads.
    pub code: String,
    /// The number of different reads with this code.
    pub reads: u64,
    /// Whether its reads count. If not, they are foreign.
    pub counted: bool,
    /// The runners of this race all of whose reads with a code are foreign, and who were read with this one: they have no time
    /// because of it, and a person is asked whether the code is the race's own.
    pub left_out: u64,
}

impl Field {
    /// Decides anew which timer codes are the race's own; returns whether that changed for a code which had reads before.
    pub(super) fn update_own_timers(&mut self) -> bool {
        let most = self.timer_reads.iter().copied().max().unwrap_or_default();
        let named = self.setup.names_timers();
        let own = |(number, reads): (usize, &u64)| {
            if named {
                u16::try_from(number).is_ok_and(|number| self.setup.has_timer(self.timers.name(number)))
            } else {
                reads.saturating_mul(RARE) >= most
            }
        };
        let own: Vec<bool> = self.timer_reads.iter().enumerate().map(own).collect();
        // The slots with the first reads of a new code are computed anyway.
        let changed = self.own_timers.iter().zip(&own).any(|(before, now)| before != now);
        self.own_timers = own;
        changed
    }

    /// The timer codes that reads carry, by code.
    pub fn timer_counts(&self) -> Vec<TimerCount> {
        let is_own = |timer: u16| self.own_timers.get(usize::from(timer)).copied().unwrap_or(true);
        let mut left_out = BTreeMap::<u16, u64>::new();
        for slot in self.slots.iter().filter(|slot| slot.contest.is_some()) {
            let mut codes: Vec<u16> = slot.reads.iter().filter_map(|read| read.timer).collect();
            if codes.iter().any(|code| is_own(*code)) {
                continue;
            }
            codes.sort_unstable();
            codes.dedup();
            codes.into_iter().for_each(|code| *left_out.entry(code).or_default() += 1);
        }
        let mut counts: Vec<TimerCount> = (0u16..)
            .zip(&self.timer_reads)
            .map(|(number, reads)| TimerCount {
                code: self.timers.name(number).to_owned(),
                reads: *reads,
                counted: is_own(number),
                left_out: left_out.get(&number).copied().unwrap_or_default(),
            })
            .collect();
        counts.sort_by(|a, b| a.code.cmp(&b.code));
        counts
    }
}
