//! IPICO's lines of 36 characters: `aa`, the reader (2–4), the tag (4–16), the date and time `YYMMDDhhmmss` (20–32), hundredths of
//! a second in hexadecimal digits (32–34), and the checksum (34–36): the sum of the characters 2 to 33 modulo 256. `FS` or `LS`
//! may follow: the tag was seen first or last.

use chrono::TimeDelta;

use super::wall::date_and_time;
use super::{Context, NO_MAT, wall_ms};
use crate::timing::entrants::quoted;
use crate::timing::read::{Read, clean_bib};

pub(super) fn read(context: &Context<'_>, line: &str) -> Result<Read, String> {
    let mat = context.mat().ok_or(NO_MAT)?;
    let broken = || format!("This is not an IPICO line of 36 or 38 characters: {}.", quoted(line));
    if !line.is_ascii() || !line.starts_with("aa") {
        return Err(broken());
    }
    let kind = match line.get(36..) {
        Some("") => None,
        Some(seen @ ("FS" | "LS")) => Some(seen.to_owned()),
        _ => return Err(broken()),
    };
    let part = |from: usize, to: usize| line.get(from..to).ok_or_else(broken);
    let hex = |text: &str| {
        let digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
        digits.then(|| u8::from_str_radix(text, 16).ok()).flatten()
    };
    let sum = part(2, 34)?.bytes().fold(0_u8, u8::wrapping_add);
    if hex(part(34, 36)?) != Some(sum) {
        return Err(format!("The checksum of {} is wrong.", quoted(line)));
    }
    let wall = date_and_time(part(20, 32)?).ok_or_else(broken)?;
    let hundredths = hex(part(32, 34)?).filter(|hundredths| *hundredths < 100).ok_or_else(broken)?;
    Ok(Read {
        source: mat.to_owned(),
        device: Some(part(2, 4)?.to_owned()),
        mat: mat.to_owned(),
        chip: Some(clean_bib(part(4, 16)?)),
        time: wall_ms(wall + TimeDelta::milliseconds(i64::from(hundredths) * 10), context.zone),
        kind,
        ..Read::default()
    })
}
