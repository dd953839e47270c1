//! The rows of a [`LiveDocument`](super::standing::LiveDocument) as they are sent: without what the receiver finds by itself.
//!
//! A finish changes the places of everybody behind, so places are not sent: the board counts them by the same rules
//! ([`Order`](super::rank::Order)). It does not know the age group of a runner who hides it, so nobody counts them in a group
//! ([`Row::public_group_rank`]), and nothing that is sent of another runner depends on them.
//!
//! A row is an array: bib, first and last name, gender, index of the age group, of the contest, status, start, splits, finish, flags,
//! index of the wave ([`Row`] has their units).

use std::borrow::Cow;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Status;
use super::standing::Row;

/// One row.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sent<'a>(
    Cow<'a, str>,
    Cow<'a, str>,
    Cow<'a, str>,
    Cow<'a, str>,
    i32,
    usize,
    Status,
    Option<i64>,
    Cow<'a, [Option<i64>]>,
    Option<i64>,
    u16,
    usize,
);

impl<'a> Sent<'a> {
    /// A row as everybody may see it.
    pub(super) fn of(row: &'a Row) -> Self {
        let (first, last) = row.public_name();
        Self(
            (&*row.bib).into(),
            first,
            last,
            (&*row.gender).into(),
            row.public_group(),
            row.contest,
            row.status,
            row.start,
            (&*row.splits).into(),
            row.finish,
            row.flags & !Row::OF_PLACE,
            row.wave,
        )
    }

    /// The row that was received; it has no places.
    pub(super) fn into_row(self) -> Row {
        let Self(bib, first, last, gender, group, contest, status, start, splits, finish, flags, wave) = self;
        Row {
            bib: bib.into(),
            first_name: first.into(),
            last_name: last.into(),
            gender: gender.into(),
            group,
            contest,
            status,
            start,
            splits: splits.into(),
            finish,
            overall_rank: -1,
            gender_rank: -1,
            group_rank: -1,
            flags,
            wave,
            hidden_ahead: 0,
        }
    }
}

/// Writes rows as everybody may see them.
pub(super) fn serialize<S: Serializer>(rows: &[Row], serializer: S) -> Result<S::Ok, S::Error> {
    let mut sent = serializer.serialize_seq(Some(rows.len()))?;
    for row in rows {
        sent.serialize_element(&Sent::of(row))?;
    }
    sent.end()
}

/// Reads rows; they have no places.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Row>, D::Error> {
    Ok(Vec::<Sent<'static>>::deserialize(deserializer)?.into_iter().map(Sent::into_row).collect())
}
