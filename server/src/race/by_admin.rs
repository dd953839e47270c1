//! The race of a call's path, for calls by an administrator or by somebody of the timing desk: authorized from the head of a request,
//! before its body is read.

use std::collections::HashMap;

use axum::extract::{FromRef, FromRequestParts, Path, Query};
use axum::http::request::Parts;
use serde::Deserialize;

use super::names;
use crate::account::{Accounts, Admin, Timer, Viewer};
use crate::audit::Actor;
use crate::db::Db;
use crate::error::{Error, Result};
use crate::timed::TimedRace;

/// The race of the path, for a call by an administrator.
pub(crate) struct ByAdmin {
    pub(crate) race: TimedRace,
    pub(crate) actor: Actor,
}

/// The race of the path, for a call of the timing desk: by a timer or an administrator. Both also time hidden races.
pub(crate) struct ByTimer {
    pub(crate) race: TimedRace,
    pub(crate) actor: Actor,
}

impl<S: Send + Sync> FromRequestParts<S> for ByTimer
where
    Accounts: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Timer(caller) = Timer::from_request_parts(parts, state).await?;
        Ok(Self { race: race(parts, &Db::from_ref(state)).await?, actor: Actor::from(&caller) })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ByAdmin
where
    Accounts: FromRef<S>,
    Db: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let Admin(caller) = Admin::from_request_parts(parts, state).await?;
        Ok(Self { race: race(parts, &Db::from_ref(state)).await?, actor: Actor::from(&caller) })
    }
}

async fn race(parts: &mut Parts, db: &Db) -> Result<TimedRace> {
    let named = named(parts).await?;
    let id = Query::<ById>::try_from_uri(&parts.uri).ok().and_then(|Query(ById { id })| id);
    db.read(move |tx| match &id {
        Some(id) => TimedRace::by_id(tx, id),
        None => names::timed(tx, &named, &Viewer::Staff),
    })
    .await
}

/// `?id=`: from these callers, the id is used instead of the name. So an open desk stays with its race when that is renamed, and
/// even when another race takes the name.
#[derive(Deserialize)]
struct ById {
    id: Option<String>,
}

/// The name of the race in the path.
pub(crate) async fn named(parts: &mut Parts) -> Result<String> {
    let path = <Path<HashMap<String, String>> as FromRequestParts<()>>::from_request_parts(parts, &()).await;
    let Path(path) = path.map_err(Error::from)?;
    Ok(path.get("RaceName").cloned().unwrap_or_default())
}
