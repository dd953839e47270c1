//! What a runner's own results amount to: bests, counts, achievements and titles (SPEC §3, client-side persisted state), for My Profile and
//! the visiting profile.
//!
//! Which results are a runner's, and who may see them, is known to the server. Titles of a season of the race league are given to it.

mod summary;
pub mod words;

pub use summary::{BestTime, FastestTimes, ProfileResult, Summary, summary};
