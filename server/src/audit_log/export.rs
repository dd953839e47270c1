//! `GET /auditLog.csv`

use std::collections::BTreeMap;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::audit::{self as rules, Target, words};
use futures_util::stream;
use tokio::sync::OwnedSemaphorePermit;

use super::AuditLog;
use super::list::Asked;
use super::store::{Filter, Place, Stored};
use crate::account::Admin;
use crate::audit::{self, About, Actor, Event, NOTHING};
use crate::db::{self, Db, Tx};
use crate::error::{Error, Result};
use crate::http::extract::Query;
use crate::http::unread::InPieces;

/// Rows in one piece of the file: only one piece is in memory, and the next one is read when the client has taken it.
const ROWS: i64 = 100;

/// The rows that the filters choose as CSV, all pages, newest first. It is sent piece by piece. That it was downloaded is recorded.
#[utoipa::path(get, path = "/auditLog.csv", tag = "audit", security(("session" = ["admin"])), params(Asked),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 400, description = "A filter can't be read"),
    (status = 503, description = "Two files are written already")))]
pub(super) async fn csv(State(log): State<AuditLog>, Admin(caller): Admin, Query(asked): Query<Asked>) -> Result<Response> {
    let wanted = asked.query().wanted()?;
    let busy = || Error::refused(StatusCode::SERVICE_UNAVAILABLE, "EXPORTS_BUSY", words::EXPORTS_BUSY).retry_after(60);
    let place = log.exports.clone().try_acquire_owned().map_err(|_| busy())?;
    let now = log.clock.now_ms();
    let filter = log
        .db
        .write(move |tx| {
            let filter = Filter::find(tx, &wanted)?;
            let filters: BTreeMap<_, _> = match &filter {
                Some(filter) => filter.named().into_iter().collect(),
                None => BTreeMap::from([("rows", "none".to_owned())]),
            };
            let about = About { id: "main", name: db::FILE };
            audit::record(tx, now, &Actor::from(&caller), Event::AuditExported, about, &NOTHING, &filters)?;
            Ok(filter)
        })
        .await?;
    let file = File { db: log.db.clone(), next: filter.map(|filter| (filter.newest(), filter)), begun: false, _place: place };
    let body = Body::from_stream(stream::try_unfold(file, File::piece));
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"audit-log.csv\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((Extension(InPieces), headers, body).into_response())
}

/// A file that is being sent.
struct File {
    db: Db,
    /// Before which row the next piece begins; `None` at the end.
    next: Option<(Place, Filter)>,
    begun: bool,
    /// Its place among the files that are written at once, until it is sent or its client is gone.
    _place: OwnedSemaphorePermit,
}

impl File {
    /// The next piece, and the rest.
    async fn piece(mut self) -> Result<Option<(Bytes, Self)>> {
        let mut text = if self.begun { String::new() } else { rules::begin() };
        let Some((before, filter)) = self.next.take() else {
            let is_empty = text.is_empty();
            self.begun = true;
            return Ok((!is_empty).then(|| (text.into(), self)));
        };
        let read = move |tx: &Tx<'_>| {
            let rows = filter.older(tx, before, ROWS, 0)?;
            let last = rows.last().map(|last| (last.row.at, last.row.id));
            let is_last = i64::try_from(rows.len()).unwrap_or(i64::MAX) < ROWS;
            let mut piece = String::new();
            for Stored { row, hash } in &rows {
                rules::add(&mut piece, row, rules::line(row, &Target::Gone), hash);
            }
            Ok((piece, last.filter(|_| !is_last).map(|last| (last, filter.clone()))))
        };
        let (piece, next) = self.db.read_long(read).await?;
        text.push_str(&piece);
        (self.next, self.begun) = (next, true);
        Ok(if text.is_empty() { None } else { Some((text.into(), self)) })
    }
}
