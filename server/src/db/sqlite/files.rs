//! Copies of the database. A copy is made by SQLite while the database is in use (never by copying the file), and checked before it
//! replaces a database.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{BUSY_TIMEOUT, Open, migrate, moving};
use crate::db::Tx;
use crate::db::moving::check_finished;
use crate::error::{Error, Result};

/// Copies the database in `path` to the new file `target`, in one consistent view, also while it is in use.
///
/// # Errors
/// When `target` exists already or either file cannot be used.
pub fn copy_into(path: &Path, target: &Path) -> Result<()> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    check_finished(moving::is_marked(&connection)?)?;
    vacuum_into(&connection, target)
}

/// Copies the database in `file` to the new file `target`, and checks the copy.
///
/// # Errors
/// As [`copy_into`], and when `file` is damaged, is no Splitline database, or is newer than this program. No file is left then.
pub fn checked_copy(file: &Path, target: &Path) -> Result<()> {
    copy_into(file, target)?;
    check(target).inspect_err(|_| moving::remove(target))
}

/// Runs `job` on a database file, opened read-only.
///
/// # Errors
/// When `file` cannot be read, or the error of `job`.
pub fn inspect<T>(file: &Path, job: impl FnOnce(&Tx<'_>) -> Result<T>) -> Result<T> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    job(&Tx::new(&Open { connection: &connection, deferred: None }))
}

/// Runs each statement on a database file, outside a transaction: for repairs, and for tests that need a file that no version of
/// the program would write.
///
/// # Errors
/// When `file` cannot be opened or a statement fails.
pub fn change_file(file: &Path, sql: &str) -> Result<()> {
    Ok(Connection::open(file)?.execute_batch(sql)?)
}

/// Writes a new file that only its owner can read; it replaces an existing one.
///
/// # Errors
/// When it cannot be written.
pub fn write_private(file: &Path, bytes: &[u8]) -> Result<()> {
    let _ = std::fs::remove_file(file);
    let mut made = private_file().create_new(true).open(file)?;
    made.write_all(bytes)?;
    Ok(made.sync_all()?)
}

/// Replaces the database at `path` by a checked copy of `file`; returns the path to which the old database was moved.
///
/// # Errors
/// When `file` is damaged, is no Splitline database, or is newer than this program, and while a server uses the old database.
/// Nothing is changed then.
pub fn restore(file: &Path, path: &Path) -> Result<Option<PathBuf>> {
    let unchecked = path.with_extension("db.restoring");
    moving::remove(&unchecked);
    checked_copy(file, &unchecked)?;
    let aside = || if path.exists() { rename_present(path).map(Some) } else { Ok(None) };
    let kept = aside().inspect_err(|_| moving::remove(&unchecked))?;
    std::fs::rename(&unchecked, path)?;
    if let Some(folder) = path.parent() {
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(kept)
}

/// Renames the present database, as one file. This fails while any process has it open.
fn rename_present(path: &Path) -> Result<PathBuf> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // Leaving WAL mode needs exclusive access; it also merges the log into the database, so that the database is a single file.
    let mode = connection.query_row("PRAGMA journal_mode=DELETE", [], |row| row.get::<_, String>(0));
    if mode.as_deref().ok() != Some("delete") {
        return Err(Error::message("the database is in use: stop the site first"));
    }
    connection.close().map_err(|(_, error)| error)?;
    let stamp = crate::clock::Clock::System.now_ms();
    let kept = path.with_file_name(format!("before-restore-{stamp}.db"));
    std::fs::rename(path, &kept)?;
    Ok(kept)
}

fn check(file: &Path) -> Result<()> {
    let mut connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let verdict: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    if verdict != "ok" {
        return Err(Error::message(format!("{} is damaged: {verdict}", file.display())));
    }
    migrate::check_known(&mut connection)
}

pub(super) fn vacuum_into(connection: &Connection, target: &Path) -> Result<()> {
    let name = target.to_str().ok_or_else(|| Error::message("the file's name is not UTF-8"))?;
    // The file is created here, because a copy must be as private as the database: SQLite accepts an empty file, but would create
    // one that all users can read.
    private_file().create_new(true).open(target).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Error::message(format!("{} exists already", target.display())),
        _ => Error::from(error),
    })?;
    // A copy is valid only once it is synced to disk; an incomplete one is removed.
    let copied = connection.execute("VACUUM INTO $1", [name]).map_err(Error::from);
    let kept = copied.and_then(|_| Ok(std::fs::File::open(target)?.sync_all()?));
    kept.inspect_err(|_| moving::remove(target))
}

/// Creates the file, unless it exists, so that only its owner can read it. SQLite gives its log files the same permissions.
pub(super) fn make_private(path: &Path) -> Result<()> {
    private_file().create(true).truncate(false).open(path)?;
    Ok(())
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}
