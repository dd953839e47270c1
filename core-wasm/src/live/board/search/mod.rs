//! Searches runners by name or bib.
//!
//! A name is found however it is typed: without case and accents, with or without apostrophes, hyphens and blanks (`obrien`, `delacruz`,
//! `annemarie`), with umlauts written out (`mueller`), last name first (`Nwosu, Boris`), by any part of a word, and, where nothing fits,
//! with one slip of the finger in a word (`smtih`). The order of the rows is not decided here.
//!
//! Many runners share a word, so words are looked for in a list of the different ones ([`Words`]), which has the rows of each.

mod folded;
mod slip;
mod words;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use self::folded::{Folded, Start};
use self::slip::{is_near, is_one_slip, may_begin};
use self::words::{Grouped, Words, beginning};
use super::rows::RowSet;
use crate::text::{fold, fold_into, is_accent, is_number};
use crate::timing::columns::{Columns, Texts};

/// A word of a search that is shorter is not corrected: too many names are one slip away from it.
const SHORTEST_WITH_SLIP: usize = 4;
/// Around each word in a list of words. No word of a search has it.
const PART: u8 = b'\t';
/// The number of a text that is none.
const NONE: u32 = u32::MAX;

/// The folded names and bibs of all runners. Many share a name, so each is folded once.
#[derive(Debug, Clone, Default)]
pub struct SearchText {
    /// The folded texts by their numbers; those with umlauts written out are added at the end.
    folded: Folded,
    /// For each text the number of the one with its umlauts written out, or its own.
    written: Vec<u32>,
    /// The texts that the name of each row consists of: the first name and the last name, or the whole name and [`NONE`].
    rows: Vec<[u32; 2]>,
    /// The different words of the names.
    names: Words,
    /// The folded bibs by row.
    bib_texts: Folded,
    /// The words of the bibs: made when a bib is looked for first.
    bibs: OnceLock<Words>,
    /// Whether a bib has several words.
    has_long_bibs: bool,
    /// Whether a bib has letters.
    has_lettered_bibs: bool,
}

