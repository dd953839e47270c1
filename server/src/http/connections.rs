//! Who is connected: so many in all, a share of them for one address, and who must leave when places get scarce.
//!
//! A connection is *waiting* while the server has nothing to do for it: its client is to send a request, or the rest of one, or to
//! read an answer.
//! When there is no place for a new connection, the one that waits the longest is closed: browsers open another by themselves.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use ipnet::IpNet;
use tokio::sync::Notify;
use tokio::time::Instant;

use super::address::{ClientAddress, is_trusted};
use crate::work::lock;

/// Connections at once, where the process may open files enough.
const MOST: usize = 4096;
/// Files that are not for connections: the database, uploads, mail.
const OTHER_FILES: usize = 256;
/// One address may have one in so many of the places.
const SHARES: usize = 8;
/// How long an answer is not taken any further before its connection may have to leave.
const UNREAD: Duration = Duration::from_secs(1);
/// How long to wait for a place when nobody can leave, before looking again.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Every connection of a server; cheap to clone.
#[derive(Clone)]
pub struct Connections {
    inner: Arc<Inner>,
}

struct Inner {
    most: usize,
    share: usize,
    trusted: Vec<IpNet>,
    open: Mutex<Open>,
    /// Told when somebody left.
    left: Notify,
}

#[derive(Default)]
struct Open {
    next: u64,
    by_id: HashMap<u64, Arc<Connection>>,
    by_subject: HashMap<String, usize>,
}

impl Connections {
    /// Room for `most` connections; a trusted proxy brings everybody's and has no share to keep to.
    #[must_use]
    pub fn new(most: usize, trusted: Vec<IpNet>) -> Self {
        let (most, share) = (most.max(1), (most / SHARES).max(1));
        let inner = Inner { most, share, trusted, open: Mutex::default(), left: Notify::new() };
        Self { inner: Arc::new(inner) }
    }

    /// As many connections as the process may open files for, and no more than the program has memory for.
    #[must_use]
    pub fn fitting() -> usize {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        let files = files.and_then(|files| usize::try_from(files).ok()).unwrap_or(usize::MAX);
        MOST.min(files.saturating_sub(OTHER_FILES))
    }

    /// A place for a connection from this address, or `None` when its address has its share and is busy with all of it. Waits
    /// while all places are taken by connections that the server works for.
    pub(super) async fn enter(&self, peer: IpAddr) -> Option<Place> {
        let subject = (!is_trusted(&peer.to_canonical(), &self.inner.trusted)).then(|| ClientAddress(peer).subject());
        loop {
            if let Some(entered) = self.try_enter(subject.as_ref()) {
                return entered;
            }
            let _ = tokio::time::timeout(LOOK_AGAIN, self.inner.left.notified()).await;
        }
    }

    /// The place, or that there is none for this address; `None` when there is none for anybody.
    fn try_enter(&self, subject: Option<&String>) -> Option<Option<Place>> {
        let mut open = lock(&self.inner.open);
        let held = subject.and_then(|subject| open.by_subject.get(subject)).copied().unwrap_or_default();
        if held >= self.inner.share && !open.close_one(|one| one.subject.as_ref() == subject) {
            return Some(None);
        }
        if open.by_id.len() >= self.inner.most && !open.close_one(|_| true) {
            return None;
        }
        open.next += 1;
        let id = open.next;
        let connection = Arc::new(Connection::new(subject.cloned()));
        open.by_id.insert(id, connection.clone());
        if let Some(subject) = subject {
            *open.by_subject.entry(subject.clone()).or_default() += 1;
        }
        Some(Some(Place { inner: self.inner.clone(), id, connection }))
    }

    /// Closes the connection that waits the longest: the process can open no more files. Answers whether there was one.
    pub(super) fn close_waiting(&self) -> bool {
        lock(&self.inner.open).close_one(|_| true)
    }

    /// Closes all connections whose clients have read nothing of their answers for a while.
    pub(super) fn close_unread(&self) {
        let mut open = lock(&self.inner.open);
        let unread = open.by_id.iter().filter(|(_, one)| matches!(one.waits(), Some((_, WaitsFor::Reader, _))));
        let unread: Vec<u64> = unread.map(|(id, _)| *id).collect();
        for connection in unread.into_iter().filter_map(|id| open.remove(id)) {
            connection.close.notify_one();
        }
    }
}

