//! The first runners of a live page, for the HTML that the server writes: searched and sorted by the core's board, as in a browser.

use std::sync::Mutex;

use core_wasm::live::board;
use core_wasm::live::filters::AskedFilters;
use core_wasm::site::noscript::FirstRunners;
use core_wasm::timing::engine::Field;

use super::Boards;
use crate::error::{Error, Result};
use crate::work::lock;

/// A race's board in memory, made when it is first asked for and then given what happened since.
#[derive(Default)]
pub(super) struct Reader {
    board: Mutex<board::Board>,
}

impl Reader {
    /// The first runners of the present field; `None` when it has no runner.
    ///
    /// # Errors
    /// When the core can't read what it wrote itself.
    fn read(&self, field: &Field, asked: &AskedFilters, search: &str) -> Result<Option<FirstRunners>> {
        let mut board = lock(&self.board);
        let (has, version) = (board.document().version.clone(), field.version());
        if has != version {
            let since = field.live_since(&has);
            let is_loaded = since.is_some_and(|since| board.load(&since).is_ok());
            if !is_loaded {
                // The old board's memory is free before the new one is made.
                *board = board::Board::new();
                board.load(&field.live_document()).map_err(|error| Error::message(error.message))?;
            }
        }
        Ok(FirstRunners::of(&board, asked, search))
    }
}

impl Boards {
    /// The first runners of a race that an address of the live page asks for; `None` when the race has no runner.
    ///
    /// # Errors
    /// 404 when there is no such race or it is not timed; 503 when too much is asked for at once.
    pub(crate) async fn first_runners(&self, race_id: &str, asked: AskedFilters, search: String) -> Result<Option<FirstRunners>> {
        let (board, _) = self.snapshot(race_id).await?;
        let reader = board.reader();
        board.read_field(move |field| reader.read(field, &asked, &search)).await?
    }
}
