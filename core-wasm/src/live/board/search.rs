//! Searches runners by name or bib with memmem, in one text that contains all of them in folded form.

use memchr::memmem;

use super::full_name;
use crate::text::fold;
use crate::timing::standing::Row;

/// The folded names and bibs of all rows, in the order of the rows, each row ended by a line end.
#[derive(Debug, Clone, Default)]
pub(super) struct SearchText {
    text: String,
    /// The offset at which each row begins.
    begins: Vec<usize>,
}

impl SearchText {
    pub(super) fn new(rows: &[Row]) -> Self {
        let mut text = Self { text: String::with_capacity(rows.len() * 24), begins: Vec::with_capacity(rows.len()) };
        for row in rows {
            text.begins.push(text.text.len());
            text.text.push_str(&fold(&full_name(row)));
            // A search word can't contain a tab, so no match extends from the name into the bib.
            text.text.push('\t');
            text.text.push_str(&fold(&row.bib));
            text.text.push('\n');
        }
        text
    }

    /// For each row, whether it contains every word of the search; `None` when the search is empty.
    pub(super) fn find(&self, search: &str) -> Option<Vec<bool>> {
        let folded = fold(search);
        let mut words = folded.split_whitespace();
        let mut found = self.rows_with(words.next()?);
        for word in words {
            let also = self.rows_with(word);
            found.iter_mut().zip(also).for_each(|(found, also)| *found &= also);
        }
        Some(found)
    }

    fn rows_with(&self, word: &str) -> Vec<bool> {
        let mut found = vec![false; self.begins.len()];
        let finder = memmem::Finder::new(word);
        let mut from = 0;
        while let Some(at) = self.text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
            let row = self.begins.partition_point(|begin| *begin <= from + at) - 1;
            if let Some(row) = found.get_mut(row) {
                *row = true;
            }
            // One match per row is enough: continue with the next row.
            match self.begins.get(row + 1) {
                Some(next) => from = *next,
                None => break,
            }
        }
        found
    }
}
