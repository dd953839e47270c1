//! A list as a table: which row names the columns, and the rows under it. Lists of entrants and past results are read by it.

pub mod cell;
pub mod columns;
pub mod decode;
mod rows;
pub(crate) mod write;

use serde_json::Value;

pub(crate) use rows::Row;
use rows::SEPARATORS;

use super::elements;
use super::entrants::quoted;
use super::entrants::words::counted;
use crate::error::CoreError;

/// The maximum number of rows among which the names of the columns are looked for.
const ROWS_OF_TITLES: usize = 15;

/// The most columns of a list: choosing what the columns are compares each with the others.
pub const MOST_COLUMNS: usize = 250;

/// What the lines of a list are about.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// The code of the refusal of a list that can't be read.
    pub code: &'static str,
    /// What its lines are: `entrants`.
    pub lines: &'static str,
    /// What an element of a JSON array must be.
    pub element: &'static str,
    /// How much cells look like the names of columns; 0 when they do not.
    pub likeness: fn(&[String]) -> usize,
    /// Whether the field of this name of a JSON element may be an array.
    pub is_array: fn(&str) -> bool,
}

impl Subject {
    /// The refusal of a list that can't be read.
    pub fn unreadable(&self, words: impl Into<String>) -> CoreError {
        CoreError::new(self.code, words)
    }

    fn has_too_many_columns(&self) -> CoreError {
        let lines = self.lines;
        self.unreadable(format!("The list has more than {MOST_COLUMNS} columns. Leave out those that are not about {lines}."))
    }
}

/// A list before its columns have a meaning.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// The names of the columns; `None` when no row names them.
    pub(crate) header: Option<Vec<String>>,
    /// The number of columns.
    pub(crate) width: usize,
    /// The rows that are not blank.
    pub(crate) rows: Vec<Row>,
    /// What people should know about how it was read.
    pub(crate) notes: Vec<String>,
}

/// A line that may be the header: how much it is like one, its index, and its cells.
type HeaderLine = (usize, usize, Vec<String>);

