//! PostgreSQL: a server that several copies of this program use at the same time.
//!
//! One transaction changes something at a time, among all copies: each batch of changes begins with one lock (`WRITING`), as it begins with
//! SQLite's write lock there. So what a change has read is still true when it writes, row numbers are in the order of the commits, and nobody
//! waits for each other crosswise. Connections are used on threads of their own, never inside a task.
//!
//! A server that hangs is one that cannot be reached (`client.rs`). Whether a transaction whose COMMIT was not answered is kept is not known then,
//! and its callers get the same 503 as those of one that is undone: what is sent again is found to be there (keys, identities, versions).

mod address;
mod client;
mod migrate;
mod moving;
mod notices;
mod replica;
mod values;

pub(super) use address::Address;
pub(super) use moving::{source, target};
pub(super) use notices::Notices;
pub(super) use replica::Replica;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use postgres::error::{Severity, SqlState};
use postgres::types::{ToSql, Type};
use postgres::{Row as PgRow, Statement};

use self::client::{Client, Failure};
use super::Schema;
use super::pulse::Pulse;
use super::tx::{Each, Statements, Transactions};
use super::value::{Row, Value};
use crate::error::{Error, Result, chain};
use crate::work::lock;

/// The lock of the one transaction that changes something, that of who migrates, and that of who moves something here: any numbers that
/// nothing else in the database uses.
const WRITING: i64 = 0x5350_4c49_5401;
const MIGRATING: i64 = 0x5350_4c49_5402;
const MOVING: i64 = 0x5350_4c49_5403;
/// How many rows of a long result are held at a time.
const FETCH: u32 = 500;
/// How long a server may take to begin a transaction, and to answer a statement of one that changes something; longer than it waits for the
/// lock. After that it hangs: the connection is closed, and what it was asked for may be done or not.
const WITHIN: Duration = Duration::from_secs(6);
/// How long it may take for a statement that reads much.
const LONG: Duration = Duration::from_secs(60);
/// Prepared statements kept per connection.
const STATEMENTS: usize = 1024;
/// After a connection could not be made, others are not tried for so long, in milliseconds: a caller learns at once that there is none.
const PAUSE: i64 = 250;

/// What the log calls the server that is written to.
const DATABASE: &str = "the database";

/// The settings of every connection. A copy that stops in the middle of a transaction, or whose machine does, holds the lock no longer than
/// `idle_in_transaction_session_timeout`; others wait five seconds for it, as for SQLite's.
const SETTINGS: &str = "SET client_min_messages = warning; SET TimeZone = 'UTC'; SET jit = off; SET lock_timeout = '5s';
    SET idle_in_transaction_session_timeout = '20s'; SET search_path = public";

/// The server, for all connections to it.
pub(super) struct Server {
    address: Address,
    /// Until when no further connection is tried, in milliseconds since the start.
    closed_until: AtomicI64,
    /// Until when no write is tried, in the same way.
    read_only_until: AtomicI64,
    /// Whether it refused the last write because it is only read from, as it was logged.
    is_read_only: AtomicBool,
    /// Whether it answers its connections.
    pulse: Pulse,
    /// Why the last connection was not made, as it was logged; `None` when it was made.
    why_closed: Mutex<Option<String>>,
    /// What the log calls it.
    called: &'static str,
}

impl Server {
    /// The server at this address, to which nothing is connected yet.
    fn at(address: Address, called: &'static str) -> Arc<Self> {
        let (closed_until, read_only_until, is_read_only) = (AtomicI64::new(0), AtomicI64::new(0), AtomicBool::new(false));
        let (pulse, why_closed) = (Pulse::default(), Mutex::default());
        Arc::new(Self { address, closed_until, read_only_until, is_read_only, pulse, why_closed, called })
    }

    /// Connects once, and makes the database's schema, or checks it.
    pub(super) fn open(address: Address, schema: Schema) -> Result<Arc<Self>> {
        let server = Self::at(address, DATABASE);
        // The driver has a runtime of its own, which cannot be started on a thread that runs tasks.
        std::thread::scope(|scope| scope.spawn(|| server.prepare(schema)).join())
            .map_err(|_| Error::message("the thread that opens the database panicked"))??;
        Ok(server)
    }

