//! The rows of `signups`, and the mails with codes.

use core_wasm::account::code::CODE_MS;
use core_wasm::signup::Racer;

use crate::account::token::SessionIds;
use crate::account::{codes, letters, store as users};
use crate::config::Config;
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::ids::new_id;

/// How long a sign-up can be finished, in milliseconds: a day.
const SIGNUP_MS: i64 = 24 * 3_600_000;
/// How many sign-ups are stored; the oldest ones are deleted to make room.
const MAX_SIGNUPS: i64 = 20_000;

/// The mail with a code. It contains nothing that a visitor typed.
const CODE_LETTER: &str = include_str!("code_mail.txt");
/// The mail to an address that has an account.
const ACCOUNT_LETTER: &str = include_str!("account_mail.txt");

/// A sign-up as stored.
#[derive(Debug, Clone, Default)]
pub(super) struct Signup {
    pub(super) id: String,
    pub(super) racer: Racer,
    pub(super) code_hash: String,
    pub(super) code_expires_at: i64,
    pub(super) tries: i64,
    pub(super) sends: i64,
    pub(super) sent_at: i64,
    pub(super) proved: bool,
}

const SELECT: &str =
    "SELECT id, first_name, last_name, dob, gender, cell_phone, email, code_hash, code_expires_at, tries, sends, sent_at,
    proved_at FROM signups WHERE id = $1";

fn signup(row: &Row<'_>) -> Result<Signup> {
    Ok(Signup {
        id: row.get(0)?,
        racer: Racer {
            first_name: row.get(1)?,
            last_name: row.get(2)?,
            dob: row.get(3)?,
            gender: row.get(4)?,
            cell_phone: row.get(5)?,
            email: row.get(6)?,
        },
        code_hash: row.get(7)?,
        code_expires_at: row.get(8)?,
        tries: row.get(9)?,
        sends: row.get(10)?,
        sent_at: row.get(11)?,
        proved: row.get::<Option<i64>>(12)?.is_some(),
    })
}

/// The sign-up of a cookie, unless it has expired.
pub(super) fn find(tx: &Tx<'_>, named: &SessionIds, now: i64) -> Result<Option<Signup>> {
    let sql = format!("{SELECT} AND session_id = $2 AND expires_at > $3");
    tx.query_opt(&sql, params![named.user_id, named.session_id, now], signup)
}

/// The present row of a sign-up, which other requests may have changed since the caller was looked up.
pub(super) fn present(tx: &Tx<'_>, id: &str) -> Result<Option<Signup>> {
    tx.query_opt(SELECT, params![id], signup)
}

/// Stores a sign-up without a code; returns what its cookie names, and when it ends.
pub(super) fn add(tx: &Tx<'_>, racer: &Racer, now: i64) -> Result<(SessionIds, i64)> {
    let named = SessionIds { user_id: new_id(), session_id: new_id() };
    let expires = now + SIGNUP_MS;
    tx.execute("DELETE FROM signups WHERE expires_at <= $1", params![now])?;
    tx.execute(
        "DELETE FROM signups WHERE expires_at <= (SELECT expires_at FROM signups ORDER BY expires_at DESC LIMIT 1 OFFSET $1)",
        params![MAX_SIGNUPS - 1],
    )?;
    tx.execute(
        "INSERT INTO signups (id, session_id, first_name, last_name, dob, gender, cell_phone, email, code_hash, code_expires_at, tries,
           sends, sent_at, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '', 0, 0, 0, 0, $9, $10)",
        params![
            named.user_id,
            named.session_id,
            racer.first_name,
            racer.last_name,
            racer.dob,
            racer.gender,
            racer.cell_phone,
            racer.email,
            now,
            expires
        ],
    )?;
    Ok((named, expires))
}

/// Sends a new code to an address, which is not proved any more; earlier codes are right no longer.
///
/// An address that has an account gets another mail, and no code is right: who signs up sees no difference.
pub(super) fn send_code(tx: &Tx<'_>, config: &Config, id: &str, email: &str, now: i64) -> Result<()> {
    let code = codes::new();
    let is_known = users::by_email(tx, email)?.is_some();
    let hash = if is_known { String::new() } else { codes::hash(id, &code) };
    tx.execute(
        "UPDATE signups SET email = $1, code_hash = $2, code_expires_at = $3, tries = 0, sends = sends + 1, sent_at = $4, proved_at = NULL
         WHERE id = $5",
        params![email, hash, now + CODE_MS, now, id],
    )?;
    let (subject, letter) =
        if is_known { ("You have an account".to_owned(), ACCOUNT_LETTER) } else { (format!("{code} is your code"), CODE_LETTER) };
    letters::enqueue(tx, config, email, (&subject, &letter.replace("{code}", &code)), now)
}

/// Counts a wrong try.
pub(super) fn count_try(tx: &Tx<'_>, id: &str) -> Result<()> {
    tx.execute("UPDATE signups SET tries = tries + 1 WHERE id = $1", params![id])?;
    Ok(())
}

/// Notes that the address is proved; the code is used up.
pub(super) fn prove(tx: &Tx<'_>, id: &str, now: i64) -> Result<()> {
    tx.execute("UPDATE signups SET proved_at = $1, code_hash = '' WHERE id = $2", params![now, id])?;
    Ok(())
}

/// Ends a sign-up; returns whether there was one.
pub(super) fn end(tx: &Tx<'_>, id: &str) -> Result<bool> {
    Ok(tx.execute("DELETE FROM signups WHERE id = $1", params![id])? > 0)
}
