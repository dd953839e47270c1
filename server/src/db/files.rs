//! Copies of the database: made while it is in use, checked before they take its place. Never by copying the file.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{PATIENCE, Tx, migrate};
use crate::error::{Error, Result};

/// Copies the database in `path` to the new file `target`, in one consistent view, also while it is in use.
///
/// # Errors
/// When `target` exists already or either file cannot be used.
pub fn copy_into(path: &Path, target: &Path) -> Result<()> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(PATIENCE)?;
    vacuum_into(&connection, target)
}

/// Reads a copy as it lies there, without changing anything of it.
///
/// # Errors
/// When `file` cannot be read, or what `job` answers.
pub fn look_into<T>(file: &Path, job: impl FnOnce(&Tx<'_>) -> Result<T>) -> Result<T> {
    let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    job(&Tx::new(&connection))
}

/// Runs statements on a database file as it lies there, each by itself: for repairs, and for tests that need a file as no program of
/// ours leaves it.
///
/// # Errors
/// When `file` cannot be opened or a statement fails.
pub fn change_file(file: &Path, sql: &str) -> Result<()> {
    Ok(Connection::open(file)?.execute_batch(sql)?)
}

/// Writes a new file that nobody else on the machine may read, in place of the one that was there.
///
/// # Errors
/// When it cannot be written.
pub fn write_private(file: &Path, bytes: &[u8]) -> Result<()> {
    let _ = std::fs::remove_file(file);
    let mut made = private_file().create_new(true).open(file)?;
    made.write_all(bytes)?;
    Ok(made.sync_all()?)
}

/// Puts a checked copy of `file` in the place of the database at `path`; answers where the present one is kept.
///
/// # Errors
/// When `file` is damaged, no Splitline database, or newer than this program; and while a server uses the present one.
/// Nothing is changed then.
pub fn restore(file: &Path, path: &Path) -> Result<Option<PathBuf>> {
    let fresh = path.with_extension("db.restoring");
    let _ = std::fs::remove_file(&fresh);
    copy_into(file, &fresh)?;
    let aside = || if path.exists() { set_aside(path).map(Some) } else { Ok(None) };
    let kept = check(&fresh).and_then(|()| aside()).inspect_err(|_| forget(&fresh))?;
    std::fs::rename(&fresh, path)?;
    if let Some(folder) = path.parent() {
        std::fs::File::open(folder)?.sync_all()?;
    }
    Ok(kept)
}

/// Moves the present database away, whole: whoever holds it open keeps this from happening.
fn set_aside(path: &Path) -> Result<PathBuf> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    // Leaving WAL mode needs the file for oneself; it also folds the log in, so that one file is all there is.
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
    // Made here, since a copy holds what the database holds: SQLite takes an empty file, and would make one for everybody.
    private_file().create_new(true).open(target).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Error::message(format!("{} exists already", target.display())),
        _ => Error::from(error),
    })?;
    // The copy is worth something only once it is on disk; half of one is worth nothing.
    let copied = connection.execute("VACUUM INTO $1", [name]).map_err(Error::from);
    let kept = copied.and_then(|_| Ok(std::fs::File::open(target)?.sync_all()?));
    kept.inspect_err(|_| forget(target))
}

/// Makes the file, unless it is there, for nobody else on the machine to read. SQLite gives those beside it the same rights.
pub(super) fn make_private(path: &Path) -> Result<()> {
    private_file().create(true).truncate(false).open(path)?;
    Ok(())
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

/// Takes away what was begun; if that fails too, the failure before it is the one to tell.
fn forget(file: &Path) {
    let _ = std::fs::remove_file(file);
}
