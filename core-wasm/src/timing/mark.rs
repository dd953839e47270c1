//! A mark of a timing box: a gun that was fired at it, or a change of its clock.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What happened at a box, in the same fields for every format.
///
/// A mark times no runner by itself. A person takes a contest's gun from it, or the offset of a box's clock.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Mark {
    /// The box, by the name that it gives itself, otherwise its mat.
    pub source: String,
    /// The mat at which the box stands, by its name in the setup.
    pub mat: String,
    /// What happened.
    pub kind: MarkKind,
    /// The box's number of the mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<i64>,
    /// When it happened, in epoch milliseconds; of a change of the clock, by the clock after it.
    pub time: i64,
    /// What the clock showed just before it was changed, in epoch milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<i64>,
    /// The sequence number of the box's next read: reads with a lower one came before the mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_read: Option<i64>,
    /// What the box says of it, such as `Button Press` or a gun's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
}

/// The kind of a mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum MarkKind {
    /// A gun: the start of a contest or a wave.
    Gun,
    /// The box's clock was set.
    ClockChange,
    /// A button that was pressed, and no gun.
    #[default]
    Button,
}

impl MarkKind {
    /// The word that the API and the database use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Gun => "gun",
            Self::ClockChange => "clockChange",
            Self::Button => "button",
        }
    }

    /// Reads the word; an unknown one is a button.
    pub fn parse(word: &str) -> Self {
        [Self::Gun, Self::ClockChange].into_iter().find(|kind| kind.word() == word).unwrap_or_default()
    }
}

impl Mark {
    /// The number of milliseconds to add to times of the clock before the change; `None` for other marks.
    pub fn clock_offset_ms(&self) -> Option<i64> {
        Some(self.time - self.was?)
    }

    /// The mark's identity: 32 hexadecimal digits, the same however often it is sent.
    ///
    /// It is the first half of the SHA-256 of the fields, each preceded by its length, so that different fields never give the
    /// same bytes.
    pub fn identity(&self) -> String {
        let mut hash = Sha256::new();
        let number = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
        let (seq, was, next) = (number(self.seq), number(self.was), number(self.next_read));
        let time = self.time.to_string();
        for part in [&self.source, &self.mat, self.kind.word(), &seq, &time, &was, &next, &self.detail] {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part.as_bytes());
        }
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}
