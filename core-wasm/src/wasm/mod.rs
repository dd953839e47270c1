//! The way to JavaScript: tables of the functions that the browser calls, and how values cross.
//!
//! A table ([`exports`]) has an entry for each function: its name in JavaScript, its arguments and its answer as they cross, and the
//! rule that it calls. Here the entries become bindings; `tests/cases` reads the same tables and runs the rules' cases natively.
//!
//! Values cross as the types that tsify writes into the `.d.ts`. Whatever can't be read, and whatever a rule refuses, is thrown as
//! a JavaScript `Error` with the `code` and `message` of a [`CoreError`].
//!
//! The browser gets four modules, each built with one of the crate's features: `page` for every visitor, `board` for the live
//! board's worker, `desk` for an administrator's pages, `picture` for whoever chooses a picture. A file here belongs to one of them.

#![allow(unreachable_pub, non_snake_case, reason = "wasm-bindgen exports these under JavaScript's names")]
#![cfg_attr(not(all(feature = "page", feature = "desk")), allow(dead_code, reason = "not every module has every kind of value"))]

/// A table of functions: `name(argument: type, …) -> type = rule;`. Types are those that cross: `Ts<T>` for a type of the rules,
/// alone, in a `Vec` or in an `Option`, and plain ones. The rule gets the arguments as Rust's; it may refuse with `?`.
macro_rules! exports {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $in:ty),* $(,)?) -> $out:ty = $rule:expr;)+) => {$(
        $(#[$doc])*
        #[wasm_bindgen::prelude::wasm_bindgen]
        pub fn $name($($argument: $in),*) -> Result<$out, crate::error::CoreError> {
            $(let $argument = super::Take::take($argument)?;)*
            super::Give::give($rule)
        }
    )+};
}

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
mod reader;
#[cfg(feature = "page")]
mod site;
#[cfg(feature = "desk")]
mod timing;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

use crate::error::CoreError;

/// An argument on its way in.
trait Take {
    type Rust;
    fn take(self) -> Result<Self::Rust, CoreError>;
}

impl<T: Tsify + DeserializeOwned> Take for Ts<T> {
    type Rust = T;

    fn take(self) -> Result<T, CoreError> {
        read(self.into())
    }
}

impl<T: Tsify + DeserializeOwned> Take for Vec<Ts<T>> {
    type Rust = Vec<T>;

    fn take(self) -> Result<Vec<T>, CoreError> {
        self.into_iter().map(Take::take).collect()
    }
}

impl<T: Tsify + DeserializeOwned> Take for Option<Ts<T>> {
    type Rust = Option<T>;

    fn take(self) -> Result<Option<T>, CoreError> {
        self.map(Take::take).transpose()
    }
}

/// A value of a rule on its way out.
trait Give<T>: Sized {
    fn give(value: T) -> Result<Self, CoreError>;
}

impl<T: Tsify + Serialize> Give<T> for Ts<T> {
    fn give(value: T) -> Result<Self, CoreError> {
        Ok(value.into_ts()?)
    }
}

impl<T: Tsify + Serialize, L: IntoIterator<Item = T>> Give<L> for Vec<Ts<T>> {
    fn give(values: L) -> Result<Self, CoreError> {
        values.into_iter().map(Give::give).collect()
    }
}

impl<T: Tsify + Serialize> Give<Option<T>> for Option<Ts<T>> {
    fn give(value: Option<T>) -> Result<Self, CoreError> {
        value.map(Give::give).transpose()
    }
}

/// Types that cross as they are.
macro_rules! plain {
    ($($plain:ty)*) => {$(
        impl Take for $plain {
            type Rust = Self;

            fn take(self) -> Result<Self, CoreError> {
                Ok(self)
            }
        }

        impl Give<Self> for $plain {
            fn give(value: Self) -> Result<Self, CoreError> {
                Ok(value)
            }
        }
    )*};
}

plain!(&str &[u8] bool f64 u16 u32 usize Option<String> Option<u16> Option<u32> Option<f64> String Vec<String>);

#[cfg(feature = "page")]
fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, CoreError> {
    reader::read(value)
}

/// The other modules read types with fields that may be missing or have other names.
#[cfg(not(feature = "page"))]
fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, CoreError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| CoreError::new("bad_argument", error.to_string()))
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
