//! What a slice sees of the database: statements and rows, no engine.

use rusqlite::{CachedStatement, Connection, OptionalExtension, Params};

use crate::error::Result;

pub use rusqlite::types::{FromSql, Value};

/// What reading a row answers.
pub type RowResult<T> = rusqlite::Result<T>;

/// One row of an answer; `row.get(0)?` or `row.get("name")?`.
pub type Row<'a> = rusqlite::Row<'a>;

/// A transaction that is open: everything done through it is kept or undone together.
pub struct Tx<'a> {
    connection: &'a Connection,
}

impl<'a> Tx<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Self { connection }
    }

    /// Every statement goes through here: `SPLITLINE_LOG=splitline_server::db=trace` shows them.
    fn statement(&self, sql: &str) -> Result<CachedStatement<'_>> {
        tracing::trace!(sql);
        Ok(self.connection.prepare_cached(sql)?)
    }

    /// Runs a statement and answers how many rows it changed.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        Ok(self.statement(sql)?.execute(params)?)
    }

    /// The first row of an answer, or `None` when there is none.
    ///
    /// # Errors
    /// When the statement fails or a column is not of the type asked for.
    pub fn query_opt<T>(&self, sql: &str, params: impl Params, row: impl FnOnce(&Row<'_>) -> RowResult<T>) -> Result<Option<T>> {
        Ok(self.statement(sql)?.query_row(params, row).optional()?)
    }

    /// The first row of an answer that always has one, such as a count.
    ///
    /// # Errors
    /// When the statement fails or answers no row.
    pub fn query_one<T>(&self, sql: &str, params: impl Params, row: impl FnOnce(&Row<'_>) -> RowResult<T>) -> Result<T> {
        Ok(self.statement(sql)?.query_row(params, row)?)
    }

    /// Every row of an answer.
    ///
    /// # Errors
    /// When the statement fails or a column is not of the type asked for.
    pub fn query_all<T>(&self, sql: &str, params: impl Params, row: impl FnMut(&Row<'_>) -> RowResult<T>) -> Result<Vec<T>> {
        let mut statement = self.statement(sql)?;
        let rows = statement.query_map(params, row)?;
        Ok(rows.collect::<RowResult<Vec<T>>>()?)
    }

    /// Hands every row to `each` without keeping them, for answers too long to hold.
    ///
    /// # Errors
    /// When the statement or `each` fails.
    pub fn for_each(&self, sql: &str, params: impl Params, mut each: impl FnMut(&Row<'_>) -> Result<()>) -> Result<()> {
        let mut statement = self.statement(sql)?;
        let mut rows = statement.query(params)?;
        while let Some(row) = rows.next()? {
            each(row)?;
        }
        Ok(())
    }

    /// Runs several statements that take no values.
    ///
    /// # Errors
    /// When one of them fails.
    pub fn batch(&self, sql: &str) -> Result<()> {
        Ok(self.connection.execute_batch(sql)?)
    }
}
