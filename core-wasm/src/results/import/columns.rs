//! Which column of a file of past results is what: by its name, or as a person says.

use super::field::{Column, meaning};
use crate::error::CoreError;
use crate::timing::entrants::ListColumn;
use crate::timing::table::columns::{checked, described, values};
use crate::timing::table::{Table, columns};

/// Reads what a person says about the columns, in their order: `place,bib,name,-`.
///
/// # Errors
/// `unknown_column` for another word.
pub fn parse(text: &str) -> Result<Vec<Column>, CoreError> {
    columns::parse(text, "a file of results")
}

/// What the columns of a table are.
///
/// # Errors
/// When what a person says does not fit the file: another number of columns, or one field twice.
pub(super) fn choose(table: &Table, said: Option<&[Column]>) -> Result<Vec<ListColumn>, CoreError> {
    let meanings = match said {
        Some(said) => checked(table, said)?,
        None => named(table),
    };
    Ok(described(table, &meanings))
}

fn named(table: &Table) -> Vec<Option<Column>> {
    let Some(names) = &table.header else { return vec![None; table.width] };
    let known: Vec<Option<(Column, usize)>> = names.iter().map(|name| meaning(name)).collect();
    let has = |wanted: Column| known.iter().flatten().any(|(column, _)| *column == wanted);
    let (has_first, has_last) = (has(Column::First), has(Column::Last));
    let choose = |(at, found): (usize, &Option<(Column, usize)>)| {
        let blank = values(table, at).next().is_none();
        match *found {
            // Beside a column of first names, "Name" is the last name, or a repetition of both.
            Some((Column::Name, _)) if has_first && has_last => Some(Column::LeftOut),
            Some((Column::Name, _)) if has_first => Some(Column::Last),
            Some((Column::LeftOut, _)) => Some(Column::LeftOut),
            _ if blank => Some(Column::LeftOut),
            Some((column, rank)) => {
                let better = known.iter().enumerate().any(|(other, known)| {
                    known.is_some_and(|(same, place)| same == column && (place, other) < (rank, at))
                        && values(table, other).next().is_some()
                });
                // Beside the contest, a race or a distance says nothing more.
                let beside = (column == Column::Contest).then_some(Column::LeftOut);
                if better { beside } else { Some(column) }
            }
            None => None,
        }
    };
    known.iter().enumerate().map(choose).collect()
}

/// Why no line of a file can be read: no column has a time or a status.
pub(super) fn missing(columns: &[ListColumn], has_header: bool) -> Option<String> {
    let has = |wanted: &[Column]| columns.iter().filter_map(ListColumn::means).any(|column: Column| wanted.contains(&column));
    let is_timed = has(&[Column::Gun, Column::Chip, Column::Time]);
    let is_named = has(&[Column::Bib, Column::Name, Column::Last, Column::First]);
    let what = match (has_header, is_timed, is_named) {
        (_, true, true) => return None,
        (false, ..) => "No line of the file names the columns.",
        (true, false, _) => "No column of the file is a time.",
        (true, true, false) => "No column of the file is the bib or the name.",
    };
    Some(format!("{what} Say what each column is."))
}
