//! MYLAPS: the messages of the ToolKit and of Timing & Scoring over TCP, and records alone, one a line.
//!
//! A message is `name@function@data@…@$`; its name is the timing point, the mat:
//!
//! | message | answer |
//! |---|---|
//! | `5Km@Store@record@…@number@$`, records of version 1 | `Splitline@AckStore@number@$`, when the records are on disk |
//! | `5Km@Passing@record@…@number@$`, records of version 2 | `Splitline@AckPassing@number@$`, likewise |
//! | `Start@Marker@record@…@number@$`, guns and other markers | `Splitline@AckMarker@number@$`, likewise |
//! | `Name@Pong@$`, the greeting | the version and the wanted fields, at once |
//! | `Name@Ping@$` | `Splitline@AckPing@$`, at once |
//! | `Name@AckPing@$` and other words about the connection | none |
//!
//! The sender repeats a message until it is acknowledged.

mod records;

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Answer, Context, Parsed, quoted};
use records::Record;

/// Answers a greeting: version 2.1, whose passings have these fields.
const ACK_PONG: &str = "Splitline@AckPong@Version2.1@t|c|ct|d|l|dv|re|an|g|b|n@$";
const ACK_PING: &str = "Splitline@AckPing@$";

/// How often a message with a refused record must come until it is acknowledged all the same: a damage on the way is mended by the
/// second time, but a record that is wrong in the sender itself must not hold up those after it for ever.
const GIVE_UP_AFTER: u8 = 3;
/// The number of different messages with refused records that are remembered.
const REMEMBERED: usize = 32;

/// Reads one connection's messages.
#[derive(Debug, Clone, Default)]
pub(super) struct Mylaps {
    /// Messages with refused records, as hashes, and how often each came; the oldest first.
    refused: Vec<(u64, u8)>,
}

impl Mylaps {
    pub(super) fn take(&mut self, context: &Context<'_>, number: usize, text: &str, parsed: &mut Parsed) {
        let text = text.strip_suffix('@').unwrap_or(text);
        let parts: Vec<&str> = text.split('@').map(str::trim).collect();
        let (name, function, data) = match parts.as_slice() {
            [record] => return records::read(context, context.mat(), record).take(number, parsed),
            &[name, function, ref data @ ..] => (name, function, data),
            [] => return,
        };
        if data.iter().any(|part| matches!(*part, "Store" | "Passing" | "Marker" | "Pong" | "Ping")) {
            // The `$` between them was lost. The records of the second one would get the point of the first one.
            return parsed.refuse(number, format!("Two messages are run together: {}.", quoted(text)));
        }
        match function {
            "Store" | "Passing" | "Marker" => self.take_records(context, number, text, (name, function, data), parsed),
            "Pong" => control(parsed, Some(ACK_PONG)),
            "Ping" => control(parsed, Some(ACK_PING)),
            "GetInfo" | "GetLocations" | "Disconnect" => control(parsed, None),
            _ if function.starts_with("Ack") => control(parsed, None),
            _ => parsed.refuse(number, format!("This is no passing: {}.", quoted(text))),
        }
    }

    fn take_records(
        &mut self,
        context: &Context<'_>,
        number: usize,
        text: &str,
        (name, function, data): (&str, &str, &[&str]),
        parsed: &mut Parsed,
    ) {
        // A message whose number got lost ends with a record, which counts like the others.
        let (records, message) = match data {
            [records @ .., last] if is_number(last) => (records, Some(*last)),
            _ => (data, None),
        };
        if records.is_empty() {
            return parsed.refuse(number, format!("This message has no record: {}.", quoted(text)));
        }
        let mat = Some(name).filter(|name| !name.is_empty());
        let (reads, marks, refused) = (parsed.reads.len(), parsed.marks.len(), parsed.rejected_total);
        for record in records {
            let record =
                if function == "Marker" { records::marker(context, mat, record) } else { records::read(context, mat, record) };
            record.take(number, parsed);
        }
        let Some(message) = message else { return };
        if parsed.rejected_total == refused || self.came_too_often(text) {
            parsed.answers.push(Answer {
                text: format!("Splitline@Ack{function}@{message}@$"),
                mat: Some(name.to_owned()),
                reads: reads..parsed.reads.len(),
                marks: marks..parsed.marks.len(),
            });
        }
    }

    /// Counts a message with a refused record.
    fn came_too_often(&mut self, text: &str) -> bool {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let hash = hasher.finish();
        let before = self.refused.iter().position(|(known, _)| *known == hash).map_or(0, |at| self.refused.remove(at).1);
        if before + 1 >= GIVE_UP_AFTER {
            return true;
        }
        if self.refused.len() >= REMEMBERED {
            self.refused.remove(0);
        }
        self.refused.push((hash, before + 1));
        false
    }
}

fn control(parsed: &mut Parsed, answer: Option<&str>) {
    parsed.controls += 1;
    parsed.answers.extend(answer.map(Answer::at_once));
}

/// Whether the last part of a message is its number.
fn is_number(text: &str) -> bool {
    (1..=18).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Record {
    fn take(self, number: usize, parsed: &mut Parsed) {
        match self {
            Self::Read(read) => parsed.take(number, read),
            Self::Mark(mark) => parsed.take_mark(number, mark),
        }
    }
}
