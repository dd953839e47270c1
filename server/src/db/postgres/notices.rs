//! Notices between copies of the program, told through the server (`LISTEN` and `NOTIFY`): that something was changed.
//!
//! A notice only says that something is to be read again. Whoever misses one reads it by itself a moment later, so notices are sent after the
//! commit, each at most once, and those that cannot be sent are dropped. They carry no data.
//!
//! The connection that receives waits for hours, so it is one of the synchronous client, which has no time limit; TCP tells when it is lost. The one
//! that sends has a limit, as any other (`client.rs`).

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

use postgres::fallible_iterator::FallibleIterator;

use super::client::Client;
use super::{Server, error};
use crate::error::{Error, Result};
use crate::ids::new_id;

/// The channel on the server.
const CHANNEL: &str = "splitline";
/// How many notices may wait to be told; further ones are dropped.
const WAITING: usize = 1024;
/// How long it may take to send notices.
const SENT_WITHIN: Duration = Duration::from_secs(2);
/// How long after a connection was tried the next one is.
const AGAIN_AFTER: Duration = Duration::from_secs(2);
/// How often the thread that listens looks whether the database is still in use.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// What receives the topic of a notice; `None` when notices may have been missed.
type Receive = Box<dyn Fn(Option<&str>) + Send>;

/// The notices of one copy.
pub(in crate::db) struct Notices {
    server: Arc<Server>,
    /// Names this copy in what it tells: its own notices are not passed on.
    own: String,
    started: OnceLock<Started>,
}

/// Both threads end when this is dropped.
struct Started {
    topics: SyncSender<String>,
    _in_use: Arc<()>,
}

impl Notices {
    /// Without a connection yet.
    pub(in crate::db) fn new(server: &Arc<Server>) -> Self {
        Self { server: server.clone(), own: new_id(), started: OnceLock::new() }
    }

    /// Tells all other copies of a topic; none is told before this copy listens, as commands at the terminal do not.
    pub(in crate::db) fn tell(&self, topic: &str) {
        if let Some(started) = self.started.get() {
            // A full queue: the server is away, or slow.
            let _ = started.topics.try_send(topic.to_owned());
        }
    }

    /// Calls `receive` with each topic of other copies from now on, on a thread of its own. Only the first call has an effect.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub(in crate::db) fn listen(&self, receive: Receive) -> Result<()> {
        let (topics, told) = sync_channel(WAITING);
        let in_use = Arc::new(());
        let (server, own, used) = (self.server.clone(), self.own.clone(), Arc::downgrade(&in_use));
        std::thread::Builder::new().name("db-listener".into()).spawn(move || listen(&server, &own, &used, &receive))?;
        let (server, own) = (self.server.clone(), self.own.clone());
        std::thread::Builder::new().name("db-notices".into()).spawn(move || tell(&server, &own, &told))?;
        let _ = self.started.set(Started { topics, _in_use: in_use });
        Ok(())
    }
}

/// Tells the topics that wait, each once, until the database is not used any more.
fn tell(server: &Server, own: &str, told: &Receiver<String>) {
    let mut client: Option<Client> = None;
    while let Ok(first) = told.recv() {
        let topics: BTreeSet<String> =
            std::iter::once(first).chain(told.try_iter()).map(|topic| format!("{own} {topic}")).collect();
        let topics: Vec<String> = topics.into_iter().collect();
        let sql = format!("SELECT pg_notify('{CHANNEL}', topic) FROM unnest($1::text[]) AS topic");
        // A connection that was lost while nobody used it is made again once.
        for _ in 0..2 {
            let is_new = client.is_none();
            let Some(connection) = client.take().or_else(|| server.connect(SENT_WITHIN).ok()) else { break };
            let connection = client.insert(connection);
            if connection.query(&*sql, &[&topics]).is_ok() {
                break;
            }
            client = None;
            if is_new {
                break;
            }
        }
    }
}

/// Receives topics of other copies until the database is not used any more.
fn listen(server: &Server, own: &str, in_use: &Weak<()>, receive: &Receive) {
    let mut tried: Option<Instant> = None;
    while in_use.strong_count() > 0 {
        if tried.is_none_or(|tried| tried.elapsed() >= AGAIN_AFTER) {
            tried = Some(Instant::now());
            if let Err(why) = listen_once(server, own, in_use, receive) {
                tracing::debug!(%why, "notices of other copies are not received");
            }
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

fn listen_once(server: &Server, own: &str, in_use: &Weak<()>, receive: &Receive) -> Result<()> {
    let mut client = server.address.connect()?;
    client.batch_execute(&format!("LISTEN {CHANNEL}")).map_err(error)?;
    // First: what is read again because of this must not be refused because the server was out of reach a moment ago.
    server.was_reached();
    receive(None);
    while in_use.strong_count() > 0 {
        if client.is_closed() {
            return Err(Error::Unreachable);
        }
        let mut notices = client.notifications();
        let mut arriving = notices.timeout_iter(LOOK_EVERY);
        while let Some(notice) = arriving.next().map_err(error)? {
            match notice.payload().split_once(' ') {
                Some((copy, topic)) if copy != own => receive(Some(topic)),
                _ => {}
            }
        }
    }
    Ok(())
}
