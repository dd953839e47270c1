//! The rows of a field as columns: what a live board keeps of each runner, and how a whole field travels.
//!
//! A field has few different names, so a row has their numbers; times are 32-bit numbers. Rows are read and written one at a time, and a
//! pass over all of them reads the columns. What is sent is the same columns, written by serde: gaps instead of bibs that follow each
//! other, and texts by how often they occur, so that most rows have small numbers.
//!
//! Not here: places, which are counted ([`Order`](super::rank::Order)), and what the public does not see ([`Sent`]).

use std::borrow::Cow;
use std::collections::HashMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Status;
use super::sent::Sent;
use super::standing::{Row, gender_text};

/// The rows of a field, without places.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    texts: Texts,
    genders: Vec<Box<str>>,
    bibs: Vec<Bib>,
    first_names: Vec<u32>,
    last_names: Vec<u32>,
    teams: Vec<u32>,
    gender: Vec<u8>,
    group: Vec<i16>,
    contest: Vec<u16>,
    wave: Vec<u16>,
    status: Vec<Status>,
    flags: Vec<u16>,
    start: Vec<Time>,
    finish: Vec<Time>,
    /// Where the splits of each row begin, and where those of the last one end.
    begins: Vec<u32>,
    splits: Vec<Time>,
}

/// Different texts by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    /// The text of this number; empty when there is none.
    pub fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let from = number.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let range = from.zip(self.ends.get(number)).map(|(from, to)| from as usize..*to as usize);
        range.and_then(|range| self.text.get(range)).unwrap_or_default()
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a text and returns its number.
    pub fn push(&mut self, text: &str) -> u32 {
        self.text.push_str(text);
        self.ends.push(number(self.text.len()));
        number(self.ends.len() - 1)
    }
}

/// A bib: twice the number, or twice the number of its text and one when it is not a number as it is usually written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Bib(u32);

impl Bib {
    /// A bib that is a number without leading zeros.
    fn numbered(bib: &str) -> Option<Self> {
        let is_usual = bib.bytes().all(|byte| byte.is_ascii_digit()) && (bib == "0" || !bib.starts_with('0'));
        let number: u32 = bib.parse().ok().filter(|number| is_usual && *number < 1 << 31)?;
        Some(Self(number << 1))
    }

    fn number(self) -> Option<u32> {
        (self.0 & 1 == 0).then_some(self.0 >> 1)
    }
}

/// A time in milliseconds; the smallest number stands for none. Times beyond 24 days are 24 days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Time(i32);

impl Time {
    const NONE: Self = Self(i32::MIN);

    fn of(time: Option<i64>) -> Self {
        let known = |time: i64| i32::try_from(time.clamp(-i64::from(i32::MAX), i64::from(i32::MAX))).unwrap_or_default();
        time.map_or(Self::NONE, |time| Self(known(time)))
    }

    fn get(self) -> Option<i64> {
        (self != Self::NONE).then_some(i64::from(self.0))
    }

    /// A number that is small for a small time and 0 for none.
    fn code(self) -> u64 {
        self.get().map_or(0, |time| zigzag(time) + 1)
    }

    fn from_code(code: u64) -> Self {
        Self::of(code.checked_sub(1).map(from_zigzag))
    }
}

/// A field has far fewer than four billion of everything.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

fn from_zigzag(code: u64) -> i64 {
    (code >> 1).cast_signed() ^ -(code & 1).cast_signed()
}

fn at<T: Copy + Default>(column: &[T], row: usize) -> T {
    column.get(row).copied().unwrap_or_default()
}

fn put<T: Copy>(column: &mut [T], row: usize, value: T) {
    column.get_mut(row).into_iter().for_each(|known| *known = value);
}

