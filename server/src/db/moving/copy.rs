//! Copies the rows of one table, and compares what is there.

use super::table::{Digest, Pages, Stored, Table};
use super::{Database, Engine, Progress, Wishes, changing};
use crate::db::tx::Statements;
use crate::error::{Error, Result};

/// The two databases of a move.
pub(super) struct Ends<'m> {
    pub(super) source: &'m dyn Engine,
    pub(super) target: &'m dyn Engine,
    pub(super) from: &'m Database,
    pub(super) to: &'m Database,
    pub(super) wishes: &'m Wishes<'m>,
}

impl Ends<'_> {
    /// Copies what the target lacks of a table; returns its number of rows and hash, and how many rows were there.
    pub(super) fn copy(&self, table: &Table, begun: bool) -> Result<(Digest, u64)> {
        // Pages were committed in the order of the key: what is there must be the first rows of the source.
        let of = table.count(self.source)?;
        let tell = |rows, comparing| (self.wishes.progress)(&Progress { table: &table.name, rows, of, comparing });
        let there = if begun { digest(self.target, table, &|rows| tell(rows, true))? } else { Digest::of(table) };
        let mut copied = Digest::of(table);
        let mut pages = Pages::of(table, self.source);
        let mut same = there.equals(&copied);
        loop {
            let rows = pages.next()?;
            if rows.is_empty() {
                break;
            }
            let mut missing: Vec<&Stored> = Vec::with_capacity(rows.len());
            for row in &rows {
                copied.add(row);
                if copied.rows > there.rows {
                    missing.push(row);
                } else if copied.rows == there.rows {
                    same = there.equals(&copied);
                }
            }
            if copied.rows >= there.rows && !same {
                break;
            }
            if !missing.is_empty() {
                changing(self.target, || table.insert(self.target, &missing, self.target.most_values()))?;
            }
            tell(copied.rows, false);
        }
        if !same {
            return Err(Error::message(format!(
                "the table {} of {} has rows from an unfinished move that {} does not have so: it was changed since, or is another one. With \
                 --start-over what was moved is deleted, and everything is moved again",
                table.name,
                self.to.shown(),
                self.from.shown()
            )));
        }
        if copied.rows > there.rows {
            let found = digest(self.target, table, &|rows| tell(rows, true))?;
            if !found.equals(&copied) {
                return Err(Error::message(format!(
                    "the table {} has {} rows in {} and {} in {}, and they are not the same: something else has written there. Move again \
                     with --start-over",
                    table.name,
                    copied.rows,
                    self.from.shown(),
                    found.rows,
                    self.to.shown()
                )));
            }
        }
        Ok((copied, there.rows))
    }
}

/// Says of which table an error is that says nothing else.
pub(super) fn told_of(table: &Table, error: Error) -> Error {
    match error {
        Error::Taken => {
            Error::message(format!("the table {} has a row in the target already: move again with --start-over", table.name))
        }
        error @ (Error::Full | Error::Locked | Error::Unreachable) => error,
        error => Error::message(format!("table {}: {}", table.name, error.words())),
    }
}

/// The number of rows and the hash of a table, in a transaction of its own; `each` is told how many rows were read.
pub(super) fn digest(session: &dyn Engine, table: &Table, each: &dyn Fn(u64)) -> Result<Digest> {
    changing(session, || digest_of(session, table, each))
}

pub(super) fn digest_of(session: &dyn Statements, table: &Table, each: &dyn Fn(u64)) -> Result<Digest> {
    let (mut digest, mut pages) = (Digest::of(table), Pages::of(table, session));
    loop {
        let rows = pages.next()?;
        if rows.is_empty() {
            return Ok(digest);
        }
        rows.iter().for_each(|row| digest.add(row));
        each(digest.rows);
    }
}
