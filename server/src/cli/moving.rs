//! `splitline move`, and what `backup` and `restore` do with a database on a server.

use std::fs::File;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use core_wasm::text::grouped;
use secrecy::{ExposeSecret, SecretString};

use super::serve::lock_folder;
use super::store::{record_restore, write_anchor};
use crate::audit;
use crate::db::{self, Database, Db, Progress, Tx, Wishes};
use crate::disk::private_folder;
use crate::error::{Error, Result};

/// How often a long move tells how far it is.
const EVERY: Duration = Duration::from_secs(2);

#[derive(Args, Debug)]
pub(super) struct MoveArgs {
    /// Where the database is: the data folder, or postgres://user:password@host/database
    #[arg(long, env = "SPLITLINE_MOVE_FROM", hide_env_values = true)]
    from: SecretString,
    /// Where it is to be, in the same form: a folder without a database, or an empty database
    #[arg(long, env = "SPLITLINE_MOVE_TO", hide_env_values = true)]
    to: SecretString,
    /// Delete what an unfinished move has left in the target, and move everything
    #[arg(long)]
    start_over: bool,
}

pub(super) fn run(args: &MoveArgs) -> Result<()> {
    let (from, to) = (Database::named(args.from.expose_secret())?, Database::named(args.to.expose_secret())?);
    if let (Database::File(from), Database::File(to)) = (&from, &to)
        && from.canonicalize().is_ok_and(|from| to.canonicalize().is_ok_and(|to| from == to))
    {
        return Err(Error::message("the source and the target are the same"));
    }
    // While a folder is locked, no site is served from it.
    let mut locks = Vec::new();
    if let Database::File(file) = &from {
        if !file.exists() {
            return Err(Error::message(format!("there is no database at {}", file.display())));
        }
        locks.push(lock(file)?);
    }
    if let Database::File(file) = &to {
        locks.push(lock(file)?);
    }
    let audited = Mutex::new(0);
    let check = |tx: &Tx<'_>| {
        let rows = audit::verify(tx)?;
        audited.lock().map(|mut audited| *audited = rows).map_err(|_| Error::message("the check of the record panicked"))
    };
    let wishes = Wishes { held: true, start_over: args.start_over, check: &check, last: &|_| Ok(()), progress: &lines() };
    let moved = db::move_all(&from, &to, &wishes)?;
    let number = |rows: u64| grouped(usize::try_from(rows).unwrap_or(usize::MAX));
    if moved.before > 0 {
        println!("{} rows were there from a move that was not finished.", number(moved.before));
    }
    println!(
        "{} rows of {} tables are in {}, equal on both sides by their SHA-256:",
        number(moved.rows),
        moved.tables,
        to.shown()
    );
    println!("{}", moved.hash);
    println!("The audit record is whole: {} rows.", audited.into_inner().unwrap_or_default());
    println!(
        "{} is as it was: serve the site from {} from now on. Photos and mails in files are not part of a database.",
        from.shown(),
        to.shown()
    );
    if let Some(others) = moved.others {
        return Err(Error::message(format!(
            "meanwhile {others} has connected to {}: what is changed there from now on is not in {}. Stop it",
            from.shown(),
            to.shown()
        )));
    }
    Ok(())
}

/// Locks the folder of a database's file.
fn lock(file: &Path) -> Result<File> {
    let folder = file.parent().unwrap_or(Path::new("."));
    lock_folder(folder).map_err(|error| Error::message(format!("{}: {error}: stop it first", folder.display())))
}

/// Writes a copy of a database on a server to a new file.
pub(super) fn backup(from: &Database, file: &Path) -> Result<()> {
    db::copy_to_file(from, file, &lines())?;
    write_anchor(file)
}

/// Fills an empty database on a server with a copy, a file in which an older program may have written.
pub(super) fn restore(file: &Path, data: &Path, to: &Database, start_over: bool) -> Result<()> {
    let folder = data.join("restoring");
    let _lock = lock_folder(&folder).map_err(|error| Error::message(format!("{}: {error}", folder.display())))?;
    let _end = Removed(&folder);
    // A restore that was killed has left its copy there.
    let inside = folder.join("copy");
    let _ = std::fs::remove_dir_all(&inside);
    private_folder(&inside)?;
    let copy = inside.join(db::FILE);
    db::checked_copy(file, &copy)?;
    // Migrates it.
    drop(Db::open(&copy)?);
    let last = |tx: &Tx<'_>| {
        crate::live::forget_versions(tx)?;
        record_restore(tx, None)
    };
    let wishes = Wishes { held: true, start_over, check: &|_| Ok(()), last: &last, progress: &lines() };
    db::move_all(&Database::File(copy), to, &wishes)?;
    println!("{} is restored into {}.", file.display(), to.shown());
    Ok(())
}

/// A folder that is deleted when this is dropped.
struct Removed<'p>(&'p Path);

impl Drop for Removed<'_> {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0);
    }
}

/// Prints how far it is, now and then.
fn lines() -> impl Fn(&Progress<'_>) + Sync {
    let told = Mutex::new(Instant::now());
    move |progress| {
        let Ok(mut told) = told.lock() else { return };
        if told.elapsed() >= EVERY {
            *told = Instant::now();
            let number = |rows: u64| grouped(usize::try_from(rows).unwrap_or(usize::MAX));
            let done = if progress.comparing { "compared" } else { "copied" };
            println!("{}: {} of {} rows {done}", progress.table, number(progress.rows), number(progress.of));
        }
    }
}
