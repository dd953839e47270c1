//! The record of who changed what: a row is written in the same transaction as the change, and contains the hash of the row before.
//!
//! A row is never altered, except that the names in it can be removed (docs/decisions/0029).

mod anchor;

pub use anchor::{Anchor, anchor, check_anchor, log_anchor, log_anchors};
pub use core_wasm::audit::{About, Event};

use core_wasm::audit;
use serde::Serialize;

use anchor::FIRST_PREVIOUS_HASH;

use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};
use crate::ids::{new_secret, sha256};

/// The author of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The permanent id.
    pub id: audit::Actor,
    /// The present name.
    pub name: String,
}

impl Actor {
    /// The program itself, or the person at its command line.
    #[must_use]
    pub fn system() -> Self {
        Self { id: audit::Actor::System, name: audit::Actor::System.to_string() }
    }

    /// A timing box, by its key.
    #[must_use]
    pub fn key(id: &str, label: &str) -> Self {
        Self { id: audit::Actor::Key(id.into()), name: label.into() }
    }

    /// A volunteer at the packet desk, by the link.
    #[must_use]
    pub fn link(id: &str, label: &str) -> Self {
        Self { id: audit::Actor::Link(id.into()), name: label.into() }
    }

    /// A user.
    #[must_use]
    pub fn user(id: &str, username: &str) -> Self {
        Self { id: audit::Actor::User(id.into()), name: username.into() }
    }
}

/// For old or new values where there are none.
pub const NOTHING: () = ();

/// What is recorded of a change to a person's own data: the names of the fields, never their values.
#[derive(Debug, Serialize)]
pub struct Fields(pub &'static [&'static str]);

/// Records a change; call it in the transaction that makes the change.
///
/// `old` and `new` may contain a race's own values. They must not contain personal data: no address, number, date of birth, name or
/// list of people. [`Fields`] records which of those fields changed.
///
/// # Errors
/// When the row cannot be written; the change must then fail too.
pub fn record(
    tx: &Tx<'_>,
    now: i64,
    actor: &Actor,
    event: Event,
    about: About<'_>,
    old: &impl Serialize,
    new: &impl Serialize,
) -> Result<()> {
    let (old, new) = (serde_json::to_string(old)?, serde_json::to_string(new)?);
    let (made_by, object, action) = (actor.id.to_string(), event.object(about.id).to_string(), event.info().name);
    let (actor_name, object_name) = (Name::new(&actor.name), Name::new(about.name));
    let Anchor { rows, hash: previous } = anchor(tx)?;
    let id = rows + 1;
    let names = (actor_name.hash(), object_name.hash());
    let hash = link(&previous, &(id, now, &made_by, action, &object, &old, &new, &names.0, &names.1))?;
    let written = tx.execute(
        "INSERT INTO audit (id, at, actor, action, object, old, new, actor_name, actor_salt, actor_name_hash,
           object_name, object_salt, object_name_hash, previous_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        params![
            id,
            now,
            made_by,
            action,
            object,
            old,
            new,
            actor_name.name,
            actor_name.salt,
            names.0,
            object_name.name,
            object_name.salt,
            names.1,
            previous,
            hash
        ],
    );
    match written {
        // Another transaction has added a row since.
        Err(Error::Taken) => Err(Error::Raced),
        written => written.map(|_| ()),
    }
}

/// A name, and the salt that prevents guessing the name from its hash once both are removed.
struct Name {
    name: String,
    salt: String,
}

impl Name {
    fn new(name: &str) -> Self {
        Self { name: name.to_owned(), salt: new_secret() }
    }

    fn hash(&self) -> String {
        sha256(format!("{} {}", self.salt, self.name))
    }

    /// Reads the name in these columns of a row; `None` when it was removed.
    fn read(row: &Row<'_>, name: usize, salt: usize) -> Result<Option<Self>> {
        Ok(match (row.get(name)?, row.get(salt)?) {
            (None, None) => None,
            // A name without its salt, or a salt alone, matches no hash.
            (name, salt) => Some(Self { name: name.unwrap_or_default(), salt: salt.unwrap_or_default() }),
        })
    }
}

/// Removes every name of an account or a key from the record, as an actor and as an object; the chain of hashes stays valid. It is
/// for an account that is deleted: its rows stay, under an id that belongs to nobody.
///
/// # Errors
/// When the rows cannot be written.
pub fn remove_names(tx: &Tx<'_>, whose: &audit::Actor) -> Result<()> {
    let whose = whose.to_string();
    tx.execute("UPDATE audit SET actor_name = NULL, actor_salt = NULL WHERE actor = $1", params![whose])?;
    tx.execute("UPDATE audit SET object_name = NULL, object_salt = NULL WHERE object = $1", params![whose])?;
    Ok(())
}

/// Checks the chain of hashes and returns the number of rows. A name that was not removed must match its recorded hash.
///
/// # Errors
/// A message with the first row that does not match.
pub fn verify(tx: &Tx<'_>) -> Result<i64> {
    let (mut rows, mut previous) = (0_i64, FIRST_PREVIOUS_HASH.to_owned());
    tx.for_each(
        "SELECT id, at, actor, action, object, old, new, actor_name_hash, object_name_hash, previous_hash, hash,
           actor_name, actor_salt, object_name, object_salt
         FROM audit ORDER BY id",
        [],
        |row| {
            let text = |column| row.get::<String>(column);
            let (id, at): (i64, i64) = (row.get(0)?, row.get(1)?);
            let names = (text(7)?, text(8)?);
            let fields = (id, at, text(2)?, text(3)?, text(4)?, text(5)?, text(6)?, &names.0, &names.1);
            let hash = link(&previous, &fields)?;
            let named = |name: Option<Name>, recorded: &str| name.is_none_or(|name| name.hash() == recorded);
            let named = named(Name::read(row, 11, 12)?, &names.0) && named(Name::read(row, 13, 14)?, &names.1);
            if id != rows + 1 || text(9)? != previous || text(10)? != hash || !named {
                return Err(Error::message(format!("the audit record was altered at or before row {id}")));
            }
            rows = id;
            previous = hash;
            Ok(())
        },
    )?;
    Ok(rows)
}

fn link(previous: &str, row: &impl Serialize) -> Result<String> {
    Ok(sha256(serde_json::to_vec(&(previous, row))?))
}
