//! How a field stores reads: compactly, with each name stored once.

use std::collections::HashMap;

use crate::timing::read::Read;

/// The tag that was read: a bib, or a chip whose bib is looked up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Tag {
    Bib(String),
    Chip(String),
}

impl Tag {
    pub(super) fn of(read: &Read) -> Self {
        match (&read.bib, &read.chip) {
            (Some(bib), _) => Self::Bib(bib.clone()),
            (None, chip) => Self::Chip(chip.clone().unwrap_or_default()),
        }
    }
}

/// A read with its names as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stored {
    /// The read's identity.
    pub(super) id: u128,
    pub(super) time: i64,
    pub(super) seq: Option<i64>,
    pub(super) tag: u32,
    pub(super) mat: u16,
    pub(super) source: u16,
    pub(super) timer: Option<u16>,
    /// The index of the chip in the entrant's list of chips, when it is one of those.
    pub(super) chip: Option<u16>,
    pub(super) invalid: bool,
}

impl Stored {
    /// The key that an invalidity mark and the read that it cancels have in common.
    pub(super) fn cancel_key(&self) -> (u16, Option<i64>, u32, i64) {
        (self.source, self.seq, self.tag, self.time)
    }
}

/// Names and their numbers. The numbers depend on the order in which names were received, so they are not used outside the field.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Names {
    /// The number of a name; a new name gets a new number. After 65,535 names all others share the last number: no race has so
    /// many mats, sources or timers, and invented names must not fill the memory.
    pub(super) fn number(&mut self, name: &str) -> u16 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let Ok(number) = u16::try_from(self.names.len()) else { return u16::MAX };
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// All names in the order of their numbers.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub(super) fn name(&self, number: u16) -> &str {
        self.names.get(usize::from(number)).map(String::as_str).unwrap_or_default()
    }
}
