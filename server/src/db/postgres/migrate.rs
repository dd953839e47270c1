//! Migrates the database to this program's schema: one copy does it, the others wait for it.
//!
//! Programs of the release before go on meanwhile, and may even be started afterwards where the migrations say so (docs/decisions/0089). While a
//! migration runs nothing is written: a table that it changes and one that a change has locked are never waited for crosswise.
//!
//! No copy of the database is made before, as for SQLite's file: who runs a server has backups of their own (docs/running.md).

use postgres::Client;

use super::{Address, MIGRATING, WRITING, error};
use crate::db::moving::MARK;
use crate::db::{check_present, check_version};
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

/// Refuses a database whose schema is not this program's, nor one that it can go on with.
pub(super) fn check(client: &mut Client, address: &Address) -> Result<()> {
    check_moved(client)?;
    let (applied, newest) = (applied(client)?, newest());
    if applied == Some(newest) || is_within_reach(client, applied, newest)? {
        return Ok(());
    }
    check_present(applied, newest, address)
}

/// Whether the database has no table.
pub(super) fn is_blank(client: &mut Client) -> Result<bool> {
    let sql = "SELECT NOT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'public')";
    Ok(client.query_one(sql, &[]).map_err(error)?.get(0))
}

fn check_moved(client: &mut Client) -> Result<()> {
    let marked = format!("SELECT to_regclass('{MARK}') IS NOT NULL");
    crate::db::moving::check_finished(client.query_one(&marked, &[]).map_err(error)?.get(0))
}

/// The newest migration of the database; `None` when it has none.
fn applied(client: &mut Client) -> Result<Option<i64>> {
    let known = "SELECT to_regclass('refinery_schema_history') IS NOT NULL";
    if !client.query_one(known, &[]).map_err(error)?.get::<_, bool>(0) {
        return Ok(None);
    }
    let version: Option<i32> = client.query_one("SELECT max(version) FROM refinery_schema_history", &[]).map_err(error)?.get(0);
    Ok(version.map(i64::from))
}

fn migrate(client: &mut Client) -> Result<()> {
    check_moved(client)?;
    let (applied, newest) = (applied(client)?, newest());
    if applied == Some(newest) || is_within_reach(client, applied, newest)? {
        return Ok(());
    }
    check_version(applied, newest)?;
    client.batch_execute(&format!("SELECT pg_advisory_lock({WRITING})")).map_err(error)?;
    let migrated = apply(client);
    let _ = client.batch_execute(&format!("SELECT pg_advisory_unlock({WRITING})"));
    migrated
}

/// Whether every migration that this program does not know lets it go on: for the time in which a release takes the place of another one.
fn is_within_reach(client: &mut Client, version: Option<i64>, newest: i64) -> Result<bool> {
    if version.is_none_or(|version| version <= newest) {
        return Ok(false);
    }
    let within = "SELECT NOT EXISTS (SELECT 1 FROM refinery_schema_history h WHERE h.version > $1::BIGINT AND NOT EXISTS
                    (SELECT 1 FROM schema_reach s WHERE s.version = h.version AND s.oldest <= $1::BIGINT))";
    let within: bool = client.query_one(within, &[&newest]).map_err(error)?.get(0);
    if within {
        tracing::warn!(
            ?version,
            newest,
            "the database has the schema of a newer program, with which this one can go on for a while"
        );
    }
    Ok(within)
}

fn apply(client: &mut Client) -> Result<()> {
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
