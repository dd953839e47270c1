//! Migrates a database to this program's schema: copies it first, then applies the pending migrations in one transaction.

use std::path::Path;

use rusqlite::Connection;

use super::moving::is_marked;
use crate::db::moving::check_finished;
use crate::db::{check_present, check_version};
use crate::error::{Error, Result, chain};

mod embedded {
    refinery::embed_migrations!("../migrations/sqlite");
}

/// Applies the pending migrations.
///
/// # Errors
/// When the database is newer than the program, an applied migration differs or is unknown, a move into it is unfinished, or a
/// statement fails; the database is unchanged then.
pub(super) fn run(connection: &mut Connection, path: &Path) -> Result<()> {
    check_finished(is_marked(connection)?)?;
    let newest = newest();
    let applied = applied(connection)?;
    check_version(applied, newest)?;
    if let Some(version) = applied
        && version < newest
    {
        let copy = path.with_file_name(format!("before-v{newest}.db"));
        if !copy.exists() {
            super::files::vacuum_into(connection, &copy)?;
            tracing::info!(copy = %copy.display(), from = version, to = newest, "copied the database before migrating it");
        }
    }
    // A migration may make a table anew that others refer to: with foreign keys on, dropping the old one would delete their rows. The
    // setting has no effect inside a transaction, so it is made around it.
    connection.pragma_update(None, "foreign_keys", false)?;
    let applied = embedded::migrations::runner()
        .set_grouped(true)
        .set_abort_divergent(true)
        .set_abort_missing(true)
        .run(connection)
        .map_err(|error| Error::message(chain(&error)));
    connection.pragma_update(None, "foreign_keys", true)?;
    applied?;
    check_keys(connection)
}

/// Refuses a database whose schema is not this program's.
pub(super) fn check(connection: &Connection, path: &Path) -> Result<()> {
    check_finished(is_marked(connection)?)?;
    check_present(applied(connection)?, newest(), path.display())
}

/// Refuses a database whose schema this program does not know.
pub(super) fn check_known(connection: &mut Connection) -> Result<()> {
    match applied(connection)? {
        None => Err(Error::message("this is not a Splitline database")),
        version => check_version(version, newest()).and_then(|()| check_keys(connection)),
    }
}

/// Whether the file has nothing in it.
pub(super) fn is_blank(connection: &Connection) -> Result<bool> {
    Ok(connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))? == 0)
}

/// Refuses a file with tables, unless they are of this program's schema: what is in them is not looked at.
pub(super) fn check_blank(connection: &Connection, path: &Path) -> Result<()> {
    if !is_blank(connection)? && applied(connection)? != Some(newest()) {
        return Err(Error::message(format!(
            "{} is not empty: it is a database of another program, or of another version of this one. Rename the file first",
            path.display()
        )));
    }
    Ok(())
}

fn newest() -> i64 {
    embedded::migrations::runner().get_migrations().iter().map(|m| i64::from(m.version())).max().unwrap_or(0)
}

fn applied(connection: &Connection) -> Result<Option<i64>> {
    let history: i64 = connection.query_row(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'refinery_schema_history'",
        [],
        |row| row.get(0),
    )?;
    if history == 0 {
        return Ok(None);
    }
    Ok(connection.query_row("SELECT max(version) FROM refinery_schema_history", [], |row| row.get(0))?)
}

pub(super) fn check_keys(connection: &Connection) -> Result<()> {
    let mut statement = connection.prepare("PRAGMA foreign_key_check")?;
    if statement.exists([])? {
        return Err(Error::message("the database holds rows that refer to nothing (foreign_key_check)"));
    }
    Ok(())
}
