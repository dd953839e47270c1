//! The rows of a field as columns: what a live board keeps of each runner, and how a whole field travels.
//!
//! A field has few different names, so a row has their numbers; times are 32-bit numbers. Rows are read and written one at a time, and a
//! pass over all of them reads the columns. What is sent is the same columns, written by serde: gaps instead of bibs that follow each
//! other, and texts by how often they occur, so that most rows have small numbers.
//!
//! Not here: places, which are counted ([`Order`](super::rank::Order)), and what the public does not see ([`Sent`]).

mod texts;
mod value;
mod wire;

use std::borrow::Cow;
use std::collections::HashMap;

pub use self::texts::Texts;
use self::value::{Bib, BibKind, Time, number};
use super::Status;
use super::sent::Sent;
use super::standing::{Row, gender_text};

/// The rows of a field, without places.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    texts: Texts,
    genders: Vec<Cow<'static, str>>,
    bibs: Vec<Bib>,
    first_names: Vec<u32>,
    last_names: Vec<u32>,
    teams: Vec<u32>,
    runs: Vec<Run>,
    splits: Vec<Time>,
    /// Whether a row has got another text, so that perhaps no row has the old one any more.
    has_old_texts: bool,
}

/// What is read and written of a row together when its runner passes a point.
#[derive(Debug, Clone, Copy)]
struct Run {
    start: Time,
    finish: Time,
    /// Where the row's splits begin.
    begin: u32,
    contest: u16,
    wave: u16,
    flags: u16,
    /// −1 without one.
    group: i16,
    /// The index in [`Columns::genders`].
    gender: u8,
    /// How many splits the row has.
    points: u8,
    status: Status,
}

impl Run {
    fn splits(&self) -> std::ops::Range<usize> {
        let begin = self.begin as usize;
        begin..begin + usize::from(self.points)
    }

