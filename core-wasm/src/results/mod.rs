//! Results: what is published of a contest and stays, and how people find a line in it.
//!
//! Standings are derived from reads as long as a race is timed ([`crate::timing`]). Publishing freezes them: [`published`] makes the
//! rows of a numbered version, [`open`] says what a person should look at before, and [`difference`] what a version changed. Nothing
//! here stores anything.

pub mod difference;
pub mod distance;
pub mod export;
pub mod import;
pub mod leaderboard;
pub mod open;
pub mod published;
pub mod words;

/// The number of the rules by which times and places are derived; stored with each version. It grows when a rule changes so that
/// the same reads could give other times or places.
pub const RULES: i64 = 1;
