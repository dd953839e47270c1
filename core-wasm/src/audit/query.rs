//! The filters of the list, as they are in the address of the page.

use chrono::{Duration, NaiveTime};
use serde::{Deserialize, Serialize};

use super::{Actor, Event, Object};
use crate::dates::{DEFAULT_ZONE, RaceDate, wall_to_instant};
use crate::error::Problems;

/// Rows on a page.
pub const PAGE_SIZE: u32 = 25;
/// The most rows on a page.
pub(super) const MOST_ON_PAGE: u32 = 100;
/// How many rows of a filter are counted, and reached by the number of a page. Beyond these a page is reached from the one before it, or by
/// its dates. Without filters every page has its number.
pub const MOST_COUNTED: u32 = 10_000;
/// The most characters of a filter.
const LONGEST: usize = 200;
/// The last number of a page that is read.
const LAST_PAGE: u32 = 10_000_000;

/// The filters as typed or linked to; empty for all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct AuditQuery {
    /// Who: a username, `user:<id>`, `key:<id>`, `link:<id>` or `system`.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub actor: String,
    /// What was done: the name of an event, `race.created`.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub action: String,
    /// To what: a race's name, a ticket's number, a username, or `race:<id>` and the like.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub object: String,
    /// The first day, in the site's zone.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub from: String,
    /// The last day, in the site's zone.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub to: String,
    /// The page, from 1.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub page: String,
    /// Rows on a page.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub page_size: String,
    /// The number of a row: the page has the next older ones.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub before: String,
    /// The number of a row: the page has the next newer ones.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub after: String,
}

/// Whose rows are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActorAsked {
    /// Of this actor.
    Exact(Actor),
    /// Of the account with this username.
    Named(String),
}

/// The rows about what are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ObjectAsked {
    /// About this object.
    Exact(Object),
    /// About the race or the account with this name, or the ticket with this number.
    Named(String),
}

/// Where a page begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the rows that the number of the page tells.
    Page,
    /// At the first row that is older than the one with this number.
    Before(i64),
    /// So that it ends with the last row that is newer than the one with this number.
    After(i64),
}

/// The filters once they are checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedAudit {
    /// Who; `None` for everybody.
    pub actor: Option<ActorAsked>,
    /// What; `None` for everything.
    pub action: Option<Event>,
    /// To what; `None` for everything.
    pub object: Option<ObjectAsked>,
    /// The beginning of the first day, in epoch milliseconds.
    pub from_ms: Option<i64>,
    /// The end of the last day, in epoch milliseconds: the first instant that is not wanted.
    pub until_ms: Option<i64>,
    /// From 1.
    pub page: u32,
    /// Rows on a page.
    pub page_size: u32,
    /// Where the page begins.
    pub place: Place,
}

impl AuditQuery {
    /// Whether anything is filtered, beside the page.
    pub fn is_filtered(&self) -> bool {
        [&self.actor, &self.action, &self.object, &self.from, &self.to].iter().any(|one| !one.trim().is_empty())
    }

    /// Checks the filters.
    ///
    /// # Errors
    /// The problems, each at its field.
    ///
    /// ```
    /// use core_wasm::audit::{ActorAsked, AuditQuery, Event, Place};
    ///
    /// let query = AuditQuery { actor: " ada ".into(), action: "race.created".into(), page: "3".into(), ..AuditQuery::default() };
    /// let wanted = query.wanted().unwrap();
    /// assert_eq!(wanted.actor, Some(ActorAsked::Named("ada".into())));
    /// assert_eq!((wanted.action, wanted.page, wanted.page_size, wanted.place), (Some(Event::RaceCreated), 3, 25, Place::Page));
    /// ```
    pub fn wanted(&self) -> Result<WantedAudit, Problems> {
        let mut problems = Problems::default();
        let mut text = |field: &str, value: &str| {
            let value = value.trim();
            if value.chars().count() > LONGEST {
                problems.add(field, "too_long", format!("This is longer than {LONGEST} characters."));
            }
            (!value.is_empty()).then(|| value.to_owned())
        };
        let (actor, action, object) = (text("actor", &self.actor), text("action", &self.action), text("object", &self.object));
        let actor = actor.map(|actor| Actor::parse(&actor).map_or(ActorAsked::Named(actor), ActorAsked::Exact));
        let object = object.map(|object| Object::parse(&object).map_or(ObjectAsked::Named(object), ObjectAsked::Exact));
        let action = action.and_then(|action| {
            let event = Event::parse(&action);
            if event.is_none() {
                problems.add("action", "no_such_action", "There is no such action.");
            }
            event
        });
        let (from, to) = (day(&mut problems, "from", &self.from), day(&mut problems, "to", &self.to));
        if let (Some(from), Some(to)) = (from, to)
            && to < from
        {
            problems.add("to", "days_reversed", "The last day is before the first one.");
        }
        let (before, after) = (row(&mut problems, "before", &self.before), row(&mut problems, "after", &self.after));
        let place = match (before, after) {
            (Some(row), None) => Place::Before(row),
            (None, Some(row)) => Place::After(row),
            (None, None) => Place::Page,
            (Some(_), Some(_)) => {
                problems.add("after", "two_places", "A page is either before a row or after one.");
                Place::Page
            }
        };
        let page_size = number(&mut problems, "pageSize", &self.page_size, MOST_ON_PAGE, PAGE_SIZE);
        let last = if self.is_filtered() && place == Place::Page { MOST_COUNTED / page_size } else { LAST_PAGE };
        let page = number(&mut problems, "page", &self.page, last, 1);
        if !problems.is_empty() {
            return Err(problems);
        }
        let (from_ms, until_ms) = (from.map(|from| begin(from, 0)), to.map(|to| begin(to, 1)));
        Ok(WantedAudit { actor, action, object, from_ms, until_ms, page, page_size, place })
    }
}

/// A day; `None` when nothing is typed, or a problem was added.
fn day(problems: &mut Problems, field: &str, value: &str) -> Option<RaceDate> {
    let value = value.trim();
    if value.is_empty() { None } else { problems.take(field, value.parse()) }
}

/// When a day begins in the site's zone, so many days later.
fn begin(day: RaceDate, later: i64) -> i64 {
    wall_to_instant(day.naive().and_time(NaiveTime::MIN) + Duration::days(later), DEFAULT_ZONE)
}

/// The number of a row.
fn row(problems: &mut Problems, field: &str, value: &str) -> Option<i64> {
    let value = value.trim();
    if value.is_empty() {
        return None;
    }
    let row = value.parse().ok().filter(|row| *row >= 0);
    if row.is_none() {
        problems.add(field, "bad_number", "This is no number of a row.");
    }
    row
}

fn number(problems: &mut Problems, field: &str, value: &str, most: u32, default: u32) -> u32 {
    let value = value.trim();
    let number = if value.is_empty() { Some(default) } else { value.parse().ok().filter(|number| (1..=most).contains(number)) };
    if number.is_none() {
        problems.add(field, "bad_number", format!("Give a number from 1 to {most}."));
    }
    number.unwrap_or(default)
}
