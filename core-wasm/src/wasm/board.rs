//! Bindings of the live board, in a module of its own: only the board's worker loads it.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, js};
use crate::error::CoreError;
use crate::live::board::{self, BoardInfo, BoardPage, BoardQuery, RunnerDetail};
use crate::live::progress::{self, Progress, Seen};
use crate::live::{pace, text};
use crate::timing::setup::Leg;

/// How far a runner is.
#[wasm_bindgen(js_name = liveProgress)]
pub fn live_progress(seen: Ts<Seen>) -> Js<Progress> {
    js(progress::progress(&seen.to_rust()?))
}

/// Minutes a mile.
#[wasm_bindgen(js_name = pacePerMile)]
pub fn pace_per_mile(ms: f64, metres: f64) -> String {
    pace::per_mile(ms as i64, metres)
}

/// The pace or speed of a stretch, with its unit.
#[wasm_bindgen(js_name = paceOfLeg)]
pub fn pace_of_leg(leg: Ts<Leg>, ms: f64, metres: f64) -> Result<String, CoreError> {
    Ok(pace::of_leg(leg.to_rust()?, ms as i64, metres))
}

/// A time as results show it.
#[wasm_bindgen(js_name = timeText)]
pub fn time_text(ms: f64) -> String {
    text::time(ms as i64)
}

/// A field to be looked at: bytes go in, the rows on the screen come out.
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

    /// Takes a whole field or a delta.
    pub fn load(&mut self, bytes: &[u8]) -> Js<BoardInfo> {
        js(self.0.load(bytes)?)
    }

    /// The whole field as a document.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes()
    }

    /// The rows of a list that fit a query.
    pub fn query(&self, query: Ts<BoardQuery>) -> Js<BoardPage> {
        js(self.0.query(&query.to_rust()?))
    }

    /// Everything about one runner.
    pub fn runner(&self, bib: &str) -> Result<Option<Ts<RunnerDetail>>, CoreError> {
        self.0.runner(bib).map(js).transpose()
    }
}
