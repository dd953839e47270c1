//! RACE RESULT: the exporter's raw data records as JSON, a single one or an array (kb 15788), and the lists of its Simple API
//! (kb 35919).

use chrono::{DateTime, FixedOffset, NaiveTime, TimeDelta, Utc};
use serde_json::{Map, Value};

use super::plain_json::for_each;
use super::sent_result::SentResult;
use super::wall::dated;
use super::{Context, Parsed, wall_ms};
use crate::dates;
use crate::error::CoreError;
use crate::timing::read::{Read, clean_bib};

const DAY_MS: i64 = 86_400_000;
/// Two clocks that differ by less agree: the exporter rounds.
const SAME_MS: i64 = 1000;
/// The local time is nearer to the moment of receipt than the universal time when it is nearer by more than this.
const NEARER_MS: i64 = 60_000;
/// How much later than its receipt a passing may be: the two clocks differ.
const EARLY_MS: i64 = 60 * 60 * 1000;

pub(super) fn parse(context: &Context<'_>, body: &[u8], parsed: &mut Parsed) -> Result<(), CoreError> {
    for_each(body, |number, value| match value {
        Value::Object(fields) => take(context, number, &fields, parsed),
        _ => parsed.refuse(number, "This is not an object with a record's fields.".into()),
    })
}

/// Reads a list of the Simple API: each row is a result, or a raw data record where the list has the columns of one.
pub(super) fn parse_simple_api(context: &Context<'_>, body: &[u8], parsed: &mut Parsed) -> Result<(), CoreError> {
    for_each(body, |number, value| match value {
        Value::Object(fields) if looks_like(&fields) => take(context, number, &fields, parsed),
        Value::Object(fields) => SentResult::take("", number, &fields, parsed),
        _ => parsed.refuse(number, "This is not an object with a row's columns.".into()),
    })
}

/// Whether an object is a RACE RESULT record and not a plain read.
pub(super) fn looks_like(fields: &Map<String, Value>) -> bool {
    fields.contains_key("TimingPoint") || fields.contains_key("Passing")
}

pub(super) fn take(context: &Context<'_>, number: usize, fields: &Map<String, Value>, parsed: &mut Parsed) {
    if field(fields, "IsMarker").and_then(Value::as_bool) == Some(true) {
        return parsed.refuse(number, "This is a marker, not a read.".into());
    }
    match read(context, fields) {
        Ok((read, doubt)) => {
            parsed.take(number, Ok(read));
            if let Some(doubt) = doubt {
                parsed.report(number, doubt);
            }
        }
        Err(reason) => parsed.refuse(number, reason),
    }
}

/// A field of the passing, or of the record itself.
fn field<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    fields.get("Passing").and_then(|passing| passing.get(name)).or_else(|| fields.get(name))
}

