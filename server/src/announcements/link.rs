//! The link below an announcement, with which somebody gets no more of them. It works without an account, as long as the database is there,
//! and names neither the address nor anything from which it could be computed without the key.

use std::sync::Arc;

use axum::http::StatusCode;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::announcements::words;
use core_wasm::race::name;
use ring::hmac;

use crate::config::Config;
use crate::db::{Db, Tx, params};
use crate::error::{Error, Result};
use crate::secrets;

/// The name of the key in the database.
const KEY: &str = "announcement-links";
/// The length of a tag, in bytes: the whole one of HMAC-SHA256.
const TAG: usize = 32;
/// How many bytes of the tag of an address stand for it.
const SHORT: usize = 16;

/// The key of the links; cheap to clone.
#[derive(Clone)]
pub(crate) struct Links(Arc<hmac::Key>);

/// What a link is for.
pub(super) struct Link {
    /// What stands for the address.
    pub(super) address: String,
    /// The race of the announcement below which it was.
    pub(super) race_id: String,
}

impl Links {
    pub(super) async fn open(db: &Db) -> Result<Self> {
        Ok(Self::new(&secrets::key(db, KEY).await?))
    }

    /// The same within a transaction; `None` before the first start of this version.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn load(tx: &Tx<'_>) -> Result<Option<Self>> {
        let key = tx.query_opt("SELECT value FROM secrets WHERE name = $1", params![KEY], |row| row.get::<Vec<u8>>(0))?;
        Ok(key.map(|key| Self::new(&key)))
    }

    fn new(key: &[u8]) -> Self {
        Self(Arc::new(hmac::Key::new(hmac::HMAC_SHA256, key)))
    }

    /// What stands for an address in rows and links.
    pub(crate) fn address(&self, address: &str) -> String {
        let tag = hmac::sign(&self.0, ["address:", &name::key(address)].concat().as_bytes());
        URL_SAFE_NO_PAD.encode(tag.as_ref().get(..SHORT).unwrap_or_default())
    }

    /// The token of a link: the tag, then what is signed.
    fn token(&self, address: &str, race_id: &str) -> String {
        let signed = format!("{address} {race_id}");
        let tag = hmac::sign(&self.0, ["link:", &signed].concat().as_bytes());
        URL_SAFE_NO_PAD.encode([tag.as_ref(), signed.as_bytes()].concat())
    }

    /// The address of the page. The token is in the fragment, which browsers do not send.
    pub(super) fn page(&self, config: &Config, address: &str, race_id: &str) -> String {
        format!("{}/unsubscribe#{}", config.site_url(), self.token(address, race_id))
    }

    /// The address that programs for mail call (RFC 8058). The log has no queries, so the token is in none.
    pub(super) fn one_click(&self, config: &Config, address: &str, race_id: &str) -> String {
        format!("{}/api/unsubscribe?token={}", config.site_url(), self.token(address, race_id))
    }

    /// What the token of a link is for; 404 for another one.
    pub(super) fn read(&self, token: &str) -> Result<Link> {
        let read = || {
            let bytes = URL_SAFE_NO_PAD.decode(token.trim()).ok()?;
            let (tag, signed) = bytes.split_at_checked(TAG)?;
            // Compared in constant time.
            hmac::verify(&self.0, &[b"link:", signed].concat(), tag).ok()?;
            let (address, race_id) = std::str::from_utf8(signed).ok()?.split_once(' ')?;
            Some(Link { address: address.to_owned(), race_id: race_id.to_owned() })
        };
        read().ok_or_else(|| Error::refused(StatusCode::NOT_FOUND, "NO_LINK", words::NO_LINK))
    }
}
