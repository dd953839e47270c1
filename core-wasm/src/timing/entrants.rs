//! The list of entrants: CSV or JSON, as a registration system exports it (DESIGN §6).
//!
//! A list becomes a [`Table`], whose columns are chosen by their names or by a person ([`columns`]); then each of its lines is read or
//! refused, none is lost ([`Table::read`]). What the list changes is [`super::plan`].

use serde::{Deserialize, Serialize};

use super::setup::{Contest, Setup};
use crate::dates::RaceDate;
use crate::error::CoreError;
use crate::privacy::{self, NAME_REMOVED, Shown};
use crate::text;

pub mod birth;
mod chip;
pub mod columns;
pub mod field;
mod known;
pub mod names;
pub mod search;
mod values;
pub(crate) mod words;
pub mod write;

pub use birth::DateOrder;
pub use chip::{ChipSpan, EntrantChip};
pub use field::{Field, Meaning};

use super::table::cell::{BIB_CHARS, FIELD_CHARS};
pub use super::table::columns::ListColumn;
use super::table::columns::names as column_names;
use super::table::columns::values as column_values;
pub use super::table::{Subject, Table};

/// What lists of entrants are about.
pub const SUBJECT: Subject = Subject {
    code: "unreadable_entrants",
    lines: "entrants",
    element: "This is not an object with the entrant's fields.",
    likeness: known::likeness,
    is_array: known::is_chips,
};

/// The maximum number of refused lines that are listed, the first ones; the total counts all of them.
pub const MAX_LISTED: usize = 1000;

/// What a list is read with.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// The race's setup: a column whose values are all names of its contests is the contest.
    pub setup: &'a Setup,
    /// The day of the race, before which everybody is born.
    pub race_day: RaceDate,
    /// What a person says about the columns, in their order.
    pub columns: Option<&'a [Meaning]>,
    /// What a person says about the dates of birth.
    pub dates: Option<DateOrder>,
}

impl Table {
    /// Reads every line of the list.
    ///
    /// # Errors
    /// When what a person says about the columns does not fit the list.
    pub fn read(self, options: &Options<'_>) -> Result<EntrantList, CoreError> {
        let columns = columns::choose(&self, options)?;
        let missing = columns::missing(&columns, self.header.is_some()).filter(|_| !self.rows.is_empty());
        let birth = columns.iter().position(|column| column.means() == Some(Meaning::Of(Field::Dob)));
        let at = birth.unwrap_or(usize::MAX);
        let (dates, noted) = birth::Reader::new(column_values(&self, at), options.dates, options.race_day);
        let context = values::Context { columns: &columns, options, dates };
        let Self { rows, mut notes, .. } = self;
        notes.extend(noted);
        let lines = match missing {
            Some(_) => Vec::new(),
            None => rows
                .into_iter()
                .map(|row| ListedLine {
                    line: row.line,
                    read: context.read(&row),
                    cells: row.cells.into_iter().map(Option::unwrap_or_default).collect(),
                })
                .collect(),
        };
        Ok(EntrantList { columns, lines, notes, missing })
    }
}

/// Reads the value of one field, as typed by hand.
///
/// # Errors
/// Why it can't be read.
pub(super) fn read_one(field: Field, typed: &str, options: &Options<'_>) -> Result<(Field, String), String> {
    let column = ListColumn { meaning: field.word().into(), ..ListColumn::default() };
    let (dates, _) = birth::Reader::new(std::iter::once(typed), options.dates, options.race_day);
    values::Context { columns: &[column], options, dates }.field(field, typed)
}

/// A list whose lines were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntrantList {
    /// Its columns.
    pub columns: Vec<ListColumn>,
    /// Every line that is not blank, in the order of the list.
    pub lines: Vec<ListedLine>,
    /// What people should know about how it was read.
    pub notes: Vec<String>,
    /// Why no line could be read yet; then there are none.
    pub missing: Option<String>,
}

impl EntrantList {
    /// The bib of a line: as it was read, or as it is written in a line that is refused.
    pub fn bib_of(&self, line: &ListedLine) -> String {
        match &line.read {
            Ok(listed) => listed.bib.clone(),
            Err(_) => {
                let at = self.columns.iter().position(|column| column.means() == Some(Meaning::Of(Field::Bib)));
                let cell = at.and_then(|at| line.cells.get(at)).map(|cell| text::cleaned(cell)).unwrap_or_default();
                cell.chars().take(BIB_CHARS).collect()
            }
        }
    }

    /// The name that is written in a line.
    pub fn name_of(&self, line: &ListedLine) -> String {
        let cell = |meaning: Meaning| {
            let at = self.columns.iter().position(|column| column.means() == Some(meaning));
            at.and_then(|at| line.cells.get(at)).map(|cell| text::cleaned(cell)).unwrap_or_default()
        };
        let (first, last) = match cell(Meaning::FullName) {
            whole if whole.is_empty() => (cell(Meaning::Of(Field::First)), cell(Meaning::Of(Field::Last))),
            whole => names::split(&whole),
        };
        format!("{first} {last}").trim().chars().take(FIELD_CHARS).collect()
    }

