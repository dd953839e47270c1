//! The names, teams and other texts of a field, each kept once.

use super::value::number;

/// Different texts by their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    /// The text of this number; empty when there is none.
    pub fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let from = number.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let range = from.zip(self.ends.get(number)).map(|(from, to)| from as usize..*to as usize);
        range.and_then(|range| self.text.get(range)).unwrap_or_default()
    }

    /// These texts, one after the other, of these lengths in bytes; `None` when a length does not end at a character, or
    /// they do not end where the texts do.
    pub(super) fn of(text: String, lengths: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut ends = Vec::new();
        let mut end = 0u32;
        for length in lengths {
            end = end.checked_add(length).filter(|end| text.is_char_boundary(*end as usize))?;
            ends.push(end);
        }
        (end as usize == text.len()).then_some(Self { text, ends })
    }

    /// All texts, one after the other.
    pub fn all(&self) -> &str {
        &self.text
    }

    /// The length of each text in bytes.
    pub(super) fn lengths(&self) -> impl Iterator<Item = u32> + '_ {
        let mut before = 0;
        self.ends.iter().map(move |end| end - std::mem::replace(&mut before, *end))
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds a text and returns its number.
    pub fn push(&mut self, text: &str) -> u32 {
        self.text.push_str(text);
        self.ends.push(number(self.text.len()));
        number(self.ends.len() - 1)
    }
}
