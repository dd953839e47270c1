//! The server's error type: a status and `{code, message, fields?}` for the caller, and the cause for the log only.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use core_wasm::account::messages;
use core_wasm::race::failure::{LoadKind, LoadOutcome, LoadResult, load_failure};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::words;

/// The server's result.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a request failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request is refused; all texts are for the caller.
    #[error("{status}: {}", body.message)]
    Refused {
        /// The answer's status.
        status: StatusCode,
        /// The body of the answer.
        body: ErrorBody,
        /// After how many seconds the caller may try again.
        retry_after: Option<u64>,
    },
    /// The disk is full: nothing was saved; reading still works (503).
    #[error("the disk is full")]
    Full,
    /// Another process has locked the database: nothing was saved; reading still works (503).
    #[error("the database is locked by another process")]
    Locked,
    /// The server of the database cannot be reached, or does not answer: nothing can be read from it, and what was to be saved is not saved, or was
    /// when the connection got lost while it was (503).
    #[error("the database cannot be reached")]
    Unreachable,
    /// Another change came in between, or the engine refused the transaction: the database runs the job again. The caller receives
    /// it only after many attempts (503).
    #[error("other changes came in between at every attempt")]
    Raced,
    /// A unique index has this value already. A caller that writes such a row turns this into an error of the product.
    #[error("another row has this value already")]
    Taken,
    /// Anything else: the caller learns only that an error occurred, the log gets the cause (500).
    #[error(transparent)]
    Internal(Box<dyn std::error::Error + Send + Sync>),
}

/// The body of an error's answer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Refusal)]
pub struct ErrorBody {
    /// A stable name for programs, such as `DUPLICATE_NAME`.
    pub code: Cow<'static, str>,
    /// A sentence for people.
    pub message: String,
    /// The error of each field, when fields are the reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Option<Vec<FieldBody>>)]
    pub fields: Vec<FieldBody>,
    /// Further data of the call's error, by name.
    #[serde(flatten)]
    #[schema(ignore)]
    pub more: Map<String, Value>,
}

/// How a refusal is described that tells more than others ([`Error::with`]).
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes what an `ErrorBody` with more in it looks like")]
pub(crate) struct RefusalWith<T> {
    #[serde(flatten)]
    refusal: ErrorBody,
    #[serde(flatten)]
    more: T,
}

/// The error of one field.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RefusedField)]
pub struct FieldBody {
    /// The field's name on the wire.
    pub field: String,
    /// A stable name for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// For the developer of the calling program, never for people: what the parser says of a request that could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl Error {
    /// A refusal with its status, code and message.
    pub fn refused(status: StatusCode, code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        let body = ErrorBody { code: code.into(), message: message.into(), fields: Vec::new(), more: Map::new() };
        Self::Refused { status, body, retry_after: None }
    }

    /// A refusal with a message of [`crate::words`].
    pub fn say(status: StatusCode, (code, message): (&'static str, &'static str)) -> Self {
        Self::refused(status, code, message)
    }

    /// A refusal because of fields; `message` is the summary.
    pub fn fields(message: impl Into<String>, fields: Vec<FieldBody>) -> Self {
        let body = ErrorBody { code: "INVALID_FIELDS".into(), message: message.into(), fields, more: Map::new() };
        Self::Refused { status: StatusCode::BAD_REQUEST, body, retry_after: None }
    }

    /// The same refusal with another status and code.
    #[must_use]
    pub fn because(self, status: StatusCode, code: impl Into<Cow<'static, str>>) -> Self {
        match self {
            Self::Refused { body, retry_after, .. } => {
                Self::Refused { status, body: ErrorBody { code: code.into(), ..body }, retry_after }
            }
            other => other,
        }
    }

