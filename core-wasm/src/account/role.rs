//! Who somebody is (SPEC §6).

use serde::{Deserialize, Serialize};

/// The role of an account. Visitors have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A racer with an account.
    User,
    /// An administrator.
    Admin,
    /// Somebody who is signing up.
    InProgress,
}

impl Role {
    /// The wire form: `user`, `admin`, `in-progress`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Admin => "admin",
            Self::InProgress => "in-progress",
        }
    }

    /// Whether the role has a profile of its own to show, hide and change (SPEC §6).
    pub fn has_profile(self) -> bool {
        matches!(self, Self::User | Self::Admin)
    }

    /// Reads the wire form.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::User, Self::Admin, Self::InProgress].into_iter().find(|role| role.as_str() == text)
    }
}
