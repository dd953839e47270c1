//! `GET /auditLog/seal`, `POST /auditLog/seal`: whether the chain of the record is whole.
//!
//! A check reads every row, so it runs in a task of its own, one at a time however many ask for it, and in steps between which other long
//! reads have their turn. Its result is in memory: after a start the record is checked anew.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::audit::{AuditSeal, SealProgress, SealResult, SealVerdict};
use tokio::time::Instant;

use super::AuditLog;
use crate::account::Admin;
use crate::audit::{self, Anchor, Chain, Checked};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::work::lock;

/// How often the record is checked without being asked for.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// The last check and the one that is under way; cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Seal(Arc<Mutex<Checks>>);

#[derive(Default)]
struct Checks {
    shown: AuditSeal,
    /// The end of the record when it was whole the last time.
    whole: Option<Anchor>,
}

/// Whether the record is as it was written: the last check since the start, and how far the one has come that is under way.
#[utoipa::path(get, path = "/auditLog/seal", tag = "audit", security(("session" = ["admin"])),
    responses((status = 200, body = AuditSeal)))]
pub(super) async fn seal(State(log): State<AuditLog>, _: Admin) -> Answer<AuditSeal> {
    Answer(log.seal.shown())
}

/// Check the record, unless that is under way; the answer does not wait for the end.
#[utoipa::path(post, path = "/auditLog/seal", tag = "audit", security(("session" = ["admin"])),
    responses((status = 200, body = AuditSeal)))]
pub(super) async fn check(State(log): State<AuditLog>, _: Admin) -> Answer<AuditSeal> {
    if let Some(running) = log.seal.begin() {
        tokio::spawn(run(log.clone(), running));
    }
    Answer(log.seal.shown())
}

/// Checks the record at the start, and every day; a failure is in the log. Never returns.
pub(crate) async fn check_daily(log: AuditLog) {
    loop {
        if let Some(running) = log.seal.begin() {
            run(log.clone(), running).await;
        }
        tokio::time::sleep(DAY).await;
    }
}

impl Seal {
    fn shown(&self) -> AuditSeal {
        lock(&self.0).shown
    }

    /// The right to check the record, unless somebody has it.
    fn begin(&self) -> Option<Running> {
        let mut checks = lock(&self.0);
        if checks.shown.running.is_some() {
            return None;
        }
        checks.shown.running = Some(SealProgress { rows: 0, of: 0 });
        Some(Running(self.clone()))
    }
}

/// A check that is under way: until it is dropped no other one begins.
struct Running(Seal);

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.0.0).shown.running = None;
    }
}

impl Running {
    fn progress(&self, rows: i64, of: i64) {
        lock(&self.0.0).shown.running = Some(SealProgress { rows, of });
    }
}

async fn run(log: AuditLog, running: Running) {
    let began = Instant::now();
    let known = lock(&running.0.0).whole.clone();
    let (verdict, rows, row, end) = match follow(&log, &running, known).await {
        Ok(found) => found,
        Err(error) => {
            tracing::error!(%error, "the audit record could not be checked");
            (SealVerdict::Failed, 0, None, None)
        }
    };
    if matches!(verdict, SealVerdict::Altered | SealVerdict::Cut) {
        tracing::error!(?verdict, rows, row, "the audit record is not as it was written");
    }
    let took_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    let mut checks = lock(&running.0.0);
    checks.shown.last = Some(SealResult { verdict, rows, row, at: log.clock.now_ms(), took_ms });
    if end.is_some() {
        checks.whole = end;
    }
}

/// What a check has found: the verdict, the rows that are whole, the first one that is not, and the end of a whole record.
type Found = (SealVerdict, i64, Option<i64>, Option<Anchor>);

/// Follows the chain from its first row to its last one, and compares it with the end that was `known`.
async fn follow(log: &AuditLog, running: &Running, known: Option<Anchor>) -> Result<Found> {
    let of = log.db.read(|tx| Ok(audit::anchor(tx)?.rows)).await?;
    let mut chain = Chain::default();
    loop {
        running.progress(chain.rows(), of.max(chain.rows()));
        let before = chain.clone();
        let step = move |tx: &Tx<'_>| {
            let mut chain = before.clone();
            let checked = chain.check(tx)?;
            Ok((checked, chain))
        };
        let (checked, after) = log.db.read_long(step).await?;
        chain = after;
        match checked {
            Checked::Further => {}
            Checked::Altered(row) => return Ok((SealVerdict::Altered, chain.rows(), Some(row), None)),
            Checked::Whole => break,
        }
    }
    let end = Anchor { rows: chain.rows(), hash: chain.hash().to_owned() };
    let Some(known) = known.filter(|known| known.rows > 0) else { return Ok((SealVerdict::Whole, end.rows, None, Some(end))) };
    let kept = "SELECT hash FROM audit WHERE id = $1";
    let kept = log.db.read(move |tx| Ok((tx.query_opt(kept, params![known.rows], |row| row.get::<String>(0))?, known.clone())));
    Ok(match kept.await? {
        (None, _) => (SealVerdict::Cut, end.rows, None, None),
        // The chain is valid, but is another one: it was written anew.
        (Some(hash), known) if hash != known.hash => (SealVerdict::Altered, 0, Some(known.rows), None),
        (Some(_), _) => (SealVerdict::Whole, end.rows, None, Some(end)),
    })
}
