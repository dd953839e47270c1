//! The list of entrants: CSV or JSON, as a registration system exports it (DESIGN §6).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::read::clean_bib;
use crate::dates::RaceDate;
use crate::error::CoreError;
use crate::text;

mod chip;
mod csv_list;
mod json_list;

pub use chip::{ChipSpan, EntrantChip};
pub use csv_list::parse_csv;
pub use json_list::parse_json;

/// The longest bib, in characters.
const BIB_CHARS: usize = 20;
/// The longest other field, in characters.
const FIELD_CHARS: usize = 200;
/// The maximum number of refused lines that are listed, the first ones; the total counts all of them.
pub const MAX_LISTED: usize = 1000;

/// Reads a list of entrants of this content type: `text/csv` or `application/json`.
///
/// # Errors
/// `unsupported_format` for another type; otherwise as [`parse_csv`] and [`parse_json`].
pub fn parse(content_type: &str, bytes: &[u8]) -> Result<EntrantList, CoreError> {
    match content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
        "text/csv" => parse_csv(bytes),
        "application/json" => parse_json(bytes),
        _ => Err(CoreError::new("unsupported_format", "Send entrants as text/csv or application/json.")),
    }
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
}

impl Entrant {
    /// Keeps only the fields that a timing box needs: which bib and chip run in which contest and wave.
    #[must_use]
    pub fn for_boxes(self) -> Self {
        let Self { bib, contest, chip, chips, wave, .. } = self;
        let chips = chips.into_iter().map(EntrantChip::for_boxes).collect();
        Self { bib, contest, chip, chips, wave, ..Self::default() }
    }
}

/// A parsed list: the entrants that could be read, and the lines that could not, with the reasons.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EntrantList {
    /// The entrants in the order of the list, each with its line.
    pub entrants: Vec<ListedEntrant>,
    /// The lines that could not be read: the first [`MAX_LISTED`] of them.
    pub refused: Vec<Refused>,
    /// The number of lines that could not be read.
    #[serde(rename = "refusedTotal")]
    pub refused_total: usize,
}

impl EntrantList {
    fn take(&mut self, line: usize, entrant: Result<Entrant, String>) {
        match entrant {
            Ok(entrant) => self.entrants.push(ListedEntrant { line, entrant }),
            Err(reason) => Refused::note(&mut self.refused, &mut self.refused_total, line, reason),
        }
    }
}

/// An entrant with its line in the list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListedEntrant {
    /// As [`Refused::line`].
    pub line: usize,
    /// The entrant.
    pub entrant: Entrant,
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

/// The meaning of a list's column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Bib,
    First,
    Last,
    Gender,
    Dob,
    Age,
    Contest,
    Chip,
    Wave,
    Email,
    Team,
}

impl Column {
    /// The column of this name, in any case and with or without spaces; `None` for an unknown column, which is ignored.
    fn named(name: &str) -> Option<Self> {
        let name: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        Some(match name.as_str() {
            "bib" | "bibnumber" | "bibno" => Self::Bib,
            "firstname" | "first" => Self::First,
            "lastname" | "last" | "surname" => Self::Last,
            "gender" | "sex" => Self::Gender,
            "dob" | "dateofbirth" | "birthdate" => Self::Dob,
            "age" => Self::Age,
            "contest" | "distance" => Self::Contest,
            "chip" | "chipcode" | "transponder" => Self::Chip,
            "wave" => Self::Wave,
            "email" => Self::Email,
            "team" => Self::Team,
            _ => return None,
        })
    }
}

/// The fields of one line as text, before anything is checked.
#[derive(Debug, Default)]
struct Raw(BTreeMap<Column, String>);

impl Raw {
    fn text(&self, column: Column) -> String {
        let text = self.0.get(&column).map(String::as_str).unwrap_or_default();
        if text::is_blank(text) {
            return String::new();
        }
        text::cleaned(text)
    }

    /// Returns the entrant, or the reason why the line is refused.
    fn entrant(&self) -> Result<Entrant, String> {
        let some = |column| Some(self.text(column)).filter(|text| !text.is_empty());
        let bib = clean_bib(&self.text(Column::Bib));
        if bib.is_empty() {
            return Err("The bib is missing.".into());
        }
        if bib.chars().count() > BIB_CHARS {
            return Err(format!("The bib is longer than {BIB_CHARS} characters."));
        }
        if self.0.values().any(|text| text.chars().count() > FIELD_CHARS) {
            return Err(format!("A field is longer than {FIELD_CHARS} characters."));
        }
        Ok(Entrant {
            bib,
            first_name: self.text(Column::First),
            last_name: self.text(Column::Last),
            gender: gender(&self.text(Column::Gender))?.to_owned(),
            dob: some(Column::Dob).map(|text| date_of_birth(&text)).transpose()?,
            age: some(Column::Age).map(|text| age(&text)).transpose()?,
            contest: self.text(Column::Contest),
            chip: some(Column::Chip).map(|chip| clean_bib(&chip)),
            chips: Vec::new(),
            wave: some(Column::Wave),
            email: some(Column::Email),
            team: some(Column::Team),
        })
    }
}

/// Converts the gender as lists write it (TIMING: M, F, X, Male, Female, NB) to the spec's letters.
pub(super) fn gender(text: &str) -> Result<&'static str, String> {
    let key: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    Ok(match key.as_str() {
        "" if text.trim().is_empty() => "",
        "m" | "male" | "man" | "men" | "boy" => "m",
        "f" | "female" | "w" | "woman" | "women" | "girl" => "f",
        "a" | "x" | "nb" | "nonbinary" => "a",
        _ => return Err(format!("The gender {} is not M, F or X (Non-Binary).", quoted(text))),
    })
}

fn date_of_birth(text: &str) -> Result<String, String> {
    // A year of two digits is read as one of this century: right for a race's date, wrong for most dates of birth. So it is
    // refused.
    let century = text.split(|c: char| !c.is_ascii_digit()).any(|number| number.len() == 4);
    let date = text.parse::<RaceDate>().ok().filter(|_| century);
    date.map(RaceDate::iso)
        .ok_or_else(|| format!("The date of birth {} is not a date like 1990-05-31 or 5/31/1990.", quoted(text)))
}

fn age(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|age| *age <= 120).ok_or_else(|| format!("The age {} is not a number from 0 to 120.", quoted(text)))
}

/// Shortens a piece of the input to one line of at most 40 characters, in quotes, for an error message.
pub(super) fn quoted(text: &str) -> String {
    let mut shown: String = text.trim().chars().map(|c| if c.is_control() { ' ' } else { c }).take(40).collect();
    if text.trim().chars().count() > 40 {
        shown.push('…');
    }
    format!("\"{shown}\"")
}
