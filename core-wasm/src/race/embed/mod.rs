//! Frames of other sites: the text that an administrator pasted becomes an address of a known provider, or is refused with a
//! reason (DESIGN §3, SPEC §5).
//!
//! The pasted text is never shown. A [`Frame`] is made from it, whose address belongs to a provider of the table
//! ([`provider`]); the site builds a new sandboxed frame from it, and the page's content security policy is generated from
//! the same table ([`frame_sources`]). So pages show exactly the frames that the browser allows.

mod address;
mod markup;
mod place;
mod provider;

use serde::{Deserialize, Serialize};

use super::{Frame, Frames, Race};
use crate::error::CoreError;

pub use place::{location, point};
pub use provider::frame_sources;

/// The longest text that may be pasted, in bytes.
pub const LONGEST: usize = 8 * 1024;

/// The use of a pasted frame, which decides which providers may serve it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum EmbedKind {
    /// The place of the race.
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

impl EmbedKind {
    /// The frame's title for screen readers.
    fn title(self) -> &'static str {
        match self {
            Self::Map => "Map of the race's location",
            Self::Course => "Course map",
            Self::Video => "Live stream",
            Self::Gallery => "Photo gallery",
            Self::RaceMap => "Race map",
        }
    }
}

/// Converts the text that an administrator pasted to a frame; a blank text is no frame.
///
/// The text may be the provider's markup with exactly one frame or one placeholder that the provider's script would turn into
/// one, or an address; an address without a scheme gets https (SPEC §5), and so does an http address of a known provider.
/// `extra_hosts` are the hosts of `SPLITLINE_EMBED_HOSTS`, allowed for every kind: `host` or `*.host`.
///
/// # Errors
/// `too_long`, `unreadable_markup`, `no_frame`, `two_frames`, `script`, `srcdoc`, `unreadable_address`, `not_https`,
/// `user_info`, `port`, `dot_segments`, `unknown_provider`, `wrong_page`, `short_link`.
pub fn parse(kind: EmbedKind, pasted: &str, extra_hosts: &[String]) -> Result<Option<Frame>, CoreError> {
    let pasted = pasted.trim();
    if pasted.is_empty() {
        return Ok(None);
    }
    if pasted.len() > LONGEST {
        return Err(CoreError::new(
            "too_long",
            "This is too long for a frame (8 KiB at most). Please paste only the frame or its address.",
        ));
    }
    let pasted = if pasted.contains('<') {
        markup::read(pasted)?
    } else {
        markup::Pasted { frame: Some(pasted.to_owned()), ..markup::Pasted::default() }
    };
    let address = match &pasted.frame {
        Some(frame) => address::Address::parse(frame)?,
        None => return Err(provider::without_frame(kind, &pasted)),
    };
    let (provider, url) = provider::admit(kind, &address, extra_hosts)?;
    if !pasted.scripts.iter().all(|script| provider::is_own_script(&provider, script)) {
        return Err(markup::script());
    }
    Ok(Some(Frame { provider, url, title: kind.title().into() }))
}

/// All frames that a race's page shows. A field that would be refused has no frame (SPEC §5: any other link yields nothing).
pub fn frames(race: &Race, extra_hosts: &[String]) -> Frames {
    let frame = |kind, pasted: &str| parse(kind, pasted, extra_hosts).ok().flatten();
    Frames {
        map: location(&race.coordinates, &race.string_address),
        course1: frame(EmbedKind::Course, &race.course1),
        course2: frame(EmbedKind::Course, &race.course2),
        course3: frame(EmbedKind::Course, &race.course3),
        race_map: frame(EmbedKind::RaceMap, &race.race_map),
        youtube: frame(EmbedKind::Video, &race.youtube_link),
        smug_mug: frame(EmbedKind::Gallery, &race.smug_mug_embed),
    }
}

impl Race {
    /// Returns the race with the frames that its page shows.
    pub fn with_frames(self, extra_hosts: &[String]) -> Self {
        Self { frames: frames(&self, extra_hosts), ..self }
    }
}