impl SearchText {
    /// The text of these runners, each with name and bib.
    pub fn new<'a>(runners: impl Iterator<Item = (String, &'a str)>) -> Self {
        let mut texts = Texts::default();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let (mut rows, mut bibs) = (Vec::new(), Vec::new());
        for (name, bib) in runners {
            let number = *numbers.entry(name).or_insert_with_key(|name| texts.push(name));
            rows.push([number, NONE]);
            bibs.push(bib);
        }
        Self::of(&texts, rows, |_| None, |row| bibs.get(row).copied().unwrap_or_default().into())
    }

    /// The text of a board's rows.
    pub(super) fn of_rows(rows: &Columns) -> Self {
        Self::of(rows.texts(), rows.names().collect(), |row| rows.bib_number(row), |row| rows.bib(row))
    }

    /// The text of rows with these names; `number` and `bib` are the bib of a row, as a number if it is one.
    fn of<'a>(
        texts: &Texts,
        rows: Vec<[u32; 2]>,
        number: impl Fn(usize) -> Option<u32>,
        bib: impl Fn(usize) -> Cow<'a, str>,
    ) -> Self {
        let mut new = Self { rows, ..Self::default() };
        new.fold_names(texts);
        new.bib_texts.reserve(new.rows.len(), 0);
        let mut digits = itoa::Buffer::new();
        for row in 0..new.rows.len() {
            if let Some(number) = number(row) {
                new.bib_texts.push_one(digits.format(number).as_bytes());
                continue;
            }
            let text = bib(row);
            if is_number(&text) {
                new.bib_texts.push_one(text.as_bytes());
                continue;
            }
            let mut count = 0;
            new.bib_texts.push(fold(&text).chars(), |_, _| count += 1);
            new.has_long_bibs |= count > 1;
            new.has_lettered_bibs |= !text.is_empty();
        }
        new
    }

    /// The words of the bibs.
    fn bibs(&self) -> &Words {
        self.bibs.get_or_init(|| {
            let rows = 0..offset(self.rows.len());
            let mut of_rows: Vec<(&[u8], u32)> =
                rows.flat_map(|row| self.bib_texts.words(row).map(move |word| (word, row))).collect();
            // Words are looked up (`number_of`) only where several in a row are looked for, which takes a bib of several.
            if self.has_long_bibs {
                of_rows.sort_unstable();
            }
            let (different, of_rows) = numbered(of_rows.into_iter());
            Words::of(&different, Grouped::new(different.len(), || of_rows.iter().copied()))
        })
    }

    /// Folds the texts that are names, and lists their words.
    fn fold_names(&mut self, texts: &Texts) {
        let mut rows_of_texts = vec![0u32; texts.len()];
        for text in self.rows.iter().flatten() {
            rows_of_texts.get_mut(*text as usize).into_iter().for_each(|rows| *rows += 1);
        }
        let mut places: Vec<(u32, u32, u32)> = Vec::with_capacity(2 * texts.len());
        let mut written_texts = Vec::new();
        let mut folded = String::new();
        self.folded.reserve(texts.len(), texts.all().len());
        self.written = (0..offset(texts.len())).collect();
        for (text, rows) in (0..).zip(&rows_of_texts) {
            let name = if *rows > 0 { texts.get(text) } else { "" };
            let place = |from, to| places.push((from, to, text));
            if name.is_ascii() {
                self.folded.push(name.bytes().map(|sign| char::from(sign.to_ascii_lowercase())), place);
                continue;
            }
            fold_into(name, &mut folded);
            self.folded.push(folded.chars(), place);
            written_texts.extend(written_out(name).map(|written| (text, written)));
        }
        for (text, written) in written_texts {
            fold_into(&written, &mut folded);
            let number = self.folded.push(folded.chars(), |from, to| places.push((from, to, text)));
            self.written.get_mut(text as usize).into_iter().for_each(|written| *written = number);
        }
        let of_places = self.sorted(&places);
        let (different, of_texts) = numbered(of_places.into_iter());
        let of_texts = Grouped::new(texts.len(), || of_texts.iter().map(|(word, text)| (*text, *word)));
        // Counted by texts, of which there are fewer than rows.
        let mut rows_of_words = vec![0; different.len()];
        for (text, rows) in (0..).zip(rows_of_texts) {
            for word in of_texts.of(text) {
                rows_of_words.get_mut(*word as usize).into_iter().for_each(|count| *count += rows);
            }
        }
        let mut of_words = Grouped::of_sizes(rows_of_words);
        for (row, texts) in (0..).zip(&self.rows) {
            for text in texts {
                for word in of_texts.of(*text) {
                    of_words.put(*word, row);
                }
            }
        }
        self.names = Words::of(&different, of_words);
    }

    /// The words at these places, each with its text, in the order of the words.
    fn sorted(&self, places: &[(u32, u32, u32)]) -> Vec<(&[u8], u32)> {
        // Most words differ in their first eight signs: sorted are numbers, each of these signs and the place.
        let key = |(at, (from, to, _)): (u32, &(u32, u32, u32))| {
            u128::from(beginning(self.folded.part(*from, *to))) << 32 | u128::from(at)
        };
        let mut keys: Vec<u128> = (0..).zip(places).map(key).collect();
        keys.sort_unstable();
        let mut sorted: Vec<(&[u8], u32)> = Vec::with_capacity(keys.len());
        for alike in keys.chunk_by(|a, b| a >> 32 == b >> 32) {
            let before = sorted.len();
            let place = |key: &u128| places.get((key & u128::from(u32::MAX)) as usize);
            sorted.extend(alike.iter().filter_map(place).map(|(from, to, text)| (self.folded.part(*from, *to), *text)));
            let alike = sorted.get_mut(before..).unwrap_or_default();
            if alike.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a != b)) {
                alike.sort_unstable();
            }
        }
        sorted
    }

    /// The runners whose name and bib fit every word of the search; `None` when the search has no word. Where nobody fits, words with
    /// one slip fit, too; and where still nobody fits, several words of a name that are typed as one with a slip.
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
        let wanted: Vec<Cow<'_, str>> = words(&folded).map(clean).collect();
        let mut sets: Vec<RowSet> = wanted.iter().map(|word| self.rows_with(word.as_bytes())).collect();
        if let [only] = sets.as_slice()
            && !only.is_empty()
        {
            return sets.pop();
        }
        let found = all(&sets)?;
        if !found.is_empty() || !wanted.iter().any(|word| may_slip(word)) {
            return Some(found);
        }
        let mut with_slips = |add: fn(&Self, &[u8], &mut RowSet)| {
            let slipped = wanted.iter().zip(&mut sets).filter(|(word, _)| may_slip(word));
            slipped.for_each(|(word, rows)| add(self, word.as_bytes(), rows));
            all(&sets)
        };
        // A slip in a word that is several in the name is looked for last, since that looks at the names of many runners.
        with_slips(Self::add_rows_with_slip)
            .filter(|found| !found.is_empty())
            .or_else(|| with_slips(Self::add_rows_with_slip_in_several))
    }

    /// Whether a bib has anything but digits.
    pub(super) fn has_lettered_bibs(&self) -> bool {
        self.has_lettered_bibs
    }

    fn none(&self) -> RowSet {
        RowSet::none(self.rows.len())
    }

    /// The rows that have a word of the search: `#` stands for the beginning of a bib.
    fn rows_with(&self, word: &[u8]) -> RowSet {
        let mut rows = self.none();
        let Some(bib) = word.strip_prefix(b"#").filter(|bib| !bib.is_empty()) else {
            self.names.add_rows(word, &mut rows);
            self.add_joined(&self.names, word, &mut rows);
            // A word without a digit is in no bib but those with letters.
            if self.has_lettered_bibs || word.iter().all(u8::is_ascii_digit) {
                let bibs = self.bibs();
                bibs.add_rows(word, &mut rows);
                if self.has_long_bibs {
                    self.add_joined(bibs, word, &mut rows);
                }
            }
            return rows;
        };
        let mut begun = self.none();
        let bibs = self.bibs();
        bibs.add_rows(&[&[PART], bib].concat(), &mut begun);
        if self.has_long_bibs {
            self.add_joined(bibs, bib, &mut begun);
            begun.iter().filter(|row| self.bib_texts.get(*row).starts_with(bib)).for_each(|row| rows.insert(row));
            return rows;
        }
        begun
    }

    /// Adds the rows of which several words, from one on, begin as the wanted one: `delacruz` in "de la Cruz". The words
    /// must be sorted ([`Words::number_of`]).
    fn add_joined(&self, words: &Words, wanted: &[u8], rows: &mut RowSet) {
        for length in 1..wanted.len() {
            let Some((first, rest)) = wanted.split_at_checked(length) else { return };
            let Some(first) = words.number_of(first) else { continue };
            // Of the many who are called Anne few have another word that begins as the rest, or with which the rest begins.
            let mut next = self.none();
            words.add_rows(&[&[PART], rest].concat(), &mut next);
            for length in 1..rest.len() {
                let word = rest.get(..length).and_then(|word| words.number_of(word));
                word.into_iter().for_each(|word| words.rows(word).iter().for_each(|row| next.insert(*row)));
            }
            let begins = |row: &&u32| next.contains(**row) && self.starts_of(**row).any(|start| start.begins_with(wanted));
            words.rows(first).iter().filter(begins).for_each(|row| rows.insert(*row));
        }
    }

    /// Adds the rows of which a word begins as the wanted one, but for one slip.
    fn add_rows_with_slip(&self, wanted: &[u8], rows: &mut RowSet) {
        self.near(wanted, |words, number, word| {
            if is_one_slip(wanted, word) {
                words.rows(number).iter().for_each(|row| rows.insert(*row));
            }
        });
    }

    /// Adds the rows of which several words together, from one on, begin as the wanted one, but for one slip.
    fn add_rows_with_slip_in_several(&self, wanted: &[u8], rows: &mut RowSet) {
        let mut text = Vec::new();
        self.near(wanted, |words, number, word| {
            if may_begin(wanted, word) {
                for row in words.rows(number) {
                    let fits = |start: Start<'_>| is_one_slip(wanted, start.joined(wanted.len() + 1, &mut text));
                    if self.starts_of(*row).any(fits) {
                        rows.insert(*row);
                    }
                }
            }
        });
    }

    /// The words that may be one slip away from the wanted one, or begin what is, with their numbers.
    fn near(&self, wanted: &[u8], mut each: impl FnMut(&Words, u32, &[u8])) {
        // The first letter is right, or changed with the second.
        let mut letters: Vec<u8> = wanted.iter().copied().take(2).collect();
        letters.dedup();
        for letter in letters {
            let near = self.names.beginning_with(letter).filter(|(_, word)| is_near(wanted, word));
            near.for_each(|(number, word)| each(&self.names, number, word));
        }
        if self.has_lettered_bibs {
            self.bibs().iter().for_each(|(number, word)| each(self.bibs(), number, word));
        }
    }

    /// The text of a row from each of its words on, to the end of the name, of the name with umlauts written out, or of the bib.
    fn starts_of(&self, row: u32) -> impl Iterator<Item = Start<'_>> {
        let name = self.rows.get(row as usize).copied().unwrap_or([NONE; 2]);
        let written = name.map(|text| self.written.get(text as usize).copied().unwrap_or(NONE));
        let names = [Some(name), (written != name).then_some(written)].into_iter().flatten();
        let of_names = names.flat_map(|[first, last]| self.folded.starts(first, last).chain(self.folded.starts(last, NONE)));
        of_names.chain(self.bib_texts.starts(row, NONE))
    }
}

