//! Many rows in few statements: what costs a server one round trip for each statement, while the lock of changes is held, and SQLite a little.
//!
//! A statement is written for one row, as any other is. It is sent for 1, 2, 4, 8 … rows at a time, so that an engine prepares a dozen texts of it
//! at most, whatever the number of rows.

use std::collections::HashMap;

use super::tx::{Statements, Tx, storable};
use super::value::{Kind, Params, Store, Value};
use crate::error::{Error, Result};

/// How many parameters a statement has at most: SQLite takes 32,766 and PostgreSQL 65,535, but beyond some thousands nothing is gained.
const PARAMETERS: usize = 4096;

impl<'a> Tx<'a> {
    /// Begins to insert rows by a statement that is written for one: `INSERT INTO … VALUES ($1, $2) ON CONFLICT …`. What follows the values
    /// has no parameters. With `DO UPDATE` no two of the rows may be the same for the engine.
    ///
    /// # Errors
    /// When the statement has no such list of values.
    pub fn rows(&self, sql: &str) -> Result<Rows<'a>> {
        tracing::trace!(sql);
        let row = Repeated::find(sql, "VALUES ", 0)?;
        Ok(Rows { many: Many::new(self.session(), row, &[]) })
    }

    /// Runs a statement for each of these values, which are its last parameter: `DELETE FROM … WHERE race_id = $1 AND bib IN ($2)`. Returns how
    /// many rows it changed.
    ///
    /// # Errors
    /// When the statement is of another form, or fails.
    pub fn execute_among<T: Store>(&self, sql: &str, first: impl Params, values: impl IntoIterator<Item = T>) -> Result<usize> {
        tracing::trace!(sql);
        let first = storable(&first)?;
        let row = Repeated::find(sql, "IN ", first.len())?;
        let mut many = Many::new(self.session(), row, &first);
        for value in values {
            many.add(&storable(&[value])?)?;
        }
        many.finish()
    }
}

/// Rows that are being inserted. What is left of them is inserted by [`Rows::finish`].
#[must_use = "the last rows are inserted by `finish`"]
pub struct Rows<'a> {
    many: Many<'a>,
}

impl Rows<'_> {
    /// Adds a row.
    ///
    /// # Errors
    /// When the row has another number of values than the statement, or the statement fails for the rows so far.
    pub fn add(&mut self, row: impl Params) -> Result<()> {
        self.many.add(&storable(&row)?)
    }

    /// Inserts what is left, and returns how many rows were inserted or updated in all.
    ///
    /// # Errors
    /// When the statement fails.
    pub fn finish(self) -> Result<usize> {
        self.many.finish()
    }
}

/// A statement, and the part of it that is repeated for each row.
#[derive(Debug, PartialEq)]
struct Repeated {
    head: String,
    /// The texts before, between and after the parameters of a row.
    row: Vec<String>,
    /// The indexes of these parameters within the row.
    parameters: Vec<usize>,
    tail: String,
    /// How many parameters the head has.
    first: usize,
    columns: usize,
}

impl Repeated {
    /// Finds the list in parentheses after `word`; with `IN ` what is inside of the parentheses is repeated.
    fn find(sql: &str, word: &str, first: usize) -> Result<Self> {
        let wrong = || Error::message(format!("no list to repeat: {sql}"));
        let at = sql.rfind(&format!("{word}(")).ok_or_else(wrong)? + word.len();
        let mut depth = 0;
        let end = sql[at..].char_indices().find_map(|(end, sign)| {
            depth += i32::from(sign == '(') - i32::from(sign == ')');
            (depth == 0).then_some(at + end + 1)
        });
        let mut end = end.ok_or_else(wrong)?;
        let mut at = at;
        if word == "IN " {
            (at, end) = (at + 1, end - 1);
        }
        let (mut row, mut parameters) = (vec![String::new()], Vec::new());
        let mut parts = sql[at..end].split('$');
        row[0].push_str(parts.next().unwrap_or_default());
        for part in parts {
            let digits = part.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(part.len());
            let number: usize = part[..digits].parse().map_err(|_| wrong())?;
            parameters.push(number.checked_sub(first + 1).ok_or_else(wrong)?);
            row.push(part[digits..].to_owned());
        }
        let columns = parameters.iter().max().ok_or_else(wrong)? + 1;
        if sql[end..].contains('$') {
            return Err(wrong());
        }
        Ok(Self { head: sql[..at].to_owned(), row, parameters, tail: sql[end..].to_owned(), first, columns })
    }

    /// The statement for so many rows.
    fn text(&self, rows: usize) -> String {
        use std::fmt::Write;
        let mut text = self.head.clone();
        for row in 0..rows {
            text.push_str(if row == 0 { "" } else { ", " });
            text.push_str(&self.row[0]);
            for (parameter, after) in self.parameters.iter().zip(&self.row[1..]) {
                let _ = write!(text, "${}{after}", self.first + row * self.columns + parameter + 1);
            }
        }
        text.push_str(&self.tail);
        text
    }
}

