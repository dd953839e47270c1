//! `GET /account/export`

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use core_wasm::account::leaving as words;
use core_wasm::audit::Event;
use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::person::{self, Person};
use super::rows::{
    changes, drafts, league, mails, packets, pages, photos, record, results, rows, sent, start_lists, time, told, with_address,
};
use super::{Exports, announcements, tickets};
use crate::account::{Accounts, Caller, store as users};
use crate::audit::{self, Actor, NOTHING};
use crate::clock::Clock;
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::unread::{UnreadBudget, json_response};
use crate::privacy;
use crate::work::lock;

/// How long an account waits after an export, in milliseconds: it reads every start list.
const PAUSE_MS: i64 = 60_000;
/// Of how many accounts the last export is in memory.
const MOST_KEPT: usize = 10_000;
/// The estimated size of the file, in bytes.
const BYTES: usize = 1024 * 1024;

/// The last export of an account.
pub(super) struct Last {
    at: i64,
    running: bool,
}

/// An export that is under way. Another one of the account waits for its end, and for the pause after it.
struct Running<'a> {
    exports: &'a Exports,
    user_id: String,
}

impl<'a> Running<'a> {
    fn begin(exports: &'a Exports, user_id: &str, now: i64) -> Result<Self> {
        let mut kept = lock(&exports.0);
        kept.retain(|_, last| last.running || last.at + PAUSE_MS > now);
        if kept.contains_key(user_id) {
            let refusal = Error::refused(StatusCode::TOO_MANY_REQUESTS, "EXPORTED_JUST_NOW", words::EXPORTING);
            return Err(refusal.retry_after(PAUSE_MS.unsigned_abs() / 1000));
        }
        if kept.len() >= MOST_KEPT {
            return Err(Error::busy());
        }
        kept.insert(user_id.to_owned(), Last { at: now, running: true });
        Ok(Self { exports, user_id: user_id.to_owned() })
    }

    /// An export that failed can be asked for again at once.
    fn succeeded(self) {
        if let Some(last) = lock(&self.exports.0).get_mut(&self.user_id) {
            last.running = false;
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let mut kept = lock(&self.exports.0);
        if kept.get(&self.user_id).is_some_and(|last| last.running) {
            kept.remove(&self.user_id);
        }
    }
}

/// A row of the file: what is stored, by the names of its columns.
struct ExportedRow;

impl PartialSchema for ExportedRow {
    fn schema() -> RefOr<Schema> {
        let object = ObjectBuilder::new().property("race", Option::<String>::schema());
        object.additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true))).into()
    }
}

impl ToSchema for ExportedRow {}

