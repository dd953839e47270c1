//! The tables of the functions that the browser calls, compiled natively: each entry of `src/wasm` calls its rule with JSON.

use core_wasm::error::CoreError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The result of one of a table's functions; `None` when the table has no function of this name.
pub(crate) type Answer = Option<Result<Value, CoreError>>;

/// A type of the rules, as in the bindings.
pub(crate) struct Ts<T>(std::marker::PhantomData<T>);

/// An argument, read from JSON; a missing one is null.
pub(crate) trait Argument<'a> {
    type Rust;
    fn read(value: Option<&'a Value>) -> Result<Self::Rust, CoreError>;
}

/// A result, written as JSON.
pub(crate) trait Output<T> {
    fn write(value: T) -> Value;
}

fn read<T: DeserializeOwned>(value: Option<&Value>) -> Result<T, CoreError> {
    let value = value.cloned().unwrap_or_default();
    serde_json::from_value(value).map_err(|error| CoreError::new("bad_argument", error.to_string()))
}

fn write<T: Serialize>(value: T) -> Value {
    serde_json::to_value(value).expect("plain data")
}

impl<'a, T: DeserializeOwned> Argument<'a> for Ts<T> {
    type Rust = T;

    fn read(value: Option<&'a Value>) -> Result<T, CoreError> {
        read(value)
    }
}

impl<'a, T: DeserializeOwned> Argument<'a> for Vec<Ts<T>> {
    type Rust = Vec<T>;

    fn read(value: Option<&'a Value>) -> Result<Vec<T>, CoreError> {
        read(value)
    }
}

impl<'a, T: DeserializeOwned> Argument<'a> for Option<Ts<T>> {
    type Rust = Option<T>;

    fn read(value: Option<&'a Value>) -> Result<Option<T>, CoreError> {
        read(value)
    }
}

impl<'a> Argument<'a> for &str {
    type Rust = &'a str;

    fn read(value: Option<&'a Value>) -> Result<&'a str, CoreError> {
        value.and_then(Value::as_str).ok_or_else(|| CoreError::new("bad_argument", "no text"))
    }
}

impl<'a> Argument<'a> for &[u8] {
    type Rust = &'a [u8];

    fn read(value: Option<&'a Value>) -> Result<&'a [u8], CoreError> {
        read::<Vec<u8>>(value).map(|bytes| &*bytes.leak())
    }
}

impl<T: Serialize> Output<T> for Ts<T> {
    fn write(value: T) -> Value {
        write(value)
    }
}

impl<T: Serialize, L: IntoIterator<Item = T>> Output<L> for Vec<Ts<T>> {
    fn write(values: L) -> Value {
        values.into_iter().map(write).collect()
    }
}

impl<T: Serialize> Output<Option<T>> for Option<Ts<T>> {
    fn write(value: Option<T>) -> Value {
        write(value)
    }
}

/// Types that need no conversion.
macro_rules! plain {
    ($($plain:ty)*) => {$(
        impl<'a> Argument<'a> for $plain {
            type Rust = Self;

            fn read(value: Option<&'a Value>) -> Result<Self, CoreError> {
                read(value)
            }
        }

        impl Output<Self> for $plain {
            fn write(value: Self) -> Value {
                write(value)
            }
        }
    )*};
}

plain!(bool f64 u16 u32 usize String Vec<String> Option<String> Option<u16> Option<u32> Option<f64>);

/// The same syntax as in `src/wasm/mod.rs`.
macro_rules! exports {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $in:ty),* $(,)?) -> $out:ty = $rule:expr;)+) => {
        pub(crate) const NAMES: &[&str] = &[$(stringify!($name)),+];

        #[allow(unused_variables, unused_mut)]
        #[allow(clippy::redundant_closure_call, reason = "`?` ends the call of one function, not of the table")]
        pub(crate) fn call(function: &str, arguments: &[serde_json::Value]) -> super::Answer {
            let mut arguments = arguments.iter();
            Some(match function {
                $(stringify!($name) => (|| {
                    $(let $argument = <$in as super::Argument>::read(arguments.next())?;)*
                    Ok(<$out as super::Output<_>>::write($rule))
                })(),)+
                _ => return None,
            })
        }
    };
}

#[path = "../../src/wasm/account.rs"]
pub(crate) mod account;
#[path = "../../src/wasm/announcements.rs"]
pub(crate) mod announcements;
#[path = "../../src/wasm/audit.rs"]
pub(crate) mod audit;
#[path = "../../src/wasm/dates.rs"]
pub(crate) mod dates;
#[path = "../../src/wasm/desk.rs"]
pub(crate) mod desk;
#[path = "../../src/wasm/edit.rs"]
pub(crate) mod edit;
#[path = "../../src/wasm/editor.rs"]
pub(crate) mod editor;
#[path = "../../src/wasm/live.rs"]
pub(crate) mod live;
#[path = "native.rs"]
pub(crate) mod native;
#[path = "../../src/wasm/packet_links.rs"]
pub(crate) mod packet_links;
#[path = "../../src/wasm/packets.rs"]
pub(crate) mod packets;
#[path = "../../src/wasm/people.rs"]
pub(crate) mod people;
#[path = "../../src/wasm/photos.rs"]
pub(crate) mod photos;
#[path = "../../src/wasm/picture.rs"]
pub(crate) mod picture;
#[path = "../../src/wasm/race.rs"]
pub(crate) mod race;
#[path = "../../src/wasm/results.rs"]
pub(crate) mod results;
#[path = "../../src/wasm/signup.rs"]
pub(crate) mod signup;
#[path = "../../src/wasm/site.rs"]
pub(crate) mod site;
#[path = "../../src/wasm/strength.rs"]
pub(crate) mod strength;
#[path = "../../src/wasm/ticket.rs"]
pub(crate) mod ticket;
#[path = "../../src/wasm/ticket_desk.rs"]
pub(crate) mod ticket_desk;
#[path = "../../src/wasm/timing.rs"]
pub(crate) mod timing;
#[path = "../../src/wasm/venue.rs"]
pub(crate) mod venue;

type Table = (&'static [&'static str], fn(&str, &[Value]) -> Answer);

/// The tables of the functions that the browser calls.
pub(crate) const BROWSER: [Table; 22] = [
    (account::NAMES, account::call),
    (announcements::NAMES, announcements::call),
    (audit::NAMES, audit::call),
    (dates::NAMES, dates::call),
    (desk::NAMES, desk::call),
    (edit::NAMES, edit::call),
    (editor::NAMES, editor::call),
    (live::NAMES, live::call),
    (packet_links::NAMES, packet_links::call),
    (packets::NAMES, packets::call),
    (people::NAMES, people::call),
    (photos::NAMES, photos::call),
    (picture::NAMES, picture::call),
    (race::NAMES, race::call),
    (results::NAMES, results::call),
    (signup::NAMES, signup::call),
    (site::NAMES, site::call),
    (strength::NAMES, strength::call),
    (ticket::NAMES, ticket::call),
    (ticket_desk::NAMES, ticket_desk::call),
    (timing::NAMES, timing::call),
    (venue::NAMES, venue::call),
];