/// A value that waits; texts and bytes are in one buffer.
#[derive(Clone, Copy)]
enum Waiting {
    Null(Kind),
    Integer(i64),
    Text(usize, usize),
    Bytes(usize, usize),
}

struct Many<'a> {
    session: &'a dyn Statements,
    statement: Repeated,
    first: Vec<Waiting>,
    /// The values of the rows, one after the other.
    waiting: Vec<Waiting>,
    text: String,
    bytes: Vec<u8>,
    /// How many of the two are those of the head.
    kept: (usize, usize),
    /// How many rows are inserted at once.
    most: usize,
    /// The statements by their numbers of rows.
    texts: HashMap<usize, String>,
    changed: usize,
}

impl<'a> Many<'a> {
    fn new(session: &'a dyn Statements, statement: Repeated, first: &[Value<'_>]) -> Self {
        let most = (PARAMETERS / statement.columns).max(1);
        let mut this = Self {
            session,
            statement,
            first: Vec::new(),
            waiting: Vec::new(),
            text: String::new(),
            bytes: Vec::new(),
            kept: (0, 0),
            most: 1 << most.ilog2(),
            texts: HashMap::new(),
            changed: 0,
        };
        this.first = first.iter().map(|value| this.waits(value)).collect();
        this.kept = (this.text.len(), this.bytes.len());
        this
    }

    fn waits(&mut self, value: &Value<'_>) -> Waiting {
        match *value {
            Value::Null(kind) => Waiting::Null(kind),
            Value::Integer(number) => Waiting::Integer(number),
            Value::Text(text) => {
                self.text.push_str(text);
                Waiting::Text(self.text.len() - text.len(), self.text.len())
            }
            Value::Bytes(bytes) => {
                self.bytes.extend_from_slice(bytes);
                Waiting::Bytes(self.bytes.len() - bytes.len(), self.bytes.len())
            }
        }
    }

    fn add(&mut self, row: &[Value<'_>]) -> Result<()> {
        if row.len() != self.statement.columns {
            return Err(Error::message(format!("a row has {} values in place of {}", row.len(), self.statement.columns)));
        }
        for value in row {
            let value = self.waits(value);
            self.waiting.push(value);
        }
        if self.waiting.len() == self.most * self.statement.columns { self.send() } else { Ok(()) }
    }

    fn finish(mut self) -> Result<usize> {
        self.send()?;
        Ok(self.changed)
    }

    /// Sends what waits, in statements for 2ⁿ rows, the largest first.
    fn send(&mut self) -> Result<()> {
        let columns = self.statement.columns;
        let mut rest = &self.waiting[..];
        while !rest.is_empty() {
            let rows = 1 << (rest.len() / columns).ilog2();
            let (now, later) = rest.split_at(rows * columns);
            rest = later;
            let values: Vec<Value<'_>> =
                self.first.iter().chain(now).map(|value| value_of(*value, &self.text, &self.bytes)).collect();
            let text = self.texts.entry(rows).or_insert_with(|| self.statement.text(rows));
            self.changed += self.session.execute(text, &values)?;
        }
        self.waiting.clear();
        self.text.truncate(self.kept.0);
        self.bytes.truncate(self.kept.1);
        Ok(())
    }
}

fn value_of<'b>(value: Waiting, text: &'b str, bytes: &'b [u8]) -> Value<'b> {
    match value {
        Waiting::Null(kind) => Value::Null(kind),
        Waiting::Integer(number) => Value::Integer(number),
        Waiting::Text(from, to) => Value::Text(&text[from..to]),
        Waiting::Bytes(from, to) => Value::Bytes(&bytes[from..to]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_for_one_row_becomes_one_for_several() {
        let of = |sql: &str, word: &str, first: usize| Repeated::find(sql, word, first).map(|found| found.text(2));
        let sql = "INSERT INTO t (a, b, c) VALUES ($1, lower($2), 'x', $1) ON CONFLICT (a) DO NOTHING";
        let two = "INSERT INTO t (a, b, c) VALUES ($1, lower($2), 'x', $1), ($3, lower($4), 'x', $3) ON CONFLICT (a) DO NOTHING";
        assert_eq!(of(sql, "VALUES ", 0).unwrap(), two);
        let sql = "DELETE FROM t WHERE a = $1 AND b IN ($2)";
        assert_eq!(of(sql, "IN ", 1).unwrap(), "DELETE FROM t WHERE a = $1 AND b IN ($2, $3)");
        for wrong in ["DELETE FROM t", "INSERT INTO t (a) VALUES (1)", "INSERT INTO t (a) VALUES ($1) RETURNING $2"] {
            assert!(of(wrong, "VALUES ", 0).is_err(), "{wrong}");
        }
    }
}
