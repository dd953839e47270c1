//! The first runners of a live page, for the HTML that the server writes: searched and sorted by the core's board, as in a browser.

use std::sync::{Arc, Mutex};

use core_wasm::live::board;
use core_wasm::site::noscript::{FirstRunners, LiveSearch};
use core_wasm::timing::engine::Field;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Boards;
use crate::error::{Error, Result};
use crate::work::lock;

/// A race's board in memory, made when it is first asked for and then given what happened since.
#[derive(Default)]
pub(super) struct Reader {
    board: Mutex<board::Board>,
}

/// One page at a time is written, so that the other threads of the boards remain for what all spectators wait for.
pub(super) struct Turns(Arc<Semaphore>);

impl Default for Turns {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(1)))
    }
}

impl Turns {
    /// Waits for the turn of one more page, which lasts until it is dropped.
    async fn next(&self) -> Result<OwnedSemaphorePermit> {
        self.0.clone().acquire_owned().await.map_err(|_| Error::message("the turns of the pages are over"))
    }
}

/// What a board lacks of the present field.
enum News {
    None,
    Since(Vec<u8>),
    Whole(Vec<u8>),
}

impl Reader {
    fn news(&self, field: &Field) -> News {
        let has = lock(&self.board).document().version.clone();
        if has == field.version() {
            return News::None;
        }
        field.live_since(&has).map_or_else(|| News::Whole(field.live_document()), News::Since)
    }

    fn read(&self, news: News, search: &LiveSearch) -> Result<Option<FirstRunners>> {
        let mut board = lock(&self.board);
        let bytes = match news {
            News::None => None,
            News::Since(bytes) => Some(bytes),
            News::Whole(bytes) => {
                // The old board's memory is free before the new one is made.
                *board = board::Board::new();
                Some(bytes)
            }
        };
        if let Some(bytes) = bytes
            && let Err(error) = board.load(&bytes)
        {
            // The next page reads the whole field.
            *board = board::Board::new();
            return Err(Error::message(error.message));
        }
        Ok(FirstRunners::of(&board, search))
    }
}

impl Boards {
    /// The first runners of a race that an address of the live page asks for; `None` when the race has no runner.
    ///
    /// The field is locked while what is new in it is written, and not while the board takes it and is searched.
    ///
    /// # Errors
    /// 404 when there is no such race or it is not timed; 503 when too much is asked for at once.
    pub(crate) async fn first_runners(&self, race_id: &str, search: LiveSearch) -> Result<Option<FirstRunners>> {
        let (board, _) = self.snapshot(race_id).await?;
        let turn = self.page_turns().next().await?;
        let (reader, read_by) = (board.reader(), board.reader());
        let read = move |news| {
            let found = read_by.read(news, &search);
            drop(turn);
            found
        };
        board.with_field(move |field| reader.news(field), read).await?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_page_whose_reader_left_gives_its_turn_to_the_next() {
        let turns = Turns::default();
        let first = turns.next().await.unwrap();
        let mut second = Box::pin(turns.next());
        assert!(futures_util::poll!(&mut second).is_pending(), "one at a time");
        drop(second);
        let mut third = Box::pin(turns.next());
        assert!(futures_util::poll!(&mut third).is_pending());
        drop(first);
        assert!(futures_util::poll!(&mut third).is_ready());
    }
}
