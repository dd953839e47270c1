//! Limits the memory of answers that clients have not read yet, for all of them together.
//!
//! A handler whose answer may be long reserves memory before it makes the answer ([`UnreadBudget::reserve`]); any other answer reserves it
//! once it is made, and the bytes that wait for that are limited too. An answer that many clients share counts once. When no memory
//! is left, connections whose clients read nothing are closed; if that does not help, the answer is 503 (busy). An answer that is sent in
//! pieces is not collected ([`InPieces`]).

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::answer::{SharedBody, accepts};
use super::compress::{self, Compressor};
use super::connections::{Connection, Connections};
use crate::error::{Error, Result};
use crate::work::lock;

/// Kibibytes for all long answers that are being made or read.
const LONG_LIMIT: u32 = 48 * 1024;
/// The same for answers of medium length, so that they need not wait for the long ones.
const MEDIUM_LIMIT: u32 = 16 * 1024;
/// Kibibytes of finished answers that may wait for a reservation.
const WAITING_LIMIT: u32 = 16 * 1024;
/// In bytes: from this length on an answer counts as long.
pub(crate) const LONG: usize = 64 * 1024;
/// In bytes: shorter answers are not counted, since their number is limited by the number of connections.
const SMALL: usize = 4096;
/// How long an answer waits for a reservation.
const MAX_WAIT: Duration = Duration::from_secs(3);
/// How often, during that wait, clients that read nothing are disconnected.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The limits, and what is in use; cheap to clone, since every request does.
#[derive(Clone)]
pub(crate) struct UnreadBudget(Arc<InUse>);

/// What all clones of an [`UnreadBudget`] share.
pub(crate) struct InUse {
    long: Arc<Semaphore>,
    medium: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    /// When clients that read nothing were last disconnected.
    last_check: Mutex<Instant>,
    /// By the address of the bytes in memory: how many answers hold them, and their reservation.
    held: Mutex<HashMap<usize, (usize, OwnedSemaphorePermit)>>,
    connections: Connections,
}

/// Memory that is reserved for an answer before it is made. The work that makes the answer must hold it, and the response must
/// carry it as an extension.
#[derive(Clone, Debug)]
pub(crate) struct Reservation(Arc<Mutex<Option<OwnedSemaphorePermit>>>);

/// Turns serialized JSON and its reservation into an answer.
pub(crate) fn json_response(json: Vec<u8>, reservation: Reservation) -> Response {
    (Extension(reservation), [(header::CONTENT_TYPE, "application/json")], json).into_response()
}

/// Turns a CSV file and its reservation into an answer that the browser saves.
pub(crate) fn csv_response(csv: String, reservation: Reservation, name: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    (Extension(reservation), headers, csv).into_response()
}

/// Marks an answer that is made piece by piece while its client reads it, so that no more than a piece is in memory: its handler limits how
/// many are sent at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InPieces;

/// An answer's bytes and their reservation, which ends when the last answer with these bytes is dropped.
struct HeldBytes {
    bytes: Bytes,
    unread: UnreadBudget,
    connection: Option<Arc<Connection>>,
}

impl AsRef<[u8]> for HeldBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for HeldBytes {
    fn drop(&mut self) {
        let address = self.bytes.as_ptr() as usize;
        let mut held = lock(&self.unread.held);
        if let Some((answers, _)) = held.get_mut(&address) {
            *answers -= 1;
            if *answers == 0 {
                held.remove(&address);
            }
        }
        drop(held);
        if let Some(connection) = &self.connection {
            connection.count_unread(false);
        }
    }
}

impl Deref for UnreadBudget {
    type Target = InUse;

    fn deref(&self) -> &InUse {
        &self.0
    }
}

impl UnreadBudget {
    pub(crate) fn new(connections: Connections) -> Self {
        let kibibytes = |most: u32| Arc::new(Semaphore::new(most as usize));
        let (long, medium, waiting) = (kibibytes(LONG_LIMIT), kibibytes(MEDIUM_LIMIT), kibibytes(WAITING_LIMIT));
        let last_check = Mutex::new(Instant::now());
        Self(Arc::new(InUse { long, medium, waiting, last_check, held: Mutex::default(), connections }))
    }

    /// Reserves memory for an answer of about this length, before it is made.
    ///
    /// # Errors
    /// 503 when no memory is free for some seconds.
    pub(crate) async fn reserve(&self, bytes: usize) -> Result<Reservation> {
        Ok(Reservation(Arc::new(Mutex::new(Some(self.acquire(bytes).await?)))))
    }

