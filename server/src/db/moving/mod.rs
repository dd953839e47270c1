//! Moves all that a database holds into an empty one, of the same engine or the other (docs/decisions/0090).
//!
//! The target is marked while a move into it is unfinished: every other opening of it is refused then. Tables are copied in the order of their
//! keys, page by page, each page in a transaction of its own. A move that was broken off goes on after the rows that are there, if they are
//! still those of the source. At the end the rows of every table are counted and hashed on both sides.
//!
//! Not here: what is not in the database, such as photos, and whether the audit record is whole (the caller's `check`).

mod copy;
mod table;

use std::path::{Path, PathBuf};

use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest as _, Sha256};

pub(super) use self::table::{Table, list, quoted};

use self::copy::{Ends, digest, digest_of, told_of};
use self::table::Digest;
use super::tx::{Statements, Transactions};
use super::{FILE, Rollback, Tx, postgres, sqlite};
use crate::error::{Error, Result};

/// The table that marks a database into which a move is unfinished, with the references between tables that are made again at its end.
pub(super) const MARK: &str = "unfinished_move";

/// Refuses a database into which a move is unfinished, which `marked` says.
pub(super) fn check_finished(marked: bool) -> Result<()> {
    if !marked {
        return Ok(());
    }
    Err(Error::message(
        "a move into this database is unfinished: run `splitline move` (or `splitline restore`) as before and it goes on, or with \
         --start-over",
    ))
}

/// Where a database is that is moved, or is moved to.
#[derive(Debug, Clone)]
pub enum Database {
    /// A file of SQLite.
    File(PathBuf),
    /// The address of a database on a PostgreSQL server.
    Server(SecretString),
}

impl Database {
    /// A folder with the database's file, or an address that begins with `postgres://`.
    ///
    /// # Errors
    /// When it is another address: it would be the name of a folder otherwise, with a password perhaps.
    pub fn named(text: &str) -> Result<Self> {
        match text.split_once("://") {
            Some(("postgres" | "postgresql", _)) => Ok(Self::Server(text.into())),
            Some(_) => Err(Error::message("a folder or an address is needed, like postgres://user:password@host/database")),
            None => Ok(Self::File(Path::new(text).join(FILE))),
        }
    }

    /// What people call it; without a password.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Server(address) => postgres::Address::parse(address.expose_secret())
                .map_or_else(|_| "the server".into(), |address| address.to_string()),
        }
    }

    fn source(&self, schema: &Schema, held: bool) -> Result<Box<dyn Engine>> {
        Ok(match self {
            Self::File(path) => Box::new(sqlite::source(path, held)?),
            Self::Server(address) => Box::new(postgres::source(address.expose_secret(), held.then_some(&schema.tables))?),
        })
    }

    /// Opens the target, and makes its tables where it has none; `true` when a move into it was begun.
    fn target(&self, schema: &Schema, start_over: bool) -> Result<(Box<dyn Engine>, bool)> {
        Ok(match self {
            Self::File(path) => {
                let (session, begun) = sqlite::target(path, start_over)?;
                (Box::new(session), begun)
            }
            Self::Server(address) => {
                let (session, begun) = postgres::target(address.expose_secret(), start_over.then_some(&schema.tables))?;
                (Box::new(session), begun)
            }
        })
    }

    /// How to get an empty database, for whoever named one that is not.
    fn emptied(&self) -> &'static str {
        match self {
            Self::File(_) => "Name another folder, or rename the file",
            Self::Server(_) => "Name another database, or empty this one: DROP SCHEMA public CASCADE; CREATE SCHEMA public",
        }
    }
}

/// A connection, with what a move needs of its engine.
pub(super) trait Engine: Transactions {
    /// How many values a statement can have.
    fn most_values(&self) -> usize;

    /// Whether text may contain the zero character.
    fn stores_zero(&self) -> bool;

    /// The key of a row of a table that has text with the zero character, if one does.
    fn row_with_zero(&self, table: &Table) -> Result<Option<String>>;