    /// Why the list can't be applied as it is, when a person has to say first what its columns are.
    pub fn question(&self) -> Option<CoreError> {
        let asked = self.columns.iter().filter(|column| column.is_asked());
        let words = match &self.missing {
            Some(words) => words.clone(),
            None if asked.clone().next().is_some() => {
                format!("Say what these columns are, or leave them out: {}.", column_names(asked))
            }
            None => return None,
        };
        Some(CoreError::new("columns_asked", words))
    }
}

/// A line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedLine {
    /// As [`Refused::line`].
    pub line: usize,
    /// What is written in it.
    pub cells: Vec<String>,
    /// What it says about an entrant, or why it is refused.
    pub read: Result<Listed, String>,
}

/// What a line says about an entrant: the values of the columns that it has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listed {
    /// The entrant's bib.
    pub bib: String,
    /// The other fields; an empty value empties the field.
    pub fields: Vec<(Field, String)>,
}

/// The contest of this name; without regard to case, blanks and marks where no name is the same.
pub(super) fn loosely_named<'a>(setup: &'a Setup, name: &str) -> Option<&'a Contest> {
    let same = setup.contest_named(name).and_then(|at| setup.contests.get(at));
    same.or_else(|| {
        let key = super::table::key(name);
        let mut alike = setup.contests.iter().filter(|contest| !key.is_empty() && super::table::key(&contest.name) == key);
        alike.next().filter(|_| alike.next().is_none())
    })
}

/// An entrant. The date of birth is used for the age only and appears on no public page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Entrant {
    /// Unique within the race.
    pub bib: String,
    /// May be empty.
    #[serde(rename = "firstname")]
    pub first_name: String,
    /// May be empty.
    #[serde(rename = "lastname")]
    pub last_name: String,
    /// `m`, `f`, `a` (Non-Binary) or empty.
    pub gender: String,
    /// Date of birth, ISO.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dob: Option<String>,
    /// The age on race day, where the date of birth is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<u32>,
    /// The contest's name; when empty, the bib decides the contest.
    pub contest: String,
    /// The chip's code, when it differs from the bib.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chip: Option<String>,
    /// More chips: one that replaced another, a chip for each leg of a relay.
    pub chips: Vec<EntrantChip>,
    /// The wave in the contest, by its name or another name of it in the setup; when absent, the bib decides the wave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wave: Option<String>,
    /// Not public.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// As the registration system exports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Where the entrant lives, for the announcer. Not public.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub town: Option<String>,
    /// What the public sees of the runner, whose account chose it. It is never stored here, nor sent.
    #[serde(skip)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub shown: Shown,
}

impl Entrant {
    /// The age on the day of the race: from the date of birth, or else as the list gives it.
    pub fn age_on(&self, race_day: RaceDate) -> Option<u32> {
        let born = self.dob.as_deref().and_then(|dob| dob.parse::<RaceDate>().ok());
        born.and_then(|born| super::age::on_race_day(born.naive(), race_day.naive())).or(self.age)
    }

    /// What is left of an entrant whose name is removed: bib, chips, contest, wave, team and gender, and the age on the day of the
    /// race, so that no place in an age group changes.
    ///
    /// ```
    /// use core_wasm::dates::RaceDate;
    /// use core_wasm::timing::Entrant;
    ///
    /// let zoe = Entrant { bib: "7".into(), first_name: "Zoë".into(), dob: Some("1990-02-28".into()), ..Entrant::default() };
    /// let left = zoe.without_person(RaceDate::new(2027, 6, 15));
    /// assert_eq!((left.first_name.as_str(), left.dob, left.age), ("Name removed", None, Some(37)));
    /// ```
    #[must_use]
    pub fn without_person(self, race_day: Option<RaceDate>) -> Self {
        let age = race_day.map_or(self.age, |day| self.age_on(day));
        Self { first_name: NAME_REMOVED.to_owned(), last_name: String::new(), dob: None, email: None, town: None, age, ..self }
    }

    /// By what the entrant is found as a person: [`privacy::entrant_key`].
    pub fn person_key(&self) -> String {
        let [dob, email] = [&self.dob, &self.email].map(|field| field.as_deref().unwrap_or_default());
        privacy::entrant_key(&self.first_name, &self.last_name, dob, email)
    }

    /// Keeps only the fields that a timing box needs: which bib and chip run in which contest and wave.
    #[must_use]
    pub fn for_boxes(self) -> Self {
        let Self { bib, contest, chip, chips, wave, .. } = self;
        let chips = chips.into_iter().map(EntrantChip::for_boxes).collect();
        Self { bib, contest, chip, chips, wave, ..Self::default() }
    }
}

/// A line that was refused.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RefusedLine))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Refused {
    /// In a CSV file the line, counted from 1 with the header; in JSON the element, counted from 1.
    pub line: usize,
    /// The reason, for the person who sent the list.
    pub reason: String,
}

impl Refused {
    /// Counts a refused line, and lists it while fewer than [`MAX_LISTED`] are listed.
    pub(super) fn note(listed: &mut Vec<Self>, total: &mut usize, line: usize, reason: String) {
        *total += 1;
        if listed.len() < MAX_LISTED {
            listed.push(Self { line, reason });
        }
    }
}

/// Shortens a piece of the input to one line of at most 40 characters, in quotes, for an error message.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect();
    if text.trim().chars().count() > 40 {
        shown.push('…');
    }
    format!("\"{shown}\"")
}