    /// Makes the database's schema, however long that takes, or checks it.
    fn prepare(&self, schema: Schema) -> Result<()> {
        let mut client = self.address.connect()?;
        client.batch_execute(SETTINGS).map_err(error)?;
        if schema == Schema::Migrated || (schema == Schema::Made && migrate::is_blank(&mut client)?) {
            migrate::run(&mut client, &self.address)
        } else {
            migrate::check(&mut client, &self.address)
        }
    }

    fn connect(&self, patience: Duration) -> Result<Client> {
        if now() < self.closed_until.load(Ordering::Relaxed) {
            return Err(Error::Unreachable);
        }
        let _asking = self.pulse.ask().ok_or(Error::Unreachable)?;
        let connected = Client::connect(&self.address, patience).and_then(|mut client| {
            client.batch_execute(SETTINGS, WITHIN)?;
            Ok(client)
        });
        match connected {
            Ok(client) => {
                self.pulse.answered();
                if lock(&self.why_closed).take().is_some() {
                    tracing::info!(database = %self.address, "{} is reached again", self.called);
                }
                Ok(client)
            }
            Err(failure) => {
                self.closed_until.store(now() + PAUSE, Ordering::Relaxed);
                self.log(failure.to_string());
                Err(match failure {
                    // Also when it refuses: that it starts, has too many connections, or takes this password no more. It was reached before.
                    Failure::Refused(_) | Failure::TimedOut => Error::Unreachable,
                    Failure::Own(failure) => failure.into(),
                })
            }
        }
    }

    /// Notes that a connection was made by somebody else: others are tried at once.
    fn was_reached(&self) {
        self.closed_until.store(0, Ordering::Relaxed);
        self.pulse.answered();
    }

    /// Notes whether it takes writes. One that is only read from has been put in the place of another, or another one in its place; reads go on.
    fn takes_writes(&self, takes: bool) {
        let Self { address, called, .. } = self;
        if !takes {
            self.read_only_until.store(now() + PAUSE, Ordering::Relaxed);
        }
        match (self.is_read_only.swap(!takes, Ordering::Relaxed), takes) {
            (false, false) => tracing::warn!(database = %address, "{called} takes no writes: it is only read from"),
            (true, true) => tracing::info!(database = %address, "{called} takes writes again"),
            _ => {}
        }
    }

    /// Logs why no connection was made, unless it was that the last time, too: a server that is away is tried several times a second.
    fn log(&self, why: String) {
        if lock(&self.why_closed).as_ref() != Some(&why) {
            tracing::warn!(cause = why, database = %self.address, "{} cannot be reached", self.called);
            *lock(&self.why_closed) = Some(why);
        }
    }
}

/// Milliseconds since the start of the program.
fn now() -> i64 {
    static START: OnceLock<Instant> = OnceLock::new();
    i64::try_from(START.get_or_init(Instant::now).elapsed().as_millis()).unwrap_or(i64::MAX)
}

/// A connection, made when it is needed first and again when it is lost.
pub(super) struct Session {
    server: Arc<Server>,
    begin: String,
    /// Whether it writes.
    writes: bool,
    /// How long the answer of a statement is waited for.
    patience: Duration,
    connection: RefCell<Option<Connection>>,
    open: Cell<bool>,
}

struct Connection {
    client: Client,
    /// By their text, and then by the kinds of their values.
    prepared: HashMap<String, Vec<(Vec<Type>, Statement)>>,
}

impl Session {
    /// The connection that writes.
    pub(super) fn writer(server: &Arc<Server>) -> Self {
        Self::patient_writer(server, WITHIN)
    }

    /// The same, which waits so long for the answer of a statement.
    fn patient_writer(server: &Arc<Server>, patience: Duration) -> Self {
        let begin = format!("BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock({WRITING})");
        Self { writes: true, ..Self::new(server, begin, patience) }
    }

