//! ChronoTrack's controller files: `TO~seq~tag~timer~event~epoch~reader~antenna~rssi~seqByReader~type~hits` (kb 205357120).
//!
//! Older boxes write no `hits`. Some pad numbers with zeros. The field `epoch` is not an epoch time: it is the time that the
//! box's clock shows, the race's wall time, written as if it were UTC.

use chrono::DateTime;

use super::{Context, Parsed, lines, required_mat, seconds_to_ms, text, wall_ms};
use crate::error::CoreError;
use crate::timing::entrants::quoted;
use crate::timing::read::{Read, clean_bib};

pub(super) fn parse(context: &Context<'_>, body: &[u8]) -> Result<Parsed, CoreError> {
    let mat = required_mat(context)?;
    let mut parsed = Parsed::default();
    for (line, content) in lines(&text(body)) {
        parsed.take(line, read(context, mat, content));
    }
    Ok(parsed)
}

fn read(context: &Context<'_>, mat: &str, line: &str) -> Result<Read, String> {
    let fields: Vec<&str> = line.split('~').map(str::trim).collect();
    if fields.first() != Some(&"TO") {
        return Err(format!("A ChronoTrack read begins with TO~, but this is {}.", quoted(line)));
    }
    let (&[_, seq, tag, timer, event, epoch, reader, _, _, _, kind]
    | &[_, seq, tag, timer, event, epoch, reader, _, _, _, kind, _]) = fields.as_slice()
    else {
        return Err(format!("A ChronoTrack read has 11 or 12 fields, but here are {}.", fields.len()));
    };
    let number = |what: &str, text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse::<i64>().ok()).flatten().ok_or_else(|| format!("The {what} {} is not a number.", quoted(text)))
    };
    if tag.is_empty() || tag.len() > 40 {
        return Err("The tag is missing, or longer than 40 characters.".into());
    }
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
        chip: Some(clean_bib(tag)),
        time: wall_ms(wall.naive_utc(), context.zone),
        invalid: false,
        timer: Some(clean_bib(timer)).filter(|timer| !timer.is_empty()),
        event: Some(clean_bib(event)).filter(|event| !event.is_empty()),
        kind: Some(kind.to_owned()),
    })
}