    /// Marks the database as unfinished, in the present transaction: until [`complete`](Engine::complete) no row must refer to another one.
    fn mark(&self) -> Result<()>;

    /// Checks that rows refer to rows that are there, sets the numbers of future rows, and removes the mark, in the present transaction.
    fn complete(&self, tables: &[Table]) -> Result<()>;

    /// Renews the statistics of the engine, in the present transaction.
    fn statistics(&self, tables: &[Table]) -> Result<()>;

    /// The names of the programs that are connected to the database by the same user, if any are.
    fn others(&self) -> Result<Option<String>>;
}

/// What is to be done beside copying, and how.
pub struct Wishes<'w> {
    /// Nobody can change the source while it is copied, and it is refused while a site is served from it.
    pub held: bool,
    /// Deletes what an unfinished move has left in the target, and begins anew.
    pub start_over: bool,
    /// Looks at the source before anything is copied, and at the target when all is.
    pub check: &'w (dyn Fn(&Tx<'_>) -> Result<()> + Sync),
    /// What else is changed in the target, together with the removal of its mark.
    pub last: &'w (dyn Fn(&Tx<'_>) -> Result<()> + Sync),
    /// Is told of every page.
    pub progress: &'w (dyn Fn(&Progress<'_>) + Sync),
}

/// How far a move is.
#[derive(Debug)]
pub struct Progress<'p> {
    /// The table.
    pub table: &'p str,
    /// How many of its rows are copied, or compared.
    pub rows: u64,
    /// How many it has.
    pub of: u64,
    /// Whether the rows of the target are being compared, before or after others are copied.
    pub comparing: bool,
}

/// What was moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// How many tables.
    pub tables: usize,
    /// How many rows they have.
    pub rows: u64,
    /// How many of these an earlier, unfinished move had copied.
    pub before: u64,
    /// SHA-256 over the tables, their numbers of rows and their hashes: the same for the same data on either engine.
    pub hash: String,
    /// The programs that have connected to the source meanwhile: they may change it from now on.
    pub others: Option<String>,
}

/// The tables of this program's schema, and what its migrations alone put into them.
struct Schema {
    version: i64,
    tables: Vec<Table>,
    seeds: Vec<Digest>,
}

impl Schema {
    fn read() -> Result<Self> {
        let blank = sqlite::blank()?;
        let tables = sqlite::tables(&blank)?;
        let seeds = tables.iter().map(|table| digest(&blank, table, &|_| ())).collect::<Result<_>>()?;
        Ok(Self { version: version(&blank)?, tables, seeds })
    }
}

/// Moves everything from one database into another one, which is empty, or into which such a move was begun.
///
/// # Errors
/// When the source is in use or of another schema, when the target is not empty, when rows of the target are not those of the source, or when
/// one of them fails. Nothing of the source is changed; the target is marked until a move into it ends well.
pub fn run(from: &Database, to: &Database, wishes: &Wishes<'_>) -> Result<Moved> {
    // The driver of PostgreSQL has a runtime of its own, which cannot be started on a thread that runs tasks.
    std::thread::scope(|scope| scope.spawn(|| run_here(from, to, wishes)).join())
        .map_err(|_| Error::message("the thread that moves the database panicked"))?
}

