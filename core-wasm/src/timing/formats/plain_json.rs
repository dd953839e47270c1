//! Plain JSON, for senders that a customer writes (DESIGN §6): an array of reads, or one read.

use serde_json::{Map, Value};

use super::{Context, Parsed, race_result};
use crate::dates;
use crate::error::CoreError;
use crate::timing::elements;
use crate::timing::entrants::quoted;
use crate::timing::read::{Read, clean_bib};

pub(super) fn parse(context: &Context<'_>, body: &[u8], parsed: &mut Parsed) -> Result<(), CoreError> {
    for_each(body, |number, value| match value {
        Value::Object(fields) if race_result::looks_like(&fields) => race_result::take(context, number, &fields, parsed),
        Value::Object(fields) => parsed.take(number, read(context, &fields)),
        _ => parsed.refuse(number, "This is not an object with a read's fields.".into()),
    })
}

/// Calls `handle` with each element of a JSON array and its number, counted from 1; a single object is read as an array of one.
pub(super) fn for_each(body: &[u8], mut handle: impl FnMut(usize, Value)) -> Result<(), CoreError> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start();
    let no_json = |error: serde_json::Error| CoreError::new("unreadable_reads", format!("This is not JSON: {error}."));
    if body.first() == Some(&b'[') {
        return elements::for_each(body, handle).map_err(no_json);
    }
    match serde_json::from_slice(body).map_err(no_json)? {
        value @ Value::Object(_) => handle(1, value),
        _ => return Err(CoreError::new("unreadable_reads", "Send an array of reads, or one read.")),
    }
    Ok(())
}

fn read(context: &Context<'_>, fields: &Map<String, Value>) -> Result<Read, String> {
    let bib = tag(fields, "bib")?;
    let chip = tag(fields, "chip")?;
    if bib.is_none() && chip.is_none() {
        return Err("A read needs a bib or a chip.".into());
    }
    let mat = match text(fields, "mat")?.or_else(|| context.mat.map(str::to_owned)) {
        Some(mat) if !mat.trim().is_empty() => mat.trim().to_owned(),
        _ => return Err("The mat is missing.".into()),
    };
    let time = match fields.get("time") {
        Some(Value::String(text)) => dates::parse_instant(text).map_err(|error| error.message)?,
        None | Some(Value::Null) => return Err("The time is missing.".into()),
        Some(_) => return Err("The time must be a text like 2027-06-15T08:52:11.340-04:00.".into()),
    };
    let seq = match fields.get("seq") {
        None | Some(Value::Null) => None,
        Some(value) => Some(value.as_i64().ok_or("The seq must be a whole number.")?),
    };
    let invalid = match fields.get("invalid") {
        None | Some(Value::Null) => false,
        Some(value) => value.as_bool().ok_or("The field invalid must be true or false.")?,
    };
    Ok(Read {
        source: text(fields, "source")?.unwrap_or_else(|| mat.clone()),
        device: text(fields, "device")?,
        seq,
        mat,
        bib,
        chip,
        time,
        invalid,
        timer: text(fields, "timer")?.map(|code| clean_bib(&code)),
        event: text(fields, "event")?.map(|code| clean_bib(&code)),
        kind: text(fields, "kind")?,
    })
}

/// A field that is a text or a whole number; a blank text counts as absent.
fn text(fields: &Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    let value = match fields.get(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) if !number.is_f64() => number.to_string(),
        Some(_) => return Err(format!("The field {name} must be a text or a whole number.")),
    };
    if value.chars().count() > 100 {
        return Err(format!("The field {name} is longer than 100 characters: {}.", quoted(&value)));
    }
    Ok(Some(value).filter(|text| !text.is_empty()))
}

fn tag(fields: &Map<String, Value>, name: &str) -> Result<Option<String>, String> {
    Ok(text(fields, name)?.map(|tag| clean_bib(&tag)))
}
