//! Tables as both engines have them, their rows in the order of their keys, and what is hashed of a row.
//!
//! Which tables there are is read from an empty SQLite database with this program's schema; PostgreSQL has the same ones.

use sha2::{Digest as _, Sha256};

use crate::db::tx::Statements;
use crate::db::{Kind, Value};
use crate::error::{Error, Result};

/// How many bytes of rows are held at a time, about; one page of rows is one transaction of the target.
const PAGE: usize = 4 << 20;
/// How many rows the first page of a table has, and how many any page has at most.
const FIRST_ROWS: usize = 32;
const MOST_ROWS: usize = 10_000;
/// How many rows one INSERT has at most.
const INSERTED: usize = 500;

/// A table: its columns in order, and which of them are its key.
pub(in crate::db) struct Table {
    pub(in crate::db) name: String,
    pub(in crate::db) columns: Vec<(String, Kind)>,
    /// Positions of the columns of the primary key, in the key's order.
    pub(in crate::db) key: Vec<usize>,
}

/// A value that outlives its row.
enum Owned {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// A row, with a value for each column of its table.
pub(super) struct Stored(Vec<Owned>);

impl Owned {
    fn of(value: Value<'_>) -> Self {
        match value {
            Value::Null(_) => Self::Null,
            Value::Integer(number) => Self::Integer(number),
            Value::Text(text) => Self::Text(text.to_owned()),
            Value::Bytes(bytes) => Self::Bytes(bytes.to_owned()),
        }
    }

    /// The value as that of a column, whose kind a server must know of a NULL, too.
    fn value(&self, kind: Kind) -> Value<'_> {
        match self {
            Self::Null => Value::Null(kind),
            Self::Integer(number) => Value::Integer(*number),
            Self::Text(text) => Value::Text(text),
            Self::Bytes(bytes) => Value::Bytes(bytes),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Null => 1,
            Self::Integer(_) => 8,
            Self::Text(text) => text.len(),
            Self::Bytes(bytes) => bytes.len(),
        }
    }
}

/// The number and the hash of the first rows of a table, in the order of its key.
///
/// SHA-256 over the names of the table and its columns, and then the values of each row: a letter for the type, and 8 bytes of the number, or
/// 8 bytes of length with the text or the bytes. Two databases with the same hash have the same rows, whatever their engines.
#[derive(Clone)]
pub(super) struct Digest {
    pub(super) rows: u64,
    hash: Sha256,
    scratch: Vec<u8>,
}

impl Digest {
    pub(super) fn of(table: &Table) -> Self {
        let mut this = Self { rows: 0, hash: Sha256::new(), scratch: Vec::new() };
        this.text(b't', table.name.as_bytes());
        this.number(b'c', table.columns.len() as i64);
        table.columns.iter().for_each(|(column, _)| this.text(b't', column.as_bytes()));
        this.flush();
        this
    }

    pub(super) fn add(&mut self, row: &Stored) {
        for value in &row.0 {
            match value {
                Owned::Null => self.scratch.push(b'n'),
                Owned::Integer(number) => self.number(b'i', *number),
                Owned::Text(text) => self.text(b't', text.as_bytes()),
                Owned::Bytes(bytes) => self.text(b'b', bytes),
            }
        }
        self.flush();
        self.rows += 1;
    }

    pub(super) fn finish(&self) -> [u8; 32] {
        self.hash.clone().finalize().into()
    }

    pub(super) fn equals(&self, other: &Self) -> bool {
        self.rows == other.rows && self.finish() == other.finish()
    }

    fn number(&mut self, letter: u8, number: i64) {
        self.scratch.push(letter);
        self.scratch.extend(number.to_be_bytes());
    }

    fn text(&mut self, letter: u8, bytes: &[u8]) {
        self.number(letter, bytes.len() as i64);
        self.scratch.extend(bytes);
    }

    fn flush(&mut self) {
        self.hash.update(&self.scratch);
        self.scratch.clear();
    }
}