impl Columns {
    /// The columns of these rows as everybody may see them, in this order.
    pub fn of<'a>(rows: impl Iterator<Item = &'a Row> + Clone) -> Self {
        let mut columns = Self { begins: vec![0], ..Self::default() };
        let mut numbers = columns.number_texts(rows.clone().map(Sent::of));
        for row in rows {
            columns.push(&Sent::of(row), &mut numbers);
        }
        columns
    }

    /// Numbers the texts of the rows: those that occur most have the smallest numbers. The empty text is the first.
    fn number_texts<'a>(&mut self, rows: impl Iterator<Item = Sent<'a>>) -> HashMap<String, u32> {
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut count = |text: &str| match counts.get_mut(text) {
            Some(count) => *count += 1,
            None => {
                counts.insert(text.to_owned(), 1);
            }
        };
        for row in rows {
            [&row.first_name, &row.last_name, &row.team].into_iter().for_each(|text| count(text));
            if Bib::numbered(&row.bib).is_none() {
                count(&row.bib);
            }
        }
        counts.insert(String::new(), u32::MAX);
        let mut sorted: Vec<(String, u32)> = counts.into_iter().collect();
        sorted.sort_unstable_by(|(a, often_a), (b, often_b)| often_b.cmp(often_a).then_with(|| a.cmp(b)));
        sorted.into_iter().map(|(text, _)| (self.texts.push(&text), text)).map(|(number, text)| (text, number)).collect()
    }

    fn push(&mut self, row: &Sent<'_>, numbers: &mut HashMap<String, u32>) {
        let mut number_of = |text: &str| match numbers.get(text) {
            Some(number) => *number,
            None => *numbers.entry(text.to_owned()).or_insert_with(|| self.texts.push(text)),
        };
        let bib = Bib::numbered(&row.bib).unwrap_or_else(|| Bib(number_of(&row.bib) << 1 | 1));
        let [first_name, last_name, team] = [&row.first_name, &row.last_name, &row.team].map(|text| number_of(text));
        self.bibs.push(bib);
        self.first_names.push(first_name);
        self.last_names.push(last_name);
        self.teams.push(team);
        let gender = self.gender_code(&row.gender);
        self.gender.push(gender);
        self.group.push(i16::try_from(row.group).unwrap_or(-1));
        self.contest.push(u16::try_from(row.contest).unwrap_or(u16::MAX));
        self.wave.push(u16::try_from(row.wave).unwrap_or(u16::MAX));
        self.status.push(row.status);
        self.flags.push(row.flags);
        self.start.push(Time::of(row.start));
        self.finish.push(Time::of(row.finish));
        self.splits.extend(row.splits.iter().map(|at| Time::of(*at)));
        self.begins.push(number(self.splits.len()));
    }

    fn gender_code(&mut self, gender: &str) -> u8 {
        let known = self.genders.iter().position(|known| **known == *gender);
        let code = known.unwrap_or_else(|| {
            self.genders.push(gender.into());
            self.genders.len() - 1
        });
        u8::try_from(code).unwrap_or_default()
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.bibs.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.bibs.is_empty()
    }

    /// The different texts, to which the numbers of names refer.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The numbers of the texts of all first and last names, by row.
    pub fn names(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.first_names.iter().zip(&self.last_names).map(|(first, last)| [*first, *last])
    }

    /// The numbers of the texts of a row's first and last name.
    pub fn names_of(&self, row: usize) -> [u32; 2] {
        [at(&self.first_names, row), at(&self.last_names, row)]
    }

    /// The number of the text of a row's team; that text is empty when there is none.
    pub fn team_of(&self, row: usize) -> u32 {
        at(&self.teams, row)
    }

    /// The bib of a row as a number, when it is one without leading zeros.
    pub fn bib_number(&self, row: usize) -> Option<u32> {
        self.bibs.get(row)?.number()
    }

    /// Adds the bib of a row to a text.
    pub fn write_bib(&self, row: usize, into: &mut String) {
        let bib = at(&self.bibs, row);
        let Some(mut rest) = bib.number() else { return into.push_str(self.texts.get(bib.0 >> 1)) };
        let mut digits = [b'0'; 10];
        let mut from = digits.len();
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + u8::try_from(rest % 10).unwrap_or_default();
            rest /= 10;
            from -= 1;
            if rest == 0 {
                break;
            }
        }
        into.extend(digits.iter().skip(from).map(|digit| char::from(*digit)));
    }

    /// The bib of a row.
    pub fn bib(&self, row: usize) -> Cow<'_, str> {
        let bib = at(&self.bibs, row);
        if bib.number().is_none() {
            return self.texts.get(bib.0 >> 1).into();
        }
        let mut text = String::with_capacity(10);
        self.write_bib(row, &mut text);
        text.into()
    }

    fn gender(&self, row: usize) -> Cow<'static, str> {
        let gender = self.genders.get(usize::from(at(&self.gender, row))).map(|gender| &**gender).unwrap_or_default();
        gender_text(gender)
    }

    /// A row.
    pub fn get(&self, row: usize) -> Option<Row> {
        let mut one = Row::default();
        self.read(row, &mut one)?;
        let [first, last] = self.names_of(row);
        one.bib = self.bib(row).into();
        one.first_name = self.texts.get(first).into();
        one.last_name = self.texts.get(last).into();
        one.team = self.texts.get(self.team_of(row)).into();
        Some(one)
    }

    /// Reads everything of a row but its texts: bib, names and team stay as they are. The memory of the splits is used again.
    /// `None` when there is no such row.
    pub fn read(&self, row: usize, into: &mut Row) -> Option<()> {
        into.contest = usize::from(*self.contest.get(row)?);
        into.wave = usize::from(at(&self.wave, row));
        into.gender = self.gender(row);
        into.group = i32::from(at(&self.group, row));
        into.status = at(&self.status, row);
        into.flags = at(&self.flags, row);
        into.start = self.start.get(row)?.get();
        into.finish = self.finish.get(row)?.get();
        let splits = self.splits.get(self.splits_of(row)?)?;
        if into.splits.len() == splits.len() {
            into.splits.iter_mut().zip(splits).for_each(|(into, at)| *into = at.get());
        } else {
            into.splits = splits.iter().map(|at| at.get()).collect();
        }
        (into.overall_rank, into.gender_rank, into.group_rank, into.hidden_ahead) = (-1, -1, -1, 0);
        Some(())
    }

    /// Everything of the rows but their texts.
    pub fn times(&self) -> impl Iterator<Item = Row> + Clone + '_ {
        (0..self.len()).filter_map(|row| {
            let mut one = Row::default();
            self.read(row, &mut one)?;
            Some(one)
        })
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = Row> + Clone + '_ {
        (0..self.len()).filter_map(|row| self.get(row))
    }

    /// How many splits a row has.
    pub fn splits_len(&self, row: usize) -> usize {
        self.splits_of(row).map_or(0, |range| range.len())
    }

    /// The range of a row's splits.
    fn splits_of(&self, row: usize) -> Option<std::ops::Range<usize>> {
        Some(*self.begins.get(row)? as usize..*self.begins.get(row + 1)? as usize)
    }

    /// Writes the times and the status of a row, as [`Self::read`] reads them.
    pub fn write_times(&mut self, row: usize, new: &Row) {
        put(&mut self.status, row, new.status);
        put(&mut self.start, row, Time::of(new.start));
        put(&mut self.finish, row, Time::of(new.finish));
        let splits = self.splits_of(row).and_then(|range| self.splits.get_mut(range)).unwrap_or_default();
        splits.iter_mut().zip(&new.splits).for_each(|(known, at)| *known = Time::of(*at));
    }

    /// Replaces a row by another one with the same number of splits, as everybody may see it.
    pub fn set(&mut self, row: usize, new: &Row) {
        let sent = Sent::of(new);
        let [first, last] = self.names_of(row);
        let known = [first, last, self.team_of(row)];
        let texts = [&sent.first_name, &sent.last_name, &sent.team];
        let mut numbers = known;
        for (number, text) in numbers.iter_mut().zip(texts) {
            if self.texts.get(*number) != &**text {
                *number = self.texts.push(text);
            }
        }
        let [first, last, team] = numbers;
        if *self.bib(row) != *sent.bib {
            let bib = Bib::numbered(&sent.bib).unwrap_or_else(|| Bib(self.texts.push(&sent.bib) << 1 | 1));
            put(&mut self.bibs, row, bib);
        }
        put(&mut self.first_names, row, first);
        put(&mut self.last_names, row, last);
        put(&mut self.teams, row, team);
        let gender = self.gender_code(&sent.gender);
        put(&mut self.gender, row, gender);
        put(&mut self.group, row, i16::try_from(sent.group).unwrap_or(-1));
        put(&mut self.contest, row, u16::try_from(sent.contest).unwrap_or(u16::MAX));
        put(&mut self.wave, row, u16::try_from(sent.wave).unwrap_or(u16::MAX));
        put(&mut self.flags, row, sent.flags);
        self.write_times(row, new);
    }
}

