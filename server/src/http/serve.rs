//! The loop that accepts connections. The loop of axum has no timeouts: a client that sends half a head would keep its connection
//! for ever.

use std::convert::Infallible;
use std::future::{Future, ready};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::future::Either;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tower::ServiceExt;

use super::connections::{Connection, Connections};
use super::stall_timeout::StallTimeout;
use super::watched_body::WatchedBody;
use super::{HEADER_TIMEOUT, host};

/// How many bytes of unread answers the operating system buffers for one connection; by default these would be some megabytes.
const SEND_BUFFER: usize = 128 * 1024;
/// A connection is closed after this time, so that a client that reads one byte a minute cannot keep it for ever.
const CONNECTION_LIFE: Duration = Duration::from_secs(900);
/// How long running requests may still take when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);

/// The remote address of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// What is served.
pub trait Serve: Clone + Send + Sync + 'static {
    /// The answer to a request that can be answered at once, from memory; `None` when it is for the routes. `connection` is the one it came
    /// over, which is then counted as having an answer to read.
    fn at_once<B>(
        &self,
        request: &axum::http::Request<B>,
        peer: IpAddr,
        connection: Option<&Arc<Connection>>,
    ) -> Option<Response>;

    /// The routes of all other requests.
    fn routes(&self) -> Router;
}

/// Serves `site` on `listener`, with the limits of `connections`, until `stop` resolves; then until `drained` does, closing each connection
/// with its next answer, so that a proxy does not send a request over one that is just being closed. Running requests may finish.
pub async fn serve(
    listener: TcpListener,
    site: impl Serve,
    connections: Connections,
    stop: impl Future<Output = ()>,
    drained: impl Future<Output = ()>,
) {
    let graceful = GracefulShutdown::new();
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(64 * 1024);
    let stopping = connections.clone();
    let stop = async move {
        stop.await;
        stopping.stop();
        drained.await;
    };
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // The process is probably out of file descriptors: closing a waiting connection frees one.
                let closed = connections.close_waiting();
                tracing::warn!(%error, closed, "could not accept a connection");
                tokio::time::sleep(Duration::from_millis(if closed { 1 } else { 100 })).await;
                continue;
            }
        };
        let acquired = tokio::select! {
            acquired = connections.acquire(peer.ip()) => acquired,
            () = &mut stop => break,
        };
        // This address has too many connections: the new one is closed without an answer, which browsers handle.
        let Some(slot) = acquired else { continue };
        let _ = stream.set_nodelay(true);
        let _ = rustix::net::sockopt::set_socket_send_buffer_size(&stream, SEND_BUFFER);
        let site = site.clone();
        let (connection, all) = (slot.connection.clone(), connections.clone());
        let service = hyper::service::service_fn(move |request: Request<Incoming>| {
            let refused = host::refused(request.version(), request.headers());
            if let Some(answer) = refused.or_else(|| site.at_once(&request, peer.ip(), Some(&connection))) {
                return Either::Left(ready(Ok::<_, Infallible>(last_while_stopping(&all, answer))));
            }
            let (routes, connection, all) = (site.routes(), connection.clone(), all.clone());
            let mut request = request.map(|body| Body::new(WatchedBody::new(body, connection.clone())));
            request.extensions_mut().insert(Peer(peer));
            request.extensions_mut().insert(connection.clone());
            Either::Right(async move {
                connection.set_working(true);
                let answer = routes.oneshot(request).await;
                connection.set_working(false);
                answer.map(|answer| last_while_stopping(&all, answer))
            })
        });
        let stream = TokioIo::new(StallTimeout::new(stream, slot.connection.clone()));
        let connection = graceful.watch(builder.serve_connection(stream, service));
        tokio::spawn(async move {
            tokio::select! {
                // Errors of the connection are ignored: a client may disconnect at any time.
                _ = tokio::time::timeout(CONNECTION_LIFE, connection) => {}
                () = slot.must_close() => {}
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
}

/// While the server stops, an answer is the last one of its connection.
fn last_while_stopping(connections: &Connections, mut answer: Response) -> Response {
    if connections.is_stopping() {
        answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    answer
}
