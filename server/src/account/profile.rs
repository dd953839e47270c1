//! `GET /profile`, `PUT /profile`, `PUT /profile/picture`, `DELETE /profile/picture`: the caller's own profile.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use core_wasm::account::Role;
use core_wasm::account::profile::{self as rules, ProfileEdit, Units, words};
use core_wasm::dates::{DEFAULT_ZONE, date_in};
use core_wasm::error::Problems;
use core_wasm::privacy::listed;
use core_wasm::race::Image;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Accounts, Caller, change_email};
use crate::audit::{self, Actor, Event, Fields, NOTHING};
use crate::db::{Tx, params};
use crate::described::PictureForm;
use crate::error::{Error, ErrorBody, Result};
use crate::http::extract;
use crate::http::upload::{self, Upload};
use crate::images::{self, Images};
use crate::privacy;

/// A day, in milliseconds.
const DAY_MS: i64 = 24 * 3_600_000;

/// The caller's profile (SPEC §3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Profile {
    first_name: String,
    last_name: String,
    #[serde(rename = "DOB")]
    dob: String,
    gender: String,
    /// That of today, in a race without age groups of its own; empty without a date of birth.
    age_group: String,
    cell_phone: String,
    email: String,
    #[serde(rename = "UserID")]
    user_id: String,
    username: String,
    #[serde(rename = "isPrivate")]
    is_private: bool,
    #[serde(rename = "role")]
    role: Role,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile_picture: Option<Image>,
    /// Whether others see neither age group nor age.
    #[serde(rename = "hideAge")]
    hide_age: bool,
    /// Whether others see the initials in place of the name.
    #[serde(rename = "initialsOnly")]
    initials_only: bool,
    #[serde(rename = "units")]
    units: Units,
    /// The title that the runner shows; empty for none.
    #[serde(rename = "activeTitle")]
    active_title: String,
    /// Whether a mail tells of published results under the person's name.
    #[serde(rename = "noticeResults")]
    notice_results: bool,
    /// Whether a mail tells of a login on a new device.
    #[serde(rename = "noticeDevices")]
    notice_devices: bool,
    /// A new address that waits for its code.
    #[serde(rename = "emailChange", skip_serializing_if = "Option::is_none")]
    email_change: Option<EmailChange>,
    /// The name under which others see the person's results; empty for an account without a name.
    #[serde(rename = "listedAs")]
    listed_as: String,
    /// When the account was made, in epoch milliseconds.
    #[serde(rename = "createdAt")]
    created_at: i64,
    /// Whether the role's rights are held back: the site demands a passkey, and none was used in this session.
    #[serde(rename = "heldBack")]
    held_back: bool,
}

impl Profile {
    /// The typed fields, as a form has them.
    fn typed(&self) -> ProfileEdit {
        ProfileEdit {
            first_name: Some(self.first_name.clone()),
            last_name: Some(self.last_name.clone()),
            cell_phone: Some(self.cell_phone.clone()),
            ..ProfileEdit::default()
        }
    }
}

/// A new e-mail address that waits for its code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EmailChange {
    email: String,
    /// Until when the code can be used, in epoch milliseconds.
    code_expires_at: i64,
    /// From when on another code can be asked for; absent when no more are sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    resend_from: Option<i64>,
}

/// The caller's profile.
#[utoipa::path(get, path = "/profile", tag = "account", security(("session" = [])), responses((status = 200, body = Profile), (status = 401)))]
pub(super) async fn profile(State(accounts): State<Accounts>, caller: Caller) -> Result<Json<Profile>> {
    let now = accounts.clock.now_ms();
    let profile = accounts.db.read(move |tx| of(tx, &caller, now)).await?;
    Ok(Json(profile))
}

