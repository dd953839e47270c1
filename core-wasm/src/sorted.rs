//! A sorted list that is kept sorted while few of its items change: in blocks, so that a change moves one block only.

/// The most items of a block.
const BLOCK: usize = 256;

/// An item of a [`SortedList`].
pub(crate) trait Item: Copy + Ord {
    /// The kinds that the item is counted in ([`SortedList::before`]).
    fn kinds(&self) -> [Option<u16>; 2];
}

/// A time in milliseconds below what is more important than it, as one number that sorts like both. Times beyond 4,000 years are alike.
pub(crate) fn ordered(above: u16, time: i64) -> u64 {
    u64::from(above) << 48 | time.clamp(-HALF, HALF - 1).wrapping_add(HALF).cast_unsigned()
}

/// What is more important than the time in a number of [`ordered`].
pub(crate) fn above(order: u64) -> u16 {
    u16::try_from(order >> 48).unwrap_or_default()
}

/// The time in a number of [`ordered`].
pub(crate) fn time_of(order: u64) -> i64 {
    (order & ((1 << 48) - 1)).cast_signed() - HALF
}

const HALF: i64 = 1 << 47;

/// A list of items in their order. No two may be equal.
///
/// What a search looks at is not inside the blocks: the last item of each block, and the counts of all blocks, one after the other.
#[derive(Debug, Clone)]
pub(crate) struct SortedList<T> {
    /// None is empty.
    blocks: Vec<Vec<T>>,
    /// The last item of each block.
    lasts: Vec<T>,
    /// The number of items of each block.
    lengths: Vec<u16>,
    /// For each kind, how many items of each block are of it.
    counts: Vec<Vec<u16>>,
}

impl<T> Default for SortedList<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), lasts: Vec::new(), lengths: Vec::new(), counts: Vec::new() }
    }
}

impl<T: Item> SortedList<T> {
    /// The list of these items.
    pub(crate) fn new(mut items: Vec<T>) -> Self {
        items.sort_unstable();
        let mut list = Self::default();
        items.chunks(BLOCK / 2).for_each(|items| list.insert_block(list.blocks.len(), items.to_vec()));
        list
    }

    /// Adds an item.
    pub(crate) fn insert(&mut self, item: T) {
        let at = self.block_of(|other| *other < item).min(self.blocks.len().saturating_sub(1));
        let Some(block) = self.blocks.get_mut(at) else { return self.insert_block(0, vec![item]) };
        let place = block.partition_point(|other| *other < item);
        block.insert(place, item);
        if block.len() < BLOCK {
            self.note(at);
            return self.count(at, &item, 1);
        }
        let before = std::mem::take(block);
        self.remove_block(at);
        let (before, after) = before.split_at(BLOCK / 2);
        self.insert_block(at, after.to_vec());
        self.insert_block(at, before.to_vec());
    }

    /// Takes an item out.
    pub(crate) fn remove(&mut self, item: &T) {
        let at = self.block_of(|other| other < item);
        let Some(block) = self.blocks.get_mut(at) else { return };
        let Ok(place) = block.binary_search(item) else { return };
        block.remove(place);
        if block.is_empty() {
            return self.remove_block(at);
        }
        self.note(at);
        self.count(at, item, -1);
    }

