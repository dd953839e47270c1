//! A sorted list that is kept sorted while few of its items change: in blocks, so that a change moves one block only.

/// The most items of a block.
const BLOCK: usize = 256;

/// An item of a [`SortedList`].
pub(crate) trait Item: Copy + Ord {
    /// The kinds that the item is counted in ([`SortedList::before`]).
    fn kinds(&self) -> [Option<u16>; 2];
}

/// A list of items in their order. No two may be equal.
#[derive(Debug, Clone)]
pub(crate) struct SortedList<T> {
    /// None is empty.
    blocks: Vec<Block<T>>,
}

#[derive(Debug, Clone)]
struct Block<T> {
    items: Vec<T>,
    /// How many items are of each kind.
    counts: Vec<u16>,
}

impl<T> Default for SortedList<T> {
    fn default() -> Self {
        Self { blocks: Vec::new() }
    }
}

impl<T: Item> Block<T> {
    fn of(items: Vec<T>) -> Self {
        let mut block = Self { items, counts: Vec::new() };
        for at in 0..block.items.len() {
            let Some(item) = block.items.get(at).copied() else { break };
            block.count(&item, 1);
        }
        block
    }

    fn count(&mut self, item: &T, change: i16) {
        for kind in item.kinds().into_iter().flatten().map(usize::from) {
            if self.counts.len() <= kind {
                self.counts.resize(kind + 1, 0);
            }
            if let Some(count) = self.counts.get_mut(kind) {
                *count = count.wrapping_add_signed(change);
            }
        }
    }
}

impl<T: Item> SortedList<T> {
    /// The list of these items.
    pub(crate) fn new(mut items: Vec<T>) -> Self {
        items.sort_unstable();
        Self { blocks: items.chunks(BLOCK / 2).map(|items| Block::of(items.to_vec())).collect() }
    }

    /// Adds an item.
    pub(crate) fn insert(&mut self, item: T) {
        let at = self.block_of(|other| *other < item).min(self.blocks.len().saturating_sub(1));
        let Some(block) = self.blocks.get_mut(at) else {
            self.blocks.push(Block::of(vec![item]));
            return;
        };
        let place = block.items.partition_point(|other| *other < item);
        block.items.insert(place, item);
        block.count(&item, 1);
        if block.items.len() >= BLOCK {
            let after = block.items.split_off(BLOCK / 2);
            *block = Block::of(std::mem::take(&mut block.items));
            self.blocks.insert(at + 1, Block::of(after));
        }
    }

    /// Takes an item out.
    pub(crate) fn remove(&mut self, item: &T) {
        let at = self.block_of(|other| other < item);
        let Some(block) = self.blocks.get_mut(at) else { return };
        let Ok(place) = block.items.binary_search(item) else { return };
        block.items.remove(place);
        block.count(item, -1);
        if block.items.is_empty() {
            self.blocks.remove(at);
        }
    }

    /// All items in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.blocks.iter().flat_map(|block| &block.items)
    }

    /// The number of items.
    pub(crate) fn len(&self) -> usize {
        self.blocks.iter().map(|block| block.items.len()).sum()
    }

    /// The first item that is not before a place in the order; `is_before` is true up to it.
    pub(crate) fn next(&self, is_before: impl Fn(&T) -> bool) -> Option<&T> {
        let block = self.blocks.get(self.block_of(&is_before))?;
        block.items.get(block.items.partition_point(&is_before))
    }

    /// The last item before a place in the order.
    pub(crate) fn last(&self, is_before: impl Fn(&T) -> bool) -> Option<&T> {
        let at = self.block_of(&is_before);
        let here = self.blocks.get(at).and_then(|block| {
            let place = block.items.partition_point(&is_before);
            block.items.get(place.checked_sub(1)?)
        });
        here.or_else(|| self.blocks.get(at.checked_sub(1)?)?.items.last())
    }

    /// How many items of a kind, or at all, are before a place in the order.
    pub(crate) fn before(&self, is_before: impl Fn(&T) -> bool, kind: Option<u16>) -> usize {
        let at = self.block_of(&is_before);
        let of_block = |block: &Block<T>| match kind {
            Some(kind) => block.counts.get(usize::from(kind)).copied().map_or(0, usize::from),
            None => block.items.len(),
        };
        let whole: usize = self.blocks.iter().take(at).map(of_block).sum();
        let here = self.blocks.get(at).map_or(0, |block| {
            let items = block.items.iter().take(block.items.partition_point(&is_before));
            items.filter(|item| kind.is_none_or(|kind| item.kinds().contains(&Some(kind)))).count()
        });
        whole + here
    }

    /// The first block that is not wholly before a place.
    fn block_of(&self, is_before: impl Fn(&T) -> bool) -> usize {
        self.blocks.partition_point(|block| block.items.last().is_some_and(&is_before))
    }
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
