//! The interface to the database for the slices: statements and rows, without an engine's types.

use std::sync::Arc;

use rusqlite::{CachedStatement, Connection, params_from_iter};

use super::concurrent::DeferredBegin;
use super::{Params, Row, Source};
use crate::error::Result;

/// An open transaction: everything done through it is committed or undone together.
pub struct Tx<'a> {
    connection: &'a Connection,
    /// Begins the transaction at its first change; `None` where it has begun already.
    deferred: Option<&'a DeferredBegin<'a>>,
    /// The request that makes the changes.
    source: Option<Arc<Source>>,
}

impl<'a> Tx<'a> {
    pub(super) fn new(connection: &'a Connection) -> Self {
        Self { connection, deferred: None, source: None }
    }

    /// A transaction that begins at its first change.
    pub(super) fn deferred(connection: &'a Connection, deferred: &'a DeferredBegin<'a>) -> Self {
        Self { connection, deferred: Some(deferred), source: None }
    }

    /// The same transaction, whose changes come from this request.
    pub(super) fn with_source(&self, source: Option<Arc<Source>>) -> Self {
        Self { connection: self.connection, deferred: self.deferred, source }
    }

    /// The request that makes the changes; `None` for those of the program itself, and in reads.
    pub(crate) fn source(&self) -> Option<&Source> {
        self.source.as_deref()
    }

    /// Runs a statement and returns how many rows it changed.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        Ok(self.prepare(sql)?.execute(params_from_iter(params.values()))?)
    }

    /// Returns the first row of a result, or `None` when there is none.
    ///
    /// # Errors
    /// When the statement fails or a column is not of the requested type.
    pub fn query_opt<T>(&self, sql: &str, params: impl Params, row: impl FnOnce(&Row<'_>) -> Result<T>) -> Result<Option<T>> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement.query(params_from_iter(params.values()))?;
        rows.next()?.map(|found| row(&Row(found))).transpose()
    }

    /// Returns the first row of a result that always has one, such as a count.
    ///
    /// # Errors
    /// When the statement fails or returns no row.
    pub fn query_one<T>(&self, sql: &str, params: impl Params, row: impl FnOnce(&Row<'_>) -> Result<T>) -> Result<T> {
        Ok(self.query_opt(sql, params, row)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?)
    }

    /// Returns every row of a result.
    ///
    /// # Errors
    /// When the statement fails or a column is not of the requested type.
    pub fn query_all<T>(&self, sql: &str, params: impl Params, mut row: impl FnMut(&Row<'_>) -> Result<T>) -> Result<Vec<T>> {
        let mut all = Vec::new();
        self.for_each(sql, params, |found| {
            all.push(row(found)?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Passes every row to `each` without collecting them, for results too long for memory.
    ///
    /// # Errors
    /// When the statement or `each` fails.
    pub fn for_each(&self, sql: &str, params: impl Params, mut each: impl FnMut(&Row<'_>) -> Result<()>) -> Result<()> {
        let mut statement = self.prepare(sql)?;
        let mut rows = statement.query(params_from_iter(params.values()))?;
        while let Some(found) = rows.next()? {
            each(&Row(found))?;
        }
        Ok(())
    }

    /// Runs several statements that have no parameters.
    ///
    /// # Errors
    /// When one of them fails.
    pub fn batch(&self, sql: &str) -> Result<()> {
        if let Some(deferred) = self.deferred {
            deferred.begin(self.connection)?;
        }
        Ok(self.connection.execute_batch(sql)?)
    }

    /// Prepares every statement; `SPLITLINE_LOG=splitline_server::db=trace` logs them.
    fn prepare(&self, sql: &str) -> Result<CachedStatement<'a>> {
        tracing::trace!(sql);
        let statement = self.connection.prepare_cached(sql)?;
        if let Some(deferred) = self.deferred
            && !statement.readonly()
        {
            deferred.begin(self.connection)?;
        }
        Ok(statement)
    }
}
