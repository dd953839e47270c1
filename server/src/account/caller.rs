//! The caller of a request: looked up at every request, before any body is read.

use std::convert::Infallible;

use axum::extract::{FromRef, FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use core_wasm::account::{Role, messages, passkey};

use super::Accounts;
use super::token::SessionIds;
use crate::audit::{About, Actor};
use crate::clock::Clock;
use crate::db::{self, Tx, params};
use crate::error::{Error, Result};
use crate::privacy::Eyes;

/// The header in which a page says whose it is: the id of the account, or of the sign-up, that it shows. Another tab of the browser may have
/// logged in somebody else since, and what was meant for one account must not be done to another.
pub(crate) const MEANT: &str = "splitline-account";

/// How exactly the time of a session's last use is stored, in milliseconds: a quarter of an hour.
const SEEN_STEP_MS: i64 = 15 * 60_000;

/// A user who is logged in; without a session the call is refused (401).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The user's id.
    pub user_id: String,
    /// The user's name, in the user's spelling.
    pub username: String,
    /// The present role, not the one at the time of login.
    pub role: Role,
    /// The session's id.
    pub session_id: String,
    /// Whether a passkey was used in this session.
    pub passkey: bool,
    /// Whether the role's rights are held back: the site demands a passkey for the role, and none was used in this session.
    pub held_back: bool,
}

/// An administrator; any other caller is refused (401 without a session, 403 with one), also one whose rights are held back until a
/// passkey is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Admin(pub Caller);

/// Somebody who works at the timing desk: a timer or an administrator. Any other caller is refused (401 without a session, 403 with one).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timer(pub Caller);

impl Caller {
    /// The caller as the object of changes in the audit record.
    pub(crate) fn about(&self) -> About<'_> {
        About { id: &self.user_id, name: &self.username }
    }

    async fn find(parts: &Parts, accounts: &Accounts) -> Result<Option<Self>> {
        let Some(named) = accounts.tokens.read(&parts.headers) else { return Ok(None) };
        let now = accounts.clock.now_ms();
        let found = accounts.db.read(move |tx| {
            let caller = Self::of(tx, &named, now)?;
            let seen = "SELECT last_seen_at FROM sessions WHERE id = $1";
            let seen = tx.query_opt(seen, params![named.session_id], |row| row.get::<i64>(0))?;
            Ok(caller.zip(seen))
        });
        let Some((caller, seen)) = found.await? else { return Ok(None) };
        if !is_meant(&parts.headers, &caller.user_id) {
            return Err(Error::refused(StatusCode::CONFLICT, "OTHER_ACCOUNT", messages::OTHER_ACCOUNT));
        }
        if seen + SEEN_STEP_MS <= now {
            let id = caller.session_id.clone();
            let sql = "UPDATE sessions SET last_seen_at = $1 WHERE id = $2 AND last_seen_at < $1";
            // It is only shown to the user: a full disk must not log anybody out.
            if let Err(error) = accounts.db.write(move |tx| tx.execute(sql, params![now, id])).await {
                tracing::warn!(%error, "the time of a session's last use was not saved");
            }
        }
        Ok(Some(caller))
    }

    /// Returns the user of this session, unless it has expired.
    fn of(tx: &Tx<'_>, SessionIds { user_id, session_id }: &SessionIds, now: i64) -> Result<Option<Self>> {
        let found = tx.query_opt(
            "SELECT u.id, u.username, u.role, s.id, s.passkey,
               EXISTS (SELECT 1 FROM site_settings WHERE name = 'admin-passkeys' AND value = 'on')
             FROM sessions s JOIN users u ON u.id = s.user_id
             WHERE s.id = $1 AND s.user_id = $2 AND s.expires_at > $3",
            params![session_id, user_id, now],
            |row| Ok((row.get(0)?, row.get(1)?, row.get::<String>(2)?, row.get(3)?, row.get::<bool>(4)?, row.get::<bool>(5)?)),
        )?;
        Ok(found.and_then(|(user_id, username, role, session_id, used, demanded)| {
            let role = Role::parse(&role)?;
            let held_back = demanded && !used && passkey::can_be_demanded(role);
            Some(Self { user_id, username, role, session_id, passkey: used, held_back })
        }))
    }

    /// From now on this request changes something only while the session lasts and has the same rights: its body may arrive long after
    /// its head, and a logout, another role or another password ends the session at once. The audit record tells the role that it has now.
    fn guard(&self, clock: Clock) {
        db::made_by(&self.user_id, self.role);
        let begun = self.clone();
        db::guard(move |tx| {
            let named = SessionIds { user_id: begun.user_id.clone(), session_id: begun.session_id.clone() };
            let present = Self::of(tx, &named, clock.now_ms())?.ok_or_else(Error::unauthorized)?;
            if (present.role, present.held_back) == (begun.role, begun.held_back) { Ok(()) } else { Err(present.refusal()) }
        });
    }

    /// Whether the caller may work at the timing desk, in this session.
    #[must_use]
    pub fn may_time(&self) -> bool {
        self.role.may_time() && !self.held_back
    }

    /// The refusal of a call for which the caller's rights are not enough.
    fn refusal(&self) -> Error {
        if self.held_back {
            Error::refused(StatusCode::FORBIDDEN, "PASSKEY_REQUIRED", passkey::REQUIRED)
        } else {
            Error::forbidden()
        }
    }

    /// Whether the caller has the rights of an administrator, in this session.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin && !self.held_back
    }
}

