//! `GET /invitations`, `POST /invitations`, `DELETE /invitations/{invitationID}`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use core_wasm::account::Role;
use core_wasm::people::{INVITATION_MS, InvitationState, InviteForm, MOST_OPEN, check_invitation, words};
use serde::Serialize;
use utoipa::ToSchema;

use super::store;
use crate::account::{Accounts, Admin, Caller, Said, letters, store as users};
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::config::Config;
use crate::db::{self, Row, Tx, params};
use crate::error::{Error, Result};
use crate::http::extract::{Json, Path};
use crate::ids::{new_id, new_secret, sha256};

/// The mail with the link. It contains nothing that anybody typed.
const LETTER: &str = include_str!("invitation_mail.txt");
/// How many invitations are kept beside those that are open; the newest ones.
const KEPT: i64 = 100;
/// The most invitations of an answer: all that there can be.
const LISTED: i64 = 200;

/// An invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Invitation {
    id: String,
    email: String,
    role: Role,
    /// The username of who sent it.
    invited_by: String,
    /// In epoch milliseconds.
    created_at: i64,
    /// In epoch milliseconds.
    expires_at: i64,
    state: InvitationState,
}

/// The invitations, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Invitations {
    invitations: Vec<Invitation>,
}

/// An invitation was sent.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Invited {
    id: String,
    message: &'static str,
}

/// List the invitations, the newest first.
#[utoipa::path(get, path = "/invitations", tag = "people", security(("session" = ["admin"])), responses((status = 200, body = Invitations)))]
pub(super) async fn list(State(accounts): State<Accounts>, _: Admin) -> Result<Answer<Invitations>> {
    let now = accounts.clock.now_ms();
    let found = accounts.db.read(move |tx| {
        tx.query_all(
            "SELECT i.id, i.email, i.role, u.username, i.created_at, i.expires_at, i.used_at, i.revoked_at, u.role
             FROM invitations i JOIN users u ON u.id = i.invited_by ORDER BY i.created_at DESC, i.id COLLATE \"C\" LIMIT $1",
            params![LISTED],
            |row| invitation(row, now),
        )
    });
    Ok(Answer(Invitations { invitations: found.await? }))
}

fn invitation(row: &Row<'_>, now: i64) -> Result<Invitation> {
    let expires_at = row.get(5)?;
    let void = row.get::<String>(8)? != Role::Admin.as_str();
    Ok(Invitation {
        id: row.get(0)?,
        email: row.get(1)?,
        role: Role::parse(&row.get::<String>(2)?).unwrap_or(Role::Timer),
        invited_by: row.get(3)?,
        created_at: row.get(4)?,
        expires_at,
        state: InvitationState::of(row.get(6)?, row.get(7)?, expires_at, void, now),
    })
}

/// Invite somebody to a role: a link is sent by mail. It replaces the open invitation of the same address.
#[utoipa::path(post, path = "/invitations", tag = "people", security(("session" = ["admin"])), request_body = InviteForm, responses(
    (status = 201, body = Invited),
    (status = 400, description = "What is wrong, at each field"),
    (status = 409, description = "The account of that address has the role already, or too many invitations are open")))]
pub(super) async fn invite(
    State(accounts): State<Accounts>,
    Admin(caller): Admin,
    Json(form): Json<InviteForm>,
) -> Result<(StatusCode, Answer<Invited>)> {
    let (email, role) = check_invitation(&form)?;
    let (now, config) = (accounts.clock.now_ms(), accounts.config.clone());
    let id = accounts.db.write(move |tx| add(tx, &config, &caller, (&email, role), now)).await?;
    Ok((StatusCode::CREATED, Answer(Invited { id, message: words::INVITED })))
}

fn add(tx: &Tx<'_>, config: &Config, caller: &Caller, (email, role): (&str, Role), now: i64) -> Result<String> {
    // One after the other, so that the number of open ones holds, and of two for one address one is open.
    store::lock_as_admin(tx, caller)?;
    if users::by_email(tx, email)?.is_some_and(|user| !role.is_more_than(user.role)) {
        return Err(Error::refused(StatusCode::CONFLICT, "HAS_ROLE", words::INVITED_HAS_ROLE));
    }
    let open = tx.query_all(
        "SELECT id, email FROM invitations WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > $1",
        params![now],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    let (replaced, others): (Vec<_>, Vec<_>) = open.into_iter().partition(|(_, to)| users::key(to) == users::key(email));
    if others.len() >= MOST_OPEN {
        return Err(Error::refused(StatusCode::CONFLICT, "TOO_MANY_OPEN", words::too_many_open()));
    }
    for (id, _) in &replaced {
        tx.execute("UPDATE invitations SET revoked_at = $1 WHERE id = $2", params![now, id])?;
    }
    tx.execute(
        "DELETE FROM invitations WHERE (used_at IS NOT NULL OR revoked_at IS NOT NULL OR expires_at <= $1)
           AND created_at <= (SELECT created_at FROM invitations ORDER BY created_at DESC LIMIT 1 OFFSET $2)",
        params![now, KEPT],
    )?;
    let (id, secret) = (new_id(), new_secret());
    tx.execute(
        "INSERT INTO invitations (id, token_hash, email, role, invited_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![id, sha256(&secret), email, role.as_str(), caller.user_id, now, now + INVITATION_MS],
    )?;
    // In the fragment, which browsers do not send: so the token is in no log.
    let text = LETTER.replace("{role}", words::in_mail(role)).replace("{token}", &secret);
    letters::enqueue(tx, config, email, ("Invitation", &text), now)?;
    let new = serde_json::json!({ "invitation": id, "role": role, "replaced": replaced.len() });
    audit::record(tx, now, &Actor::from(caller), Event::PeopleInvited, ABOUT, &NOTHING, &new)?;
    Ok(id)
}

const ABOUT: About<'static> = About { id: "main", name: db::FILE };

/// Revoke an open invitation: its link does not work any more.
#[utoipa::path(delete, path = "/invitations/{invitationID}", tag = "people", security(("session" = ["admin"])),
    params(("invitationID" = String, Path)),
    responses(
        (status = 200, body = Said),
        (status = 404, description = "No such invitation"),
        (status = 409, description = "It is not open any more")
    ))]
pub(super) async fn revoke(
    State(accounts): State<Accounts>,
    Admin(caller): Admin,
    Path(id): Path<String>,
) -> Result<Answer<Said>> {
    let now = accounts.clock.now_ms();
    accounts
        .db
        .write(move |tx| {
            let revoked = tx.execute(
                "UPDATE invitations SET revoked_at = $1 WHERE id = $2 AND used_at IS NULL AND revoked_at IS NULL AND expires_at > $3",
                params![now, id, now],
            )?;
            if revoked == 0 {
                let known = tx.query_opt("SELECT 1 FROM invitations WHERE id = $1", params![id], |row| row.get::<i64>(0))?;
                return Err(match known {
                    None => Error::refused(StatusCode::NOT_FOUND, "NO_SUCH_INVITATION", words::NO_SUCH_INVITATION),
                    Some(_) => Error::refused(StatusCode::CONFLICT, "NOT_OPEN", words::NOT_OPEN),
                });
            }
            let old = serde_json::json!({ "invitation": id });
            audit::record(tx, now, &Actor::from(&caller), Event::PeopleInvitationRevoked, ABOUT, &old, &NOTHING)
        })
        .await?;
    Ok(Answer(Said { message: words::REVOKED.into() }))
}
