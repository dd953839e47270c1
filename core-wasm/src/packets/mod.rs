//! Race morning: the search for a bib, and the desk where packets are handed out.
//!
//! A packet belongs to a bib, which is printed on it, and not to a person (docs/decisions/0050). What devices do with packets is
//! a list of actions that is only ever added to; the state of a packet is derived from the actions that were accepted, in the
//! server's order.

pub mod action;
pub mod desk;
pub mod link;
pub mod place;
pub mod search;
pub mod words;

pub use action::{PacketAction, PacketEntry, PacketKind, PacketState};
pub use desk::{PacketDesk, PacketInfo, PacketList, PacketPerson};
pub use place::Place;
pub use search::{FoundRunner, RaceDay};
