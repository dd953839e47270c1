//! The lines of a `.mrk` file: `id,line,event,nextRead,YYMMDDhhmmsscc,detail`.
//!
//! `I11A9D,32,Gun,252,21050808005516,Button Press` is a gun, `I2FB10,31,TimeChange,8,21050808260304,21050808260243` a clock that
//! was set: to the first time when it showed the second one. The other events tell the state of the box.

use chrono::TimeDelta;

use super::super::wall::date_and_time;
use super::{Context, NO_MAT, Parsed, number, wall_ms};
use crate::timing::entrants::quoted;
use crate::timing::mark::{Mark, MarkKind};

/// Whether a line is one of a `.mrk` file. A read has no comma.
pub(super) fn is_line(text: &str) -> bool {
    !text.contains('~') && text.split(',').count() >= 6
}

pub(super) fn take(context: &Context<'_>, line: usize, text: &str, parsed: &mut Parsed) {
    match mark(context, text) {
        Ok(None) => parsed.controls += 1,
        Ok(Some(mark)) => parsed.take_mark(line, Ok(mark)),
        Err(reason) => parsed.refuse(line, reason),
    }
}

/// The mark in a line; `None` for an event that concerns the box alone.
fn mark(context: &Context<'_>, text: &str) -> Result<Option<Mark>, String> {
    let mut fields = text.splitn(6, ',').map(str::trim);
    let mut field = || fields.next().unwrap_or_default();
    let (source, seq, event, next, time, detail) = (field(), field(), field(), field(), field(), field());
    let (seq, next) = (number("line number", seq)?, number("number of the next read", next)?);
    let at = clock(context, time)?;
    let kind = match event {
        "Gun" => MarkKind::Gun,
        "TimeChange" => MarkKind::ClockChange,
        "Manual" => MarkKind::Button,
        _ if event.is_empty() => return Err(format!("The event is missing in {}.", quoted(text))),
        _ => return Ok(None),
    };
    let was = if kind == MarkKind::ClockChange { Some(clock(context, detail)?) } else { None };
    Ok(Some(Mark {
        source: source.to_owned(),
        mat: context.mat().ok_or(NO_MAT)?.to_owned(),
        kind,
        seq: Some(seq),
        time: at,
        was,
        next_read: Some(next),
        detail: if was.is_some() { String::new() } else { detail.to_owned() },
    }))
}

/// A time like `21050808005516`: 8:00:55.16 AM of 2021-05-08.
fn clock(context: &Context<'_>, text: &str) -> Result<i64, String> {
    let broken = || format!("The time {} is not one like 21050808005516.", quoted(text));
    let (wall, hundredths) = text.split_at_checked(12).filter(|(_, rest)| rest.len() == 2).ok_or_else(broken)?;
    let wall = date_and_time(wall).ok_or_else(broken)?;
    let hundredths = number("time", hundredths).map_err(|_| broken())?;
    Ok(wall_ms(wall + TimeDelta::milliseconds(hundredths * 10), context.zone))
}
