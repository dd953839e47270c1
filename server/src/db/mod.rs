//! The database behind one cloneable handle.
//!
//! Nothing outside this folder names a database engine (docs/decisions/0030). SQL elsewhere uses the common subset of SQLite and
//! PostgreSQL: `$1, $2` first used in order, `RETURNING`, `ON CONFLICT`, epoch milliseconds as integers, JSON as text.

mod guard;
mod postgres;
mod sqlite;
mod tx;
mod value;
mod writer;

pub use crate::params;
pub(crate) use guard::{Source, guard, guarded, made_by, sourced};
pub use postgres::change_server;
pub use sqlite::{Isolation, change_file, copy_into, inspect, restore, write_private};
pub use tx::Tx;
pub use value::{Kind, Kinded, Load, Params, Row, Store, Value};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use self::postgres::Server;
use self::tx::Transactions;
use crate::error::{Error, Result};
use crate::work::Pool;

/// How many short reads may run at once, each on a thread of its own.
const READERS: usize = 4;
/// How many long reads may run at once: those that read much, or compute much from what they read.
const LONG_READERS: usize = 2;
/// How long a short read of a server may take.
const READ_WITHIN: Duration = Duration::from_secs(4);
/// How many reads may wait for a thread; further callers receive 503 (busy).
const QUEUE: usize = 1024;
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
    place: Place,
    // Readers are dropped before the writer: the last connection that closes merges SQLite's log into the file, which a read-only
    // connection cannot.
    readers: Pool<Box<dyn Transactions>>,
    long_readers: Pool<Box<dyn Transactions>>,
    writers: Writers,
}

/// Where the database is.
enum Place {
    File(PathBuf),
    Server,
}

/// How jobs that write are run.
enum Writers {
    /// One thread, which commits jobs together.
    One(writer::Writer),
    /// Each job on a connection of its own, concurrently: for tests.
    Concurrent(Arc<sqlite::Concurrent>),
}

impl Db {
    /// Opens (and creates or migrates) the SQLite database in the file `path`.
    ///
    /// # Errors
    /// When the file cannot be opened, is newer than this program, or a migration fails; nothing is changed then.
    pub fn open(path: &Path) -> Result<Self> {
        let writer = sqlite::Session::writer(path)?;
        Self::in_file(path, Writers::One(writer::Writer::start(Box::new(writer))?))
    }

    /// Opens (and fills or migrates) the PostgreSQL database at `address`: `postgres://user:password@host/database`.
    ///
    /// # Errors
    /// When the address cannot be read or the database not be reached, when it is newer than this program, or a migration fails; nothing is
    /// changed then.
    pub fn connect(address: &str) -> Result<Self> {
        let server = Server::open(postgres::Address::parse(address)?)?;
        let writers = Writers::One(writer::Writer::start(Box::new(postgres::Session::writer(&server)))?);
        Self::with(Place::Server, writers, || Ok(Box::new(postgres::Session::reader(&server))))
    }

    /// Opens the existing database in the file `path` so that jobs run concurrently instead of one after the other: for tests of
    /// how two jobs affect each other. `before_change` is called before the first change of each job.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn concurrent(path: &Path, isolation: Isolation, before_change: Arc<dyn Fn() + Send + Sync>) -> Result<Self> {
        let concurrent = sqlite::Concurrent::new(path.to_owned(), isolation, before_change);
        Self::in_file(path, Writers::Concurrent(Arc::new(concurrent)))
    }

    fn in_file(path: &Path, writers: Writers) -> Result<Self> {
        Self::with(Place::File(path.to_owned()), writers, || Ok(Box::new(sqlite::Session::reader(path)?)))
    }

    fn with(place: Place, writers: Writers, reader: impl Fn() -> Result<Box<dyn Transactions>>) -> Result<Self> {
        // All readers of a file are opened at the start: when many connections use up the process's file descriptors, reads still work.
        let open = |count| (0..count).map(|_| reader()).collect::<Result<Vec<_>>>();
        let readers = Pool::start("db-reader", open(READERS)?, QUEUE)?;
        let long_readers = Pool::start("db-long-reader", open(LONG_READERS)?, QUEUE)?;
        Ok(Self { inner: Arc::new(Inner { place, readers, long_readers, writers }) })
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
        let read = self.inner.readers.run(reading(job));
        match self.inner.place {
            Place::File(_) => read.await?,
            // A server that hangs answers nothing, and says nothing.
            Place::Server => tokio::time::timeout(READ_WITHIN, read).await.map_err(|_| Error::Unreachable)??,
        }
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

    /// Whether other copies of this program may use the database at the same time: not one in a file, whose folder is locked while it is served.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.inner.place, Place::Server)
    }

    /// Writes a complete, consistent copy of the SQLite database to `target` while it is in use (`VACUUM INTO`).
    ///
    /// # Errors
    /// When `target` exists already or cannot be written, or when the database is on a server.
    pub async fn backup(&self, target: PathBuf) -> Result<()> {
        let Place::File(path) = &self.inner.place else {
            return Err(Error::message("a database on a server is copied by the server's own tools"));
        };
        let path = path.clone();
        tokio::task::spawn_blocking(move || copy_into(&path, &target)).await.map_err(Error::internal)?
    }
}

/// Wraps `job` in a transaction of its own, with retries.
fn reading<T>(job: impl Fn(&Tx<'_>) -> Result<T>) -> impl FnOnce(&mut Box<dyn Transactions>) -> Result<T> {
    move |session| {
        retry(|| {
            session.begin()?;
            // Also when the job panics.
            let _end = Rollback(&**session);
            job(&Tx::new(&**session))
        })
    }
}

/// Ends a transaction without its changes when it is dropped.
struct Rollback<'a>(&'a dyn Transactions);

impl Drop for Rollback<'_> {
    fn drop(&mut self) {
        self.0.rollback();
    }
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

/// Refuses a database whose schema is newer than this program.
fn check_version(version: Option<i64>, newest: i64) -> Result<()> {
    match version.filter(|version| *version > newest) {
        Some(version) => Err(Error::message(format!(
            "the database has schema {version}, this program knows up to {newest}: use a newer program"
        ))),
        None => Ok(()),
    }
}
