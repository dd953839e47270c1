//! Splitline's server: HTTP, storage, mail and the clock around the rules of core-wasm.
//!
//! What is allowed, what a record means and how every sentence reads is decided in the core; a handler reads, calls the core,
//! writes, and answers.

pub mod account;
mod announcements;
pub mod app;
mod attempts;
pub mod audit;
mod audit_log;
pub mod cli;
pub mod clock;
pub mod config;
mod course;
pub mod db;
mod demo;
mod described;
pub mod disk;
mod drawing;
pub mod editor;
pub mod error;
mod escape;
pub mod http;
pub mod ids;
pub mod images;
mod leases;
mod leaving;
pub mod live;
pub mod mail;
mod metrics;
mod packets;
mod people;
pub mod photos;
mod previews;
mod privacy;
pub mod profile;
pub mod race;
pub mod replay;
mod results;
pub mod router;
mod secrets;
mod signup;
pub mod site;
mod ticket;
mod timed;
pub mod timing;
mod venue;
pub mod words;
mod work;
mod workbook;
