//! The records within MYLAPS' messages.

use chrono::NaiveTime;

use super::super::wall::{date, dated, time_of_day};
use super::super::{NO_MAT, quoted, wall_ms};
use super::Context;
use crate::timing::mark::{Mark, MarkKind};
use crate::timing::read::{Read, clean_bib};

/// A record, or the reason why it is refused.
pub(super) enum Record {
    Read(Result<Read, String>),
    Mark(Result<Mark, String>),
}

/// A passing of either version, or a gun among the passings.
pub(super) fn read(context: &Context<'_>, mat: Option<&str>, record: &str) -> Record {
    let Some(mat) = mat else { return Record::Read(Err(NO_MAT.into())) };
    if !record.contains('=') {
        let read = first_version(context, mat, record);
        return match read {
            // A gun among the passings has the name of the decoder's input in place of the chip.
            Ok(Read { chip: Some(chip), time, .. }) if chip.eq_ignore_ascii_case("ext-gun") => {
                Record::Mark(to_mark(mat, &chip, "", || Ok(time)))
            }
            read => Record::Read(read),
        };
    }
    match fields(record) {
        Err(reason) => Record::Read(Err(reason)),
        Ok(fields) if fields.get("mt").is_some() || fields.get("c").is_some_and(|chip| kind(chip) == Some(MarkKind::Gun)) => {
            Record::Mark(second_version_marker(context, mat, &fields))
        }
        Ok(fields) => Record::Read(second_version(context, mat, &fields)),
    }
}

/// A marker: `t=11:03:40.347|mt=Gunshot|n=Gunshot 1`, or `11:03:40.347|ext-gun|Start` in version 1.
pub(super) fn marker(context: &Context<'_>, mat: Option<&str>, record: &str) -> Record {
    let Some(mat) = mat else { return Record::Mark(Err(NO_MAT.into())) };
    Record::Mark(if record.contains('=') {
        fields(record).and_then(|fields| second_version_marker(context, mat, &fields))
    } else {
        let mut parts = record.split('|').map(str::trim);
        let mut part = || parts.next().unwrap_or_default();
        let (time, of, detail) = (part(), part(), part());
        to_mark(mat, of, detail, || time_of_day(time).ok_or_else(no_time).and_then(|time| dated(context, time)))
    })
}

/// `000152807:10:42.37911 02  2DC1C25041353`: chip 0–7, time 7–19, date 31–37, then the checksum of two hexadecimal digits: the sum
/// of the characters 0 to 36 modulo 256.
fn first_version(context: &Context<'_>, mat: &str, record: &str) -> Result<Read, String> {
    let broken = || format!("This is not a MYLAPS record of 39 characters: {}.", quoted(record));
    if !record.is_ascii() || record.len() != 39 {
        return Err(broken());
    }
    let part = |from: usize, to: usize| record.get(from..to).ok_or_else(broken);
    let sum = part(0, 37)?.bytes().fold(0_u8, u8::wrapping_add);
    if !part(37, 39)?.eq_ignore_ascii_case(&format!("{sum:02X}")) {
        return Err(format!("The checksum of {} is wrong.", quoted(record)));
    }
    let chip = clean_bib(part(0, 7)?);
    let time = time_of_day(part(7, 19)?).ok_or_else(broken)?;
    let day = date(part(31, 37)?).ok_or_else(broken)?;
    if chip.is_empty() {
        return Err(broken());
    }
    Ok(Read { chip: Some(chip), time: wall_ms(day.and_time(time), context.zone), ..of(mat) })
}

/// `t=13:11:30.904|c=0000041|ct=UH|d=120606|l=13|…|b=41|n=41`.
fn second_version(context: &Context<'_>, mat: &str, fields: &Fields<'_>) -> Result<Read, String> {
    let bib = fields.get("b").map(clean_bib).filter(|bib| !matches!(bib.as_str(), "0" | "-1"));
    let chip = fields.get("c").map(clean_bib);
    if bib.is_none() && chip.is_none() {
        return Err("The passing has neither a chip (c) nor a bib (b).".into());
    }
    let seq = fields.get("n").and_then(|number| number.parse().ok());
    let device = fields.get("an").or(fields.get("dv")).map(str::to_owned);
    Ok(Read { bib, chip, seq, device, time: instant(context, fields)?, ..of(mat) })
}

fn second_version_marker(context: &Context<'_>, mat: &str, fields: &Fields<'_>) -> Result<Mark, String> {
    let of = fields.get("mt").or(fields.get("c")).unwrap_or_default();
    to_mark(mat, of, fields.get("n").unwrap_or_default(), || instant(context, fields))
}

fn to_mark(mat: &str, of: &str, detail: &str, time: impl FnOnce() -> Result<i64, String>) -> Result<Mark, String> {
    let kind = kind(of).ok_or_else(|| format!("The marker's type {} is unknown.", quoted(of)))?;
    Ok(Mark { source: mat.to_owned(), mat: mat.to_owned(), kind, time: time()?, detail: detail.to_owned(), ..Mark::default() })
}

fn kind(text: &str) -> Option<MarkKind> {
    match text.to_ascii_lowercase().as_str() {
        "gunshot" | "gun" | "ext-gun" | "ext-1" | "ext-2" => Some(MarkKind::Gun),
        "mark" | "marker" | "loc" => Some(MarkKind::Button),
        _ => None,
    }
}

fn of(mat: &str) -> Read {
    Read { source: mat.to_owned(), mat: mat.to_owned(), ..Read::default() }
}

fn no_time() -> String {
    "There is no time (t) like 13:11:30.904.".into()
}

/// The time of day of a passing or marker, on its own date where it has one.
fn instant(context: &Context<'_>, fields: &Fields<'_>) -> Result<i64, String> {
    let time: NaiveTime = fields.get("t").and_then(time_of_day).ok_or_else(no_time)?;
    match fields.get("d") {
        Some(text) => {
            let day = date(text).ok_or("The date (d) is not one like 120606.")?;
            Ok(wall_ms(day.and_time(time), context.zone))
        }
        None => dated(context, time),
    }
}

/// The fields of a record of version 2.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// The value of a field; `None` when it is empty.
    fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(key, value)| *key == name && !value.is_empty()).map(|(_, value)| *value)
    }
}

/// Splits a record of version 2. There is no checksum, so a record whose form is not exact is refused: it was damaged, or two
/// records are run together.
fn fields(record: &str) -> Result<Fields<'_>, String> {
    let mut fields: Vec<(&str, &str)> = Vec::new();
    for part in record.split('|').filter(|part| !part.is_empty()) {
        match part.split_once('=') {
            Some((key, value)) if !value.contains('=') && fields.iter().all(|(known, _)| *known != key) => {
                fields.push((key, value.trim()));
            }
            _ => return Err(format!("This is not a record like t=13:11:30.904|c=0000041|d=120606: {}.", quoted(record))),
        }
    }
    Ok(Fields(fields))
}
