//! The different words of a text, and the rows that have each.

use memchr::memmem;

use super::super::rows::RowSet;
use super::folded::put;
use super::{PART, offset};

/// Fewer words have no lists by three letters in a row. Tuned on the benchmark's field of 1,000 runners, whose names have over 700 words: without
/// lists its first load takes a twentieth less, and a search a microsecond more.
const FEWEST_LISTED: usize = 2000;
/// How many bits the number of a list of words by three letters in a row has, in a large field: a small one needs fewer lists, which are
/// made faster.
const MOST_BITS: u32 = 14;

/// The different words, with the rows of each.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    /// All words, each after a [`PART`], and one at the end.
    text: Vec<u8>,
    /// The offset of the [`PART`] before each word, and of the one at the end.
    begins: Vec<u32>,
    /// The rows of each word.
    rows: Grouped,
    /// The words by three signs in a row, the [`PART`]s around the word among them. Different signs may share a list. Empty when the words
    /// are few.
    by_signs: Grouped,
    /// How many bits the number of a list has; 0 without lists.
    bits: u32,
}

impl Words {
    /// These words, and the rows of each. Equal words are found one by one.
    pub(super) fn of(words: &[&[u8]], rows: Grouped) -> Self {
        let signs: usize = words.iter().map(|word| word.len() + 1).sum();
        let (text, begins) = (Vec::with_capacity(signs + 1), Vec::with_capacity(words.len() + 1));
        let mut new = Self { text, begins, ..Self::default() };
        for word in words {
            new.begins.push(offset(new.text.len()));
            new.text.push(PART);
            put(word, &mut new.text);
        }
        new.begins.push(offset(new.text.len()));
        new.text.push(PART);
        new.rows = rows;
        if words.len() >= FEWEST_LISTED {
            new.bits = words.len().ilog2().saturating_add(2).min(MOST_BITS);
            new.by_signs = Grouped::new(1 << new.bits, || new.lists());
        }
        new
    }

    /// The lists of all words, each with the number of a word that is in it.
    fn lists(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let mut number = 0;
        self.text.windows(3).filter_map(move |signs| {
            if let [_, PART, _] = signs {
                // The last sign is of the next word.
                number += 1;
                return None;
            }
            Some((self.list_of(signs)?, number))
        })
    }

    /// The words with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &[u8])> {
        (0..self.begins.len()).filter_map(|number| Some((offset(number), self.word(number)?)))
    }

    /// The words that begin with this letter, of words that are sorted.
    pub(super) fn beginning_with(&self, letter: u8) -> impl Iterator<Item = (u32, &[u8])> {
        let first = |begin: &u32| self.text.get(*begin as usize + 1).copied().unwrap_or(u8::MAX);
        let words = self.begins.get(..self.begins.len().saturating_sub(1)).unwrap_or_default();
        let from = words.partition_point(|begin| first(begin) < letter);
        let to = words.partition_point(|begin| first(begin) <= letter);
        (from..to).filter_map(|number| Some((offset(number), self.word(number)?)))
    }

    /// The rows that have a word.
    pub(super) fn rows(&self, number: u32) -> &[u32] {
        self.rows.of(number)
    }

    /// The number of a word, of words that are sorted; `None` when there is none.
    pub(super) fn number_of(&self, word: &[u8]) -> Option<u32> {
        // What is after a word in the text sorts before every letter, so it need not be cut off.
        let is_before = |begin: &u32| self.text.get(*begin as usize + 1..).unwrap_or_default() < word;
        let number = self.begins.partition_point(is_before);
        (self.word(number)? == word).then(|| offset(number))
    }

    /// Adds the rows of all words that contain a text ([`Self::matches`]).
    pub(super) fn add_rows(&self, wanted: &[u8], rows: &mut RowSet) {
        self.matches(wanted, |word| self.rows(word).iter().for_each(|row| rows.insert(*row)));
    }

    fn word(&self, number: usize) -> Option<&[u8]> {
        self.text.get(*self.begins.get(number)? as usize + 1..*self.begins.get(number + 1)? as usize)
    }

    /// The words that contain a text; with a [`PART`] before it those that begin with it, with one after it those that end so.
    pub(super) fn matches(&self, wanted: &[u8], mut found: impl FnMut(u32)) {
        let finder = memmem::Finder::new(wanted);
        let lists = wanted.windows(3).filter(|_| self.bits > 0).filter_map(|signs| self.list_of(signs));
        if let Some(shortest) = lists.map(|list| self.by_signs.of(list)).min_by_key(|list| list.len()) {
            let mut last = None;
            for number in shortest {
                // A word is in a list twice when it has the signs twice.
                if last != Some(*number) && self.around(*number).is_some_and(|word| finder.find(word).is_some()) {
                    found(*number);
                }
                last = Some(*number);
            }
            return;
        }
        let mut from = 0;
        let mut number = 0;
        while let Some(at) = self.text.get(from..).and_then(|rest| finder.find(rest)) {
            let at = from + at;
            // The word after the one that was found last is mostly close.
            let rest = self.begins.get(number..).unwrap_or_default();
            let near = rest.iter().take(NEAR).position(|begin| *begin as usize > at);
            number += near.unwrap_or_else(|| rest.partition_point(|begin| *begin as usize <= at));
            if number >= self.begins.len() {
                return;
            }
            found(offset(number - 1));
            from = self.begins.get(number).map_or(self.text.len(), |begin| *begin as usize);
        }
    }

    /// The list of three signs.
    fn list_of(&self, signs: &[u8]) -> Option<u32> {
        let [a, b, c] = signs else { return None };
        let signs = u32::from(*a) | u32::from(*b) << 8 | u32::from(*c) << 16;
        signs.wrapping_mul(0x9e37_79b1).checked_shr(u32::BITS - self.bits)
    }

    /// A word with the [`PART`]s around it.
    fn around(&self, number: u32) -> Option<&[u8]> {
        let number = number as usize;
        self.text.get(*self.begins.get(number)? as usize..=*self.begins.get(number + 1)? as usize)
    }
}

