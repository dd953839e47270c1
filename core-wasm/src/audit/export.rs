//! The record as CSV. No cell of it is run as a formula.

use super::{AuditChange, AuditLine, AuditRow};
use crate::dates::{Tz, format_instant};
use crate::timing::table::write::{row as write_row, table};

/// The columns, in this order.
const COLUMNS: [&str; 15] = [
    "Row",
    "Time",
    "Who",
    "Who ID",
    "Role",
    "Action",
    "Action ID",
    "Object",
    "Object ID",
    "Network",
    "Request",
    "Changes",
    "Old",
    "New",
    "Hash",
];
/// Spreadsheets take no longer cells, in characters; JSON that is longer ends with `…`.
const LONGEST_CELL: usize = 32_000;

/// The beginning of a file: its line of names.
pub fn begin() -> String {
    table(COLUMNS.iter().map(|name| (*name).to_owned()).collect(), std::iter::empty())
}

/// Adds a row to a file: as it is stored, in words, and with the hash by which it is found in the chain.
pub fn add(file: &mut String, row: &AuditRow, line: AuditLine, hash: &str) {
    let mut changes: Vec<String> = line.changes.iter().map(change).collect();
    if line.more_changes > 0 {
        changes.push(format!("and {} more", line.more_changes));
    }
    let cells = [
        row.id.to_string(),
        format_instant(row.at, Tz::UTC),
        line.actor_text,
        line.actor,
        line.role.unwrap_or_default(),
        line.action_text,
        line.action,
        line.object_text,
        line.object,
        line.network.unwrap_or_default(),
        line.request.unwrap_or_default(),
        cell(&changes.join("; ")),
        json(&row.old),
        json(&row.new),
        hash.to_owned(),
    ];
    write_row(file, &cells);
}

fn change(AuditChange { field, before, after, .. }: &AuditChange) -> String {
    match (before, after) {
        (Some(before), Some(after)) => format!("{field}: {before} → {after}"),
        (Some(before), None) => format!("{field}: removed {before}"),
        (None, Some(after)) => format!("{field}: {after}"),
        (None, None) => field.clone(),
    }
}

/// JSON as it is stored; nothing for `null`.
fn json(text: &str) -> String {
    if text == "null" { String::new() } else { cell(text) }
}

fn cell(text: &str) -> String {
    let mut cut: String = text.chars().take(LONGEST_CELL).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}
