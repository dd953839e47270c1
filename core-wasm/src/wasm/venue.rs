//! Bindings of the slice `venue`, except the board itself.

use super::Ts;
use crate::timing::desk::RaceClock;
use crate::venue::status;
use crate::venue::words::{self, VenueWords};

exports! {
    /// What the announcer's page and the boards say.
    venueWords() -> Ts<VenueWords> = words::words();

    /// The clock of a gun at a time; both in epoch milliseconds.
    venueClock(gun_ms: Option<f64>, now_ms: f64) -> Ts<RaceClock> = status::clock(gun_ms.map(|ms| ms as i64), now_ms as i64);
}
