//! The worker that sends messages: fed by the boards, and limited by the core's rules.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use core_wasm::live::follow::{self, FollowNotice, Followed, News, Passed, ToldBy};
use core_wasm::race::Race;
use core_wasm::timing::engine::Field;
use serde::Serialize;
use tokio::sync::OwnedRwLockReadGuard;
use tokio::task::JoinSet;

use super::Push;
use super::sender::Sent;
use super::store::{self, Subscription};
use crate::db::{Tx, params};
use crate::error::{Error, Result};
use crate::work::{finish, lock};

/// How often the boards are looked at.
const EVERY: Duration = Duration::from_secs(2);
/// The lease of the copy that sends, and its length in milliseconds.
const LEASE: (&str, i64) = ("push", 15_000);
/// How often subscriptions to races that are over are deleted, in rounds.
const TIDY_EVERY: u32 = 300;
/// How many messages are under way at once: so many are recorded and not sent at most when the program is killed.
const AT_ONCE: usize = 32;
/// How many of them are recorded together.
const PORTION: usize = 16;
/// How long the program waits at its end for messages that are under way.
const STOP_WITHIN: Duration = Duration::from_secs(12);

/// What was seen of a race.
#[derive(Clone, Default)]
pub(super) struct Seen {
    /// The version of the field.
    version: String,
    /// The subscriptions that wait for the end of a pause, and when it ends in epoch milliseconds.
    waiting: HashMap<String, i64>,
}

/// A subscription that is to be told something, or of whose runners more was passed than is told.
struct Due {
    to: Subscription,
    event_name: String,
    race: String,
    news: Vec<(Followed, News)>,
}

/// A message that is recorded as sent.
struct Message {
    to: Subscription,
    text: Vec<u8>,
    /// What to record when it was not taken: of each runner the state after it, and before it.
    undo: Vec<(Followed, Followed)>,
}

/// What was recorded.
#[derive(Default)]
struct Recorded {
    messages: Vec<Message>,
    /// The subscriptions that another copy of the program has told something meanwhile: they are looked at again.
    overtaken: Vec<String>,
}

/// What the service worker reads.
#[derive(Serialize)]
struct Payload<'a> {
    #[serde(flatten)]
    notice: &'a FollowNotice,
    race: &'a str,
}

impl Push {
    /// Sends messages for ever.
    pub(crate) async fn run(self) {
        let mut rounds = 0_u32;
        loop {
            tokio::time::sleep(EVERY).await;
            if rounds.is_multiple_of(TIDY_EVERY)
                && let Err(error) = self.tidy().await
                && !error.is_unreachable()
            {
                tracing::warn!("subscriptions could not be deleted: {error}");
            }
            rounds = rounds.wrapping_add(1);
            if let Err(error) = self.round().await
                && !error.is_unreachable()
            {
                tracing::warn!("push messages could not be sent: {error}");
            }
        }
    }

