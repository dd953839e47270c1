//! Reading rows of the record along its indexes: by the number of a row without filters, otherwise by time, newest first.

use core_wasm::audit::{Actor, ActorAsked, AuditRow, Kind, Object, ObjectAsked, Target, WantedAudit};
use core_wasm::ticket::{self, ticket_id};

use crate::account::{Viewer, store as users};
use crate::db::{Row, Store, Tx, params};
use crate::error::Result;
use crate::race::names;

const SELECT: &str = "SELECT id, at, actor, actor_name, action, object, object_name, old, new, role, network, request, hash
    FROM audit";

/// Rows of all filters, the newest first. The place in the list is that of the filters' bits: 1 actor, 2 action, 4 object. Several filters
/// are compared as one text, by an index of that text.
const OLDER: [&str; 8] = [
    "{SELECT} WHERE (at, id) < ($1, $2) AND at >= $3 ORDER BY at DESC, audit.id DESC LIMIT $4 OFFSET $5",
    "{SELECT} WHERE (at, id) < ($1, $2) AND at >= $3 AND actor = $4 ORDER BY at DESC, audit.id DESC LIMIT $5 OFFSET $6",
    "{SELECT} WHERE (at, id) < ($1, $2) AND at >= $3 AND action = $4 ORDER BY at DESC, audit.id DESC LIMIT $5 OFFSET $6",
    "{SELECT} WHERE (at, id) < ($1, $2) AND at >= $3 AND actor || ' ' || action = $4
     ORDER BY at DESC, audit.id DESC LIMIT $5 OFFSET $6",
    "{SELECT} WHERE (at, id) < ($1, $2) AND at >= $3 AND object = $4 ORDER BY at DESC, audit.id DESC LIMIT $5 OFFSET $6",
    "{SELECT} WHERE (at, id) < ($1, $2) AND at >= $3 AND actor || ' ' || object = $4
     ORDER BY at DESC, audit.id DESC LIMIT $5 OFFSET $6",
    "{SELECT} WHERE (at, id) < ($1, $2) AND at >= $3 AND object || ' ' || action = $4
     ORDER BY at DESC, audit.id DESC LIMIT $5 OFFSET $6",
    "{SELECT} WHERE (at, id) < ($1, $2) AND at >= $3 AND actor || ' ' || object || ' ' || action = $4
     ORDER BY at DESC, audit.id DESC LIMIT $5 OFFSET $6",
];

/// The same, the oldest first, after a row.
const NEWER: [&str; 8] = [
    "{SELECT} WHERE (at, id) > ($1, $2) AND at < $3 ORDER BY at, audit.id LIMIT $4",
    "{SELECT} WHERE (at, id) > ($1, $2) AND at < $3 AND actor = $4 ORDER BY at, audit.id LIMIT $5",
    "{SELECT} WHERE (at, id) > ($1, $2) AND at < $3 AND action = $4 ORDER BY at, audit.id LIMIT $5",
    "{SELECT} WHERE (at, id) > ($1, $2) AND at < $3 AND actor || ' ' || action = $4 ORDER BY at, audit.id LIMIT $5",
    "{SELECT} WHERE (at, id) > ($1, $2) AND at < $3 AND object = $4 ORDER BY at, audit.id LIMIT $5",
    "{SELECT} WHERE (at, id) > ($1, $2) AND at < $3 AND actor || ' ' || object = $4 ORDER BY at, audit.id LIMIT $5",
    "{SELECT} WHERE (at, id) > ($1, $2) AND at < $3 AND object || ' ' || action = $4 ORDER BY at, audit.id LIMIT $5",
    "{SELECT} WHERE (at, id) > ($1, $2) AND at < $3 AND actor || ' ' || object || ' ' || action = $4
     ORDER BY at, audit.id LIMIT $5",
];

/// How many rows there are, as far as they are counted.
const COUNT: [&str; 8] = [
    "SELECT count(*) FROM (SELECT 1 FROM audit WHERE at >= $1 AND at < $2 LIMIT $3) AS found",
    "SELECT count(*) FROM (SELECT 1 FROM audit WHERE at >= $1 AND at < $2 AND actor = $3 LIMIT $4) AS found",
    "SELECT count(*) FROM (SELECT 1 FROM audit WHERE at >= $1 AND at < $2 AND action = $3 LIMIT $4) AS found",
    "SELECT count(*) FROM (SELECT 1 FROM audit WHERE at >= $1 AND at < $2 AND actor || ' ' || action = $3 LIMIT $4) AS found",
    "SELECT count(*) FROM (SELECT 1 FROM audit WHERE at >= $1 AND at < $2 AND object = $3 LIMIT $4) AS found",
    "SELECT count(*) FROM (SELECT 1 FROM audit WHERE at >= $1 AND at < $2 AND actor || ' ' || object = $3 LIMIT $4) AS found",
    "SELECT count(*) FROM (SELECT 1 FROM audit WHERE at >= $1 AND at < $2 AND object || ' ' || action = $3 LIMIT $4) AS found",
    "SELECT count(*) FROM (SELECT 1 FROM audit WHERE at >= $1 AND at < $2 AND actor || ' ' || object || ' ' || action = $3
     LIMIT $4) AS found",
];