/// What the site stores about the person of an account. Times are in UTC.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AccountExport {
    /// When it was made.
    made_at: String,
    /// The account and what it chose; without the password, of which only a hash is stored.
    #[schema(value_type = ExportedRow)]
    account: Value,
    #[schema(value_type = Vec<ExportedRow>)]
    sessions: Vec<Value>,
    /// Devices and addresses from which the account was logged in.
    #[schema(value_type = Vec<ExportedRow>)]
    known_devices: Vec<Value>,
    /// Without keys.
    #[schema(value_type = Vec<ExportedRow>)]
    passkeys: Vec<Value>,
    /// A new address that is not proved yet.
    #[schema(value_type = Vec<ExportedRow>)]
    email_change: Vec<Value>,
    /// Links to choose a new password that were sent.
    #[schema(value_type = Vec<ExportedRow>)]
    password_links: Vec<Value>,
    /// Runners that the account follows.
    #[schema(value_type = Vec<ExportedRow>)]
    follows: Vec<Value>,
    /// The account's claims of results.
    #[schema(value_type = Vec<ExportedRow>)]
    claims: Vec<Value>,
    /// The person's lines in every version of published results.
    #[schema(value_type = Vec<ExportedRow>)]
    results: Vec<Value>,
    /// What the lists of changed results say of the person.
    #[schema(value_type = Vec<ExportedRow>)]
    result_changes: Vec<Value>,
    /// Decisions of the race league about the person's results.
    #[schema(value_type = Vec<ExportedRow>)]
    league_decisions: Vec<Value>,
    /// The person in start lists; and who else was registered with the account's address, without the other names.
    #[schema(value_type = Vec<ExportedRow>)]
    entrants: Vec<Value>,
    /// Changes of these entrants.
    #[schema(value_type = Vec<ExportedRow>)]
    entrant_changes: Vec<Value>,
    /// What was noted about the person's packets.
    #[schema(value_type = Vec<ExportedRow>)]
    packets: Vec<Value>,
    /// Results that timers' services sent.
    #[schema(value_type = Vec<ExportedRow>)]
    sent_results: Vec<Value>,
    /// Photos that show the person's bibs.
    #[schema(value_type = Vec<ExportedRow>)]
    photos: Vec<Value>,
    #[schema(value_type = Vec<ExportedRow>)]
    drafts: Vec<Value>,
    /// Parts of pages that the account changed, and pages that it deleted.
    #[schema(value_type = Vec<ExportedRow>)]
    page_changes: Vec<Value>,
    #[schema(value_type = Vec<ExportedRow>)]
    invitations: Vec<Value>,
    /// Sign-ups that were begun with the account's address.
    #[schema(value_type = Vec<ExportedRow>)]
    sign_ups: Vec<Value>,
    /// The account's support tickets, without the notes of the team.
    #[schema(value_type = Vec<ExportedRow>)]
    tickets: Vec<Value>,
    /// Announcements that were mailed to the account's address, and which it wants no more.
    #[schema(value_type = Vec<ExportedRow>)]
    announcements: Vec<Value>,
    /// Mails of the account's address that were set aside and belong to no ticket.
    #[schema(value_type = Vec<ExportedRow>)]
    mails_set_aside: Vec<Value>,
    /// Mails of the last week, and those that wait to be sent.
    #[schema(value_type = Vec<ExportedRow>)]
    mails: Vec<Value>,
    /// What the account did, and what was done with it: the newest 10,000 rows.
    #[schema(value_type = Vec<ExportedRow>)]
    record: Vec<Value>,
}

/// Give everything that is stored about the caller as one JSON file; once a minute.
#[utoipa::path(get, path = "/account/export", tag = "account", security(("session" = [])), responses(
    (status = 200, body = AccountExport),
    (status = 429, description = "It was asked for a moment ago; Retry-After says how long to wait"),
    (status = 503, description = "Too many are made at once")))]