impl Open {
    /// Closes the connection among these that can be missed the most; its place is free at once.
    fn close_one(&mut self, among: impl Fn(&Connection) -> bool) -> bool {
        let waiting = self.by_id.iter().filter(|(_, one)| among(one));
        let longest = waiting.filter_map(|(id, one)| Some((one.waits()?, *id))).min();
        let Some((_, id)) = longest else { return false };
        if let Some(connection) = self.remove(id) {
            connection.close.notify_one();
        }
        true
    }

    fn remove(&mut self, id: u64) -> Option<Arc<Connection>> {
        let connection = self.by_id.remove(&id)?;
        if let Some(subject) = &connection.subject
            && let Some(held) = self.by_subject.get_mut(subject)
        {
            *held -= 1;
            if *held == 0 {
                self.by_subject.remove(subject);
            }
        }
        Some(connection)
    }
}

/// What is known of a connection.
#[derive(Debug)]
pub(super) struct Connection {
    /// Whose share it counts to; `None` for a proxy that is trusted.
    subject: Option<String>,
    /// Whether a request is being worked on.
    working: AtomicBool,
    /// Whether that work waits for more of the request's body.
    awaits_body: AtomicBool,
    /// Larger answers that were made and not taken whole.
    unread: AtomicUsize,
    /// When something last came in or went out, in milliseconds of this process.
    moved: AtomicU64,
    close: Notify,
}

impl Connection {
    pub(super) fn new(subject: Option<String>) -> Self {
        Self {
            subject,
            working: AtomicBool::new(false),
            awaits_body: AtomicBool::new(false),
            unread: AtomicUsize::new(0),
            moved: AtomicU64::new(process_ns()),
            close: Notify::new(),
        }
    }

    /// Notes that something came in or went out.
    pub(super) fn moved(&self) {
        self.moved.store(process_ns(), Ordering::Release);
    }

    /// Notes whether the server works for it.
    pub(super) fn works(&self, working: bool) {
        self.moved();
        self.working.store(working, Ordering::Release);
    }

    /// Notes whether the work for it waits until more of the request's body has come.
    pub(super) fn awaits_body(&self, awaits: bool) {
        self.awaits_body.store(awaits, Ordering::Release);
    }

    /// Notes one more answer that is to be read, or one less.
    pub(super) fn unread(&self, more: bool) {
        if more {
            self.unread.fetch_add(1, Ordering::AcqRel);
        } else {
            self.unread.fetch_sub(1, Ordering::AcqRel);
        }
    }

    /// In which order it may be missed, `None` while it may not; among equals the one that has waited the longest.
    fn waits(&self) -> Option<(bool, WaitsFor, u64)> {
        let moved = self.moved.load(Ordering::Acquire);
        let waits = if self.working.load(Ordering::Acquire) {
            self.awaits_body.load(Ordering::Acquire).then_some(WaitsFor::Body)?
        } else if self.unread.load(Ordering::Acquire) > 0 {
            let stuck = process_ns().saturating_sub(moved) >= UNREAD.as_nanos() as u64;
            stuck.then_some(WaitsFor::Reader)?
        } else {
            WaitsFor::Request
        };
        // Proxies come last: they bring everybody's requests.
        Some((self.subject.is_none(), waits, moved))
    }
}

/// What a connection waits for; who can be missed the most comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WaitsFor {
    Request,
    Body,
    Reader,
}

/// A connection's place, given back when this is dropped.
pub(super) struct Place {
    inner: Arc<Inner>,
    id: u64,
    pub(super) connection: Arc<Connection>,
}

impl Place {
    /// Done when the connection has to leave.
    pub(super) async fn to_leave(&self) {
        self.connection.close.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.inner.open).remove(self.id);
        self.inner.left.notify_one();
    }
}

/// Nanoseconds since the process first asked: two connections are told apart by which of them was quiet first.
fn process_ns() -> u64 {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(BEGAN.elapsed().as_nanos()).unwrap_or(u64::MAX)
}