    /// Looks at every race with subscriptions once, and sends what is due.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub(crate) async fn round(&self) -> Result<()> {
        let races = self.db.read(store::races).await?;
        lock(&self.seen).retain(|race_id, _| races.iter().any(|(id, _)| id == race_id));
        for (race_id, _) in races {
            if !self.leases.hold(LEASE.0, LEASE.1).await? {
                // Whoever has the lease next compares everything with what the database says was told.
                lock(&self.seen).clear();
                return Ok(());
            }
            match self.look(&race_id).await {
                // A race that was deleted or hidden has no messages; `tidy` deletes its subscriptions.
                Err(error) if error.status() == StatusCode::NOT_FOUND => {}
                Err(error) if error.is_unreachable() => {}
                // Other races have theirs, and the next round is soon.
                Err(error) => tracing::warn!("push messages of a race could not be sent: {error}"),
                Ok(()) => {}
            }
        }
        Ok(())
    }

    /// Sends what is due about one race.
    async fn look(&self, race_id: &str) -> Result<()> {
        let (board, snapshot) = self.boards.snapshot(race_id).await?;
        let seen = lock(&self.seen).get(race_id).cloned().unwrap_or_default();
        let now = self.clock.now_ms();
        let is_old = seen.version != snapshot.version();
        let waited: Vec<String> = seen.waiting.iter().filter(|(_, until)| **until <= now).map(|(id, _)| id.clone()).collect();
        if !is_old && waited.is_empty() {
            return Ok(());
        }
        let since = seen.version.clone();
        let (version, changed) = board
            .read_field(move |field: &Field| {
                let changed = field.changed_since(&since);
                (field.version(), changed.map(|bibs| bibs.into_iter().map(str::to_owned).collect::<Vec<String>>()))
            })
            .await?;
        let id = race_id.to_owned();
        let rows = self.db.read_long(move |tx| considered(tx, &id, changed.as_deref(), &waited)).await?;
        let due: Vec<Due> = board
            .read_field(move |field: &Field| {
                let head = field.head();
                let news = |followed: Followed| {
                    let news = follow::news(&head, field.row(&followed.bib), &followed, now);
                    (followed, news)
                };
                let due = |(to, followed): (Subscription, Vec<Followed>)| Due {
                    to,
                    event_name: head.event_name.clone(),
                    race: head.race.clone(),
                    news: followed.into_iter().map(news).filter(|(before, news)| *before != news.followed).collect(),
                };
                rows.into_iter().map(due).filter(|due| !due.news.is_empty()).collect()
            })
            .await?;
        let mut waiting = seen.waiting;
        waiting.retain(|_, until| *until > now);
        let mut told = Vec::new();
        for due in due {
            let passed = due.news.iter().any(|(_, news)| !news.passed.is_empty());
            match ends(&due.to, now).filter(|_| passed) {
                Some(until) => {
                    waiting.insert(due.to.id, until);
                }
                None => told.push(due),
            }
        }
        waiting.extend(self.leases.during(LEASE.0, LEASE.1, self.tell(told, now)).await?);
        lock(&self.seen).insert(race_id.to_owned(), Seen { version, waiting });
        Ok(())
    }

    /// Records and sends what is told; returns the subscriptions that are to be looked at again, and when. What is recorded is sent, whatever
    /// becomes of the rest: when this fails, or the program stops, nobody is left who was to be told and is not.
    async fn tell(&self, mut told: Vec<Due>, now: i64) -> Result<HashMap<String, i64>> {
        let (mut again, mut sending, mut failed) = (HashMap::new(), JoinSet::new(), None);
        while !told.is_empty() {
            // What is recorded is sent at once: it would be lost when it waited for others that end slowly, and the program stopped.
            while sending.len() + PORTION > AT_ONCE {
                again.extend(sent(&mut sending).await);
            }
            // Until the messages that are recorded now are sent. Once the program stops, this waits for ever.
            let under_way = Arc::new(self.sending.clone().read_owned().await);
            let rest = told.split_off(told.len().min(PORTION));
            let portion = std::mem::replace(&mut told, rest);
            match self.record(portion, now).await {
                Ok(Recorded { messages, overtaken }) => {
                    again.extend(overtaken.into_iter().map(|id| (id, now)));
                    for message in messages {
                        sending.spawn(self.clone().deliver(message, now, under_way.clone()));
                    }
                }
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        while !sending.is_empty() {
            again.extend(sent(&mut sending).await);
        }
        failed.map_or(Ok(again), Err)
    }

    /// Records what is told.
    async fn record(&self, told: Vec<Due>, now: i64) -> Result<Recorded> {
        let told = Arc::new(told);
        let write = move |tx: &Tx<'_>| {
            let mut recorded = Recorded::default();
            for due in told.iter() {
                if store::told_at(tx, &due.to.id)? != due.to.told_at {
                    recorded.overtaken.push(due.to.id.clone());
                    continue;
                }
                let (mut passed, mut undo): (Vec<Passed>, Vec<_>) = (Vec::new(), Vec::new());
                for (before, news) in &due.news {
                    if store::advance(tx, &due.to.id, before, &news.followed)? {
                        passed.extend(news.passed.iter().cloned());
                        undo.push((news.followed.clone(), before.clone()));
                    }
                }
                let Some(notice) = follow::notice(&due.event_name, passed) else { continue };
                if !store::set_told(tx, &due.to.id, due.to.told_at, Some(now), due.to.not_before)? {
                    return Err(Error::Raced);
                }
                let text = serde_json::to_vec(&Payload { notice: &notice, race: &due.race })?;
                recorded.messages.push(Message { to: due.to.clone(), text, undo });
            }
            Ok(recorded)
        };
        self.db.write(write).await
    }

    /// Sends a message, and records what became of it.
    async fn deliver(self, message: Message, now: i64, _under_way: Arc<OwnedRwLockReadGuard<()>>) -> Option<(String, i64)> {
        let sent = self.sender.send(&message.to, message.text.clone(), now).await;
        let id = message.to.id.clone();
        // One that is to be sent later, and stays recorded as sent, would be lost.
        if let Err(error) = self.db.write_until_kept(move |tx| settle(tx, &message, sent, now)).await {
            tracing::warn!(%error, "what became of a push message could not be recorded");
        }
        if let Sent::Later(pause) = sent { Some((id, now + pause)) } else { None }
    }

    /// Waits for the messages that are under way, and lets no further ones begin: the program stops.
    pub(crate) async fn stop(&self) {
        if !finish(&self.sending, STOP_WITHIN).await {
            tracing::warn!("push messages were still under way when the program ended: they may not have arrived");
        }
    }

    /// Deletes the subscriptions to races that are over, hidden or deleted.
    ///
    /// # Errors
    /// When the database cannot be used.
    pub(crate) async fn tidy(&self) -> Result<()> {
        let now = self.clock.now_ms();
        let ended = self.db.read(move |tx| {
            let mut ended = Vec::new();
            for (race_id, newest) in store::races(tx)? {
                if has_ended(tx, &race_id, newest, now)? {
                    ended.push(race_id);
                }
            }
            Ok(ended)
        });
        for race_id in ended.await? {
            // Looked at again: the race may have been moved to another day, or somebody may follow a runner since.
            let delete = move |tx: &Tx<'_>| match store::races(tx)?.iter().find(|(id, _)| *id == race_id) {
                Some((_, newest)) if has_ended(tx, &race_id, *newest, now)? => store::delete_of_race(tx, &race_id),
                _ => Ok(()),
            };
            self.db.write(delete).await?;
        }
        Ok(())
    }
}

