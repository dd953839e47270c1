//! Live tracking: the window in which it is shown, the runners in the spec's form, and the board that searches them.
//!
//! [`crate::timing::standing`] makes one document of a field; the spec's participants ([`participant`]) are made from its
//! rows by the same code, in the server for `getLiveTimes` and in the browser by the [`board`].

pub mod board;
pub mod estimate;
mod field;
pub mod filters;
pub mod follow;
pub mod legs;
pub mod pace;
pub mod participant;
pub mod poll;
pub mod positions;
pub mod progress;
pub mod teams;
pub mod text;
pub mod window;
pub mod words;

pub use board::Board;
pub use participant::{Participant, Participants};
