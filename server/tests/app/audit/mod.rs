//! The audit record.

mod chain;
mod exports;
mod list;
pub mod seal;
mod walk;
mod walk_accounts;
mod walk_races;
mod walk_timing;

use splitline_server::audit::{About, Actor, Event, record};
use splitline_server::db::Tx;
use splitline_server::error::Result;

/// Writes rows of one race, each a minute after the one before.
fn add_rows(tx: &Tx<'_>, actor: &Actor, count: i64, from: i64) -> Result<()> {
    for n in 0..count {
        let about = About { id: "r1", name: "Spring Half" };
        record(tx, from + n * 60_000, actor, Event::RaceUpdated, about, &n, &(n + 1))?;
    }
    Ok(())
}