/// Two are equal when they have equal rows; the numbers of their texts may differ.
impl PartialEq for Columns {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl FromIterator<Row> for Columns {
    fn from_iter<I: IntoIterator<Item = Row>>(rows: I) -> Self {
        let rows: Vec<Row> = rows.into_iter().collect();
        Self::of(rows.iter())
    }
}

impl From<Vec<Row>> for Columns {
    fn from(rows: Vec<Row>) -> Self {
        Self::of(rows.iter())
    }
}

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
        let mut before = 0;
        let lengths = self.texts.ends.iter().map(|end| end - std::mem::replace(&mut before, *end)).collect();
        let mut last = 0;
        let bibs =
            self.bibs.iter().map(|bib| zigzag(i64::from(bib.0) - std::mem::replace(&mut last, i64::from(bib.0)))).collect();
        let codes = |times: &[Time]| times.iter().map(|time| time.code()).collect();
        let ranges = || self.begins.windows(2).filter_map(|range| Some((*range.first()? as usize, *range.last()? as usize)));
        let most = ranges().map(|(from, to)| to - from).max().unwrap_or_default();
        let of_point = |point: usize| ranges().filter(move |(from, to)| from + point < *to).map(move |(from, _)| from + point);
        let splits = (0..most).flat_map(of_point).filter_map(|at| self.splits.get(at)).map(|time| time.code()).collect();
        let wire = Wire {
            texts: self.texts.text.clone(),
            lengths,
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
        let mut texts = Texts { text: wire.texts, ends: Vec::with_capacity(wire.lengths.len()) };
        let mut end = 0u32;
        for length in wire.lengths {
            end = end.checked_add(length).filter(|end| texts.text.is_char_boundary(*end as usize))?;
            texts.ends.push(end);
        }
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
            texts,
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
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bib: &str, names: [&str; 2], team: &str, splits: &[Option<i64>]) -> Row {
        Row {
            bib: bib.into(),
            first_name: names[0].into(),
            last_name: names[1].into(),
            team: team.into(),
            gender: gender_text("f"),
            group: 3,
            start: Some(-4_000),
            splits: splits.into(),
            finish: splits.last().copied().flatten().map(|at| at + 1),
            flags: Row::START_ASSUMED,
            overall_rank: -1,
            gender_rank: -1,
            group_rank: -1,
            ..Row::default()
        }
    }