/// The filters, with the ids of what was named.
#[derive(Debug, Clone, Default)]
pub(super) struct Filter {
    actor: Option<String>,
    action: Option<&'static str>,
    object: Option<String>,
    from: Option<i64>,
    until: Option<i64>,
}

/// A row and its hash.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    pub(super) row: AuditRow,
    pub(super) hash: String,
}

/// The place of a row in the list: its time and its number.
pub(super) type Place = (i64, i64);

impl Filter {
    /// Looks up what is named; `None` when there is no such account, race or ticket.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn find(tx: &Tx<'_>, wanted: &WantedAudit) -> Result<Option<Self>> {
        let actor = match &wanted.actor {
            None => None,
            Some(ActorAsked::Exact(actor)) => Some(actor.to_string()),
            Some(ActorAsked::Named(name)) => match users::by_username(tx, name)? {
                Some(user) => Some(Actor::User(user.id).to_string()),
                None => return Ok(None),
            },
        };
        let object = match &wanted.object {
            None => None,
            Some(ObjectAsked::Exact(object)) => Some(object.to_string()),
            Some(ObjectAsked::Named(name)) => match named(tx, name)? {
                Some(object) => Some(object.to_string()),
                None => return Ok(None),
            },
        };
        let action = wanted.action.map(|event| event.info().name);
        Ok(Some(Self { actor, action, object, from: wanted.from_ms, until: wanted.until_ms }))
    }

    /// Whether every row is wanted.
    pub(super) fn is_empty(&self) -> bool {
        self.bits() == 0 && self.from.is_none() && self.until.is_none()
    }

    /// The filters by their names in the address, with ids: as the record tells which rows were downloaded.
    pub(super) fn named(&self) -> Vec<(&'static str, String)> {
        let filters = [
            ("actor", self.actor.clone()),
            ("action", self.action.map(str::to_owned)),
            ("object", self.object.clone()),
            ("fromAt", self.from.map(|at| at.to_string())),
            ("untilAt", self.until.map(|at| at.to_string())),
        ];
        filters.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    fn bits(&self) -> usize {
        usize::from(self.actor.is_some()) + 2 * usize::from(self.action.is_some()) + 4 * usize::from(self.object.is_some())
    }

    /// What the statements of these filters compare, in their order.
    fn keys(&self) -> Vec<String> {
        let action = self.action.map(str::to_owned);
        match (self.actor.clone(), action, self.object.clone()) {
            (Some(actor), Some(action), Some(object)) => vec![format!("{actor} {object} {action}")],
            (Some(actor), Some(action), None) => vec![format!("{actor} {action}")],
            (Some(actor), None, Some(object)) => vec![format!("{actor} {object}")],
            (None, Some(action), Some(object)) => vec![format!("{object} {action}")],
            (actor, action, object) => [actor, action, object].into_iter().flatten().collect(),
        }
    }

    /// The place before which all wanted rows are, as far as the last day tells.
    pub(super) fn newest(&self) -> Place {
        (self.until.unwrap_or(i64::MAX), i64::MIN)
    }

    /// The rows before this place, the newest first, without the first `skipped` ones.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn older(&self, tx: &Tx<'_>, before: Place, most: i64, skipped: i64) -> Result<Vec<Stored>> {
        let (at, id) = before.min(self.newest());
        let sql = whole(OLDER.get(self.bits()).copied().unwrap_or_default());
        let bounds = [at, id, self.from.unwrap_or(i64::MIN)];
        tx.query_all(&sql, params_of(&bounds, &self.keys(), &[most, skipped]).as_slice(), stored)
    }

    /// The rows after this place, the oldest first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn newer(&self, tx: &Tx<'_>, after: Place, most: i64) -> Result<Vec<Stored>> {
        let (at, id) = after.max((self.from.unwrap_or(i64::MIN), i64::MIN));
        let sql = whole(NEWER.get(self.bits()).copied().unwrap_or_default());
        let bounds = [at, id, self.until.unwrap_or(i64::MAX)];
        tx.query_all(&sql, params_of(&bounds, &self.keys(), &[most]).as_slice(), stored)
    }

    /// How many rows there are, at most `most`.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn count(&self, tx: &Tx<'_>, most: i64) -> Result<i64> {
        let sql = COUNT.get(self.bits()).copied().unwrap_or_default();
        let bounds = [self.from.unwrap_or(i64::MIN), self.until.unwrap_or(i64::MAX)];
        tx.query_one(sql, params_of(&bounds, &self.keys(), &[most]).as_slice(), |row| row.get(0))
    }
}

