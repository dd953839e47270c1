//! What moving a database needs of SQLite.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::{Session, configure, files, migrate, prepare};
use crate::db::moving::{Engine, MARK, Table, check_finished, list, quoted};
use crate::db::tx::Statements;
use crate::db::{Kind, Value};
use crate::error::{Error, Result};

/// Opens the database in the file `path` to be read in one consistent view; `held`: nobody can change it meanwhile.
pub(in crate::db) fn source(path: &Path, held: bool) -> Result<Session> {
    let mut connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    prepare(&connection)?;
    check_finished(is_marked(&connection)?)?;
    migrate::check_known(&mut connection)?;
    Ok(Session { connection, begin: if held { "BEGIN IMMEDIATE" } else { "BEGIN" } })
}

/// Opens the file `path` to be filled, and makes its tables where it has none; `true` when a move into it was begun.
pub(in crate::db) fn target(path: &Path, start_over: bool) -> Result<(Session, bool)> {
    if start_over && path.exists() && is_marked(&Connection::open(path)?)? {
        remove(path);
    }
    files::make_private(path)?;
    let mut connection = Connection::open(path)?;
    prepare(&connection)?;
    let begun = is_marked(&connection)?;
    if !begun {
        migrate::check_blank(&connection, path)?;
    }
    configure(&connection)?;
    if !begun {
        migrate::run(&mut connection, path)?;
    }
    // Rows come in the order of the tables' names, and not of their references.
    connection.pragma_update(None, "foreign_keys", false)?;
    Ok((Session { connection, begin: "BEGIN IMMEDIATE" }, begun))
}

/// An empty database with this program's schema, in memory.
pub(in crate::db) fn blank() -> Result<Session> {
    let mut connection = Connection::open_in_memory()?;
    prepare(&connection)?;
    migrate::run(&mut connection, Path::new(""))?;
    Ok(Session { connection, begin: "BEGIN" })
}

/// The tables of a database, but the history of its schema.
pub(in crate::db) fn tables(session: &Session) -> Result<Vec<Table>> {
    let mut tables: Vec<Table> = Vec::new();
    let mut keys: Vec<Vec<(i64, usize)>> = Vec::new();
    let sql = "SELECT m.name, c.name, c.type, c.pk FROM sqlite_schema m JOIN pragma_table_info(m.name) c
               WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> 'refinery_schema_history' ORDER BY m.name, c.cid";
    session.rows(sql, &[], &mut |row| {
        let (name, column, kind, place): (String, String, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        if tables.last().is_none_or(|table| table.name != name) {
            tables.push(Table { name, columns: Vec::new(), key: Vec::new() });
            keys.push(Vec::new());
        }
        let (Some(table), Some(key)) = (tables.last_mut(), keys.last_mut()) else { return Ok(false) };
        if place > 0 {
            key.push((place, table.columns.len()));
        }
        let kind = match &*kind {
            "INTEGER" => Kind::Integer,
            "TEXT" => Kind::Text,
            "BLOB" => Kind::Bytes,
            other => return Err(Error::message(format!("{}.{column} is of the type {other}", table.name))),
        };
        table.columns.push((column, kind));
        Ok(true)
    })?;
    for (table, mut key) in tables.iter_mut().zip(keys) {
        key.sort_unstable();
        table.key = key.into_iter().map(|(_, column)| column).collect();
        if table.key.is_empty() {
            return Err(Error::message(format!("the table {} has no key", table.name)));
        }
    }
    Ok(tables)
}

/// Makes a copy that was filled one file, without a log.
pub(in crate::db) fn close_copy(copy: &Path) -> Result<()> {
    let connection = Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let mode = connection.query_row("PRAGMA journal_mode=DELETE", [], |row| row.get::<_, String>(0))?;
    if mode != "delete" {
        return Err(Error::message("the copy is in use by another program"));
    }
    connection.close().map_err(|(_, error)| error.into())
}

/// Removes a database's files, if there are any. Errors are ignored: an error that came before is reported.
pub(in crate::db) fn remove(path: &Path) {
    let _ = std::fs::remove_file(path);
    remove_logs(path);
}

/// Removes the files that SQLite keeps beside a database, if there are any.
pub(super) fn remove_logs(path: &Path) {
    for ending in ["-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        let _ = std::fs::remove_file(PathBuf::from(name));
    }
}

/// Whether a move into the database is unfinished.
pub(super) fn is_marked(connection: &Connection) -> Result<bool> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = $1";
    Ok(connection.query_row(sql, [MARK], |row| row.get::<_, i64>(0))? > 0)
}

impl Engine for Session {
    fn most_values(&self) -> usize {
        // SQLITE_MAX_VARIABLE_NUMBER
        32_766
    }

    fn stores_zero(&self) -> bool {
        true
    }

    fn row_with_zero(&self, table: &Table) -> Result<Option<String>> {
        let texts = table.columns.iter().filter(|(_, kind)| *kind == Kind::Text);
        let terms: Vec<String> = texts.map(|(column, _)| format!("instr({}, char(0)) > 0", quoted(column))).collect();
        if terms.is_empty() {
            return Ok(None);
        }
        let keys = list(table.key.iter().map(|at| &table.columns[*at].0));
        let sql = format!("SELECT {keys} FROM {} WHERE {} LIMIT 1", quoted(&table.name), terms.join(" OR "));
        let mut found = None;
        self.rows(&sql, &[], &mut |row| {
            let part = |(at, column): (usize, &usize)| {
                let value = match row.value(at)? {
                    Value::Integer(number) => number.to_string(),
                    Value::Text(text) => text.escape_debug().to_string(),
                    other => format!("{other:?}"),
                };
                Ok(format!("{} = {value}", table.columns[*column].0))
            };
            found = Some(table.key.iter().enumerate().map(part).collect::<Result<Vec<_>>>()?.join(", "));
            Ok(false)
        })?;
        Ok(found)
    }

    fn mark(&self) -> Result<()> {
        self.batch(&format!("CREATE TABLE {MARK} (one INTEGER PRIMARY KEY) STRICT"))
    }

    fn complete(&self, _: &[Table]) -> Result<()> {
        migrate::check_keys(&self.connection)?;
        self.batch(&format!("DROP TABLE {MARK}"))
    }

    fn statistics(&self, _: &[Table]) -> Result<()> {
        // Made when the connection ends.
        Ok(())
    }

    fn others(&self) -> Result<Option<String>> {
        // A site that is served has locked the folder, and the command has locked it, too.
        Ok(None)
    }
}
