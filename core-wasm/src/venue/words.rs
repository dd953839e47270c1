//! The sentences of the venue's boards.

use serde::{Deserialize, Serialize};

use super::announcer::AnnouncerAsked;
use super::finish::is_of;
use crate::live::filters::gender_label;
use crate::packets::link::LinkPurpose;
use crate::text;
use crate::timing::standing::{LiveDocument, Row};

/// A code for programs and a sentence for people.
pub type Words = (&'static str, &'static str);

/// 401 without a login and a link.
pub const LINK_NEEDED: Words = (
    "LINK_NEEDED",
    "The announcer's page needs a login of the timing desk, or the announcer's link of the day. Ask the race director for the link; it is also behind the QR code.",
);
/// 401 for a link of the packet desk.
pub const NOT_OF_ANNOUNCER: Words = (
    "LINK_OTHER_PAGE",
    "This link opens the packet desk, not the announcer's page. Ask the race director for the announcer's link.",
);
/// 404 for a race whose live results no other site may show.
pub const NO_EMBED: Words =
    ("NO_EMBED", "The organizer of this race does not show its live results on other sites. They are on the live page.");
/// In place of the places of a finisher who is not ranked.
pub const NOT_RANKED: &str = "Not ranked yet: the time is being checked";
/// A race without a setup.
pub const NO_CONTESTS: &str = "This race has no timing yet. Numbers appear here once it is set up.";

/// The frame of another site has nobody to show.
pub const NO_RUNNERS: &str = "No runners yet. They appear here once the race has begun.";

/// What a link opens whose purpose is another one than that of the page.
pub fn other_page(wanted: LinkPurpose) -> Words {
    match wanted {
        LinkPurpose::Packets => crate::packets::words::NOT_OF_PACKETS,
        LinkPurpose::Announcer => NOT_OF_ANNOUNCER,
    }
}

/// What the announcer's page and the boards say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct VenueWords {
    /// What the keys of the announcer's page do.
    pub keys: String,
    /// Where the list of who was announced is kept.
    pub said_here: String,
    /// The announcer's list comes from the last answer, since the server can't be reached.
    pub offline: String,
    /// What the place of a runner before the line is.
    pub place: String,
    /// Nobody has finished.
    pub nobody_arrived: String,
    /// The key of a board that fills the screen.
    pub fullscreen: String,
}

/// What the announcer's page and the boards say.
pub fn words() -> VenueWords {
    VenueWords {
        keys: "Arrow keys move, Space or Enter marks a runner as said, U takes the last one back.".into(),
        said_here: "Who was said is kept on this device.".into(),
        offline: "No connection. Who comes is estimated from the last update.".into(),
        place: "The place is the one that the runner would have by finishing now.".into(),
        nobody_arrived: nobody_finished(false).into(),
        fullscreen: "Press F for the whole screen.".into(),
    }
}

/// Why nobody has finished.
pub fn nobody_finished(no_runners: bool) -> &'static str {
    if no_runners { "No runners are on the list yet." } else { "Nobody has finished yet." }
}

/// Why nobody is expected at the line.
pub fn nobody_comes(document: &LiveDocument, asked: &AnnouncerAsked) -> &'static str {
    let rows = || document.runners.times().filter(|row| is_of(document, row, &asked.distance));
    let is_running = |row: &Row| row.start.is_some() && row.finish.is_none() && !row.status.is_set();
    if asked.called_off {
        "The race is called off: no runners are expected."
    } else if rows().next().is_none() {
        "No runners are on the list yet."
    } else if !rows().any(|row| row.start.is_some()) {
        "Nobody has started yet."
    } else if !rows().any(|row| is_running(&row)) {
        "Nobody is on the course any more."
    } else if rows().any(|row| is_running(&row) && row.last_split().is_some()) {
        "Nobody is expected: who is still out should have arrived, or is not timed yet."
    } else {
        "Nobody has passed a mat before the finish yet. Runners appear here once one has read them."
    }
}

/// The places of a finisher: `12th overall · 3rd female · 1st female 30-39`; `None` for who is not ranked.
pub fn places(document: &LiveDocument, row: &Row) -> Option<String> {
    if row.overall_rank < 1 {
        return None;
    }
    let gender = text::lowercase(gender_label(&row.gender));
    let mut places = vec![format!("{} overall", text::ordinal(row.overall_rank))];
    if row.gender_rank > 0 && !gender.is_empty() {
        places.push(format!("{} {gender}", text::ordinal(row.gender_rank)));
    }
    let group = usize::try_from(row.public_group()).ok().and_then(|group| document.age_groups.get(group));
    if let Some(group) = group.filter(|_| row.public_group_rank() > 0) {
        places.push(format!("{} {gender} {group}", text::ordinal(row.public_group_rank())));
    }
    Some(places.join(" · "))
}
