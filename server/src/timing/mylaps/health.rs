//! What arrived for a race since the program was started, for its timing desk.

use core_wasm::timing::entrants::Refused;
use core_wasm::timing::formats::Parsed;
use serde::Serialize;
use utoipa::ToSchema;

/// How many refused messages are shown: the first ones since the last restart.
const REFUSED: usize = 20;
/// How many names of unknown points are shown.
const UNKNOWN_POINTS: usize = 50;

/// What arrived for a race.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Health {
    /// The open connections from the race's addresses.
    connected: usize,
    /// When a read or mark arrived last, in epoch milliseconds.
    #[schema(required)]
    last_at: Option<i64>,
    /// How many new reads were stored.
    reads: usize,
    /// The first refused messages, counted from 1 in their connection, each with its reason.
    refused: Vec<Refused>,
    /// How many messages or records were refused.
    refused_total: usize,
    /// Timing points that the race's addresses send and that belong to no race; their reads are not taken.
    unknown_points: Vec<String>,
}

impl Health {
    pub(super) fn opened(&mut self) {
        self.connected += 1;
    }

    pub(super) fn closed(&mut self) {
        self.connected = self.connected.saturating_sub(1);
    }

    pub(super) fn stored(&mut self, new_reads: usize, now: i64) {
        self.reads += new_reads;
        self.last_at = Some(now);
    }

    /// Notes what was refused, and the points that belong to no race.
    pub(super) fn note(&mut self, parsed: &Parsed, is_known: impl Fn(&str) -> bool) {
        self.refused_total += parsed.rejected_total;
        self.refused.extend(parsed.rejected.iter().take(REFUSED.saturating_sub(self.refused.len())).cloned());
        let points = parsed.reads.iter().map(|read| &read.mat).chain(parsed.marks.iter().map(|mark| &mark.mat));
        for point in points.filter(|point| !is_known(point)) {
            if self.unknown_points.len() < UNKNOWN_POINTS && !self.unknown_points.contains(point) {
                self.unknown_points.push(point.clone());
            }
        }
    }
}
