//! The video of the finish line: where it is, when it began, and the second at which a runner finishes in it.

use serde::{Deserialize, Serialize};

use crate::error::CoreError;
use crate::race::Frame;
use crate::race::embed::{EmbedKind, parse};

/// How long before the finish a clip begins, in milliseconds, so that one sees who comes.
const LEAD_MS: i64 = 5_000;
/// The longest video, in milliseconds: a finish after its end has no clip.
const LONGEST_MS: i64 = 24 * 3_600_000;

/// The video of a race's finish line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FinishVideo {
    /// Its link, or the code of its frame.
    pub address: String,
    /// The moment that it shows first, RFC 3339.
    pub starts_at: String,
}

/// A runner's finish in the video.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FinishClip {
    /// The frame, which begins a few seconds before the finish.
    pub frame: Frame,
    /// The second of the video at which it begins.
    pub second: i64,
}

/// The frame of a video and when it begins, in epoch milliseconds.
///
/// # Errors
/// The reasons of [`parse`]; `no_video` without an address, `bad_instant` for a moment that can't be read.
pub fn check(video: &FinishVideo, extra_hosts: &[String]) -> Result<(Frame, i64), CoreError> {
    let frame = parse(EmbedKind::Video, &video.address, extra_hosts)?;
    let frame = frame.ok_or_else(|| CoreError::new("no_video", "Please paste the video's link."))?;
    Ok((frame, crate::dates::parse_instant(&video.starts_at)?))
}

/// The clip of a finish at this instant; `None` for one before the video began, and for a video that can't begin at a second.
pub fn at(video: &FinishVideo, finish_ms: i64, extra_hosts: &[String]) -> Option<FinishClip> {
    let (frame, starts_ms) = check(video, extra_hosts).ok()?;
    let into = finish_ms.checked_sub(starts_ms)?;
    if !(0..LONGEST_MS).contains(&into) || frame.url.contains("live_stream") || frame.url.contains("videoseries") {
        return None;
    }
    let second = (into - LEAD_MS).max(0) / 1000;
    let url = match frame.provider.as_str() {
        "YouTube" => format!("{}{}start={second}", frame.url, if frame.url.contains('?') { '&' } else { '?' }),
        "Vimeo" => format!("{}#t={second}s", frame.url),
        _ => return None,
    };
    Some(FinishClip { frame: Frame { url, title: "The finish line".into(), ..frame }, second })
}
