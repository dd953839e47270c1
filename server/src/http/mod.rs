//! HTTP: the loop that serves connections, the headers of every answer, and the limits of every request.

pub mod address;
pub(crate) mod answer;
pub(crate) mod compress;
mod connections;
pub mod extract;
pub(crate) mod headers;
pub(crate) mod held;
mod host;
mod limits;
mod origin;
pub(crate) mod public;
mod serve;
mod stall_timeout;
pub(crate) mod unread;
pub(crate) mod upload;
mod watched_body;

pub use connections::{Connection, Connections};
pub use limits::time_limit;
pub use origin::same_origin;
pub use serve::{Peer, Serve, serve};

use std::time::Duration;

/// Marks a request that the program sends to its own routes. It is set in the program alone; no header can.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnRequest;

/// The largest upload, in bytes (SPEC §9).
pub const UPLOAD_LIMIT: usize = 50 * 1024 * 1024;
/// The largest body of any other call, in bytes.
pub const BODY_LIMIT: usize = 2 * 1024 * 1024;
/// The largest body of a call that needs no login, in bytes: a form of a few fields.
pub const FORM_LIMIT: usize = 64 * 1024;
/// How long a client may take to send a request's head.
pub const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// The time from the end of a request's head to the begin of its answer.
pub const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// The same for uploads, which come over slow connections.
pub const UPLOAD_TIMEOUT: Duration = Duration::from_secs(600);
