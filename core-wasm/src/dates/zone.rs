//! The time zones a race can be in.

use chrono_tz::Tz;

use crate::error::CoreError;

/// The zone of a race that names none (DESIGN §5).
pub const DEFAULT_ZONE: Tz = Tz::America__New_York;

/// The zones a race can be in, the default first: the company races in the United States.
///
/// chrono-tz is compiled with these alone (`.cargo/config.toml` names them again), since each has a table of its own.
const ZONES: [Tz; 8] = [
    DEFAULT_ZONE,
    Tz::America__Chicago,
    Tz::America__Denver,
    Tz::America__Phoenix,
    Tz::America__Los_Angeles,
    Tz::America__Anchorage,
    Tz::Pacific__Honolulu,
    Tz::UTC,
];

/// The zone of this IANA name.
///
/// # Errors
/// `unknown_time_zone` when it is none of [`zones`].
pub fn zone(name: &str) -> Result<Tz, CoreError> {
    let known = ZONES.into_iter().find(|tz| tz.name() == name.trim());
    known.ok_or_else(|| CoreError::new("unknown_time_zone", format!("Unknown time zone: {}.", short(name))))
}

/// The zone of this IANA name, or [`DEFAULT_ZONE`] when it is blank or unknown.
pub fn zone_or_default(name: &str) -> Tz {
    zone(name).unwrap_or(DEFAULT_ZONE)
}

/// The names of all zones a race can be in, the default first.
pub fn zones() -> Vec<&'static str> {
    ZONES.iter().map(|tz| tz.name()).collect()
}

fn short(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(40).collect()
}
