//! What is said of a change of an account that was made although its answer was lost: the same as in the answer.
//!
//! Whether it was made is found by whoever asked for it, by reading what it changes.

use serde::{Deserialize, Serialize};

use super::words;
use crate::account::{Role, leaving, passkey, profile};
use crate::profile::words::{CLAIMED, TITLE_SET};
use crate::signup::words::{CLAIM_DONE, CLAIM_GRANTED, CREATED};

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
    /// The password was changed.
    Password,
    /// A passkey was added.
    Passkey,
    /// A passkey was removed.
    PasskeyRemoved,
    /// One device was logged out.
    Device,
    /// Every other device was logged out.
    OtherDevices,
    /// What was said about offered results was saved.
    Claims,
    /// A title was chosen.
    Title,
    /// A claim was decided, by this decision or by another one that was faster.
    Claim,
    /// A claim was granted: its account has the result.
    ClaimGranted,
    /// An invitation was sent.
    Invitation,
    /// An invitation was revoked.
    InvitationRevoked,
    /// An invitation to be a timer was accepted.
    Timer,
    /// An invitation to be an administrator was accepted.
    Admin,
    /// Administrators need a passkey from now on.
    PasskeysDemanded,
    /// Administrators do not need a passkey any more.
    PasskeysFree,
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
            Self::Password => profile::words::PASSWORD_CHANGED.into(),
            Self::Passkey => passkey::ADDED.into(),
            Self::PasskeyRemoved => passkey::REMOVED.into(),
            Self::Device => profile::words::SESSION_ENDED.into(),
            Self::OtherDevices => profile::words::OTHER_SESSIONS_ENDED.into(),
            Self::Claims => CLAIMED.into(),
            Self::Title => TITLE_SET.into(),
            Self::Claim => CLAIM_DONE.into(),
            Self::ClaimGranted => CLAIM_GRANTED.into(),
            Self::Invitation => words::INVITED.into(),
            Self::InvitationRevoked => words::REVOKED.into(),
            Self::Timer => words::accepted(Role::Timer),
            Self::Admin => words::accepted(Role::Admin),
            Self::PasskeysDemanded => words::PASSKEYS_DEMANDED.into(),
            Self::PasskeysFree => words::PASSKEYS_FREE.into(),
        }
    }
}
