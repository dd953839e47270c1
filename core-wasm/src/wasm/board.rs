//! Bindings of the live board, which holds a whole field: a separate module.

use js_sys::JSON;
use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Argument;
use crate::error::CoreError;
use crate::live::board::{self, BoardInfo, BoardPage, BoardQuery, RunnerDetail};
use crate::live::filters::Filters;
use crate::live::follow::{FollowAsked, FollowOffer, FollowPage};
use crate::live::positions::{Positions, PositionsQuery};
use crate::live::teams::{TeamsPage, TeamsQuery};
use crate::packets::RaceDay;
use crate::packets::search::{self, FoundPage};

/// A value as the browser's parser reads it: one text for a page of rows is several times faster than a call for each of their fields.
fn parsed<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, CoreError> {
    let text = serde_json::to_string(value).unwrap_or_default();
    let value = JSON::parse(&text).map_err(|_| CoreError::new("bad_answer", "The answer can't be read."))?;
    Ok(Ts::new_unchecked(value))
}

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

    /// Loads a whole field, or what has happened since.
    pub fn load(&mut self, bytes: Vec<u8>) -> Result<Ts<BoardInfo>, CoreError> {
        parsed(&self.0.load_owned(bytes)?)
    }

    /// The filters for the field.
    pub fn filters(&self) -> Result<Ts<Filters>, CoreError> {
        parsed(self.0.filters())
    }

    /// The whole field as a document.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes()
    }

    /// Returns the rows of a list that match a query.
    pub fn query(&self, query: Ts<BoardQuery>) -> Result<Ts<BoardPage>, CoreError> {
        parsed(&self.0.query(&query.read()?))
    }

    /// Returns the details of one runner; of a race that is called off without expected times.
    pub fn runner(&self, bib: &str, called_off: bool) -> Result<Option<Ts<RunnerDetail>>, CoreError> {
        self.0.runner(bib, called_off).as_ref().map(parsed).transpose()
    }

    /// The followed runners, and what is to be told of them now.
    pub fn followed(&self, asked: Ts<FollowAsked>) -> Result<Ts<FollowPage>, CoreError> {
        parsed(&self.0.followed(&asked.read()?))
    }

    /// The runners of a link that can be added to the followed ones.
    pub fn offered(&self, followed: Vec<String>, link: &str) -> Result<Ts<FollowOffer>, CoreError> {
        parsed(&self.0.offered(&followed, link))
    }

    /// The standing of the teams.
    pub fn teams(&self, query: Ts<TeamsQuery>) -> Result<Ts<TeamsPage>, CoreError> {
        parsed(&self.0.teams(&query.read()?))
    }

    /// Estimates where the runners of a contest are on its course.
    pub fn positions(&self, query: Ts<PositionsQuery>) -> Result<Ts<Positions>, CoreError> {
        parsed(&self.0.positions(&query.read()?))
    }

    /// Searches for the page of the race's day.
    pub fn find(&self, search: &str, day: Ts<RaceDay>, now_ms: f64) -> Result<Ts<FoundPage>, CoreError> {
        parsed(&search::find(&self.0, search, &day.read()?, now_ms as i64))
    }
}
