//! Times from a start to a finish, as people and other systems write them.

/// The longest time of a race, in milliseconds: a thousand hours.
const LONGEST: f64 = 3_600_000_000.0;

/// Reads a time in milliseconds; digits after the third decimal of a second are cut off.
///
/// `1:02:03`, `62:03`, `1:02:03.45` (or with a decimal comma), `1h 2m 3s`, `62'03"`, `3723.4 s`, `3723.4` (seconds), and ISO 8601
/// `PT1H2M3S`. Two parts with a colon are minutes and seconds.
///
/// ```
/// use core_wasm::timing::elapsed::parse;
/// assert_eq!(parse("1:02:03.45"), Some(3_723_450));
/// assert_eq!(parse("62:03"), Some(3_723_000));
/// assert_eq!(parse("1h2m3s"), Some(3_723_000));
/// assert_eq!(parse("1:62:03"), None);
/// ```
pub fn parse(text: &str) -> Option<i64> {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let ms = if text.contains(':') { clock(text)? } else { units(lower.strip_prefix("pt").unwrap_or(&lower))? };
    (ms < LONGEST).then_some(ms).and_then(whole)
}

/// Reads the part of a day that a spreadsheet shows as a time: `0.0430902` is 1:02:03. Milliseconds, rounded.
pub fn of_day(text: &str) -> Option<i64> {
    let part: f64 = text.trim().parse().ok().filter(|_| text.contains('.'))?;
    (part > 0.0 && part < 1.0).then_some((part * 86_400_000.0).round()).and_then(whole)
}

#[expect(clippy::cast_possible_truncation, reason = "the callers have checked the range")]
fn whole(ms: f64) -> Option<i64> {
    (ms.is_finite() && ms >= 0.0).then_some(ms as i64)
}

/// Hours, minutes and seconds with colons. The first part may be any number; the others are below 60.
fn clock(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split(':').map(str::trim).collect();
    let (seconds, before) = parts.split_last()?;
    if before.is_empty() || before.len() > 2 {
        return None;
    }
    let mut total = 0.0;
    for (at, part) in before.iter().enumerate() {
        let number = digits(part, 4).filter(|number| at == 0 || *number < 60.0)?;
        total = total * 60.0 + number;
    }
    let seconds = milliseconds(seconds).filter(|ms| *ms < 60_000.0)?;
    Some(total * 60_000.0 + seconds)
}

/// Numbers with units, each smaller than the one before; a number without a unit is seconds.
fn units(text: &str) -> Option<f64> {
    const UNITS: [(&[&str], f64); 3] = [
        (&["h", "hr", "hrs", "hour", "hours"], 3_600_000.0),
        (&["m", "min", "mins", "minute", "minutes", "'", "’", "′"], 60_000.0),
        (&["s", "sec", "secs", "second", "seconds", "\"", "”", "″", "''", ""], 1000.0),
    ];
    let (mut rest, mut next, mut total) = (text.trim_start(), 0, 0.0);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let after = after.trim_start();
        let end = after.find(|c: char| c.is_ascii_digit() || c.is_whitespace()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let unit = unit.trim_end_matches('.');
        let at = (next..UNITS.len()).find(|at| UNITS.get(*at).is_some_and(|(names, _)| names.contains(&unit)))?;
        let factor = UNITS.get(at).map(|(_, factor)| *factor)?;
        // Only seconds have decimals; only the first number may be above 59.
        let value = if at + 1 == UNITS.len() { milliseconds(number)? / 1000.0 } else { digits(number, 4)? };
        if next > 0 && value >= 60.0 {
            return None;
        }
        total += value * factor;
        next = at + 1;
        rest = after.trim_start();
    }
    Some(total.round())
}

/// Seconds with a decimal point or comma, in milliseconds.
fn milliseconds(text: &str) -> Option<f64> {
    let (seconds, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let seconds = digits(seconds, 7)?;
    if part.bytes().any(|byte| !byte.is_ascii_digit()) {
        return None;
    }
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    Some(seconds * 1000.0 + digits(&part, 3)?)
}

fn digits(text: &str, longest: usize) -> Option<f64> {
    let is = (1..=longest).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is.then(|| text.parse().ok()).flatten()
}
