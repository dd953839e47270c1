//! The columns as they are sent, by serde.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::texts::Texts;
use super::value::{Bib, Time, from_zigzag, zigzag};
use super::{Columns, put};
use crate::timing::Status;

/// The columns as they are sent. Each but the texts has a value for each row.
#[derive(Serialize, Deserialize)]
struct Wire {
    texts: String,
    /// The length of each text in bytes.
    lengths: Vec<u32>,
    genders: Vec<Box<str>>,
    /// The difference to the bib before, zigzag.
    bibs: Vec<u64>,
    first_names: Vec<u32>,
    last_names: Vec<u32>,
    teams: Vec<u32>,
    gender: Vec<u8>,
    /// One more than the index.
    group: Vec<u16>,
    contest: Vec<u16>,
    wave: Vec<u16>,
    status: Vec<Status>,
    flags: Vec<u16>,
    start: Vec<u64>,
    finish: Vec<u64>,
    /// The number of splits.
    points: Vec<u8>,
    /// The first split of all rows that have one, then the second of all that have two, and so on.
    splits: Vec<u64>,
}

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut last = 0;
        let bibs =
            self.bibs.iter().map(|bib| zigzag(i64::from(bib.0) - std::mem::replace(&mut last, i64::from(bib.0)))).collect();
        let codes = |times: &[Time]| times.iter().map(|time| time.code()).collect();
        let ranges = || self.begins.windows(2).filter_map(|range| Some((*range.first()? as usize, *range.last()? as usize)));
        let most = ranges().map(|(from, to)| to - from).max().unwrap_or_default();
        let of_point = |point: usize| ranges().filter(move |(from, to)| from + point < *to).map(move |(from, _)| from + point);
        let splits = (0..most).flat_map(of_point).filter_map(|at| self.splits.get(at)).map(|time| time.code()).collect();
        let wire = Wire {
            texts: self.texts.text().to_owned(),
            lengths: self.texts.lengths().collect(),
            genders: self.genders.clone(),
            bibs,
            first_names: self.first_names.clone(),
            last_names: self.last_names.clone(),
            teams: self.teams.clone(),
            gender: self.gender.clone(),
            group: self.group.iter().map(|group| group.wrapping_add(1).cast_unsigned()).collect(),
            contest: self.contest.clone(),
            wave: self.wave.clone(),
            status: self.status.clone(),
            flags: self.flags.clone(),
            start: codes(&self.start),
            finish: codes(&self.finish),
            points: ranges().map(|(from, to)| u8::try_from(to - from).unwrap_or(u8::MAX)).collect(),
            splits,
        };
        wire.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = Wire::deserialize(deserializer)?;
        Self::read_wire(wire).ok_or_else(|| serde::de::Error::custom("the columns do not belong together"))
    }
}

impl Columns {
    /// The columns that were sent; `None` when they are not all of the same length.
    fn read_wire(wire: Wire) -> Option<Self> {
        let rows = wire.bibs.len();
        let is_of_each = [
            wire.first_names.len(),
            wire.last_names.len(),
            wire.teams.len(),
            wire.gender.len(),
            wire.group.len(),
            wire.contest.len(),
            wire.wave.len(),
            wire.status.len(),
            wire.flags.len(),
            wire.start.len(),
            wire.finish.len(),
            wire.points.len(),
        ];
        let mut begins = Vec::with_capacity(rows + 1);
        begins.push(0);
        let mut sum = 0u32;
        begins.extend(wire.points.iter().map(|points| {
            sum = sum.saturating_add(u32::from(*points));
            sum
        }));
        if is_of_each.iter().any(|length| *length != rows) || sum as usize != wire.splits.len() {
            return None;
        }
        let mut splits = vec![Time::NONE; wire.splits.len()];
        let mut sent = wire.splits.into_iter();
        for point in 0..wire.points.iter().copied().max().unwrap_or_default() {
            let has = wire.points.iter().zip(&begins).filter(|(points, _)| **points > point);
            for (_, begin) in has {
                put(&mut splits, *begin as usize + usize::from(point), Time::from_code(sent.next()?));
            }
        }
        let mut bib = 0i64;
        let bibs = wire.bibs.into_iter().map(|gap| {
            bib = bib.wrapping_add(from_zigzag(gap));
            u32::try_from(bib).ok().map(Bib)
        });
        Some(Self {
            texts: Texts::of(wire.texts, wire.lengths)?,
            genders: wire.genders,
            bibs: bibs.collect::<Option<_>>()?,
            first_names: wire.first_names,
            last_names: wire.last_names,
            teams: wire.teams,
            gender: wire.gender,
            group: wire.group.into_iter().map(|group| group.wrapping_sub(1).cast_signed()).collect(),
            contest: wire.contest,
            wave: wire.wave,
            status: wire.status,
            flags: wire.flags,
            start: wire.start.into_iter().map(Time::from_code).collect(),
            finish: wire.finish.into_iter().map(Time::from_code).collect(),
            begins,
            splits,
            has_old_texts: false,
        })
    }
}
