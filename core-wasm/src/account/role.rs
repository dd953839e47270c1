//! The roles of accounts (SPEC §6).

use serde::{Deserialize, Serialize};

/// The role of an account. Visitors have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A racer with an account.
    User,
    /// An administrator.
    Admin,
    /// A person who is signing up.
    InProgress,
}

impl Role {
    /// The text form: `user`, `admin`, `in-progress`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Admin => "admin",
            Self::InProgress => "in-progress",
        }
    }

    /// Whether accounts with this role have a profile that they can show, hide and change (SPEC §6).
    pub fn has_profile(self) -> bool {
        matches!(self, Self::User | Self::Admin)
    }

    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::User, Self::Admin, Self::InProgress].into_iter().find(|role| role.as_str() == text)
    }
}
