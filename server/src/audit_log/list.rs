//! `GET /auditLog`

use std::collections::HashMap;

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::account::leaving::DELETED_ACCOUNT;
use core_wasm::audit::{AuditLine, AuditQuery, MOST_COUNTED, Place, Target, WantedAudit, line};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::AuditLog;
use super::store::{self, Filter, Stored};
use crate::account::{Admin, store as users};
use crate::audit;
use crate::db::Tx;
use crate::error::Result;
use crate::http::extract::Query;

/// Which rows are asked for, as in the address of the page.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// A username, or `user:<id>`, `key:<id>`, `link:<id>`, `system`.
    actor: Option<String>,
    /// The name of an event: `race.created`.
    action: Option<String>,
    /// A race's name, a ticket's number, a username, or `race:<id>`, `user:<id>`, `ticket:<number>`, `key:<id>`, `link:<id>`.
    object: Option<String>,
    /// The first day, in the site's zone.
    from: Option<String>,
    /// The last day, in the site's zone.
    to: Option<String>,
    /// From 1. With filters, and without `before` or `after`, up to the row 10,000.
    page: Option<String>,
    /// 25 when absent, 100 at most.
    page_size: Option<String>,
    /// The number of a row: the page has the next older ones, whatever `page` says.
    before: Option<String>,
    /// The number of a row: the page has the next newer ones, whatever `page` says.
    after: Option<String>,
}

impl Asked {
    /// The filters in the core's form.
    pub(super) fn query(self) -> AuditQuery {
        AuditQuery {
            actor: self.actor.unwrap_or_default(),
            action: self.action.unwrap_or_default(),
            object: self.object.unwrap_or_default(),
            from: self.from.unwrap_or_default(),
            to: self.to.unwrap_or_default(),
            page: self.page.unwrap_or_default(),
            page_size: self.page_size.unwrap_or_default(),
            before: self.before.unwrap_or_default(),
            after: self.after.unwrap_or_default(),
        }
    }
}

/// A page of the audit record.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditPage {
    /// The newest row first.
    items: Vec<AuditLine>,
    /// From 1.
    page: u32,
    /// Rows on a page.
    page_size: u32,
    /// How many rows there are on all pages; with filters, at most 10,000 are counted.
    total: i64,
    /// Whether there are more than `total`.
    more: bool,
    /// Whether there are older rows than those of this page.
    older: bool,
    /// Whether there are newer ones.
    newer: bool,
}

/// List the changes that were made, the newest first: who, when, from where, what, old and new.
#[utoipa::path(get, path = "/auditLog", tag = "audit", security(("session" = ["admin"])), params(Asked),
    responses((status = 200, body = AuditPage), (status = 400, description = "A filter can't be read")))]
pub(super) async fn list(State(log): State<AuditLog>, _: Admin, Query(asked): Query<Asked>) -> Result<Answer<AuditPage>> {
    let wanted = asked.query().wanted()?;
    Ok(Answer(log.db.read(move |tx| page(tx, &wanted)).await?))
}

fn page(tx: &Tx<'_>, wanted: &WantedAudit) -> Result<AuditPage> {
    let (page, page_size) = (wanted.page, wanted.page_size);
    let empty = AuditPage { page, page_size, ..AuditPage::default() };
    let Some(filter) = Filter::find(tx, wanted)? else { return Ok(empty) };
    // One row more than is shown tells whether there are others.
    let (size, skipped) = (i64::from(page_size), i64::from(page - 1) * i64::from(page_size));
    let most = size + 1;
    let (total, more) = if filter.is_empty() {
        (audit::anchor(tx)?.rows, false)
    } else {
        let counted = filter.count(tx, i64::from(MOST_COUNTED) + 1)?;
        (counted.min(i64::from(MOST_COUNTED)), counted > i64::from(MOST_COUNTED))
    };
    let (mut rows, is_backward) = match wanted.place {
        Place::Page if filter.is_empty() => (store::up_to(tx, total - skipped, most)?, false),
        Place::Before(row) if filter.is_empty() => (store::up_to(tx, row - 1, most)?, false),
        Place::After(row) if filter.is_empty() => (store::after(tx, row, most)?, true),
        Place::Page => (filter.older(tx, filter.newest(), most, skipped)?, false),
        Place::Before(row) => match store::place_of(tx, row)? {
            Some(place) => (filter.older(tx, place, most, 0)?, false),
            None => (Vec::new(), false),
        },
        Place::After(row) => match store::place_of(tx, row)? {
            Some(place) => (filter.newer(tx, place, most)?, true),
            None => (Vec::new(), true),
        },
    };
    let are_others = rows.len() > usize::try_from(size).unwrap_or(usize::MAX);
    rows.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    if is_backward {
        rows.reverse();
    }
    let (older, newer) =
        if is_backward { (true, are_others) } else { (are_others, page > 1 || matches!(wanted.place, Place::Before(_))) };
    Ok(AuditPage { items: lines(tx, rows)?, page, page_size, total, more, older, newer })
}

/// The rows in words.
fn lines(tx: &Tx<'_>, rows: Vec<Stored>) -> Result<Vec<AuditLine>> {
    let mut targets = Targets::default();
    rows.into_iter()
        .map(|Stored { mut row, .. }| {
            for side in [&mut row.old, &mut row.new] {
                name_assignee(tx, side)?;
            }
            Ok(line(&row, targets.of(tx, &row.object)?))
        })
        .collect()
}

/// Puts the present username in place of the id of who takes care of a ticket: the record has no names of others than who made a change.
fn name_assignee(tx: &Tx<'_>, side: &mut String) -> Result<()> {
    if !side.contains("\"assignee\":\"") {
        return Ok(());
    }
    let mut fields: Value = serde_json::from_str(side)?;
    if let Some(assignee) = fields.get_mut("assignee")
        && let Some(id) = assignee.as_str()
    {
        *assignee = users::by_id(tx, id)?.map_or_else(|| DELETED_ACCOUNT.to_owned(), |user| user.username).into();
        *side = fields.to_string();
    }
    Ok(())
}

/// What there is now of the objects of rows, each looked up once.
#[derive(Default)]
pub(super) struct Targets(HashMap<String, Target>);

impl Targets {
    fn of(&mut self, tx: &Tx<'_>, object: &str) -> Result<&Target> {
        if !self.0.contains_key(object) {
            self.0.insert(object.to_owned(), store::target(tx, object)?);
        }
        Ok(self.0.get(object).unwrap_or(&Target::Gone))
    }
}
