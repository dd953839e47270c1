//! Writes entrants as CSV, in the columns that a list is read by.

use super::Entrant;
use super::field::Field;
use crate::timing::table::write::table;

/// Returns all entrants as CSV with a header, in the order given. A byte order mark makes spreadsheets read it as UTF-8.
pub fn csv(entrants: &[Entrant]) -> String {
    let rows = entrants.iter().map(|entrant| Field::ALL.iter().map(|field| entrant.text(*field)).collect());
    table(Field::ALL.iter().map(|field| field.word().to_owned()).collect(), rows)
}
