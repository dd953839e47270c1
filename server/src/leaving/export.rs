//! `GET /account/export`

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use core_wasm::account::leaving as words;
use core_wasm::audit::Event;
use core_wasm::dates::format_instant;
use core_wasm::timing::Entrant;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{AdditionalProperties, ObjectBuilder, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::person::{self, Person};
use super::{Exports, announcements, tickets};
use crate::account::{Accounts, Caller, store as users};
use crate::audit::{self, Actor, NOTHING};
use crate::clock::Clock;
use crate::db::{self, Store, Tx, params};
use crate::error::{Error, Result};
use crate::http::unread::{UnreadBudget, json_response};
use crate::privacy;
use crate::work::lock;

/// How long an account waits after an export, in milliseconds: it reads every start list.
const PAUSE_MS: i64 = 60_000;
/// Of how many accounts the last export is in memory.
const MOST_KEPT: usize = 10_000;
/// The most rows of the record of changes, the newest ones.
const MOST_RECORDED: i64 = 10_000;
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

pub(super) fn time(ms: i64) -> String {
    format_instant(ms, core_wasm::dates::zone_or_default("UTC"))
}

/// The columns that say yes or no, which the database stores as 1 or 0.
const FLAGS: [&str; 8] = ["isPrivate", "hideAge", "initialsOnly", "noticeResults", "noticeDevices", "passkey", "isShown", "own"];

/// The rows of a statement as objects with these names, in its order. A column whose name ends with `At` is a time.
fn rows(tx: &Tx<'_>, sql: &str, values: &[&dyn Store], names: &[&str]) -> Result<Vec<Value>> {
    tx.query_all(sql, values, |row| {
        let mut object = Map::new();
        for (column, name) in names.iter().enumerate() {
            let value = match row.value(column)? {
                db::Value::Integer(at) if name.ends_with("At") => time(at).into(),
                db::Value::Integer(flag) if FLAGS.contains(name) => (flag != 0).into(),
                db::Value::Integer(number) => number.into(),
                db::Value::Text(text) => text.into(),
                db::Value::Null | db::Value::Bytes(_) => Value::Null,
            };
            object.insert((*name).to_owned(), value);
        }
        Ok(object.into())
    })
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

/// The rows whose `email` is the account's, or that say `own`.
fn with_address(tx: &Tx<'_>, person: &Person, sql: &str, values: &[&dyn Store], names: &[&str]) -> Result<Vec<Value>> {
    let mut all = rows(tx, sql, values, names)?;
    all.retain(|row| person.owns(row["email"].as_str().unwrap_or_default()) || row["own"] == true);
    Ok(all)
}

/// Who has a session need not have the mailbox: a subject may have a code.
fn mails(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut mails = with_address(
        tx,
        person,
        "SELECT recipient, subject, created_at, sent_at FROM mail_outbox ORDER BY id",
        params![],
        &["email", "subject", "createdAt", "sentAt"],
    )?;
    for mail in &mut mails {
        let subject = mail["subject"].as_str().unwrap_or_default().replace(|c: char| c.is_ascii_digit(), "•");
        mail["subject"] = subject.into();
    }
    Ok(mails)
}

/// The name of a race; empty while it is hidden from everybody but administrators.
fn race_name(tx: &Tx<'_>, id: &str) -> Result<String> {
    let name = tx.query_opt("SELECT name FROM races WHERE id = $1 AND hidden = 0", params![id], |row| row.get(0))?;
    Ok(name.unwrap_or_default())
}

fn results(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for public_id in person.people.keys() {
        all.extend(rows(
            tx,
            "SELECT coalesce(n.name, ''), v.race_date, v.contest, v.version, v.current, r.public_id, r.bib, r.first_name, r.last_name,
               r.gender, r.dob, r.age_group, r.wave, r.team, r.status, r.gun_ms, r.chip_ms, r.official_ms, r.overall_rank,
               r.gender_rank, r.group_rank
             FROM results r JOIN result_versions v ON v.id = r.version_id LEFT JOIN races n ON n.id = v.race_id AND n.hidden = 0
             WHERE r.public_id = $1 ORDER BY r.version_id",
            params![public_id],
            &[
                "race", "date", "contest", "version", "isShown", "id", "bib", "firstName", "lastName", "gender", "dob", "ageGroup",
                "wave", "team", "status", "gunMs", "chipMs", "officialMs", "overallRank", "genderRank", "ageGroupRank",
            ],
        )?);
    }
    Ok(all)
}

fn told(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let told = person::told(tx, person)?;
    // A change of somebody else that mentions the person is told without that one's name.
    Ok(told
        .into_iter()
        .map(|told| json!({ "name": if told.own { told.name } else { String::new() }, "text": told.text }))
        .collect())
}

fn league(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let all = rows(
        tx,
        "SELECT kind, a, b, decided_at FROM league_decisions WHERE a IS NOT NULL ORDER BY id",
        params![],
        &["kind", "a", "b", "decidedAt"],
    )?;
    let concerns =
        |row: &Value| ["a", "b"].iter().any(|side| row[*side].as_str().is_some_and(|id| person.people.contains_key(id)));
    Ok(all.into_iter().filter(concerns).collect())
}

/// An entrant as the person may have it: the whole own entry, but for another address; of other persons the address alone.
fn shown(person: &Person, race_id: &str, entrant: &Entrant) -> Result<Value> {
    let own_address = person.has_address(entrant);
    Ok(if person.is(race_id, entrant) {
        let email = entrant.email.clone().filter(|_| own_address);
        serde_json::to_value(Entrant { email, ..entrant.clone() })?
    } else {
        json!({ "bib": entrant.bib, "contest": entrant.contest, "email": entrant.email.as_ref().filter(|_| own_address) })
    })
}

fn start_lists(tx: &Tx<'_>, person: &Person, entrants: &[(String, Entrant)]) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for (race, entrant) in entrants {
        all.push(json!({ "race": race_name(tx, race)?, "entrant": shown(person, race, entrant)? }));
    }
    Ok(all)
}

fn changes(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for stored in person::changes(tx, person)? {
        let side = |side: &Option<Entrant>| side.as_ref().map(|one| shown(person, &stored.race_id, one)).transpose();
        let (before, after) = (side(&stored.change.before)?, side(&stored.change.after)?);
        all.push(json!({ "race": race_name(tx, &stored.race_id)?, "at": time(stored.at), "before": before, "after": after }));
    }
    Ok(all)
}

/// Notes of volunteers, for entries whose address or result proves that they are the account's.
fn packets(tx: &Tx<'_>, person: &Person, entrants: &[(String, Entrant)]) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for (race, entrant) in entrants.iter().filter(|(race, entrant)| person.is(race, entrant) && person.has_address(entrant)) {
        all.extend(rows(
            tx,
            "SELECT coalesce(n.name, ''), a.bib, a.kind, a.value, a.received_at FROM packet_actions a
             LEFT JOIN races n ON n.id = a.race_id AND n.hidden = 0
             WHERE a.race_id = $1 AND a.bib = $2 AND a.refusal IS NULL ORDER BY a.seq",
            params![race, entrant.bib],
            &["race", "bib", "action", "value", "receivedAt"],
        )?);
    }
    Ok(all)
}