/// The profile of a caller; an account that was deleted after the session was checked is not logged in.
fn of(tx: &Tx<'_>, caller: &Caller, now: i64) -> Result<Profile> {
    let waiting = change_email::waiting(tx, &caller.user_id, now)?.filter(change_email::Waiting::is_open);
    let found = tx.query_opt(
        "SELECT u.id, u.username, u.email, u.first_name, u.last_name, u.dob, u.gender, u.cell_phone, u.is_private, u.hide_age,
           u.initials_only, u.units, u.active_title, u.notice_results, u.notice_devices, u.created_at, i.hash, i.content_type, i.width,
           i.height
         FROM users u LEFT JOIN images i ON i.hash = u.picture WHERE u.id = $1",
        params![caller.user_id],
        |row| {
            let picture: Option<String> = row.get(16)?;
            let profile_picture = match picture {
                Some(hash) => Some(images::by_address(&hash, &row.get::<String>(17)?, row.get(18)?, row.get(19)?)),
                None => None,
            };
            let (first_name, last_name, dob): (String, String, String) = (row.get(3)?, row.get(4)?, row.get(5)?);
            let (is_private, initials_only) = (row.get(8)?, row.get(10)?);
            Ok(Profile {
                user_id: row.get(0)?,
                username: row.get(1)?,
                email: row.get(2)?,
                role: caller.role,
                age_group: rules::age_group(&dob, date_in(now, DEFAULT_ZONE)),
                listed_as: if first_name.is_empty() && last_name.is_empty() {
                    String::new()
                } else {
                    listed(&first_name, &last_name, is_private, initials_only)
                },
                first_name,
                last_name,
                dob,
                gender: row.get(6)?,
                cell_phone: row.get(7)?,
                is_private,
                hide_age: row.get(9)?,
                initials_only,
                units: Units::parse(&row.get::<String>(11)?),
                active_title: row.get(12)?,
                notice_results: row.get(13)?,
                notice_devices: row.get(14)?,
                created_at: row.get(15)?,
                held_back: caller.held_back,
                profile_picture,
                email_change: None,
            })
        },
    )?;
    let profile = found.ok_or_else(Error::unauthorized)?;
    Ok(Profile {
        email_change: waiting.map(|waiting| EmailChange {
            resend_from: waiting.resend_from(),
            code_expires_at: waiting.code_expires_at,
            email: waiting.email,
        }),
        ..profile
    })
}

/// Change the caller's details and choices; a field that is not sent stays as it is.
#[utoipa::path(put, path = "/profile", tag = "account", security(("session" = [])), request_body = ProfileEdit,
    responses((status = 200, body = Profile), (status = 400, description = "What is wrong, at each field"), (status = 401), (status = 403),
        (status = 409, description = "CHANGED_MEANWHILE: a typed field was changed elsewhere since the form showed it", body = ErrorBody),
        (status = 429, description = "Changed very often today")))]
pub(super) async fn change(
    State(accounts): State<Accounts>,
    caller: Caller,
    extract::Json(edit): extract::Json<ProfileEdit>,
) -> Result<Json<Profile>> {
    if !caller.role.has_profile() {
        return Err(Error::forbidden());
    }
    let now = accounts.clock.now_ms();
    let profile = accounts.db.write(move |tx| {
        let before = of(tx, &caller, now)?;
        let edit = rules::check(&edit, !before.dob.is_empty(), date_in(now, DEFAULT_ZONE))?;
        let overtaken = rules::overtaken(&edit, &before.typed());
        if !overtaken.is_empty() {
            return Err(Error::from(overtaken).because(StatusCode::CONFLICT, "CHANGED_MEANWHILE"));
        }
        let namesakes = privacy::namesakes(tx, &caller.user_id)?;
        let changed = save(tx, &before, &edit, now)?;
        if !changed.is_empty() {
            if !edit.only_hides() {
                refuse_too_many(tx, &caller, now)?;
            }
            privacy::refresh(tx, &caller.user_id)?;
            for other in namesakes.iter().chain(&privacy::namesakes(tx, &caller.user_id)?) {
                privacy::refresh(tx, other)?;
            }
            audit::record(tx, now, &Actor::from(&caller), Event::AccountProfileChanged, caller.about(), &NOTHING, &changed)?;
        }
        of(tx, &caller, now)
    });
    Ok(Json(profile.await?))
}

