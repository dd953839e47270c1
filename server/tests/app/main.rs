//! Tests of the whole application: its router and everything behind it, with a real SQLite file.

#![allow(unreachable_pub, dead_code, reason = "the tests share one helper")]

mod account;
mod audit;
mod bounds;
mod caching;
mod cli;
mod deleted;
mod demo;
mod described;
mod described_answers;
mod draft;
mod edit;
mod edit_by_id;
mod edit_conflict;
mod edit_history;
mod edit_pictures;
mod edit_words;
mod editor;
mod feeds;
mod hidden;
mod http;
mod limits;
mod live;
mod mail;
mod mylaps;
mod outside;
mod program;
mod queries;
mod race;
mod renamed;
mod replay;
mod requests;
mod reset;
mod sent;
mod serving;
mod shared;
mod site;
mod statements;
mod store;
mod timing;
mod tokens;
mod util;
mod writers;
