//! A camera's clock, as an administrator says how far it is off.

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};

use crate::dates::{self, SECOND_MS, Tz};
use crate::error::CoreError;

/// The largest difference of a camera's clock, in milliseconds: forty years, for a clock that was never set.
const MOST_OFFSET: i64 = 40 * 366 * dates::DAY_MS;
/// The usual time before and after a finish in which a photo shows the runner, in milliseconds.
pub const USUAL_WINDOW: i64 = 2 * SECOND_MS;
/// The longest such time, in milliseconds.
const MOST_WINDOW: i64 = 60 * SECOND_MS;

/// What is said of a camera that stands at the finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CameraClock {
    /// How far its clock is ahead of the race's, in milliseconds; negative when it is behind.
    pub offset_ms: i64,
    /// How long before and after a finish a photo shows the runner, in milliseconds.
    pub window_ms: i64,
}

impl CameraClock {
    /// Checks a setting.
    ///
    /// # Errors
    /// `unreadable_offset` and `bad_window` outside the limits.
    pub fn check(self) -> Result<Self, CoreError> {
        if self.offset_ms.abs() > MOST_OFFSET {
            return Err(CoreError::new("unreadable_offset", "A camera's clock is at most forty years off."));
        }
        if !(0..=MOST_WINDOW).contains(&self.window_ms) {
            return Err(CoreError::new("bad_window", "Give the time around a finish in seconds, from 0 to 60."));
        }
        Ok(self)
    }

    /// The instant at which a photo was taken, in epoch milliseconds: what the camera's clock showed, corrected, in the race's zone.
    pub fn instant(self, wall: NaiveDateTime, zone: Tz) -> i64 {
        let corrected = wall.checked_sub_signed(chrono::Duration::milliseconds(self.offset_ms)).unwrap_or(wall);
        dates::wall_to_instant(corrected, zone)
    }
}

/// How far a camera's clock is off, as a sentence.
///
/// ```
/// # use core_wasm::photos::camera::offset_text;
/// assert_eq!(offset_text(95_500), "This camera’s clock is 1:35.5 fast.");
/// assert_eq!(offset_text(-3_600_000), "This camera’s clock is 1:00:00 slow.");
/// ```
pub fn offset_text(ms: i64) -> String {
    let tenths = ms.unsigned_abs() % 1000 / 100;
    let amount = dates::duration_text(ms.saturating_abs());
    let amount = if tenths > 0 { format!("{amount}.{tenths}") } else { amount };
    match ms {
        0 => "This camera’s clock is right.".into(),
        ..0 => format!("This camera’s clock is {amount} slow."),
        _ => format!("This camera’s clock is {amount} fast."),
    }
}

/// The window in milliseconds that a person typed in seconds.
///
/// # Errors
/// `bad_window`.
pub fn window_typed(text: &str) -> Result<i64, CoreError> {
    let seconds = text.trim().trim_end_matches(['s', 'S']).trim_end().parse::<f64>().unwrap_or(-1.0);
    let window_ms = if (0.0..=1e6).contains(&seconds) { (seconds * 1000.0).round() as i64 } else { -1 };
    Ok(CameraClock { offset_ms: 0, window_ms }.check()?.window_ms)
}
