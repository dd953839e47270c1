//! The first administrator: from the command line, or from the variables at the first start. There is no default password.

use core_wasm::account::Role;
use secrecy::{ExposeSecret, SecretString};

use super::{password, store};
use crate::audit::{self, Actor};
use crate::db::Db;
use crate::error::{Error, Result};

/// Makes an administrator.
///
/// # Errors
/// In words for the command line: a name or address that is taken, a password that is too short or too long.
pub async fn create(db: &Db, username: &str, email: &str, secret: &SecretString, now: i64) -> Result<()> {
    check_password(secret)?;
    if username.trim().is_empty() || !email.contains('@') {
        return Err(Error::message("a username and an e-mail address are needed"));
    }
    let new = store::NewUser {
        username: username.to_owned(),
        email: email.to_owned(),
        role: Role::Admin,
        password_hash: password::hash_now(secret.expose_secret())?,
    };
    let made = db
        .write(move |tx| {
            let id = store::add(tx, &new, now)?;
            let about = serde_json::json!({ "Username": new.username, "Email": new.email, "role": new.role.as_str() });
            audit::record(tx, now, &Actor::system(), "account.created", &format!("user:{id}"), None::<&()>, Some(&about))
        })
        .await;
    match made {
        Err(Error::Taken) => Err(Error::message("that username or e-mail address is taken")),
        other => other,
    }
}

/// Makes the administrator of the variables when there is none yet; says whether it did.
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

fn check_password(secret: &SecretString) -> Result<()> {
    let length = secret.expose_secret().len();
    if secret.expose_secret().chars().count() < 12 {
        return Err(Error::message("an administrator's password needs at least 12 characters"));
    }
    if length > password::LONGEST {
        return Err(Error::message(format!("a password has at most {} bytes", password::LONGEST)));
    }
    Ok(())
}
