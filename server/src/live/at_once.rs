//! Polls of the live page that memory can answer at once, without the routes and the layers of other requests: nearly all of a race day.
//!
//! Whatever needs more is left to the routes: a race that was not asked for within a second, a hidden one, a page with a later version, an
//! answer that is not made yet, one that would have to wait for memory, a request that says whose it is. The answer has the headers that the
//! layers would give it.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::http::{HeaderName, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;

use super::Boards;
use super::answers::AnswerKind;
use super::calls::Polled;
use crate::account;
use crate::config::Config;
use crate::http::Connection;
use crate::http::address::{ClientAddress, is_trusted};
use crate::http::answer::has_tag;
use crate::http::headers::Policy;
use crate::http::unread::UnreadBudget;

/// The path before a race's name.
const PATH: &str = "/api/live/";

/// What is needed to answer polls.
#[derive(Clone)]
pub(crate) struct Polls {
    pub(crate) boards: Boards,
    pub(crate) config: Arc<Config>,
    pub(crate) policy: Policy,
    pub(crate) unread: UnreadBudget,
}

impl Polls {
    /// The answer to a poll; `None` for any other request, and when it cannot be given at once.
    pub(crate) fn answer<B>(&self, request: &Request<B>, peer: IpAddr, connection: Option<&Arc<Connection>>) -> Option<Response> {
        let (name, since) = poll(request).filter(|_| self.config.allow_origin.is_empty())?;
        let now = Instant::now();
        let id = self.boards.names().id_as_spelled(&percent_decode_str(name).decode_utf8().ok()?, now)?;
        let (board, snapshot) = self.boards.ready(&id, now)?;
        if since.is_some_and(|since| snapshot.is_before(since)) {
            return None;
        }
        let kind = snapshot.document_since(since);
        let polled = Polled {
            client: ClientAddress::of(peer, request.headers(), &self.config.trusted_proxies),
            is_whole: kind == Some(AnswerKind::Document),
            is_hidden: false,
            through_proxy: is_trusted(&peer.to_canonical(), &self.config.trusted_proxies),
        };
        let mut response = match kind {
            None => StatusCode::NO_CONTENT.into_response(),
            Some(AnswerKind::Document) if has_tag(request.headers(), snapshot.version()) => {
                StatusCode::NOT_MODIFIED.into_response()
            }
            Some(kind) => {
                let hold = |bytes: &Bytes| self.unread.try_hold(bytes, connection);
                snapshot.ready(&kind)?.try_answer(request.headers(), hold)?
            }
        };
        polled.complete(&self.boards, &board, &snapshot, &mut response);
        self.policy.apply(&mut response, true);
        tracing::debug!(path = request.uri().path(), status = response.status().as_u16(), "a poll was answered at once");
        Some(response)
    }
}

/// The name of the race and the version that a poll has, as they are written in its address. A version has no character that is written
/// otherwise there.
fn poll<B>(request: &Request<B>) -> Option<(&str, Option<&str>)> {
    const LEFT: [HeaderName; 4] =
        [header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::EXPECT, HeaderName::from_static(account::MEANT)];
    let name = request.uri().path().strip_prefix(PATH)?;
    let is_plain = |since: &str| since.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let since = match request.uri().query() {
        None => None,
        Some(query) => Some(query.strip_prefix("since=").filter(|since| is_plain(since))?),
    };
    let is_poll = *request.method() == Method::GET && !name.is_empty() && !name.contains('/');
    (is_poll && !LEFT.iter().any(|name| request.headers().contains_key(name))).then_some((name, since))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_poll_is_answered_at_once() {
        let request = |method: &str, path: &str, header: Option<(&str, &str)>| {
            let request = Request::builder().method(method).uri(path);
            header.into_iter().fold(request, |request, (name, value)| request.header(name, value)).body(()).unwrap()
        };
        let of = |path: &str| poll(&request("GET", path, None)).map(|(name, since)| (name.to_owned(), since.map(str::to_owned)));
        assert_eq!(of("/api/live/Spring%20Half"), Some(("Spring%20Half".into(), None)));
        assert_eq!(of("/api/live/Half?since=u3_ew9-17"), Some(("Half".into(), Some("u3_ew9-17".into()))));
        for path in [
            "/api/live/",
            "/api/live/Half/versions",
            "/api/live/Half?since=a%2D1",
            "/api/live/Half?a=1&since=a-1",
            "/api/liveRaces",
        ] {
            assert_eq!(of(path), None, "{path}");
        }
        assert_eq!(poll(&request("HEAD", "/api/live/Half", None)), None);
        for header in
            [("splitline-account", "a"), ("content-length", "3"), ("transfer-encoding", "chunked"), ("expect", "100-continue")]
        {
            assert_eq!(poll(&request("GET", "/api/live/Half", Some(header))), None, "{header:?}");
        }
    }
}
