//! The audit record (DESIGN §3, docs/decisions/0063): its events, the filters of its list, what differs between old and new, the words of a
//! row, the page of what was changed, the file, and what is said of the check of the chain.
//!
//! Rows are written, chained by hashes and checked by the server. Nothing here knows more of a change than its row.

mod difference;
mod event;
mod export;
mod line;
mod query;
mod seal;
pub mod words;

pub use difference::{AuditChange, ChangeKind, Difference, MOST_CHANGES, difference};
pub use event::{About, Actor, Event, EventInfo, Kind, Object};
pub use export::{add, begin};
pub use line::{AuditLine, AuditRow, Target, line};
pub use query::{ActorAsked, AuditQuery, MOST_COUNTED, ObjectAsked, PAGE_SIZE, Place, WantedAudit};
pub use seal::{AuditSeal, SealProgress, SealResult, SealVerdict, SealWords, seal_words};
pub use words::{AuditAction, NothingFound, actions, counted, nothing_found};