/// The rows of a table, some at a time.
pub(super) struct Pages<'s> {
    session: &'s dyn Statements,
    table: &'s Table,
    /// The last row that was read, after which the next page begins.
    last: Option<Stored>,
    size: usize,
    over: bool,
}

impl<'s> Pages<'s> {
    pub(super) fn of(table: &'s Table, session: &'s dyn Statements) -> Self {
        Self { session, table, last: None, size: FIRST_ROWS, over: false }
    }

    /// Returns the next rows; none when there are no more.
    pub(super) fn next(&mut self) -> Result<Vec<Stored>> {
        let mut rows = Vec::new();
        if self.over {
            return Ok(rows);
        }
        let mut values: Vec<Value<'_>> = match &self.last {
            Some(row) => self.table.key.iter().map(|at| row.0[*at].value(self.table.columns[*at].1)).collect(),
            None => Vec::new(),
        };
        values.push(Value::Integer(self.size as i64));
        let (mut bytes, columns) = (0, self.table.columns.len());
        self.session.rows(&self.table.page(self.last.is_some()), &values, &mut |row| {
            let row = (0..columns).map(|at| row.value(at).map(Owned::of)).collect::<Result<Vec<_>>>()?;
            bytes += row.iter().map(Owned::bytes).sum::<usize>();
            rows.push(Stored(row));
            Ok(true)
        })?;
        self.over = rows.len() < self.size;
        self.size = (PAGE * rows.len().max(1) / bytes.max(1)).clamp(1, (self.size * 8).min(MOST_ROWS));
        self.last = rows.last().map(|row| row.key(self.table));
        Ok(rows)
    }
}

impl Stored {
    /// The row with the values of its key alone.
    fn key(&self, table: &Table) -> Self {
        let value = |at| if table.key.contains(&at) { Owned::of(self.0[at].value(Kind::Any)) } else { Owned::Null };
        Self((0..self.0.len()).map(value).collect())
    }
}

/// A name as both engines read it.
pub(in crate::db) fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

/// Names with commas between.
pub(in crate::db) fn list<'n>(names: impl Iterator<Item = &'n String>) -> String {
    names.map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}

impl Table {
    /// The columns of the key, as a statement names them.
    pub(in crate::db) fn keys(&self) -> String {
        list(self.key.iter().map(|at| &self.columns[*at].0))
    }

    /// Selects the first rows, or those after a key.
    fn page(&self, after: bool) -> String {
        let (name, columns, key) = (quoted(&self.name), list(self.columns.iter().map(|(column, _)| column)), self.keys());
        let marks = marks(1, self.key.len());
        let (after, limit) = if after { (format!("WHERE ({key}) > ({marks})"), self.key.len() + 1) } else { (String::new(), 1) };
        format!("SELECT {columns} FROM {name} {after} ORDER BY {key} LIMIT ${limit}")
    }

    /// How many rows there are.
    pub(super) fn count(&self, session: &dyn Statements) -> Result<u64> {
        let mut count = 0;
        session.rows(&format!("SELECT count(*) FROM {}", quoted(&self.name)), &[], &mut |row| {
            count = row.get::<i64>(0)?;
            Ok(false)
        })?;
        u64::try_from(count).map_err(Error::internal)
    }

    /// Adds rows, in as few statements as the engine takes, which has at most so many values in one.
    pub(super) fn insert(&self, session: &dyn Statements, rows: &[&Stored], most_values: usize) -> Result<()> {
        let (name, columns) = (quoted(&self.name), list(self.columns.iter().map(|(column, _)| column)));
        let width = self.columns.len();
        for rows in rows.chunks((most_values / width).clamp(1, INSERTED)) {
            let places: Vec<String> = (0..rows.len()).map(|row| format!("({})", marks(row * width + 1, width))).collect();
            let sql = format!("INSERT INTO {name} ({columns}) VALUES {}", places.join(", "));
            let values = rows.iter().flat_map(|row| row.0.iter().zip(&self.columns).map(|(value, (_, kind))| value.value(*kind)));
            session.execute(&sql, &values.collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

/// So many parameters from a number on: `$3, $4`.
fn marks(from: usize, count: usize) -> String {
    (from..from + count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}
