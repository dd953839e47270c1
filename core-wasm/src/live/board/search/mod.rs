//! Searches runners by name or bib.
//!
//! A name is found however it is typed: without case and accents, with or without apostrophes, hyphens and blanks (`obrien`, `delacruz`,
//! `annemarie`), with umlauts written out (`mueller`), last name first (`Nwosu, Boris`), by any part of a word, and, where nothing fits,
//! with one slip of the finger in a word (`smtih`). The order of the rows is not decided here.
//!
//! Many runners share a word, so words are looked for in a list of the different ones ([`Words`]), which has the rows of each.

mod slip;
mod words;

use std::borrow::Cow;

use memchr::memmem;

use self::slip::{is_one_slip, may_begin};
use self::words::Words;
use super::rows::RowSet;
use crate::text::{fold, is_accent};

/// A word of a search that is shorter is not corrected: too many names are one slip away from it.
const SHORTEST_WITH_SLIP: usize = 4;
/// Between the parts of a row. No word of a search has it, so that no match goes from one part into the next one.
const PART: u8 = b'\t';
const ROW: u8 = b'\n';

/// The folded names and bibs of all runners, in their order: name, bib and, if it differs, the name with umlauts written out, each without
/// blanks between its words.
#[derive(Debug, Clone, Default)]
pub struct SearchText {
    text: Vec<u8>,
    /// The offset at which each row begins, and that at which the last one ends.
    begins: Vec<u32>,
    /// For each offset in the text, one bit: whether a word begins there.
    starts: Vec<u64>,
    /// The different words of the names.
    names: Words,
    /// Those of the bibs.
    bibs: Words,
    /// Whether a bib has several words.
    has_long_bibs: bool,
    /// Whether a bib has letters.
    has_lettered_bibs: bool,
}

impl SearchText {
    /// The text of these runners, each with name and bib.
    pub fn new<'a>(runners: impl Iterator<Item = (String, &'a str)>) -> Self {
        let mut new = Self { begins: vec![0], ..Self::default() };
        let (mut of_names, mut of_bibs) = (Vec::new(), Vec::new());
        for (row, (name, bib)) in (0u32..).zip(runners) {
            new.push_words(&fold(&name), row, &mut of_names);
            new.text.push(PART);
            let before = of_bibs.len();
            new.push_words(&fold(bib), row, &mut of_bibs);
            new.has_long_bibs |= of_bibs.len() - before > 1;
            new.has_lettered_bibs |= bib.bytes().any(|byte| !byte.is_ascii_digit());
            if let Some(written) = written_out(&name) {
                new.text.push(PART);
                new.push_words(&fold(&written), row, &mut of_names);
            }
            new.text.push(ROW);
            new.begins.push(offset(new.text.len()));
        }
        new.names = Words::new(&new.text, &of_names);
        new.bibs = Words::of_different(&new.text, &of_bibs);
        new
    }

    /// Adds the words of a folded text, one after the other, and notes where each is, and its row.
    fn push_words(&mut self, folded: &str, row: u32, places: &mut Vec<Place>) {
        for word in words(folded) {
            let at = self.text.len();
            if self.starts.len() <= at / 64 {
                self.starts.resize(at / 64 + 1, 0);
            }
            if let Some(bits) = self.starts.get_mut(at / 64) {
                *bits |= 1 << (at % 64);
            }
            if word.contains(is_left_out) {
                self.text.extend(word.chars().filter(|c| !is_left_out(*c)).collect::<String>().as_bytes());
            } else {
                self.text.extend(word.as_bytes());
            }
            places.push(Place { from: offset(at), to: offset(self.text.len()), row });
        }
    }

    /// The runners whose name and bib fit every word of the search; `None` when the search has no word. Where nobody fits, words with
    /// one slip fit, too.
    ///
    /// ```
    /// use core_wasm::live::board::SearchText;
    ///
    /// let names = SearchText::new([("Anne-Marie de la Cruz".to_owned(), "12"), ("Jürgen O’Brien".to_owned(), "121")].into_iter());
    /// let found = |search: &str| names.find(search).map(|rows| rows.iter().collect::<Vec<_>>());
    /// assert_eq!(found("annemarie DELACRUZ"), Some(vec![0]));
    /// assert_eq!(found("obrien, juergen"), Some(vec![1]));
    /// assert_eq!(found("#12"), Some(vec![0, 1]));
    /// assert_eq!(found("jrugen"), Some(vec![1]));
    /// assert_eq!(found(" , "), None);
    /// ```
    pub fn find(&self, search: &str) -> Option<RowSet> {
        let folded = fold(search);
        let wanted: Vec<String> = words(&folded).map(|word| word.chars().filter(|c| !is_left_out(*c)).collect()).collect();
        let sets: Vec<RowSet> = wanted.iter().map(|word| self.rows_with(word.as_bytes())).collect();
        let found = all(&sets)?;
        if !found.is_empty() || !wanted.iter().any(|word| may_slip(word)) {
            return Some(found);
        }
        let with_slips = wanted.iter().zip(sets).map(|(word, mut rows)| {
            if may_slip(word) {
                self.add_rows_with_slip(word.as_bytes(), &mut rows);
            }
            rows
        });
        all(&with_slips.collect::<Vec<_>>())
    }

    /// Whether a bib has anything but digits.
    pub(super) fn has_lettered_bibs(&self) -> bool {
        self.has_lettered_bibs
    }

    fn none(&self) -> RowSet {
        RowSet::none(self.begins.len().saturating_sub(1))
    }

    /// The rows that have a word of the search: `#` stands for the beginning of a bib.
    fn rows_with(&self, word: &[u8]) -> RowSet {
        let mut rows = self.none();
        let Some(bib) = word.strip_prefix(b"#").filter(|bib| !bib.is_empty()) else {
            self.add_rows(&self.names, word, &mut rows);
            // A word without a digit is in no bib but those with letters.
            if self.has_lettered_bibs || word.iter().all(u8::is_ascii_digit) {
                self.add_rows(&self.bibs, word, &mut rows);
            }
            return rows;
        };
        let mut begun = self.none();
        self.bibs.matches(&[&[PART], bib].concat(), |word| self.bibs.rows(word).iter().for_each(|row| begun.insert(*row)));
        if self.has_long_bibs {
            self.add_joined(&self.bibs, bib, &mut begun);
            let begins = memmem::Finder::new(&[&[PART], bib].concat()).into_owned();
            begun.iter().filter(|row| begins.find(self.row(*row)).is_some()).for_each(|row| rows.insert(row));
            return rows;
        }
        begun
    }

    /// Adds the rows of which one of these words has the wanted one, or from one of them on several together begin as it.
    fn add_rows(&self, words: &Words, wanted: &[u8], rows: &mut RowSet) {
        words.matches(wanted, |word| words.rows(word).iter().for_each(|row| rows.insert(*row)));
        self.add_joined(words, wanted, rows);
    }

    /// Adds the rows of which several words, from one on, begin as the wanted one: `delacruz` in "de la Cruz".
    fn add_joined(&self, words: &Words, wanted: &[u8], rows: &mut RowSet) {
        for length in 1..wanted.len() {
            let Some(first) = wanted.get(..length).and_then(|first| words.number_of(first)) else { continue };
            let begins = |row: &&u32| self.starts_of(**row).any(|text| text.starts_with(wanted));
            words.rows(first).iter().filter(begins).for_each(|row| rows.insert(*row));
        }
    }

    /// Adds the rows of which a word begins as the wanted one, but for one slip.
    fn add_rows_with_slip(&self, wanted: &[u8], rows: &mut RowSet) {
        let lettered = Some(&self.bibs).filter(|_| self.has_lettered_bibs);
        for words in [&self.names].into_iter().chain(lettered) {
            for (number, word) in words.iter() {
                if is_one_slip(wanted, word) {
                    words.rows(number).iter().for_each(|row| rows.insert(*row));
                } else if may_begin(wanted, word) {
                    let fits = |row: &&u32| self.starts_of(**row).any(|text| is_one_slip(wanted, text));
                    words.rows(number).iter().filter(fits).for_each(|row| rows.insert(*row));
                }
            }
        }
    }

    /// The text of a row.
    fn row(&self, row: u32) -> &[u8] {
        let begin = |row: usize| self.begins.get(row).map(|at| *at as usize);
        let range = || Some(begin(row as usize)?..begin(row as usize + 1)?);
        range().and_then(|range| self.text.get(range)).unwrap_or_default()
    }

    /// The text of a row from each of its words on, to the end of the part.
    fn starts_of(&self, row: u32) -> impl Iterator<Item = &[u8]> {
        let begin = self.begins.get(row as usize).map_or(0, |at| *at as usize);
        let text = self.row(row);
        let is_start = move |at: &usize| {
            let at = begin + at;
            self.starts.get(at / 64).is_some_and(|bits| bits & (1 << (at % 64)) != 0)
        };
        (0..text.len()).filter(is_start).filter_map(move |at| text.get(at..)?.split(|byte| *byte == PART || *byte == ROW).next())
    }
}

