//! One read of one tag at one mat: the grain of all timing.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A read as a box made it, in the product's own words whatever the box's format was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Read {
    /// Who sent it: a box or a program, as it names itself.
    pub source: String,
    /// The reader within the source, where its format tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The source's own count; boxes that restart begin again, so it is no identity by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<i64>,
    /// The mat it was read at, as the setup's points name it.
    pub mat: String,
    /// The bib, when the sender knows it; as [`clean_bib`] leaves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bib: Option<String>,
    /// The chip, when that is what was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chip: Option<String>,
    /// When, in epoch milliseconds.
    pub time: i64,
    /// The sender took the read back: it cancels the valid one with the same source, number, tag and time.
    pub invalid: bool,
    /// The timer's code, where the format has one; another race's boxes carry another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timer: Option<String>,
    /// The event code, where the format has one. It tells nothing about whose read it is: in the recorded day four of them
    /// are real runners of the same race.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// How it was made, as the format has it: `P` normal, `I` immediate, `K` keyed by a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

impl Read {
    /// What was read: the bib where it is known, otherwise the chip.
    pub fn tag(&self) -> &str {
        self.bib.as_deref().or(self.chip.as_deref()).unwrap_or_default()
    }

    /// What makes this read this read: 32 hexadecimal digits, the same however often and in whatever format it is sent.
    ///
    /// It is the first half of the SHA-256 of source, device, sequence, tag, mat, time, timer code and the mark of
    /// invalidity: of everything that the rules look at, so that two reads of one identity are one to them. The sequence
    /// alone would lose reads when a box restarts its count. A quicker hash would do against chance, but not against a
    /// stolen timing key: with one that can be steered, a made-up read could take the identity of a coming one and so keep
    /// it out.
    pub fn identity(&self) -> String {
        format!("{:032x}", self.fingerprint())
    }

    /// The number that [`Read::identity`] writes down.
    pub fn fingerprint(&self) -> u128 {
        let mut hash = Sha256::new();
        let mut part = |text: &str| {
            // The length goes first, so that no two lists of parts run into the same bytes.
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text.as_bytes());
        };
        part(&self.source);
        part(self.device.as_deref().unwrap_or_default());
        part(if self.bib.is_some() { "bib" } else { "chip" });
        part(self.tag());
        part(&self.mat);
        part(self.timer.as_deref().unwrap_or_default());
        hash.update([u8::from(self.seq.is_some()), u8::from(self.invalid)]);
        hash.update(self.seq.unwrap_or_default().to_be_bytes());
        hash.update(self.time.to_be_bytes());
        let digest = hash.finalize();
        digest.iter().take(16).fold(0, |number, byte| number << 8 | u128::from(*byte))
    }
}

/// A bib as everything compares it: trimmed, and without the zeros that some boxes pad with.
///
/// ```
/// assert_eq!(core_wasm::timing::read::clean_bib(" 009573 "), "9573");
/// assert_eq!(core_wasm::timing::read::clean_bib("A07"), "A07");
/// ```
pub fn clean_bib(text: &str) -> String {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()) {
        let number = text.trim_start_matches('0');
        return if number.is_empty() { "0".to_owned() } else { number.to_owned() };
    }
    text.to_owned()
}
