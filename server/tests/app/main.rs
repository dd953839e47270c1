//! Stories against the whole application: its router, a real SQLite file, and everything between.

#![allow(unreachable_pub, dead_code, reason = "the stories share one helper")]

mod account;
mod audit;
mod cli;
mod demo;
mod editor;
mod http;
mod live;
mod mail;
mod outside;
mod program;
mod race;
mod replay;
mod reset;
mod site;
mod store;
mod timing;
mod util;
