//! Which column of a list is what: by its name, by its values, or as a person says.

use serde::{Deserialize, Serialize};

use super::field::{Field, Meaning};
use super::known::{self, Known};
use super::table::Table;
use super::words::listed;
use super::{Options, loosely_named, quoted};
use crate::error::CoreError;

/// The number of values of a column that are shown as examples.
const SAMPLES: usize = 3;

/// A column of a list, and what it was read as.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListColumn {
    /// Its name in the list, or its number.
    pub name: String,
    /// What it is: a field of an entrant, `name` for first and last name, `-` when it is left out; empty while a person has to say it.
    pub meaning: String,
    /// Some of its values.
    pub samples: Vec<String>,
}

impl ListColumn {
    pub(super) fn means(&self) -> Option<Meaning> {
        Meaning::parse(&self.meaning)
    }

    /// Whether a person has to say what it is.
    pub fn is_asked(&self) -> bool {
        self.meaning.is_empty()
    }
}

/// Reads what a person says about the columns, in their order: `bib,firstname,-,gender`.
///
/// # Errors
/// `unknown_column` for another word.
pub fn parse(text: &str) -> Result<Vec<Meaning>, CoreError> {
    let read = |word| {
        Meaning::parse(word).ok_or_else(|| {
            let all: Vec<&str> = Meaning::all().map(Meaning::word).collect();
            let words = format!("{} is no column of a list of entrants. There are: {}.", quoted(word), all.join(", "));
            CoreError::new("unknown_column", words)
        })
    };
    text.split(',').map(read).collect()
}

/// What the columns of a table are.
///
/// # Errors
/// When what a person says does not fit the list: another number of columns, or one field twice.
pub(super) fn choose(table: &Table, options: &Options<'_>) -> Result<Vec<ListColumn>, CoreError> {
    let meanings = match options.columns {
        Some(said) => checked(table, said)?,
        None => named(table, options),
    };
    let name = |at: usize| {
        let named = table.header.as_ref().and_then(|names| names.get(at)).map(|name| name.trim().to_owned());
        named.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("Column {}", at + 1))
    };
    let column = |(at, meaning): (usize, Option<Meaning>)| ListColumn {
        name: name(at),
        meaning: meaning.map(Meaning::word).unwrap_or_default().to_owned(),
        samples: values(table, at).take(SAMPLES).map(|value| value.chars().take(40).collect()).collect(),
    };
    Ok(meanings.into_iter().enumerate().map(column).collect())
}

/// The values of a column that are not blank.
pub(super) fn values(table: &Table, at: usize) -> impl Iterator<Item = &str> + Clone {
    let cells = table.rows.iter().filter(|row| row.fault.is_none()).filter_map(move |row| row.cells.get(at)?.as_deref());
    cells.map(str::trim).filter(|value| !value.is_empty())
}

fn checked(table: &Table, said: &[Meaning]) -> Result<Vec<Option<Meaning>>, CoreError> {
    if said.len() != table.width {
        let words = format!("The list has {} columns, but {} are described.", table.width, said.len());
        return Err(CoreError::new("other_columns", words));
    }
    let twice = said
        .iter()
        .enumerate()
        .find(|(at, meaning)| **meaning != Meaning::LeftOut && said.iter().take(*at).any(|before| before == *meaning));
    if let Some((_, meaning)) = twice {
        let words = format!("Two columns can't both be the same: {}. Leave one of them out.", meaning.label());
        return Err(CoreError::new("column_twice", words));
    }
    Ok(said.iter().copied().map(Some).collect())
}

/// What the columns are by their names and values.
fn named(table: &Table, options: &Options<'_>) -> Vec<Option<Meaning>> {
    let Some(names) = &table.header else { return vec![None; table.width] };
    let known: Vec<Known> = names.iter().map(|name| known::meaning(name)).collect();
    let is_known =
        |wanted: Field| known.iter().any(|known| matches!(known, Known::As(Meaning::Of(field), _) if *field == wanted));
    let (has_first, has_last) = (is_known(Field::First), is_known(Field::Last));
    let mut contest_found = is_known(Field::Contest);
    let mut meanings = Vec::new();
    for (at, column) in known.iter().enumerate() {
        let blank = values(table, at).next().is_none();
        let all_contests = || !blank && values(table, at).all(|value| loosely_named(options.setup, value).is_some());
        let meaning = match *column {
            // Beside a column of first names, "Name" is the last name, or a repetition of both.
            Known::As(Meaning::FullName, _) if has_first && has_last => Some(Meaning::LeftOut),
            Known::As(Meaning::FullName, _) if has_first => Some(Meaning::Of(Field::Last)),
            Known::As(meaning, rank) => {
                let better = |(other, known): (usize, &Known)| matches!(known, Known::As(same, place) if *same == meaning && (*place, other) < (rank, at));
                match known.iter().enumerate().any(better) {
                    true if blank => Some(Meaning::LeftOut),
                    true => None,
                    false => Some(meaning),
                }
            }
            Known::PerhapsContest if !contest_found && all_contests() => {
                contest_found = true;
                Some(Meaning::Of(Field::Contest))
            }
            Known::LeftOut => Some(Meaning::LeftOut),
            Known::PerhapsContest | Known::Unknown => blank.then_some(Meaning::LeftOut),
        };
        meanings.push(meaning);
    }
    meanings
}

/// Why no line of a list can be read: no column is the bib.
pub(super) fn missing(columns: &[ListColumn], has_header: bool) -> Option<String> {
    let has_bib = columns.iter().any(|column| column.means() == Some(Meaning::Of(Field::Bib)));
    (!has_bib).then(|| {
        let what = if has_header { "No column of the list is the bib." } else { "No line of the list names the columns." };
        format!("{what} Say what each column is.")
    })
}

/// The names of columns in a sentence.
pub(crate) fn names<'a>(columns: impl Iterator<Item = &'a ListColumn>) -> String {
    listed(&columns.map(|column| column.name.clone()).collect::<Vec<_>>())
}
