//! The Register button (SPEC §4).

use serde::{Deserialize, Serialize};

use crate::flag::Flag;
use crate::links;

/// The text and behaviour of the Register button.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Registration {
    /// The button's text.
    pub label: String,
    /// Whether the button is disabled.
    pub disabled: bool,
    /// Why it is disabled; blank when it is not.
    pub tooltip: String,
    /// The address that it opens in a new tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub href: Option<String>,
}

/// The state of the Register button. "Canceled" takes precedence over "full" (SPEC §4).
///
/// A race without a link that can be opened has a disabled button with an explanation, rather than a button that does nothing.
pub fn state(is_canceled: Flag, max_capacity: Flag, link: &str) -> Registration {
    let closed =
        |label: &str, tooltip: &str| Registration { label: label.into(), disabled: true, tooltip: tooltip.into(), href: None };
    if is_canceled.0 {
        closed("Canceled", "Please visit the Info Page for more details.")
    } else if max_capacity.0 {
        closed("Register", "Registration is closed. This race is at max capacity.")
    } else if let Some(href) = links::safe(link) {
        Registration { label: "Register".into(), disabled: false, tooltip: String::new(), href: Some(href) }
    } else {
        closed("Register", "Registration is not open yet.")
    }
}

/// Whether pages offer to add a race to the visitor's calendar: it has a date, is not canceled, and is `open`, which means that the
/// page still offers to register for it.
pub fn calendar_offered(open: bool, is_canceled: Flag, date: &str) -> bool {
    open && !is_canceled.0 && !date.is_empty()
}
