//! Bindings of what is asked of a picture before it is uploaded. A module of its own, since more pages than the editors choose
//! pictures.

use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, js};
use crate::editor::images::{self, Look};
use crate::error::CoreError;

/// The media type of a chosen picture, from its bytes or its first ones and its size in bytes.
#[wasm_bindgen(js_name = imageCheck)]
pub fn image_check(bytes: &[u8], size: f64) -> Result<String, CoreError> {
    Ok(images::check(bytes, size as u64)?.to_owned())
}

/// All there is to say of a chosen picture, from its bytes or its first ones and its size in bytes.
#[wasm_bindgen(js_name = imageLook)]
pub fn image_look(bytes: &[u8], size: f64) -> Js<Look> {
    js(images::look(bytes, size as u64))
}
