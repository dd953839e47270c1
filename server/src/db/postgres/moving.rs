//! What moving a database needs of PostgreSQL.

use std::sync::Arc;
use std::time::Duration;

use super::{Address, DATABASE, MOVING, Server, Session, migrate};
use crate::db::Schema;
use crate::db::moving::{Engine, MARK, Table, check_finished, list};
use crate::db::tx::Statements;
use crate::error::{Error, Result};

/// How long a statement over a whole table may take.
const PATIENCE: Duration = Duration::from_secs(4 * 3600);

/// Opens a database to be read in one consistent view. `held` names the tables that nobody can change meanwhile; the view begins when that
/// is so.
pub(in crate::db) fn source(address: &str, held: Option<&[Table]>) -> Result<Session> {
    // What is read is written elsewhere before more is read.
    let view = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL idle_in_transaction_session_timeout = 0";
    let begin = match held {
        Some(tables) => format!("{view}; LOCK TABLE {} IN SHARE MODE", list(tables.iter().map(|table| &table.name))),
        None => view.to_owned(),
    };
    let server = server(address)?;
    let session = Session::new(&server, begin, PATIENCE);
    session.connect()?;
    check_finished(has(&session, MARK)?)?;
    if !has(&session, "refinery_schema_history")? {
        return Err(Error::message(format!("{} is not a Splitline database", server.address)));
    }
    Ok(session)
}

/// Opens a database to be filled, and makes its tables where it has none; `true` when a move into it was begun. `start_over` names the tables
/// of such a move, to be removed.
pub(in crate::db) fn target(address: &str, start_over: Option<&[Table]>) -> Result<(Session, bool)> {
    let server = server(address)?;
    let session = Session::patient_writer(&server, PATIENCE);
    session.connect()?;
    // Of the session: another move into this database waits, and is refused.
    session.batch(&format!("SELECT pg_advisory_lock({MOVING})"))?;
    if let Some(tables) = start_over
        && has(&session, MARK)?
    {
        remove(&session, tables)?;
    }
    let begun = has(&session, MARK)?;
    if !begun {
        check_blank(&session, &server.address)?;
        server.prepare(Schema::Migrated)?;
    }
    Ok((session, begun))
}

fn server(address: &str) -> Result<Arc<Server>> {
    Ok(Server::at(Address::parse(address)?, DATABASE))
}

/// Refuses a database with tables, unless they are of this program's schema: what is in them is not looked at.
fn check_blank(session: &Session, address: &Address) -> Result<()> {
    let tables = number(session, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")?;
    let known = has(session, "refinery_schema_history")?
        && number(session, "SELECT max(version) FROM refinery_schema_history")? == migrate::newest();
    if tables > 0 && !known {
        return Err(Error::message(format!(
            "{address} is not empty: it has tables of another program, or of another version of this one. Name another database"
        )));
    }
    Ok(())
}

/// Removes these tables, and what was made with them.
fn remove(session: &Session, tables: &[Table]) -> Result<()> {
    let tables = list(tables.iter().map(|table| &table.name));
    session.batch(&format!(
        "BEGIN; DROP TABLE IF EXISTS {tables}, refinery_schema_history, {MARK} CASCADE;
         DO $$ DECLARE it record; BEGIN
           FOR it IN SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
             AND p.prorettype = 'trigger'::regtype
             AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') LOOP
             EXECUTE format('DROP FUNCTION %s', it.name);
           END LOOP;
         END $$; COMMIT"
    ))
}

fn has(session: &Session, table: &str) -> Result<bool> {
    Ok(number(session, &format!("SELECT count(*) FROM pg_tables WHERE schemaname = 'public' AND tablename = '{table}'"))? > 0)
}

fn number(session: &Session, sql: &str) -> Result<i64> {
    let mut number = None;
    session.rows(sql, &[], &mut |row| {
        number = row.get::<Option<i64>>(0)?;
        Ok(false)
    })?;
    Ok(number.unwrap_or(0))
}

impl Engine for Session {
    fn most_values(&self) -> usize {
        // The protocol counts them in sixteen bits.
        65_535
    }

    fn stores_zero(&self) -> bool {
        false
    }

    fn row_with_zero(&self, _: &Table) -> Result<Option<String>> {
        Ok(None)
    }

    fn mark(&self) -> Result<()> {
        // References are dropped, and made again at the end, which also checks them: rows come in the order of the tables' names.
        self.batch(&format!(
            "CREATE TABLE {MARK} (table_name TEXT NOT NULL, constraint_name TEXT NOT NULL, definition TEXT NOT NULL);
             INSERT INTO {MARK} SELECT conrelid::regclass::TEXT, quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint
               WHERE contype = 'f' AND connamespace = 'public'::regnamespace;
             DO $$ DECLARE it record; BEGIN
               FOR it IN SELECT * FROM {MARK} LOOP
                 EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %s', it.table_name, it.constraint_name);
               END LOOP;
             END $$"
        ))
    }

    fn complete(&self, _: &[Table]) -> Result<()> {
        self.batch(&format!(
            "DO $$ DECLARE it record; BEGIN
               FOR it IN SELECT * FROM {MARK} LOOP
                 EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %s %s', it.table_name, it.constraint_name, it.definition);
               END LOOP;
               FOR it IN SELECT table_name::TEXT AS of, column_name::TEXT AS id FROM information_schema.columns
                 WHERE table_schema = 'public' AND is_identity = 'YES' LOOP
                 EXECUTE format('SELECT setval(pg_get_serial_sequence(%L, %L), greatest(max(%I), 1), max(%I) >= 1) FROM %I
                   HAVING max(%I) IS NOT NULL', quote_ident(it.of), it.id, it.id, it.id, it.of, it.id);
               END LOOP;
             END $$; DROP TABLE {MARK}"
        ))
    }

    fn statistics(&self, tables: &[Table]) -> Result<()> {
        self.batch(&format!("ANALYZE {}", list(tables.iter().map(|table| &table.name))))
    }

    fn others(&self) -> Result<Option<String>> {
        self.connect()?;
        let sql = "SELECT string_agg(DISTINCT application_name, ', ') FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename = current_user";
        let mut others = None;
        // The connections of a program that has just ended are there for a moment longer.
        for _ in 0..10 {
            self.batch("SELECT pg_stat_clear_snapshot()")?;
            self.rows(sql, &[], &mut |row| {
                others = row.get::<Option<String>>(0)?;
                Ok(false)
            })?;
            if others.is_none() {
                break;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        Ok(others)
    }
}
