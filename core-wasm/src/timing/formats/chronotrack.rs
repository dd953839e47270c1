//! ChronoTrack: the lines of a box's files and of its stream.
//!
//! | line | what it is |
//! |---|---|
//! | `TO~seq~tag~timer~event~epoch~reader~antenna~rssi~seqByReader~type~hits` | a read in a file (kb 205357120); older boxes write no `hits`, some pad numbers with zeros |
//! | `id,line,event,nextRead,YYMMDDhhmmsscc,detail` | a mark in a `.mrk` file: [`marks`] |
//! | `CT01_13~24~START~50101~15:54:48.90~1~117F37~8` | a read in a stream, a gun, or a word about the connection: [`stream`] |
//!
//! The field `epoch` is not an epoch time: it is the time that the box's clock shows, the race's wall time, written as if it were
//! UTC.

mod marks;
mod stream;

use chrono::DateTime;

use super::{Context, NO_MAT, Parsed, seconds_to_ms, wall_ms};
use crate::timing::entrants::quoted;
use crate::timing::read::{Read, clean_bib};

pub(super) fn take(context: &Context<'_>, line: usize, text: &str, parsed: &mut Parsed) {
    if stream::is_line(text) {
        stream::take(context, line, text, parsed);
    } else if marks::is_line(text) {
        marks::take(context, line, text, parsed);
    } else {
        parsed.take(line, read(context, text));
    }
}

fn read(context: &Context<'_>, line: &str) -> Result<Read, String> {
    let fields: Vec<&str> = line.split('~').map(str::trim).collect();
    if fields.first() != Some(&"TO") {
        return Err(format!("A ChronoTrack read begins with TO~, but this is {}.", quoted(line)));
    }
    let mat = context.mat().ok_or(NO_MAT)?;
    let (&[_, seq, tag, timer, event, epoch, reader, _, _, _, kind]
    | &[_, seq, tag, timer, event, epoch, reader, _, _, _, kind, _]) = fields.as_slice()
    else {
        return Err(format!("A ChronoTrack read has 11 or 12 fields, but here are {}.", fields.len()));
    };
    if !matches!(kind, "P" | "I" | "K") {
        return Err(format!("The type {} is not P, I or K.", quoted(kind)));
    }
    let wall = seconds_to_ms(epoch)
        .and_then(DateTime::from_timestamp_millis)
        .ok_or_else(|| format!("The time {} is not a number of seconds.", quoted(epoch)))?;
    Ok(Read {
        source: mat.to_owned(),
        device: Some(reader.to_owned()).filter(|reader| !reader.is_empty()),
        seq: Some(number("sequence number", seq)?),
        mat: mat.to_owned(),
        bib: None,
        chip: Some(self::tag(tag)?),
        time: wall_ms(wall.naive_utc(), context.zone),
        invalid: false,
        timer: Some(clean_bib(timer)).filter(|timer| !timer.is_empty()),
        event: Some(clean_bib(event)).filter(|event| !event.is_empty()),
        kind: Some(kind.to_owned()),
    })
}

fn tag(text: &str) -> Result<String, String> {
    if text.is_empty() || text.len() > 40 {
        return Err("The tag is missing, or longer than 40 characters.".into());
    }
    Ok(clean_bib(text))
}

/// A number in digits alone.
fn number(what: &str, text: &str) -> Result<i64, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().ok_or_else(|| format!("The {what} {} is not a number.", quoted(text)))
}
