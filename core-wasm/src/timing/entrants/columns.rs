//! Which column of a list is what: by its name, by its values, or as a person says.

use super::field::{Field, Meaning};
use super::known::{self, Known};
use super::{ListColumn, Options, loosely_named};
use crate::error::CoreError;
use crate::timing::table::Table;
use crate::timing::table::columns::{checked, described, values};

/// Reads what a person says about the columns, in their order: `bib,firstname,-,gender`.
///
/// # Errors
/// `unknown_column` for another word.
pub fn parse(text: &str) -> Result<Vec<Meaning>, CoreError> {
    crate::timing::table::columns::parse(text, "a list of entrants")
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
    Ok(described(table, &meanings))
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
