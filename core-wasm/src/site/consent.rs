//! Cookie consent (SPEC §2, §4).

use serde::{Deserialize, Serialize};

/// The stored word for yes.
pub const ACCEPTED: &str = "accepted";
/// The stored word for no.
pub const DECLINED: &str = "declined";

/// What the banner offers and the modal changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Consent {
    /// Always accepted.
    pub essential: String,
    /// Accepted unless switched off.
    pub analytics: String,
}

/// What is stored after "Accept All" or "Save Preferences" with this analytics toggle.
pub fn choose(analytics: bool) -> Consent {
    Consent { essential: ACCEPTED.into(), analytics: if analytics { ACCEPTED } else { DECLINED }.into() }
}

/// Whether the banner shows: nothing, or nothing known, is stored.
pub fn must_ask(essential: Option<&str>) -> bool {
    essential != Some(ACCEPTED)
}

/// Whether analytics load: only if both values are stored as accepted (SPEC §4).
pub fn analytics_allowed(essential: Option<&str>, analytics: Option<&str>) -> bool {
    essential == Some(ACCEPTED) && analytics == Some(ACCEPTED)
}
