//! What devices do with packets, and the state of a packet that follows from it.
//!
//! Each action has an id that the device made: sent twice, it is one. Two devices may hand out one packet while they have no
//! connection; the first one that the server has wins, and the other is told who it was and when.

use serde::{Deserialize, Serialize};

use crate::dates::{self, StartTime, Tz};
use crate::error::CoreError;
use crate::text;

/// The longest note, in characters.
const NOTE_CHARS: usize = 300;
/// The longest other value, in characters.
const VALUE_CHARS: usize = 40;
/// The longest bib, in characters.
const BIB_CHARS: usize = 20;
/// How many actions of one packet are stored.
pub const MAX_OF_PACKET: usize = 200;

/// What is done with a packet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum PacketKind {
    /// It is handed out.
    #[default]
    Out,
    /// A hand-out is taken back.
    Back,
    /// The shirt gets another size.
    Shirt,
    /// The chip is exchanged.
    Chip,
    /// Something is noted.
    Note,
}

impl PacketKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Out, Self::Back, Self::Shirt, Self::Chip, Self::Note];

    /// Its name in requests.
    pub fn word(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::Back => "back",
            Self::Shirt => "shirt",
            Self::Chip => "chip",
            Self::Note => "note",
        }
    }

    /// The kind of this name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// An action, as the device sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct PacketAction {
    /// Made on the device: 16 to 64 letters and digits.
    pub id: String,
    /// The bib on the packet.
    pub bib: String,
    /// What is done.
    pub kind: PacketKind,
    /// The size, the chip or the note; empty for the other kinds. An empty size or note removes it.
    #[serde(default)]
    pub value: String,
    /// The id of the hand-out that is taken back; empty for the other kinds.
    #[serde(default)]
    pub of: String,
    /// When it was done, by the device's clock, in epoch milliseconds.
    pub at: i64,
    /// What the device is called.
    pub device: String,
}

/// An action that was accepted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PacketEntry {
    /// Its place in the order of the race's actions.
    pub seq: i64,
    /// As in [`PacketAction`].
    pub id: String,
    /// As in [`PacketAction`].
    pub bib: String,
    /// As in [`PacketAction`].
    pub kind: PacketKind,
    /// As in [`PacketAction`].
    pub value: String,
    /// As in [`PacketAction`].
    pub of: String,
    /// As in [`PacketAction`], but see [`when`].
    pub at: i64,
    /// As in [`PacketAction`].
    pub device: String,
    /// The label of the link by which it was sent.
    pub link: String,
}

impl PacketAction {
    /// The action with its texts cleaned.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<Self, CoreError> {
        let refused = |code: &str, words: &str| Err(CoreError::new(code, words));
        if !(16..=64).contains(&self.id.len()) || !self.id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return refused("bad_id", "The id of an action has 16 to 64 letters and digits.");
        }
        let [bib, value, device] = [&self.bib, &self.value, &self.device].map(|typed| text::cleaned(typed.trim()));
        if text::is_blank(&bib) || bib.chars().count() > BIB_CHARS {
            return refused("bad_bib", "Name the packet by its bib.");
        }
        if text::is_blank(&device) || device.chars().count() > VALUE_CHARS {
            return refused("bad_device", "Name this phone in at most 40 characters, such as Table A.");
        }
        let empty = text::is_blank(&value);
        let longest = if self.kind == PacketKind::Note { NOTE_CHARS } else { VALUE_CHARS };
        if value.chars().count() > longest {
            return refused(
                "too_long",
                if self.kind == PacketKind::Note { "A note has at most 300 characters." } else { "At most 40 characters." },
            );
        }
        if self.kind == PacketKind::Chip && empty {
            return refused("chip_needed", "Type the code of the new chip.");
        }
        let plain = matches!(self.kind, PacketKind::Out | PacketKind::Back);
        if (plain && !empty) || (self.kind == PacketKind::Back) == self.of.is_empty() || self.of.len() > 64 {
            return refused("bad_action", "This action is not complete. Load the page anew.");
        }
        Ok(Self { bib, value: if empty { String::new() } else { value }, device, ..self.clone() })
    }

    /// The stored form of an accepted action.
    pub fn entry(self, seq: i64, link: &str, received_at: i64) -> PacketEntry {
        let Self { id, bib, kind, value, of, at, device } = self;
        PacketEntry { seq, id, bib, kind, value, of, at: when(at, received_at), device, link: link.to_owned() }
    }

    /// Whether a stored action is this one.
    pub fn is(&self, stored: &PacketEntry) -> bool {
        (self.kind, &self.bib, &self.value, &self.of) == (stored.kind, &stored.bib, &stored.value, &stored.of)
    }
}

