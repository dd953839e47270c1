//! Writes entrants as CSV, in the columns that a list is read by.

use super::Entrant;
use super::field::Field;

/// Begins a cell that a spreadsheet would run as a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
/// Put before such a cell, it makes the cell a text.
const GUARD: char = '\'';

/// Returns all entrants as CSV with a header, in the order given. A byte order mark makes spreadsheets read it as UTF-8.
pub fn csv(entrants: &[Entrant]) -> String {
    let rows = entrants.iter().map(|entrant| Field::ALL.iter().map(|field| entrant.text(*field)).collect());
    table(Field::ALL.iter().map(|field| field.word().to_owned()).collect(), rows)
}

/// Returns a table as CSV; no cell of it is run as a formula.
pub(crate) fn table(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = String::from('\u{feff}');
    for row in std::iter::once(header).chain(rows) {
        for (at, value) in row.iter().enumerate() {
            if at > 0 {
                text.push(',');
            }
            cell(&mut text, value);
        }
        text.push_str("\r\n");
    }
    text
}

fn cell(text: &mut String, value: &str) {
    let guard = if is_guarded(value) { "'" } else { "" };
    if value.contains([',', ';', '"', '\n', '\r', '\t']) || value.starts_with(' ') || value.ends_with(' ') {
        for part in ["\"", guard, &value.replace('"', "\"\""), "\""] {
            text.push_str(part);
        }
    } else {
        text.push_str(guard);
        text.push_str(value);
    }
}

/// Whether a value, without guards before it, would be run as a formula.
fn is_guarded(value: &str) -> bool {
    value.trim_start_matches(GUARD).starts_with(FORMULA)
}

/// The value of a cell that [`csv`] wrote.
pub(super) fn unguarded(cell: &str) -> &str {
    cell.strip_prefix(GUARD).filter(|value| is_guarded(value)).unwrap_or(cell)
}
