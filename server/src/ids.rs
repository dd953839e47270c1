//! Unguessable ids and secrets, and hashes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A new opaque id: 16 random bytes, URL-safe.
#[must_use]
pub fn new_id() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 16]>())
}

/// A text that tells the versions of one building of a board from those of another: 6 random bytes, URL-safe. It is short because every
/// poll has it; nothing is protected by it.
#[must_use]
pub fn new_epoch() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 6]>())
}

/// A new secret for a link or a key: 32 random bytes, URL-safe. Stored only as its [`sha256`].
#[must_use]
pub fn new_secret() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// SHA-256 in hexadecimal.
#[must_use]
pub fn sha256(bytes: impl AsRef<[u8]>) -> String {
    let mut text = String::with_capacity(64);
    for byte in Sha256::digest(bytes.as_ref()) {
        use std::fmt::Write;
        let _ = write!(text, "{byte:02x}");
    }
    text
}