/// When an action was done, in epoch milliseconds: as the phone says, unless that is after the server received it or more than a week
/// before. Then the phone's clock is wrong, and the time of arrival counts.
///
/// ```
/// use core_wasm::packets::action::when;
///
/// let received = 1_795_520_000_000;
/// assert_eq!(when(received - 3_600_000, received), received - 3_600_000);
/// assert_eq!(when(received + 1, received), received);
/// assert_eq!(when(0, received), received);
/// ```
pub fn when(at: i64, received_at: i64) -> i64 {
    const WEEK_MS: i64 = 7 * 24 * 3_600_000;
    if (received_at - WEEK_MS..=received_at).contains(&at) { at } else { received_at }
}

/// A hand-out that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandOut {
    /// The id of its action.
    pub id: String,
    /// When, in epoch milliseconds.
    pub at: i64,
    /// By which device.
    pub device: String,
    /// By which link.
    pub link: String,
}

impl HandOut {
    /// `9:03 AM, Table A (Volunteers)`.
    pub fn text(&self, zone: Tz) -> String {
        let link = if self.link.is_empty() { String::new() } else { format!(" ({})", self.link) };
        let time = StartTime::from_minutes(dates::minute_of_day(self.at, zone)).map(|time| time.to_string()).unwrap_or_default();
        format!("{time}, {}{link}", self.device)
    }
}

/// The state of a packet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PacketState {
    /// The hand-out, when it is handed out.
    pub out: Option<HandOut>,
    /// The size that the shirt was changed to.
    pub shirt: String,
    /// The chip that was given instead of the first one.
    pub chip: String,
    /// The note.
    pub note: String,
}

impl PacketState {
    /// The state after these accepted actions, in their order.
    pub fn after<'a>(entries: impl IntoIterator<Item = &'a PacketEntry>) -> Self {
        let mut state = Self::default();
        entries.into_iter().for_each(|entry| state.apply(entry));
        state
    }

    /// Applies an accepted action.
    pub fn apply(&mut self, entry: &PacketEntry) {
        match entry.kind {
            PacketKind::Out => {
                let PacketEntry { id, at, device, link, .. } = entry.clone();
                self.out = Some(HandOut { id, at, device, link });
            }
            PacketKind::Back => self.out = None,
            PacketKind::Shirt => self.shirt.clone_from(&entry.value),
            PacketKind::Chip => self.chip.clone_from(&entry.value),
            PacketKind::Note => self.note.clone_from(&entry.value),
        }
    }

    /// Why an action is refused in this state; `None` when it is accepted.
    pub fn refuses(&self, action: &PacketAction, zone: Tz) -> Option<CoreError> {
        let bib = &action.bib;
        let (code, words) = match (action.kind, &self.out) {
            (PacketKind::Out, Some(first)) => (
                "handed_out",
                format!("Bib {bib} was handed out before: {}. Ask there before you give out anything.", first.text(zone)),
            ),
            (PacketKind::Back, None) => ("not_out", format!("Bib {bib} is not handed out any more.")),
            (PacketKind::Back, Some(other)) if other.id != action.of => (
                "other_out",
                format!(
                    "Bib {bib} stays handed out: {}. That is another hand-out than the one taken back here.",
                    other.text(zone)
                ),
            ),
            _ => return None,
        };
        Some(CoreError::new(code, words))
    }
}

/// The refusal of an action for a bib that no entrant has.
pub fn no_packet(bib: &str) -> CoreError {
    CoreError::new("no_packet", format!("No entrant has bib {bib}. Send the runner to the registration desk."))
}

/// The refusal of an action for a packet about which too much was stored.
pub fn too_many(bib: &str) -> CoreError {
    CoreError::new("too_many", format!("Too much was changed about bib {bib}. Ask the race director."))
}

/// The refusal of an action whose id another one has.
pub fn id_used() -> CoreError {
    CoreError::new(super::words::ID_USED, "Another action has this id. Nothing was changed; do it again.")
}
