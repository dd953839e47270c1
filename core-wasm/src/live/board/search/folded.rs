//! Folded texts, each its words without blanks between them.

use super::{ends_word, is_left_out, offset};

/// Folded texts by their numbers.
#[derive(Debug, Clone, Default)]
pub(super) struct Folded {
    text: Vec<u8>,
    /// Where each text ends.
    ends: Vec<u32>,
    /// For each offset one bit: whether a word begins there.
    starts: Vec<u64>,
}

impl Folded {
    /// Memory for so many texts of so many signs together.
    pub(super) fn reserve(&mut self, texts: usize, signs: usize) {
        self.text.reserve(signs);
        self.ends.reserve(texts);
        self.starts.reserve(signs / 64 + 1);
    }

    /// Adds the words of a text of these folded signs, without those that are typed or not, and tells where each word is. Returns the text's
    /// number.
    #[inline(always)]
    pub(super) fn push(&mut self, folded: impl Iterator<Item = char>, mut place: impl FnMut(u32, u32)) -> u32 {
        let mut begun = None;
        for c in folded {
            // Nearly all signs are letters.
            let is_letter = c.is_ascii_lowercase();
            if !is_letter && ends_word(c) {
                begun.take().into_iter().for_each(|from| place(from, offset(self.text.len())));
            } else if is_letter || !is_left_out(c) {
                if begun.is_none() {
                    begun = Some(offset(self.text.len()));
                    self.start();
                }
                match u8::try_from(c) {
                    Ok(sign) if sign.is_ascii() => self.text.push(sign),
                    _ => self.text.extend(c.encode_utf8(&mut [0; 4]).bytes()),
                }
            }
        }
        begun.into_iter().for_each(|from| place(from, offset(self.text.len())));
        self.end()
    }

    /// Adds a text of one word that has only signs of words.
    pub(super) fn push_one(&mut self, word: &[u8]) {
        self.start();
        put(word, &mut self.text);
        self.end();
    }

    /// A word begins here.
    fn start(&mut self) {
        let from = self.text.len();
        if self.starts.len() <= from / 64 {
            self.starts.resize(from / 64 + 1, 0);
        }
        if let Some(bits) = self.starts.get_mut(from / 64) {
            *bits |= 1 << (from % 64);
        }
    }

    fn end(&mut self) -> u32 {
        self.ends.push(offset(self.text.len()));
        offset(self.ends.len() - 1)
    }

    /// The words of a text.
    pub(super) fn words(&self, number: u32) -> impl Iterator<Item = &[u8]> {
        let (from, to) = self.range(number);
        let mut next = (from < to).then_some(from);
        std::iter::from_fn(move || {
            let from = next?;
            let end = (from + 1..to).find(|at| self.is_start(*at));
            next = end;
            Some(self.part(from, end.unwrap_or(to)))
        })
    }

    fn is_start(&self, at: u32) -> bool {
        self.starts.get(at as usize / 64).is_some_and(|bits| bits & (1 << (at % 64)) != 0)
    }

    /// The signs between two places.
    pub(super) fn part(&self, from: u32, to: u32) -> &[u8] {
        self.text.get(from as usize..to as usize).unwrap_or_default()
    }

    /// The text of this number; empty when there is none.
    pub(super) fn get(&self, number: u32) -> &[u8] {
        let (from, to) = self.range(number);
        self.part(from, to)
    }

    fn range(&self, number: u32) -> (u32, u32) {
        let number = number as usize;
        let Some(to) = self.ends.get(number) else { return (0, 0) };
        (number.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or_default(), *to)
    }

    /// A text from each of its words on, followed by another text.
    pub(super) fn starts(&self, number: u32, then: u32) -> impl Iterator<Item = Start<'_>> {
        let (from, to) = self.range(number);
        let then = self.get(then);
        (from..to).filter(|at| self.is_start(*at)).map(move |at| Start(self.part(at, to), then))
    }
}

/// Adds a few signs to a text, one by one: in the browser a copy of memory is a call, which takes longer.
pub(super) fn put(signs: &[u8], into: &mut Vec<u8>) {
    signs.iter().for_each(|sign| into.push(*sign));
}

/// A text of two parts.
pub(super) struct Start<'a>(&'a [u8], &'a [u8]);

impl Start<'_> {
    /// Whether the text begins with another one.
    pub(super) fn begins_with(&self, wanted: &[u8]) -> bool {
        let Self(first, then) = self;
        match wanted.strip_prefix(*first) {
            Some(rest) => then.starts_with(rest),
            None => first.starts_with(wanted),
        }
    }

    /// The first signs of the text, written into `into`.
    pub(super) fn joined<'t>(&self, most: usize, into: &'t mut Vec<u8>) -> &'t [u8] {
        into.clear();
        into.extend(self.0.iter().chain(self.1).take(most));
        into
    }
}
