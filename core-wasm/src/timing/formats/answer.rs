//! What a sender waits for.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A text to send back.
///
/// An acknowledgement belongs to records: it is sent only after all of them are on disk, because the sender forgets what is
/// acknowledged. Other answers belong to none, and are sent at once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The bytes to send.
    pub text: String,
    /// The mat of the records that it acknowledges; `None` for an answer that concerns the connection.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mat: Option<String>,
    /// The reads to which it belongs, as positions in [`Parsed::reads`](super::Parsed::reads).
    pub reads: Range<usize>,
    /// The marks to which it belongs, as positions in [`Parsed::marks`](super::Parsed::marks).
    pub marks: Range<usize>,
}

impl Answer {
    /// An answer that can be sent at once.
    pub(super) fn at_once(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Whether it acknowledges records, and must wait until they are on disk.
    pub fn acknowledges(&self) -> bool {
        self.mat.is_some()
    }
}