impl Table {
    /// Reads a list of this content type: `text/csv` or `application/json`.
    ///
    /// # Errors
    /// `unsupported_format` for another type; otherwise as [`Table::from_text`] and [`Table::from_json`].
    pub fn parse(content_type: &str, bytes: &[u8], subject: &Subject) -> Result<Self, CoreError> {
        match content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "text/csv" | "text/plain" | "text/tab-separated-values" => Self::from_text(bytes, subject),
            "application/json" => Self::from_json(bytes, subject),
            _ => {
                let words = format!("Send {} as text/csv or application/json.", subject.lines);
                Err(CoreError::new("unsupported_format", words))
            }
        }
    }

    /// Reads text with separators: a CSV file, or cells that were copied from a spreadsheet.
    ///
    /// # Errors
    /// The subject's refusal for a file that is no text, and for an empty one.
    pub fn from_text(bytes: &[u8], subject: &Subject) -> Result<Self, CoreError> {
        let text = decode::text(bytes, subject.code)?;
        let lines = rows::lines(&text);
        let named = SEPARATORS.into_iter().filter_map(|separator| {
            let named = (0..).zip(&lines).filter(|(_, line)| !line.trim().is_empty()).take(ROWS_OF_TITLES);
            let likest = named.filter_map(|(at, line)| {
                let cells = rows::cells_of(line, separator).filter(|cells| cells.len() <= MOST_COLUMNS)?;
                Some(((subject.likeness)(&cells), at, cells)).filter(|(likeness, ..)| *likeness > 0)
            });
            // The first one of those that are most alike, among the lines and among the separators.
            Some((likest.rev_max()?, separator))
        });
        let named = named.fold(None, |best: Option<(HeaderLine, char)>, next| match best {
            Some(best) if best.0.0 >= next.0.0 => Some(best),
            _ => Some(next),
        });
        match named {
            Some(((_, at, header), separator)) => {
                let width = header.len();
                let mut table = Self { width, rows: rows::rows(&lines, at + 1, separator, width), ..Self::default() };
                let above = lines.iter().take(at).filter(|line| !line.trim().is_empty() && !line.starts_with("sep=")).count();
                table.note_titles(above);
                table.header = Some(header);
                table.whole(subject)
            }
            None => {
                let first = lines.iter().find(|line| !line.trim().is_empty()).copied().unwrap_or_default();
                let separator = SEPARATORS.into_iter().rev().max_by_key(|separator| first.matches(*separator).count());
                let separator = separator.unwrap_or(',');
                let width = rows::cells_of(first, separator).map_or(1, |cells| cells.len());
                Self { width, rows: rows::rows(&lines, 0, separator, width), ..Self::default() }.whole(subject)
            }
        }
    }

    /// A sheet of a workbook, each row with its number; `others` further sheets have cells, too.
    ///
    /// # Errors
    /// The subject's refusal when it is empty.
    pub fn from_sheet(cells: Vec<(usize, Vec<String>)>, name: &str, others: usize, subject: &Subject) -> Result<Self, CoreError> {
        let mut rows: Vec<Row> =
            cells.into_iter().map(|(line, cells)| Row::new(line, cells)).filter(|row| !row.is_blank()).collect();
        let texts = |row: &Row| row.cells.iter().map(|cell| cell.clone().unwrap_or_default()).collect::<Vec<_>>();
        let named = (0..).zip(&rows).take(ROWS_OF_TITLES).map(|(at, row)| ((subject.likeness)(&texts(row)), at, texts(row)));
        let named = named.filter(|(likeness, ..)| *likeness > 0).rev_max();
        let mut table = Self::default();
        if others > 0 {
            let words = counted(others, "other sheet was", "other sheets were");
            table.notes.push(format!("Only the sheet {} was read; {words} not.", quoted(name)));
        }
        match named {
            Some((_, at, header)) => {
                table.note_titles(at);
                table.rows = rows.split_off(at + 1);
                table.width = header.len();
                table.header = Some(header);
            }
            None => {
                table.width = rows.iter().map(|row| row.cells.len()).max().unwrap_or_default();
                table.rows = rows;
            }
        }
        // A sheet does not tell empty cells at the end of a row from missing ones: there they are empty.
        for row in &mut table.rows {
            row.cells.resize(row.cells.len().max(table.width), Some(String::new()));
        }
        table.whole(subject)
    }

    /// Reads a JSON array of objects; the names of their fields are the columns.
    ///
    /// # Errors
    /// The subject's refusal when it is not a JSON array.
    pub fn from_json(bytes: &[u8], subject: &Subject) -> Result<Self, CoreError> {
        let mut table = Self::default();
        let mut names: Vec<String> = Vec::new();
        let mut too_wide = false;
        let read = elements::for_each(bytes, |line, value| {
            let Value::Object(fields) = value else {
                let fault = Some(subject.element);
                return table.rows.push(Row { line, cells: vec![Some(value.to_string())], fault });
            };
            let mut row = Row { line, ..Row::default() };
            for (name, value) in fields {
                let text = match value {
                    Value::Null => continue,
                    Value::String(text) => text,
                    Value::Number(number) => number.to_string(),
                    Value::Array(_) if (subject.is_array)(&name) => value.to_string(),
                    other => {
                        row.fault = Some("A field is neither a text nor a number.");
                        other.to_string()
                    }
                };
                let at = names.iter().position(|known| *known == name).unwrap_or(names.len());
                if at >= MOST_COLUMNS {
                    too_wide = true;
                    break;
                }
                if at == names.len() {
                    names.push(name);
                }
                if row.cells.len() <= at {
                    row.cells.resize(at + 1, None);
                }
                if let Some(cell) = row.cells.get_mut(at) {
                    *cell = Some(text);
                }
            }
            table.rows.push(row);
        });
        read.map_err(|error| subject.unreadable(format!("This is not a JSON array of {}: {error}.", subject.lines)))?;
        if too_wide {
            return Err(subject.has_too_many_columns());
        }
        table.width = names.len();
        table.header = Some(names);
        Ok(table)
    }

    /// Says which lists have the same columns: for those, what a person has said about the columns holds again.
    pub fn shape(&self) -> String {
        match &self.header {
            Some(names) => names.iter().map(|name| key(name)).collect::<Vec<_>>().join("|"),
            None => format!("{} columns", self.width),
        }
    }

    fn note_titles(&mut self, rows: usize) {
        if rows > 0 {
            let were = if rows == 1 { "was" } else { "were" };
            let lines = counted(rows, "line stands", "lines stand");
            self.notes.push(format!("{lines} above the names of the columns and {were} not read."));
        }
    }

    fn whole(mut self, subject: &Subject) -> Result<Self, CoreError> {
        if self.width > MOST_COLUMNS {
            return Err(subject.has_too_many_columns());
        }
        self.rows.retain(|row| !row.is_blank());
        if self.rows.is_empty() && self.header.is_none() {
            return Err(subject.unreadable("The list is empty: its first line must name the columns."));
        }
        Ok(self)
    }
}

/// The column's name without case, blanks and marks: "First Name" and "first_name" are one.
pub(crate) fn key(name: &str) -> String {
    let key = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    // "#" is the number.
    if name.trim() == "#" { "no".to_owned() } else { key }
}

/// The first one of those with the greatest likeness.
trait RevMax: Iterator<Item = (usize, usize, Vec<String>)> + Sized {
    fn rev_max(self) -> Option<(usize, usize, Vec<String>)> {
        self.reduce(|best, next| if next.0 > best.0 { next } else { best })
    }
}

impl<I: Iterator<Item = (usize, usize, Vec<String>)>> RevMax for I {}