/// Waits for one of the messages; returns its subscription if it is to be looked at again, and when.
async fn sent(sending: &mut JoinSet<Option<(String, i64)>>) -> Option<(String, i64)> {
    sending.join_next().await?.inspect_err(|panic| tracing::error!(%panic, "the sender of a push message panicked")).ok()?
}

/// When the pause of a subscription ends, in epoch milliseconds; `None` when there is none.
fn ends(to: &Subscription, now: i64) -> Option<i64> {
    let by_rule = || {
        let told_at = to.told_at.filter(|_| !ToldBy::Notice.is_due(to.told_at, now))?;
        Some(told_at + ToldBy::Notice.pause_ms())
    };
    if to.not_before > now { Some(to.not_before) } else { by_rule() }
}

/// The subscriptions whose runners changed, with those runners; and those whose pause is over, with all of their runners.
fn considered(
    tx: &Tx<'_>,
    race_id: &str,
    changed: Option<&[String]>,
    waited: &[String],
) -> Result<Vec<(Subscription, Vec<Followed>)>> {
    let mut by_id: BTreeMap<String, Vec<Followed>> = BTreeMap::new();
    for (id, followed) in store::following(tx, race_id, changed)? {
        by_id.entry(id).or_default().push(followed);
    }
    for id in waited {
        by_id.insert(id.clone(), store::followed_by(tx, id)?);
    }
    let mut found = Vec::with_capacity(by_id.len());
    for (id, followed) in by_id {
        if let Some(to) = store::subscription(tx, &id)? {
            found.push((to, followed));
        }
    }
    Ok(found)
}

/// Records what became of a message. One that the service refused for now is not recorded as sent, and is sent again while it is news;
/// one that may have arrived is never sent again.
fn settle(tx: &Tx<'_>, message: &Message, sent: Sent, now: i64) -> Result<()> {
    let id = &message.to.id;
    match sent {
        Sent::Taken => store::count(tx, id, true),
        Sent::Failed => store::count(tx, id, false),
        Sent::Gone => store::delete(tx, id),
        Sent::Later(pause) => {
            for (after, before) in &message.undo {
                store::advance(tx, id, after, before)?;
            }
            store::set_told(tx, id, Some(now), message.to.told_at, now + pause).map(drop)
        }
    }
}

fn has_ended(tx: &Tx<'_>, race_id: &str, newest: i64, now: i64) -> Result<bool> {
    let sql = "SELECT s.summary FROM race_summaries s JOIN races r ON r.id = s.race_id
               WHERE s.race_id = $1 AND s.hidden = 0 AND r.deleted_at IS NULL";
    let Some(summary) = tx.query_opt(sql, params![race_id], |row| row.get::<String>(0))? else { return Ok(true) };
    let race: Race = serde_json::from_str(&summary)?;
    Ok(follow::has_ended(&race.into(), newest, now))
}
