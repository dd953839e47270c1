//! The door to JavaScript: one line a function, no decision.
//!
//! Values cross by serde-wasm-bindgen as the types that tsify writes into the `.d.ts`. Whatever can't be read, and whatever a
//! rule refuses, is thrown as a JavaScript `Error` with the `code` and `message` of a [`CoreError`].
//!
//! The browser gets four modules, each built with one of the crate's features: `page` for every visitor, `board` for the live
//! board's worker, `desk` for an administrator's pages, `picture` for whoever chooses a picture. A file here belongs to one of them.

#![allow(unreachable_pub, reason = "wasm-bindgen exports these")]
#![cfg_attr(not(feature = "page"), allow(dead_code, reason = "not every module has lists"))]

#[cfg(feature = "page")]
mod account;
#[cfg(feature = "board")]
mod board;
pub(crate) mod browser;
#[cfg(feature = "page")]
mod dates;
#[cfg(feature = "desk")]
mod desk;
#[cfg(feature = "desk")]
mod edit;
#[cfg(feature = "desk")]
mod editor;
#[cfg(feature = "page")]
mod live;
#[cfg(feature = "picture")]
mod picture;
#[cfg(feature = "page")]
mod race;
#[cfg(feature = "page")]
mod site;
#[cfg(feature = "desk")]
mod timing;

use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

use crate::error::CoreError;

/// What most functions here answer.
type Js<T> = Result<Ts<T>, CoreError>;
/// The same for a list.
type JsList<T> = Result<Vec<Ts<T>>, CoreError>;

/// A value on its way out.
fn js<T: Tsify + serde::Serialize>(value: T) -> Js<T> {
    Ok(value.into_ts()?)
}

/// A list on its way out.
fn js_list<T: Tsify + serde::Serialize>(values: impl IntoIterator<Item = T>) -> JsList<T> {
    values.into_iter().map(js).collect()
}

/// A list on its way in.
fn rust_list<T>(values: Vec<Ts<T>>) -> Result<Vec<T>, CoreError>
where
    T: Tsify<JsType: Clone> + serde::de::DeserializeOwned,
{
    values.iter().map(|value| Ok(value.to_rust()?)).collect()
}

impl From<tsify::Error> for CoreError {
    fn from(error: tsify::Error) -> Self {
        Self::new("bad_argument", error.to_string())
    }
}

impl From<CoreError> for JsValue {
    fn from(error: CoreError) -> Self {
        let thrown = js_sys::Error::new(&error.message);
        // Setting a property of an object that was just made can't fail.
        let _ = js_sys::Reflect::set(&thrown, &"code".into(), &error.code.into());
        thrown.into()
    }
}
