//! The interface to the database for the slices: statements and rows, without an engine's types.

use std::sync::Arc;

use axum::http::StatusCode;

use super::{Params, Row, Source, Value};
use crate::error::{Error, Result};
use crate::words;

/// What a connection can run, whatever the engine.
pub(super) trait Statements {
    /// Runs a statement and returns how many rows it changed.
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize>;

    /// Passes the rows of a result to `each` until it returns `false`.
    fn rows(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()>;

    /// The same for results too long for memory, of which only some rows are held at a time.
    fn long_rows(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        self.rows(sql, values, each)
    }

    /// Runs several statements that have no parameters.
    fn batch(&self, sql: &str) -> Result<()>;
}

/// Takes a row; `false` when no more are wanted.
pub(super) type Each<'e> = dyn FnMut(&Row<'_>) -> Result<bool> + 'e;

/// A connection with its transactions. What fails inside a transaction leaves it open until it is undone.
pub(super) trait Transactions: Statements + Send {
    /// Begins a transaction: of changes, or a consistent view where the connection is one that reads.
    fn begin(&self) -> Result<()>;

    /// Sets the point to which [`undo`](Transactions::undo) goes back.
    fn savepoint(&self) -> Result<()> {
        self.batch("SAVEPOINT job")
    }

    /// Keeps what was done since the savepoint.
    fn keep(&self) -> Result<()> {
        self.batch("RELEASE SAVEPOINT job")
    }

    /// Undoes what was done since the savepoint.
    fn undo(&self) -> Result<()> {
        self.batch("ROLLBACK TO SAVEPOINT job; RELEASE SAVEPOINT job")
    }

    /// Ends the transaction; all of it is on disk afterwards.
    fn commit(&self) -> Result<()>;

    /// Ends the transaction, if one is open, without its changes.
    fn rollback(&self);

    /// Whether a transaction is open: the engine may have ended it by itself.
    fn is_open(&self) -> bool;

    /// Why the engine ended a transaction by itself.
    fn why_ended(&self) -> Error;

    /// Tidies before the connection is closed.
    fn end(&self) {}
}

/// An open transaction: everything done through it is committed or undone together.
pub struct Tx<'a> {
    session: &'a dyn Statements,
    /// The request that makes the changes.
    source: Option<Arc<Source>>,
}

impl<'a> Tx<'a> {
    pub(super) fn new(session: &'a dyn Statements) -> Self {
        Self { session, source: None }
    }

    /// The same transaction, whose changes come from this request.
    pub(super) fn with_source(&self, source: Option<Arc<Source>>) -> Self {
        Self { session: self.session, source }
    }

    pub(super) fn session(&self) -> &'a dyn Statements {
        self.session
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
        tracing::trace!(sql);
        self.session.execute(sql, &storable(&params)?)
    }

    /// Returns the first row of a result, or `None` when there is none.
    ///
    /// # Errors
    /// When the statement fails or a column is not of the requested type.
    pub fn query_opt<T>(&self, sql: &str, params: impl Params, row: impl FnOnce(&Row<'_>) -> Result<T>) -> Result<Option<T>> {
        tracing::trace!(sql);
        let (mut row, mut first) = (Some(row), None);
        self.session.rows(sql, &storable(&params)?, &mut |found| {
            first = row.take().map(|row| row(found)).transpose()?;
            Ok(false)
        })?;
        Ok(first)
    }

    /// Returns the first row of a result that always has one, such as a count.
    ///
    /// # Errors
    /// When the statement fails or returns no row.
    pub fn query_one<T>(&self, sql: &str, params: impl Params, row: impl FnOnce(&Row<'_>) -> Result<T>) -> Result<T> {
        self.query_opt(sql, params, row)?.ok_or_else(|| Error::message("a statement returned no row"))
    }

    /// Returns every row of a result.
    ///
    /// # Errors
    /// When the statement fails or a column is not of the requested type.
    pub fn query_all<T>(&self, sql: &str, params: impl Params, mut row: impl FnMut(&Row<'_>) -> Result<T>) -> Result<Vec<T>> {
        tracing::trace!(sql);
        let mut all = Vec::new();
        self.session.rows(sql, &storable(&params)?, &mut |found| {
            all.push(row(found)?);
            Ok(true)
        })?;
        Ok(all)
    }

    /// Passes every row to `each` without collecting them, for results too long for memory.
    ///
    /// # Errors
    /// When the statement or `each` fails.
    pub fn for_each(&self, sql: &str, params: impl Params, mut each: impl FnMut(&Row<'_>) -> Result<()>) -> Result<()> {
        tracing::trace!(sql);
        self.session.long_rows(sql, &storable(&params)?, &mut |found| each(found).map(|()| true))
    }

    /// Runs several statements that have no parameters.
    ///
    /// # Errors
    /// When one of them fails.
    pub fn batch(&self, sql: &str) -> Result<()> {
        self.session.batch(sql)
    }
}

/// The values of a statement. PostgreSQL has no texts with a zero character, so they are refused for every engine, with 400.
pub(super) fn storable<P: Params + ?Sized>(params: &P) -> Result<Vec<Value<'_>>> {
    let values = params.values();
    if values.iter().any(|value| matches!(value, Value::Text(text) if text.contains('\0'))) {
        return Err(Error::say(StatusCode::BAD_REQUEST, words::ZERO_CHARACTER));
    }
    Ok(values)
}
