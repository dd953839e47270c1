//! The browser's own `String.prototype.normalize`, for `text`.

use js_sys::JsString;

pub(crate) fn nfc(text: &str) -> String {
    JsString::from(text).normalize("NFC").into()
}

pub(crate) fn nfd(text: &str) -> String {
    JsString::from(text).normalize("NFD").into()
}