/// Where a word is in the text, and the number of its row.
#[derive(Debug, Clone, Copy)]
struct Place {
    from: u32,
    to: u32,
    row: u32,
}

/// An offset in a text; a field's names take far less than four gigabytes.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
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
    let composed = if name.contains(is_accent) { Cow::Owned(crate::text::nfc(name)) } else { Cow::Borrowed(name) };
    if !composed.contains(['ä', 'Ä', 'ö', 'Ö', 'ø', 'Ø', 'ü', 'Ü', 'å', 'Å']) {
        return None;
    }
    let mut written = String::with_capacity(composed.len() + 2);
    for c in composed.chars() {
        match c {
            'ä' | 'Ä' => written.push_str("ae"),
            'ö' | 'Ö' | 'ø' | 'Ø' => written.push_str("oe"),
            'ü' | 'Ü' => written.push_str("ue"),
            'å' | 'Å' => written.push_str("aa"),
            _ => written.push(c),
        }
    }
    Some(Cow::Owned(written))
}

/// Whether a word is corrected: it is long enough, and no bib.
fn may_slip(word: &str) -> bool {
    word.chars().count() >= SHORTEST_WITH_SLIP && !word.contains(|c: char| c.is_ascii_digit())
}

/// The rows that are in all of these sets; `None` without one.
fn all(sets: &[RowSet]) -> Option<RowSet> {
    let (first, others) = sets.split_first()?;
    let mut found = first.clone();
    others.iter().for_each(|other| found.keep(other));
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], search: &str) -> Vec<usize> {
        let bibs: Vec<String> = (0..names.len()).map(|at| (at + 10).to_string()).collect();
        let runners = names.iter().zip(&bibs).map(|(name, bib)| ((*name).to_owned(), bib.as_str()));
        let rows = SearchText::new(runners).find(search).unwrap_or_default();
        rows.iter().map(|row| row as usize).collect()
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
