//! Search by name or bib: one folded text of all runners, gone through by memmem.

use memchr::memmem;

use super::full_name;
use crate::text::fold;
use crate::timing::standing::Row;

/// The folded names and bibs of all rows, in the order of the rows, each ended by a line end.
#[derive(Debug, Clone, Default)]
pub(super) struct Haystack {
    text: String,
    /// Where each row's piece begins.
    begins: Vec<usize>,
}

impl Haystack {
    pub(super) fn new(rows: &[Row]) -> Self {
        let mut haystack = Self { text: String::with_capacity(rows.len() * 24), begins: Vec::with_capacity(rows.len()) };
        for row in rows {
            haystack.begins.push(haystack.text.len());
            haystack.text.push_str(&fold(&full_name(row)));
            // Nothing typed can hold this, so no match reaches from the name into the bib.
            haystack.text.push('\t');
            haystack.text.push_str(&fold(&row.bib));
            haystack.text.push('\n');
        }
        haystack
    }

    /// Which rows hold every word of the search; `None` when nothing is searched.
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
            // One match is enough: go on with the next row.
            match self.begins.get(row + 1) {
                Some(next) => from = *next,
                None => break,
            }
        }
        found
    }
}
