//! Timing: what the boxes read, turned into starts, splits, finishes and ranks.
//!
//! Reads are the truth and everything else follows from them. [`engine::Field`] holds one race's setup, entrants and reads;
//! its standings depend on the *set* of reads alone, never on their order, on how often one was sent, or on when it came. So
//! the same day replayed, shuffled or sent twice gives the same bytes ([`engine::Field::standings`]).
//!
//! No read is lost: one that makes nobody's time is kept and counted under the reason ([`counts::Counts`]).
//!
//! The rules and where each comes from:
//!
//! | rule | module | source |
//! |---|---|---|
//! | a start is the last read at the start from 6 s before the gun to the minimum lap; before the gun it counts as the gun | [`passing`] | RACE RESULT kb 3978; ChronoTrack's 6 s; issue 2 |
//! | a split or finish is the first read at its point after its minimum | [`passing`] | RACE RESULT; issue 2 |
//! | several mats of one point are one passing | [`passing`] | RACE RESULT: 20 s |
//! | without a start read the gun is the start | [`passing`] | RACE RESULT, PikaTimer |
//! | gun, chip or hybrid; ties 1-2-2-4; unrounded | [`rank`] | DESIGN §5, USATF 245 |
//! | a time faster than any human is suspicious, not ranked | [`human`] | issue 2 |
//! | DNF, DQ, DNS only by a person, without rank, last | [`status`] | DESIGN §5 |
//! | a foreign timer's reads | [`engine`] | issue 2; the recorded day |
//! | age on race day, age groups | [`age`] | DESIGN §5, SPEC §9 |

pub mod age;
pub mod counts;
pub mod desk;
pub mod draft;
pub mod draft_merge;
mod elements;
pub mod engine;
pub mod entrants;
pub mod formats;
pub mod human;
pub mod length;
pub mod passing;
pub mod plan;
pub mod rank;
pub mod read;
pub mod replay;
pub mod setup;
mod setup_check;
pub mod standing;
pub mod status;
pub mod words;

pub use counts::Counts;
pub use entrants::Entrant;
pub use plan::Plan;
pub use read::Read;
pub use setup::Setup;
pub use status::{Override, Status};