    /// Sets how many seconds the caller has to wait.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        match self {
            Self::Refused { status, body, .. } => Self::Refused { status, body, retry_after: Some(seconds) },
            other => other,
        }
    }

    /// Adds the fields of `more` to the answer, next to code and message.
    ///
    /// # Errors
    /// When `more` cannot be serialized as an object.
    pub fn with(self, more: &impl Serialize) -> Result<Self> {
        Ok(match self {
            Self::Refused { status, body, retry_after } => {
                let more = serde_json::from_value(serde_json::to_value(more)?)?;
                Self::Refused { status, body: ErrorBody { more, ..body }, retry_after }
            }
            other => other,
        })
    }

    /// This caller may see no such race: the core's message for what was requested of it (404).
    pub fn no_race(wanted: LoadKind) -> Self {
        let missing = LoadOutcome { outcome: LoadResult::Missing, status: None, text: None };
        Self::refused(StatusCode::NOT_FOUND, "RACE_NOT_FOUND", load_failure(wanted, &missing).text)
    }

    /// Not logged in (401).
    pub fn unauthorized() -> Self {
        Self::refused(StatusCode::UNAUTHORIZED, "UNAUTHORIZED", messages::NOT_LOGGED_IN)
    }

    /// Logged in, but without this permission (403).
    pub fn forbidden() -> Self {
        Self::refused(StatusCode::FORBIDDEN, "FORBIDDEN", messages::FORBIDDEN)
    }

    /// Too much is requested at once; a moment later it may succeed (503).
    pub fn busy() -> Self {
        Self::refused(StatusCode::SERVICE_UNAVAILABLE, "BUSY", messages::BUSY).retry_after(2)
    }

    /// A copy of the error, for another caller who waited for the same work.
    #[must_use]
    pub fn copy(&self) -> Self {
        match self {
            Self::Refused { status, body, retry_after } => {
                Self::Refused { status: *status, body: body.clone(), retry_after: *retry_after }
            }
            Self::Full => Self::Full,
            Self::Locked => Self::Locked,
            Self::Unreachable => Self::Unreachable,
            Self::Raced => Self::Raced,
            Self::Taken => Self::Taken,
            Self::Internal(cause) => Self::message(chain(cause.as_ref())),
        }
    }

    /// An internal error, for the log.
    pub fn internal(cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Internal(Box::new(cause))
    }

    /// An internal error, as text for the log and the command line.
    pub fn message(cause: impl Into<String>) -> Self {
        Self::Internal(cause.into().into())
    }

    /// The error's text for the command line, where a status means nothing.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Self::Refused { body, .. } => body.message.clone(),
            other => other.to_string(),
        }
    }

    /// Whether the database cannot be reached. That is logged once, where connections are made, and not by each request or each round of a
    /// worker that meets it.
    #[must_use]
    pub fn is_unreachable(&self) -> bool {
        matches!(self, Self::Unreachable)
    }

    /// The status of the error's answer.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Refused { status, .. } => *status,
            Self::Full | Self::Locked | Self::Unreachable | Self::Raced => StatusCode::SERVICE_UNAVAILABLE,
            Self::Taken => StatusCode::CONFLICT,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::Full,
            _ => Self::internal(error),
        }
    }
}

/// A refusal of a rule, with its message (400).
impl From<core_wasm::error::CoreError> for Error {
    fn from(refusal: core_wasm::error::CoreError) -> Self {
        Self::refused(StatusCode::BAD_REQUEST, refusal.code, refusal.message)
    }
}

/// The errors of a form, each with its field; the first one is also the summary (400).
impl From<core_wasm::error::Problems> for Error {
    fn from(problems: core_wasm::error::Problems) -> Self {
        let summary = problems.0.first().map_or_else(|| words::MALFORMED.1.to_owned(), |first| first.message.clone());
        Self::fields(summary, problems.0.into_iter().map(FieldBody::from).collect())
    }
}

impl From<core_wasm::error::FieldError> for FieldBody {
    fn from(error: core_wasm::error::FieldError) -> Self {
        Self { field: error.field, code: error.code, message: error.message, detail: None }
    }
}

impl From<serde_json::Error> for Error {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error)
    }
}

/// In the extensions of an answer: why the server failed is in the log, if it did.
#[derive(Clone, Copy)]
pub(crate) struct InLog;

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = self.status();
        let is_in_log = !matches!(self, Self::Refused { .. });
        let (body, retry_after) = match self {
            Self::Refused { body, retry_after, .. } => (body, retry_after),
            Self::Full => {
                tracing::error!("the disk is full: writes are refused");
                (say(words::DISK_FULL), Some(60))
            }
            Self::Locked => {
                tracing::error!("another process has locked the database: writes are refused");
                (say(words::LOCKED), Some(5))
            }
            Self::Unreachable => (say(words::UNREACHABLE), Some(2)),
            Self::Raced => {
                tracing::error!("a change was not made: other changes came in between at every attempt");
                (say(words::LOCKED), Some(1))
            }
            Self::Taken => (say(words::TAKEN), None),
            Self::Internal(cause) => {
                tracing::error!(cause = %chain(cause.as_ref()), "a request failed");
                (say(words::SERVER), None)
            }
        };
        let mut response = (status, Json(body)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if is_in_log {
            response.extensions_mut().insert(InLog);
        }
        response
    }
}

/// Turns `None` into a 404.
pub trait OrNotFound<T> {
    /// Returns the value, or 404 with this code and message.
    ///
    /// # Errors
    /// 404 when there is no value.
    fn or_not_found(self, words: (impl Into<Cow<'static, str>>, impl Into<String>)) -> Result<T>;
}

impl<T> OrNotFound<T> for Option<T> {
    fn or_not_found(self, (code, message): (impl Into<Cow<'static, str>>, impl Into<String>)) -> Result<T> {
        self.ok_or_else(|| Error::refused(StatusCode::NOT_FOUND, code, message))
    }
}

fn say((code, message): (&'static str, &'static str)) -> ErrorBody {
    ErrorBody { code: code.into(), message: message.into(), fields: Vec::new(), more: Map::new() }
}

/// An error's text with those of its causes.
pub(crate) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text.push_str(": ");
        text.push_str(&inner.to_string());
        cause = inner.source();
    }
    text
}
