//! Leases: which copy of the program does a work that one copy at a time is enough for (docs/decisions/0089).
//!
//! A lease ends by itself some seconds after its copy last renewed it, so that a copy that dies is replaced. It avoids that work is done twice, and
//! limits rates; it is no lock: a copy that was stopped for a minute may go on for a moment beside its successor. So what must happen once is decided by the statement
//! that records it, never by a lease. With the database in a file there is one copy, which has every lease without a statement.

use std::collections::HashMap;
use std::convert::Infallible;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::clock::Clock;
use crate::db::{Db, Row, Tx, params};
use crate::error::Result;
use crate::ids::new_id;
use crate::work::lock;

/// How far the clocks of two copies may be apart, in milliseconds. A lease that ends later than that is of a copy whose clock was wrong.
const CLOCKS_MS: i64 = 60_000;
/// How long a row is kept that nobody has renewed, in milliseconds: its note is shown meanwhile.
const KEPT_MS: i64 = 30 * 24 * 3_600_000;

/// The leases of this copy; cheap to clone.
#[derive(Clone)]
pub(crate) struct Leases {
    db: Db,
    clock: Clock,
    holder: Arc<str>,
    /// Until when this copy has which.
    held: Arc<Mutex<HashMap<String, i64>>>,
}

/// A lease as it is in the database.
pub(crate) struct Lease {
    holder: String,
    /// When it ends, in epoch milliseconds.
    pub(crate) until: i64,
    /// What its holder said of the work; empty for nothing.
    pub(crate) note: String,
}

impl Leases {
    pub(crate) fn new(db: Db, clock: Clock) -> Self {
        Self { db, clock, holder: new_id().into(), held: Arc::default() }
    }

    /// Whether no other copy can use the database: then nothing is written for leases, and notes are not kept.
    pub(crate) fn is_alone(&self) -> bool {
        !self.db.is_shared()
    }

    /// Whether this copy has the lease, which it takes if nobody has it, for `for_ms` milliseconds from now. One that it has is renewed when half of
    /// its time is over: to ask often costs nothing.
    ///
    /// # Errors
    /// When the database cannot be used: then the work waits.
    pub(crate) async fn hold(&self, name: &str, for_ms: i64) -> Result<bool> {
        if self.is_alone() {
            return Ok(true);
        }
        let now = self.clock.now_ms();
        let known = lock(&self.held).get(name).copied();
        // One that it took later than now has to be taken again: the clock was set back.
        if known.is_some_and(|until| (until - for_ms..until - for_ms / 2).contains(&now)) {
            return Ok(true);
        }
        let is_taken = |lease: Lease| lease.holder != *self.holder && (now + 1..=now + for_ms + CLOCKS_MS).contains(&lease.until);
        if known.is_none() && self.find(name).await?.is_some_and(is_taken) {
            return Ok(false);
        }
        let (asked, holder) = (name.to_owned(), self.holder.clone());
        let is_held = self.db.write(move |tx| take(tx, &asked, &holder, now, for_ms)).await?;
        match is_held {
            true => lock(&self.held).insert(name.to_owned(), now + for_ms),
            false => lock(&self.held).remove(name),
        };
        Ok(is_held)
    }

    /// Whether this copy had the lease when it asked last, and its time is not over.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.is_alone() || lock(&self.held).get(name).is_some_and(|until| self.clock.now_ms() < *until)
    }

    /// Does some work, and renews a lease that this copy has until it is done.
    pub(crate) async fn during<T>(&self, name: &str, for_ms: i64, work: impl Future<Output = T>) -> T {
        // The work goes on while its lease is renewed, which may take seconds.
        tokio::select! {
            done = work => done,
            never = self.renew(name, for_ms) => match never {},
        }
    }

    async fn renew(&self, name: &str, for_ms: i64) -> Infallible {
        let pause = Duration::from_millis(u64::try_from(for_ms / 4).unwrap_or(1000));
        loop {
            tokio::time::sleep(pause).await;
            match self.hold(name, for_ms).await {
                Ok(true) => {}
                Ok(false) => tracing::warn!(name, "another copy has the lease of what is under way here"),
                Err(error) => tracing::warn!(%error, name, "a lease could not be renewed"),
            }
        }
    }

    /// Ends a lease of this copy, so that another one can go on at once.
    ///
    /// # Errors
    /// When the database cannot be used; it ends by itself then.
    pub(crate) async fn give_back(&self, name: &str) -> Result<()> {
        if lock(&self.held).remove(name).is_none() {
            return Ok(());
        }
        let (name, holder, now) = (name.to_owned(), self.holder.clone(), self.clock.now_ms());
        let sql = "UPDATE leases SET until = $1 WHERE name = $2 AND holder = $3";
        self.db.write(move |tx| tx.execute(sql, params![now, name, &*holder]).map(drop)).await
    }

    /// Ends all leases of this copy: the program stops.
    pub(crate) async fn give_all_back(&self) {
        let held: Vec<String> = lock(&self.held).keys().cloned().collect();
        for name in held {
            if let Err(error) = self.give_back(&name).await {
                tracing::warn!(%error, "leases could not be given back: they end by themselves");
                return;
            }
        }
    }

    /// Says how the work of a lease of this copy goes.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub(crate) async fn note(&self, name: &str, note: String) -> Result<()> {
        if self.is_alone() {
            return Ok(());
        }
        let (name, holder) = (name.to_owned(), self.holder.clone());
        let sql = "UPDATE leases SET note = $1 WHERE name = $2 AND holder = $3";
        self.db.write(move |tx| tx.execute(sql, params![note, name, &*holder]).map(drop)).await
    }

    /// A lease, whoever has it; `None` if nobody ever had it, and where there is one copy.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub(crate) async fn find(&self, name: &str) -> Result<Option<Lease>> {
        if self.is_alone() {
            return Ok(None);
        }
        let name = name.to_owned();
        let sql = "SELECT holder, until, note FROM leases WHERE name = $1";
        self.db.read(move |tx| tx.query_opt(sql, params![name], Lease::read)).await
    }
}

impl Lease {
    fn read(row: &Row<'_>) -> Result<Self> {
        Ok(Self { holder: row.get(0)?, until: row.get(1)?, note: row.get(2)? })
    }
}

/// Takes or renews a lease; returns whether it is this holder's.
fn take(tx: &Tx<'_>, name: &str, holder: &str, now: i64, for_ms: i64) -> Result<bool> {
    tx.execute("DELETE FROM leases WHERE until <= $1", params![now - KEPT_MS])?;
    let taken = tx.execute(
        "INSERT INTO leases (name, holder, until) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE leases.holder = excluded.holder OR leases.until <= $4 OR leases.until > $5",
        params![name, holder, now + for_ms, now, now + for_ms + CLOCKS_MS],
    )?;
    Ok(taken > 0)
}

/// Removes what the holder said of its work, in the transaction that makes it untrue.
pub(crate) fn clear_note(tx: &Tx<'_>, name: &str) -> Result<()> {
    tx.execute("UPDATE leases SET note = '' WHERE name = $1 AND note <> ''", params![name])?;
    Ok(())
}
