//! What one line of a file of past results says.

use super::field::Column;
use crate::timing::entrants::birth::Reader;
use crate::timing::entrants::{ListColumn, names, quoted};
use crate::timing::setup::Ranking;
use crate::timing::status::Override;
use crate::timing::table::Row;
use crate::timing::table::cell::{self, BIB_CHARS, plain};
use crate::timing::{age, elapsed};

/// What a line says about a runner's result. Times are in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// Empty while none is given.
    pub(super) bib: String,
    pub(super) first: String,
    pub(super) last: String,
    /// `m`, `f`, `a` or empty.
    pub(super) gender: String,
    /// ISO.
    pub(super) dob: Option<String>,
    /// The age on race day: by the date of birth, or else as the file says.
    pub(super) age: Option<u32>,
    /// The age as the file says, where the date of birth makes another.
    pub(super) other_age: Option<u32>,
    /// The file's age group.
    pub(super) group: String,
    pub(super) wave: String,
    pub(super) team: String,
    pub(super) contest: String,
    pub(super) status: Option<Override>,
    /// Whether the file says that the runner has no place, although there is a time.
    pub(super) unplaced: bool,
    pub(super) gun: Option<i64>,
    pub(super) chip: Option<i64>,
    pub(super) place: Option<u32>,
    pub(super) gender_place: Option<u32>,
    pub(super) group_place: Option<u32>,
}

impl Line {
    /// First and last name.
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.first, self.last).trim().to_owned()
    }

    /// The times by which the line is ranked: where only one is known, it stands for the other.
    pub(super) fn times(&self) -> Option<(i64, i64)> {
        Some((self.gun.or(self.chip)?, self.chip.or(self.gun)?))
    }

    /// Whether the line gets a place.
    pub(super) fn is_ranked(&self) -> bool {
        self.status.is_none() && !self.unplaced && self.times().is_some()
    }
}

/// What every line of a file is read with.
pub(super) struct Context<'a> {
    pub(super) columns: &'a [ListColumn],
    pub(super) ranking: Ranking,
    pub(super) race_day: crate::dates::RaceDate,
    pub(super) dates: Reader,
}

impl Context<'_> {
    /// Reads one row.
    ///
    /// # Errors
    /// Why the line is refused.
    pub(super) fn read(&self, row: &Row) -> Result<Line, String> {
        row.check(self.columns.len())?;
        let mut line = Line::default();
        let mut time = None;
        for (column, cell) in self.columns.iter().zip(&row.cells) {
            let (Some(means), Some(cell)) = (column.means(), cell) else { continue };
            if means == Column::LeftOut {
                continue;
            }
            let value = plain(cell)?;
            match means {
                Column::Bib => line.bib = bib(&value)?,
                Column::Name => (line.first, line.last) = names::split(&value),
                Column::First => line.first = value,
                Column::Last => line.last = value,
                Column::Gender => cell::gender(&value)?.clone_into(&mut line.gender),
                Column::Age => line.age = age(&value)?,
                Column::Dob => self.birth(&value, &mut line)?,
                Column::Gun => line.gun = read_time(&value, &mut line)?,
                Column::Chip => line.chip = read_time(&value, &mut line)?,
                Column::Time => time = read_time(&value, &mut line)?,
                Column::Status => status(&value, &mut line)?,
                Column::Place => line.place = place(&value, &mut line)?,
                Column::GenderPlace => line.gender_place = place(&value, &mut line)?,
                Column::GroupPlace => line.group_place = place(&value, &mut line)?,
                Column::Group => line.group = value,
                Column::Contest => line.contest = value,
                Column::Wave => line.wave = value,
                Column::Team => line.team = value,
                Column::LeftOut => {}
            }
        }
        // One time that is neither named is the one that decides.
        match self.ranking {
            Ranking::Gun => line.gun = line.gun.or(time),
            Ranking::Chip | Ranking::Hybrid => line.chip = line.chip.or(time),
        }
        self.complete(line)
    }

    /// Adds what follows from the values, and refuses what is no result.
    fn complete(&self, mut line: Line) -> Result<Line, String> {
        if let Some(born) = &line.dob {
            let born = born.parse::<crate::dates::RaceDate>().map_err(|error| error.message)?;
            if born > self.race_day {
                return Err(format!("The date of birth, {born}, is after race day."));
            }
            let by_birth = age::on_race_day(born.naive(), self.race_day.naive());
            line.other_age = line.age.filter(|age| by_birth != Some(*age));
            line.age = by_birth;
        }
        if line.bib.is_empty() && line.name().is_empty() {
            return Err("There is neither a bib nor a name.".into());
        }
        match (line.times(), line.status) {
            (None, None) if line.unplaced => Err("NP says only that there is no place. Write DNF, DQ or DNS.".into()),
            (None, None) => Err("There is neither a time nor a status like DNF.".into()),
            _ => Ok(line),
        }
    }

    fn birth(&self, value: &str, line: &mut Line) -> Result<(), String> {
        if value.is_empty() || value.chars().all(|c| matches!(c, '0' | '-' | '/' | '.')) {
            return Ok(());
        }
        match value.parse::<i32>() {
            Ok(year) if (1900..=9999).contains(&year) => {
                let years = u32::try_from(self.race_day.year() - year).ok().filter(|age| *age <= 120);
                let years = years.ok_or_else(|| format!("The year of birth {} makes no age from 0 to 120.", quoted(value)))?;
                line.age = line.age.or(Some(years));
            }
            _ => line.dob = Some(self.dates.read(value)?.iso()),
        }
        Ok(())
    }
}

