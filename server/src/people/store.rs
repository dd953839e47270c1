//! What several calls of the slice read and write.

use axum::http::StatusCode;
use core_wasm::account::Role;
use core_wasm::people::words;

use crate::account::{Caller, letters, store as users};
use crate::config::Config;
use crate::db::{Tx, params};
use crate::error::{Error, Result};

/// The mail to somebody whose role has changed. It contains nothing that anybody typed.
const ROLE_LETTER: &str = include_str!("role_mail.txt");
/// The setting that administrators need a passkey; there is no row when they do not.
pub(super) const ADMIN_PASSKEYS: &str = "admin-passkeys";

/// Locks the administrators, and refuses a caller who is no administrator any more: another one may have changed the role since the request
/// began.
pub(super) fn lock_as_admin(tx: &Tx<'_>, caller: &Caller) -> Result<()> {
    users::lock_admins(tx)?;
    let is_admin = users::by_id(tx, &caller.user_id)?.is_some_and(|user| user.role == Role::Admin);
    if is_admin { Ok(()) } else { Err(Error::forbidden()) }
}

/// The account with this id.
pub(super) fn person(tx: &Tx<'_>, id: &str) -> Result<users::User> {
    users::by_id(tx, id)?.ok_or_else(|| Error::refused(StatusCode::NOT_FOUND, "NO_SUCH_PERSON", words::NO_SUCH_PERSON))
}

/// Gives an account another role than the one with which it was read.
pub(super) fn give_role(tx: &Tx<'_>, user: &users::User, role: Role, now: i64) -> Result<()> {
    let changed = tx.execute(
        "UPDATE users SET role = $1, updated_at = $2 WHERE id = $3 AND role = $4",
        params![role.as_str(), now, user.id, user.role.as_str()],
    )?;
    // Another transaction has changed the role since.
    if changed == 1 { Ok(()) } else { Err(Error::Raced) }
}

/// Tells somebody by mail that the role of the account has changed; `sessions` says which of its sessions have ended.
pub(super) fn tell(tx: &Tx<'_>, config: &Config, user: &users::User, role: Role, sessions: &str, now: i64) -> Result<()> {
    let text = ROLE_LETTER.replace("{role}", words::in_mail(role)).replace("{sessions}", sessions);
    letters::enqueue(tx, config, &user.email, (&format!("Your role is now: {}", words::role_name(role)), &text), now)
}
