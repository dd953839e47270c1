//! Writes a table as CSV, so that no cell of it is run as a formula.

/// Begins a cell that a spreadsheet would run as a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];
/// Put before such a cell, it makes the cell a text.
const GUARD: char = '\'';

/// Returns a table as CSV; no cell of it is run as a formula. A byte order mark makes spreadsheets read it as UTF-8.
pub(crate) fn table(header: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = String::from('\u{feff}');
    for cells in std::iter::once(header).chain(rows) {
        row(&mut text, &cells);
    }
    text
}

/// Adds a row to a table.
pub(crate) fn row(text: &mut String, cells: &[String]) {
    for (at, value) in cells.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        cell(text, value);
    }
    text.push_str("\r\n");
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

/// The value of a cell that [`table`] wrote.
pub(crate) fn unguarded(cell: &str) -> &str {
    cell.strip_prefix(GUARD).filter(|value| is_guarded(value)).unwrap_or(cell)
}