fn text(value: Option<&Value>) -> Option<String> {
    match value {
        Some(Value::String(text)) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Some(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    }
}

/// The read, and what a person should know about it.
fn read(context: &Context<'_>, fields: &Map<String, Value>) -> Result<(Read, Option<String>), String> {
    // Bib 0 means that the transponder is assigned to no bib.
    let bib = text(fields.get("Bib")).map(|bib| clean_bib(&bib)).filter(|bib| bib != "0");
    let chip = text(field(fields, "Transponder"));
    if bib.is_none() && chip.is_none() {
        return Err("The record has neither Bib nor Transponder.".into());
    }
    let mat = text(fields.get("TimingPoint")).or_else(|| context.mat.map(str::to_owned)).ok_or("The TimingPoint is missing.")?;
    let device = text(field(fields, "DeviceID"));
    let (time, doubt) = time(context, fields)?;
    let read = Read {
        source: device.clone().unwrap_or_else(|| mat.clone()),
        // A device restarts its passing numbers in each file.
        device: text(field(fields, "FileNo")).map(|file| format!("file {file}")),
        seq: field(fields, "PassingNo").and_then(Value::as_i64).or_else(|| fields.get("ID").and_then(Value::as_i64)),
        mat,
        bib,
        chip: chip.map(|chip| clean_bib(&chip)),
        time,
        invalid: fields.get("Invalid").and_then(Value::as_bool).unwrap_or_default(),
        timer: None,
        event: None,
        kind: None,
    };
    Ok((read, doubt))
}

/// The passing's instant, and a doubt of it.
///
/// It is `UTCTime` where that is given, otherwise `Time`, the seconds since midnight ([`local`]). A device whose zone is
/// not set sends its local time as `UTCTime`. So where `UTCTime` contradicts `Time`, and `Received` confirms `Time`, the local time
/// counts (TIMING, "Settled rules").
fn time(context: &Context<'_>, fields: &Map<String, Value>) -> Result<(i64, Option<String>), String> {
    let seconds = fields.get("Time").and_then(Value::as_f64);
    let Some(written) = field(fields, "UTCTime").and_then(Value::as_str) else {
        let since = since_midnight(seconds.ok_or("The record has neither UTCTime nor Time.")?)?;
        return Ok((local(context, since, received(fields))?, None));
    };
    let utc = written.parse::<DateTime<Utc>>().map_err(|_| "The UTCTime is not a time like 2024-01-12T09:06:35.944Z.")?;
    let utc_ms = utc.timestamp_millis();
    let Some(local) = seconds.and_then(|seconds| since_midnight(seconds).ok()).map(|ms| ms % DAY_MS) else {
        return Ok((utc_ms, None));
    };
    // The distance of a wall clock from the local time of the passing, within half a day.
    let after = |clock: i64| (clock - local + DAY_MS / 2).rem_euclid(DAY_MS) - DAY_MS / 2;
    if after(utc_ms + context.zone.offset_ms(utc_ms)).abs() <= SAME_MS {
        return Ok((utc_ms, None));
    }
    if let Some(received) = received(fields) {
        let ms = received.timestamp_millis();
        if let Some(clock) = clocks(context, received).into_iter().min_by_key(|clock| after(*clock).abs())
            && after(clock).abs() + NEARER_MS < (ms - utc_ms).abs()
            && let Some(passed) = DateTime::from_timestamp_millis(clock - after(clock))
        {
            let time = wall_ms(passed.naive_utc(), context.zone);
            let doubt = format!(
                "UTCTime {written} contradicts Time and Received. The local time of the race counts: {}.",
                dates::format_instant(time, context.zone)
            );
            return Ok((time, Some(doubt)));
        }
    }
    Ok((utc_ms, Some(format!("Time contradicts UTCTime {written}, which counts."))))
}

/// When the exporter received the record.
fn received(fields: &Map<String, Value>) -> Option<DateTime<FixedOffset>> {
    field(fields, "Received").and_then(Value::as_str)?.parse().ok()
}

/// What clocks show at the moment of receipt, as milliseconds: those of the computer that received it, which may be set to another
/// zone than the race's, and those of the race.
fn clocks(context: &Context<'_>, received: DateTime<FixedOffset>) -> [i64; 2] {
    let ms = received.timestamp_millis();
    [received.naive_local().and_utc().timestamp_millis(), ms + context.zone.offset_ms(ms)]
}

/// The instant of a local time, given as milliseconds since midnight.
///
/// From a whole day on it counts from the race's date. A time of day is that of the day on which the record was received, or of the
/// day before when it would be received more than [`EARLY_MS`] before it was made; without the moment of receipt, that of the race.
fn local(context: &Context<'_>, since: i64, received: Option<DateTime<FixedOffset>>) -> Result<i64, String> {
    let wall = |ms: i64| DateTime::from_timestamp_millis(ms).map(|at| wall_ms(at.naive_utc(), context.zone));
    if since < DAY_MS {
        let Some(received) = received else { return dated(context, NaiveTime::MIN + TimeDelta::milliseconds(since)) };
        let after = |clock: &i64| (clock + EARLY_MS - since).rem_euclid(DAY_MS) - EARLY_MS;
        let clock = clocks(context, received).into_iter().min_by_key(|clock| after(clock).abs()).unwrap_or_default();
        return wall(clock - after(&clock)).ok_or_else(|| "The date is out of range.".into());
    }
    let date = context.date.ok_or("The record has only a time of day, and the race has no date.")?;
    Ok(wall_ms(date.and_time(NaiveTime::MIN) + TimeDelta::milliseconds(since), context.zone))
}

/// The milliseconds since midnight. In races that last past midnight the seconds continue above 86,400.
fn since_midnight(seconds: f64) -> Result<i64, String> {
    if !(0.0..=7.0 * 86_400.0).contains(&seconds) {
        return Err("The Time is not a number of seconds since midnight.".into());
    }
    #[expect(clippy::cast_possible_truncation, reason = "checked above")]
    let ms = (seconds * 1000.0).round() as i64;
    Ok(ms)
}