    /// All items in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.blocks.iter().flatten()
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        sum(&self.lengths)
    }

    /// The first item that is not before a place in the order; `is_before` is true up to it.
    pub(crate) fn next(&self, is_before: impl Fn(&T) -> bool) -> Option<&T> {
        let block = self.blocks.get(self.block_of(&is_before))?;
        block.get(block.partition_point(&is_before))
    }

    /// The last item before a place in the order.
    pub(crate) fn last(&self, is_before: impl Fn(&T) -> bool) -> Option<&T> {
        let at = self.block_of(&is_before);
        let here = self.blocks.get(at).and_then(|block| {
            let place = block.partition_point(&is_before);
            block.get(place.checked_sub(1)?)
        });
        here.or_else(|| self.lasts.get(at.checked_sub(1)?))
    }

    /// How many items of a kind, or at all, are before a place in the order.
    pub(crate) fn before(&self, is_before: impl Fn(&T) -> bool, kind: Option<u16>) -> usize {
        let at = self.block_of(&is_before);
        let counts = match kind {
            Some(kind) => self.counts.get(usize::from(kind)).map(Vec::as_slice).unwrap_or_default(),
            None => &self.lengths,
        };
        let whole = sum(counts.get(..at).unwrap_or(counts));
        let here = self.blocks.get(at).map_or(0, |block| {
            let place = block.partition_point(&is_before);
            let Some(kind) = kind else { return place };
            block.iter().take(place).filter(|item| item.kinds().contains(&Some(kind))).count()
        });
        whole + here
    }

    /// The first block that is not wholly before a place.
    fn block_of(&self, is_before: impl Fn(&T) -> bool) -> usize {
        self.lasts.partition_point(is_before)
    }

    /// Notes the length and the last item of a block.
    fn note(&mut self, at: usize) {
        let Some((block, last)) = self.blocks.get(at).and_then(|block| Some((block, block.last()?))) else { return };
        self.lasts.get_mut(at).into_iter().for_each(|noted| *noted = *last);
        self.lengths.get_mut(at).into_iter().for_each(|noted| *noted = length(block));
    }

    fn count(&mut self, at: usize, item: &T, change: i16) {
        for kind in item.kinds().into_iter().flatten().map(usize::from) {
            if self.counts.len() <= kind {
                self.counts.resize_with(kind + 1, || vec![0; self.lengths.len()]);
            }
            let count = self.counts.get_mut(kind).and_then(|counts| counts.get_mut(at));
            count.into_iter().for_each(|count| *count = count.wrapping_add_signed(change));
        }
    }

    fn insert_block(&mut self, at: usize, items: Vec<T>) {
        let Some(last) = items.last().copied() else { return };
        self.lasts.insert(at, last);
        self.lengths.insert(at, length(&items));
        self.counts.iter_mut().for_each(|counts| counts.insert(at, 0));
        items.iter().for_each(|item| self.count(at, item, 1));
        self.blocks.insert(at, items);
    }

    fn remove_block(&mut self, at: usize) {
        self.blocks.remove(at);
        self.lasts.remove(at);
        self.lengths.remove(at);
        for counts in &mut self.counts {
            counts.remove(at);
        }
    }
}

fn length<T>(block: &[T]) -> u16 {
    u16::try_from(block.len()).unwrap_or(u16::MAX)
}

fn sum(counts: &[u16]) -> usize {
    counts.iter().copied().map(u32::from).sum::<u32>() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Item for u32 {
        fn kinds(&self) -> [Option<u16>; 2] {
            [u16::try_from(self % 3).ok(), None]
        }
    }

    #[test]
    fn a_list_that_was_changed_item_by_item_is_the_same_as_a_new_one() {
        let mut list = SortedList::default();
        let mut wanted = std::collections::BTreeSet::new();
        for n in 0..20_000u32 {
            let item = n.wrapping_mul(2_654_435_761) % 5000;
            if wanted.remove(&item) {
                list.remove(&item);
            } else {
                wanted.insert(item);
                list.insert(item);
            }
        }
        assert!(list.iter().eq(&wanted));
        assert!(SortedList::new(wanted.iter().rev().copied().collect()).iter().eq(&wanted));
        assert_eq!(list.len(), wanted.len());
        for place in [0, 1, 77, 2500, 4999, 6000] {
            let before = || wanted.iter().filter(|item| **item < place);
            assert_eq!(list.before(|item| *item < place, None), before().count());
            assert_eq!(list.before(|item| *item < place, Some(2)), before().filter(|item| **item % 3 == 2).count());
            assert_eq!(list.last(|item| *item < place), before().next_back());
            assert_eq!(list.next(|item| *item < place), wanted.iter().find(|item| **item >= place));
        }
    }
}
