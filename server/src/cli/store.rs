//! `splitline backup`, `splitline restore`, `splitline audit`; `moving` has what these do with a database on a server.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::moving;
use crate::audit::{self, About, Actor, Anchor, Event};
use crate::clock::Clock;
use crate::config::DataArgs;
use crate::db::{self, Db, Schema, Tx};
use crate::error::{Error, Result};

#[derive(Subcommand, Debug)]
pub(super) enum AuditCommand {
    /// Check the chain of hashes from the first row to the last
    Verify {
        /// The rows that the record must still have: the FILE.anchor of a `backup`, or an anchor from the log (rows:hash)
        #[arg(long)]
        anchor: Option<String>,
    },
}

pub(super) async fn verify_audit(data: &DataArgs, anchor: Option<&str>) -> Result<()> {
    let db = data.open_with(Schema::Present)?;
    let rows = db.read(audit::verify).await?;
    if let Some(anchor) = anchor.map(parse_anchor).transpose()? {
        db.read(move |tx| audit::check_anchor(tx, &anchor)).await?;
    }
    println!("The audit record is whole: {rows} rows.");
    Ok(())
}

/// Parses an anchor, or reads it from the file of this name.
fn parse_anchor(text: &str) -> Result<Anchor> {
    let unreadable = match text.parse() {
        Ok(anchor) => return Ok(anchor),
        Err(unreadable) => unreadable,
    };
    match std::fs::read_to_string(text) {
        Ok(text) => text.parse(),
        Err(error) => Err(Error::message(format!("{text} is no anchor, and no file that holds one ({error}): {unreadable}"))),
    }
}

pub(super) fn backup(data: &DataArgs, file: &Path) -> Result<()> {
    match data.file() {
        Some(database) => {
            data.check_exists()?;
            db::copy_into(&database, file)?;
            write_anchor(file)
        }
        None => moving::backup(&data.place(), file),
    }
}

/// Writes the anchor of a copy, and says where both are.
pub(super) fn write_anchor(file: &Path) -> Result<()> {
    let anchor = db::inspect(file, audit::anchor)?;
    let anchor_file = anchor_path(file);
    db::write_private(&anchor_file, format!("{anchor}\n").as_bytes())?;
    println!("The database is copied to {}; {} tells how far its audit record goes.", file.display(), anchor_file.display());
    Ok(())
}

/// The path of a copy's anchor: `copy.db.anchor` for `copy.db`.
fn anchor_path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".anchor");
    name.into()
}

pub(super) async fn restore(data: &DataArgs, file: &Path, start_over: bool) -> Result<()> {
    std::fs::metadata(file).map_err(|error| Error::message(format!("{} cannot be read: {error}", file.display())))?;
    let Some(path) = data.file() else { return moving::restore(file, &data.data, &data.place(), start_over) };
    crate::disk::private_folder(&data.data)?;
    let kept = db::restore(file, &path)?;
    // The old database may be damaged; then its anchor is unknown.
    let before = kept.as_deref().and_then(|kept| db::inspect(kept, audit::anchor).ok());
    let record = move |tx: &Tx<'_>| {
        crate::live::forget_versions(tx)?;
        record_restore(tx, before.as_ref())
    };
    Db::open(&path)?.write(record).await?;
    match kept {
        Some(kept) => println!("{} is restored; the database before it is kept as {}.", file.display(), kept.display()),
        None => println!("{} is restored.", file.display()),
    }
    Ok(())
}

/// Records in the restored database that it replaced another one, and the anchor of that one.
pub(super) fn record_restore(tx: &Tx<'_>, before: Option<&Anchor>) -> Result<()> {
    let about = About { id: "main", name: db::FILE };
    let (before, now) = (before.map(Anchor::to_string), audit::anchor(tx)?.to_string());
    audit::record(tx, Clock::System.now_ms(), &Actor::system(), Event::DatabaseRestored, about, &before, &now)
}
