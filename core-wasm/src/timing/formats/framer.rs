//! Framers: from the bytes of a sender, in whatever portions they arrive, to records and the answers that the sender waits for.

use serde::{Deserialize, Serialize};

use super::cut::{Cutter, Piece};
use super::mylaps::Mylaps;
use super::reader_csv::ReaderCsv;
use super::{CHRONOTRACK, CSV, Context, IPICO, JSON, MYLAPS, Parsed, RACE_RESULT};
use super::{chronotrack, ipico, plain_json, race_result, runsignup};
use crate::error::CoreError;

/// The longest line, in bytes. The longest real one has some 200.
const LINE_BYTES: usize = 4 * 1024;
/// The longest message of MYLAPS, in bytes: some 6000 records.
const MESSAGE_BYTES: usize = 256 * 1024;
/// The largest document, in bytes.
pub const DOCUMENT_BYTES: usize = 8 * 1024 * 1024;

/// A timer's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Format {
    /// ChronoTrack's files of reads and marks, and its stream.
    Chronotrack,
    /// MYLAPS records and the ToolKit's messages.
    Mylaps,
    /// IPICO's lines.
    Ipico,
    /// CSV, with names of columns or as readers write it.
    Csv,
    /// Plain JSON.
    Json,
    /// The raw data records that RACE RESULT sends.
    RaceResult,
    /// The lists that RACE RESULT's Simple API answers.
    SimpleApi,
    /// RunSignup's `get-results`.
    RunSignup,
}

impl Format {
    /// The format of reads with this content type; parameters such as `; charset=utf-8` are ignored.
    ///
    /// # Errors
    /// `unsupported_format`: no such content type (HTTP 415).
    pub fn of(content_type: &str) -> Result<Self, CoreError> {
        let kind = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        Ok(match kind.as_str() {
            CHRONOTRACK => Self::Chronotrack,
            MYLAPS => Self::Mylaps,
            IPICO => Self::Ipico,
            CSV => Self::Csv,
            JSON => Self::Json,
            RACE_RESULT => Self::RaceResult,
            _ => {
                return Err(CoreError::new(
                    "unsupported_format",
                    format!("Send reads as {JSON}, {CHRONOTRACK}, {RACE_RESULT}, {MYLAPS}, {IPICO} or {CSV}."),
                ));
            }
        })
    }

    /// Reads a whole body.
    ///
    /// # Errors
    /// As [`Framer::finish`].
    pub fn parse(self, context: &Context<'_>, body: &[u8]) -> Result<Parsed, CoreError> {
        let mut parsed = Parsed::default();
        let mut framer = Framer::new(self);
        if let State::Document(document, _) = &framer.0 {
            // The body need not be copied.
            document.parse(context, body, &mut parsed)?;
        } else {
            framer.push(context, body, &mut parsed)?;
            framer.finish(context, &mut parsed)?;
        }
        Ok(parsed)
    }
}

/// Turns a sender's bytes into records.
///
/// Lines and messages are read as soon as they are complete. A JSON document is read at its end, so that no part of a broken one
/// counts. What a framer holds in between is bounded: one line, one message or one document.
///
/// ```
/// use core_wasm::timing::formats::{Context, Format, Framer, Parsed};
///
/// let context = Context { mat: Some("FINISH"), ..Context::default() };
/// let mut framer = Framer::new(Format::Ipico);
/// let mut parsed = Parsed::default();
/// framer.push(&context, b"aa400000000123450a2a0112", &mut parsed)?;
/// assert!(parsed.reads.is_empty());
/// framer.push(&context, b"3018455927a7\r\n", &mut parsed)?;
/// assert_eq!(parsed.reads[0].chip.as_deref(), Some("12345"));
/// # Ok::<(), core_wasm::error::CoreError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Framer(State);

#[derive(Debug, Clone)]
enum State {
    Lines(Cutter, LineFormat),
    Document(Document, Vec<u8>),
}

#[derive(Debug, Clone)]
enum LineFormat {
    Chronotrack,
    Ipico,
    Mylaps(Mylaps),
    Csv(ReaderCsv),
}

#[derive(Debug, Clone, Copy)]
enum Document {
    Json,
    RaceResult,
    SimpleApi,
    RunSignup,
}

