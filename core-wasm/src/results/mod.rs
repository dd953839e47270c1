//! Results: what is published of a contest and stays, and how people find a line in it.
//!
//! Standings are derived from reads as long as a race is timed ([`crate::timing`]). Publishing freezes them: [`published`] makes the
//! rows of a numbered version, [`open`] says what a person should look at before, and [`difference`] what a version changed. [`runner`]
//! is a runner's page, with [`certificate`] and [`age_grade`], and [`league`] the standings of a year. Nothing here stores anything.

pub mod age_grade;
pub mod at_points;
pub mod awards;
pub mod bests;
pub mod certificate;
pub mod chart;
pub mod clip;
pub mod difference;
pub mod distance;
pub mod export;
pub mod import;
pub mod leaderboard;
pub mod league;
pub mod open;
pub mod people;
pub mod provisional;
pub mod published;
pub mod runner;
pub mod winners;
pub mod words;

/// The number of the rules by which times and places are derived; stored with each version. It grows when a rule changes so that
/// the same reads could give other times or places.
pub const RULES: i64 = 1;
