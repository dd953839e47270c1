//! `splitline backup`, `splitline restore`, `splitline audit`

use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::audit;
use crate::db::{self, Db};
use crate::error::{Error, Result};

#[derive(Subcommand, Debug)]
pub(super) enum AuditCommand {
    /// Check the chain of hashes from the first row to the last
    Verify,
}

pub(super) async fn verify_audit(data: &Path) -> Result<()> {
    let db = Db::open(&existing(data)?)?;
    let rows = db.read(audit::verify).await?;
    println!("The audit record is whole: {rows} rows.");
    Ok(())
}

pub(super) fn backup(data: &Path, file: &Path) -> Result<()> {
    db::copy_into(&existing(data)?, file)?;
    println!("The database is copied to {}.", file.display());
    Ok(())
}

pub(super) fn restore(data: &Path, file: &Path) -> Result<()> {
    crate::app::private_folder(data)?;
    let kept = db::restore(file, &data.join(db::FILE))?;
    match kept {
        Some(kept) => println!("{} is restored; the database before it is kept as {}.", file.display(), kept.display()),
        None => println!("{} is restored.", file.display()),
    }
    Ok(())
}

fn existing(data: &Path) -> Result<PathBuf> {
    let path = data.join(db::FILE);
    if path.exists() { Ok(path) } else { Err(Error::message(format!("there is no database at {}", path.display()))) }
}
