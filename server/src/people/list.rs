//! `GET /people`

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::account::Role;
use core_wasm::people::{PeopleQuery, WantedPeople};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::account::{self, Accounts, Admin};
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::http::extract::Query;

/// Which people are asked for, as in the address of the page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// A part of a username, a name or an e-mail address.
    q: Option<String>,
    /// user, timer or admin.
    role: Option<String>,
    /// From 1.
    page: Option<String>,
    /// 25 when absent, 100 at most.
    page_size: Option<String>,
}

/// A page of the people with an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct People {
    items: Vec<Person>,
    /// From 1.
    page: u32,
    /// People on a page.
    page_size: u32,
    /// How many there are on all pages.
    total: i64,
    /// Whether administrators need a passkey.
    admin_passkeys: bool,
}

/// Somebody with an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Person {
    #[serde(rename = "userID")]
    user_id: String,
    username: String,
    /// First and last name; empty when neither is known.
    name: String,
    email: String,
    role: Role,
    /// In epoch milliseconds.
    created_at: i64,
    /// When the account was last seen, in epoch milliseconds; absent when that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_seen_at: Option<i64>,
    /// How many sessions have not ended.
    sessions: i64,
    passkeys: i64,
    is_private: bool,
}

/// List who has an account: administrators, then timers, then users, each by username.
#[utoipa::path(get, path = "/people", tag = "people", security(("session" = ["admin"])), params(Asked),
    responses((status = 200, body = People), (status = 400, description = "A filter can't be read")))]
pub(super) async fn list(State(accounts): State<Accounts>, _: Admin, Query(asked): Query<Asked>) -> Result<Answer<People>> {
    let query = PeopleQuery {
        q: asked.q.unwrap_or_default(),
        role: asked.role.unwrap_or_default(),
        page: asked.page.unwrap_or_default(),
        page_size: asked.page_size.unwrap_or_default(),
    };
    let wanted = query.wanted()?;
    let now = accounts.clock.now_ms();
    Ok(Answer(accounts.db.read(move |tx| find(tx, &wanted, now)).await?))
}

fn find(tx: &Tx<'_>, wanted: &WantedPeople, now: i64) -> Result<People> {
    let like = |text: &str| format!("%{}%", text.replace('!', "!!").replace('%', "!%").replace('_', "!_"));
    // The database puts only the letters from A to Z into lower case: a name is compared with what was typed in that form, too.
    let (lower, typed) = (like(&wanted.q.to_lowercase()), like(&wanted.q.to_ascii_lowercase()));
    let size = i64::from(wanted.page_size);
    let mut skipped = i64::from(wanted.page - 1) * size;
    let (mut items, mut total) = (Vec::new(), 0);
    // Each role by its index: they are listed one after the other.
    for role in &wanted.roles {
        let found: i64 = tx.query_one(
            "SELECT count(*) FROM users WHERE role = $1 AND (username_key LIKE $2 ESCAPE '!' OR email_key LIKE $2 ESCAPE '!'
               OR lower(first_name || ' ' || last_name) LIKE $2 ESCAPE '!' OR lower(first_name || ' ' || last_name) LIKE $3 ESCAPE '!')",
            params![role.as_str(), lower, typed],
            |row| row.get(0),
        )?;
        let missing = size - i64::try_from(items.len()).unwrap_or(size);
        if skipped < found && missing > 0 {
            items.extend(tx.query_all(
                "SELECT id, username, first_name, last_name, email, created_at, is_private FROM users
                 WHERE role = $1 AND (username_key LIKE $2 ESCAPE '!' OR email_key LIKE $2 ESCAPE '!'
                   OR lower(first_name || ' ' || last_name) LIKE $2 ESCAPE '!' OR lower(first_name || ' ' || last_name) LIKE $3 ESCAPE '!')
                 ORDER BY username_key COLLATE \"C\" LIMIT $4 OFFSET $5",
                params![role.as_str(), lower, typed, missing, skipped],
                |row| person(row, *role),
            )?);
        }
        skipped = (skipped - found).max(0);
        total += found;
    }
    for person in &mut items {
        add_sessions(tx, person, now)?;
    }
    let (page, page_size, admin_passkeys) = (wanted.page, wanted.page_size, account::demanded(tx, Role::Admin)?);
    Ok(People { items, page, page_size, total, admin_passkeys })
}

fn person(row: &Row<'_>, role: Role) -> Result<Person> {
    Ok(Person {
        user_id: row.get(0)?,
        username: row.get(1)?,
        name: format!("{} {}", row.get::<String>(2)?, row.get::<String>(3)?).trim().to_owned(),
        email: row.get(4)?,
        role,
        created_at: row.get(5)?,
        last_seen_at: None,
        sessions: 0,
        passkeys: 0,
        is_private: row.get(6)?,
    })
}

fn add_sessions(tx: &Tx<'_>, person: &mut Person, now: i64) -> Result<()> {
    let seen: (Option<i64>, Option<i64>);
    (person.sessions, person.passkeys, seen) = tx.query_one(
        "SELECT (SELECT count(*) FROM sessions WHERE user_id = $1 AND expires_at > $2), (SELECT count(*) FROM passkeys WHERE user_id = $1),
           (SELECT max(last_seen_at) FROM sessions WHERE user_id = $1), (SELECT max(last_at) FROM known_devices WHERE user_id = $1)",
        params![person.user_id, now],
        |row| Ok((row.get(0)?, row.get(1)?, (row.get(2)?, row.get(3)?))),
    )?;
    person.last_seen_at = seen.0.max(seen.1).filter(|at| *at > 0);
    Ok(())
}
