//! What answers that are still to be read take in memory: so many bytes for all of them together.
//!
//! An answer that many share counts once. When there is no room for one more, connections whose clients read nothing are
//! closed; if that does not help, the answer is that the site is busy.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::connections::{Connection, Connections};
use crate::app::App;
use crate::error::Error;
use crate::work::lock;

/// Kibibytes for all answers that are still to be read.
const ROOM: u32 = 64 * 1024;
/// Shorter answers are not counted: there are no more of them than connections.
const SMALL: usize = 4096;
/// How long an answer waits for room.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often clients that read nothing are looked for meanwhile.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// The room for unread answers; cheap to clone.
#[derive(Clone)]
pub(crate) struct Unread {
    room: Arc<Semaphore>,
    /// By where the bytes are: how many answers hold them, and their room.
    held: Arc<Mutex<HashMap<usize, (usize, OwnedSemaphorePermit)>>>,
    connections: Connections,
}

/// An answer's bytes and their room, which is free again once nobody has the bytes to send any more.
struct Held {
    bytes: Bytes,
    unread: Unread,
    connection: Option<Arc<Connection>>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let place = self.bytes.as_ptr() as usize;
        let mut held = lock(&self.unread.held);
        if let Some((answers, _)) = held.get_mut(&place) {
            *answers -= 1;
            if *answers == 0 {
                held.remove(&place);
            }
        }
        drop(held);
        if let Some(connection) = &self.connection {
            connection.unread(false);
        }
    }
}

impl Unread {
    pub(crate) fn new(connections: Connections) -> Self {
        Self { room: Arc::new(Semaphore::new(ROOM as usize)), held: Arc::default(), connections }
    }

    /// The same bytes, with room for them until they are sent or given up.
    async fn hold(&self, bytes: Bytes, connection: Option<Arc<Connection>>) -> Result<Bytes, Error> {
        let place = bytes.as_ptr() as usize;
        if !self.shares(place) {
            let kib = u32::try_from(bytes.len() / 1024).unwrap_or(ROOM).clamp(1, ROOM);
            let room = self.make_room(kib).await?;
            lock(&self.held).entry(place).or_insert((0, room)).0 += 1;
        }
        if let Some(connection) = &connection {
            connection.unread(true);
        }
        Ok(Bytes::from_owner(Held { bytes, unread: self.clone(), connection }))
    }

    /// Counts one more answer of bytes that have their room already.
    fn shares(&self, place: usize) -> bool {
        lock(&self.held).get_mut(&place).map(|(answers, _)| *answers += 1).is_some()
    }

    async fn make_room(&self, kib: u32) -> Result<OwnedSemaphorePermit, Error> {
        let mut room = std::pin::pin!(self.room.clone().acquire_many_owned(kib));
        let patience = tokio::time::Instant::now() + PATIENCE;
        loop {
            if let Ok(room) = tokio::time::timeout(LOOK_AGAIN, &mut room).await {
                return room.map_err(Error::internal);
            }
            // One answer may be many times as long as another: all of whom nothing is heard leave.
            while self.connections.close_unread() {}
            if tokio::time::Instant::now() > patience {
                return Err(Error::busy());
            }
        }
    }
}

/// Makes an answer's body whole before it goes out, and counts it: what compresses a body keeps no memory for as long as a
/// slow client reads.
pub(crate) async fn counted(State(app): State<App>, request: Request, next: Next) -> Response {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    let (parts, body) = next.run(request).await.into_parts();
    let bytes = match body.collect().await {
        Ok(whole) => whole.to_bytes(),
        Err(error) => return Error::internal(error).into_response(),
    };
    if bytes.len() < SMALL {
        return Response::from_parts(parts, Body::from(bytes));
    }
    match app.unread().hold(bytes, connection).await {
        Ok(bytes) => Response::from_parts(parts, Body::from(bytes)),
        Err(busy) => busy.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: usize = ROOM as usize * 1024 / 2 + 1;

    fn unread() -> Unread {
        Unread::new(Connections::new(8, Vec::new()))
    }

    #[tokio::test(start_paused = true)]
    async fn answers_that_nobody_reads_take_so_much_and_no_more() {
        let unread = unread();
        let first = unread.hold(vec![0; HALF].into(), None).await.unwrap();
        assert_eq!(unread.hold(vec![0; HALF + 2048].into(), None).await.unwrap_err().status(), 503);
        drop(first);
        unread.hold(vec![0; HALF + 2048].into(), None).await.unwrap();
        // One that is larger than all of the room has it for itself.
        unread.hold(vec![0; HALF * 3].into(), None).await.unwrap();
    }

    #[tokio::test]
    async fn an_answer_that_many_share_counts_once_until_the_last_has_read_it() {
        let unread = unread();
        let whole = Bytes::from(vec![0; HALF]);
        let mut readers = Vec::new();
        for _ in 0..100 {
            readers.push(unread.hold(whole.clone(), None).await.unwrap());
        }
        let taken = ROOM as usize - unread.room.available_permits();
        assert_eq!(taken, HALF / 1024);
        readers.truncate(1);
        assert_eq!(ROOM as usize - unread.room.available_permits(), taken);
        readers.clear();
        assert_eq!((unread.room.available_permits(), lock(&unread.held).len()), (ROOM as usize, 0));
    }
}
