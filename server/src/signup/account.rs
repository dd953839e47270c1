//! `GET /usernameAvailable`, `POST /createAccount`

use axum::Json as Answer;
use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::cookie::CookieJar;
use core_wasm::account::login::Stay;
use core_wasm::account::{Role, password as password_rules};
use core_wasm::error::Problems;
use core_wasm::privacy;
use core_wasm::signup::{Claimed, Racer, check_username, words};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::store::{self, Signup};
use super::{SigningUp, claims, no_signup};
use crate::account::{Accounts, Device, store as users};
use crate::attempts::Lookup;
use crate::audit::{self, Event, Fields, NOTHING};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::http::address::ClientAddress;
use crate::http::extract::{Json, Query};

/// A username to look for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UsernameQuery {
    /// As typed.
    username: String,
}

/// Whether a username can be had.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Available {
    available: bool,
    /// Why not, or that it can.
    message: String,
}

/// The form that finishes a sign-up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountForm {
    #[serde(rename = "Username")]
    username: String,
    #[schema(value_type = String)]
    password: SecretString,
    /// The offered results that are the caller's own.
    claims: Vec<String>,
}

/// A new account.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AccountMade {
    message: &'static str,
    role: Role,
    /// What became of each claim.
    claims: Vec<ClaimAnswer>,
}

/// What became of a claim.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClaimAnswer {
    pub(crate) result_id: String,
    pub(crate) state: Claimed,
}

/// Tell whether a username can be had.
#[utoipa::path(get, path = "/usernameAvailable", tag = "signup", security(("signup" = [])), params(UsernameQuery), responses(
    (status = 200, body = Available),
    (status = 401, description = "No sign-up has begun"),
    (status = 403, description = "The e-mail address is not proved"),
    (status = 429, description = "Asked very often from this address; Retry-After says how long to wait")))]
pub(super) async fn username(
    State(accounts): State<Accounts>,
    address: ClientAddress,
    SigningUp(signup): SigningUp,
    Query(query): Query<UsernameQuery>,
) -> Result<Answer<Available>> {
    must_be_proved(&signup)?;
    accounts.lookups.count(Lookup::Username, address, accounts.clock.now_ms())?;
    let name = match check_username(&query.username) {
        Ok(name) => name,
        Err(refusal) => return Ok(Answer(Available { available: false, message: refusal.message })),
    };
    let taken = accounts.db.read(move |tx| users::by_username(tx, &name)).await?.is_some();
    let message = if taken { words::USERNAME_TAKEN } else { words::USERNAME_FREE };
    Ok(Answer(Available { available: !taken, message: message.into() }))
}

fn must_be_proved(signup: &Signup) -> Result<()> {
    if signup.proved { Ok(()) } else { Err(Error::refused(StatusCode::FORBIDDEN, "NOT_PROVED", words::NOT_PROVED)) }
}

/// Create the account of a proved e-mail address, and log in: the answer sets both cookies.
#[utoipa::path(post, path = "/createAccount", tag = "signup", security(("signup" = [])), request_body = AccountForm, responses(
    (status = 201, body = AccountMade),
    (status = 400, description = "What is wrong, at each field"),
    (status = 401, description = "No sign-up has begun"),
    (status = 403, description = "The e-mail address is not proved"),
    (status = 409, description = "The username, or meanwhile the e-mail address, is taken")))]
pub(super) async fn create(
    State(accounts): State<Accounts>,
    SigningUp(signup): SigningUp,
    device: Device,
    jar: CookieJar,
    Json(form): Json<AccountForm>,
) -> Result<(StatusCode, CookieJar, Answer<AccountMade>)> {
    must_be_proved(&signup)?;
    let mut problems = Problems::default();
    let username = problems.take("Username", check_username(&form.username)).unwrap_or_default();
    let about = [&username, &signup.racer.first_name, &signup.racer.last_name, &signup.racer.email].map(String::clone);
    problems.take("password", password_rules::check_new(form.password.expose_secret(), &about));
    if !problems.is_empty() {
        return Err(problems.into());
    }
    let wanted = username.clone();
    // Checked before the password is hashed, which is expensive.
    if accounts.db.read(move |tx| users::by_username(tx, &wanted)).await?.is_some() {
        return Err(username_taken());
    }
    let hash = accounts.hasher.hash(form.password.expose_secret().to_owned()).await?;
    let (now, config, cookie) = (accounts.clock.now_ms(), accounts.config.clone(), device.clone());
    let (begun, claims) = accounts
        .db
        .write(move |tx| {
            let signup = store::present(tx, &signup.id)?.ok_or_else(no_signup)?;
            // Another request of the same sign-up may have changed the address meanwhile.
            must_be_proved(&signup)?;
            let user = add(tx, &username, &hash, &signup.racer, now)?;
            store::end(tx, &signup.id)?;
            let claims = claims::claim(tx, &user, &signup.racer, &form.claims, now)?;
            let begun = users::begin_session(tx, &config, &user, &device, (false, Stay::Remembered), now)?
                .ok_or_else(|| Error::message("the account that was just made has another password"))?;
            Ok((begun, claims))
        })
        .await?;
    let jar = accounts.tokens.cookies(jar, &begun, Role::User, Some(&cookie))?;
    let claims = claims.into_iter().map(|(result_id, state)| ClaimAnswer { result_id, state }).collect();
    Ok((StatusCode::CREATED, jar, Answer(AccountMade { message: words::CREATED, role: Role::User, claims })))
}

fn username_taken() -> Error {
    Error::refused(StatusCode::CONFLICT, "USERNAME_TAKEN", words::USERNAME_TAKEN)
}

/// Adds the user, with what the sign-up says of the person.
fn add(tx: &Tx<'_>, username: &str, hash: &str, racer: &Racer, now: i64) -> Result<users::User> {
    if users::by_email(tx, &racer.email)?.is_some() {
        return Err(Error::refused(StatusCode::CONFLICT, "EMAIL_TAKEN", words::EMAIL_TAKEN));
    }
    if users::by_username(tx, username)?.is_some() {
        return Err(username_taken());
    }
    let new = users::NewUser {
        username: username.to_owned(),
        email: racer.email.clone(),
        role: Role::User,
        password_hash: hash.to_owned(),
    };
    let id = users::add(tx, &new, now)?;
    tx.execute(
        "UPDATE users SET first_name = $1, last_name = $2, dob = $3, gender = $4, cell_phone = $5, proved_name = $6 WHERE id = $7",
        params![
            racer.first_name,
            racer.last_name,
            racer.dob,
            racer.gender,
            racer.cell_phone,
            privacy::name(&racer.first_name, &racer.last_name),
            id
        ],
    )?;
    let user = users::by_id(tx, &id)?.ok_or_else(|| Error::message("the account that was just made is missing"))?;
    let fields = Fields(&["username", "email", "firstName", "lastName", "dob", "gender", "cellPhone"]);
    audit::record(tx, now, &user.actor(), Event::AccountCreated, user.about(), &NOTHING, &fields)?;
    Ok(user)
}
