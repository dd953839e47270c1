//! `GET /live/{RaceName}/versions`: server-sent events that name the newest version of a race's field.
//!
//! An option for programs, and for pages that stand all day at the finish line. The events carry nothing of the field: what has
//! happened is asked for as every page does, so it is made once for all of them.
//!
//! Not here: when a version is made. An open stream looks for the newest one as a poll does.

use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderName, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::Boards;
use super::choose;
use crate::account::Viewer;
use crate::error::{Error, Result};
use crate::http::Connections;
use crate::http::address::ClientAddress;
use crate::http::extract::Path;
use crate::http::held::Held;
use crate::http::unread::InPieces;
use crate::work::lock;

/// How many streams are open at once: each is a connection and a timer.
const MAX_STREAMS: usize = 1_000;
/// How many of them one address may have, also behind a proxy: the boards of a venue, and no stranger all of them.
const MAX_OF_ADDRESS: usize = 32;
/// How often a stream looks for a new version while its race is followed.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// The same while the race is not live and nothing happens.
const CHECK_AT_REST_EVERY: Duration = Duration::from_secs(15);
/// After this time without an event a comment is sent, so that proxies do not close the connection.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// In how many seconds a client that got no stream may ask again.
const RETRY_SECONDS: u64 = 30;

/// The open streams.
#[derive(Default)]
pub(super) struct Streams(Mutex<Open>);

#[derive(Default)]
struct Open {
    count: usize,
    held: Held,
}

impl Streams {
    /// A place for one more stream of this address, until it is dropped; `None` when there is none.
    fn place(self: Arc<Self>, address: &ClientAddress) -> Option<Place> {
        let subject = address.subject();
        let mut open = lock(&self.0);
        if open.count >= MAX_STREAMS || open.held.by(&subject) >= MAX_OF_ADDRESS {
            return None;
        }
        open.count += 1;
        open.held.add(&subject);
        drop(open);
        Some(Place { streams: self, subject })
    }
}

/// The place of an open stream.
struct Place {
    streams: Arc<Streams>,
    subject: String,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = lock(&self.streams.0);
        open.count -= 1;
        open.held.remove(&self.subject);
    }
}

/// The newest version of a race's field as server-sent events: first the present one, then each that is there when the server looks, about
/// once a second. The stream ends when the race is not shown any more, and after at most a quarter of an hour.
#[utoipa::path(
    get,
    path = "/live/{RaceName}/versions",
    tag = "live",
    params(("RaceName" = String, Path)),
    responses(
        (status = 200, description = "Events whose data is a version, as `since` of `GET /live/{RaceName}` takes it",
         body = String, content_type = "text/event-stream"),
        (status = 404, description = "No such race"),
        (status = 503, description = "Too many streams are open, or too many of this address")
    )
)]
pub(super) async fn versions(
    State(boards): State<Boards>,
    State(connections): State<Connections>,
    viewer: Viewer,
    address: ClientAddress,
    Path(race): Path<String>,
) -> Result<Response> {
    choose::look_up(&boards, race.clone(), viewer.clone()).await?;
    let place = boards.streams().place(&address).ok_or_else(|| Error::busy().retry_after(RETRY_SECONDS))?;
    let told = Told { boards, connections, viewer, race, version: None, _place: place };
    let events = Sse::new(stream::unfold(told, Told::next)).keep_alive(KeepAlive::new().interval(KEEP_ALIVE));
    let headers = [
        (header::CACHE_CONTROL, "no-store"),
        // nginx would hold events back until some kilobytes are there.
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((Extension(InPieces), headers, events).into_response())
}

/// A stream, and the version that it told last.
struct Told {
    boards: Boards,
    connections: Connections,
    viewer: Viewer,
    race: String,
    version: Option<String>,
    /// Its place among the open streams, until it ends or its client is gone.
    _place: Place,
}

impl Told {
    /// Waits for the next version. The stream ends when the server stops, and when the version cannot be had: clients open another
    /// stream by themselves, and are then told why.
    async fn next(mut self) -> Option<(Result<Event, Infallible>, Self)> {
        let mut pause = CHECK_EVERY;
        loop {
            if self.version.is_some() {
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = self.connections.stopping() => return None,
                }
            }
            let (id, _) = choose::look_up(&self.boards, self.race.clone(), self.viewer.clone()).await.ok()?;
            let (board, snapshot) = self.boards.snapshot(&id).await.ok()?;
            if self.version.as_deref() != Some(snapshot.version()) {
                let version = snapshot.version().to_owned();
                let event = Event::default().data(&version);
                self.version = Some(version);
                return Some((Ok(event), self));
            }
            pause = if self.boards.is_at_rest(&board) { CHECK_AT_REST_EVERY } else { CHECK_EVERY };
        }
    }
}
