//! SQLite: one file in the data folder, which needs nothing else.

mod concurrent;
mod files;
mod migrate;
mod moving;

pub(super) use concurrent::Concurrent;
pub use concurrent::Isolation;
pub(super) use files::new_copy;
pub use files::{change_file, checked_copy, copy_into, inspect, restore, write_private};
pub(super) use moving::{blank, close_copy, source, tables, target};

use std::path::Path;
use std::time::Duration;

use rusqlite::types::ValueRef;
use rusqlite::{CachedStatement, Connection, ErrorCode, OpenFlags, params_from_iter};

use self::concurrent::DeferredBegin;
use super::Schema;
use super::tx::{Each, Statements, Transactions};
use super::value::{Columns, Kind, Row, Value};
use crate::error::{Error, Result};

/// The page cache of a reading connection, in kibibytes.
const CACHE: u32 = 8 * 1024;
/// How long to wait for another process that has locked the database, such as a command of this program.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Prepared statements kept per connection.
const STATEMENTS: usize = 256;

/// A connection, and how it begins transactions.
pub(super) struct Session {
    connection: Connection,
    begin: &'static str,
}

impl Session {
    /// Opens the database in the file `path`: the connection that writes.
    pub(super) fn writer(path: &Path, schema: Schema) -> Result<Self> {
        if schema != Schema::Present {
            files::make_private(path)?;
        }
        let mut connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        configure(&connection)?;
        if schema == Schema::Migrated || (schema == Schema::Made && migrate::is_blank(&connection)?) {
            migrate::run(&mut connection, path)?;
        } else {
            migrate::check(&connection, path)?;
        }
        // Before the readers are opened, which read the statistics once.
        analyze(&connection);
        Ok(Self { connection, begin: "BEGIN IMMEDIATE" })
    }

    /// A connection that only reads the database in the file `path`.
    pub(super) fn reader(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        prepare(&connection)?;
        connection.execute_batch(&format!("PRAGMA query_only=ON; PRAGMA trusted_schema=OFF; PRAGMA cache_size=-{CACHE};"))?;
        // The first read also opens the log's files.
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
        Ok(Self { connection, begin: "BEGIN" })
    }

    fn statements(&self) -> Open<'_> {
        Open { connection: &self.connection, deferred: None }
    }
}

impl Statements for Session {
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize> {
        self.statements().execute(sql, values)
    }

    fn rows(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        self.statements().rows(sql, values, each)
    }

    fn batch(&self, sql: &str) -> Result<()> {
        self.statements().batch(sql)
    }
}

impl Transactions for Session {
    fn begin(&self) -> Result<()> {
        self.batch(self.begin)
    }

    fn commit(&self) -> Result<()> {
        self.batch("COMMIT")
    }

    fn rollback(&self) {
        if self.is_open() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
    }

    fn is_open(&self) -> bool {
        !self.connection.is_autocommit()
    }

    fn why_ended(&self) -> Error {
        Error::Full
    }

    fn end(&self) {
        analyze(&self.connection);
        // Merges the log into the database, so that one file is left.
        let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)");
    }
}

/// A connection whose transaction is open, or begins at its first change.
struct Open<'a> {
    connection: &'a Connection,
    /// Begins the transaction at its first change; `None` where it has begun already.
    deferred: Option<&'a DeferredBegin<'a>>,
}

impl<'a> Open<'a> {
    fn prepare(&self, sql: &str) -> Result<CachedStatement<'a>> {
        let statement = self.connection.prepare_cached(sql)?;
        if let Some(deferred) = self.deferred
            && !statement.readonly()
        {
            deferred.begin(self.connection)?;
        }
        Ok(statement)
    }
}

impl Statements for Open<'_> {
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize> {
        Ok(self.prepare(sql)?.execute(params_from_iter(values))?)
    }

    fn rows(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(found) = rows.next()? {
            if !each(&Row(found))? {
                break;
            }
        }
        Ok(())
    }

    fn batch(&self, sql: &str) -> Result<()> {
        if let Some(deferred) = self.deferred {
            deferred.begin(self.connection)?;
        }
        Ok(self.connection.execute_batch(sql)?)
    }
}

impl Columns for rusqlite::Row<'_> {
    fn value(&self, column: usize) -> Result<Value<'_>> {
        Ok(match self.get_ref(column)? {
            ValueRef::Null => Value::Null(Kind::Any),
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Text(text) => Value::Text(std::str::from_utf8(text).map_err(Error::internal)?),
            ValueRef::Blob(bytes) => Value::Bytes(bytes),
            ValueRef::Real(_) => return Err(Error::message(format!("column {column} of an answer holds a fraction"))),
        })
    }

    fn columns(&self) -> usize {
        self.as_ref().column_count()
    }
}

/// Converts a value for the engine.
impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        Ok(rusqlite::types::ToSqlOutput::Borrowed(match *self {
            Value::Null(_) => ValueRef::Null,
            Value::Integer(number) => ValueRef::Integer(number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// The settings of every connection, reading or writing.
fn prepare(connection: &Connection) -> Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // PostgreSQL's name for ordering by code point.
    Ok(connection.create_collation("C", str::cmp)?)
}

fn configure(connection: &Connection) -> Result<()> {
    prepare(connection)?;
    // `secure_delete`: deleted data is overwritten, such as a mail with a password link, or what a person asked to be forgotten.
    // `recursive_triggers`: a row that `INSERT OR REPLACE` would replace is deleted with its triggers, which refuse that for records.
    // `execute_batch`, because `journal_mode` returns a row, and the others may.
    connection.execute_batch(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;
         PRAGMA secure_delete=ON; PRAGMA recursive_triggers=ON; PRAGMA cache_size=-32768; PRAGMA temp_store=MEMORY;",
    )?;
    Ok(())
}

/// Renews the statistics of the tables whose size has changed much. Those of small tables are left out: a table that has grown since to a
/// million rows would be read as a whole, as if it still had ten. Without statistics SQLite takes every table for a large one.
fn analyze(connection: &Connection) {
    // No statement depends on them: what fails here, for want of statistics, is made the next time.
    let _ = connection.execute_batch(
        "PRAGMA optimize = 0x10002;
         DELETE FROM sqlite_stat4 WHERE tbl IN (SELECT tbl FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < 100000);
         DELETE FROM sqlite_stat1 WHERE CAST(stat AS INTEGER) < 100000",
    );
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ffi::{SQLITE_BUSY_SNAPSHOT, SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE};
        match &error {
            // Another transaction changed something since this one began.
            rusqlite::Error::SqliteFailure(failure, _) if failure.extended_code == SQLITE_BUSY_SNAPSHOT => Self::Raced,
            rusqlite::Error::SqliteFailure(failure, _) if failure.code == ErrorCode::DiskFull => Self::Full,
            rusqlite::Error::SqliteFailure(failure, _)
                if matches!(failure.code, ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) =>
            {
                Self::Locked
            }
            // No file descriptor was free: the process has too many files open at the moment.
            rusqlite::Error::SqliteFailure(failure, _) if failure.code == ErrorCode::CannotOpen => Self::busy(),
            rusqlite::Error::SqliteFailure(failure, _)
                if matches!(failure.extended_code, SQLITE_CONSTRAINT_UNIQUE | SQLITE_CONSTRAINT_PRIMARYKEY) =>
            {
                Self::Taken
            }
            _ => Self::internal(error),
        }
    }
}
