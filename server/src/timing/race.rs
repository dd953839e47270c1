//! The race that a box means.

use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::race::names;
use crate::race::store::{self as pages, Stored};
use crate::timed::{TimedRace, no_race};

/// The race of this name as whoever has a key of the race of this id finds it: that race itself under its name of now, or, where no
/// other race shows under this one, under a name that it once had.
///
/// # Errors
/// 404 when there is neither.
pub(super) fn named_or_renamed(tx: &Tx<'_>, named: &str, race_id: &str) -> Result<TimedRace> {
    let timed = |Stored { id, race, .. }: Stored| TimedRace::new(id, &race);
    let own = match pages::bare(tx, race_id)? {
        Some(own) if !names::has_moved(named, &own.race) => return Ok(timed(own)),
        own => own,
    };
    match (names::bare(tx, named, &Viewer::Visitor)?, own) {
        (Some(other), _) => Ok(timed(other)),
        (None, Some(own)) if pages::was_named(tx, race_id, named)? => Ok(timed(own)),
        (None, _) => Err(no_race()),
    }
}
