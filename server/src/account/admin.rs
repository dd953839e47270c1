//! Creates administrators: from the command line, or from the settings at the first start. There is no default password.

use core_wasm::account::Role;
use secrecy::{ExposeSecret, SecretString};

use super::{password, store};
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::Db;
use crate::error::{Error, Result};

/// Creates an administrator.
///
/// # Errors
/// With messages for the command line: a name or address that is taken, a password that is too short, too long or easy to guess.
pub async fn create(db: &Db, username: &str, email: &str, secret: &SecretString, now: i64) -> Result<()> {
    let about = [username.to_owned(), email.to_owned()];
    core_wasm::account::password::check_new(secret.expose_secret(), &about).map_err(|refusal| Error::message(refusal.message))?;
    core_wasm::account::login::email(email).map_err(|refusal| Error::message(refusal.message))?;
    let username = core_wasm::account::login::username(username).map_err(|refusal| Error::message(refusal.message))?;
    let new = store::NewUser {
        username,
        email: email.to_owned(),
        role: Role::Admin,
        password_hash: password::hash_now(secret.expose_secret())?,
    };
    let made = db
        .write(move |tx| {
            let id = store::add(tx, &new, now)?;
            let (about, role) = (About { id: &id, name: &new.username }, serde_json::json!({ "role": new.role }));
            audit::record(tx, now, &Actor::system(), Event::AccountCreated, about, &NOTHING, &role)
        })
        .await;
    match made {
        Err(Error::Taken) => Err(Error::message("that username or e-mail address is taken")),
        other => other,
    }
}

/// Creates the administrator of the settings if there is no administrator yet; returns whether it did.
///
/// # Errors
/// As [`create`].
pub async fn first(db: &Db, email: Option<&str>, secret: Option<&SecretString>, now: i64) -> Result<bool> {
    let (Some(email), Some(secret)) = (email, secret) else { return Ok(false) };
    let any: i64 = db.read(|tx| tx.query_one("SELECT count(*) FROM users WHERE role = 'admin'", [], |row| row.get(0))).await?;
    if any > 0 {
        return Ok(false);
    }
    let username = email.split('@').next().unwrap_or(email);
    create(db, username, email, secret, now).await?;
    Ok(true)
}
