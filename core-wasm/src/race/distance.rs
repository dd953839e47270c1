//! Classifies the name of a distance: its kind, by which the calendar groups it, and its colour (VISUAL.md).

use serde::{Deserialize, Serialize};

/// The colour of a distance: a token of the site's style. The variants are in the order of the distances, so that the greatest
/// one is the race's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum DistanceTone {
    /// None of the known distances.
    #[default]
    #[serde(rename = "ink")]
    Ink,
    /// 5K.
    #[serde(rename = "d5k")]
    FiveK,
    /// 10K.
    #[serde(rename = "d10k")]
    TenK,
    /// Half marathon.
    #[serde(rename = "dhalf")]
    Half,
    /// Triathlon.
    #[serde(rename = "dtri")]
    Tri,
}

/// The kinds of distances that have several names, the shortest first.
pub const KINDS: [(DistanceTone, &str); 4] =
    [(DistanceTone::FiveK, "5K"), (DistanceTone::TenK, "10K"), (DistanceTone::Half, "Half"), (DistanceTone::Tri, "Triathlon")];

/// The colour of one distance's name. Only whole words count: a 15K is no 5K, and a Patriot 5K is no triathlon.
pub fn tone(name: &str) -> DistanceTone {
    let name = name.to_ascii_lowercase();
    let mut words =
        name.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && c != '.').filter(|word| !word.is_empty()).peekable();
    let mut greatest = DistanceTone::Ink;
    while let Some(word) = words.next() {
        // `10 K` is read as `10K`.
        let apart = words.peek().is_some_and(|next| next.starts_with('k'));
        let begins = |starts: &[&str]| starts.iter().any(|start| word.starts_with(start));
        let kilometres =
            |number: &str| word.strip_prefix(number).is_some_and(|rest| rest.starts_with('k') || (rest.is_empty() && apart));
        let found = if matches!(word, "tri" | "sprint" | "olympic") || begins(&["triathlon", "duathlon"]) {
            DistanceTone::Tri
        } else if begins(&["half", "13.1"]) || kilometres("21") || kilometres("21.1") {
            DistanceTone::Half
        } else if kilometres("10") {
            DistanceTone::TenK
        } else if kilometres("5") {
            DistanceTone::FiveK
        } else {
            DistanceTone::Ink
        };
        greatest = greatest.max(found);
    }
    greatest
}

/// The colour of a whole race: that of its greatest distance.
pub fn race_tone<S: AsRef<str>>(names: &[S]) -> DistanceTone {
    names.iter().map(|name| tone(name.as_ref())).max().unwrap_or_default()
}

/// The name of a distance's kind: `Half Marathon`, `13.1 mi` and `HALF` are one kind. A name of no known kind is returned
/// unchanged.
pub fn kind(name: &str) -> &str {
    let name = name.trim();
    KINDS.iter().find(|(kind, _)| *kind == tone(name)).map_or(name, |(_, label)| label)
}