pub(super) async fn export(
    State(accounts): State<Accounts>,
    State(exports): State<Exports>,
    State(unread): State<UnreadBudget>,
    caller: Caller,
) -> Result<Response> {
    let now = accounts.clock.now_ms();
    let running = Running::begin(&exports, &caller.user_id, now)?;
    let reservation = unread.reserve(BYTES).await?;
    let (id, clock) = (caller.user_id.clone(), accounts.clock.clone());
    let made = accounts.db.read_long(move |tx| Ok(serde_json::to_vec_pretty(&everything(tx, &id, &clock)?)?)).await?;
    accounts
        .db
        .write(move |tx| {
            let user = users::by_id(tx, &caller.user_id)?.ok_or_else(Error::unauthorized)?;
            audit::record(tx, now, &Actor::from(&caller), Event::AccountExported, user.about(), &NOTHING, &NOTHING)
        })
        .await?;
    running.succeeded();
    let mut response = json_response(made, reservation);
    let name = HeaderValue::from_static("attachment; filename=\"splitline-account.json\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn everything(tx: &Tx<'_>, id: &str, clock: &Clock) -> Result<AccountExport> {
    let person = Person::known(tx, id)?.ok_or_else(Error::unauthorized)?;
    let whose = format!("user:{id}");
    let account = rows(
        tx,
        "SELECT username, email, role, first_name, last_name, dob, gender, cell_phone, is_private, hide_age, initials_only, units,
           active_title, notice_results, notice_devices, picture, created_at, updated_at FROM users WHERE id = $1",
        params![id],
        &[
            "username", "email", "role", "firstName", "lastName", "dob", "gender", "cellPhone", "isPrivate", "hideAge",
            "initialsOnly", "units", "activeTitle", "noticeResults", "noticeDevices", "picture", "createdAt", "updatedAt",
        ],
    )?;
    let mut known_devices =
        rows(tx, "SELECT last_at FROM known_devices WHERE user_id = $1 ORDER BY last_at", params![id], &["lastAt"])?;
    known_devices.extend(rows(
        tx,
        "SELECT address, seen_at FROM known_addresses WHERE user_id = $1 ORDER BY seen_at",
        params![id],
        &["address", "seenAt"],
    )?);
    let entrants = person::entrants(tx, &person)?;
    // Without those of which the account must not know: results that another account hides.
    let unknown = privacy::claimed_unknown(tx, id)?;
    let mut claims = rows(
        tx,
        "SELECT c.public_id, r.name, c.state, c.claimed_at, c.decided_at FROM result_claims c
         JOIN result_people p ON p.public_id = c.public_id LEFT JOIN races r ON r.id = p.race_id AND r.hidden = 0
         WHERE c.user_id = $1 ORDER BY c.claimed_at",
        params![id],
        &["result", "race", "state", "claimedAt", "decidedAt"],
    )?;
    claims.retain(|claim| claim["result"].as_str().is_none_or(|result| !unknown.contains(result)));
    Ok(AccountExport {
        made_at: time(clock.now_ms()),
        account: account.into_iter().next().unwrap_or_default(),
        sessions: rows(
            tx,
            "SELECT device, address, created_at, last_seen_at, expires_at, passkey FROM sessions WHERE user_id = $1 ORDER BY created_at",
            params![id],
            &["device", "address", "createdAt", "lastSeenAt", "expiresAt", "passkey"],
        )?,
        known_devices,
        passkeys: rows(
            tx,
            "SELECT name, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY created_at",
            params![id],
            &["name", "createdAt", "lastUsedAt"],
        )?,
        email_change: rows(
            tx,
            "SELECT email, sent_at, expires_at FROM email_changes WHERE user_id = $1",
            params![id],
            &["email", "sentAt", "expiresAt"],
        )?,
        password_links: rows(
            tx,
            "SELECT created_at, expires_at, used_at FROM reset_tokens WHERE user_id = $1 ORDER BY created_at",
            params![id],
            &["createdAt", "expiresAt", "usedAt"],
        )?,
        follows: rows(
            tx,
            "SELECT r.name, f.bib, f.created_at FROM follows f LEFT JOIN races r ON r.id = f.race_id AND r.hidden = 0
             WHERE f.user_id = $1 ORDER BY f.created_at",
            params![id],
            &["race", "bib", "createdAt"],
        )?,
        results: results(tx, &person)?,
        result_changes: told(tx, &person)?,
        league_decisions: league(tx, &person)?,
        entrant_changes: changes(tx, &person)?,
        packets: packets(tx, &person, &entrants)?,
        sent_results: sent(tx, &person, &entrants)?,
        photos: photos(tx, &person, &entrants)?,
        entrants: start_lists(tx, &person, &entrants)?,
        drafts: drafts(tx, id)?,
        page_changes: pages(tx, &person)?,
        invitations: with_address(
            tx,
            &person,
            "SELECT i.email, i.role, i.created_at, i.expires_at, i.used_at, i.revoked_at, i.invited_by = $1 OR i.used_by = $1
             FROM invitations i ORDER BY i.created_at",
            params![id],
            &["email", "role", "createdAt", "expiresAt", "usedAt", "revokedAt", "own"],
        )?,
        sign_ups: with_address(
            tx,
            &person,
            "SELECT email, first_name, last_name, dob, gender, cell_phone, created_at, expires_at FROM signups",
            params![],
            &["email", "firstName", "lastName", "dob", "gender", "cellPhone", "createdAt", "expiresAt"],
        )?,
        tickets: tickets::exported(tx, &person)?,
        announcements: announcements::exported(tx, &person)?,
        mails_set_aside: with_address(
            tx,
            &person,
            "SELECT sender, subject, received_at FROM ticket_mails_aside ORDER BY id",
            params![],
            &["email", "subject", "receivedAt"],
        )?,
        mails: mails(tx, &person)?,
        record: record(tx, &whose, &claims)?,
        claims,
    })
}
