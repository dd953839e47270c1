//! The server's own messages, for refusals by HTTP and not by a business rule: `(code, sentence)`.
//!
//! Messages of business rules (SPEC §8) are in the core and never repeated here.

use axum::http::StatusCode;

type Words = (&'static str, &'static str);

/// 403, cross-site
pub const CROSS_SITE: Words = ("CROSS_SITE", "This request did not come from this site.");
/// 404 for a call that does not exist
pub const NO_SUCH_CALL: Words = ("NOT_FOUND", "There is no such call.");
/// 404 for a picture
pub const NO_SUCH_IMAGE: Words = ("NOT_FOUND", "There is no such image.");
/// 405
pub const METHOD: Words = ("METHOD_NOT_ALLOWED", "This call does not take that method.");
/// 400
pub const MALFORMED: Words = ("MALFORMED", "The request could not be read.");
/// 400, a text that no database can store
pub const ZERO_CHARACTER: Words = ("ZERO_CHARACTER", "A text contains the invisible character U+0000, which cannot be saved.");
/// 400, without a Host or with two
pub const HOST: Words = ("HOST", "The request does not name one host.");
/// 400
pub const UNKNOWN_IMAGE: Words = ("UNKNOWN_IMAGE", "The request names an image that is not kept.");
/// 408
pub const TIMEOUT: Words = ("TIMEOUT", "The request took too long.");
/// 409
pub const TAKEN: Words = ("TAKEN", "That is taken already.");
/// 413
pub const TOO_LARGE: Words = ("TOO_LARGE", "The request is too large.");
/// 415
pub const MEDIA_TYPE: Words = ("UNSUPPORTED_MEDIA_TYPE", "The request's content type is not one this call takes.");
/// 500
pub const SERVER: Words = ("SERVER_ERROR", "Something went wrong on the server.");
/// 503, while another process has locked the database
pub const LOCKED: Words = ("LOCKED", "The server cannot save right now. Please try again later.");
/// 503, while the database's server cannot be reached
pub const UNREACHABLE: Words = ("UNREACHABLE", "The server cannot load or save right now. Please try again in a moment.");
/// 503
pub const DISK_FULL: Words = ("DISK_FULL", "The server cannot save right now. Please try again later.");

/// The message for a status when there is no better one.
#[must_use]
pub fn of(status: StatusCode) -> Words {
    match status {
        StatusCode::NOT_FOUND => NO_SUCH_CALL,
        StatusCode::METHOD_NOT_ALLOWED => METHOD,
        StatusCode::REQUEST_TIMEOUT => TIMEOUT,
        StatusCode::PAYLOAD_TOO_LARGE => TOO_LARGE,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => MEDIA_TYPE,
        status if status.is_server_error() => SERVER,
        _ => MALFORMED,
    }
}

/// 400, a file in a field that the form does not have
#[must_use]
pub fn unknown_file(field: &str) -> String {
    format!("The form has no file {field}.")
}
