//! Lists as Excel workbooks (`.xlsx`), entrants and results: the cells of the first sheet that has any, as text. The columns and the values are
//! the core's rules, as for every other list.

use std::io::Cursor;

use calamine::{DataRef, Reader, SheetVisible, Xlsx};
use core_wasm::error::CoreError;
use core_wasm::timing::table::{MOST_COLUMNS, Subject, Table};

/// The content type of a workbook.
pub(crate) const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// The maximum size of a workbook's parts, inflated, in bytes: some 100,000 lines. A workbook is compressed, so that a small file can
/// be a very large one inside.
const INFLATED: u64 = 48 * 1024 * 1024;
/// The maximum size of the texts that its cells share, inflated, in bytes: they are in memory while the sheet is read.
const INFLATED_TEXTS: u64 = 16 * 1024 * 1024;

/// The list in a workbook.
///
/// # Errors
/// When it is no workbook, has no cells, or is too large.
pub(crate) fn table(bytes: &[u8], subject: &Subject) -> Result<Table, CoreError> {
    check_size(bytes, subject)?;
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(|error| unreadable(subject, &error))?;
    let sheets: Vec<String> = workbook
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.visible == SheetVisible::Visible)
        .map(|sheet| sheet.name.clone())
        .collect();
    let mut found: Option<(String, Rows)> = None;
    let mut others = 0;
    for name in sheets {
        match &found {
            // One cell is enough to know that another sheet is there and was not read.
            Some(_) => others += usize::from(!rows(&mut workbook, &name, 1, subject)?.is_empty()),
            None => {
                found =
                    Some((name.clone(), rows(&mut workbook, &name, usize::MAX, subject)?)).filter(|(_, rows)| !rows.is_empty())
            }
        }
    }
    let (name, rows) = found.unwrap_or_default();
    Table::from_sheet(rows, &name, others, subject)
}

/// The rows that have cells, each with its number counted from 1.
type Rows = Vec<(usize, Vec<String>)>;

/// Reads at most this many rows of a sheet, cell by cell: a sheet's own statement of its size is not believed.
fn rows(workbook: &mut Xlsx<Cursor<&[u8]>>, sheet: &str, limit: usize, subject: &Subject) -> Result<Rows, CoreError> {
    let mut reader = workbook.worksheet_cells_reader(sheet).map_err(|error| unreadable(subject, &error))?;
    let mut rows: Rows = Vec::new();
    while let Some(cell) = reader.next_cell().map_err(|error| unreadable(subject, &error))? {
        let text = text(cell.get_value());
        if text.trim().is_empty() {
            continue;
        }
        let (row, column) = cell.get_position();
        let (line, column) = (row as usize + 1, column as usize);
        if column >= MOST_COLUMNS {
            return Err(subject.unreadable(format!("The sheet has more than {MOST_COLUMNS} columns.")));
        }
        if rows.last().is_none_or(|(last, _)| *last != line) {
            if rows.len() == limit {
                break;
            }
            rows.push((line, Vec::new()));
        }
        if let Some((_, cells)) = rows.last_mut() {
            cells.resize(cells.len().max(column + 1), String::new());
            cells[column] = text;
        }
    }
    Ok(rows)
}

/// The text of a cell: a whole number without decimals, a date as 1990-05-31, a time as 1:02:03.000.
fn text(cell: &DataRef<'_>) -> String {
    match cell {
        DataRef::Int(number) => number.to_string(),
        // Rust writes a number without an exponent, and without ".0" when it is whole.
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(value) => value.to_string(),
        // A length of time, or a time of day, which the day zero of spreadsheets has.
        DataRef::DateTime(date) if date.is_duration() || date.as_f64() < 1.0 => time(date.as_f64()),
        DataRef::DateTime(date) => {
            let (year, month, day, ..) = date.to_ymd_hms_milli();
            format!("{year:04}-{month:02}-{day:02}")
        }
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

/// A part of a day as hours, minutes, seconds and milliseconds.
fn time(days: f64) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "a cell with another value is no time, and is refused as one")]
    let ms = (days * 86_400_000.0).round() as i64;
    let (seconds, ms) = (ms.div_euclid(1000), ms.rem_euclid(1000));
    format!("{}:{:02}:{:02}.{ms:03}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Inflates every part once, without keeping it, and refuses a workbook whose parts are too large.
fn check_size(bytes: &[u8], subject: &Subject) -> Result<(), CoreError> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(subject, &error))?;
    let mut left = INFLATED;
    for at in 0..archive.len() {
        let part = archive.by_index(at).map_err(|error| unreadable(subject, &error))?;
        let name = part.name().map_err(|error| unreadable(subject, &error))?.to_ascii_lowercase();
        let limit = if name.ends_with("sharedstrings.xml") { left.min(INFLATED_TEXTS) } else { left };
        let mut part = std::io::Read::take(part, limit + 1);
        let size = std::io::copy(&mut part, &mut std::io::sink()).map_err(|error| unreadable(subject, &error))?;
        if size > limit {
            return Err(subject.unreadable("The workbook is too large. Save the sheet as CSV, and send that."));
        }
        left -= size;
    }
    Ok(())
}

fn unreadable(subject: &Subject, error: &dyn std::fmt::Display) -> CoreError {
    tracing::debug!("a workbook can't be read: {error}");
    subject.unreadable("This is not an Excel workbook that can be read. Save the sheet as CSV, and send that.")
}
