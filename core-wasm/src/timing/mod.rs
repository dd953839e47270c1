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
//! | a contest is one ranking; waves with guns and bibs of their own are inside it | [`setup`] | TIMING, settled rules |
//! | a start is the last read at the start from 6 s before the contest's first gun to the own minimum lap; up to 6 s before the own gun it counts as that gun; earlier, the runner left with an earlier wave; a start read after a split is none | [`passing`] | TIMING, settled rules; RACE RESULT kb 3978; ChronoTrack's 6 s |
//! | splits and finish are the longest chain in course order within each point's minimum and maximum; a finish that a later split follows is none | [`passing`] | TIMING, settled rules |
//! | one missed lap does not shift the others: the most even pace decides | [`passing`] | the company's races of laps |
//! | several mats of one point are one passing | [`passing`] | RACE RESULT: 20 s |
//! | without a start read the own gun is the start | [`passing`] | RACE RESULT, PikaTimer |
//! | a chip counts in its own time and for its own leg; a number is another's bib only where tags are bibs | [`entrants`], [`engine`] | TIMING; relays |
//! | gun, chip or hybrid in one order; ties 1-2-2-4; unrounded | [`rank`] | DESIGN §5, USATF 245, decision 36 |
//! | a time faster than any human on any stretch is suspicious, not ranked | [`human`] | TIMING, settled rules |
//! | a finish that misses most of the points which others have waits for a person | [`waiting`] | TIMING, settled rules |
//! | corrections beside the reads: the last one on a thing counts, each is taken back by another | [`correction`] | TIMING, settled rules |
//! | DNF, DQ and DNS are set only by a person; such runners, and a team with such a member, have no rank and are listed last | [`status`] | DESIGN §5 |
//! | reads with a timer code that is not the race's own make no times | [`engine`] | decision 3 |
//! | age on race day, age groups of the race | [`age`] | DESIGN §5, SPEC §9 |
//! | each timer's format: checksums, guns, changes of clocks, what is acknowledged when | [`formats`], [`mark`] | TIMING, "Formats to read" |
//! | guns of several waves together, from a mark, or from a device whose clock is wrong; none replaced unnoticed | [`start`] | TIMING, settled rules |
//! | what is fetched from RACE RESULT, RunSignup and ChronoTrack boxes, and when | [`pulls`] | TIMING, "Formats to read"; SECURITY |
//! | whose reads of the MYLAPS port are a race's | [`mylaps_senders`] | the protocol has no key |
//!
//! What a person decides is applied when standings are derived ([`engine`] says where each kind of decision belongs).

pub mod age;
mod chips;
pub mod columns;
pub mod correction;
pub mod counts;
pub mod desk;
pub mod draft;
pub mod draft_merge;
pub mod elapsed;
mod elements;
pub mod engine;
pub mod entrant_merge;
pub mod entrants;
pub mod feed;
pub mod formats;
pub mod head;
pub mod history;
pub mod human;
pub mod length;
pub mod mark;
pub mod mylaps_senders;
pub mod new_run;
pub mod one_entrant;
pub mod passing;
pub mod plan;
pub mod preview;
pub mod pulls;
pub mod rank;
pub mod read;
pub mod rename;
pub mod replay;
mod sent;
pub mod setup;
pub mod standing;
pub mod start;
pub mod status;
pub mod table;
pub mod undo;
pub mod waiting;
pub mod words;

pub use correction::{Correction, Decision};
pub use counts::Counts;
pub use entrants::Entrant;
pub use mark::Mark;
pub use plan::Plan;
pub use read::Read;
pub use setup::Setup;
pub use status::{Override, Status};
