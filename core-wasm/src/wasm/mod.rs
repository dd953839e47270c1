//! The bindings for JavaScript: tables of the functions that the browser calls, and the conversion of values.
//!
//! A table ([`exports`]) has an entry for each function: its name in JavaScript, the types of its arguments and of its result in
//! JavaScript, and the rule that it calls. Here the entries become bindings; `tests/cases` reads the same tables and runs the
//! rules' cases natively.
//!
//! Values are converted to and from the types that tsify writes into the `.d.ts`. A value that can't be read, and an error of a
//! rule, is thrown as a JavaScript `Error` with the `code` and `message` of a [`CoreError`].
//!
//! There are seven modules, each built with one of the crate's features: `page` for every visitor, `board` for the live
//! board's worker, `packets` for the packet desk, `venue` for the boards of the venue, `desk` for an administrator's pages, `picture` for pages where people choose a picture,
//! `strength` where they choose a password. Each file here belongs to one of them.

#![allow(unreachable_pub, non_snake_case, reason = "wasm-bindgen exports these under JavaScript's names")]
#![cfg_attr(
    not(all(feature = "page", feature = "desk")),
    allow(dead_code, unused_macros, reason = "not every module has a table and every kind of value")
)]

/// A table of functions: `name(argument: type, …) -> type = rule;`. The types are those in JavaScript: `Ts<T>` for a type of the
/// rules, alone, in a `Vec` or in an `Option`, and plain ones. The rule gets the arguments as Rust types; it may return an error
/// with `?`.
macro_rules! exports {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $in:ty),* $(,)?) -> $out:ty = $rule:expr;)+) => {$(
        $(#[$doc])*
        #[wasm_bindgen::prelude::wasm_bindgen]
        pub fn $name($($argument: $in),*) -> Result<$out, crate::error::CoreError> {
            $(let $argument = super::Argument::read($argument)?;)*
            super::Output::write($rule)
        }
    )+};
}

#[cfg(feature = "page")]
mod account;
#[cfg(feature = "desk")]
mod announcements;
#[cfg(feature = "desk")]
mod audit;
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
#[cfg(feature = "packets")]
mod packet_desk;
#[cfg(feature = "desk")]
mod packet_links;
#[cfg(feature = "packets")]
mod packets;
#[cfg(feature = "desk")]
mod people;
#[cfg(feature = "desk")]
mod photos;
#[cfg(feature = "picture")]
mod picture;
#[cfg(feature = "page")]
mod race;
#[cfg(any(feature = "page", feature = "board", feature = "venue"))]
mod reader;
#[cfg(feature = "desk")]
mod results;
#[cfg(feature = "page")]
mod signup;
#[cfg(feature = "page")]
mod site;
#[cfg(feature = "strength")]
mod strength;
#[cfg(feature = "page")]
mod ticket;
#[cfg(feature = "desk")]
mod ticket_desk;
#[cfg(feature = "desk")]
mod timing;
#[cfg(feature = "venue")]
mod venue;
#[cfg(feature = "venue")]
mod venue_board;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;

use crate::error::CoreError;

/// An argument, converted from JavaScript.
trait Argument {
    type Rust;
    fn read(self) -> Result<Self::Rust, CoreError>;
}

impl<T: Tsify + DeserializeOwned> Argument for Ts<T> {
    type Rust = T;

    fn read(self) -> Result<T, CoreError> {
        read(self.into())
    }
}

impl<T: Tsify + DeserializeOwned> Argument for Vec<Ts<T>> {
    type Rust = Vec<T>;

    fn read(self) -> Result<Vec<T>, CoreError> {
        self.into_iter().map(Argument::read).collect()
    }
}

impl<T: Tsify + DeserializeOwned> Argument for Option<Ts<T>> {
    type Rust = Option<T>;

    fn read(self) -> Result<Option<T>, CoreError> {
        self.map(Argument::read).transpose()
    }
}

/// A result, converted to JavaScript.
trait Output<T>: Sized {
    fn write(value: T) -> Result<Self, CoreError>;
}

impl<T: Tsify + Serialize> Output<T> for Ts<T> {
    fn write(value: T) -> Result<Self, CoreError> {
        Ok(value.into_ts()?)
    }
}

impl<T: Tsify + Serialize, L: IntoIterator<Item = T>> Output<L> for Vec<Ts<T>> {
    fn write(values: L) -> Result<Self, CoreError> {
        values.into_iter().map(Output::write).collect()
    }
}

impl<T: Tsify + Serialize> Output<Option<T>> for Option<Ts<T>> {
    fn write(value: Option<T>) -> Result<Self, CoreError> {
        value.map(Output::write).transpose()
    }
}

/// Types that need no conversion.
macro_rules! plain {
    ($($plain:ty)*) => {$(
        impl Argument for $plain {
            type Rust = Self;

            fn read(self) -> Result<Self, CoreError> {
                Ok(self)
            }
        }

        impl Output<Self> for $plain {
            fn write(value: Self) -> Result<Self, CoreError> {
                Ok(value)
            }
        }
    )*};
}

plain!(&str &[u8] bool f64 u16 u32 usize Option<String> Option<u16> Option<u32> Option<f64> String Vec<String>);

#[cfg(any(feature = "page", feature = "board", feature = "venue"))]
fn read<T: DeserializeOwned>(value: JsValue) -> Result<T, CoreError> {
    reader::read(value)
}

/// The types that the other modules read have fields that may be missing or have other names.
#[cfg(not(any(feature = "page", feature = "board", feature = "venue")))]
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
        // Setting a property of a new object can't fail.
        let _ = js_sys::Reflect::set(&thrown, &"code".into(), &error.code.into());
        thrown.into()
    }
}