/// As many words are looked through one by one.
const NEAR: usize = 8;

/// Numbers in groups, one after the other.
#[derive(Debug, Clone, Default)]
pub(super) struct Grouped {
    /// Where each group ends, and the next one begins.
    ends: Vec<u32>,
    numbers: Vec<u32>,
}

impl Grouped {
    /// So many groups of these pairs, each of a group and a number.
    pub(super) fn new<P: Iterator<Item = (u32, u32)>>(groups: usize, pairs: impl Fn() -> P) -> Self {
        let mut counts = vec![0u32; groups];
        // As `for_each`, since nested iterators pass faster over all than one by one.
        pairs().for_each(|(group, _)| {
            counts.get_mut(group as usize).into_iter().for_each(|count| *count += 1);
        });
        let mut new = Self::of_sizes(counts);
        pairs().for_each(|(group, number)| new.put(group, number));
        new
    }

    /// Groups of these sizes, to be filled ([`Self::put`]).
    pub(super) fn of_sizes(sizes: Vec<u32>) -> Self {
        let mut sum = 0;
        let mut ends = sizes;
        for end in &mut ends {
            sum += std::mem::replace(end, sum);
        }
        Self { ends, numbers: vec![0; sum as usize] }
    }

    /// Adds a number to a group that has place for it: until a group is full, its end is where the next number is put.
    #[inline(always)]
    pub(super) fn put(&mut self, group: u32, number: u32) {
        if let Some(at) = self.ends.get_mut(group as usize)
            && let Some(place) = self.numbers.get_mut(*at as usize)
        {
            *place = number;
            *at += 1;
        }
    }

    pub(super) fn of(&self, group: u32) -> &[u32] {
        let end = |group: usize| self.ends.get(group).map(|at| *at as usize);
        let group = group as usize;
        let range = || Some(group.checked_sub(1).map_or(Some(0), end)?..end(group)?);
        range().and_then(|range| self.numbers.get(range)).unwrap_or_default()
    }
}

/// The first eight signs of a word as a number that sorts like them.
pub(super) fn beginning(word: &[u8]) -> u64 {
    if let Some(signs) = word.first_chunk() {
        return u64::from_be_bytes(*signs);
    }
    let mut signs = [0; 8];
    signs.iter_mut().zip(word).for_each(|(sign, byte)| *sign = *byte);
    u64::from_be_bytes(signs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_with_and_without_lists() {
        let word = |n: u32| format!("{:x}", n.wrapping_mul(2_654_435_761) >> 8);
        for count in [0, 1, FEWEST_LISTED - 1, FEWEST_LISTED] {
            let texts: Vec<String> = (0..).take(count).map(word).collect();
            let words: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
            let words = Words::of(&words, Grouped::default());
            assert_eq!(words.bits > 0, count >= FEWEST_LISTED);
            for wanted in ["9e3", "37", "\t9e3", "\tfe", "a1b2", "9e3779", "00", "zzz"] {
                let mut found = Vec::new();
                words.matches(wanted.as_bytes(), |number| found.push(number));
                let fits = |text: &String| match wanted.strip_prefix('\t') {
                    Some(begun) => text.starts_with(begun),
                    None => text.contains(wanted),
                };
                let all = (0..).zip(&texts).filter(|(_, text)| fits(text)).map(|(number, _)| number);
                assert_eq!(found, all.collect::<Vec<u32>>(), "{wanted} in {count} words");
            }
        }
    }
}