/// A statement of the tables, with the columns in place of their name, as `format!` would do it with a text of its own.
fn whole(sql: &str) -> String {
    sql.replace(concat!("{", "SELECT", "}"), SELECT)
}

/// The parameters of a statement: bounds, what is compared, and what follows.
fn params_of<'a>(bounds: &'a [i64], keys: &'a [String], rest: &'a [i64]) -> Vec<&'a dyn Store> {
    let number = |number: &'a i64| number as &dyn Store;
    bounds.iter().map(number).chain(keys.iter().map(|key| key as &dyn Store)).chain(rest.iter().map(number)).collect()
}

/// The rows up to this number, the newest first: numbers have no gaps, so that every page is found by its number.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn up_to(tx: &Tx<'_>, number: i64, most: i64) -> Result<Vec<Stored>> {
    tx.query_all(&format!("{SELECT} WHERE id <= $1 ORDER BY id DESC LIMIT $2"), params![number, most], stored)
}

/// The rows after this number, the oldest first.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn after(tx: &Tx<'_>, number: i64, most: i64) -> Result<Vec<Stored>> {
    tx.query_all(&format!("{SELECT} WHERE id > $1 ORDER BY id LIMIT $2"), params![number, most], stored)
}

/// The place of the row with this number in the list; `None` when there is no such row.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn place_of(tx: &Tx<'_>, number: i64) -> Result<Option<Place>> {
    tx.query_opt("SELECT at, id FROM audit WHERE id = $1", params![number], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// What there is now of an object: its page is found by its present name.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn target(tx: &Tx<'_>, object: &str) -> Result<Target> {
    let Some(Object { kind, id }) = Object::parse(object) else { return Ok(Target::Gone) };
    let name = |sql: &str| {
        let name = tx.query_opt(sql, params![id], |row| row.get::<String>(0))?;
        Ok(name.map_or(Target::Gone, Target::Named))
    };
    match kind {
        Kind::Race => {
            let race = tx.query_opt("SELECT name, deleted_at IS NOT NULL FROM races WHERE id = $1", params![id], |row| {
                Ok((row.get::<String>(0)?, row.get::<bool>(1)?))
            })?;
            Ok(match race {
                None => Target::Gone,
                Some((_, true)) => Target::Deleted,
                Some((name, false)) => Target::Named(name),
            })
        }
        Kind::User => name("SELECT username FROM users WHERE id = $1"),
        Kind::Key => {
            name("SELECT r.name FROM timing_keys k JOIN races r ON r.id = k.race_id WHERE k.id = $1 AND r.deleted_at IS NULL")
        }
        Kind::Link => {
            name("SELECT r.name FROM packet_links l JOIN races r ON r.id = l.race_id WHERE l.id = $1 AND r.deleted_at IS NULL")
        }
        Kind::Ticket => {
            let number = id.parse::<i64>().ok();
            let found = tx.query_opt("SELECT id FROM tickets WHERE id = $1", params![number], |row| row.get::<i64>(0))?;
            Ok(found.map_or(Target::Gone, |number| Target::Named(ticket_id(number))))
        }
        Kind::Database => Ok(Target::Gone),
    }
}

/// The object with this name: the ticket with this number, the race that has this name, had it, or is deleted and had it, or the account.
fn named(tx: &Tx<'_>, name: &str) -> Result<Option<Object>> {
    let object = |kind, id| Some(Object { kind, id });
    if let Some(number) = ticket::number(name) {
        return Ok(object(Kind::Ticket, number.to_string()));
    }
    if let Some(id) = names::id_of(tx, name, &Viewer::Staff)? {
        return Ok(object(Kind::Race, id));
    }
    // A deleted race has given its name free.
    let deleted = "SELECT id, name FROM races WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC";
    let deleted = tx.query_all(deleted, [], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))?;
    let key = core_wasm::race::name::key(name);
    if let Some((id, _)) = deleted.into_iter().find(|(_, name)| core_wasm::race::name::key(name) == key) {
        return Ok(object(Kind::Race, id));
    }
    Ok(users::by_username(tx, name)?.and_then(|user| object(Kind::User, user.id)))
}

fn stored(row: &Row<'_>) -> Result<Stored> {
    Ok(Stored {
        row: AuditRow {
            id: row.get(0)?,
            at: row.get(1)?,
            actor: row.get(2)?,
            actor_name: row.get(3)?,
            action: row.get(4)?,
            object: row.get(5)?,
            object_name: row.get(6)?,
            old: row.get(7)?,
            new: row.get(8)?,
            role: row.get(9)?,
            network: row.get(10)?,
            request: row.get(11)?,
        },
        hash: row.get(12)?,
    })
}
