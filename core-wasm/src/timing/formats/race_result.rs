//! RACE RESULT's exporter: raw data records as JSON, a single one or an array (kb 15788).

use chrono::{DateTime, Duration, NaiveTime, Utc};
use serde_json::{Map, Value};

use super::plain_json::for_each;
use super::{Context, Parsed, wall_ms};
use crate::error::CoreError;
use crate::timing::read::{Read, clean_bib};

pub(super) fn parse(context: &Context<'_>, body: &[u8]) -> Result<Parsed, CoreError> {
    let mut parsed = Parsed::default();
    for_each(body, |number, value| {
        let read = match value {
            Value::Object(fields) => read(context, &fields),
            _ => Err("This is not an object with a record's fields.".into()),
        };
        parsed.take(number, read);
    })?;
    Ok(parsed)
}

/// Whether an object is a RACE RESULT record and not a plain read.
pub(super) fn looks_like(fields: &Map<String, Value>) -> bool {
    fields.contains_key("TimingPoint") || fields.contains_key("Passing")
}

pub(super) fn read(context: &Context<'_>, fields: &Map<String, Value>) -> Result<Read, String> {
    let none = Map::new();
    let passing = fields.get("Passing").and_then(Value::as_object).unwrap_or(&none);
    if passing.get("IsMarker").and_then(Value::as_bool) == Some(true) {
        return Err("This is a marker, not a read.".into());
    }
    let text = |of: &Map<String, Value>, name: &str| match of.get(name) {
        Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    };
    // Bib 0 means that the transponder is assigned to no bib.
    let bib = text(fields, "Bib").map(|bib| clean_bib(&bib)).filter(|bib| bib != "0");
    let chip = text(passing, "Transponder").or_else(|| text(fields, "Transponder"));
    if bib.is_none() && chip.is_none() {
        return Err("The record has neither Bib nor Transponder.".into());
    }
    let mat = text(fields, "TimingPoint").or_else(|| context.mat.map(str::to_owned)).ok_or("The TimingPoint is missing.")?;
    let device = text(passing, "DeviceID");
    Ok(Read {
        source: device.clone().unwrap_or_else(|| mat.clone()),
        // A device restarts its passing numbers in each file.
        device: text(passing, "FileNo").map(|file| format!("file {file}")),
        seq: passing.get("PassingNo").and_then(Value::as_i64).or_else(|| fields.get("ID").and_then(Value::as_i64)),
        mat,
        bib,
        chip: chip.map(|chip| clean_bib(&chip)),
        time: time(context, fields, passing)?,
        invalid: fields.get("Invalid").and_then(Value::as_bool).unwrap_or_default(),
        timer: None,
        event: None,
        kind: None,
    })
}

/// The passing's instant: `UTCTime` where it is given, otherwise `Time`, the seconds since midnight of the race's date.
fn time(context: &Context<'_>, fields: &Map<String, Value>, passing: &Map<String, Value>) -> Result<i64, String> {
    if let Some(utc) = passing.get("UTCTime").or(fields.get("UTCTime")).and_then(Value::as_str) {
        let instant = utc.parse::<DateTime<Utc>>().map_err(|_| "The UTCTime is not a time like 2024-01-12T09:06:35.944Z.")?;
        return Ok(instant.timestamp_millis());
    }
    let seconds = fields.get("Time").and_then(Value::as_f64).ok_or("The record has neither UTCTime nor Time.")?;
    // In races that last past midnight the seconds continue above 86,400.
    if !(0.0..=7.0 * 86_400.0).contains(&seconds) {
        return Err("The Time is not a number of seconds since midnight.".into());
    }
    let date = context.date.ok_or("The record has only a time of day, and the race has no date.")?;
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let ms = (seconds * 1000.0).round() as i64;
    Ok(wall_ms(date.and_time(NaiveTime::MIN) + Duration::milliseconds(ms), context.zone))
}
