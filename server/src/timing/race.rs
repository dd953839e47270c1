//! The race that a box means.

use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::race::{names, store as pages};
use crate::timed::{TimedRace, no_race};

/// The race of this name as whoever has a key of the race of this id finds it: that race itself under its name of now, or, where no
/// other race shows under this one, under a name that it once had.
///
/// # Errors
/// 404 when there is neither.
pub(super) fn named_or_renamed(tx: &Tx<'_>, named: &str, race_id: &str) -> Result<TimedRace> {
    let own = pages::bare(tx, race_id)?;
    let is_own = own.as_ref().is_some_and(|own| !names::has_moved(named, &own.race));
    match (names::id_of(tx, named, &Viewer::Visitor)?, own) {
        (_, Some(own)) if is_own => Ok(TimedRace::new(own.id, &own.race)),
        (Some(id), _) => TimedRace::by_id(tx, &id),
        (None, Some(own)) if pages::was_named(tx, race_id, named)? => Ok(TimedRace::new(own.id, &own.race)),
        (None, _) => Err(no_race()),
    }
}
