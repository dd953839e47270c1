//! A row as it is sent to live boards: without what the receiver finds by itself.
//!
//! A finish changes the places of everybody behind, so places are not sent: the board counts them by the same rules
//! ([`Order`](super::rank::Order)). It does not know the age group of a runner who hides it, so nobody counts them in a group
//! ([`Row::public_group_rank`]), and nothing that is sent of another runner depends on them.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::Status;
use super::standing::{Row, gender_text};

/// One row; [`Row`] has the units.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sent<'a> {
    pub(super) bib: Cow<'a, str>,
    pub(super) first_name: Cow<'a, str>,
    pub(super) last_name: Cow<'a, str>,
    pub(super) team: Cow<'a, str>,
    pub(super) gender: Cow<'a, str>,
    pub(super) group: i32,
    pub(super) contest: usize,
    pub(super) status: Status,
    pub(super) start: Option<i64>,
    pub(super) splits: Cow<'a, [Option<i64>]>,
    pub(super) finish: Option<i64>,
    pub(super) flags: u16,
    pub(super) wave: usize,
}

impl<'a> Sent<'a> {
    /// A row as everybody may see it.
    pub(super) fn of(row: &'a Row) -> Self {
        let (first_name, last_name) = row.public_name();
        Self {
            bib: (&*row.bib).into(),
            first_name,
            last_name,
            team: row.public_team().into(),
            gender: (&*row.gender).into(),
            group: row.public_group(),
            contest: row.contest,
            status: row.status,
            start: row.start,
            splits: (&*row.splits).into(),
            finish: row.finish,
            flags: row.flags & !Row::OF_PLACE,
            wave: row.wave,
        }
    }

    /// What of the row tells who the runner is.
    pub(super) fn person(&self) -> ([&str; 4], i32) {
        ([&self.first_name, &self.last_name, &self.team, &self.gender], self.group)
    }

    /// The row that was received; it has no places.
    pub(super) fn into_row(self) -> Row {
        Row {
            bib: self.bib.into(),
            first_name: self.first_name.into(),
            last_name: self.last_name.into(),
            team: self.team.into(),
            gender: gender_text(&self.gender),
            group: self.group,
            contest: self.contest,
            status: self.status,
            start: self.start,
            splits: self.splits.into(),
            finish: self.finish,
            overall_rank: -1,
            gender_rank: -1,
            group_rank: -1,
            flags: self.flags,
            wave: self.wave,
            hidden_ahead: 0,
        }
    }
}
