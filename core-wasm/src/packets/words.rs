//! The sentences of the packet desk.

use serde::{Deserialize, Serialize};

/// A code for programs and a sentence for people.
pub type Words = (&'static str, &'static str);

/// 401 without a link.
pub const LINK_NEEDED: Words =
    ("LINK_NEEDED", "Open the packet desk by the link that the race director has given you. It is also behind the QR code.");
/// 401 for a link that does not exist or belongs to another race.
pub const LINK_WRONG: Words = ("LINK_WRONG", "This link is not for this race. Ask the race director for the link of today.");
/// 401 for a link of the announcer's page at the packet desk.
pub const NOT_OF_PACKETS: Words = (
    "LINK_OTHER_PAGE",
    "This link opens the announcer's page, not the packet desk. Ask the race director for a link of the packet desk.",
);
/// 401 for a link that was revoked.
pub const LINK_REVOKED: Words = ("LINK_REVOKED", "This link was taken back. Ask the race director for a new one.");
/// The code of 401 for a link whose time is over.
pub const LINK_EXPIRED: &str = "LINK_EXPIRED";
/// 404 for an unknown link.
pub const NO_SUCH_LINK: Words = ("NO_SUCH_LINK", "This race has no such link.");
/// 400 for too many actions at once, or none.
pub const ACTIONS_COUNT: Words = ("ACTIONS_COUNT", "Send 1 to 100 actions at once.");
/// The code of an action whose id another action has.
pub const ID_USED: &str = "id_used";
/// 409 when a race has as many links as it can have.
pub const TOO_MANY_LINKS: Words = ("TOO_MANY_LINKS", "A race has at most 50 links at once. Take one back first.");

/// The sentence of [`LINK_EXPIRED`]; `until` as [`super::link::until_text`] writes it.
pub fn link_expired(until: &str) -> String {
    format!("This link was valid until {until}. Ask the race director for a new one.")
}

/// What the packet desk says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PacketWords {
    /// The page was opened without a link.
    pub link_needed: String,
    /// What happens to presses, while the server can't be reached.
    pub offline: String,
    /// What waits on this device, in words; empty when nothing does.
    pub waiting: String,
    /// Why the device gets a name.
    pub device: String,
    /// The question before a hand-out is taken back.
    pub take_back: String,
    /// What to know about another chip.
    pub chip: String,
    /// The browser stores nothing when the page is closed.
    pub not_kept: String,
    /// What happens to what waits here, while the link opens nothing.
    pub link_over: String,
}

/// What the packet desk says while this many actions wait on the device.
pub fn packet_words(waiting: usize) -> PacketWords {
    let waiting = match waiting {
        0 => String::new(),
        1 => "1 action waits on this phone.".into(),
        more => format!("{more} actions wait on this phone."),
    };
    PacketWords {
        link_needed: LINK_NEEDED.1.into(),
        offline: "No connection. Go on: what you hand out is kept on this phone and sent by itself as soon as there is one."
            .into(),
        waiting,
        device:
            "Name this phone as the place where you hand out, such as Table A. Others see by this name who handed a packet out."
                .into(),
        take_back: "Take this hand-out back? The packet counts as not handed out again, at every table.".into(),
        chip: "Timing knows the runner by the new chip as soon as this is sent. Keep the old chip away from the course.".into(),
        not_kept: "This browser stores nothing. Keep this page open until nothing waits any more.".into(),
        link_over: "What waits here is kept. Open the new link on this phone, and it is sent.".into(),
    }
}

/// What waits on the device for races that the link is not for, in words: `races` has the name of each action's race. Empty when nothing does.
///
/// ```
/// use core_wasm::packets::words::waiting_elsewhere;
///
/// assert_eq!(
///     waiting_elsewhere(&["Pier 10K".into()]),
///     "1 action waits on this phone for Pier 10K. Open a link of that race here, and it is sent."
/// );
/// ```
pub fn waiting_elsewhere(races: &[String]) -> String {
    let mut names: Vec<&str> = races.iter().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    match (races.len(), names.as_slice()) {
        (0, _) => String::new(),
        (1, names) => {
            let name = names.concat();
            format!("1 action waits on this phone for {name}. Open a link of that race here, and it is sent.")
        }
        (count, [name]) => {
            format!("{count} actions wait on this phone for {name}. Open a link of that race here, and they are sent.")
        }
        (count, names) => {
            let names = names.join(", ");
            format!("{count} actions wait on this phone for other races: {names}. Open a link of each here, and they are sent.")
        }
    }
}
