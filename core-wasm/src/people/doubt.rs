//! What is said when the answer to a change was lost, its cookies with it, and nothing tells whether the change was made.
//!
//! What can be told is in [`Made`](super::Made), and what is said of a password in [`profile`](crate::account::profile).

use serde::{Deserialize, Serialize};

use super::words;
use crate::signup::words::PROBABLY_CREATED;

/// A change that was probably made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Doubt {
    /// The account was made: the sign-up is over, and nobody is logged in.
    Account,
    /// The invitation was accepted: its link does not work any more.
    Invitation,
}

impl Doubt {
    /// The sentence for it, which is followed by a link to the login.
    ///
    /// ```
    /// use core_wasm::people::Doubt;
    ///
    /// assert!(Doubt::Account.words().contains("probably made"));
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Self::Account => PROBABLY_CREATED,
            Self::Invitation => words::PROBABLY_ACCEPTED,
        }
    }
}
