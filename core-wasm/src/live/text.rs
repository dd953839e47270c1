//! Formats times in whole seconds, with the rounding of the sport.

use crate::dates;

/// Formats a time for results, rounded up to the next whole second (World Athletics and USATF on roads; DESIGN §5).
///
/// ```
/// assert_eq!(core_wasm::live::text::time(6_730_001), "1:52:11");
/// assert_eq!(core_wasm::live::text::time(6_730_000), "1:52:10");
/// ```
pub fn time(ms: i64) -> String {
    dates::result_text(ms)
}

/// Formats a time as [`time`] does; empty when there is none.
pub fn time_or_blank(ms: Option<i64>) -> String {
    ms.map(time).unwrap_or_default()
}
