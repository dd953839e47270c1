//! Searches runners by name or bib: in one text with all of them, in folded form, with memmem.
//!
//! A name is found however it is typed: without case and accents, with or without apostrophes, hyphens and blanks (`obrien`, `delacruz`,
//! `annemarie`), with umlauts written out (`mueller`), last name first (`Nwosu, Boris`), by any part of a word, and, where nothing fits,
//! with one slip of the finger in a word (`smtih`). The order of the rows is not decided here.

use std::borrow::Cow;

use memchr::memmem;

use crate::text::fold;

/// A word of a search that is shorter is not corrected: too many names are one slip away from it.
const SHORTEST_WITH_SLIP: usize = 4;
/// Between the parts of a row. No word of a search has it, so that no match goes from one part into the next one.
const PART: char = '\t';
const ROW: char = '\n';

/// The folded names and bibs of all runners, in their order: name, bib and, if it differs, the name with umlauts written out, each without
/// blanks between its words.
#[derive(Debug, Clone, Default)]
pub struct SearchText {
    text: String,
    /// The offset at which each row begins.
    begins: Vec<usize>,
    /// For each offset in the text, one bit: whether a word begins there.
    words: Vec<u64>,
}

impl SearchText {
    /// The text of these runners, each with name and bib.
    pub fn new<'a>(runners: impl Iterator<Item = (String, &'a str)>) -> Self {
        let mut text = Self::default();
        for (name, bib) in runners {
            text.begins.push(text.text.len());
            text.push_words(&fold(&name));
            text.text.push(PART);
            text.push_words(&fold(bib));
            if let Some(written) = written_out(&name) {
                text.text.push(PART);
                text.push_words(&fold(&written));
            }
            text.text.push(ROW);
        }
        text
    }

    /// Adds the words of a folded text, one after the other.
    fn push_words(&mut self, folded: &str) {
        for word in words(folded) {
            let at = self.text.len();
            if self.words.len() <= at / 64 {
                self.words.resize(at / 64 + 1, 0);
            }
            if let Some(bits) = self.words.get_mut(at / 64) {
                *bits |= 1 << (at % 64);
            }
            self.text.extend(word.chars().filter(|c| !is_left_out(*c)));
        }
    }

    /// For each runner, whether name and bib fit every word of the search; `None` when the search has no word. Where nobody fits, words
    /// with one slip fit, too.
    ///
    /// ```
    /// use core_wasm::live::board::SearchText;
    ///
    /// let names = SearchText::new([("Anne-Marie de la Cruz".to_owned(), "12"), ("Jürgen O’Brien".to_owned(), "121")].into_iter());
    /// let found = |search: &str| names.find(search).map(|rows| rows.iter().map(|found| u8::from(*found)).collect::<Vec<_>>());
    /// assert_eq!(found("annemarie DELACRUZ"), Some(vec![1, 0]));
    /// assert_eq!(found("obrien, juergen"), Some(vec![0, 1]));
    /// assert_eq!(found("#12"), Some(vec![1, 1]));
    /// assert_eq!(found("jrugen"), Some(vec![0, 1]));
    /// assert_eq!(found(" , "), None);
    /// ```
    pub fn find(&self, search: &str) -> Option<Vec<bool>> {
        let folded = fold(search);
        let wanted: Vec<String> = words(&folded).map(|word| word.chars().filter(|c| !is_left_out(*c)).collect()).collect();
        let mut exact = wanted.iter().map(|word| self.rows_with(word));
        let first = exact.next()?;
        let rows: Vec<Vec<bool>> = std::iter::once(first).chain(exact).collect();
        let found = all(&rows);
        if found.contains(&true) || !wanted.iter().any(|word| may_slip(word)) {
            return Some(found);
        }
        let with_slips = wanted.iter().zip(rows).map(|(word, mut rows)| {
            self.add_rows_with_slip(word, &mut rows);
            rows
        });
        Some(all(&with_slips.collect::<Vec<_>>()))
    }

    /// The rows that have a word of the search: `#` stands for the beginning of a bib.
    fn rows_with(&self, word: &str) -> Vec<bool> {
        let mut found = vec![false; self.begins.len()];
        let bib = word.strip_prefix('#').filter(|bib| !bib.is_empty()).map(|bib| [PART.encode_utf8(&mut [0; 4]), bib].concat());
        let finder = memmem::Finder::new(bib.as_deref().unwrap_or(word));
        let mut from = 0;
        while let Some(at) = self.text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
            let at = from + at;
            if bib.is_none() && self.joins_words(at, at + word.len()) {
                from = at + 1;
                continue;
            }
            let row = self.begins.partition_point(|begin| *begin <= at) - 1;
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

    /// Whether a match goes over the end of a word that it does not begin: `ann` in "Jan Newton".
    fn joins_words(&self, from: usize, to: usize) -> bool {
        let begins = |at: usize| self.words.get(at / 64).is_some_and(|bits| bits & (1 << (at % 64)) != 0);
        !begins(from) && (from + 1..to).any(begins)
    }

    /// Adds the rows of which a word begins as the wanted one, but for one slip.
    fn add_rows_with_slip(&self, word: &str, rows: &mut [bool]) {
        if !may_slip(word) {
            return;
        }
        let ends = self.begins.iter().skip(1).copied().chain([self.text.len()]);
        for ((found, begin), end) in rows.iter_mut().zip(&self.begins).zip(ends) {
            *found = *found || self.starts(*begin, end).any(|text| is_one_slip(word.as_bytes(), text));
        }
    }

    /// The text of a row from each of its words on, to the end of the part.
    fn starts(&self, begin: usize, end: usize) -> impl Iterator<Item = &[u8]> {
        let is_start = |at: &usize| self.words.get(at / 64).is_some_and(|bits| bits & (1 << (at % 64)) != 0);
        (begin..end).filter(is_start).filter_map(move |at| {
            let rest = self.text.as_bytes().get(at..end)?;
            rest.split(|byte| *byte == PART as u8 || *byte == ROW as u8).next()
        })
    }
}

