//! Creates administrators: from the command line, or from the settings at the first start. There is no default password.

use core_wasm::account::Role;
use secrecy::{ExposeSecret, SecretString};

use super::{password, store};
use crate::attempts;
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::{Db, params};
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

/// Gives an administrator who cannot log in any more a new password, removes the account's passkeys and ends its sessions; with
/// `end_demand` the site no longer demands a passkey of its administrators. Returns how many passkeys were removed.
///
/// # Errors
/// With messages for the command line: no such administrator, or a password that is too short, too long or easy to guess.
pub async fn reset(db: &Db, username: &str, secret: &SecretString, end_demand: bool, now: i64) -> Result<usize> {
    let name = username.to_owned();
    let found = db.read(move |tx| store::find(tx, &name)).await?.filter(|user| user.role == Role::Admin);
    let user = found.ok_or_else(|| Error::message(format!("there is no administrator {username}")))?;
    let about = [user.username.clone(), user.email.clone()];
    core_wasm::account::password::check_new(secret.expose_secret(), &about).map_err(|refusal| Error::message(refusal.message))?;
    let hash = password::hash_now(secret.expose_secret())?;
    db.write(move |tx| {
        tx.execute("UPDATE users SET password_hash = $1, updated_at = $2 WHERE id = $3", params![hash, now, user.id])?;
        let passkeys = tx.execute("DELETE FROM passkeys WHERE user_id = $1", params![user.id])?;
        tx.execute("DELETE FROM passkey_ceremonies WHERE user_id = $1", params![user.id])?;
        tx.execute("DELETE FROM reset_tokens WHERE user_id = $1 AND used_at IS NULL", params![user.id])?;
        if end_demand {
            tx.execute("DELETE FROM site_settings WHERE name = 'admin-passkeys'", [])?;
        }
        store::end_all_sessions(tx, &user.id)?;
        attempts::remove_failures(tx, &user.id)?;
        let done = serde_json::json!({ "passkeys": passkeys, "demandEnded": end_demand });
        audit::record(tx, now, &Actor::system(), Event::AccountReset, user.about(), &NOTHING, &done)?;
        Ok(passkeys)
    })
    .await
}

/// What a start found and did about the first administrator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// That of the settings was created.
    Made,
    /// There is an administrator.
    Present,
    /// There is none, and the settings name none: nobody can create a race.
    Missing,
}

/// Creates the administrator of the settings if there is no administrator yet.
///
/// # Errors
/// As [`create`].
pub async fn first(db: &Db, email: Option<&str>, secret: Option<&SecretString>, now: i64) -> Result<First> {
    if has_any(db).await? {
        return Ok(First::Present);
    }
    let (Some(email), Some(secret)) = (email, secret) else { return Ok(First::Missing) };
    let username = email.split('@').next().unwrap_or(email);
    if let Err(error) = create(db, username, email, secret, now).await {
        // Another copy of the program with the same settings was faster.
        return if has_any(db).await? { Ok(First::Present) } else { Err(error) };
    }
    Ok(First::Made)
}

async fn has_any(db: &Db) -> Result<bool> {
    let any = "SELECT EXISTS (SELECT 1 FROM users WHERE role = 'admin')";
    db.read(move |tx| tx.query_one(any, [], |row| row.get(0))).await
}
