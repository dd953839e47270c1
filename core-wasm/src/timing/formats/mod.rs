//! The formats of reads: each timer's own, and plain JSON (DESIGN §6).
//!
//! A body is read line by line (or element by element): every line that can be read is taken, and every other line is reported
//! with its reason. A body is refused as a whole only when nothing in it can be read.

mod chronotrack;
mod mylaps;
mod plain_json;
mod race_result;
mod reader_csv;

use chrono::{NaiveDate, NaiveDateTime};
use serde::{Deserialize, Serialize};

use super::entrants::Refused;
use super::read::Read;
use crate::dates::{self, Tz};
use crate::error::CoreError;

/// ChronoTrack's lines.
pub const CHRONOTRACK: &str = "text/vnd.chronotrack";
/// RACE RESULT's raw-data records.
pub const RACE_RESULT: &str = "application/vnd.raceresult+json";
/// MYLAPS records and messages.
pub const MYLAPS: &str = "text/vnd.mylaps";
/// Plain JSON.
pub const JSON: &str = "application/json";
/// CSV of reads.
pub const CSV: &str = "text/csv";

/// What the reads of some formats do not contain.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The mat or box that sends the body (`?mat=`), for formats whose reads do not name it.
    pub mat: Option<&'a str>,
    /// The race's zone: boxes write local times.
    pub zone: Tz,
    /// The race's date, for formats that write times without one.
    pub date: Option<NaiveDate>,
}

/// The reads of a body, and the lines that could not be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Parsed {
    /// The reads, in the order of the body.
    pub reads: Vec<Read>,
    /// The lines (or elements) that could not be read, counted from 1: the first [`MAX_LISTED`](super::entrants::MAX_LISTED).
    pub rejected: Vec<Refused>,
    /// The number of lines that could not be read.
    #[serde(rename = "rejectedTotal", default)]
    pub rejected_total: usize,
}

impl Parsed {
    fn take(&mut self, line: usize, read: Result<Read, String>) {
        match read {
            Ok(read) => self.reads.push(read),
            Err(reason) => Refused::note(&mut self.rejected, &mut self.rejected_total, line, reason),
        }
    }
}

/// Reads a body of this content type; parameters such as `; charset=utf-8` are ignored.
///
/// `application/json` is plain JSON, or RACE RESULT's records when the objects have their fields.
///
/// # Errors
/// - `unsupported_format`: no such content type (HTTP 415).
/// - `unreadable_reads`: the body as a whole can't be read.
/// - `mat_required`: the format's reads do not name their mat, and neither does the request.
pub fn parse(content_type: &str, context: &Context<'_>, body: &[u8]) -> Result<Parsed, CoreError> {
    let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        CHRONOTRACK => chronotrack::parse(context, body),
        RACE_RESULT => race_result::parse(context, body),
        MYLAPS => mylaps::parse(context, body),
        JSON => plain_json::parse(context, body),
        CSV => reader_csv::parse(context, body),
        _ => Err(CoreError::new(
            "unsupported_format",
            format!("Send reads as {JSON}, {CHRONOTRACK}, {RACE_RESULT}, {MYLAPS} or {CSV}."),
        )),
    }
}

/// The mat that the request names.
fn required_mat<'a>(context: &Context<'a>) -> Result<&'a str, CoreError> {
    context
        .mat
        .map(str::trim)
        .filter(|mat| !mat.is_empty())
        .ok_or_else(|| CoreError::new("mat_required", "These reads do not name their mat: add ?mat= with the name of the box."))
}

/// The lines of a body with their numbers, counted from 1, without line ends (CR, LF or both) and without blank lines.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // A lone CR ends a line too, but CR LF is one line end: the empty piece between CR and LF is no line.
    text.split('\n')
        .enumerate()
        .flat_map(|(i, line)| line.split('\r').map(move |part| (i + 1, part.trim_matches(['\0', ' ', '\t']))))
        .filter(|(_, l)| !l.is_empty())
}

/// The text of a body, without a byte order mark: UTF-8, or else Latin-1, which older exports use.
pub(super) fn text(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned)
}

/// The rows of a CSV text, each with the number of the line on which it begins; blank rows are left out. The separator is a
/// semicolon when the first line has no comma.
pub(super) fn csv_rows(text: &str) -> impl Iterator<Item = (usize, Vec<String>)> {
    let first = text.lines().next().unwrap_or_default();
    let delimiter = if !first.contains(',') && first.contains(';') { b';' } else { b',' };
    let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let (mut line, mut counted) = (1, 0);
    reader
        .into_records()
        // The text is valid UTF-8 and rows may differ in length, so no row can be an error.
        .filter_map(Result::ok)
        .map(move |record| {
            // The CSV reader's own line numbers are too low where lines end in CR LF, and point before blank lines.
            let begins = record.position().and_then(|at| usize::try_from(at.byte()).ok()).unwrap_or_default();
            let rest = text.get(begins..).unwrap_or_default();
            let begins = begins + (rest.len() - rest.trim_start_matches(['\r', '\n']).len());
            line += text.as_bytes().get(counted..begins).unwrap_or_default().iter().filter(|byte| **byte == b'\n').count();
            counted = begins;
            (line, record.iter().map(str::to_owned).collect::<Vec<_>>())
        })
        .filter(|(_, row)| row.iter().any(|field| !field.trim().is_empty()))
}

/// Converts seconds with decimals to milliseconds, exactly; digits after the third decimal are cut off.
pub(super) fn seconds_to_ms(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 12 || !digits(whole) || !digits(fraction) {
        return None;
    }
    let ms = fraction.bytes().chain(std::iter::repeat(b'0')).take(3).fold(0, |ms, digit| ms * 10 + i64::from(digit - b'0'));
    Some(whole.parse::<i64>().ok()? * 1000 + ms)
}

/// The instant at which clocks in the zone show this time. A time that occurs twice when clocks go back means the first
/// occurrence.
fn wall_ms(wall: NaiveDateTime, zone: Tz) -> i64 {
    dates::wall_to_instant(wall, zone)
}
