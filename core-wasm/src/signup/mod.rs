//! Signing up: verify racer, verify e-mail, create account (DESIGN §4).
//!
//! The forms, the comparison of a person with published results, and the words. Codes are made, stored and compared by the server.

mod candidates;
mod claim;
mod forms;
mod racer;
mod username;
pub mod words;

pub use candidates::{Match, candidate, fits_group, is_named};
pub use claim::{Claim, Claimed, ListAddress, MOST_WAITING, keeps_name};
pub use forms::{account_problems, racer_problems, shown};
pub use racer::{Racer, RacerForm, check_racer};
pub use username::check_username;