    /// Reserves memory for a finished answer; `had` is what was reserved before it was made.
    async fn reserve_finished(&self, bytes: usize, had: Option<OwnedSemaphorePermit>) -> Result<OwnedSemaphorePermit> {
        let kib = kibibytes(bytes);
        if let Some(reservation) = had.filter(|reservation| reservation.num_permits() >= kib as usize) {
            return Ok(reservation);
        }
        if let Ok(reservation) = self.semaphore(bytes).clone().try_acquire_many_owned(kib) {
            return Ok(reservation);
        }
        let _waits = self.waiting.try_acquire_many(kib.min(WAITING_LIMIT)).map_err(|_| Error::busy())?;
        self.acquire(bytes).await
    }

    /// Returns the same bytes, with a reservation until they are sent or dropped; `reservation` is what is reserved already.
    async fn hold(
        &self,
        bytes: Bytes,
        reservation: Option<OwnedSemaphorePermit>,
        connection: Option<Arc<Connection>>,
    ) -> Result<Bytes> {
        let address = bytes.as_ptr() as usize;
        if !self.share_existing(address) {
            let mut reservation = match reservation {
                Some(reservation) => reservation,
                None => self.acquire(bytes.len()).await?,
            };
            let surplus = reservation.num_permits().saturating_sub(kibibytes(bytes.len()) as usize);
            drop(reservation.split(surplus));
            lock(&self.held).entry(address).or_insert((0, reservation)).0 += 1;
        }
        Ok(self.held_by(bytes, connection))
    }

    /// The same bytes, held as [`limit_unread`] would hold them; `None` when it would wait for memory.
    pub(crate) fn try_hold(&self, bytes: &Bytes, connection: Option<&Arc<Connection>>) -> Option<Bytes> {
        if bytes.len() < SMALL {
            return Some(bytes.clone());
        }
        let address = bytes.as_ptr() as usize;
        if !self.share_existing(address) {
            let reservation = self.semaphore(bytes.len()).clone().try_acquire_many_owned(kibibytes(bytes.len())).ok()?;
            lock(&self.held).entry(address).or_insert((0, reservation)).0 += 1;
        }
        Some(self.held_by(bytes.clone(), connection.cloned()))
    }

    /// Bytes that count until they are sent or dropped, also as what this connection has not read.
    fn held_by(&self, bytes: Bytes, connection: Option<Arc<Connection>>) -> Bytes {
        if let Some(connection) = &connection {
            connection.count_unread(true);
        }
        Bytes::from_owner(HeldBytes { bytes, unread: self.clone(), connection })
    }

    /// Counts one more answer with these bytes, if they have a reservation already.
    fn share_existing(&self, address: usize) -> bool {
        lock(&self.held).get_mut(&address).map(|(answers, _)| *answers += 1).is_some()
    }

    async fn acquire(&self, bytes: usize) -> Result<OwnedSemaphorePermit> {
        let mut reservation = std::pin::pin!(self.semaphore(bytes).clone().acquire_many_owned(kibibytes(bytes)));
        let deadline = Instant::now() + MAX_WAIT;
        loop {
            if let Ok(reservation) = tokio::time::timeout(CHECK_INTERVAL, &mut reservation).await {
                return reservation.map_err(Error::internal);
            }
            // Only one of the waiting answers checks all connections: if each did, thousands of checks of thousands of connections
            // would use all the time.
            let now = Instant::now();
            if self.is_check_due(now) {
                self.connections.close_unread();
            }
            if now > deadline {
                return Err(Error::busy());
            }
        }
    }

    /// Whether this caller should disconnect clients that read nothing: true once per [`CHECK_INTERVAL`] over all callers.
    fn is_check_due(&self, now: Instant) -> bool {
        let mut last_check = lock(&self.last_check);
        let is_due = *last_check + CHECK_INTERVAL <= now;
        if is_due {
            *last_check = now;
        }
        is_due
    }

    fn semaphore(&self, bytes: usize) -> &Arc<Semaphore> {
        if bytes < LONG { &self.medium } else { &self.long }
    }
}

/// The number of kibibytes that an answer counts as. One that is longer than the whole limit counts as all of it.
fn kibibytes(bytes: usize) -> u32 {
    u32::try_from(bytes / 1024).unwrap_or(LONG_LIMIT).clamp(1, LONG_LIMIT)
}

