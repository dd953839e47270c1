//! `GET /auditLog/seal`, `POST /auditLog/seal`: whether the chain of the record is whole.
//!
//! A check reads every row, so it runs in a task of its own, one at a time however many ask for it and however many copies of the program there
//! are, and in steps between which other long reads have their turn. Its result is in memory, and where there are several copies with the lease of
//! the check, so that each of them shows it and knows the end of the record that was found. Whoever can alter the record could alter that in the
//! database, too: a copy also compares with the end in its own memory, and shows a record that it has found altered or cut as such, whatever another
//! copy says and although a later check fails, until it has found it whole itself.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Json as Answer;
use axum::extract::State;
use core_wasm::audit::{AuditSeal, SealProgress, SealResult, SealVerdict};
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::AuditLog;
use crate::account::Admin;
use crate::audit::{self, Anchor, Chain, Checked};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::leases::{Lease, Leases};
use crate::work::lock;

/// How often the record is checked without being asked for.
const DAY_MS: i64 = core_wasm::dates::DAY_MS;
/// How often it is looked whether that is due: another copy of the program may have checked it.
const LOOK: Duration = Duration::from_secs(3600);
/// The lease of the copy that checks, and its length in milliseconds.
const LEASE: (&str, i64) = ("audit check", 60_000);
/// How often other copies are told how far it has come.
const TOLD: Duration = Duration::from_secs(1);

/// What the lease says: the last check and the one that is under way, and the end of the record when it was whole the last time.
#[derive(Default, Serialize, Deserialize)]
struct Note {
    #[serde(flatten)]
    seal: AuditSeal,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    whole: Option<String>,
}

impl Note {
    /// What a lease says; nothing when another release of the program has written it otherwise.
    fn of(lease: &Lease) -> Self {
        serde_json::from_str(&lease.note).unwrap_or_default()
    }

    fn whole(&self) -> Option<Anchor> {
        self.whole.as_ref()?.parse().ok()
    }
}

/// The checks of this copy of the program; cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Seal(Arc<Mutex<Checks>>);

/// What this copy has found itself, never what another one has.
#[derive(Default)]
struct Checks {
    /// The last check that came to its end.
    found: Option<SealResult>,
    /// The last one that failed, unless one came to its end since.
    failed: Option<SealResult>,
    running: Option<SealProgress>,
    /// The end of the record when it was whole the last time.
    whole: Option<Anchor>,
}

impl Checks {
    /// The check that is shown, when `told` is the last one that other copies tell of. What was found here to be broken stays until it is found whole
    /// here, and a check that failed hides no broken record, whoever has found it.
    fn last(&self, told: Option<SealResult>) -> Option<SealResult> {
        let latest = |a: Option<SealResult>, b: Option<SealResult>| a.into_iter().chain(b).max_by_key(|last| last.at);
        let found = self.found.filter(is_broken).or_else(|| latest(self.found, told));
        found.filter(is_broken).or_else(|| latest(found, self.failed))
    }
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
    let Some(lease) = log.leases.find(LEASE.0).await? else { return Ok(log.seal.shown(None)) };
    let told = Note::of(&lease).seal;
    let here = log.seal.shown(told.last);
    // The copy that checked has died.
    let elsewhere = told.running.filter(|_| lease.until > log.clock.now_ms());
    Ok(AuditSeal { running: here.running.or(elsewhere), ..here })
}

fn is_broken(last: &SealResult) -> bool {
    matches!(last.verdict, SealVerdict::Altered | SealVerdict::Cut)
}

/// The right to check the record, unless somebody has it, in this copy of the program or in another one.
async fn begin(log: &AuditLog) -> Result<Option<Running>> {
    let Some(mut running) = log.seal.begin(log.leases.clone()) else { return Ok(None) };
    if !log.leases.hold(LEASE.0, LEASE.1).await? {
        return Ok(None);
    }
    running.before = log.leases.find(LEASE.0).await?.map(|lease| Note::of(&lease)).unwrap_or_default();
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
        let is_over = |last: SealResult| last.verdict == SealVerdict::Failed || log.clock.now_ms() - last.at >= DAY_MS;
        is_due = log.seal.has_failed() || last.is_none_or(is_over);
    }
}

impl Seal {
    /// What is shown, when `told` is the last check that other copies tell of.
    fn shown(&self, told: Option<SealResult>) -> AuditSeal {
        let checks = lock(&self.0);
        AuditSeal { last: checks.last(told), running: checks.running }
    }