    /// A connection that only reads; `is_long` when its statements may take a minute.
    pub(super) fn reader(server: &Arc<Server>, is_long: bool) -> Self {
        let patience = if is_long { LONG } else { WITHIN };
        Self::new(server, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY".into(), patience)
    }

    fn new(server: &Arc<Server>, begin: String, patience: Duration) -> Self {
        Self { server: server.clone(), begin, writes: false, patience, connection: RefCell::default(), open: Cell::new(false) }
    }

    /// Runs `work` on the connection. One that is lost, or whose server hangs, is closed, and its transaction with it.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T, Failure>) -> Result<T> {
        let mut slot = self.connection.borrow_mut();
        let (connection, began) = (slot.as_mut().ok_or(Error::Unreachable)?, Instant::now());
        match work(connection) {
            Ok(done) => {
                self.server.pulse.answered();
                return Ok(done);
            }
            Err(Failure::TimedOut) => {
                let Server { address, called, .. } = &*self.server;
                tracing::warn!(database = %address, "{called} does not answer: the connection is closed");
                self.server.pulse.timed_out(began);
            }
            Err(Failure::Refused(failure)) if self.writes && failure.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => {
                // The next connection may be to the one that takes writes.
                self.server.takes_writes(false);
            }
            Err(Failure::Refused(failure)) if connection.client.is_closed() || failure.is_closed() || is_over(&failure) => {
                let Server { address, called, .. } = &*self.server;
                tracing::warn!(cause = chain(&failure), database = %address, "the connection to {called} is lost");
            }
            Err(Failure::Refused(failure)) => return Err(error(failure)),
            Err(Failure::Own(failure)) => return Err(failure.into()),
        }
        *slot = None;
        self.open.set(false);
        Err(Error::Unreachable)
    }

    /// Connects where there is no connection. Only a transaction that begins does: what is left of one whose connection was lost must not go on
    /// outside of it.
    fn connect(&self) -> Result<()> {
        if self.connection.borrow().is_some() {
            return Ok(());
        }
        let client = self.server.connect(self.patience)?;
        self.connection.replace(Some(Connection { client, prepared: HashMap::new() }));
        if !self.writes || !self.server.is_read_only.load(Ordering::Relaxed) {
            return Ok(());
        }
        // It is asked: a commit says nothing of it, since one without changes succeeds also where nothing can be written.
        let sql = "SELECT current_setting('transaction_read_only')::boolean";
        let is_read_only = self.with(|connection| connection.client.query(sql, &[]))?.iter().any(|row| row.get(0));
        self.server.takes_writes(!is_read_only);
        if is_read_only {
            self.connection.take();
            return Err(Error::Unreachable);
        }
        Ok(())
    }
}