/// The words of a folded text. Blanks, hyphens and commas end them.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '-' | '‐' | '‑' | '–' | ',' | ';' | '/' | '_');
    folded.split(ends).filter(|word| word.contains(|c| !is_left_out(c)))
}

/// Signs that are typed or not.
fn is_left_out(c: char) -> bool {
    matches!(c, '\'' | '.' | '`' | '´' | '"')
}

/// The name with umlauts written out, as Germans and Scandinavians do without the key; `None` when there are none.
fn written_out(name: &str) -> Option<Cow<'_, str>> {
    if name.is_ascii() {
        return None;
    }
    let composed = crate::text::nfc(name);
    let mut written = String::with_capacity(composed.len());
    for c in composed.chars() {
        match c {
            'ä' | 'Ä' => written.push_str("ae"),
            'ö' | 'Ö' | 'ø' | 'Ø' => written.push_str("oe"),
            'ü' | 'Ü' => written.push_str("ue"),
            'å' | 'Å' => written.push_str("aa"),
            _ => written.push(c),
        }
    }
    (written != composed).then_some(Cow::Owned(written))
}

/// Whether a word is corrected: it is long enough, and no bib.
fn may_slip(word: &str) -> bool {
    word.chars().count() >= SHORTEST_WITH_SLIP && !word.contains(|c: char| c.is_ascii_digit())
}

/// The rows that are in all of these.
fn all(rows: &[Vec<bool>]) -> Vec<bool> {
    let Some((first, others)) = rows.split_first() else { return Vec::new() };
    let mut found = first.clone();
    for other in others {
        found.iter_mut().zip(other).for_each(|(found, other)| *found &= other);
    }
    found
}

/// Whether a text begins with a word in which one letter is missing, too many, another one, or changed with its neighbour. The first letter
/// is right, unless it changed with the second.
fn is_one_slip(word: &[u8], text: &[u8]) -> bool {
    let same = word.iter().zip(text).take_while(|(a, b)| a == b).count();
    let (word, text) = (after(word, same), after(text, same));
    let is_changed =
        matches!((word, text), ([a, b, ..], [c, d, ..]) if a == d && b == c) && after(text, 2).starts_with(after(word, 2));
    let is_other = !text.is_empty() && after(text, 1).starts_with(after(word, 1));
    let (is_superfluous, is_missing) = (text.starts_with(after(word, 1)), !text.is_empty() && after(text, 1).starts_with(word));
    is_changed || (same > 0 && (is_other || is_superfluous || is_missing))
}

fn after(text: &[u8], of: usize) -> &[u8] {
    text.get(of..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], search: &str) -> Vec<usize> {
        let bibs: Vec<String> = (0..names.len()).map(|at| (at + 10).to_string()).collect();
        let runners = names.iter().zip(&bibs).map(|(name, bib)| ((*name).to_owned(), bib.as_str()));
        let rows = SearchText::new(runners).find(search).unwrap_or_default();
        rows.iter().enumerate().filter(|(_, found)| **found).map(|(at, _)| at).collect()
    }

    #[test]
    fn a_name_is_found_however_it_is_typed() {
        let names = [
            "Zoë O’Brien",
            "João de la Cruz",
            "Anne Marie Smith",
            "Hans Müller",
            "Boris Nwosu",
            "Eun-ji Park",
            "Łukasz Wójcik",
            "Søren Øst",
        ];
        for (search, at) in [
            ("obrien", 0),
            ("o'brien", 0),
            ("o brien", 0),
            ("ZOE O’BRIEN", 0),
            ("brien zoe", 0),
            ("delacruz", 1),
            ("de la cruz", 1),
            ("annemarie", 2),
            ("anne-marie", 2),
            ("mueller", 3),
            ("muller", 3),
            ("Müller", 3),
            ("Nwosu, Boris", 4),
            ("borsi", 4),
            ("nwosu b", 4),
            ("eunji", 5),
            ("eun ji", 5),
            ("lukasz", 6),
            ("wojcik", 6),
            ("soeren", 7),
            ("soren ost", 7),
            ("oest", 7),
            ("smtih", 2),
            ("smih", 2),
            ("smiith", 2),
            ("smath", 2),
            ("msith", 2),
            ("#13", 3),
            ("17", 7),
            ("anne smtih", 2),
        ] {
            assert_eq!(found(&names, search), [at], "{search}");
        }
    }

    #[test]
    fn no_match_goes_from_the_end_of_one_word_into_the_next() {
        assert_eq!(found(&["Jan Newton", "Anna Li"], "ann"), [1]);
        assert_eq!(found(&["Jan Newton"], "jannew"), [0]);
        assert_eq!(found(&["Jan Newton"], "ewt"), [0]);
    }

    #[test]
    fn a_slip_counts_only_where_nothing_fits() {
        assert_eq!(found(&["John Smith", "Jon Smyth"], "smith"), [0]);
        assert_eq!(found(&["John Smith", "Ann Berg"], "xohn"), [0; 0]);
        assert_eq!(found(&["John Smith"], "jhn"), [0; 0], "too short");
        assert_eq!(found(&["John Smith"], "1234"), [0; 0], "a bib has no slips");
        assert_eq!(found(&["John Smith"], "#"), [0; 0]);
    }
}