/// The bibs of the person, each with its race.
fn bibs(person: &Person, entrants: &[(String, Entrant)]) -> Vec<(String, String)> {
    let entered = entrants.iter().filter(|(race, entrant)| person.is(race, entrant));
    let mut bibs: Vec<_> = entered.map(|(race, entrant)| (race.clone(), entrant.bib.clone())).collect();
    bibs.extend(person.lines.iter().map(|line| (line.race_id.clone(), line.bib.clone())));
    bibs.sort();
    bibs.dedup();
    bibs
}

fn sent(tx: &Tx<'_>, person: &Person, entrants: &[(String, Entrant)]) -> Result<Vec<Value>> {
    let bibs = bibs(person, entrants);
    let mut all = Vec::new();
    for race in bibs.iter().map(|(race, _)| race).collect::<std::collections::BTreeSet<_>>() {
        for result in person::sent(tx, person, race, &|bib| bibs.contains(&(race.clone(), bib.to_owned())))? {
            all.push(json!({ "race": race_name(tx, race)?, "result": result }));
        }
    }
    Ok(all)
}

fn photos(tx: &Tx<'_>, person: &Person, entrants: &[(String, Entrant)]) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for (race, bib) in bibs(person, entrants) {
        let shown = rows(
            tx,
            "SELECT p.id, b.bib FROM photo_bibs b JOIN photos p ON p.number = b.photo
             WHERE b.race_id = $1 AND b.bib = $2 AND p.list = 'matched' ORDER BY p.number",
            params![race, bib],
            &["id", "bib"],
        )?;
        all.extend(shown.into_iter().map(|photo| {
            let address = format!("/photo/{}/2560", photo["id"].as_str().unwrap_or_default());
            json!({ "bib": photo["bib"], "address": address })
        }));
    }
    Ok(all)
}

