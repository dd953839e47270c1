//! Bindings of the slice `site`.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, js};
use crate::site::consent::{self, Consent, ConsentWords};
use crate::site::nav::{self, Nav, NavInput};
use crate::site::routes::{self, Access, Section};
use crate::site::stored::{self, StoredState};
use crate::site::toast::{self, ToastKind};

/// The window's title.
#[wasm_bindgen(js_name = routeTitle)]
pub fn route_title(path: &str, site_name: &str, name: Option<String>) -> String {
    routes::title(path, site_name, name.as_deref())
}

/// The HTTP status of a path.
#[wasm_bindgen(js_name = routeStatus)]
pub fn route_status(path: &str) -> u16 {
    routes::status(path)
}

/// Who may see a path.
#[wasm_bindgen(js_name = routeAccess)]
pub fn route_access(path: &str) -> Js<Access> {
    js(routes::access(path))
}

/// The lit link of a path.
#[wasm_bindgen(js_name = routeSection)]
pub fn route_section(path: &str) -> Js<Section> {
    js(routes::section(path))
}

/// The navigation bar.
#[wasm_bindgen(js_name = navEntries)]
pub fn nav_entries(input: Ts<NavInput>) -> Js<Nav> {
    js(nav::entries(&input.to_rust()?))
}

/// The state of a new browser.
#[wasm_bindgen(js_name = storedDefaults)]
pub fn stored_defaults() -> Js<StoredState> {
    js(stored::defaults())
}

/// The version of the stored state.
#[wasm_bindgen(js_name = storedVersion)]
pub fn stored_version() -> String {
    stored::VERSION.into()
}

/// Whether everything stored must be cleared.
#[wasm_bindgen(js_name = storedMustClear)]
pub fn stored_must_clear(version: Option<String>) -> bool {
    stored::must_clear(version.as_deref())
}

/// What is stored after a choice in the cookie banner.
#[wasm_bindgen(js_name = consentChoose)]
pub fn consent_choose(analytics: bool) -> Js<Consent> {
    js(consent::choose(analytics))
}

/// Whether the cookie banner shows.
#[wasm_bindgen(js_name = consentMustAsk)]
pub fn consent_must_ask(essential: Option<String>) -> bool {
    consent::must_ask(essential.as_deref())
}

/// Whether analytics load.
#[wasm_bindgen(js_name = consentAnalytics)]
pub fn consent_analytics(essential: Option<String>, analytics: Option<String>) -> bool {
    consent::analytics_allowed(essential.as_deref(), analytics.as_deref())
}

/// What is said about cookies; `analytics` is the counting script's address, blank for none.
#[wasm_bindgen(js_name = consentWords)]
pub fn consent_words(analytics: &str, site: &str) -> Js<ConsentWords> {
    js(consent::words(analytics, site))
}

/// How many milliseconds a toast stays; undefined means until it is replaced.
#[wasm_bindgen(js_name = toastDuration)]
pub fn toast_duration(kind: Ts<ToastKind>) -> Result<Option<u32>, crate::error::CoreError> {
    Ok(toast::duration_ms(kind.to_rust()?))
}

/// How many toasts are held at most.
#[wasm_bindgen(js_name = toastHeld)]
pub fn toast_held() -> u32 {
    toast::HELD
}