    fn sent(columns: &Columns) -> Option<Columns> {
        postcard::from_bytes(&postcard::to_allocvec(columns).unwrap()).ok()
    }

    #[test]
    fn rows_are_sent_and_read_as_they_were() {
        let rows = [
            row("7", ["Ann", "Ng"], "Hares", &[Some(1_200_000), None]),
            row("0", ["Ann", "Day"], "", &[None, Some(2_400_000)]),
            row("007", ["Hares", ""], "Hares", &[]),
            row("A-12", ["Zoë", "O’Brien"], "", &[Some(0)]),
            row("2147483648", ["Bib", "2147483648"], "", &[None, None, Some(-5)]),
            Row { gender: gender_text("x"), group: -1, ..row("2147483647", ["Ng", "Ann"], "", &[]) },
        ];
        let columns = Columns::of(rows.iter());
        assert_eq!(columns.iter().collect::<Vec<_>>(), rows);
        assert_eq!(sent(&columns), Some(columns.clone()));
        let bibs: Vec<String> = (0..columns.len()).map(|at| columns.bib(at).into_owned()).collect();
        assert_eq!(bibs, rows.iter().map(|row| row.bib.to_string()).collect::<Vec<_>>());
    }

    #[test]
    fn a_private_runner_is_sent_without_name_and_team() {
        let private = Row { flags: Row::PRIVATE, ..row("7", ["Ann", "Ng"], "Hares", &[]) };
        let bytes = postcard::to_allocvec(&Columns::of([private].iter())).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        assert!(["Ann", "Ng", "Hares"].iter().all(|name| !text.contains(name)), "{text}");
    }

    #[test]
    fn a_row_is_replaced_and_the_others_stay() {
        let rows = [row("7", ["Ann", "Ng"], "", &[None]), row("8", ["Bo", "Ng"], "", &[None])];
        let mut columns = Columns::of(rows.iter());
        let other = Row { wave: 1, status: Status::Dnf, ..row("9b", ["Bo", "Li"], "Hares", &[Some(3)]) };
        columns.set(0, &other);
        assert_eq!(columns.iter().collect::<Vec<_>>(), [other, rows[1].clone()]);
    }

    #[test]
    fn columns_that_do_not_belong_together_are_refused() {
        let columns = Columns::of([row("7", ["Ann", "Ng"], "", &[Some(5)])].iter());
        let bytes = postcard::to_allocvec(&columns).unwrap();
        for at in 0..bytes.len() {
            assert!(postcard::from_bytes::<Columns>(&bytes[..at]).is_err(), "cut at {at}");
            for byte in [0, 1, 2, 0x7f, 0xff] {
                let mut other = bytes.clone();
                other[at] = byte;
                // Whatever can be read has the rows that it says.
                if let Ok(read) = postcard::from_bytes::<Columns>(&other) {
                    assert_eq!(read.iter().count(), read.len(), "{byte} at {at}");
                }
            }
        }
    }
}
