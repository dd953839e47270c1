//! Entrants as CSV: a header line in any order and case, quoted fields, with or without a byte order mark.

use super::{Column, EntrantList, Raw, quoted};
use crate::error::CoreError;
use crate::timing::formats;

/// Reads a CSV file of entrants.
///
/// # Errors
/// `unreadable_entrants` when the file has no header, no column `bib`, or one column twice. Errors in single lines are listed
/// in the result.
pub fn parse_csv(bytes: &[u8]) -> Result<EntrantList, CoreError> {
    let refuse = |words: String| CoreError::new("unreadable_entrants", words);
    let text = formats::text(bytes);
    let mut rows = formats::csv_rows(&text);
    let (_, header) = rows.next().ok_or_else(|| refuse("The list is empty: its first line must name the columns.".into()))?;
    let columns: Vec<Option<Column>> = header.iter().map(|name| Column::named(name)).collect();
    for (i, column) in columns.iter().enumerate() {
        // With a repeated column, the values of one of the two would be lost silently.
        if column.is_some() && columns.iter().take(i).any(|before| before == column) {
            let name = header.get(i).map(String::as_str).unwrap_or_default();
            return Err(refuse(format!("The column {} stands there twice.", quoted(name))));
        }
    }
    if !columns.contains(&Some(Column::Bib)) {
        return Err(refuse("The first line must name the columns, and one of them must be bib.".into()));
    }

    let mut list = EntrantList::default();
    for (line, row) in rows {
        if row.len() > columns.len() {
            let reason = format!("There are {} fields, but the header names {}.", row.len(), columns.len());
            list.take(line, Err(reason));
            continue;
        }
        let fields = columns.iter().zip(row).filter_map(|(column, value)| Some(((*column)?, value)));
        list.take(line, Raw(fields.collect()).entrant());
    }
    Ok(list)
}
