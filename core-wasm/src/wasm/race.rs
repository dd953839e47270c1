//! Bindings of the slice `race`.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, js};
use crate::race::registration::{self, Registration};

/// The state of the Register button.
#[wasm_bindgen(js_name = raceRegistration)]
pub fn race_registration(
    is_canceled: Ts<crate::flag::Flag>,
    max_capacity: Ts<crate::flag::Flag>,
    link: &str,
) -> Js<Registration> {
    js(registration::state(is_canceled.to_rust()?, max_capacity.to_rust()?, link))
}
