//! The race that a call with a timing key, or with a link of the packet desk, is for.

use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::race::names;
use crate::race::store::{self as pages, Stored};
use crate::timed::{TimedRace, no_race};

/// Returns the race that a name means for the holder of a key of the race `race_id`: that race, if this is its present name; else a
/// visible race with this name; else that race, if it once had this name.
///
/// # Errors
/// 404 when no race is found.
pub(crate) fn named_or_renamed(tx: &Tx<'_>, named: &str, race_id: &str) -> Result<TimedRace> {
    let timed = |Stored { id, race, .. }: Stored| TimedRace::new(id, &race);
    let own = match pages::bare(tx, race_id)? {
        Some(own) if !names::is_former_name(named, &own.race) => return Ok(timed(own)),
        own => own,
    };
    match (names::bare(tx, named, &Viewer::Visitor)?, own) {
        (Some(other), _) => Ok(timed(other)),
        (None, Some(own)) if pages::had_name(tx, race_id, named)? => Ok(timed(own)),
        (None, _) => Err(no_race()),
    }
}
