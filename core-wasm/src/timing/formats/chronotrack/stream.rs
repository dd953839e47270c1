//! ChronoTrack's stream over a socket: `CT01_13~number~point~tag~time~occurrence~reader~antenna`.
//!
//! A box greets with `SimpleClient~0.5.0~CTP01` and waits for the number of settings, the settings and `start`; from then on it
//! sends a line for each read. No read is acknowledged: after a broken connection the box sends everything from the beginning.
//! Lines of the format `CT01_33` also tell guns (`guntime` in place of the tag) and new points (`newlocation`).

use chrono::NaiveDateTime;

use super::super::wall::{dated, time_of_day};
use super::super::{Answer, quoted};
use super::{Context, Parsed, number, tag, wall_ms};
use crate::timing::mark::{Mark, MarkKind};
use crate::timing::read::Read;

/// What a box that greets is told: the settings, each with a date in its times, and to begin.
const WELCOME: &str = "Splitline~1~3\r\nstream-mode=push\r\ntime-format=iso\r\npushmode-ack=false\r\nstart\r\n";

/// Whether a line is one of a stream.
pub(super) fn is_line(text: &str) -> bool {
    let first = text.split('~').next().unwrap_or_default();
    first.starts_with("CT01_") || matches!(first, "ack" | "err" | "ping") || text.ends_with("~CTP01")
}

pub(super) fn take(context: &Context<'_>, line: usize, text: &str, parsed: &mut Parsed) {
    let fields: Vec<&str> = text.split('~').map(str::trim).collect();
    match fields.as_slice() {
        [_, _, "CTP01"] => control(parsed, Some(WELCOME)),
        ["ping"] => control(parsed, Some("ack~ping\r\n")),
        ["ack" | "err", ..] => control(parsed, None),
        &["CT01_33", _, _, "newlocation", _, _, _, _] => control(parsed, None),
        &["CT01_33", seq, point, "guntime", time, _, reader, _] => {
            parsed.take_mark(line, gun(context, seq, point, time, reader));
        }
        &["CT01_13" | "CT01_33", seq, point, tag, time, _, reader, _] => {
            parsed.take(line, read(context, seq, point, tag, time, reader));
        }
        _ => parsed.refuse(line, format!("This is no read of a ChronoTrack stream: {}.", quoted(text))),
    }
}

fn control(parsed: &mut Parsed, answer: Option<&str>) {
    parsed.controls += 1;
    parsed.answers.extend(answer.map(Answer::at_once));
}

fn read(context: &Context<'_>, seq: &str, point: &str, tag: &str, time: &str, reader: &str) -> Result<Read, String> {
    let mat = mat(point)?;
    Ok(Read {
        source: mat.clone(),
        device: Some(reader.to_owned()).filter(|reader| !reader.is_empty()),
        seq: Some(number("number of the line", seq)?),
        mat,
        chip: Some(self::tag(tag)?),
        time: instant(context, time)?,
        ..Read::default()
    })
}

fn gun(context: &Context<'_>, seq: &str, point: &str, time: &str, reader: &str) -> Result<Mark, String> {
    let mat = mat(point)?;
    Ok(Mark {
        source: if reader.is_empty() { mat.clone() } else { reader.to_owned() },
        mat,
        kind: MarkKind::Gun,
        seq: Some(number("number of the line", seq)?),
        time: instant(context, time)?,
        ..Mark::default()
    })
}

fn mat(point: &str) -> Result<String, String> {
    if point.is_empty() { Err("The point is missing.".into()) } else { Ok(point.to_owned()) }
}

/// A time like `15:54:48.90`, or with its date like `2021-05-08T15:54:48.90`.
fn instant(context: &Context<'_>, text: &str) -> Result<i64, String> {
    if let Ok(wall) = NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f") {
        return Ok(wall_ms(wall, context.zone));
    }
    let time = time_of_day(text).ok_or_else(|| format!("The time {} is not one like 15:54:48.90.", quoted(text)))?;
    dated(context, time)
}
