//! The check of the chain of hashes, at once or in steps.

use super::anchor::FIRST_PREVIOUS_HASH;
use super::{Name, Origin};
use crate::db::{Tx, params};
use crate::error::{Error, Result};

/// How many rows are checked in one statement.
const STEP: i64 = 10_000;

/// How far the chain was checked. The check can be made in steps, each in a transaction of its own, because rows are only ever added.
#[derive(Debug, Clone)]
pub struct Chain {
    /// The number of the last row that was read.
    last: i64,
    /// How many rows were checked.
    rows: i64,
    /// The hash of the last one.
    previous: String,
}

/// What a step of the check has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// These rows are as they were written, and more may follow.
    Further,
    /// There are no more rows; all are as they were written.
    Whole,
    /// This row does not fit to the ones before.
    Altered(i64),
}

impl Default for Chain {
    fn default() -> Self {
        // A row that somebody put before the first one is found, too.
        Self { last: i64::MIN, rows: 0, previous: FIRST_PREVIOUS_HASH.to_owned() }
    }
}

impl Chain {
    /// How many rows were checked, and are as they were written.
    #[must_use]
    pub fn rows(&self) -> i64 {
        self.rows
    }

    /// The hash of the last one of them.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.previous
    }

    /// Checks the next rows: their numbers, hashes, and the names that were not removed. After `Altered` the check is over.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn check(&mut self, tx: &Tx<'_>) -> Result<Checked> {
        let (mut read, mut altered, after) = (0, None, self.last);
        tx.for_each(
            "SELECT id, at, actor, action, object, old, new, actor_name_hash, object_name_hash, previous_hash, hash,
               actor_name, actor_salt, object_name, object_salt, role, network, request
             FROM audit WHERE id > $1 ORDER BY id LIMIT $2",
            params![after, STEP],
            |row| {
                read += 1;
                if altered.is_some() {
                    return Ok(());
                }
                let text = |column| row.get::<String>(column);
                let (id, at): (i64, i64) = (row.get(0)?, row.get(1)?);
                let (actor, action, object, old, new) = (text(2)?, text(3)?, text(4)?, text(5)?, text(6)?);
                let names = (text(7)?, text(8)?);
                let from = Origin { role: row.get(15)?, network: row.get(16)?, request: row.get(17)? };
                let fields = (id, at, &*actor, &*action, &*object, &*old, &*new, &*names.0, &*names.1);
                let hash = from.link(&self.previous, fields)?;
                let named = |name: Option<Name>, recorded: &str| name.is_none_or(|name| name.hash() == recorded);
                let named = named(Name::read(row, 11, 12)?, &names.0) && named(Name::read(row, 13, 14)?, &names.1);
                if id != self.rows + 1 || text(9)? != self.previous || text(10)? != hash || !named {
                    altered = Some(id);
                    return Ok(());
                }
                (self.last, self.rows, self.previous) = (id, id, hash);
                Ok(())
            },
        )?;
        Ok(match altered {
            Some(row) => Checked::Altered(row),
            None if read < STEP => Checked::Whole,
            None => Checked::Further,
        })
    }
}

/// Checks the chain of hashes and returns the number of rows. A name that was not removed must match its recorded hash.
///
/// # Errors
/// A message with the first row that does not match.
pub fn verify(tx: &Tx<'_>) -> Result<i64> {
    let mut chain = Chain::default();
    loop {
        match chain.check(tx)? {
            Checked::Further => {}
            Checked::Whole => return Ok(chain.rows()),
            Checked::Altered(row) => {
                return Err(Error::message(format!("the audit record was altered at or before row {row}")));
            }
        }
    }
}
