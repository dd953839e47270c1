//! Live tracking: the window in which it is shown, the runners as the spec shows them, and the board that searches them.
//!
//! The timing makes one document of a field ([`crate::timing::standing`]); the spec's participants ([`participant`]) are made from its
//! rows, in the server for `getLiveTimes` and in the browser by the [`board`], by the same code.

pub mod board;
mod field;
pub mod filters;
pub mod pace;
pub mod participant;
pub mod progress;
pub mod text;
pub mod window;
pub mod winners;
pub mod words;

pub use board::Board;
pub use participant::{Participant, Participants};