fn bib(value: &str) -> Result<String, String> {
    match cell::bib(value) {
        bib if bib.chars().count() > BIB_CHARS => Err(format!("The bib is longer than {BIB_CHARS} characters.")),
        // RunSignup writes 0 for a runner without a bib.
        bib if bib == "0" => Ok(String::new()),
        bib => Ok(bib),
    }
}

fn age(value: &str) -> Result<Option<u32>, String> {
    let nothing = value.is_empty() || value == "0" || value.chars().all(|c| matches!(c, '-' | '?'));
    if nothing { Ok(None) } else { cell::age(value).map(Some) }
}

/// A time, or a status that stands in its place.
fn read_time(value: &str, line: &mut Line) -> Result<Option<i64>, String> {
    let is_nothing = value.chars().all(|c| matches!(c, '0' | ':' | '.' | ',' | '-' | '–' | '—' | ' '));
    if is_nothing || in_words(value, line) {
        return Ok(None);
    }
    let bare = without_day(value);
    let time = elapsed::of_day(bare).or_else(|| elapsed::parse(bare)).filter(|ms| *ms > 0);
    time.map(Some).ok_or_else(|| format!("The time {} is not one like 1:02:03.4, 62:03 or 3723.4 s.", quoted(value)))
}

/// The time of a cell that a spreadsheet wrote with its own first day.
fn without_day(value: &str) -> &str {
    let day = ["1899-12-30", "1899-12-31", "1900-01-00", "1/0/1900", "12/30/1899", "12/31/1899"];
    let rest = day.into_iter().find_map(|day| value.strip_prefix(day)).unwrap_or(value);
    rest.trim_start_matches(['T', ' '])
}

/// Takes a status from a cell for something else; whether it was one.
fn in_words(value: &str, line: &mut Line) -> bool {
    if let Some(status) = Override::in_words(value) {
        line.status = line.status.or(Some(status));
        return true;
    }
    let key: String = value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let unplaced = matches!(
        key.as_str(),
        "np" | "noplace" | "notplaced" | "unplaced" | "dnq" | "outofcompetition" | "exhibition" | "unofficial"
    );
    line.unplaced |= unplaced;
    unplaced
}

fn status(value: &str, line: &mut Line) -> Result<(), String> {
    let key: String = value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let finished = matches!(
        key.as_str(),
        "" | "ok"
            | "f"
            | "fin"
            | "finish"
            | "finished"
            | "finisher"
            | "official"
            | "complete"
            | "completed"
            | "confirmed"
            | "regular"
    );
    match finished || in_words(value, line) {
        true => Ok(()),
        false => Err(format!("The status {} is none of finished, DNF, DQ, DNS and NP.", quoted(value))),
    }
}

/// A place: `12`, `12.`, `12/340`, `12th`; nothing for blanks, dashes and statuses.
fn place(value: &str, line: &mut Line) -> Result<Option<u32>, String> {
    let nothing = value.chars().all(|c| matches!(c, '0' | '-' | '–' | '—' | '*' | '/' | ' '));
    if nothing || value == "-1" || in_words(value, line) {
        return Ok(None);
    }
    let first = value.split(['/', ' ']).next().unwrap_or_default().replace(',', "");
    let lower = first.to_lowercase();
    let number = ["st", "nd", "rd", "th", ".0", "."].into_iter().find_map(|end| lower.strip_suffix(end)).unwrap_or(&lower);
    let number = number.parse().ok().filter(|place| (1..=10_000_000).contains(place));
    number.map(Some).ok_or_else(|| format!("The place {} is not a number.", quoted(value)))
}
