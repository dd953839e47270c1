//! Toasts (SPEC §9).

use serde::{Deserialize, Serialize};

/// The kinds of toasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the spec's names")]
pub enum ToastKind {
    Blank,
    Error,
    Success,
    Loading,
    Custom,
}

/// How many toasts are held at most.
pub const HELD: u32 = 20;
/// How long the toasts of the create page stay.
pub const CREATE_PAGE_MS: u32 = 3000;

/// How many milliseconds a toast stays; a loading one stays until it is replaced.
pub fn duration_ms(kind: ToastKind) -> Option<u32> {
    match kind {
        ToastKind::Blank | ToastKind::Error | ToastKind::Custom => Some(4000),
        ToastKind::Success => Some(2000),
        ToastKind::Loading => None,
    }
}
