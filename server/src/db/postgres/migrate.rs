//! Migrates the database to this program's schema: one copy does it, the others wait for it.
//!
//! No copy of the database is made before, as for SQLite's file: who runs a server has backups of their own (docs/running.md).

use postgres::Client;

use super::{Address, MIGRATING, error};
use crate::db::moving::MARK;
use crate::error::{Error, Result, chain};

mod embedded {
    refinery::embed_migrations!("../migrations/postgres");
}

/// Applies the pending migrations in one transaction.
pub(super) fn run(client: &mut Client, address: &Address) -> Result<()> {
    // Of the session and not of a transaction: refinery has a transaction of its own. Waiting for another copy is no failure.
    client.batch_execute(&format!("SET lock_timeout = 0; SELECT pg_advisory_lock({MIGRATING})")).map_err(error)?;
    let migrated = migrate(client);
    let _ = client.batch_execute(&format!("SELECT pg_advisory_unlock({MIGRATING})"));
    migrated?;
    let durable: String = client.query_one("SHOW synchronous_commit", &[]).map_err(error)?.get(0);
    if durable == "off" {
        tracing::warn!(
            database = %address,
            "the database's synchronous_commit is off: what was answered as saved can be lost when its machine stops"
        );
    }
    Ok(())
}

fn migrate(client: &mut Client) -> Result<()> {
    let marked = format!("SELECT to_regclass('{MARK}') IS NOT NULL");
    crate::db::moving::check_finished(client.query_one(&marked, &[]).map_err(error)?.get(0))?;
    let known = "SELECT to_regclass('refinery_schema_history') IS NOT NULL";
    if client.query_one(known, &[]).map_err(error)?.get(0) {
        let version: Option<i32> =
            client.query_one("SELECT max(version) FROM refinery_schema_history", &[]).map_err(error)?.get(0);
        crate::db::check_version(version.map(i64::from), newest())?;
    }
    embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(true)
        .run(client)
        .map_err(|error| Error::message(chain(&error)))?;
    Ok(())
}

/// The number of this program's schema.
pub(super) fn newest() -> i64 {
    embedded::migrations::runner().get_migrations().iter().map(|m| i64::from(m.version())).max().unwrap_or(0)
}