/// What an account may do to itself a number of times a day in all, since each leaves a row in the audit record.
const COUNTED: [Event; 5] = [
    Event::AccountProfileChanged,
    Event::AccountPrivacySet,
    Event::AccountPictureSet,
    Event::AccountPasskeyAdded,
    Event::AccountResultsClaimed,
];

/// Refuses further changes of an account that has changed itself very often today.
pub(crate) fn refuse_too_many(tx: &Tx<'_>, caller: &Caller, now: i64) -> Result<()> {
    let [profile, privacy, picture, passkey, claimed] = COUNTED.map(|event| event.info().name);
    let made = tx.query_one(
        "SELECT count(*), coalesce(min(at), 0) FROM audit WHERE actor = $1 AND at > $2 AND action IN ($3, $4, $5, $6, $7)",
        params![Actor::from(caller).id.to_string(), now - DAY_MS, profile, privacy, picture, passkey, claimed],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    at_most(made, rules::MOST_CHANGES, now)
}

/// Refuses another password of an account that has got very many today.
pub(super) fn refuse_too_many_passwords(tx: &Tx<'_>, caller: &Caller, now: i64) -> Result<()> {
    let made = tx.query_one(
        "SELECT count(*), coalesce(min(at), 0) FROM audit WHERE actor = $1 AND at > $2 AND action = $3",
        params![Actor::from(caller).id.to_string(), now - DAY_MS, Event::AccountPasswordChanged.info().name],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    at_most(made, rules::MOST_PASSWORDS, now)
}

/// Refuses what was done `most` times today, until the oldest of these is a day ago.
fn at_most((made, oldest): (i64, i64), most: i64, now: i64) -> Result<()> {
    if made < most {
        return Ok(());
    }
    let wait = u64::try_from((oldest + DAY_MS - now) / 1000 + 1).unwrap_or(1);
    Err(Error::refused(StatusCode::TOO_MANY_REQUESTS, "TOO_MANY_CHANGES", words::TOO_MANY_CHANGES).retry_after(wait))
}

/// Saves what is changed; returns the names of the fields that were.
fn save(tx: &Tx<'_>, before: &Profile, edit: &ProfileEdit, now: i64) -> Result<Vec<&'static str>> {
    let mut changed = Vec::new();
    let mut text = |field: &'static str, old: &str, new: &Option<String>| {
        if new.as_ref().is_some_and(|new| new != old) {
            changed.push(field);
        }
        new.clone().unwrap_or_else(|| old.to_owned())
    };
    let first_name = text("FirstName", &before.first_name, &edit.first_name);
    let last_name = text("LastName", &before.last_name, &edit.last_name);
    let dob = text("DOB", &before.dob, &edit.dob);
    let gender = text("Gender", &before.gender, &edit.gender);
    let cell_phone = text("CellPhone", &before.cell_phone, &edit.cell_phone);
    let units = text("units", before.units.as_str(), &edit.units.map(|units| units.as_str().to_owned()));
    let mut flag = |field: &'static str, old: bool, new: Option<bool>| {
        if new.is_some_and(|new| new != old) {
            changed.push(field);
        }
        new.unwrap_or(old)
    };
    let hide_age = flag("hideAge", before.hide_age, edit.hide_age);
    let initials_only = flag("initialsOnly", before.initials_only, edit.initials_only);
    let notice_results = flag("noticeResults", before.notice_results, edit.notice_results);
    let notice_devices = flag("noticeDevices", before.notice_devices, edit.notice_devices);
    if !changed.is_empty() {
        // An account that was made by an invitation gets its first name now; one that is older than this column keeps the name that it had.
        let former_name = core_wasm::privacy::name(&before.first_name, &before.last_name);
        let name = core_wasm::privacy::name(&first_name, &last_name);
        let is_somebody_else = name != former_name || dob.trim() != before.dob.trim();
        let proved_name = if former_name.is_empty() { name } else { former_name };
        tx.execute(
            "UPDATE users SET first_name = $1, last_name = $2, dob = $3, gender = $4, cell_phone = $5, hide_age = $6, initials_only = $7,
               units = $8, notice_results = $9, notice_devices = $10, updated_at = $11,
               proved_name = CASE WHEN proved_name = '' THEN $12 ELSE proved_name END,
               named_at = CASE WHEN $13 = 1 THEN $11 ELSE named_at END WHERE id = $14",
            params![
                first_name,
                last_name,
                dob,
                gender,
                cell_phone,
                hide_age,
                initials_only,
                units,
                notice_results,
                notice_devices,
                now,
                proved_name,
                is_somebody_else,
                before.user_id
            ],
        )?;
    }
    Ok(changed)
}

/// Set the caller's picture: a JPEG, PNG, WebP or GIF.
#[utoipa::path(put, path = "/profile/picture", tag = "account", security(("session" = [])),
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Profile), (status = 400, description = "Not a picture"), (status = 401), (status = 403),
        (status = 413, description = "More than 50 MB"), (status = 429, description = "Changed very often today; Retry-After says how long to wait")))]
