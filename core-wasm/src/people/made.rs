//! What is said of a change of an account that was made although its answer was lost: the same as in the answer.
//!
//! Whether it was made is found by whoever asked for it, by reading what it changes.

use serde::{Deserialize, Serialize};

use super::words;
use crate::account::{Role, leaving, passkey, profile};
use crate::profile::words::{CLAIMED, TITLE_SET};
use crate::signup::words::CREATED;

/// A change whose answer was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Made {
    /// The account was made.
    Account,
    /// The account was deleted.
    Deleted,
    /// The new e-mail address was proved.
    Email,
    /// A code was sent to a new e-mail address.
    EmailCode,
    /// A passkey was added.
    Passkey,
    /// What was said about offered results was saved.
    Claims,
    /// A title was chosen.
    Title,
    /// An invitation to be a timer was accepted.
    Timer,
    /// An invitation to be an administrator was accepted.
    Admin,
}

impl Made {
    /// The sentence for it.
    ///
    /// ```
    /// use core_wasm::people::Made;
    ///
    /// assert_eq!(Made::Deleted.words(), "Your account has been deleted.");
    /// ```
    pub fn words(self) -> String {
        match self {
            Self::Account => CREATED.into(),
            Self::Deleted => leaving::deleted(&[]),
            Self::Email => profile::words::EMAIL_CHANGED.into(),
            Self::EmailCode => profile::words::EMAIL_CODE_SENT.into(),
            Self::Passkey => passkey::ADDED.into(),
            Self::Claims => CLAIMED.into(),
            Self::Title => TITLE_SET.into(),
            Self::Timer => words::accepted(Role::Timer),
            Self::Admin => words::accepted(Role::Admin),
        }
    }
}
