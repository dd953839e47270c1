//! Splitline's rules, each written once.
//!
//! The server links this crate; the browser runs it as WebAssembly. So a form is refused on the screen and at the server by
//! the same function and in the same words.
//!
//! The crate is pure. It has no clock, no environment and no IO: the time (epoch milliseconds), the data and the settings
//! come in as arguments. It never panics on any input, since a panic would kill the browser's module. It knows nothing of
//! JavaScript outside `wasm`, which exists only in the browser's build.
//!
//! The slices have the names they have in the server and in the site (DESIGN §1). A slice uses the shared modules
//! ([`dates`], [`error`], [`flag`], [`links`], [`notice`], [`order`], [`text`]) and another slice's plain types, no more; `tests/arrows.rs` holds it to that.

#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::disallowed_macros
)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

pub mod dates;
pub mod error;
pub mod flag;
pub mod links;
pub mod notice;
pub mod order;
pub mod text;

pub mod account;
pub mod audit;
pub mod editor;
pub mod live;
pub mod race;
pub mod site;
pub mod ticket;
pub mod timing;

#[cfg(target_arch = "wasm32")]
mod wasm;
