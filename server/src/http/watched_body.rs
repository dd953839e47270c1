//! A request body that records whether the server waits for it: meanwhile there is no work to do for its request.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::HttpBody;
use hyper::body::{Frame, SizeHint};

use super::connections::Connection;

/// A body and the connection that it is read from.
pub(super) struct WatchedBody<B> {
    body: B,
    connection: Arc<Connection>,
}

impl<B> WatchedBody<B> {
    pub(super) fn new(body: B, connection: Arc<Connection>) -> Self {
        Self { body, connection }
    }
}

impl<B: HttpBody + Unpin> HttpBody for WatchedBody<B> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        self.connection.set_awaiting_body(frame.is_pending());
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for WatchedBody<B> {
    fn drop(&mut self) {
        self.connection.set_awaiting_body(false);
    }
}
