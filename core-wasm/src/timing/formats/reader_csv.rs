//! Reads as CSV, one a line.
//!
//! With names of columns in the first line, in any order and case: `bib`, `chip`, `mat`, `time`, and optionally `source`, `seq`,
//! `invalid`. A time is RFC 3339, or a local date and time of the race: `2027-06-15 08:52:11.340`. Without such a line, as readers
//! write it: `port,chip,bib,"date time",reader,port`, where port 0 with chip 0 is a gun.

use csv::{ReaderBuilder, StringRecord};

use super::wall::written;
use super::{Context, NO_MAT, Parsed, quoted};
use crate::error::CoreError;
use crate::timing::mark::{Mark, MarkKind};
use crate::timing::read::{Read, clean_bib};

/// The columns that are read.
const COLUMNS: [&str; 7] = ["bib", "chip", "mat", "time", "source", "seq", "invalid"];

/// Reads the lines of one file or stream.
#[derive(Debug, Clone, Default)]
pub(super) struct ReaderCsv {
    form: Form,
    semicolons: bool,
}

#[derive(Debug, Clone, Default)]
enum Form {
    /// No line was understood yet.
    #[default]
    Unknown,
    /// These columns.
    Named(Vec<String>),
    /// As readers write it.
    Readers,
}

impl ReaderCsv {
    pub(super) fn take(&mut self, context: &Context<'_>, line: usize, text: &str, parsed: &mut Parsed) {
        if matches!(self.form, Form::Unknown) {
            self.semicolons = !text.contains(',') && text.contains(';');
        }
        let row = match self.row(text) {
            Ok(row) if row.iter().all(str::is_empty) => return,
            Ok(row) => row,
            Err(reason) => return parsed.refuse(line, reason),
        };
        match &self.form {
            Form::Named(columns) => parsed.take(line, named(context, columns, &row)),
            Form::Readers => take_of_reader(context, line, &row, parsed),
            Form::Unknown => {
                if let Some(columns) = columns(&row) {
                    for unknown in columns.iter().filter(|name| !COLUMNS.contains(&name.as_str())) {
                        parsed.report(line, format!("The column {} is not read.", quoted(unknown)));
                    }
                    self.form = Form::Named(columns);
                } else if is_of_reader(&row) {
                    self.form = Form::Readers;
                    take_of_reader(context, line, &row, parsed);
                } else {
                    parsed.refuse(line, format!("This is not a read: {}.", quoted(text)));
                }
            }
        }
    }

    pub(super) fn finish(&self) -> Result<(), CoreError> {
        if matches!(self.form, Form::Unknown) {
            return Err(CoreError::new("unreadable_reads", "The first line must name the columns: time, and bib or chip."));
        }
        Ok(())
    }

    /// The fields of a line. A quote must end in the line where it began, so that no line swallows those after it.
    fn row(&self, text: &str) -> Result<StringRecord, String> {
        if text.matches('"').count() % 2 == 1 {
            return Err(format!("A quote is not closed: {}.", quoted(text)));
        }
        let delimiter = if self.semicolons { b';' } else { b',' };
        let reader = ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
        let row = reader.into_records().next().and_then(Result::ok).unwrap_or_default();
        Ok(row.iter().map(str::trim).collect())
    }
}

/// The names of columns in a first line.
fn columns(row: &StringRecord) -> Option<Vec<String>> {
    let names: Vec<String> = row.iter().map(str::to_ascii_lowercase).collect();
    let has = |name: &str| names.iter().any(|column| column == name);
    (has("time") && (has("bib") || has("chip"))).then_some(names)
}

fn named(context: &Context<'_>, columns: &[String], row: &StringRecord) -> Result<Read, String> {
    if row.len() > columns.len() {
        return Err(format!("There are {} fields, but the first line names {}.", row.len(), columns.len()));
    }
    let field = |name: &str| row.get(columns.iter().position(|column| column == name)?).filter(|value| !value.is_empty());
    let (bib, chip) = (field("bib").map(clean_bib), field("chip").map(clean_bib));
    if bib.is_none() && chip.is_none() {
        return Err("A read needs a bib or a chip.".into());
    }
    let mat = field("mat").or(context.mat).ok_or("The mat is missing.")?.to_owned();
    let time = written(context, field("time").ok_or("The time is missing.")?)?;
    let seq = field("seq").map(|seq| seq.parse().map_err(|_| "The seq must be a whole number.")).transpose()?;
    let invalid = match field("invalid").map(str::to_ascii_lowercase).as_deref() {
        None | Some("false" | "0" | "no") => false,
        Some("true" | "1" | "yes") => true,
        Some(_) => return Err("The field invalid must be true or false.".into()),
    };
    let source = field("source").unwrap_or(&mat).to_owned();
    Ok(Read { source, seq, mat, bib, chip, time, invalid, ..Read::default() })
}

/// Whether a row can be one of a reader.
fn is_of_reader(row: &StringRecord) -> bool {
    let number = |at: usize| row.get(at).is_some_and(|text| text.parse::<u16>().is_ok());
    row.len() == 6 && number(0) && number(5)
}

fn take_of_reader(context: &Context<'_>, line: usize, row: &StringRecord, parsed: &mut Parsed) {
    if !is_of_reader(row) {
        let reason = format!(
            "This is not a line like port,chip,bib,\"date time\",reader,port: {}.",
            quoted(&row.iter().collect::<Vec<_>>().join(","))
        );
        return parsed.refuse(line, reason);
    }
    let field = |at: usize| row.get(at).unwrap_or_default();
    let (port, chip, bib, time, reader) = (field(0), clean_bib(field(1)), clean_bib(field(2)), field(3), field(4));
    let some = |text: String| Some(text).filter(|text| !text.is_empty() && text != "0");
    let mat = || context.mat().or(Some(reader).filter(|reader| !reader.is_empty())).ok_or_else(|| NO_MAT.to_owned());
    let source = |mat: &str| if reader.is_empty() { mat.to_owned() } else { reader.to_owned() };
    if clean_bib(port) == "0" && chip == "0" {
        let mark = mat().and_then(|mat| {
            let time = written(context, time)?;
            Ok(Mark { source: source(mat), mat: mat.to_owned(), kind: MarkKind::Gun, time, ..Mark::default() })
        });
        return parsed.take_mark(line, mark);
    }
    let (bib, chip) = (some(bib), some(chip));
    let read = mat().and_then(|mat| {
        if bib.is_none() && chip.is_none() {
            return Err("A read needs a bib or a chip.".into());
        }
        let (time, device) = (written(context, time)?, Some(port.to_owned()));
        Ok(Read { source: source(mat), device, mat: mat.to_owned(), bib, chip, time, ..Read::default() })
    });
    parsed.take(line, read);
}
