//! What was found in a sender's bytes.

use serde::{Deserialize, Serialize};

use super::{Answer, SentResult};
use crate::text;
use crate::timing::entrants::Refused;
use crate::timing::mark::Mark;
use crate::timing::read::Read;

/// The longest text of a read or mark, in characters.
const TEXT_CHARS: usize = 100;

/// The records of a body or stream, and the lines that could not be read.
///
/// Every line that is not blank is a read, a mark, a result, a control line or a refused line.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Parsed {
    /// The reads, in the order of the body.
    pub reads: Vec<Read>,
    /// Guns, changes of a box's clock and pressed buttons.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Results that another system computed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<SentResult>,
    /// The lines (or messages, or elements) that could not be read, counted from 1: the first
    /// [`MAX_LISTED`](crate::timing::entrants::MAX_LISTED).
    pub rejected: Vec<Refused>,
    /// The number of lines that could not be read.
    pub rejected_total: usize,
    /// What a person should know about lines that were read, such as a time that contradicts another: the first
    /// [`MAX_LISTED`](crate::timing::entrants::MAX_LISTED).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reported: Vec<Refused>,
    /// The number of all that was reported.
    #[serde(skip_serializing_if = "is_zero")]
    pub reported_total: usize,
    /// The number of lines that concern the connection or the box, and contain no record.
    #[serde(skip_serializing_if = "is_zero")]
    pub controls: usize,
    /// What to send back, in this order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Parsed {
    /// Whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.marks.is_empty() && self.results.is_empty()
    }

    pub(super) fn take(&mut self, line: usize, read: Result<Read, String>) {
        let texts = |read: &Read| {
            let optional = [&read.device, &read.bib, &read.chip, &read.timer, &read.event, &read.kind];
            [&read.source, &read.mat].into_iter().chain(optional.into_iter().flatten()).find_map(|text| wrong(text))
        };
        match read {
            Ok(read) => match texts(&read) {
                Some(reason) => self.refuse(line, reason),
                None => self.reads.push(read),
            },
            Err(reason) => self.refuse(line, reason),
        }
    }

    pub(super) fn take_mark(&mut self, line: usize, mark: Result<Mark, String>) {
        let texts = |mark: &Mark| [&mark.source, &mark.mat, &mark.detail].into_iter().find_map(|text| wrong(text));
        match mark {
            Ok(mark) => match texts(&mark) {
                Some(reason) => self.refuse(line, reason),
                None => self.marks.push(mark),
            },
            Err(reason) => self.refuse(line, reason),
        }
    }

    pub(super) fn refuse(&mut self, line: usize, reason: String) {
        Refused::note(&mut self.rejected, &mut self.rejected_total, line, reason);
    }

    pub(super) fn report(&mut self, line: usize, what: impl Into<String>) {
        Refused::note(&mut self.reported, &mut self.reported_total, line, what.into());
    }
}

/// Why a text is refused: it is too long, or could not be shown as it is.
fn wrong(text: &str) -> Option<String> {
    if text.len() > TEXT_CHARS && text.chars().count() > TEXT_CHARS {
        return Some(format!("A field is longer than {TEXT_CHARS} characters."));
    }
    let hidden = |c: char| c.is_control() || text::is_bidi(c);
    text.chars().any(hidden).then(|| "A field has a character that can't be seen.".to_owned())
}
