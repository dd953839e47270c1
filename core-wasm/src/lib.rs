//! Splitline's business rules, each implemented once.
//!
//! The server links this crate; the browser runs it as WebAssembly. So the screen and the server refuse a form with
//! the same function and the same message.
//!
//! The crate is pure. It has no clock, no environment and no IO: the time (epoch milliseconds), the data and the settings
//! are passed as arguments. It never panics on any input, since a panic would stop the browser's module. JavaScript is used
//! only in `wasm`, which exists only in the browser's build.
//!
//! The slices have the same names as in the server and in the site (DESIGN §1). A slice uses the shared modules
//! ([`dates`], [`error`], [`flag`], [`links`], [`notice`], [`order`], [`text`]) and other slices' plain types only;
//! `tests/arrows.rs` checks this.

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
pub mod privacy;
mod sorted;
pub mod text;

pub mod account;
pub mod announcements;
pub mod audit;
pub mod course;
pub mod editor;
pub mod live;
pub mod packets;
pub mod people;
pub mod photos;
pub mod profile;
pub mod race;
pub mod results;
pub mod signup;
pub mod site;
pub mod ticket;
pub mod timing;
pub mod venue;

#[cfg(feature = "schema")]
mod schema;

#[cfg(target_arch = "wasm32")]
mod wasm;
