//! MYLAPS: records of 39 characters (version 1) and `t=…|c=…` passings (version 2), bare or within the ToolKit's messages.
//!
//! A message is `name@Store@record@…@number@$` or `name@Passing@record@…@number@$`; `name` is the mat. The code that holds the
//! connection acknowledges messages, not this module.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};

use super::{Context, Parsed, lines, text, wall_ms};
use crate::error::CoreError;
use crate::timing::entrants::quoted;
use crate::timing::read::{Read, clean_bib};

pub(super) fn parse(context: &Context<'_>, body: &[u8]) -> Result<Parsed, CoreError> {
    let mut parsed = Parsed::default();
    for (line, content) in lines(&text(body)) {
        for message in content.split('$').map(|part| part.trim_matches(['\0', ' '])).filter(|part| !part.is_empty()) {
            let parts: Vec<&str> = message.split('@').collect();
            match parts.as_slice() {
                // The last part before the end is the message's number.
                &[name, "Store" | "Passing", ref records @ .., _, ""] | &[name, "Store" | "Passing", ref records @ .., _] => {
                    for record in records {
                        parsed.take(line, read(context, Some(name), record));
                    }
                }
                &[record] => parsed.take(line, read(context, context.mat, record)),
                _ => parsed.take(line, Err(format!("This is no passing: {}.", quoted(message)))),
            }
        }
    }
    Ok(parsed)
}

fn read(context: &Context<'_>, mat: Option<&str>, record: &str) -> Result<Read, String> {
    let mat =
        mat.map(str::trim).filter(|mat| !mat.is_empty()).ok_or("The mat is missing: add ?mat= with the name of the box.")?;
    let found = if record.contains('=') { second_version(context, record)? } else { first_version(record)? };
    Ok(Read { source: mat.to_owned(), mat: mat.to_owned(), time: wall_ms(found.wall, context.zone), ..found.read })
}

struct ParsedRecord {
    read: Read,
    wall: NaiveDateTime,
}

/// `000152807:10:42.37911 02  2DC1C25041353`: chip 0–7, time 7–19, then the date before the two digits of the checksum.
fn first_version(record: &str) -> Result<ParsedRecord, String> {
    let record = record.trim_end();
    let broken = || format!("This is not a MYLAPS record of 39 characters: {}.", quoted(record));
    if !record.is_ascii() || record.len() != 39 {
        return Err(broken());
    }
    let chip = record.get(..7).ok_or_else(broken)?;
    let time = record.get(7..19).and_then(time_of_day).ok_or_else(broken)?;
    let day = record.get(record.len() - 8..record.len() - 2).and_then(date).ok_or_else(broken)?;
    Ok(ParsedRecord { read: Read { chip: Some(clean_bib(chip)), ..Read::default() }, wall: day.and_time(time) })
}

/// `t=13:11:30.904|c=0000041|ct=UH|d=120606|l=13|…|b=41|n=41`.
fn second_version(context: &Context<'_>, record: &str) -> Result<ParsedRecord, String> {
    let field = |name: &str| {
        record.split('|').filter_map(|part| part.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value.trim())
    };
    if field("mt").is_some_and(|kind| kind.eq_ignore_ascii_case("Gunshot")) {
        return Err("This is a gun, not a read: set the gun at the timing desk.".into());
    }
    let some = |name: &str| field(name).filter(|value| !value.is_empty());
    let bib = some("b").map(clean_bib).filter(|bib| bib != "0");
    let chip = some("c").map(clean_bib);
    if bib.is_none() && chip.is_none() {
        return Err("The passing has neither a chip (c) nor a bib (b).".into());
    }
    let time = some("t").and_then(time_of_day).ok_or("The passing has no time (t) like 13:11:30.904.")?;
    let day = match some("d") {
        Some(text) => date(text).ok_or("The passing's date (d) is not a date like 120606.")?,
        None => context.date.ok_or("The passing has no date (d), and the race has none either.")?,
    };
    let seq = some("n").and_then(|number| number.parse().ok());
    let device = some("an").or(some("dv")).map(str::to_owned);
    Ok(ParsedRecord { read: Read { bib, chip, seq, device, ..Read::default() }, wall: day.and_time(time) })
}

/// `13:11:30.904`, with any number of decimals.
fn time_of_day(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text.trim(), "%H:%M:%S%.f").ok()
}

/// `YYMMDD`, in this century.
fn date(text: &str) -> Option<NaiveDate> {
    let part = |from: usize| text.get(from..from + 2)?.parse::<u32>().ok();
    (text.len() == 6).then(|| NaiveDate::from_ymd_opt(2000 + i32::try_from(part(0)?).ok()?, part(2)?, part(4)?)).flatten()
}
