//! The race league: the standings of a year from published results.
//!
//! [`settings`] is what an administrator decides for a season, [`identity`] which results are of one person, [`season`] the standings,
//! [`titles`] what a person won in them, and [`words`] the rules as sentences. All of it is derived from published results and stored
//! decisions; nothing here stores anything.

pub mod form;
pub mod identity;
pub mod query;
pub mod season;
pub mod settings;
pub mod titles;
pub mod words;