impl Framer {
    /// A framer at the beginning of a stream or body.
    pub fn new(format: Format) -> Self {
        let lines = |format| State::Lines(Cutter::lines(LINE_BYTES), format);
        let document = |document| State::Document(document, Vec::new());
        Self(match format {
            Format::Chronotrack => lines(LineFormat::Chronotrack),
            Format::Ipico => lines(LineFormat::Ipico),
            Format::Csv => lines(LineFormat::Csv(ReaderCsv::default())),
            Format::Mylaps => State::Lines(Cutter::messages(MESSAGE_BYTES), LineFormat::Mylaps(Mylaps::default())),
            Format::Json => document(Document::Json),
            Format::RaceResult => document(Document::RaceResult),
            Format::SimpleApi => document(Document::SimpleApi),
            Format::RunSignup => document(Document::RunSignup),
        })
    }

    /// The number of bytes that are held of an unfinished record.
    pub fn held(&self) -> usize {
        match &self.0 {
            State::Lines(cutter, _) => cutter.held(),
            State::Document(_, held) => held.len(),
        }
    }

    /// Takes the next bytes, and adds what they complete to `parsed`.
    ///
    /// # Errors
    /// `unreadable_reads`: a document is longer than [`DOCUMENT_BYTES`].
    pub fn push(&mut self, context: &Context<'_>, bytes: &[u8], parsed: &mut Parsed) -> Result<(), CoreError> {
        match &mut self.0 {
            State::Lines(cutter, format) => cutter.push(bytes, |piece| format.take(context, &piece, parsed)),
            State::Document(_, held) if held.len() + bytes.len() > DOCUMENT_BYTES => {
                let size = DOCUMENT_BYTES / (1024 * 1024);
                return Err(CoreError::new("unreadable_reads", format!("This is larger than {size} MB.")));
            }
            State::Document(_, held) => held.extend_from_slice(bytes),
        }
        Ok(())
    }

    /// Ends a body that is complete: its last line need not have an end. A stream that broke off must not be finished, because
    /// its last record may lack a part.
    ///
    /// # Errors
    /// - `unreadable_reads`: the body as a whole can't be read.
    /// - `mat_required`: the format's reads do not name their mat, and neither does the context.
    pub fn finish(&mut self, context: &Context<'_>, parsed: &mut Parsed) -> Result<(), CoreError> {
        match &mut self.0 {
            State::Lines(cutter, format) => {
                cutter.finish(|piece| format.take(context, &piece, parsed));
                format.finish(context, parsed)
            }
            State::Document(document, held) => document.parse(context, &std::mem::take(held), parsed),
        }
    }
}

impl LineFormat {
    fn take(&mut self, context: &Context<'_>, piece: &Piece<'_>, parsed: &mut Parsed) {
        let line = piece.number;
        let Some(bytes) = piece.bytes else {
            return parsed.refuse(line, "This is longer than any record.".into());
        };
        let text = super::text(bytes);
        match self {
            Self::Chronotrack => chronotrack::take(context, line, &text, parsed),
            Self::Ipico => parsed.take(line, ipico::read(context, &text)),
            Self::Mylaps(mylaps) => mylaps.take(context, line, &text, parsed),
            Self::Csv(csv) => csv.take(context, line, &text, parsed),
        }
    }

    fn finish(&self, context: &Context<'_>, parsed: &Parsed) -> Result<(), CoreError> {
        match self {
            Self::Chronotrack | Self::Ipico if context.mat().is_none() && parsed.rejected_total > 0 && parsed.is_empty() => {
                Err(CoreError::new("mat_required", "These reads do not name their mat: add ?mat= with the name of the box."))
            }
            Self::Csv(csv) => csv.finish(),
            _ => Ok(()),
        }
    }
}

impl Document {
    fn parse(self, context: &Context<'_>, body: &[u8], parsed: &mut Parsed) -> Result<(), CoreError> {
        match self {
            Self::Json => plain_json::parse(context, body, parsed),
            Self::RaceResult => race_result::parse(context, body, parsed),
            Self::SimpleApi => race_result::parse_simple_api(context, body, parsed),
            Self::RunSignup => runsignup::parse(body, parsed),
        }
    }
}
