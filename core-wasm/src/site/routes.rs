//! The table of routes (SPEC §2): which paths exist, who may enter, what the window is called.

use serde::{Deserialize, Serialize};

/// Who may see a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Everybody.
    Public,
    /// Users and administrators.
    User,
    /// Administrators.
    Admin,
    /// Users, administrators and people who are signing up.
    Signup,
}
