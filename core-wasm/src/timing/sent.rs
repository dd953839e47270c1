//! The rows of a [`LiveDocument`](super::standing::LiveDocument) as they are sent: without what the receiver finds by itself.
//!
//! A finish changes the places of everybody behind, so places are not sent: the board counts them by the same rules
//! ([`Order`](super::rank::Order)). It does not know the age group of a runner who hides it, so a row says how many of those are ahead in
//! its group.
//!
//! A row is an array: bib, first and last name, gender, index of the age group, of the contest, status, start, splits, finish, number of
//! hidden ones ahead, flags, index of the wave ([`Row`] has their units).

use std::borrow::Cow;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Status;
use super::rank::Finisher;
use super::standing::Row;

/// One row.
#[derive(Serialize, Deserialize)]
struct Sent<'a>(
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
    u16,
    usize,
);

/// Writes rows as everybody may see them.
pub(super) fn serialize<S: Serializer>(rows: &[Row], serializer: S) -> Result<S::Ok, S::Error> {
    let mut sent = serializer.serialize_seq(Some(rows.len()))?;
    for row in rows {
        let (first, last) = row.public_name();
        sent.serialize_element(&Sent(
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
            row.sent_hidden_ahead(),
            row.flags & !Row::OF_PLACE,
            row.wave,
        ))?;
    }
    sent.end()
}

/// Reads rows; they have no places.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Row>, D::Error> {
    let rows = Vec::<Sent<'static>>::deserialize(deserializer)?;
    let row = |sent| {
        let Sent(bib, first, last, gender, group, contest, status, start, splits, finish, hidden_ahead, flags, wave) = sent;
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
            hidden_ahead,
        }
    };
    Ok(rows.into_iter().map(row).collect())
}

impl Row {
    /// [`Row::hidden_ahead`] as it is sent: of a runner who hides the age it would tell the group, and so would a delta in which the row is only
    /// because of it.
    pub(super) fn sent_hidden_ahead(&self) -> u16 {
        if self.has(Self::NO_AGE) { 0 } else { self.hidden_ahead }
    }

    /// What the ranking needs of a row that was received; `None` for a runner who has no place.
    pub(crate) fn finisher(&self) -> Option<Finisher> {
        let ranked = !self.status.is_set() && !self.has(Self::SUSPICIOUS) && !self.has(Self::WAITING);
        let (gun, chip) = self.gun_time().zip(self.finish).filter(|_| ranked)?;
        let group = usize::try_from(self.public_group()).ok();
        Some(Finisher { gun, chip, gender: self.gender.clone(), group, hides_age: false })
    }
}
