//! The formats of reads: each timer's own, CSV, and plain JSON (DESIGN §6).
//!
//! A body is read line by line (or element by element): every line that can be read is taken, and every other line is reported
//! with its reason. A body is refused as a whole only when nothing in it can be read. [`parse`] reads a whole body, a [`Framer`]
//! a stream in whatever portions it arrives.

mod answer;
mod chronotrack;
mod cut;
mod framer;
mod ipico;
mod mylaps;
mod parsed;
mod plain_json;
mod race_result;
mod reader_csv;
mod runsignup;
mod sent_result;
mod wall;

use chrono::NaiveDate;

pub use answer::Answer;
pub use framer::{DOCUMENT_BYTES, Format, Framer};
pub use parsed::Parsed;
pub use sent_result::{SentResult, SentSplit};

use crate::dates::{DEFAULT_ZONE, Tz};
use crate::error::CoreError;
use crate::timing::entrants::quoted;
use wall::wall_ms;

/// ChronoTrack's lines.
pub const CHRONOTRACK: &str = "text/vnd.chronotrack";
/// RACE RESULT's raw-data records.
pub const RACE_RESULT: &str = "application/vnd.raceresult+json";
/// MYLAPS records and messages.
pub const MYLAPS: &str = "text/vnd.mylaps";
/// IPICO's lines.
pub const IPICO: &str = "text/vnd.ipico";
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
    /// The race's first gun in epoch milliseconds, when it is known: times without a date are those nearest to the race, also
    /// when it goes on past midnight.
    pub start: Option<i64>,
}

impl Default for Context<'_> {
    /// A race in the default zone, without a date.
    fn default() -> Self {
        Self { mat: None, zone: DEFAULT_ZONE, date: None, start: None }
    }
}

impl<'a> Context<'a> {
    fn mat(&self) -> Option<&'a str> {
        self.mat.map(str::trim).filter(|mat| !mat.is_empty())
    }
}

/// Reads a whole body of this content type; parameters such as `; charset=utf-8` are ignored.
///
/// `application/json` is plain JSON, or RACE RESULT's records when the objects have their fields.
///
/// # Errors
/// - `unsupported_format`: no such content type (HTTP 415).
/// - `unreadable_reads`: the body as a whole can't be read.
/// - `mat_required`: the format's reads do not name their mat, and neither does the request.
pub fn parse(content_type: &str, context: &Context<'_>, body: &[u8]) -> Result<Parsed, CoreError> {
    Format::of(content_type)?.parse(context, body)
}

/// The reason of a read without a mat, in formats that do not name it.
const NO_MAT: &str = "The mat is missing: add ?mat= with the name of the box.";

/// The text of a body, without a byte order mark: UTF-8, or else Latin-1, which older exports use.
pub(super) fn text(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned)
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
