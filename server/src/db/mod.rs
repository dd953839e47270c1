//! The database behind one cloneable handle.
//!
//! Nothing outside this folder names a database engine (docs/decisions/0030). SQL elsewhere uses the common subset of SQLite and
//! PostgreSQL: `$1, $2` first used in order, `RETURNING`, `ON CONFLICT`, epoch milliseconds as integers, JSON as text.

mod counts;
mod guard;
mod many;
mod moving;
mod postgres;
mod pulse;
mod sqlite;
mod tx;
mod value;
mod writer;

pub use crate::params;
pub(crate) use counts::{Counts, durations};
pub(crate) use guard::{Source, guard, guarded, made_by, sourced};
pub use many::Rows;
pub use moving::{Database, Moved, Progress, Wishes, copy_to_file, run as move_all};
pub use postgres::change_server;
pub use sqlite::{Isolation, change_file, checked_copy, copy_into, inspect, restore, write_private};
pub use tx::Tx;
pub use value::{Kind, Kinded, Load, Params, Row, Store, Value};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use self::postgres::{Notices, Replica, Server};
use self::pulse::Pulse;
use self::tx::Transactions;
use crate::error::{Error, Result};
use crate::work::Pool;

/// How many short reads may run at once, each on a thread of its own.
const READERS: usize = 4;
/// How many long reads may run at once: those that read much, or compute much from what they read.
const LONG_READERS: usize = 2;
/// How long a short read of a server may take.
const READ_WITHIN: Duration = Duration::from_secs(4);
/// How long it may take while the server answers nothing.
const TRIAL_WITHIN: Duration = Duration::from_secs(2);
/// How many reads may wait for a thread; further callers receive 503 (busy).
const QUEUE: usize = 1024;
/// The pause before something is written again that could not be.
const KEPT_AGAIN: Duration = Duration::from_millis(500);
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
    counts: Arc<Counts>,
}

/// What is done about the schema of a database that is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// It is made, or migrated to this program's: by who serves the site.
    Migrated,
    /// It is made in an empty database, and must be this program's otherwise.
    Made,
    /// It must be this program's already. Another version of the program may serve the site meanwhile.
    Present,
}

/// Where the database is.
enum Place {
    File(PathBuf),
    Server(Box<OnServer>),
}

