//! Searches runners by name or bib with memmem, in one text that contains all of them in folded form.

use memchr::memmem;

use crate::text::fold;

/// The folded names and bibs of all runners, in their order, each ended by a line end.
#[derive(Debug, Clone, Default)]
pub struct SearchText {
    text: String,
    /// The offset at which each row begins.
    begins: Vec<usize>,
}

impl SearchText {
    /// The text of these runners, each with name and bib.
    pub fn new<'a>(runners: impl Iterator<Item = (String, &'a str)>) -> Self {
        let mut text = Self::default();
        for (name, bib) in runners {
            text.begins.push(text.text.len());
            text.text.push_str(&fold(&name));
            // A search word can't contain a tab, so no match extends from the name into the bib.
            text.text.push('\t');
            text.text.push_str(&fold(bib));
            text.text.push('\n');
        }
        text
    }

    /// For each runner, whether name and bib contain every word of the search; `None` when the search is empty.
    pub fn find(&self, search: &str) -> Option<Vec<bool>> {
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
