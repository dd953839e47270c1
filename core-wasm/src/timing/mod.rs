//! Timing: turns the reads of the timing boxes into starts, splits, finishes and ranks.
//!
//! Everything else is derived from the reads. [`engine::Field`] holds one race's setup, entrants and reads; its standings depend
//! on the *set* of reads alone, not on their order, on how often a read was sent, or on when it was received. So the same day
//! replayed, shuffled or sent twice gives the same bytes ([`engine::Field::standings`]).
//!
//! No read is lost: a read that produces no time is stored and counted under the reason ([`counts::Counts`]).
//!
//! The rules and their sources:
//!
//! | rule | module | source |
//! |---|---|---|
//! | a start is the last read at the start from 6 s before the gun to the minimum lap; before the gun it counts as the gun | [`passing`] | RACE RESULT kb 3978; ChronoTrack's 6 s; TIMING, rule "start" |
//! | a split or finish is the first read at its point after its minimum | [`passing`] | RACE RESULT; TIMING, rule "split, finish" |
//! | several mats of one point are one passing | [`passing`] | RACE RESULT: 20 s |
//! | without a start read the gun is the start | [`passing`] | RACE RESULT, PikaTimer |
//! | gun, chip or hybrid; ties 1-2-2-4; unrounded | [`rank`] | DESIGN §5, USATF 245 |
//! | a time faster than any human is suspicious, not ranked | [`human`] | TIMING, rule "To be checked" |
//! | DNF, DQ and DNS are set only by a person; such runners have no rank and are listed last | [`status`] | DESIGN §5 |
//! | reads with another race's timer code make no times | [`engine`] | the recorded day |
//! | age on race day, age groups | [`age`] | DESIGN §5, SPEC §9 |
//! | each timer's format: checksums, guns, changes of clocks, what is acknowledged when | [`formats`], [`mark`] | TIMING, "Formats to read" |
//! | whose reads of the MYLAPS port are a race's | [`mylaps_senders`] | the protocol has no key |

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
pub mod mark;
pub mod mylaps_senders;
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
pub use mark::Mark;
pub use plan::Plan;
pub use read::Read;
pub use setup::Setup;
pub use status::{Override, Status};
