//! The boards of the venue: who comes next to the line for the announcer, the last finishers and the state of the race for a projector, and
//! the live results that other sites show in a frame.
//!
//! They show the live board of the public ([`crate::live::Board`]). Only the announcer gets more: age and town ([`people`]), which are sent
//! with the link of a day or to the desk and are in no public answer. Nothing here knows a clock: "now" is given.

pub mod announcer;
pub mod embed;
pub mod finish;
pub mod people;
pub mod status;
pub mod words;

use std::collections::HashMap;

use crate::error::CoreError;
use crate::live::board::{Board, BoardInfo};
use crate::live::filters::Filters;

use people::AnnouncerPerson;

/// The live board of a race with what the announcer knows of its runners.
#[derive(Debug, Clone, Default)]
pub struct VenueBoard {
    board: Board,
    /// By their bibs.
    people: HashMap<String, AnnouncerPerson>,
}

impl VenueBoard {
    /// An empty board.
    pub fn new() -> Self {
        Self::default()
    }

    /// As [`Board::load`].
    ///
    /// # Errors
    /// As [`Board::load`].
    pub fn load(&mut self, bytes: &[u8]) -> Result<BoardInfo, CoreError> {
        self.board.load(bytes)
    }

    /// As [`Board::filters`].
    pub fn filters(&self) -> &Filters {
        self.board.filters()
    }

    /// As [`Board::bytes`]: without what only the announcer knows.
    pub fn bytes(&self) -> Vec<u8> {
        self.board.bytes()
    }
}
