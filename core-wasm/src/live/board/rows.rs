//! A set of rows, by their positions.
//!
//! What is done for each of many rows is inlined everywhere: the board's build, which is for size, would call a function for one instruction.

/// A set of the rows of a board: one bit for each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowSet {
    words: Vec<u64>,
}

impl RowSet {
    /// The empty set of so many rows.
    pub fn none(rows: usize) -> Self {
        Self { words: vec![0; rows.div_ceil(64)] }
    }

    /// The set of all of so many rows.
    pub fn all(rows: usize) -> Self {
        let mut all = Self { words: vec![u64::MAX; rows.div_ceil(64)] };
        if let Some(last) = all.words.last_mut().filter(|_| !rows.is_multiple_of(64)) {
            *last = (1 << (rows % 64)) - 1;
        }
        all
    }

    /// Adds a row. One that the set was not made for is left out.
    #[inline(always)]
    pub fn insert(&mut self, row: u32) {
        if let Some(word) = self.words.get_mut(row as usize / 64) {
            *word |= 1 << (row % 64);
        }
    }

    /// Takes a row out.
    #[inline(always)]
    pub fn remove(&mut self, row: u32) {
        if let Some(word) = self.words.get_mut(row as usize / 64) {
            *word &= !(1 << (row % 64));
        }
    }

    /// Adds a row or takes it out.
    #[inline(always)]
    pub fn set(&mut self, row: u32, is_in: bool) {
        if is_in { self.insert(row) } else { self.remove(row) }
    }

    /// Whether a row is in the set.
    #[inline(always)]
    pub fn contains(&self, row: u32) -> bool {
        self.words.get(row as usize / 64).is_some_and(|word| word & (1 << (row % 64)) != 0)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Whether a row is in both sets.
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(word, other)| word & other != 0)
    }

    /// How many rows are in both sets.
    pub fn len_with(&self, other: &Self) -> usize {
        self.words.iter().zip(&other.words).map(|(word, other)| (word & other).count_ones() as usize).sum()
    }

    /// How many rows there are, and how many of them are in each of these sets.
    pub fn counts_with<const N: usize>(&self, others: [&Self; N]) -> (usize, [usize; N]) {
        let (mut own, mut of_each) = (0, [0; N]);
        for (at, word) in self.words.iter().enumerate().filter(|(_, word)| **word != 0) {
            own += word.count_ones() as usize;
            for (count, other) in of_each.iter_mut().zip(others) {
                *count += other.words.get(at).map_or(0, |other| (word & other).count_ones() as usize);
            }
        }
        (own, of_each)
    }

    /// Keeps the rows that are also in the other set.
    pub fn keep(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    /// The rows that are also in the second set, if there is one, and in the third set or, when `is_in` is not set, not in that one.
    pub fn in_all(&self, second: Option<&Self>, third: &Self, is_in: bool) -> Self {
        let flipped = if is_in { 0 } else { u64::MAX };
        let pairs = self.words.iter().zip(&third.words).map(|(word, third)| word & (third ^ flipped));
        let words = match second {
            Some(second) => pairs.zip(&second.words).map(|(word, second)| word & second).collect(),
            None => pairs.collect(),
        };
        Self { words }
    }

    /// Adds the rows of the other set.
    pub fn add(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// The rows, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..).zip(&self.words).flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::RowSet;

    #[test]
    fn a_set_has_the_rows_that_were_added() {
        let mut set = RowSet::none(130);
        [0, 63, 64, 129, 500].into_iter().for_each(|row| set.insert(row));
        set.remove(63);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 64, 129]);
        let all = RowSet::all(130);
        assert_eq!((all.len(), all.len_with(&set), RowSet::all(128).len()), (130, 3, 128));
        let mut others = all.in_all(None, &set, false);
        assert!(!others.contains(64) && others.contains(63) && !others.meets(&set));
        assert_eq!(all.in_all(Some(&others), &set, true), RowSet::none(130));
        assert_eq!(all.in_all(Some(&set), &set, true), set);
        others.add(&set);
        assert_eq!(others, all);
    }
}
