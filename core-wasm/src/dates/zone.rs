//! The time zones a race can be in.

use chrono_tz::Tz;

use crate::error::CoreError;

/// The zone of a race that names none (DESIGN §5).
pub const DEFAULT_ZONE: Tz = Tz::America__New_York;

/// The zone of this IANA name.
///
/// Only the zones of the United States and `UTC` are compiled in (`.cargo/config.toml`), since the company races there.
///
/// # Errors
/// `unknown_time_zone`.
pub fn zone(name: &str) -> Result<Tz, CoreError> {
    name.trim().parse().map_err(|_| CoreError::new("unknown_time_zone", format!("Unknown time zone: {}.", short(name))))
}

/// The zone of this IANA name, or [`DEFAULT_ZONE`] when it is blank or unknown.
pub fn zone_or_default(name: &str) -> Tz {
    zone(name).unwrap_or(DEFAULT_ZONE)
}

/// The names of all zones a race can be in, the default first.
pub fn zones() -> Vec<&'static str> {
    let others = chrono_tz::TZ_VARIANTS.iter().filter(|tz| **tz != DEFAULT_ZONE);
    std::iter::once(DEFAULT_ZONE.name()).chain(others.map(|tz| tz.name())).collect()
}

fn short(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).take(40).collect()
}
