//! `GET /auditLog/seal`, `POST /auditLog/seal`: whether the chain of the record is whole.
//!
//! A check reads every row, so it runs in a task of its own, one at a time however many ask for it and however many copies of the program there
//! are, and in steps between which other long reads have their turn. Its result is in memory, and where there are several copies with the lease of
//! the check, so that each of them shows it. What an earlier check knew of the record's end stays in the memory of the copy that made it: whoever can
//! alter the record could alter it in the database, too.

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
use crate::leases::Leases;
use crate::work::lock;

/// How often the record is checked without being asked for.
const DAY_MS: i64 = core_wasm::dates::DAY_MS;
/// How often it is looked whether that is due: another copy of the program may have checked it.
const LOOK: Duration = Duration::from_secs(3600);
/// The lease of the copy that checks, and its length in milliseconds.
const LEASE: (&str, i64) = ("audit check", 60_000);
/// How often other copies are told how far it has come.
const TOLD: Duration = Duration::from_secs(1);

/// The last check and the one that is under way; cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Seal(Arc<Mutex<Checks>>);

#[derive(Default)]
struct Checks {
    shown: AuditSeal,
    /// The end of the record when it was whole the last time.
    whole: Option<Anchor>,
}

/// Whether the record is as it was written: the last check, and how far the one has come that is under way.
#[utoipa::path(get, path = "/auditLog/seal", tag = "audit", security(("session" = ["admin"])),
    responses((status = 200, body = AuditSeal)))]
pub(super) async fn seal(State(log): State<AuditLog>, _: Admin) -> Result<Answer<AuditSeal>> {
    Ok(Answer(shown(&log).await?))
}

/// Check the record, unless that is under way; the answer does not wait for the end.
#[utoipa::path(post, path = "/auditLog/seal", tag = "audit", security(("session" = ["admin"])),
    responses((status = 200, body = AuditSeal)))]
pub(super) async fn check(State(log): State<AuditLog>, _: Admin) -> Result<Answer<AuditSeal>> {
    if let Some(running) = begin(&log).await? {
        tokio::spawn(run(log.clone(), running));
    }
    Ok(Answer(shown(&log).await?))
}

/// What is known of the record, whichever copy of the program has found it.
async fn shown(log: &AuditLog) -> Result<AuditSeal> {
    let here = log.seal.shown();
    if here.running.is_some() {
        return Ok(here);
    }
    let Some(lease) = log.leases.find(LEASE.0).await? else { return Ok(here) };
    let told: AuditSeal = serde_json::from_str(&lease.note).unwrap_or_default();
    let last = [here.last, told.last].into_iter().flatten().max_by_key(|last| last.at);
    // The copy that checked has died.
    let running = told.running.filter(|_| lease.until > log.clock.now_ms());
    Ok(AuditSeal { last, running })
}

/// The right to check the record, unless somebody has it, in this copy of the program or in another one.
async fn begin(log: &AuditLog) -> Result<Option<Running>> {
    let last = shown(log).await?.last;
    let Some(running) = log.seal.begin(log.leases.clone(), last) else { return Ok(None) };
    if !log.leases.hold(LEASE.0, LEASE.1).await? {
        return Ok(None);
    }
    running.tell().await;
    Ok(Some(running))
}

/// Checks the record at the start, and when nobody has for a day; a failure is in the log. Never returns.
pub(crate) async fn check_daily(log: AuditLog) {
    let mut is_due = true;
    loop {
        if is_due {
            match begin(&log).await {
                Ok(Some(running)) => run(log.clone(), running).await,
                Ok(None) => {}
                Err(error) => tracing::error!(%error, "the audit record could not be checked"),
            }
        }
        tokio::time::sleep(LOOK).await;
        let last = shown(&log).await.unwrap_or_default().last;
        is_due = last.is_none_or(|last| log.clock.now_ms() - last.at >= DAY_MS);
    }
}

impl Seal {
    fn shown(&self) -> AuditSeal {
        lock(&self.0).shown
    }

    /// The right to check the record in this copy of the program, unless somebody has it. `last` is what is shown meanwhile.
    fn begin(&self, leases: Leases, last: Option<SealResult>) -> Option<Running> {
        let mut checks = lock(&self.0);
        if checks.shown.running.is_some() {
            return None;
        }
        checks.shown = AuditSeal { last, running: Some(SealProgress { rows: 0, of: 0 }) };
        Some(Running { seal: self.clone(), leases, told: Instant::now() })
    }
}

/// A check that is under way: until it is dropped no other one begins.
struct Running {
    seal: Seal,
    leases: Leases,
    /// When other copies were told last how far it has come.
    told: Instant,
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.seal.0).shown.running = None;
    }
}

impl Running {
    async fn progress(&mut self, rows: i64, of: i64) {
        lock(&self.seal.0).shown.running = Some(SealProgress { rows, of });
        if self.told.elapsed() >= TOLD {
            self.told = Instant::now();
            self.tell().await;
        }
    }

    /// Tells other copies of the program what is known.
    async fn tell(&self) {
        self.note(self.seal.shown()).await;
    }

    async fn note(&self, seal: AuditSeal) {
        let noted = async {
            self.leases.hold(LEASE.0, LEASE.1).await?;
            self.leases.note(LEASE.0, serde_json::to_string(&seal)?).await
        };
        if let Err(error) = noted.await {
            tracing::warn!(%error, "other copies could not be told of the check of the audit record");
        }
    }

    /// Ends the check, and shows what it has found.
    async fn end(self, last: SealResult, whole: Option<Anchor>) {
        {
            let mut checks = lock(&self.seal.0);
            checks.shown.last = Some(last);
            if whole.is_some() {
                checks.whole = whole;
            }
        }
        self.note(AuditSeal { last: Some(last), running: None }).await;
        if let Err(error) = self.leases.give_back(LEASE.0).await {
            tracing::warn!(%error, "the lease of the check of the audit record ends by itself");
        }
    }
}

async fn run(log: AuditLog, mut running: Running) {
    let began = Instant::now();
    let known = lock(&running.seal.0).whole.clone();
    let (verdict, rows, row, end) = match follow(&log, &mut running, known).await {
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
    running.end(SealResult { verdict, rows, row, at: log.clock.now_ms(), took_ms }, end).await;
}

/// What a check has found: the verdict, the rows that are whole, the first one that is not, and the end of a whole record.
type Found = (SealVerdict, i64, Option<i64>, Option<Anchor>);

/// Follows the chain from its first row to its last one, and compares it with the end that was `known`.
async fn follow(log: &AuditLog, running: &mut Running, known: Option<Anchor>) -> Result<Found> {
    let of = log.db.read(|tx| Ok(audit::anchor(tx)?.rows)).await?;
    let mut chain = Chain::default();
    loop {
        running.progress(chain.rows(), of.max(chain.rows())).await;
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