/// Writes a copy of a database on a server to the new file `file`, in one consistent view.
///
/// # Errors
/// When the file exists already, or as [`run`]. No file is left then.
pub fn copy_to_file(from: &Database, file: &Path, progress: &(dyn Fn(&Progress<'_>) + Sync)) -> Result<Moved> {
    sqlite::new_copy(file, |unfinished| {
        let wishes = Wishes { held: false, start_over: false, check: &|_| Ok(()), last: &|_| Ok(()), progress };
        let moved = run(from, &Database::File(unfinished.to_owned()), &wishes)?;
        sqlite::close_copy(unfinished).map(|()| moved)
    })
}

fn run_here(from: &Database, to: &Database, wishes: &Wishes<'_>) -> Result<Moved> {
    let schema = Schema::read()?;
    let source = from.source(&schema, wishes.held)?;
    if wishes.held {
        check_unused(&*source, from)?;
    }
    check_version(&*source, from, schema.version)?;
    source.begin()?;
    let reading = Rollback(&*source);
    check_source(&*source, from, to, &schema, wishes)?;
    let (target, begun) = to.target(&schema, wishes.start_over)?;
    // A site that serves it would write into it.
    if wishes.held {
        check_unused(&*target, to)?;
    }
    if begun {
        changing(&*target, || check_version(&*target, to, schema.version))?;
    } else {
        changing(&*target, || prepare(&*target, to, &schema))?;
    }
    let mut moved = Moved { tables: schema.tables.len(), rows: 0, before: 0, hash: String::new(), others: None };
    let mut hash = Sha256::new();
    for table in &schema.tables {
        let ends = Ends { source: &*source, target: &*target, from, to, wishes };
        let (copied, before) = ends.copy(table, begun).map_err(|error| told_of(table, error))?;
        moved.rows += copied.rows;
        moved.before += before;
        hash.update(copied.finish());
    }
    moved.hash = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    changing(&*target, || target.statistics(&schema.tables))?;
    changing(&*target, || {
        (wishes.check)(&Tx::new(&*target))?;
        target.complete(&schema.tables)?;
        (wishes.last)(&Tx::new(&*target))
    })?;
    target.end();
    moved.others = if wishes.held { source.others()? } else { None };
    drop(reading);
    Ok(moved)
}

/// Refuses a database to which other programs are connected.
fn check_unused(session: &dyn Engine, place: &Database) -> Result<()> {
    match session.others()? {
        None => Ok(()),
        Some(others) => Err(Error::message(format!(
            "{} is in use by {others}: stop the site, and what else is connected, first",
            place.shown()
        ))),
    }
}

/// Checks what can be known before anything is copied.
fn check_source(source: &dyn Engine, from: &Database, to: &Database, schema: &Schema, wishes: &Wishes<'_>) -> Result<()> {
    (wishes.check)(&Tx::new(source))?;
    if source.stores_zero() && matches!(to, Database::Server(_)) {
        for table in &schema.tables {
            if let Some(key) = source.row_with_zero(table)? {
                return Err(Error::message(format!(
                    "PostgreSQL stores no text with the zero character, and the table {} of {} has some, in the row {key}: remove the \
                     character there first",
                    table.name,
                    from.shown()
                )));
            }
        }
    }
    Ok(())
}

/// Checks that the target is empty, and marks it.
fn prepare(target: &dyn Engine, to: &Database, schema: &Schema) -> Result<()> {
    for (table, seeds) in schema.tables.iter().zip(&schema.seeds) {
        let rows = table.count(target)?;
        if rows != seeds.rows || (rows > 0 && !digest_of(target, table, &|_| ())?.equals(seeds)) {
            return Err(Error::message(format!(
                "{} is not empty: its table {} has rows. {}",
                to.shown(),
                table.name,
                to.emptied()
            )));
        }
    }
    target.mark()?;
    for (table, _) in schema.tables.iter().zip(&schema.seeds).filter(|(_, seeds)| seeds.rows > 0) {
        target.execute(&format!("DELETE FROM {}", quoted(&table.name)), &[])?;
    }
    Ok(())
}

/// Runs `work` in a transaction, which is kept if it succeeds.
fn changing<T>(session: &dyn Engine, work: impl FnOnce() -> Result<T>) -> Result<T> {
    session.begin()?;
    let end = Rollback(session);
    let done = work()?;
    session.commit()?;
    drop(end);
    Ok(done)
}

fn version(session: &dyn Statements) -> Result<i64> {
    let mut version = 0;
    session.rows("SELECT max(version) FROM refinery_schema_history", &[], &mut |row| {
        version = row.get::<Option<i64>>(0)?.unwrap_or(0);
        Ok(false)
    })?;
    Ok(version)
}

fn check_version(session: &dyn Statements, place: &Database, newest: i64) -> Result<()> {
    super::check_present(Some(version(session)?), newest, place.shown())
}
