//! The database behind one cloneable handle.
//!
//! Nothing outside this folder names an engine (docs/decisions/0030). SQL elsewhere keeps to the common subset of SQLite and PostgreSQL:
//! `$1, $2` first used in order, `RETURNING`, `ON CONFLICT`, epoch milliseconds as integers, JSON as text.

mod beside;
mod files;
mod migrate;
mod tx;
mod value;
mod writer;

pub use crate::params;
pub use beside::Isolation;
pub use files::{change_file, copy_into, look_into, restore, write_private};
pub use tx::Tx;
pub use value::{Load, Params, Row, Store, Value};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::{Error, Result};
use crate::work::Pool;

/// How many readers may be inside the database at once, each on a thread of its own.
const READERS: usize = 4;
/// The same of those who read much, or work out much of what they read.
const LONG_READERS: usize = 2;
/// What a connection keeps of the file in memory, in kibibytes.
const CACHE: u32 = 8 * 1024;
/// Reads that may wait for one; further callers are told that the site is busy.
const WAITING: usize = 1024;
/// How long to wait for another process that keeps the database for itself, such as one of our own commands.
const PATIENCE: Duration = Duration::from_secs(5);
/// Prepared statements kept per connection.
const STATEMENTS: usize = 256;
/// The database's file name inside the data folder.
pub const FILE: &str = "splitline.db";

/// The database: one writer, several readers, cheap to clone.
///
/// A write answers only after its commit has reached the disk (`synchronous=FULL`), so what a caller was told is saved stays
/// saved through a power cut. Writes that wait together are committed together.
#[derive(Clone)]
pub struct Db {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    // Closed before the writer: whoever closes last folds the log into the file, which a reader cannot.
    readers: Pool<Connection>,
    long_readers: Pool<Connection>,
    writers: Writers,
}

/// Who runs what writes.
enum Writers {
    /// One thread, which commits jobs together.
    One(writer::Writer),
    /// Each job by itself.
    Beside(Arc<beside::Beside>),
}

impl Db {
    /// Opens (and creates or migrates) the database in the file `path`.
    ///
    /// # Errors
    /// When the file cannot be opened, is newer than this program, or a migration fails; nothing is changed then.
    pub fn open(path: &Path) -> Result<Self> {
        files::make_private(path)?;
        let mut connection = Connection::open(path)?;
        tune(&connection)?;
        migrate::run(&mut connection, path)?;
        Self::with(path, Writers::One(writer::Writer::start(connection)?))
    }

    /// The database in the file `path`, which is there already, with jobs that run beside each other instead of one after the other:
    /// for tests of what two of them do to each other. `before_change` is called before the first change of each.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn beside(path: &Path, isolation: Isolation, before_change: Arc<dyn Fn() + Send + Sync>) -> Result<Self> {
        Self::with(path, Writers::Beside(Arc::new(beside::Beside::new(path.to_owned(), isolation, before_change))))
    }

    fn with(path: &Path, writers: Writers) -> Result<Self> {
        // Opened now, once and for all: a flood that uses up the process's files keeps nobody from reading.
        let open = |count| (0..count).map(|_| open_reader(path)).collect::<Result<Vec<_>>>();
        let readers = Pool::start("db-reader", open(READERS)?, WAITING)?;
        let long_readers = Pool::start("db-long-reader", open(LONG_READERS)?, WAITING)?;
        Ok(Self { inner: Arc::new(Inner { path: path.to_owned(), readers, long_readers, writers }) })
    }

    /// Runs `job` in a transaction of its own and answers once it is on disk.
    ///
    /// An `Err` from `job` undoes everything it did and nothing of what runs beside it. A job that answers [`Error::Raced`], or whose
    /// transaction the engine refuses, is undone and run again, a few times at the most.
    ///
    /// # Errors
    /// What `job` answers; [`Error::Full`] when the disk is full, [`Error::Locked`] when another process keeps the database for itself.
    pub async fn write<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        match &self.inner.writers {
            Writers::One(writer) => writer.run(job).await,
            Writers::Beside(beside) => {
                let beside = beside.clone();
                tokio::task::spawn_blocking(move || beside.run(job)).await.map_err(Error::internal)?
            }
        }
    }

    /// Runs `job` on a read-only connection, in one consistent view of the database.
    ///
    /// # Errors
    /// What `job` answers, that the database cannot be read, or 503 when too many reads wait.
    pub async fn read<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + 'static,
    {
        self.inner.readers.run(reading(job)).await?
    }

    /// The same for a read of much, and for what takes long to work out of it: on threads of its own, so that short reads never
    /// wait for it.
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

/// `job` in a transaction of its own.
fn reading<T>(job: impl Fn(&Tx<'_>) -> Result<T>) -> impl FnOnce(&mut Connection) -> Result<T> {
    move |connection| again(|| job(&Tx::new(&*connection.transaction()?)))
}

/// How often a job is run at the most.
const TRIES: usize = 10;

/// Runs `job` again while it answers [`Error::Raced`], a few times at the most.
fn again<T>(mut job: impl FnMut() -> Result<T>) -> Result<T> {
    for _ in 1..TRIES {
        match job() {
            Err(Error::Raced) => {}
            done => return done,
        }
    }
    job()
}

/// What every connection has.
fn prepare(connection: &Connection) -> Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // PostgreSQL's name for the order of code points.
    Ok(connection.create_collation("C", str::cmp)?)
}

fn tune(connection: &Connection) -> Result<()> {
    prepare(connection)?;
    // What is deleted is overwritten: a mail's link to a new password, or what somebody asked to be forgotten.
    // `journal_mode` answers a row, the others may: execute_batch takes both.
    connection.execute_batch(
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;
         PRAGMA secure_delete=ON; PRAGMA cache_size=-32768; PRAGMA temp_store=MEMORY;",
    )?;
    Ok(())
}

fn open_reader(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    prepare(&connection)?;
    connection.execute_batch(&format!("PRAGMA query_only=ON; PRAGMA trusted_schema=OFF; PRAGMA cache_size=-{CACHE};"))?;
    // The first read opens the log's files as well.
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
            // No file was to be had: others hold too many at the moment.
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