/// What a database on a server has beside its connections.
struct OnServer {
    /// Whether it answers short reads.
    pulse: Pulse,
    notices: Notices,
    replica: Option<Replica>,
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
    /// As [`Db::open_with`].
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_with(path, Schema::Migrated)
    }

    /// Opens the SQLite database in the file `path`.
    ///
    /// # Errors
    /// When the file cannot be opened, is newer than this program, has a schema that `schema` does not let be, or a migration fails; nothing
    /// is changed then.
    pub fn open_with(path: &Path, schema: Schema) -> Result<Self> {
        let (writer, counts) = (sqlite::Session::writer(path, schema)?, Arc::<Counts>::default());
        Self::in_file(path, Writers::One(writer::Writer::start(Box::new(writer), counts.clone())?), counts)
    }

    /// Opens (and fills or migrates) the PostgreSQL database at `address`.
    ///
    /// # Errors
    /// As [`Db::connect_with`].
    pub fn connect(address: &str) -> Result<Self> {
        Self::connect_with(address, None, Schema::Migrated)
    }

    /// Opens the PostgreSQL database at `address`: `postgres://user:password@host/database`. Public reads come from the replica at the second
    /// address, if there is one.
    ///
    /// # Errors
    /// When the address cannot be read or the database not be reached, when it is newer than this program, has a schema that `schema` does not
    /// let be, or a migration fails; nothing is changed then.
    pub fn connect_with(address: &str, replica: Option<&str>, schema: Schema) -> Result<Self> {
        let server = Server::open(postgres::Address::parse(address)?, schema)?;
        let (writer, counts) = (postgres::Session::writer(&server), Arc::<Counts>::default());
        let writers = Writers::One(writer::Writer::start(Box::new(writer), counts.clone())?);
        let replica = replica.map(|address| Replica::start(&server, address)).transpose()?;
        let on_server = OnServer { pulse: Pulse::default(), notices: Notices::new(&server), replica };
        Self::with(Place::Server(Box::new(on_server)), writers, counts, |is_long| {
            Ok(Box::new(postgres::Session::reader(&server, is_long)))
        })
    }

    /// Opens the existing database in the file `path` so that jobs run concurrently instead of one after the other: for tests of
    /// how two jobs affect each other. `before_change` is called before the first change of each job.
    ///
    /// # Errors
    /// When the file cannot be opened.
    pub fn concurrent(path: &Path, isolation: Isolation, before_change: Arc<dyn Fn() + Send + Sync>) -> Result<Self> {
        let concurrent = sqlite::Concurrent::new(path.to_owned(), isolation, before_change);
        Self::in_file(path, Writers::Concurrent(Arc::new(concurrent)), Arc::default())
    }

    fn in_file(path: &Path, writers: Writers, counts: Arc<Counts>) -> Result<Self> {
        Self::with(Place::File(path.to_owned()), writers, counts, |_| Ok(Box::new(sqlite::Session::reader(path)?)))
    }

    /// `reader` makes a connection that reads, and is told whether for long reads.
    fn with(
        place: Place,
        writers: Writers,
        counts: Arc<Counts>,
        reader: impl Fn(bool) -> Result<Box<dyn Transactions>>,
    ) -> Result<Self> {
        // All readers of a file are opened at the start: when many connections use up the process's file descriptors, reads still work.
        let open = |count, is_long| (0..count).map(|_| reader(is_long)).collect::<Result<Vec<_>>>();
        let readers = Pool::start("db-reader", open(READERS, false)?, QUEUE)?;
        let long_readers = Pool::start("db-long-reader", open(LONG_READERS, true)?, QUEUE)?;
        Ok(Self { inner: Arc::new(Inner { place, readers, long_readers, writers, counts }) })
    }

    /// Runs `job` in a transaction of its own and returns its value once the transaction is on disk.
    ///
    /// An `Err` from `job` undoes everything that the job did, and nothing of other jobs. A job that returns [`Error::Raced`], or
    /// whose transaction the engine refuses, is undone and run again, ten times in all at most. In a request, the check that
    /// [`guard`] set runs before `job`, in its transaction, and the transaction knows the request ([`Tx::source`]).
    ///
    /// # Errors
    /// The error of `job`; [`Error::Full`] when the disk is full, [`Error::Locked`] when another process has locked the database,
    /// [`Error::Unreachable`] when its server cannot be reached or has not answered: then the changes may be kept, or not.
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

    /// Like [`Db::write`], again and again while nothing can be written: for what happened outside already, such as that a mail was sent.
    ///
    /// # Errors
    /// The error of `job`.
    pub(crate) async fn write_until_kept<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + Sync + 'static,
    {
        let job = Arc::new(job);
        loop {
            let again = job.clone();
            match self.write(move |tx| again(tx)).await {
                Err(Error::Unreachable | Error::Locked | Error::Full) => tokio::time::sleep(KEPT_AGAIN).await,
                done => return done,
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
        match &self.inner.place {
            Place::File(_) => self.inner.readers.run(reading(job)).await?,
            Place::Server(server) => read_from(&self.inner.readers, &server.pulse, job).await,
        }
    }

    /// Like [`Db::read`], for what visitors see of what is public: it comes from a replica if there is one that is at most some seconds behind.
    /// Whoever is logged in reads what was written a moment ago, and so does every change.
    ///
    /// # Errors
    /// As [`Db::read`].
    pub(crate) async fn read_public<T, F>(&self, job: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + Sync + 'static,
    {
        self.read_replica(job, |_| true).await
    }

    /// Like [`Db::read_public`], for something that is looked up, such as a race or a picture: what the replica does not have yet is read from the
    /// server.
    ///
    /// # Errors
    /// As [`Db::read`].
    pub(crate) async fn read_found<T, F>(&self, job: F) -> Result<Option<T>>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<Option<T>> + Send + Sync + 'static,
    {
        self.read_replica(job, Option::is_some).await
    }

    /// Reads from the replica, if the present request may and what it has `is_enough`, else from the server.
    async fn read_replica<T, F>(&self, job: F, is_enough: impl Fn(&T) -> bool) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&Tx<'_>) -> Result<T> + Send + Sync + 'static,
    {
        let job = Arc::new(job);
        if let Some(replica) = self.replica_of_server().filter(|replica| guard::is_visitor() && replica.is_usable()) {
            let again = job.clone();
            match read_from(&replica.readers, &replica.pulse, move |tx| again(tx)).await {
                Ok(read) if is_enough(&read) => return Ok(read),
                // What is missing there may have been written a moment ago. A replica may also lack a new migration, or cancel a read that
                // conflicts with what it has to replay.
                _ => {}
            }
        }
        self.read(move |tx| job(tx)).await
    }

    /// Whether visitors read from the replica now, and how far it is behind if that is known; `None` without a replica.
    pub(crate) fn replica(&self) -> Option<(bool, Option<Duration>)> {
        self.replica_of_server().map(|replica| (replica.is_usable(), replica.lag()))
    }

    fn replica_of_server(&self) -> Option<&Replica> {
        match &self.inner.place {
            Place::Server(server) => server.replica.as_ref(),
            Place::File(_) => None,
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

    /// What was counted of the changes since the start.
    pub(crate) fn counts(&self) -> &Counts {
        &self.inner.counts
    }

    /// Tells other copies of the program that use the same database that something was changed, which `topic` names; call it after the commit.
    /// It may get lost, so they must look by themselves, too.
    pub(crate) fn tell(&self, topic: &str) {
        if let Place::Server(server) = &self.inner.place {
            server.notices.tell(topic);
        }
    }

    /// Calls `receive` with each topic that other copies tell from now on, and with `None` when topics may have been missed. It is called on a
    /// thread that does nothing else meanwhile.
    ///
    /// # Errors
    /// When the thread cannot be started.
    pub(crate) fn listen(&self, receive: impl Fn(Option<&str>) + Send + 'static) -> Result<()> {
        match &self.inner.place {
            Place::Server(server) => server.notices.listen(Box::new(receive)),
            // SQLite's file has one copy of the program.
            Place::File(_) => Ok(()),
        }
    }

    /// Whether other copies of the program may use the same database: it is on a server.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.inner.place, Place::Server(_))
    }

    /// Writes a complete, consistent copy of the SQLite database to `target` while it is in use (`VACUUM INTO`).
    ///
    /// # Errors
    /// When `target` exists already or cannot be written, or when the database is on a server.
    pub async fn backup(&self, target: PathBuf) -> Result<()> {
        let Place::File(path) = &self.inner.place else {
            return Err(Error::message("a database on a server is copied by `splitline backup`"));
        };
        let path = path.clone();
        tokio::task::spawn_blocking(move || copy_into(&path, &target)).await.map_err(Error::internal)?
    }
}

/// Runs a short read of a server. One that hangs answers nothing, and says nothing.
async fn read_from<T, F>(readers: &Pool<Box<dyn Transactions>>, pulse: &Pulse, job: F) -> Result<T>
where
    T: Send + 'static,
    F: Fn(&Tx<'_>) -> Result<T> + Send + 'static,
{
    let asking = pulse.ask().ok_or(Error::Unreachable)?;
    let within = if asking.is_trial { TRIAL_WITHIN } else { READ_WITHIN };
    let began = Instant::now();
    match tokio::time::timeout(within, readers.run(reading(job))).await {
        Ok(done) => {
            let answered = done?;
            if !matches!(answered, Err(Error::Unreachable)) {
                pulse.answered();
            }
            answered
        }
        Err(_) => {
            pulse.timed_out(began);
            Err(Error::Unreachable)
        }
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

/// Refuses a database whose schema is not this program's, and that it must not change.
fn check_present(version: Option<i64>, newest: i64, place: impl std::fmt::Display) -> Result<()> {
    match version {
        None => Err(Error::message(format!("{place} is not a Splitline database: start the site first, which makes it"))),
        Some(version) if version < newest => Err(Error::message(format!(
            "{place} has schema {version}, this program has {newest}: use the program that wrote it, or start the site with this program once"
        ))),
        version => check_version(version, newest),
    }
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
