//! The columns as they are sent, by serde.
//!
//! A column is a string of bytes: its numbers one after the other, each in as few bytes as it needs (LEB128). Reading it takes a fraction of
//! the time that a list of numbers takes.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::texts::Texts;
use super::value::{Bib, Time, from_zigzag, zigzag};
use super::{Columns, Run, put};
use crate::timing::Status;
use crate::timing::standing::gender_text;

/// The columns as they are sent. From `bibs` to `points` each has a number for each row.
#[derive(Serialize, Deserialize)]
struct Wire<'a> {
    texts: &'a str,
    /// The length of each text in bytes.
    lengths: &'a [u8],
    genders: Vec<Box<str>>,
    rows: u32,
    /// The difference to the bib before, zigzag.
    bibs: &'a [u8],
    first_names: &'a [u8],
    last_names: &'a [u8],
    teams: &'a [u8],
    gender: &'a [u8],
    /// One more than the index.
    group: &'a [u8],
    contest: &'a [u8],
    wave: &'a [u8],
    /// The index in [`STATUSES`].
    status: &'a [u8],
    flags: &'a [u8],
    start: &'a [u8],
    finish: &'a [u8],
    /// The number of splits.
    points: &'a [u8],
    /// The first split of all rows that have one, then the second of all that have two, and so on.
    splits: &'a [u8],
}

const STATUSES: [Status; 7] =
    [Status::Registered, Status::Started, Status::OnCourse, Status::Finished, Status::Dnf, Status::Dq, Status::Dns];

impl Serialize for Columns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut last = 0;
        let gap = |bib: &Bib| zigzag(i64::from(bib.0) - std::mem::replace(&mut last, i64::from(bib.0)));
        let texts = |numbers: &[u32]| written(numbers.iter().map(|number| u64::from(*number)));
        let column = |of: fn(&Run) -> u64| written(self.runs.iter().map(of));
        let most = self.runs.iter().map(|run| run.points).max().unwrap_or_default();
        let of_point = |point: u8| self.runs.iter().filter(move |run| run.points > point).map(move |run| run.split(point));
        let splits = (0..most).flat_map(of_point).filter_map(|at| self.splits.get(at)).map(|time| time.code());
        let wire = Wire {
            texts: self.texts.all(),
            lengths: &written(self.texts.lengths().map(u64::from)),
            genders: self.genders.iter().map(|gender| (&**gender).into()).collect(),
            rows: u32::try_from(self.runs.len()).unwrap_or(u32::MAX),
            bibs: &written(self.bibs.iter().map(gap)),
            first_names: &texts(&self.first_names),
            last_names: &texts(&self.last_names),
            teams: &texts(&self.teams),
            gender: &column(|run| run.gender.into()),
            group: &column(|run| run.group.wrapping_add(1).cast_unsigned().into()),
            contest: &column(|run| run.contest.into()),
            wave: &column(|run| run.wave.into()),
            status: &column(|run| STATUSES.iter().position(|status| *status == run.status).unwrap_or_default() as u64),
            flags: &column(|run| run.flags.into()),
            start: &column(|run| run.start.code()),
            finish: &column(|run| run.finish.code()),
            points: &column(|run| run.points.into()),
            splits: &written(splits),
        };
        wire.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Columns {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let wire = Wire::deserialize(deserializer)?;
        Self::read_wire(&wire).ok_or_else(|| serde::de::Error::custom("the columns do not belong together"))
    }
}

impl Columns {
    /// The columns that were sent; `None` when one of them has fewer or more numbers than the others say.
    fn read_wire(wire: &Wire<'_>) -> Option<Self> {
        let rows = wire.rows as usize;
        // A row takes at least a byte of each column.
        if rows > wire.points.len() {
            return None;
        }
        let (mut gaps, mut bib) = (Numbers(wire.bibs), 0i64);
        let mut bibs = Vec::with_capacity(rows);
        for _ in 0..rows {
            bib = bib.wrapping_add(from_zigzag(gaps.next()?));
            bibs.push(Bib(u32::try_from(bib).ok()?));
        }
        let mut runs = Vec::with_capacity(rows);
        let [mut start, mut finish, mut contest, mut wave] = [wire.start, wire.finish, wire.contest, wire.wave].map(Numbers);
        let [mut flags, mut group, mut gender] = [wire.flags, wire.group, wire.gender].map(Numbers);
        let [mut points, mut status] = [wire.points, wire.status].map(Numbers);
        let mut begin = 0u32;
        for _ in 0..rows {
            let run = Run {
                start: Time::from_code(start.next()?),
                finish: Time::from_code(finish.next()?),
                begin,
                contest: contest.small()?,
                wave: wave.small()?,
                flags: flags.small()?,
                group: group.small::<u16>()?.wrapping_sub(1).cast_signed(),
                gender: gender.small()?,
                points: points.small()?,
                status: *STATUSES.get(status.small::<usize>()?)?,
            };
            begin = begin.checked_add(run.points.into())?;
            runs.push(run);
        }
        // A split takes at least a byte.
        if begin as usize > wire.splits.len() {
            return None;
        }
        let mut splits = vec![Time::NONE; begin as usize];
        let mut sent = Numbers(wire.splits);
        for point in 0..runs.iter().map(|run| run.points).max().unwrap_or_default() {
            for run in runs.iter().filter(|run| run.points > point) {
                put(&mut splits, run.split(point), Time::from_code(sent.next()?));
            }
        }
        let read = [&start, &finish, &contest, &wave, &flags, &group, &gender, &points, &status, &gaps, &sent];
        if read.iter().any(|column| !column.0.is_empty()) {
            return None;
        }
        let mut lengths = Numbers(wire.lengths);
        let lengths = std::iter::from_fn(|| (!lengths.0.is_empty()).then(|| lengths.small())).collect::<Option<Vec<u32>>>()?;
        Some(Self {
            texts: Texts::of(wire.texts.to_owned(), lengths)?,
            genders: wire.genders.iter().map(|gender| gender_text(gender)).collect(),
            bibs,
            first_names: Numbers(wire.first_names).all(rows)?,
            last_names: Numbers(wire.last_names).all(rows)?,
            teams: Numbers(wire.teams).all(rows)?,
            runs,
            splits,
            has_old_texts: false,
        })
    }
}

/// Writes numbers as a column.
fn written(numbers: impl Iterator<Item = u64>) -> Vec<u8> {
    let mut column = Vec::with_capacity(numbers.size_hint().0);
    for mut number in numbers {
        while number > 0x7f {
            column.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        column.push(number as u8);
    }
    column
}

/// The numbers of a column that are not read yet.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    #[inline(always)]
    fn next(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if *byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// The numbers, when they are so many.
    fn all(mut self, count: usize) -> Option<Vec<u32>> {
        let mut numbers = Vec::with_capacity(count);
        for _ in 0..count {
            numbers.push(self.small()?);
        }
        self.0.is_empty().then_some(numbers)
    }

    #[inline(always)]
    fn small<T: TryFrom<u64>>(&mut self) -> Option<T> {
        T::try_from(self.next()?).ok()
    }
}
