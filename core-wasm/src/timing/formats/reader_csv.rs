//! Reads as CSV, with a header in any order and case: `bib`, `chip`, `mat`, `time`, and optionally `source`, `seq`, `invalid`.
//!
//! A time is RFC 3339, or a local date and time of the race: `2027-06-15 08:52:11.340`.

use chrono::NaiveDateTime;

use super::{Context, Parsed, csv_rows, text, wall_ms};
use crate::dates;
use crate::error::CoreError;
use crate::timing::entrants::quoted;
use crate::timing::read::{Read, clean_bib};

pub(super) fn parse(context: &Context<'_>, body: &[u8]) -> Result<Parsed, CoreError> {
    let text = text(body);
    let mut rows = csv_rows(&text);
    let header: Vec<String> =
        rows.next().map(|(_, row)| row.iter().map(|name| name.trim().to_ascii_lowercase()).collect()).unwrap_or_default();
    let has = |name: &str| header.iter().any(|column| column == name);
    if !has("time") || !(has("bib") || has("chip")) {
        return Err(CoreError::new("unreadable_reads", "The first line must name the columns: time, and bib or chip."));
    }
    let mut parsed = Parsed::default();
    for (line, row) in rows {
        let field = |name: &str| {
            let at = header.iter().position(|column| column == name)?;
            row.get(at).map(|value| value.trim()).filter(|value| !value.is_empty())
        };
        parsed.take(line, read(context, field));
    }
    Ok(parsed)
}

fn read<'a>(context: &Context<'a>, field: impl Fn(&str) -> Option<&'a str>) -> Result<Read, String> {
    let (bib, chip) = (field("bib").map(clean_bib), field("chip").map(clean_bib));
    if bib.is_none() && chip.is_none() {
        return Err("A read needs a bib or a chip.".into());
    }
    let mat = field("mat").or(context.mat).ok_or("The mat is missing.")?.to_owned();
    let text = field("time").ok_or("The time is missing.")?;
    let time = dates::parse_instant(text)
        .ok()
        .or_else(|| {
            let wall = ["%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M:%S%.f"];
            wall.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok()).map(|wall| wall_ms(wall, context.zone))
        })
        .ok_or_else(|| format!("The time {} is not one like 2027-06-15 08:52:11.340.", quoted(text)))?;
    let seq = field("seq").map(|seq| seq.parse().map_err(|_| "The seq must be a whole number.")).transpose()?;
    let invalid = match field("invalid").map(str::to_ascii_lowercase).as_deref() {
        None | Some("false" | "0" | "no") => false,
        Some("true" | "1" | "yes") => true,
        Some(_) => return Err("The field invalid must be true or false.".into()),
    };
    let source = field("source").unwrap_or(&mat).to_owned();
    Ok(Read { source, seq, mat, bib, chip, time, invalid, ..Read::default() })
}
