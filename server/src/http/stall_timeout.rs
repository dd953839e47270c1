//! Closes a connection whose client reads nothing.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use super::connections::Connection;

/// How long a client may read nothing of an answer: as long as a phone may have no signal in a tunnel. The answer's memory is freed
/// then.
const STALLED: Duration = Duration::from_secs(60);

/// A stream whose writes fail when the client accepts no bytes for [`STALLED`], and that records its activity in the connection.
#[derive(Debug)]
pub(super) struct StallTimeout<S> {
    stream: S,
    connection: Arc<Connection>,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> StallTimeout<S> {
    pub(super) fn new(stream: S, connection: Arc<Connection>) -> Self {
        Self { stream, connection, stalled: None }
    }

    /// Returns a write's result, or a timeout error when the write has been pending for too long.
    fn check_stall<T>(&mut self, cx: &mut Context<'_>, wrote: Poll<Result<T>>) -> Poll<Result<T>> {
        if wrote.is_ready() {
            self.connection.note_activity();
            self.stalled = None;
            return wrote;
        }
        ready!(self.stalled.get_or_insert_with(|| Box::pin(sleep(STALLED))).as_mut().poll(cx));
        Poll::Ready(Err(Error::new(ErrorKind::TimedOut, "the client reads nothing")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for StallTimeout<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.connection.note_activity();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for StallTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.check_stall(cx, wrote)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, parts: &[IoSlice<'_>]) -> Poll<Result<usize>> {
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.check_stall(cx, wrote)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        match Pin::new(&mut self.stream).poll_flush(cx) {
            Poll::Pending => self.check_stall(cx, Poll::Pending),
            flushed => flushed,
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio::time::timeout;

    use super::*;

    fn stall_timeout<S>(stream: S) -> StallTimeout<S> {
        StallTimeout::new(stream, Arc::new(Connection::new(None)))
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_disconnected() {
        let (ours, _theirs) = duplex(16);
        let written = timeout(STALLED * 2, stall_timeout(ours).write_all(&[0; 64])).await.expect("the write ends by itself");
        assert_eq!(written.unwrap_err().kind(), ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_slowly_receives_everything() {
        let (ours, mut theirs) = duplex(16);
        let slow = tokio::spawn(async move {
            let mut got = 0;
            while got < 64 {
                sleep(STALLED - Duration::from_secs(1)).await;
                got += theirs.read(&mut [0; 16]).await.unwrap();
            }
        });
        stall_timeout(ours).write_all(&[0; 64]).await.unwrap();
        slow.await.unwrap();
    }
}
