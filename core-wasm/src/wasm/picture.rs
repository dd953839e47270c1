//! Bindings of what is asked of a picture before it is uploaded. A module of its own, since more pages than the editors choose
//! pictures.

use super::Ts;
use crate::editor::images::{self, Look};

exports! {
    /// All there is to say of a chosen picture, from its bytes or its first ones and its size in bytes.
    imageLook(bytes: &[u8], size: f64) -> Ts<Look> = images::look(bytes, size as u64);
}