/// Middleware that collects an answer's body, reserves its memory and compresses it for clients that accept gzip. The body's
/// producer (such as a lock or a file) is not kept while a slow client reads.
pub(crate) async fn limit_unread(
    State((unread, compressor)): State<(UnreadBudget, Arc<Compressor>)>,
    request: Request,
    next: Next,
) -> Response {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let takes_gzip = accepts(request.headers(), "gzip");
    let (mut parts, body) = next.run(request).await.into_parts();
    if parts.extensions.remove::<InPieces>().is_some() {
        return Response::from_parts(parts, body);
    }
    let had = parts.extensions.remove::<Reservation>().and_then(|reservation| lock(&reservation.0).take());
    let mut bytes = match body.collect().await {
        Ok(whole) => whole.to_bytes(),
        Err(error) => return Error::internal(error).into_response(),
    };
    let mut reservation = None;
    if bytes.len() >= SMALL && parts.extensions.get::<SharedBody>().is_none() {
        reservation = match unread.reserve_finished(bytes.len(), had).await {
            Ok(reservation) => Some(reservation),
            Err(busy) => return busy.into_response(),
        };
    }
    if compress::is_compressible(&mut parts)
        && takes_gzip
        && compress::is_worth_it(bytes.len())
        && let Some(small) = compressor.compress(&bytes).await
    {
        bytes = small;
        parts.headers.remove(header::CONTENT_LENGTH);
        parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if bytes.len() < SMALL {
        return Response::from_parts(parts, Body::from(bytes));
    }
    match unread.hold(bytes, reservation, connection).await {
        Ok(bytes) => Response::from_parts(parts, Body::from(bytes)),
        Err(busy) => busy.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: usize = LONG_LIMIT as usize * 1024 / 2 + 1;

    fn unread() -> UnreadBudget {
        UnreadBudget::new(Connections::new(8, Vec::new()))
    }

    #[tokio::test(start_paused = true)]
    async fn the_memory_of_unread_answers_is_limited() {
        let unread = unread();
        let first = unread.hold(vec![0; HALF].into(), None, None).await.unwrap();
        assert_eq!(unread.hold(vec![0; HALF + 2048].into(), None, None).await.unwrap_err().status(), 503);
        unread.hold(vec![0; LONG - 1].into(), None, None).await.expect("a shorter answer does not wait for the long ones");
        drop(first);
        unread.hold(vec![0; HALF + 2048].into(), None, None).await.unwrap();
        // An answer that is longer than the whole limit is sent alone.
        unread.hold(vec![0; HALF * 3].into(), None, None).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn memory_is_reserved_before_an_answer_is_made() {
        let unread = unread();
        let reservation = unread.reserve(HALF).await.unwrap();
        assert_eq!(unread.reserve(HALF + 2048).await.unwrap_err().status(), 503);
        let permit = lock(&reservation.0).take();
        let made = unread.reserve_finished(LONG, permit).await.unwrap();
        let held = unread.hold(vec![0; LONG].into(), Some(made), None).await.unwrap();
        assert_eq!(LONG_LIMIT as usize - unread.long.available_permits(), LONG / 1024, "the surplus is free again");
        drop(held);
        assert_eq!(unread.long.available_permits(), LONG_LIMIT as usize);
        // An answer that is longer than announced gets what it needs.
        let permit = lock(&unread.reserve(LONG).await.unwrap().0).take();
        assert_eq!(unread.reserve_finished(LONG * 2, permit).await.unwrap().num_permits(), LONG * 2 / 1024);
    }

    #[tokio::test(start_paused = true)]
    async fn only_one_waiting_answer_checks_the_connections() {
        let unread = unread();
        let now = Instant::now() + CHECK_INTERVAL;
        assert_eq!((0..100).filter(|_| unread.is_check_due(now)).count(), 1);
        assert!(unread.is_check_due(now + CHECK_INTERVAL));
    }

    #[tokio::test(start_paused = true)]
    async fn the_bytes_of_finished_answers_that_wait_are_limited() {
        let unread = unread();
        let _all = unread.reserve(HALF * 2).await.unwrap();
        let mut first = Box::pin(unread.reserve_finished(WAITING_LIMIT as usize * 1024, None));
        assert!(futures_util::poll!(&mut first).is_pending());
        let began = Instant::now();
        assert_eq!(unread.reserve_finished(LONG, None).await.unwrap_err().status(), 503);
        assert!(began.elapsed() < MAX_WAIT, "it is refused at once");
    }

    #[tokio::test]
    async fn a_shared_answer_counts_once_until_its_last_reader_is_done() {
        let unread = unread();
        let whole = Bytes::from(vec![0; HALF]);
        let mut readers = Vec::new();
        for _ in 0..100 {
            readers.push(unread.hold(whole.clone(), None, None).await.unwrap());
        }
        let taken = LONG_LIMIT as usize - unread.long.available_permits();
        assert_eq!(taken, HALF / 1024);
        readers.truncate(1);
        assert_eq!(LONG_LIMIT as usize - unread.long.available_permits(), taken);
        readers.clear();
        assert_eq!((unread.long.available_permits(), lock(&unread.held).len()), (LONG_LIMIT as usize, 0));
    }
}
