//! `GET /profile/{Username}`: an account as others see it.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::privacy::listed;
use core_wasm::profile::{ProfileResult, Summary, summary, words};
use core_wasm::race::Image;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::own::ids;
use super::person::{self, Person};
use crate::account::{Accounts, Viewer};
use crate::db::Tx;
use crate::error::{Error, Result};
use crate::http::answer::PRIVATE;
use crate::http::extract::{Path, Query};
use crate::privacy::Eyes;
use crate::results::{self, Certificates, Results};

/// How the profile is seen.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct SeenAs {
    /// `public`: as everybody sees it, also for its owner and administrators.
    r#as: String,
}

/// A profile as its viewer may see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct VisitingProfile {
    #[serde(rename = "Username")]
    username: String,
    /// The name, or the initials.
    name: String,
    /// Whether the public sees none of it: for the owner and administrators.
    is_private: bool,
    /// Whether it is the viewer's own.
    own: bool,
    #[serde(rename = "ProfilePicture", skip_serializing_if = "Option::is_none")]
    picture: Option<Image>,
    summary: Summary,
    /// The latest race first.
    results: Vec<ProfileResult>,
}

/// Tell the public part of a profile. One that is private and a name that nobody has are answered alike.
#[utoipa::path(get, path = "/profile/{Username}", tag = "profile", params(("Username" = String, Path), SeenAs),
    responses((status = 200, body = VisitingProfile), (status = 404, description = "Private, or nobody's name")))]
pub(super) async fn profile(
    State(accounts): State<Accounts>,
    State(results): State<Results>,
    viewer: Viewer,
    Path(username): Path<String>,
    Query(seen): Query<SeenAs>,
) -> Result<Response> {
    let certificates = results.certificates.clone();
    let as_public = seen.r#as == "public";
    let found = accounts.db.read_public(move |tx| {
        let eyes = if as_public { Eyes::Public } else { viewer.eyes(tx)? };
        let Some(person) = seen_by(tx, &eyes, &username)? else { return Ok(None) };
        let own = eyes == Eyes::User(person.id.clone());
        let results = results_of(tx, &certificates, &eyes, &person)?;
        Ok(Some((person, results, own, own || eyes == Eyes::All)))
    });
    let Some((person, own_results, own, sees_all)) = found.await? else {
        return Err(Error::refused(StatusCode::NOT_FOUND, "PROFILE_HIDDEN", words::HIDDEN));
    };
    let hides_age = person.hide_age && !sees_all;
    let titles = results::season_titles(&results, &ids(&own_results), hides_age).await?;
    let racer = &person.racer;
    let answer = VisitingProfile {
        name: if racer.last_name.is_empty() && racer.first_name.is_empty() {
            person.username.clone()
        } else {
            listed(&racer.first_name, &racer.last_name, false, person.initials_only && !sees_all)
        },
        username: person.username,
        is_private: person.is_private,
        own,
        picture: person.picture,
        summary: summary(&own_results, &titles, &person.active_title),
        results: own_results,
    };
    // What is seen depends on the viewer.
    Ok(([(header::CACHE_CONTROL, HeaderValue::from_static(PRIVATE))], Json(answer)).into_response())
}

/// The account of a profile that a viewer may see.
fn seen_by(tx: &Tx<'_>, eyes: &Eyes, username: &str) -> Result<Option<Person>> {
    match eyes {
        Eyes::All => person::by_username(tx, username),
        Eyes::User(id) => person::visible(tx, username, id),
        Eyes::Public => person::visible(tx, username, ""),
    }
}

/// The username, in its own spelling, of a profile that a viewer may see.
///
/// # Errors
/// When the database can't be read.
pub(crate) fn username_seen(tx: &Tx<'_>, viewer: &Viewer, username: &str) -> Result<Option<String>> {
    Ok(seen_by(tx, &viewer.eyes(tx)?, username)?.map(|person| person.username))
}

fn results_of(tx: &Tx<'_>, certificates: &Certificates, eyes: &Eyes, person: &Person) -> Result<Vec<ProfileResult>> {
    let granted = person::granted(tx, &person.id)?;
    let mut results = results::of_people(tx, certificates, eyes, &granted)?;
    let is_other = *eyes != Eyes::All && *eyes != Eyes::User(person.id.clone());
    if person.hide_age && is_other {
        // A grade and a time give the age.
        for one in &mut results {
            one.age_grade = None;
        }
    }
    Ok(results)
}
