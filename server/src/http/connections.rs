//! The open connections: a limit in all, a share of it for each address, and the choice of which connection is closed when the
//! limit is reached.
//!
//! A connection is *waiting* while the server has no work to do for it: its client is to send a request, or the rest of one, or to
//! read an answer. When there is no room for a new connection, the one that has waited the longest is closed: browsers open another
//! by themselves.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use ipnet::IpNet;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::address::{ClientAddress, is_trusted};
use super::held::Held;
use crate::work::lock;

/// The most connections at once, if the process may open enough files.
const MAX_CONNECTIONS: usize = 4096;
/// File descriptors that are reserved for other uses: the database, uploads, mail.
const OTHER_FILES: usize = 256;
/// One address may use this part (1/8) of all connections.
const SHARE_DIVISOR: usize = 8;
/// How long a client must have read nothing of an answer before its connection may be closed.
const UNREAD: Duration = Duration::from_secs(1);
/// How long to wait, when no connection can be closed, before trying again.
const RETRY_INTERVAL: Duration = Duration::from_millis(100);

/// The connections of a server; cheap to clone.
#[derive(Clone)]
pub struct Connections {
    inner: Arc<Inner>,
}

struct Inner {
    limit: usize,
    share: usize,
    trusted: Vec<IpNet>,
    open: Mutex<Open>,
    /// Notified when a connection ends.
    freed: Notify,
    /// Whether the server stops.
    stopping: watch::Sender<bool>,
}

#[derive(Default)]
struct Open {
    next: u64,
    by_id: HashMap<u64, Arc<Connection>>,
    held: Held,
}

impl Connections {
    /// A limit of `limit` connections. A trusted proxy carries the requests of all visitors, so the share of one address does not
    /// apply to it.
    #[must_use]
    pub fn new(limit: usize, trusted: Vec<IpNet>) -> Self {
        let (limit, share) = (limit.max(1), (limit / SHARE_DIVISOR).max(1));
        let inner =
            Inner { limit, share, trusted, open: Mutex::default(), freed: Notify::new(), stopping: watch::Sender::new(false) };
        Self { inner: Arc::new(inner) }
    }

    /// Records that the server stops: answers without an end are to end now.
    pub(super) fn stop(&self) {
        self.inner.stopping.send_replace(true);
    }

    /// Whether the server stops.
    pub(crate) fn is_stopping(&self) -> bool {
        *self.inner.stopping.borrow()
    }

    /// How many connections are open.
    pub(crate) fn count(&self) -> usize {
        lock(&self.inner.open).by_id.len()
    }

    /// Resolves when the server stops.
    pub(crate) async fn stopping(&self) {
        // An error means that the sender is gone, which this value holds.
        let _ = self.inner.stopping.subscribe().wait_for(|stops| *stops).await;
    }

    /// As many connections as the process may open files for, at most 4096, for which the program has memory.
    #[must_use]
    pub fn default_limit() -> usize {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let files = files.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX);
        MAX_CONNECTIONS.min(files.saturating_sub(OTHER_FILES))
    }

    /// Returns a slot for a connection from this address, or `None` when its address uses its whole share and the server works for
    /// all of these connections. Waits while the server works for all connections of all addresses.
    pub(crate) async fn acquire(&self, peer: IpAddr) -> Option<Slot> {
        let subject = (!is_trusted(&peer.to_canonical(), &self.inner.trusted)).then(|| ClientAddress(peer).subject());
        loop {
            if let Some(acquired) = self.try_acquire(subject.as_ref()) {
                return acquired;
            }
            let _ = tokio::time::timeout(RETRY_INTERVAL, self.inner.freed.notified()).await;
        }
    }

    /// `Some(None)` when there is no slot for this address, `None` when there is none for any address.
    fn try_acquire(&self, subject: Option<&String>) -> Option<Option<Slot>> {
        let mut open = lock(&self.inner.open);
        let held = subject.map_or(0, |subject| open.held.by(subject));
        if held >= self.inner.share && !open.close_one(|one| one.subject.as_ref() == subject) {
            return Some(None);
        }
        if open.by_id.len() >= self.inner.limit && !open.close_one(|_| true) {
            return None;
        }
        open.next += 1;
        let id = open.next;
        let connection = Arc::new(Connection::new(subject.cloned()));
        open.by_id.insert(id, connection.clone());
        if let Some(subject) = subject {
            open.held.add(subject);
        }
        Some(Some(Slot { inner: self.inner.clone(), id, connection }))
    }

    /// Closes the connection that has waited the longest, because the process can open no more files. Returns whether there was
    /// one.
    pub(super) fn close_waiting(&self) -> bool {
        lock(&self.inner.open).close_one(|_| true)
    }

    /// Closes all connections whose clients have read nothing of their answers for a while.
    pub(super) fn close_unread(&self) {
        let mut open = lock(&self.inner.open);
        let unread = open.by_id.iter().filter(|(_, one)| matches!(one.close_order(), Some((_, WaitsFor::Reader, _))));
        let unread: Vec<u64> = unread.map(|(id, _)| *id).collect();
        for connection in unread.into_iter().filter_map(|id| open.remove(id)) {
            connection.close.notify_one();
        }
    }
}

