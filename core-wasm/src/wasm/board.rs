//! Bindings of the live board, a separate module: only the board's worker loads it.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Argument, Output};
use crate::error::CoreError;
use crate::live::board::{self, BoardInfo, BoardPage, BoardQuery, RunnerDetail};

/// The board of a field: bytes are passed in, and the rows on the screen are returned.
#[wasm_bindgen]
#[derive(Default)]
pub struct Board(board::Board);

#[wasm_bindgen]
impl Board {
    /// An empty board.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads a whole field or a delta.
    pub fn load(&mut self, bytes: &[u8]) -> Result<Ts<BoardInfo>, CoreError> {
        Output::write(self.0.load(bytes)?)
    }

    /// The whole field as a document.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes()
    }

    /// Returns the rows of a list that match a query.
    pub fn query(&self, query: Ts<BoardQuery>) -> Result<Ts<BoardPage>, CoreError> {
        Output::write(self.0.query(&query.read()?))
    }

    /// Returns the details of one runner.
    pub fn runner(&self, bib: &str) -> Result<Option<Ts<RunnerDetail>>, CoreError> {
        Output::write(self.0.runner(bib))
    }
}
