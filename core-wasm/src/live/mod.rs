//! Live tracking: the window in which it is shown, the runners as the spec shows them, and the board that searches them.
//!
//! The server makes one document of a field ([`document`]); the spec's participants ([`participant`]) are made from its rows,
//! in the server for `getLiveTimes` and in the browser by the [`board`], by the same code.

pub mod board;
pub mod document;
pub mod filters;
pub mod pace;
pub mod participant;
pub mod progress;
pub mod text;
pub mod window;
pub mod winners;
pub mod words;

pub use board::Board;
pub use document::{LiveContest, LiveDocument, Row, number_since};
pub use participant::{Participant, Participants};