pub(super) async fn set_picture(
    State(accounts): State<Accounts>,
    State(images): State<Images>,
    caller: Caller,
    request: Request,
) -> Result<Json<Profile>> {
    if !caller.role.has_profile() {
        return Err(Error::forbidden());
    }
    // Before the work on the picture, too.
    let (now, asking) = (accounts.clock.now_ms(), caller.clone());
    accounts.db.read(move |tx| refuse_too_many(tx, &asking, now)).await?;
    let Upload { mut files, texts } = upload::read(request, images.spool()).await?;
    let mut problems = Problems::default();
    let is_alone = texts.is_empty() && files.len() == 1;
    let file = files.pop().filter(|file| is_alone && file.field == "picture").and_then(|file| file.file);
    let Some(file) = file else {
        problems.add("picture", "required", words::NO_PICTURE);
        return Err(problems.into());
    };
    let cleaned = images.clean(file.path().to_owned()).await?;
    let Some(cleaned) = problems.take("picture", cleaned) else { return Err(problems.into()) };
    let now = accounts.clock.now_ms();
    let profile = accounts.db.write(move |tx| {
        images::store::add(tx, &cleaned, now)?;
        store_picture(tx, &caller, Some(&cleaned.hash), now)
    });
    Ok(Json(profile.await?))
}

/// Remove the caller's picture.
#[utoipa::path(delete, path = "/profile/picture", tag = "account", security(("session" = [])),
    responses((status = 200, body = Profile), (status = 401), (status = 403)))]
pub(super) async fn remove_picture(State(accounts): State<Accounts>, caller: Caller) -> Result<Json<Profile>> {
    let now = accounts.clock.now_ms();
    Ok(Json(accounts.db.write(move |tx| store_picture(tx, &caller, None, now)).await?))
}

/// Stores the caller's picture. A former one is deleted at once, unless something else refers to it.
fn store_picture(tx: &Tx<'_>, caller: &Caller, hash: Option<&str>, now: i64) -> Result<Profile> {
    let former = "SELECT picture FROM users WHERE id = $1";
    let former = tx.query_opt(former, params![caller.user_id], |row| row.get::<Option<String>>(0))?.flatten();
    let changed = tx.execute(
        "UPDATE users SET picture = $1, updated_at = $2 WHERE id = $3 AND coalesce(picture, '') <> coalesce($1, '')",
        params![hash, now, caller.user_id],
    )?;
    if changed > 0 {
        // A picture can always be taken away.
        if hash.is_some() {
            refuse_too_many(tx, caller, now)?;
        }
        if let Some(former) = former {
            images::store::delete_if_unused(tx, &former)?;
        }
        let fields = Fields(&["picture"]);
        audit::record(tx, now, &Actor::from(caller), Event::AccountPictureSet, caller.about(), &NOTHING, &fields)?;
    }
    of(tx, caller, now)
}
