//! The database behind one cloneable handle.
//!
//! Nothing outside this folder names a database engine (docs/decisions/0030). SQL elsewhere uses the common subset of SQLite and
//! PostgreSQL: `$1, $2` first used in order, `RETURNING`, `ON CONFLICT`, epoch milliseconds as integers, JSON as text.

mod concurrent;
mod files;
mod guard;
mod migrate;
mod tx;
mod value;
mod writer;

pub use crate::params;
pub use concurrent::Isolation;
pub use files::{change_file, copy_into, inspect, restore, write_private};
pub(crate) use guard::{Source, guard, guarded, made_by, sourced};
pub use tx::Tx;
pub use value::{Load, Params, Row, Store, Value};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::{Error, Result};
use crate::work::Pool;

/// How many short reads may run at once, each on a thread of its own.
const READERS: usize = 4;
/// How many long reads may run at once: those that read much, or compute much from what they read.
const LONG_READERS: usize = 2;
/// The page cache of a reading connection, in kibibytes.
const CACHE: u32 = 8 * 1024;
/// How many reads may wait for a thread; further callers receive 503 (busy).
const QUEUE: usize = 1024;
/// How long to wait for another process that has locked the database, such as a command of this program.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Prepared statements kept per connection.
const STATEMENTS: usize = 256;
/// The database's file name inside the data folder.
pub const FILE: &str = "splitline.db";

/// The database: one writer, several readers, cheap to clone.
///
/// A write returns only after its commit has reached the disk (`synchronous=FULL`), so what was answered as saved survives a power
/// cut. Writes that wait at the same time are committed together.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    // Readers are dropped before the writer: the last connection that closes merges the log into the file, which a read-only
    // connection cannot.
    readers: Pool<Connection>,
    long_readers: Pool<Connection>,
    writers: Writers,
}

/// How jobs that write are run.
enum Writers {
    /// One thread, which commits jobs together.
    One(writer::Writer),
    /// Each job on a connection of its own, concurrently: for tests.
    Concurrent(Arc<concurrent::Concurrent>),
}

impl Db {
    /// Opens (and creates or migrates) the database in the file `path`.
    ///
    /// # Errors
    /// When the file cannot be opened, is newer than this program, or a migration fails; nothing is changed then.
    pub fn open(path: &Path) -> Result<Self> {
        files::make_private(path)?;
        let mut connection = Connection::open(path)?;
        configure(&connection)?;
        migrate::run(&mut connection, path)?;
        // Before the readers are opened, which read the statistics once.
        writer::analyze(&connection);
        Self::with(path, Writers::One(writer::Writer::start(connection)?))
    }

    /// Opens the existing database in the file `path` so that jobs run concurrently instead of one after the other: for tests of
    /// how two jobs affect each other. `before_change` is called before the first change of each job.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn concurrent(path: &Path, isolation: Isolation, before_change: Arc<dyn Fn() + Send + Sync>) -> Result<Self> {
        Self::with(path, Writers::Concurrent(Arc::new(concurrent::Concurrent::new(path.to_owned(), isolation, before_change))))
    }

    fn with(path: &Path, writers: Writers) -> Result<Self> {
        // All readers are opened at the start: when many connections use up the process's file descriptors, reads still work.
        let open = |count| (0..count).map(|_| open_reader(path)).collect::<Result<Vec<_>>>();
        let readers = Pool::start("db-reader", open(READERS)?, QUEUE)?;
        let long_readers = Pool::start("db-long-reader", open(LONG_READERS)?, QUEUE)?;
        Ok(Self { inner: Arc::new(Inner { path: path.to_owned(), readers, long_readers, writers }) })
    }

    /// Runs `job` in a transaction of its own and returns its value once the transaction is on disk.
    ///
    /// An `Err` from `job` undoes everything that the job did, and nothing of other jobs. A job that returns [`Error::Raced`], or
    /// whose transaction the engine refuses, is undone and run again, ten times in all at most. In a request, the check that
    /// [`guard`] set runs before `job`, in its transaction, and the transaction knows the request ([`Tx::source`]).
    ///
    /// # Errors
    /// The error of `job`; [`Error::Full`] when the disk is full, [`Error::Locked`] when another process has locked the database.
    pub async fn write<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        let (check, source) = (guard::present(), guard::source());
        let job = move |tx: &Tx<'_>| {
            let tx = &tx.with_source(source.clone());
            check.as_ref().map_or(Ok(()), |check| check(tx))?;
            job(tx)
        };
        match &self.inner.writers {
            Writers::One(writer) => writer.run(job).await,
            Writers::Concurrent(concurrent) => {
                let concurrent = concurrent.clone();
                tokio::task::spawn_blocking(move || concurrent.run(job)).await.map_err(Error::internal)?
            }
        }
    }

    /// Runs `job` on a read-only connection, in one consistent view of the database.
    ///
    /// # Errors
    /// The error of `job`, an error when the database cannot be read, or 503 when too many reads wait.
    pub async fn read<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        self.inner.readers.run(reading(job)).await?
    }

    /// Like [`Db::read`], for jobs that read much or compute long: they run on threads of their own, so that short reads never wait
    /// for them.
    ///
    /// # Errors
    /// As [`Db::read`].
    pub async fn read_long<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        self.inner.long_readers.run(reading(job)).await?
    }

    /// Writes a complete, consistent copy of the database to `target` while it is in use (`VACUUM INTO`).
    ///
    /// # Errors
    /// When `target` exists already or cannot be written.
    pub async fn backup(&self, target: PathBuf) -> Result<()> {
        let path = self.inner.path.clone();
        tokio::task::spawn_blocking(move || files::copy_into(&path, &target)).await.map_err(Error::internal)?
    }
}

/// Wraps `job` in a transaction of its own, with retries.
fn reading<T>(job: impl Fn(&Tx<'_>) -> Result<T>) -> impl FnOnce(&mut Connection) -> Result<T> {
    move |connection| retry(|| job(&Tx::new(&*connection.transaction()?)))
}

/// How often a job is run at most.
const MAX_ATTEMPTS: usize = 10;

/// Runs `job` again while it returns [`Error::Raced`], at most [`MAX_ATTEMPTS`] times in all.
fn retry<T>(mut job: impl FnMut() -> Result<T>) -> Result<T> {
    for _ in 1..MAX_ATTEMPTS {
        match job() {
            Err(Error::Raced) => {}
            done => return done,
        }
    }
    job()
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

fn open_reader(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    prepare(&connection)?;
    connection.execute_batch(&format!("PRAGMA query_only=ON; PRAGMA trusted_schema=OFF; PRAGMA cache_size=-{CACHE};"))?;
    // The first read also opens the log's files.
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(connection)
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
