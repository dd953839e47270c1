//! How far a box's clock was off, as a person types it.

use crate::dates;
use crate::error::CoreError;

/// Reads a typed difference in milliseconds: seconds, minutes and seconds, or hours, minutes and seconds, up to three decimals,
/// with a sign: `+1:35`, `-2.5`, `1:00:00`.
///
/// # Errors
/// `unreadable_offset`.
///
/// ```
/// # use core_wasm::timing::desk::offset_typed;
/// assert_eq!(offset_typed("+1:35"), Ok(95_000));
/// assert_eq!(offset_typed("−2.5 s"), Ok(-2_500));
/// assert!(offset_typed("soon").is_err());
/// ```
pub fn offset_typed(text: &str) -> Result<i64, CoreError> {
    let unreadable =
        || CoreError::new("unreadable_offset", "Give the difference in seconds, or in minutes and seconds, like +1:35 or -2.5.");
    let text = text.trim().trim_end_matches(['s', 'S']).trim_end();
    let (sign, digits) = match text.strip_prefix(['-', '−', '–']) {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.trim().split_once('.').unwrap_or((digits.trim(), ""));
    let number = |text: &str, most: usize| {
        let fits = (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if fits { text.parse::<i64>().ok() } else { None }
    };
    let fraction = if fraction.is_empty() {
        0
    } else {
        number(fraction, 3).and_then(|_| number(&format!("{fraction:0<3}"), 3)).ok_or_else(unreadable)?
    };
    let parts = whole.split(':').map(|part| number(part, 6)).collect::<Option<Vec<_>>>().ok_or_else(unreadable)?;
    let seconds = match parts.as_slice() {
        [seconds] => *seconds,
        [minutes, seconds] if *seconds < 60 => minutes * 60 + seconds,
        [hours, minutes, seconds] if *minutes < 60 && *seconds < 60 => hours * 3600 + minutes * 60 + seconds,
        _ => return Err(unreadable()),
    };
    Ok(sign * (seconds * dates::SECOND_MS + fraction))
}

/// What moving a box's times does, in words; empty for no difference.
pub fn offset_meaning(ms: i64) -> String {
    let seconds = ms.unsigned_abs() / 1000;
    let tenths = ms.unsigned_abs() % 1000 / 100;
    let amount = match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds}.{tenths} s"),
        (minutes, seconds) => format!("{minutes} min {seconds}.{tenths} s"),
    };
    match ms {
        0 => String::new(),
        ..0 => format!("The box's clock was fast: its times become {amount} earlier."),
        _ => format!("The box's clock was slow: its times become {amount} later."),
    }
}
