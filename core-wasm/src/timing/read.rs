//! One read of one tag at one mat: the smallest unit of timing data.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A read as a box made it, in the same fields for every format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Read {
    /// The sender: a box or a program, by the name that it gives itself.
    pub source: String,
    /// The reader within the source, when the format contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The source's sequence number; boxes restart it, so it does not identify a read by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<i64>,
    /// The mat at which it was read, by its name in the setup.
    pub mat: String,
    /// The bib, when the sender sends it; as cleaned by [`clean_bib`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bib: Option<String>,
    /// The chip, when the tag is a chip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chip: Option<String>,
    /// The time of the read, in epoch milliseconds.
    pub time: i64,
    /// Whether the sender withdraws the read: it cancels the valid read with the same source, sequence number, tag and time.
    pub invalid: bool,
    /// The timer's code, when the format has one; the boxes of another race carry another code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timer: Option<String>,
    /// The event code, when the format has one. It does not decide whose read it is: four event codes of the recorded day
    /// are those of real runners of the same race.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// How the read was made, as in the format: `P` normal, `I` immediate, `K` keyed by a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

impl Read {
    /// The tag that was read: the bib when it is known, otherwise the chip.
    pub fn tag(&self) -> &str {
        self.bib.as_deref().or(self.chip.as_deref()).unwrap_or_default()
    }

    /// The read's identity: 32 hexadecimal digits, the same however often and in whatever format the read is sent.
    ///
    /// It is the first half of the SHA-256 of source, device, sequence, tag, mat, time, timer code and the invalidity mark: of
    /// everything that the rules use, so that the rules treat two reads of one identity as one. The sequence alone would lose
    /// reads when a box restarts it. A faster, non-cryptographic hash would prevent accidental collisions, but not an attack with
    /// a stolen timing key: an invented read could be given the identity of a future real one, which would then be refused as a
    /// duplicate.
    pub fn identity(&self) -> String {
        format!("{:032x}", self.fingerprint())
    }

    /// The number that [`Read::identity`] writes in hexadecimal digits.
    pub fn fingerprint(&self) -> u128 {
        let mut hash = Sha256::new();
        let mut part = |text: &str| {
            // The length is hashed first, so that different lists of parts never give the same bytes.
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

/// Normalises a bib for comparison: trimmed, and without the leading zeros that some boxes add.
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
