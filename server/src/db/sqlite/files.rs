//! Copies of the database. A copy is made by SQLite while the database is in use (never by copying the file), and checked before it
//! replaces a database.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
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
        File::open(folder)?.sync_all()?;
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
    new_copy(target, |unfinished| {
        let name = unfinished.to_str().ok_or_else(|| Error::message("the file's name is not UTF-8"))?;
        connection.execute("VACUUM INTO $1", [name])?;
        Ok(())
    })
}

/// Writes a copy to the new file `file`: under another name (`file.unfinished`) until it is whole and on the disk, so that a copy that was cut short never
/// lies under the name of a good one. `write` gets that name, of a file that is empty and as private as the database.
///
/// # Errors
/// When `file` exists already or cannot be written, while another program writes it, and the error of `write`. No file is left then.
pub(in crate::db) fn new_copy<T>(file: &Path, write: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
    let shown = file.display();
    let exists = || Error::message(format!("{shown} exists already"));
    let told = |error: std::io::Error| Error::message(format!("{shown} cannot be written: {error}"));
    if file.exists() {
        return Err(exists());
    }
    let mut unfinished = file.as_os_str().to_owned();
    unfinished.push(".unfinished");
    let unfinished = PathBuf::from(unfinished);
    // Open until the end: SQLite's locks of the file would end with it.
    let Some(written) = new_file(&unfinished).map_err(told)? else {
        return Err(Error::message(format!("another program is writing {shown}")));
    };
    let finish = |done: T| {
        written.sync_all().map_err(told)?;
        // Another program may have made the file meanwhile.
        let kept = tempfile::TempPath::try_from_path(&unfinished)
            .and_then(|path| path.persist_noclobber(file).map_err(|failure| failure.error));
        kept.map_err(|error| if error.kind() == ErrorKind::AlreadyExists { exists() } else { told(error) })?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(told)?;
        Ok(done)
    };
    write(&unfinished).and_then(finish).inspect_err(|_| moving::remove(&unfinished))
}

/// Makes a file that only its owner can read, and locks it; `None` while another program has it. One that was cut short is removed. Nothing is written
/// through a link.
fn new_file(path: &Path) -> std::io::Result<Option<File>> {
    // Kept until the new one is locked: a file is removed only by who has its lock, and only while it has the name.
    let left = match path.symlink_metadata() {
        Ok(left) if left.is_file() => Some(File::open(path)?),
        Ok(_) => return Err(std::io::Error::other(format!("{} is in the way", path.display()))),
        Err(_) => None,
    };
    let owns = |file: &File| file.try_lock().is_ok() && is_named(file, path);
    if let Some(left) = &left {
        if !owns(left) {
            return Ok(None);
        }
        std::fs::remove_file(path)?;
    }
    let made = match private_file().create_new(true).open(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(None),
        made => made?,
    };
    if !owns(&made) {
        return Ok(None);
    }
    moving::remove_logs(path);
    Ok(Some(made))
}

/// Whether this is the name of the open file: another program may have removed it since.
fn is_named(open: &File, path: &Path) -> bool {
    let id = |meta: &std::fs::Metadata| (meta.dev(), meta.ino());
    matches!((open.metadata(), path.symlink_metadata()), (Ok(open), Ok(named)) if id(&open) == id(&named))
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
