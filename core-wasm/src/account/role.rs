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
    /// A person who works at the timing desk, and at nothing else of the administrators'.
    Timer,
    /// An administrator.
    Admin,
    /// A person who is signing up.
    InProgress,
}

impl Role {
    /// The text form: `user`, `timer`, `admin`, `in-progress`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Timer => "timer",
            Self::Admin => "admin",
            Self::InProgress => "in-progress",
        }
    }

    /// Whether accounts with this role have a profile that they can show, hide and change (SPEC §6).
    pub fn has_profile(self) -> bool {
        matches!(self, Self::User | Self::Timer | Self::Admin)
    }

    /// Whether accounts with this role may work at the timing desk.
    pub fn may_time(self) -> bool {
        matches!(self, Self::Timer | Self::Admin)
    }

    /// Whether this role may do more than the other one: an administrator more than a timer, a timer more than a user.
    ///
    /// ```
    /// use core_wasm::account::Role;
    ///
    /// assert!(Role::Admin.is_more_than(Role::Timer) && Role::Timer.is_more_than(Role::User));
    /// assert!(!Role::Timer.is_more_than(Role::Timer));
    /// ```
    pub fn is_more_than(self, other: Self) -> bool {
        let rank = |role: Self| match role {
            Self::InProgress => 0,
            Self::User => 1,
            Self::Timer => 2,
            Self::Admin => 3,
        };
        rank(self) > rank(other)
    }

    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::User, Self::Timer, Self::Admin, Self::InProgress].into_iter().find(|role| role.as_str() == text)
    }
}