fn drafts(tx: &Tx<'_>, id: &str) -> Result<Vec<Value>> {
    tx.query_all("SELECT form, saved_at FROM create_drafts WHERE user_id = $1", params![id], |row| {
        let form: Value = serde_json::from_str(&row.get::<String>(0)?)?;
        Ok(json!({ "form": form, "savedAt": time(row.get(1)?) }))
    })
}

fn pages(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut all = rows(
        tx,
        "SELECT r.name, h.part, h.at, h.by_name FROM race_history h JOIN races r ON r.id = h.race_id WHERE h.by_name = $1",
        params![person.username],
        &["race", "part", "changedAt", "by"],
    )?;
    all.extend(rows(
        tx,
        "SELECT name, deleted_at, deleted_by FROM races WHERE deleted_by = $1",
        params![person.username],
        &["race", "deletedAt", "by"],
    )?);
    Ok(all)
}

/// The rows of the record about the account, without other people's names, and without decisions about claims of which it must not know.
fn record(tx: &Tx<'_>, whose: &str, claims: &[Value]) -> Result<Vec<Value>> {
    let is_known = |action: &str, new: &Value| {
        action != Event::AccountClaimDecided.info().name || claims.iter().any(|claim| claim["result"] == new["result"])
    };
    let mut all = Vec::new();
    for sql in [
        "SELECT id, at, action, old, new, actor, actor_name, object, object_name, network FROM audit WHERE actor = $1 ORDER BY at DESC, audit.id DESC LIMIT $2",
        "SELECT id, at, action, old, new, actor, actor_name, object, object_name, network FROM audit WHERE object = $1 ORDER BY at DESC, audit.id DESC LIMIT $2",
    ] {
        all.extend(tx.query_all(sql, params![whose, MOST_RECORDED], |row| {
            let name = |id: usize, name: usize| {
                Ok::<_, Error>(row.get::<Option<String>>(name)?.filter(|_| row.get::<String>(id).is_ok_and(|id| id == whose)))
            };
            let action: String = row.get(2)?;
            let label = Event::parse(&action).map(|event| event.info().label).unwrap_or_default();
            let (old, new): (String, String) = (row.get(3)?, row.get(4)?);
            let (old, new): (Value, Value) = (serde_json::from_str(&old)?, serde_json::from_str(&new)?);
            let known = is_known(&action, &new);
            // The network is that of who did it.
            let network = row.get::<Option<String>>(9)?.filter(|_| row.get::<String>(5).is_ok_and(|actor| actor == whose));
            let what = json!({
                "at": time(row.get(1)?), "action": action, "label": label, "by": name(5, 6)?, "about": name(7, 8)?,
                "network": network, "old": old, "new": new
            });
            Ok(known.then_some((row.get::<i64>(0)?, what)))
        })?);
    }
    let mut all: Vec<_> = all.into_iter().flatten().collect();
    all.sort_by_key(|(id, _)| std::cmp::Reverse(*id));
    all.dedup_by_key(|(id, _)| *id);
    all.truncate(usize::try_from(MOST_RECORDED).unwrap_or(usize::MAX));
    Ok(all.into_iter().map(|(_, what)| what).collect())
}
