//! Lengths of courses and of their parts, as people write them: in kilometres, miles or metres, or by a distance's name.

use crate::error::CoreError;

/// Metres in a mile.
pub const MILE_METRES: f64 = 1_609.344;

/// Distances by name, and by their usual rounded miles: `3.1 mi` means a 5K, although it is 11 metres shorter.
const NAMED: [(&str, f64); 10] = [
    ("half", 21_097.5),
    ("half marathon", 21_097.5),
    ("13.1", 21_097.5),
    ("marathon", 42_195.0),
    ("full", 42_195.0),
    ("full marathon", 42_195.0),
    ("26.2", 42_195.0),
    ("3.1", 5_000.0),
    ("6.2", 10_000.0),
    ("9.3", 15_000.0),
];

const UNITS: [(&str, f64); 16] = [
    ("k", 1_000.0),
    ("km", 1_000.0),
    ("kilometer", 1_000.0),
    ("kilometers", 1_000.0),
    ("kilometre", 1_000.0),
    ("kilometres", 1_000.0),
    ("m", 1.0),
    ("meter", 1.0),
    ("meters", 1.0),
    ("metre", 1.0),
    ("metres", 1.0),
    ("yd", 0.9144),
    ("yards", 0.9144),
    ("mi", MILE_METRES),
    ("mile", MILE_METRES),
    ("miles", MILE_METRES),
];

/// A number without a unit below this could mean kilometres, miles or metres.
const PLAIN_METRES: f64 = 100.0;

/// Reads a length in metres: `5K`, `10 km`, `3.1 mi`, `13.1`, `Half`, `10,000`, `400 m`. A number without a unit is metres; below
/// 100 it needs a unit, unless it is the miles of a known distance.
///
/// # Errors
/// `unreadable_metres`, `no_unit`.
pub fn metres(text: &str) -> Result<f64, CoreError> {
    let unreadable = || CoreError::new("unreadable_metres", "Give a length like 5K, 3.1 mi, Half or 5000 m.");
    let lower = text.trim().to_ascii_lowercase();
    let at = lower.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(lower.len());
    let (number, unit) = lower.split_at(at);
    let unit = unit.trim_start_matches([' ', '-']).trim_end_matches('.');
    let named = |name: &str| NAMED.iter().find(|(known, _)| *known == name).map(|(_, metres)| *metres);
    let in_miles = unit.is_empty() || UNITS.iter().any(|(known, metres)| *known == unit && *metres == MILE_METRES);
    if let Some(metres) = named(if number.is_empty() { unit } else { number }).filter(|_| number.is_empty() || in_miles) {
        return Ok(metres);
    }
    let number = read(number).ok_or_else(unreadable)?;
    if unit.is_empty() {
        let bare = number == 0.0 || number >= PLAIN_METRES;
        return if bare { Ok(number) } else { Err(CoreError::new("no_unit", "Please add K, mi or m, like 5K, 3 mi or 50 m.")) };
    }
    let (_, metres) = UNITS.iter().find(|(known, _)| *known == unit).ok_or_else(unreadable)?;
    // Rounded to the millimetre, so that 0.1 km is exactly 100 m.
    Ok((number * metres * 1000.0).round() / 1000.0)
}

/// Reads a decimal number in which commas may separate thousands.
fn read(number: &str) -> Option<f64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let thousands = groups.clone().next().is_none() || first.len() <= 3;
    let grouped = thousands && groups.all(|group| group.len() == 3 && digits(group));
    (!first.is_empty() && grouped && digits(first) && !part.is_empty() && digits(part) && number.len() <= 15)
        .then(|| [&whole.replace(',', ""), ".", part].concat().parse().ok())
        .flatten()
}

/// Writes metres for a form, such that [`metres`] reads the same value again.
pub fn text(metres: f64) -> String {
    if metres > 0.0 && metres < PLAIN_METRES { format!("{metres} m") } else { format!("{metres}") }
}

/// The value that a typed length was read as: `21,097.5 m · 13.11 mi`; `None` when it can't be read.
pub fn understood(text: &str) -> Option<String> {
    let metres = metres(text).ok().filter(|metres| *metres > 0.0 && *metres <= 1_000_000.0)?;
    Some(format!("{} m · {:.2} mi", thousands((metres * 10.0).round() / 10.0), metres / MILE_METRES))
}

fn thousands(number: f64) -> String {
    let text = format!("{number}");
    let (whole, part) = text.split_once('.').map_or((text.as_str(), String::new()), |(whole, part)| (whole, format!(".{part}")));
    match whole.len().checked_sub(3).filter(|at| *at > 0).map(|at| whole.split_at(at)) {
        Some((thousands, rest)) => format!("{thousands},{rest}{part}"),
        None => text,
    }
}
