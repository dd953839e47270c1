//! What a person decides about the times of a race: corrections beside the reads.
//!
//! A correction is one row that is never changed. It is applied when standings are derived, never when a read is stored, and is taken
//! back by another row ([`Decision::TakeBack`]), which can be taken back too. Where several rows decide about the same thing, the
//! last one counts that is not taken back ([`crate::timing::engine`] applies them).
//!
//! Guns and the list of entrants are not here: they are the setup and the entrants, which have a history of their own.

mod asked;
mod words;

use serde::{Deserialize, Serialize};

use super::status::Override;

pub use asked::{Asked, LONGEST_REASON, MOST_BIBS};
pub use words::{finds, summary, usual_reason};

/// A row of the corrections of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Its number: a later row has a higher one.
    pub id: i64,
    /// What was decided.
    pub decision: Decision,
}

/// What a person decided. Times are in epoch milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Decision {
    /// A read does not count.
    Void {
        /// The read.
        read: ReadRef,
    },
    /// A read counts as it was sent, whatever was decided about it before.
    Restore {
        /// The read.
        read: ReadRef,
    },
    /// A read counts as if it had been made at another time.
    Retime {
        /// The read.
        read: ReadRef,
        /// The time that counts.
        time: i64,
    },
    /// A read that a person made: the bib at the mat.
    Add {
        /// The bib.
        bib: String,
        /// The mat, by its name in the setup.
        mat: String,
        /// When the runner passed it.
        time: i64,
    },
    /// A chip is a bib's for a time, whatever the entrants say.
    Chip {
        /// The chip.
        chip: String,
        /// The bib; `None` when the chip is nobody's.
        bib: Option<String>,
        /// Reads from this time on; all earlier ones too when absent.
        from: Option<i64>,
        /// Reads before this time; all later ones too when absent.
        to: Option<i64>,
    },
    /// A runner got another chip: the reads of the chips before count until this time, those of the new one from then on.
    Exchange {
        /// The bib.
        bib: String,
        /// The new chip.
        chip: String,
        /// The chips that it replaces.
        replaces: Vec<String>,
        /// When it was exchanged.
        from: i64,
    },
    /// The runner's last passing is right although it looks wrong: it is ranked.
    Accept {
        /// The bib.
        bib: String,
        /// The passing that was looked at. A later passing is looked at anew; the same one stays accepted when it gets another time.
        time: i64,
    },
    /// The passing of the finish at this time is no finish.
    Refuse {
        /// The bib.
        bib: String,
        /// The finish that was looked at.
        time: i64,
    },
    /// From when a runner is timed who did not start with the own wave.
    Start {
        /// The bib.
        bib: String,
        /// The start that counts.
        choice: StartChoice,
    },
    /// A box's clock was wrong: its times in an interval are moved.
    Offset {
        /// The box, by the name that it gives itself.
        source: String,
        /// The first time by the box's clock that is moved; all earlier ones too when absent.
        from: Option<i64>,
        /// The time by the box's clock before which times are moved; all later ones too when absent.
        to: Option<i64>,
        /// Milliseconds that are added to its times.
        offset_ms: i64,
    },
    /// Runners have a status; `None`: the one that follows from the reads.
    Status {
        /// Their bibs.
        bibs: Vec<String>,
        /// The status.
        status: Option<Override>,
    },
    /// A bib is no runner of the race: it is not shown, and its reads are those of an unknown tag.
    Remove {
        /// The bib.
        bib: String,
    },
    /// An earlier correction does not count.
    TakeBack {
        /// Its number.
        correction: i64,
    },
}

/// A read that a correction is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadRef {
    /// Its identity ([`super::Read::identity`]).
    pub id: String,
    /// The bib that was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bib: Option<String>,
    /// The chip that was read, when no bib was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chip: Option<String>,
    /// The mat, for the words about it.
    #[serde(default)]
    pub mat: String,
    /// When it was read by the box's clock, for the words about it.
    #[serde(default)]
    pub time: i64,
}

impl ReadRef {
    /// A read, with what a correction needs to find it.
    pub fn of(read: &super::Read) -> Self {
        let chip = read.chip.clone().filter(|_| read.bib.is_none());
        Self { id: read.identity(), bib: read.bib.clone(), chip, mat: read.mat.clone(), time: read.time }
    }

    /// The number that `id` writes in hexadecimal digits; `None` when it is no identity.
    pub fn fingerprint(&self) -> Option<u128> {
        // `from_str_radix` alone would read a sign too.
        let digits = self.id.len() == 32 && self.id.bytes().all(|b| b.is_ascii_hexdigit());
        digits.then(|| u128::from_str_radix(&self.id, 16).ok())?
    }
}

/// The start of a runner who did not start with the own wave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum StartChoice {
    /// The own crossing of the start.
    Crossing,
    /// The gun of the own wave.
    Gun,
}