impl Connection {
    /// Prepares a statement for values of these kinds, or finds it prepared.
    fn prepare(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Statement, Failure> {
        let kinds = values.iter().map(values::kind);
        let known = self.prepared.get(sql).and_then(|all| all.iter().find(|(of, _)| of.iter().cloned().eq(kinds.clone())));
        if let Some((_, statement)) = known {
            return Ok(statement.clone());
        }
        let kinds: Vec<Type> = kinds.collect();
        let statement = self.client.prepare_typed(sql, &kinds)?;
        if self.prepared.len() >= STATEMENTS {
            self.prepared.clear();
        }
        self.prepared.entry(sql.to_owned()).or_default().push((kinds, statement.clone()));
        Ok(statement)
    }

    fn query(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<PgRow>, Failure> {
        let statement = self.prepare(sql, values)?;
        self.client.query(&statement, &parameters(values))
    }
}

fn parameters<'v>(values: &'v [Value<'v>]) -> Vec<&'v (dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl Statements for Session {
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize> {
        let changed = self.with(|connection| {
            let statement = connection.prepare(sql, values)?;
            connection.client.execute(&statement, &parameters(values))
        })?;
        usize::try_from(changed).map_err(Error::internal)
    }

    fn rows(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        // All rows are here before the first is passed on: a statement can be run inside of `each`.
        for row in self.with(|connection| connection.query(sql, values))? {
            if !each(&Row(&row))? {
                break;
            }
        }
        Ok(())
    }

    fn long_rows(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        // Each has a name of its own, because one may be read inside of another.
        static CURSORS: AtomicI64 = AtomicI64::new(0);
        let name = format!("rows_{}", CURSORS.fetch_add(1, Ordering::Relaxed));
        self.with(|connection| {
            let declare = format!("DECLARE {name} NO SCROLL CURSOR FOR {sql}");
            let types = values.iter().map(values::kind).collect::<Vec<_>>();
            let statement = connection.client.prepare_typed(&declare, &types)?;
            connection.client.execute(&statement, &parameters(values))
        })?;
        let fetch = format!("FETCH {FETCH} FROM {name}");
        loop {
            let rows = self.with(|connection| connection.client.query(&*fetch, &[]))?;
            for row in &rows {
                if !each(&Row(row))? {
                    return self.batch(&format!("CLOSE {name}"));
                }
            }
            if rows.len() < FETCH as usize {
                return self.batch(&format!("CLOSE {name}"));
            }
        }
    }

    fn batch(&self, sql: &str) -> Result<()> {
        self.with(|connection| connection.client.batch_execute(sql, self.patience))
    }
}

impl Transactions for Session {
    fn begin(&self) -> Result<()> {
        if self.writes && now() < self.server.read_only_until.load(Ordering::Relaxed) {
            return Err(Error::Unreachable);
        }
        self.connect()?;
        let begin = || self.with(|connection| connection.client.batch_execute(&self.begin, WITHIN));
        let begun = match begin() {
            // Its connection was lost while nobody used it, such as by a restart of the server.
            Err(Error::Unreachable) if !self.server.pulse.is_silent() => self.connect().and_then(|()| begin()),
            begun => begun,
        };
        // A lock that was not had in time leaves a transaction that failed.
        self.open.set(true);
        begun.inspect_err(|_| self.rollback())
    }

    fn commit(&self) -> Result<()> {
        self.batch("COMMIT")?;
        self.open.set(false);
        Ok(())
    }

    fn rollback(&self) {
        if self.open.replace(false) && self.connection.borrow().is_some() && self.batch("ROLLBACK").is_err() {
            // A connection in an unknown state is not used again.
            self.connection.take();
        }
    }

    fn is_open(&self) -> bool {
        self.open.get()
    }

    fn why_ended(&self) -> Error {
        Error::Unreachable
    }
}

/// Whether the connection is of no use after this error: the server ends it, such as when it is stopped.
fn is_over(failure: &postgres::Error) -> bool {
    failure.as_db_error().is_some_and(|said| matches!(said.parsed_severity(), Some(Severity::Fatal | Severity::Panic)))
}

/// What an error of the server means.
fn error(failure: postgres::Error) -> Error {
    match failure.code() {
        Some(&SqlState::UNIQUE_VIOLATION) => Error::Taken,
        Some(&(SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED)) => Error::Raced,
        Some(&SqlState::LOCK_NOT_AVAILABLE) => Error::Locked,
        Some(&SqlState::DISK_FULL) => Error::Full,
        Some(
            &(SqlState::TOO_MANY_CONNECTIONS
            | SqlState::CANNOT_CONNECT_NOW
            | SqlState::ADMIN_SHUTDOWN
            | SqlState::CRASH_SHUTDOWN
            | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT),
        ) => Error::Unreachable,
        // With what the server says, which the error's own text leaves out; its detail may hold personal values and is left out, too.
        Some(code) => Error::message(
            failure.as_db_error().map_or_else(|| code.code().into(), |said| format!("{}: {}", code.code(), said.message())),
        ),
        None => Error::internal(failure),
    }
}

/// Runs statements on the server at `address`, outside a transaction: for tests, which make databases of their own.
///
/// # Errors
/// When the address cannot be read, the server not be reached, or a statement fails.
pub fn change_server(address: &str, sql: &str) -> Result<()> {
    let address = Address::parse(address)?;
    // On a thread of its own, as in `Server::open`.
    std::thread::scope(|scope| scope.spawn(|| address.connect()?.batch_execute(sql).map_err(error)).join())
        .map_err(|_| Error::message("the thread that changes the server panicked"))?
}
