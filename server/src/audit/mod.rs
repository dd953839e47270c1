//! The record of who changed what: a row is written in the same transaction as the change, and contains the hash of the row before.
//!
//! A row is never altered, except that the names in it can be removed (docs/decisions/0029). It also has the role, the network and the
//! request of the change, which come with the transaction (docs/decisions/0063). The calls that show the record are in `audit_log`: this
//! module is used by every slice and uses none.

mod anchor;
mod chain;

pub use anchor::{Anchor, anchor, check_anchor, log_anchor, log_anchors};
pub use chain::{Chain, Checked, verify};
pub use core_wasm::audit::{About, Event};

use core_wasm::audit;
use serde::Serialize;

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
/// list of people. [`Fields`] records which of those fields changed. The role of the actor, the network and the request are taken from
/// the request that makes the change.
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
    let from = Origin::of(tx, &actor.id)?;
    let Anchor { rows, hash: previous } = anchor(tx)?;
    let id = rows + 1;
    let names = (actor_name.hash(), object_name.hash());
    let hash = from.link(&previous, (id, now, &made_by, action, &object, &old, &new, &names.0, &names.1))?;
    let written = tx.execute(
        "INSERT INTO audit (id, at, actor, action, object, old, new, role, network, request, actor_name, actor_salt, actor_name_hash,
           object_name, object_salt, object_name_hash, previous_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        params![
            id,
            now,
            made_by,
            action,
            object,
            old,
            new,
            from.role,
            from.network,
            from.request,
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

/// From where a change was made; each part is `None` where there is none, and in rows from before these columns.
struct Origin {
    /// The role of the account: the one with which its request began, otherwise the present one.
    role: Option<String>,
    /// The network of the client.
    network: Option<String>,
    /// The id of the request.
    request: Option<String>,
}

/// The columns of a row that were always there, in the order in which they are hashed.
type Fields9<'a> = (i64, i64, &'a str, &'a str, &'a str, &'a str, &'a str, &'a str, &'a str);

impl Origin {
    fn of(tx: &Tx<'_>, actor: &audit::Actor) -> Result<Self> {
        let role = match actor {
            audit::Actor::User(id) => match tx.source().and_then(|source| source.role_of(id)) {
                Some(role) => Some(role.as_str().to_owned()),
                None => tx.query_opt("SELECT role FROM users WHERE id = $1", params![id], |row| row.get(0))?,
            },
            _ => None,
        };
        let source = tx.source();
        Ok(Self {
            role,
            network: source.map(|source| source.network.clone()),
            request: source.map(|source| source.request.clone()),
        })
    }

    /// The hash of a row after another one. A row without all three parts is hashed as rows were before they existed, so that those stay
    /// valid; a list of nine values is never one of twelve, so no row has both forms.
    fn link(&self, previous: &str, row: Fields9<'_>) -> Result<String> {
        let Self { role, network, request } = self;
        if role.is_none() && network.is_none() && request.is_none() {
            return Ok(sha256(serde_json::to_vec(&(previous, row))?));
        }
        let (id, at, actor, action, object, old, new, actor_name, object_name) = row;
        let whole = (id, at, actor, action, object, old, new, actor_name, object_name, role, network, request);
        Ok(sha256(serde_json::to_vec(&(previous, whole))?))
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
