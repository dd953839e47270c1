//! Bindings of the slice `timing`.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, JsList, js, js_list, rust_list};
use crate::error::{CoreError, Problems};
use crate::timing::counts::{Counts, RunnerCounts};
use crate::timing::desk::{self, CountLine, StatusChoice};
use crate::timing::entrants::{self, Entrant};
use crate::timing::length;
use crate::timing::plan::{self, Plan};
use crate::timing::rank::{self, Finisher, Ranks};
use crate::timing::setup::{Ranking, Setup};

/// Everything wrong with a setup, as the timing desk holds it: JSON.
#[wasm_bindgen(js_name = setupCheck)]
pub fn setup_check(json: &str) -> Js<Problems> {
    js(Setup::from_json(json).err().unwrap_or_default())
}

/// What a list of entrants would change.
#[wasm_bindgen(js_name = entrantsPlan)]
pub fn entrants_plan(content_type: &str, bytes: &[u8], current: Vec<Ts<Entrant>>, setup: Ts<Setup>, race_date: &str) -> Js<Plan> {
    let list = entrants::parse(content_type, bytes)?;
    js(plan::plan(&rust_list(current)?, &list, &setup.to_rust()?, race_date.parse()?))
}

/// A plan in a sentence.
#[wasm_bindgen(js_name = planSummary)]
pub fn plan_summary(plan: Ts<Plan>) -> Result<String, CoreError> {
    Ok(plan.to_rust()?.summary())
}

/// Where the reads went, in words.
#[wasm_bindgen(js_name = readLines)]
pub fn read_lines(counts: Ts<Counts>) -> JsList<CountLine> {
    js_list(desk::read_lines(&counts.to_rust()?))
}

/// How many runners are in which state, in words.
#[wasm_bindgen(js_name = runnerLines)]
pub fn runner_lines(counts: Ts<RunnerCounts>) -> JsList<CountLine> {
    js_list(desk::runner_lines(&counts.to_rust()?))
}

/// The statuses that a person may set.
#[wasm_bindgen(js_name = statusChoices)]
pub fn status_choices() -> JsList<StatusChoice> {
    js_list(desk::status_choices())
}

/// Ranks finishers; the answer is in their order.
#[wasm_bindgen(js_name = rankFinishers)]
pub fn rank_finishers(ranking: Ts<Ranking>, finishers: Vec<Ts<Finisher>>) -> JsList<Ranks> {
    js_list(rank::rank(ranking.to_rust()?, &rust_list(finishers)?))
}

/// What a ranking is called.
#[wasm_bindgen(js_name = rankingLabel)]
pub fn ranking_label(ranking: Ts<Ranking>) -> Result<String, CoreError> {
    Ok(ranking.to_rust()?.label().to_owned())
}

/// What a typed length was understood as; undefined where it can't be read.
#[wasm_bindgen(js_name = lengthUnderstood)]
pub fn length_understood(text: &str) -> Option<String> {
    length::understood(text)
}

/// The metres of a length.
#[wasm_bindgen(js_name = lengthMetres)]
pub fn length_metres(text: &str) -> Result<f64, CoreError> {
    length::metres(text)
}
