//! The part of a list that one answer has.

/// The number of items in an answer when none is asked for.
const USUAL: usize = 50;
/// The most items in one answer.
const MOST: usize = 500;

/// A part of a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// How many items are left out before the first.
    pub(super) offset: usize,
    /// At most how many items.
    pub(super) count: usize,
}

impl Window {
    /// A part as it was asked for, within the limit.
    pub(super) fn new(offset: usize, count: Option<usize>) -> Self {
        Self { offset, count: count.unwrap_or(USUAL).min(MOST) }
    }
}
