//! Frames of other sites: what an admin pasted becomes one known address, or a refusal that says why (DESIGN §3).

use serde::{Deserialize, Serialize};

use super::Frame;
use crate::error::CoreError;

/// What a pasted frame is for, which decides who may serve it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum EmbedKind {
    /// Where the race is.
    Map,
    /// A course.
    Course,
    /// The live stream.
    Video,
    /// The photo gallery.
    Gallery,
    /// The live map.
    RaceMap,
}

/// Turns what an admin pasted (markup with one frame, or an address) into a frame; a blank is no frame.
///
/// # Errors
/// Says why it is refused.
pub fn parse(_kind: EmbedKind, pasted: &str, _extra_hosts: &[String]) -> Result<Option<Frame>, CoreError> {
    if pasted.trim().is_empty() {
        Ok(None)
    } else {
        Err(CoreError::new("unknown_provider", "Frames of this site can't be shown."))
    }
}