/// An offset in a text; a field's names take far less than four gigabytes.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The different ones of words of which equal ones follow each other, and for each word the number of it and what it is of.
fn numbered<'a>(words: impl Iterator<Item = (&'a [u8], u32)>) -> (Vec<&'a [u8]>, Vec<(u32, u32)>) {
    let mut different: Vec<&[u8]> = Vec::with_capacity(words.size_hint().0);
    let mut pairs = Vec::with_capacity(words.size_hint().0);
    for (word, of) in words {
        if different.last() != Some(&word) {
            different.push(word);
        }
        pairs.push((offset(different.len() - 1), of));
    }
    (different, pairs)
}

/// The words of a folded text.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(ends_word).filter(|word| word.contains(|c| !is_left_out(c)))
}

/// Whether a sign ends a word: blanks, hyphens and commas do.
#[inline(always)]
fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '‐' | '‑' | '–' | ',' | ';' | '/' | '_')
}

/// A word without the signs that are typed or not.
fn clean(word: &str) -> Cow<'_, str> {
    if word.contains(is_left_out) { word.chars().filter(|c| !is_left_out(*c)).collect() } else { word.into() }
}

/// Signs that are typed or not.
#[inline(always)]
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
    fn words_are_found_in_one_word_and_bibs_too() {
        let names = ["Ana Lia Torres", "Ann Li", "Anna Torres"];
        for (search, at) in [("analia", 0), ("analiatorres", 0), ("liatorres", 0), ("annli", 1), ("annatorres", 2)] {
            assert_eq!(found(&names, search), [at], "{search}");
        }
        let runners = [("Bo", "A 12"), ("Bo", "A 13"), ("Bo", "7")].map(|(name, bib)| (name.to_owned(), bib));
        let bibs = SearchText::new(runners.into_iter());
        let found = |search: &str| bibs.find(search).unwrap_or_default().iter().collect::<Vec<_>>();
        assert_eq!(["a12", "#a12", "a 13", "#a1"].map(found), [vec![0], vec![0], vec![1], vec![0, 1]]);
    }

    #[test]
    fn a_slip_in_several_words_is_looked_for_last() {
        assert_eq!(found(&["Marielouise Day", "Marie Louise Ng"], "marielouse"), [0]);
        assert_eq!(found(&["Marie Louise Ng", "Ann Day"], "marielouse"), [0]);
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