    /// Whether the last check of this copy failed, which is not always shown.
    fn has_failed(&self) -> bool {
        lock(&self.0).failed.is_some()
    }

    /// The right to check the record in this copy of the program, unless somebody has it.
    fn begin(&self, leases: Leases) -> Option<Running> {
        let mut checks = lock(&self.0);
        if checks.running.is_some() {
            return None;
        }
        checks.running = Some(SealProgress { rows: 0, of: 0 });
        Some(Running { seal: self.clone(), leases, told: Instant::now(), before: Note::default() })
    }
}

/// A check that is under way: until it is dropped no other one begins.
struct Running {
    seal: Seal,
    leases: Leases,
    /// When other copies were told last how far it has come.
    told: Instant,
    /// What the lease said when it began: of an earlier check, in whichever copy.
    before: Note,
}

impl Drop for Running {
    fn drop(&mut self) {
        lock(&self.seal.0).running = None;
    }
}

impl Running {
    async fn progress(&mut self, rows: i64, of: i64) {
        lock(&self.seal.0).running = Some(SealProgress { rows, of });
        if self.told.elapsed() >= TOLD {
            self.told = Instant::now();
            self.tell().await;
        }
    }

    /// The ends of the record that are known: one that this copy has found, and one that the database says another one has.
    fn known(&self) -> Vec<Anchor> {
        let own = lock(&self.seal.0).whole.clone();
        own.into_iter().chain(self.before.whole()).filter(|end| end.rows > 0).collect()
    }

    /// Tells other copies of the program what is known.
    async fn tell(&self) {
        self.note(self.seal.shown(self.before.seal.last)).await;
    }

    async fn note(&self, seal: AuditSeal) {
        let whole = self.known().into_iter().max_by_key(|end| end.rows).map(|end| end.to_string());
        let noted = async {
            self.leases.hold(LEASE.0, LEASE.1).await?;
            self.leases.note(LEASE.0, serde_json::to_string(&Note { seal, whole })?).await
        };
        if let Err(error) = noted.await {
            tracing::warn!(%error, "other copies could not be told of the check of the audit record");
        }
    }

    /// Ends the check, and shows what it has found.
    async fn end(self, last: SealResult, whole: Option<Anchor>) {
        let last = {
            let mut checks = lock(&self.seal.0);
            if whole.is_some() {
                checks.whole = whole;
            }
            if last.verdict == SealVerdict::Failed {
                checks.failed = Some(last);
                checks.last(self.before.seal.last)
            } else {
                (checks.found, checks.failed) = (Some(last), None);
                // Whatever was told before it is over.
                Some(last)
            }
        };
        self.note(AuditSeal { last, running: None }).await;
        if let Err(error) = self.leases.give_back(LEASE.0).await {
            tracing::warn!(%error, "the lease of the check of the audit record ends by itself");
        }
    }
}

async fn run(log: AuditLog, mut running: Running) {
    let began = Instant::now();
    let known = running.known();
    let (verdict, rows, row, end) = match follow(&log, &mut running, known).await {
        Ok(found) => found,
        Err(error) => {
            tracing::error!(%error, "the audit record could not be checked");
            (SealVerdict::Failed, 0, None, None)
        }
    };
    let took_ms = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    let last = SealResult { verdict, rows, row, at: log.clock.now_ms(), took_ms };
    if is_broken(&last) {
        tracing::error!(?verdict, rows, row, "the audit record is not as it was written");
    }
    running.end(last, end).await;
}

/// What a check has found: the verdict, the rows that are whole, the first one that is not, and the end of a whole record.
type Found = (SealVerdict, i64, Option<i64>, Option<Anchor>);

/// Follows the chain from its first row to its last one, and compares it with the ends that were `known`.
async fn follow(log: &AuditLog, running: &mut Running, known: Vec<Anchor>) -> Result<Found> {
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
    for known in known {
        let kept = "SELECT hash FROM audit WHERE id = $1";
        let kept = log.db.read(move |tx| tx.query_opt(kept, params![known.rows], |row| row.get::<String>(0))).await?;
        match kept {
            None => return Ok((SealVerdict::Cut, end.rows, None, None)),
            // The chain is valid, but is another one: it was written anew.
            Some(hash) if hash != known.hash => return Ok((SealVerdict::Altered, 0, Some(known.rows), None)),
            Some(_) => {}
        }
    }
    Ok((SealVerdict::Whole, end.rows, None, Some(end)))
}