/// Whether a correction counts: none that counts takes it back. `taken_back` has the numbers of the rows that take back another and
/// of their targets, in the order of the rows; a row can only take back an earlier one.
///
/// ```
/// # use core_wasm::timing::correction::counts;
/// let rows = [(5, 3), (7, 5)];
/// assert!(counts(3, &rows) && !counts(5, &rows) && counts(7, &rows));
/// ```
pub fn counts(id: i64, taken_back: &[(i64, i64)]) -> bool {
    let mut out = std::collections::HashSet::new();
    for (row, target) in taken_back.iter().rev().filter(|(row, target)| target < row) {
        if !out.contains(row) {
            out.insert(*target);
        }
    }
    !out.contains(&id)
}

/// The reason of the corrections by which a status follows a runner to another bib.
pub const BIB_CHANGED: &str = "The runner has another bib";

/// The decisions by which a DNF, DQ or DNS follows a runner to another bib: none when the runner has no status, or the other bib has
/// one. `rows` are all corrections of the run, in the order of their numbers.
pub fn follow(rows: &[Correction], from: &str, to: &str) -> Vec<Decision> {
    let taken_back: Vec<(i64, i64)> = rows.iter().filter_map(|row| Some((row.id, row.decision.takes_back()?))).collect();
    let status_of = |bib: &str| {
        let of_bib = rows.iter().rev().filter_map(|row| match &row.decision {
            Decision::Status { bibs, status } if bibs.iter().any(|one| one == bib) => Some((row.id, *status)),
            _ => None,
        });
        of_bib.into_iter().find(|(id, _)| counts(*id, &taken_back)).and_then(|(_, status)| status)
    };
    match (status_of(from), status_of(to)) {
        (Some(status), None) => vec![
            Decision::Status { bibs: vec![from.to_owned()], status: None },
            Decision::Status { bibs: vec![to.to_owned()], status: Some(status) },
        ],
        _ => Vec::new(),
    }
}

impl Decision {
    /// The correction that it takes back.
    pub fn takes_back(&self) -> Option<i64> {
        match self {
            Self::TakeBack { correction } => Some(*correction),
            _ => None,
        }
    }

    /// Whether a request for this decision asks for the other one: the chips that an exchange replaces are not part of the request.
    pub fn asks_for(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Exchange { bib, chip, from, .. },
                Self::Exchange { bib: other_bib, chip: other_chip, from: other_from, .. },
            ) => (bib, chip, from) == (other_bib, other_chip, other_from),
            _ => self == other,
        }
    }

    /// The word of its kind, as in the API.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Void { .. } => "void",
            Self::Restore { .. } => "restore",
            Self::Retime { .. } => "retime",
            Self::Add { .. } => "add",
            Self::Chip { .. } => "chip",
            Self::Exchange { .. } => "exchange",
            Self::Accept { .. } => "accept",
            Self::Refuse { .. } => "refuse",
            Self::Start { .. } => "start",
            Self::Offset { .. } => "offset",
            Self::Status { .. } => "status",
            Self::Remove { .. } => "remove",
            Self::TakeBack { .. } => "takeBack",
        }
    }

    /// The chip that it names.
    pub fn chip(&self) -> Option<&str> {
        match self {
            Self::Chip { chip, .. } | Self::Exchange { chip, .. } => Some(chip),
            Self::Void { read } | Self::Restore { read } | Self::Retime { read, .. } => read.chip.as_deref(),
            _ => None,
        }
    }

    /// Whether what the field adds to this decision may be another thing after the other one: they name the same runner, both are about chips,
    /// or one of them names nobody.
    pub fn may_depend_on(&self, other: &Self) -> bool {
        let is_of_chips = |decision: &Self| matches!(decision, Self::Chip { .. } | Self::Exchange { .. });
        let (own, others) = (self.bibs(), other.bibs());
        let named: std::collections::HashSet<&String> = own.iter().collect();
        own.is_empty()
            || others.is_empty()
            || (is_of_chips(self) && is_of_chips(other))
            || others.iter().any(|bib| named.contains(bib))
    }

    /// The bibs that it names.
    pub fn bibs(&self) -> &[String] {
        match self {
            Self::Add { bib, .. }
            | Self::Exchange { bib, .. }
            | Self::Accept { bib, .. }
            | Self::Refuse { bib, .. }
            | Self::Start { bib, .. }
            | Self::Remove { bib }
            | Self::Chip { bib: Some(bib), .. } => std::slice::from_ref(bib),
            Self::Void { read } | Self::Restore { read } | Self::Retime { read, .. } => read.bib.as_slice(),
            Self::Status { bibs, .. } => bibs,
            Self::Chip { bib: None, .. } | Self::Offset { .. } | Self::TakeBack { .. } => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_depends_on_those_about_the_same_runner_and_on_those_about_nobody() {
        let status = |bib: &str| Decision::Status { bibs: vec![bib.into()], status: None };
        let chip = |bib: &str| Decision::Chip { chip: "A1".into(), bib: Some(bib.into()), from: None, to: None };
        assert!(status("1").may_depend_on(&status("1")) && !status("1").may_depend_on(&status("2")));
        assert!(chip("1").may_depend_on(&chip("2")), "a chip is that of one runner");
        assert!(status("1").may_depend_on(&Decision::TakeBack { correction: 7 }));
    }
}
