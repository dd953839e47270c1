//! A row of the record in words, and the page of what it is about.

use serde::{Deserialize, Serialize};

use super::words::{moment, role_label};
use super::{Actor, AuditChange, Difference, Event, Kind, Object, difference};
use crate::account::Role;
use crate::dates::DEFAULT_ZONE;
use crate::links;

/// A row as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditRow {
    /// Its number; the first one is 1.
    pub id: i64,
    /// In epoch milliseconds.
    pub at: i64,
    /// `user:<id>`, `key:<id>`, `link:<id>` or `system`.
    pub actor: String,
    /// The actor's name at that time; `None` once it was removed.
    pub actor_name: Option<String>,
    /// The name of the event.
    pub action: String,
    /// `race:<id>` and the like.
    pub object: String,
    /// The object's name at that time; `None` once it was removed.
    pub object_name: Option<String>,
    /// JSON; `null` when there was nothing.
    pub old: String,
    /// JSON; `null` when nothing is left.
    pub new: String,
    /// The role of the account at that time.
    pub role: Option<String>,
    /// The network from which it was made.
    pub network: Option<String>,
    /// The request by which it was made.
    pub request: Option<String>,
}

/// What there is now of the object of a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Nothing that has a page.
    Gone,
    /// A race that is deleted and can be restored.
    Deleted,
    /// It has this name: of a race, a username, the number of a ticket, or for a key or a link the name of its race.
    Named(String),
}

/// A row in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuditLine {
    /// Its number; the first one is 1.
    pub id: i64,
    /// In epoch milliseconds.
    pub at: i64,
    /// The same in the site's zone, which is named: `November 25, 2026, 6:05:12 PM EST`.
    pub when: String,
    /// `user:<id>`, `key:<id>`, `link:<id>` or `system`.
    pub actor: String,
    /// Who it was, in words.
    pub actor_text: String,
    /// What the filter `actor` needs for the rows of the same actor: a username, otherwise the id.
    pub actor_filter: String,
    /// The role that the account had; absent for all others and in old rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// The name of the event.
    pub action: String,
    /// What was done, in words.
    pub action_text: String,
    /// `race:<id>` and the like.
    pub object: String,
    /// To what it was done, in words.
    pub object_text: String,
    /// What the filter `object` needs for the rows about the same object: its present name or number, otherwise the id.
    pub object_filter: String,
    /// The address of the object's page; absent when it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The network from which it was made: `203.0.113.0/24`. Absent for the program itself and in old rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The id of the request, which the log has, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// What differs between old and new, at most 40 changes.
    pub changes: Vec<AuditChange>,
    /// How many other changes there are.
    pub more_changes: usize,
}

/// A row in words.
pub fn line(row: &AuditRow, now: &Target) -> AuditLine {
    let event = Event::parse(&row.action);
    let object = Object::parse(&row.object);
    let Difference { changes, more } = difference(&row.old, &row.new);
    AuditLine {
        id: row.id,
        at: row.at,
        when: moment(row.at, DEFAULT_ZONE),
        actor: row.actor.clone(),
        actor_text: actor_text(row),
        actor_filter: actor_filter(row),
        role: row.role.as_ref().map(|role| Role::parse(role).map_or_else(|| role.clone(), |role| role_label(role).to_owned())),
        action: row.action.clone(),
        action_text: event.map_or_else(|| row.action.clone(), |event| event.info().label.to_owned()),
        object: row.object.clone(),
        object_text: object_text(row, object.as_ref()),
        object_filter: object_filter(row, object.as_ref(), now),
        page: event.zip(object).and_then(|(event, object)| page(event, object.kind, now)),
        network: row.network.clone(),
        request: row.request.clone(),
        changes,
        more_changes: more,
    }
}

/// Who made a change.
fn actor_text(row: &AuditRow) -> String {
    match (Actor::parse(&row.actor), row.actor_name.as_deref()) {
        (Some(Actor::User(_)), Some(name)) => name.to_owned(),
        (Some(Actor::User(_)), None) => "somebody whose account was deleted".to_owned(),
        (Some(Actor::Key(_)), Some(name)) => format!("timing key {name}"),
        (Some(Actor::Key(_)), None) => "a timing key".to_owned(),
        (Some(Actor::Link(_)), Some(name)) => format!("packet desk {name}"),
        (Some(Actor::Link(_)), None) => "a packet desk".to_owned(),
        // What anybody may do is done by no account, but by a request.
        (Some(Actor::System), _) if row.network.is_some() => "a visitor".to_owned(),
        (Some(Actor::System), _) => "the program itself".to_owned(),
        (None, _) => row.actor.clone(),
    }
}

/// A username stays that of its account; a name that would be read as an id is none.
fn actor_filter(row: &AuditRow) -> String {
    match (Actor::parse(&row.actor), &row.actor_name) {
        (Some(Actor::User(_)), Some(name)) if Actor::parse(name).is_none() => name.clone(),
        _ => row.actor.clone(),
    }
}

fn object_filter(row: &AuditRow, object: Option<&Object>, now: &Target) -> String {
    match (object.map(|object| object.kind), now) {
        (Some(Kind::Race | Kind::User | Kind::Ticket), Target::Named(name)) if Object::parse(name).is_none() => name.clone(),
        _ => row.object.clone(),
    }
}

/// What was changed.
fn object_text(row: &AuditRow, object: Option<&Object>) -> String {
    match (object.map(|object| object.kind), row.object_name.as_deref()) {
        (Some(Kind::Race | Kind::User | Kind::Ticket), Some(name)) => name.to_owned(),
        (Some(Kind::Race), None) => "a race".to_owned(),
        (Some(Kind::User), None) => "an account that was deleted".to_owned(),
        (Some(Kind::Ticket), None) => "a ticket".to_owned(),
        (Some(Kind::Key), name) => name.map_or_else(|| "a timing key".to_owned(), |name| format!("timing key {name}")),
        (Some(Kind::Link), name) => name.map_or_else(|| "a packet desk".to_owned(), |name| format!("packet desk {name}")),
        (Some(Kind::Database), _) => "the site".to_owned(),
        (None, _) => row.object.clone(),
    }
}

/// The address of the page where what an event has changed can be seen.
fn page(event: Event, kind: Kind, now: &Target) -> Option<String> {
    let about = event.info().name.split('.').next().unwrap_or_default();
    if kind == Kind::Database {
        let page = match about {
            "league" => "/raceleague",
            "people" => "/people",
            "audit" => "/AuditLog",
            _ => return None,
        };
        return Some(page.to_owned());
    }
    let name = match now {
        Target::Gone => return None,
        Target::Deleted => return Some("/EditRaces".to_owned()),
        Target::Named(name) => links::encode(name),
    };
    Some(match (kind, about) {
        (Kind::Race, "timing" | "packets") | (Kind::Key | Kind::Link, _) => format!("/Timing?race={name}"),
        (Kind::Race, "results") => format!("/results?race={name}"),
        (Kind::Race, "photos") => format!("/photos/{name}"),
        (Kind::Race, _) => format!("/race/{name}"),
        (Kind::User, _) => format!("/people?q={name}"),
        (Kind::Ticket, _) => format!("/ResolveTickets?ticket={name}"),
        (Kind::Database, _) => return None,
    })
}