/// Whether the page of a request shows this account or sign-up, as far as it says.
pub(crate) fn is_meant(headers: &HeaderMap, id: &str) -> bool {
    headers.get(MEANT).is_none_or(|meant| meant.as_bytes() == id.as_bytes())
}

impl From<&Caller> for Actor {
    fn from(caller: &Caller) -> Self {
        Self::user(&caller.user_id, &caller.username)
    }
}

/// The viewer of a public page or call. Whether it is an administrator is looked up only where it matters: for hidden races.
#[derive(Debug, Clone)]
pub(crate) enum Viewer {
    /// An administrator who was checked already, or the program itself.
    Staff,
    /// The user of this session, if it has not expired at this time (epoch milliseconds).
    Session(SessionIds, i64),
    /// A visitor without a session.
    Visitor,
}

impl Viewer {
    /// Whether it is an administrator.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn is_admin(&self, tx: &Tx<'_>) -> Result<bool> {
        Ok(match self {
            Self::Staff => true,
            Self::Session(named, now) => Caller::of(tx, named, *now)?.is_some_and(|caller| caller.is_admin()),
            Self::Visitor => false,
        })
    }

    /// Whether it works at the timing desk: a timer or an administrator.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn may_time(&self, tx: &Tx<'_>) -> Result<bool> {
        Ok(match self {
            Self::Staff => true,
            Self::Session(named, now) => Caller::of(tx, named, *now)?.is_some_and(|caller| caller.may_time()),
            Self::Visitor => false,
        })
    }

    /// Whose names the viewer may see.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn eyes(&self, tx: &Tx<'_>) -> Result<Eyes> {
        let caller = match self {
            Self::Staff => return Ok(Eyes::All),
            Self::Session(named, now) => Caller::of(tx, named, *now)?,
            Self::Visitor => None,
        };
        Ok(match caller {
            Some(caller) if caller.is_admin() => Eyes::All,
            Some(caller) => Eyes::User(caller.user_id),
            None => Eyes::Public,
        })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Viewer
where
    Accounts: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let accounts = Accounts::from_ref(state);
        let session = accounts.tokens.read(&parts.headers);
        Ok(session.map_or(Self::Visitor, |named| Self::Session(named, accounts.clock.now_ms())))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller
where
    Accounts: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let accounts = Accounts::from_ref(state);
        let caller = Self::find(parts, &accounts).await?.ok_or_else(Error::unauthorized)?;
        caller.guard(accounts.clock);
        Ok(caller)
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for Caller
where
    Accounts: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Option<Self>> {
        Self::find(parts, &Accounts::from_ref(state)).await
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Admin
where
    Accounts: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let caller = <Caller as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        if caller.is_admin() { Ok(Self(caller)) } else { Err(caller.refusal()) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Timer
where
    Accounts: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let caller = <Caller as FromRequestParts<S>>::from_request_parts(parts, state).await?;
        if caller.may_time() { Ok(Self(caller)) } else { Err(caller.refusal()) }
    }
}
