//! The board of the venue, which holds a whole field: in the module of its pages.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Argument, Output};
use crate::error::CoreError;
use crate::live::board::BoardInfo;
use crate::live::filters::Filters;
use crate::venue;
use crate::venue::announcer::{AnnouncerAsked, AnnouncerPage};
use crate::venue::embed::EmbedPage;
use crate::venue::finish::ArrivedPage;
use crate::venue::people::AnnouncerList;
use crate::venue::status::StatusPage;

/// The live board of a race, as the venue's pages show it.
#[wasm_bindgen]
#[derive(Default)]
pub struct VenueBoard(venue::VenueBoard);

#[wasm_bindgen]
impl VenueBoard {
    /// An empty board.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads a whole field, or what has happened since.
    pub fn load(&mut self, bytes: &[u8]) -> Result<Ts<BoardInfo>, CoreError> {
        Output::write(self.0.load(bytes)?)
    }

    /// The filters for the field.
    pub fn filters(&self) -> Result<Ts<Filters>, CoreError> {
        Output::write(self.0.filters().clone())
    }

    /// The whole field as a document.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes()
    }

    /// Takes the people of an answer of the announcer's call, and returns the rest of it.
    #[wasm_bindgen(js_name = takePeople)]
    pub fn take_people(&mut self, bytes: &[u8]) -> Result<Ts<AnnouncerList>, CoreError> {
        Output::write(self.0.take_people(bytes)?)
    }

    /// Who comes next to the line, and who has just finished.
    pub fn announcer(&self, asked: Ts<AnnouncerAsked>) -> Result<Ts<AnnouncerPage>, CoreError> {
        Output::write(self.0.announcer(&asked.read()?))
    }

    /// The last finishers of a contest, or of all.
    pub fn arrived(&self, distance: &str, count: usize) -> Result<Ts<ArrivedPage>, CoreError> {
        Output::write(self.0.arrived(distance, count))
    }

    /// The state of every contest.
    pub fn status(&self) -> Result<Ts<StatusPage>, CoreError> {
        Output::write(self.0.status())
    }

    /// The first of each contest, or whom a search finds.
    pub fn embed(&self, search: &str) -> Result<Ts<EmbedPage>, CoreError> {
        Output::write(self.0.embed(search))
    }
}
