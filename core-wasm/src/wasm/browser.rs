//! Functions of the browser that no module needs to contain: Unicode normalisation and a JSON parser.

use js_sys::{JSON, JsString};
use serde::de::DeserializeOwned;

pub(crate) fn nfc(text: &str) -> String {
    JsString::from(text).normalize("NFC").into()
}

pub(crate) fn nfd(text: &str) -> String {
    JsString::from(text).normalize("NFD").into()
}

pub(crate) fn lowercase(text: &str) -> String {
    JsString::from(text).to_lower_case().into()
}

pub(crate) fn json<T: DeserializeOwned>(text: &str) -> Option<T> {
    super::read(JSON::parse(text).ok()?).ok()
}
