//! The rows of a text: separators, quotes and lines.

/// The separators that lists have.
pub(super) const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];
/// The maximum number of lines that one quoted cell continues over.
const LINES_OF_A_CELL: usize = 20;

/// A row of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Row {
    /// The line on which it begins, counted from 1.
    pub(crate) line: usize,
    /// Its cells; `None` when the row does not have this column.
    pub(crate) cells: Vec<Option<String>>,
    /// Why its cells could not be told apart.
    pub(crate) fault: Option<&'static str>,
}

impl Row {
    pub(super) fn new(line: usize, cells: Vec<String>) -> Self {
        Self { line, cells: cells.into_iter().map(Some).collect(), fault: None }
    }

    /// Whether its cells can be read as those of a list with so many columns.
    ///
    /// # Errors
    /// Why the line is refused.
    pub(crate) fn check(&self, columns: usize) -> Result<(), String> {
        if let Some(fault) = self.fault {
            return Err(fault.into());
        }
        let mut further = self.cells.iter().skip(columns).flatten();
        match further.any(|cell| !crate::text::is_blank(cell)) {
            true => Err(format!("There are {} fields, but the header names {columns}.", self.cells.len())),
            false => Ok(()),
        }
    }

    /// Whether nothing is written in it.
    pub(super) fn is_blank(&self) -> bool {
        self.fault.is_none() && self.cells.iter().flatten().all(|cell| crate::text::is_blank(cell))
    }
}

/// The cells of one line.
enum Cells {
    Whole(Vec<String>),
    /// The last cell's quotation mark is not closed.
    Open,
    /// There is text after a closing quotation mark.
    Broken,
}

/// The lines of a text, ended by LF, CR or both.
pub(super) fn lines(text: &str) -> Vec<&str> {
    // CR LF is one end of a line: the empty piece between the two is no line.
    let mut lines: Vec<&str> = Vec::new();
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        lines.extend(line.split('\r'));
    }
    lines
}

/// The cells of one line by itself; `None` when its quotation marks do not match.
pub(super) fn cells_of(line: &str, separator: char) -> Option<Vec<String>> {
    match cells(line, separator) {
        Cells::Whole(cells) => Some(cells),
        Cells::Open | Cells::Broken => None,
    }
}

/// The rows of the lines from `first` on, in a list of `width` columns.
///
/// A quoted cell may go on over several lines, but only when it is closed, when the row then has exactly the columns of the list, and
/// when none of the further lines has as many separators as a row of its own. Otherwise the quotation mark was never closed: the one
/// line is at fault, and the next line is a row again.
pub(super) fn rows(lines: &[&str], first: usize, separator: char, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut at = first;
    while let Some(line) = lines.get(at) {
        let number = at + 1;
        at += 1;
        let row = match cells(line, separator) {
            Cells::Whole(cells) => Row::new(number, cells),
            Cells::Broken => fault(number, line, "A quotation mark stands inside a cell; write it twice there, or leave it out."),
            Cells::Open => match over_lines(lines.get(at - 1..).unwrap_or_default(), separator, width) {
                Some((cells, taken)) => {
                    at += taken - 1;
                    Row::new(number, cells)
                }
                None => fault(number, line, "A quotation mark is opened and never closed."),
            },
        };
        rows.push(row);
    }
    rows
}

fn fault(number: usize, line: &str, reason: &'static str) -> Row {
    Row { fault: Some(reason), ..Row::new(number, vec![line.to_owned()]) }
}

/// The cells of a row that begins on the first of these lines and goes on over more, and how many lines it has.
fn over_lines(lines: &[&str], separator: char, width: usize) -> Option<(Vec<String>, usize)> {
    let mut whole = (*lines.first()?).to_owned();
    for (taken, line) in (2..).zip(lines.iter().skip(1).take(LINES_OF_A_CELL)) {
        if line.matches(separator).count() + 1 >= width {
            return None;
        }
        whole.push('\n');
        whole.push_str(line);
        match cells(&whole, separator) {
            Cells::Whole(cells) => return (cells.len() == width).then_some((cells, taken)),
            Cells::Open => {}
            Cells::Broken => return None,
        }
    }
    None
}

fn cells(line: &str, separator: char) -> Cells {
    let mut found = Vec::new();
    let mut rest = line;
    loop {
        // A tab may be the separator, so only blanks are skipped before a quotation mark.
        let (cell, after) = match rest.trim_start_matches(' ').strip_prefix('"') {
            None => match rest.split_once(separator) {
                Some((cell, after)) => (cell.to_owned(), Some(after)),
                None => (rest.to_owned(), None),
            },
            Some(quoted) => {
                let Some((cell, after)) = quoted_cell(quoted) else { return Cells::Open };
                let after = after.trim_start_matches(' ');
                match after.strip_prefix(separator) {
                    Some(after) => (cell, Some(after)),
                    None if after.is_empty() => (cell, None),
                    None => return Cells::Broken,
                }
            }
        };
        found.push(cell);
        match after {
            Some(after) => rest = after,
            None => return Cells::Whole(found),
        }
    }
}

/// A cell after its opening quotation mark, and the text after its closing one. A doubled mark is one mark of the cell.
fn quoted_cell(text: &str) -> Option<(String, &str)> {
    let mut cell = String::new();
    let mut rest = text;
    loop {
        let (part, after) = rest.split_once('"')?;
        cell.push_str(part);
        match after.strip_prefix('"') {
            Some(after) => {
                cell.push('"');
                rest = after;
            }
            None => return Some((cell, after)),
        }
    }
}
