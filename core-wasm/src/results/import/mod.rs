//! Past results from a file: what each line becomes, the places by the contest's own ranking, and why they differ from the file's.
//!
//! A file becomes a [`Table`] as a list of entrants does. [`read`] takes the lines of one contest; none is lost: a line is a result,
//! refused with a reason, or left out because it is of another contest. Places are those of the live standings
//! ([`crate::timing::rank`]), and [`difference`] explains each one that is not the file's.

mod ask;
pub mod columns;
pub mod contest;
pub mod difference;
mod explain;
mod field;
mod line;
mod people;
mod place;
pub mod preview;
mod runsignup;
pub mod words;

use std::collections::HashMap;

pub use difference::PlaceDifference;
pub use field::{Column, SUBJECT};

use super::published::ResultRow;
use crate::dates::RaceDate;
use crate::error::CoreError;
use crate::timing::Setup;
use crate::timing::entrants::birth::Reader;
use crate::timing::entrants::words::grouped;
use crate::timing::entrants::{DateOrder, ListColumn, Table};
use crate::timing::table::columns::values;
use line::Line;

/// The most lines of a file.
pub const MOST_LINES: usize = 100_000;

/// What a file is read with.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// The setup that the version stores.
    pub setup: &'a Setup,
    /// The index of the contest in it.
    pub contest: usize,
    /// The day of the race, by which ages are computed.
    pub race_day: RaceDate,
    /// What a person says about the columns, in their order.
    pub columns: Option<&'a [Column]>,
    /// What a person says about the dates of birth.
    pub dates: Option<DateOrder>,
    /// Which of the file's contests it is, where a person said it.
    pub only: Option<&'a str>,
    /// By bib, the contest and the name of the runners in the results of the race's other contests: a bib is one runner's.
    pub elsewhere: &'a HashMap<String, (String, String)>,
    /// The runners of the results before who stay in them, unless the file has their bib; none where the file is all that there is.
    pub others: &'a [ResultRow],
}

/// Reads a file of this content type: `text/csv` or `application/json`, an array of results or RunSignup's `get-results`.
///
/// # Errors
/// When it can't be read, or has more than [`MOST_LINES`] lines.
pub fn table(content_type: &str, bytes: &[u8]) -> Result<Table, CoreError> {
    let is_json = content_type.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"));
    let table = if is_json && runsignup::is_answer(bytes) {
        runsignup::table(bytes)?
    } else {
        Table::parse(content_type, bytes, &SUBJECT)?
    };
    check_length(table)
}

/// Refuses a table that is too long.
///
/// # Errors
/// `too_many_lines`.
pub fn check_length(table: Table) -> Result<Table, CoreError> {
    if table.rows.len() > MOST_LINES {
        let (lines, most) = (grouped(table.rows.len()), grouped(MOST_LINES));
        let words = format!("The file has {lines} lines. At most {most} are read at once: split it by contest.");
        return Err(CoreError::new("too_many_lines", words));
    }
    Ok(table)
}

/// What becomes of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Became {
    /// The row of this index.
    Row(usize),
    /// It is refused, for this reason.
    Refused(String),
    /// It is of another contest.
    LeftOut,
}

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FileLine {
    /// Counted from 1 with the header.
    number: usize,
    /// What is written in it.
    cells: Vec<String>,
    /// What it says; nothing for a line that can't be read.
    line: Line,
    /// Whether the file gives no bib, so that one was made.
    is_numbered: bool,
    became: Became,
}

/// A file of which every line was read.
#[derive(Debug, Clone, Default)]
pub struct Import {
    /// Its columns.
    pub columns: Vec<ListColumn>,
    /// What is published: the rows in the order of the list.
    pub rows: Vec<ResultRow>,
    /// Every difference from the file's own places and ages, in the order of the lines.
    pub differences: Vec<PlaceDifference>,
    /// The contests in the file, where a person has to choose or chose one, each with the number of its lines.
    pub contests: Vec<(String, usize)>,
    /// The contest of the file that was read; empty for all lines.
    pub only: String,
    lines: Vec<FileLine>,
    notes: Vec<String>,
    /// Why nothing can be imported before a person says something.
    question: Option<CoreError>,
}

impl Import {
    /// Why the file can't be imported as it is, when a person has to say something first.
    pub fn question(&self) -> Option<&CoreError> {
        self.question.as_ref()
    }
}

/// Reads every line of a file.
///
/// # Errors
/// When what a person says about the columns does not fit the file.
pub fn read(table: Table, options: &Options<'_>) -> Result<Import, CoreError> {
    let columns = columns::choose(&table, options.columns)?;
    let missing = columns::missing(&columns, table.header.is_some());
    let birth = columns.iter().position(|column| column.means() == Some(Column::Dob)).unwrap_or(usize::MAX);
    let (dates, noted) = Reader::new(values(&table, birth), options.dates, options.race_day);
    let ranking = options.setup.contests.get(options.contest).map(|contest| contest.ranking).unwrap_or_default();
    let context = line::Context { columns: &columns, ranking, race_day: options.race_day, dates };
    let question = ask::columns(&columns, missing.as_deref());
    let mut import = Import { question, columns: columns.clone(), ..Import::default() };
    if missing.is_none() {
        import.lines = table.rows.iter().map(|row| FileLine::of(row, context.read(row))).collect();
        ask::contest(&mut import, &columns, options);
        people::check(&mut import.lines, options);
        place::rows(&mut import, options);
        import.differences = difference::all(&import, options);
    }
    import.notes = table.notes;
    import.notes.extend(noted);
    Ok(import)
}

impl FileLine {
    fn of(row: &crate::timing::table::Row, read: Result<Line, String>) -> Self {
        let cells = row.cells.iter().map(|cell| cell.clone().unwrap_or_default()).collect();
        let (line, became) = match read {
            // The index of the row is known once all are ranked.
            Ok(line) => (line, Became::Row(usize::MAX)),
            Err(reason) => (Line::default(), Became::Refused(reason)),
        };
        Self { number: row.line, cells, line, is_numbered: false, became }
    }
}
