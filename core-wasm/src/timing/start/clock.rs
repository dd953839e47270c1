//! The difference between a device's clock and the server's.

use serde::{Deserialize, Serialize};

/// One question for the server's time; all times are epoch milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClockSample {
    /// When it was asked, by the device's clock.
    pub sent: f64,
    /// When the answer came, by the device's clock.
    pub received: f64,
    /// The server's time in the answer.
    pub server: f64,
}

/// How far a device's clock is from the server's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ClockOffset {
    /// The milliseconds to add to a time of the device's clock.
    pub add_ms: f64,
    /// The largest error of that, in milliseconds: half of the round trip.
    pub within_ms: f64,
}

/// What is said of a device's clock.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClockNote {
    /// The sentence.
    pub text: String,
    /// Whether a person should look at it.
    pub attention: bool,
}

/// The difference by the sample with the shortest round trip, which has the smallest error: the server answered in the middle of it,
/// give or take half of it. `None` without a usable sample. A trip that ended before it began had its clock set meanwhile.
pub fn clock_offset(samples: &[ClockSample]) -> Option<ClockOffset> {
    let trip = |sample: &ClockSample| sample.received - sample.sent;
    let usable = samples.iter().filter(|sample| trip(sample) >= 0.0 && sample.server.is_finite() && trip(sample).is_finite());
    let best = usable.min_by(|one, other| trip(one).total_cmp(&trip(other)))?;
    let within_ms = (trip(best) / 2.0).round();
    Some(ClockOffset { add_ms: (best.server - (best.sent + best.received) / 2.0).round(), within_ms })
}

/// The sentence about a device's clock, before a gun is fired with it.
pub fn clock_note(offset: Option<ClockOffset>) -> ClockNote {
    let Some(ClockOffset { add_ms, within_ms }) = offset else {
        let text = "This device's clock has not been compared with the server's yet. A press is kept and corrected when it has.";
        return ClockNote { text: text.into(), attention: true };
    };
    let within = format!("{:.2} s", (within_ms / 1000.0).max(0.01));
    // A difference within the error is none that is known.
    if add_ms.abs() <= within_ms.max(100.0) {
        return ClockNote {
            text: format!("This device's clock agrees with the server's, to within {within}."),
            attention: false,
        };
    }
    let way = if add_ms < 0.0 { "fast" } else { "slow" };
    let text = format!(
        "This device's clock is {:.1} s {way}. Guns fired here are corrected by that, to within {within}.",
        add_ms.abs() / 1000.0
    );
    ClockNote { text, attention: within_ms > 500.0 }
}