    /// The index of a split in [`Columns::splits`].
    fn split(&self, point: u8) -> usize {
        self.begin as usize + usize::from(point)
    }
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
        let mut columns = Self::default();
        let numbers = columns.number_texts(rows.clone().map(Sent::of));
        for row in rows {
            columns.push(&Sent::of(row), &numbers);
        }
        columns
    }

    /// Numbers the texts of the rows: those that occur most have the smallest numbers. The empty text is the first.
    fn number_texts<'a>(&mut self, rows: impl Iterator<Item = Sent<'a>>) -> HashMap<String, u32> {
        let mut counts: HashMap<String, u32> = HashMap::new();
        counts.insert(String::new(), u32::MAX);
        for row in rows {
            let bib = Some(&row.bib).filter(|bib| Bib::numbered(bib).is_none());
            for text in [&row.first_name, &row.last_name, &row.team].into_iter().chain(bib) {
                match counts.get_mut(&**text) {
                    Some(count) => *count = count.saturating_add(1),
                    None => drop(counts.insert((**text).to_owned(), 1)),
                }
            }
        }
        let mut sorted: Vec<(String, u32)> = counts.into_iter().collect();
        sorted.sort_unstable_by(|(a, often_a), (b, often_b)| often_b.cmp(often_a).then_with(|| a.cmp(b)));
        let number = |(text, _): (String, u32)| {
            let number = self.texts.push(&text);
            (text, number)
        };
        sorted.into_iter().map(number).collect()
    }

    fn push(&mut self, row: &Sent<'_>, numbers: &HashMap<String, u32>) {
        let number_of = |text: &Cow<'_, str>| numbers.get(&**text).copied().unwrap_or_default();
        let bib = Bib::numbered(&row.bib).unwrap_or_else(|| Bib::of_text(number_of(&row.bib)));
        let [first_name, last_name, team] = [&row.first_name, &row.last_name, &row.team].map(number_of);
        self.bibs.push(bib);
        self.first_names.push(first_name);
        self.last_names.push(last_name);
        self.teams.push(team);
        let gender = self.gender_code(&row.gender);
        let points = u8::try_from(row.splits.len()).unwrap_or(u8::MAX);
        self.runs.push(Run {
            start: Time::of(row.start),
            finish: Time::of(row.finish),
            begin: number(self.splits.len()),
            contest: u16::try_from(row.contest).unwrap_or(u16::MAX),
            wave: u16::try_from(row.wave).unwrap_or(u16::MAX),
            flags: row.flags,
            group: i16::try_from(row.group).unwrap_or(-1),
            gender,
            points,
            status: row.status,
        });
        self.splits.extend(row.splits.iter().take(points.into()).map(|at| Time::of(*at)));
    }

    fn gender_code(&mut self, gender: &str) -> u8 {
        let known = self.genders.iter().position(|known| **known == *gender);
        let code = known.unwrap_or(self.genders.len());
        if known.is_none() && code < usize::from(u8::MAX) {
            self.genders.push(gender_text(gender));
        }
        // The last number stands for none: a list may have more different genders than there are numbers.
        u8::try_from(code).unwrap_or(u8::MAX)
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.bibs.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.bibs.is_empty()
    }

    /// Whether there may be texts that no row has any more: a name that was hidden is one of them.
    pub fn has_old_texts(&self) -> bool {
        self.has_old_texts
    }

    /// The different texts, to which the numbers of names refer.
    pub fn texts(&self) -> &Texts {
        &self.texts
    }

    /// The numbers of the texts of all first and last names, by row.
    pub fn names(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        self.first_names.iter().zip(&self.last_names).map(|(first, last)| [*first, *last])
    }

    /// The numbers of the texts of all teams, by row; that of the empty text for who is in none.
    pub fn teams(&self) -> impl Iterator<Item = u32> + '_ {
        self.teams.iter().copied()
    }

    fn names_of(&self, row: usize) -> [u32; 2] {
        [at(&self.first_names, row), at(&self.last_names, row)]
    }

    fn team_of(&self, row: usize) -> u32 {
        at(&self.teams, row)
    }

    /// The bib of a row as a number, when it is one without leading zeros.
    pub fn bib_number(&self, row: usize) -> Option<u32> {
        match self.bibs.get(row)?.kind() {
            BibKind::Number(number) => Some(number),
            BibKind::Text(_) => None,
        }
    }

    /// The bib of a row.
    pub fn bib(&self, row: usize) -> Cow<'_, str> {
        match at(&self.bibs, row).kind() {
            BibKind::Number(number) => number.to_string().into(),
            BibKind::Text(text) => self.texts.get(text).into(),
        }
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
        let run = self.runs.get(row)?;
        into.contest = usize::from(run.contest);
        into.wave = usize::from(run.wave);
        into.gender = self.genders.get(usize::from(run.gender)).cloned().unwrap_or_default();
        into.group = i32::from(run.group);
        into.status = run.status;
        into.flags = run.flags;
        into.start = run.start.get();
        into.finish = run.finish.get();
        let splits = self.splits.get(run.splits())?;
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
        self.runs.get(row).map_or(0, |run| run.points.into())
    }

    /// The indexes of the contest and the wave of a row; `None` when there is no such row.
    pub fn wave(&self, row: usize) -> Option<(usize, usize)> {
        self.runs.get(row).map(|run| (run.contest.into(), run.wave.into()))
    }

    /// Writes the times and the status of a row, as [`Self::read`] reads them.
    pub fn write_times(&mut self, row: usize, new: &Row) {
        let Some(run) = self.runs.get_mut(row) else { return };
        run.status = new.status;
        run.start = Time::of(new.start);
        run.finish = Time::of(new.finish);
        let splits = self.splits.get_mut(run.splits()).unwrap_or_default();
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
                self.has_old_texts = true;
            }
        }
        let [first, last, team] = numbers;
        if *self.bib(row) != *sent.bib {
            let bib = Bib::numbered(&sent.bib).unwrap_or_else(|| Bib::of_text(self.texts.push(&sent.bib)));
            put(&mut self.bibs, row, bib);
            self.has_old_texts = true;
        }
        put(&mut self.first_names, row, first);
        put(&mut self.last_names, row, last);
        put(&mut self.teams, row, team);
        let gender = self.gender_code(&sent.gender);
        if let Some(run) = self.runs.get_mut(row) {
            run.gender = gender;
            run.group = i16::try_from(sent.group).unwrap_or(-1);
            run.contest = u16::try_from(sent.contest).unwrap_or(u16::MAX);
            run.wave = u16::try_from(sent.wave).unwrap_or(u16::MAX);
            run.flags = sent.flags;
        }
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
    fn a_gender_beyond_the_numbers_is_none_and_the_others_stay() {
        let rows = (0..300).map(|n| Row { gender: format!("g{n}").into(), ..row(&n.to_string(), ["Ann", "Ng"], "", &[]) });
        let columns: Columns = rows.collect();
        let genders: Vec<_> = columns.iter().map(|row| row.gender.into_owned()).collect();
        assert_eq!([0, 254, 255, 299].map(|row: usize| genders[row].as_str()), ["g0", "g254", "", ""]);
        assert_eq!(sent(&columns), Some(columns));
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
