//! Splitline's server: effects around the rules of core-wasm.
//!
//! HTTP, SQLite, mail, files and the clock live here. What is allowed, what it means and in which words it is said is the
//! core's; a handler reads, asks the core, writes, answers.

pub mod account;
pub mod app;
mod attempts;
pub mod audit;
pub mod cli;
pub mod clock;
pub mod config;
pub mod db;
mod demo;
mod described;
pub mod disk;
pub mod editor;
pub mod error;
pub mod http;
pub mod ids;
pub mod images;
pub mod live;
pub mod mail;
pub mod race;
pub mod replay;
pub mod router;
pub mod site;
mod timed;
pub mod timing;
pub mod words;
mod work;
