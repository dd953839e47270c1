//! The token of the link in a ticket's mails: who has it may read the ticket and reply.

use std::sync::Arc;

use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::ticket::{number, ticket_id, words};
use ring::hmac;
use subtle::ConstantTimeEq;

use crate::db::Db;
use crate::error::{Error, Result};
use crate::secrets;

/// How many bytes of a signature a tag has.
const TAG_BYTES: usize = 16;

/// The key of the links; cheap to clone. A token is derived from the number, so no row has it.
#[derive(Clone)]
pub(super) struct Links(Arc<hmac::Key>);

impl Links {
    pub(super) async fn open(db: &Db) -> Result<Self> {
        let key = secrets::key(db, "ticket-links").await?;
        Ok(Self(Arc::new(hmac::Key::new(hmac::HMAC_SHA256, &key))))
    }

    /// A tag for another purpose than the link: 32 hexadecimal digits, which may stand in an address.
    pub(super) fn tag(&self, purpose: &str) -> String {
        hmac::sign(&self.0, purpose.as_bytes()).as_ref().iter().take(TAG_BYTES).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether a tag is right, compared in constant time.
    pub(super) fn is_tag(&self, purpose: &str, tag: &str) -> bool {
        self.tag(purpose).as_bytes().ct_eq(tag.as_bytes()).into()
    }

    /// The path of the link. The token is in the fragment, which browsers do not send: so it is in no log.
    pub(super) fn path(&self, ticket: i64) -> String {
        let token = hmac::sign(&self.0, signed(ticket).as_bytes());
        format!("/ticket/{}#{}", ticket_id(ticket), URL_SAFE_NO_PAD.encode(token))
    }

    /// The number of the ticket that a link opens; 404 for another token.
    pub(super) fn open_ticket(&self, id: &str, token: &str) -> Result<i64> {
        let token = URL_SAFE_NO_PAD.decode(token.trim()).ok();
        // Compared in constant time.
        let is_right =
            |ticket: &i64| token.is_some_and(|token| hmac::verify(&self.0, signed(*ticket).as_bytes(), &token).is_ok());
        number(id).filter(is_right).ok_or_else(no_ticket)
    }
}

fn signed(ticket: i64) -> String {
    format!("ticket:{ticket}")
}

/// The refusal of a link, alike for a wrong token and for a ticket that there is not (404).
pub(super) fn no_ticket() -> Error {
    Error::refused(StatusCode::NOT_FOUND, "NO_TICKET", words::NO_TICKET)
}
