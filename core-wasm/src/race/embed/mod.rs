//! Frames of other sites: what an admin pasted becomes one known address, or a refusal that says why (DESIGN §3, SPEC §5).
//!
//! The pasted text is never shown. From it comes a [`Frame`], whose address belongs to a provider of one table
//! ([`provider`]); the site builds a new sandboxed frame from that, and the page's content security policy is written from
//! the same table ([`frame_sources`]). So a frame that a page shows and a frame that a browser lets in are the same.

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

impl EmbedKind {
    /// What a screen reader calls the frame.
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

/// Turns what an admin pasted into a frame; a blank is no frame.
///
/// It may be the provider's markup with exactly one frame in it or what the provider's own script would make one of, or an
/// address; an address without a scheme gets https (SPEC §5), and so does an http address of a known provider. `extra_hosts` are
/// the hosts of `SPLITLINE_EMBED_HOSTS`, trusted for every kind: `host` or `*.host`.
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

/// All frames that a race's page shows. A field that would be refused gives no frame (SPEC §5: any other link yields nothing).
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
    /// The race with the frames that its page shows.
    pub fn with_frames(self, extra_hosts: &[String]) -> Self {
        Self { frames: frames(&self, extra_hosts), ..self }
    }
}