impl Open {
    /// Closes the one of these connections that comes first in the order of [`Connection::close_order`]; its slot is free at once.
    fn close_one(&mut self, among: impl Fn(&Connection) -> bool) -> bool {
        let waiting = self.by_id.iter().filter(|(_, one)| among(one));
        let longest = waiting.filter_map(|(id, one)| Some((one.close_order()?, *id))).min();
        let Some((_, id)) = longest else { return false };
        if let Some(connection) = self.remove(id) {
            connection.close.notify_one();
        }
        true
    }

    fn remove(&mut self, id: u64) -> Option<Arc<Connection>> {
        let connection = self.by_id.remove(&id)?;
        connection.subject.iter().for_each(|subject| self.held.remove(subject));
        Some(connection)
    }
}

/// The state of a connection.
#[derive(Debug)]
pub struct Connection {
    /// The address key whose share it counts to; `None` for a trusted proxy.
    subject: Option<String>,
    /// Whether a request is being worked on.
    working: AtomicBool,
    /// Whether that work waits for more of the request's body.
    awaits_body: AtomicBool,
    /// The number of longer answers that the client has not read to the end.
    unread: AtomicUsize,
    /// When bytes were last received or sent, in nanoseconds (see [`process_ns`]).
    last_active: AtomicU64,
    close: Notify,
}

impl Connection {
    pub(super) fn new(subject: Option<String>) -> Self {
        Self {
            subject,
            working: AtomicBool::new(false),
            awaits_body: AtomicBool::new(false),
            unread: AtomicUsize::new(0),
            last_active: AtomicU64::new(process_ns()),
            close: Notify::new(),
        }
    }

    /// Records that bytes were received or sent.
    pub(super) fn note_activity(&self) {
        self.last_active.store(process_ns(), Ordering::Release);
    }

    /// Records whether the server works on a request of this connection.
    pub(super) fn set_working(&self, working: bool) {
        self.note_activity();
        self.working.store(working, Ordering::Release);
    }

    /// Records whether that work waits for more of the request's body.
    pub(super) fn set_awaiting_body(&self, awaits: bool) {
        self.awaits_body.store(awaits, Ordering::Release);
    }

    /// Counts one more answer that is to be read, or one less.
    pub(super) fn count_unread(&self, more: bool) {
        if more {
            self.unread.fetch_add(1, Ordering::AcqRel);
        } else {
            self.unread.fetch_sub(1, Ordering::AcqRel);
        }
    }

    /// The sort key by which waiting connections are closed, the smallest first; `None` while this one must not be closed. Among
    /// equals the one that has waited the longest is first.
    fn close_order(&self) -> Option<(bool, WaitsFor, u64)> {
        let last_active = self.last_active.load(Ordering::Acquire);
        let waits = if self.working.load(Ordering::Acquire) {
            self.awaits_body.load(Ordering::Acquire).then_some(WaitsFor::Body)?
        } else if self.unread.load(Ordering::Acquire) > 0 {
            let stuck = process_ns().saturating_sub(last_active) >= UNREAD.as_nanos() as u64;
            stuck.then_some(WaitsFor::Reader)?
        } else {
            WaitsFor::Request
        };
        // Proxies are closed last: they carry the requests of many visitors.
        Some((self.subject.is_none(), waits, last_active))
    }
}

/// What a connection waits for, in the order in which connections are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WaitsFor {
    Request,
    Body,
    Reader,
}

/// A slot for one connection; dropping it frees the slot.
pub(crate) struct Slot {
    inner: Arc<Inner>,
    id: u64,
    pub(super) connection: Arc<Connection>,
}

impl Slot {
    /// Resolves when the connection must be closed.
    pub(crate) async fn must_close(&self) {
        self.connection.close.notified().await;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        lock(&self.inner.open).remove(self.id);
        self.inner.freed.notify_one();
    }
}

/// Nanoseconds since the first call in this process: fine enough to tell which of two connections was idle first.
fn process_ns() -> u64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(BEGAN.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
