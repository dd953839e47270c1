//! The difference between two lists: which entries were kept, replaced or removed, and which were added where.

use serde_json::Value;

/// The change of an entry.
#[derive(Debug, Clone, PartialEq)]
enum EntryChange {
    Kept,
    Removed,
    Replaced(Value),
}

/// The changes from a list to a later one.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// The change of each entry.
    changes: Vec<EntryChange>,
    /// The entries that were added before each entry, and after the last.
    added: Vec<Vec<Value>>,
}

impl Edits {
    /// The new value of an entry; `None` when it was removed.
    pub(super) fn new_value<'a>(&'a self, at: usize, entry: &'a Value) -> Option<&'a Value> {
        match self.changes.get(at) {
            Some(EntryChange::Replaced(value)) => Some(value),
            Some(EntryChange::Removed) => None,
            Some(EntryChange::Kept) | None => Some(entry),
        }
    }

    /// The entries that were added before the entry at this index; for the index after the last entry, those added at the end.
    pub(super) fn added(&self, at: usize) -> &[Value] {
        self.added.get(at).map_or(&[], Vec::as_slice)
    }

    /// Whether an entry with this value was added anywhere.
    pub(super) fn adds(&self, value: &Value) -> bool {
        self.added.iter().any(|added| added.contains(value))
    }

    /// Whether an entry was moved here that the other edits changed: a merge entry by entry would then contain it twice, or
    /// bring it back although it was removed.
    pub(super) fn moves_changed_entries(&self, other: &Self, base: &[Value]) -> bool {
        let appears = |entry: &Value| {
            self.adds(entry) || self.changes.iter().any(|change| matches!(change, EntryChange::Replaced(value) if value == entry))
        };
        let entries = base.iter().zip(self.changes.iter().zip(&other.changes));
        entries
            .into_iter()
            .any(|(entry, (own, others))| *own != EntryChange::Kept && *others != EntryChange::Kept && appears(entry))
    }
}

/// The changes from one list to another. Between two kept entries, the first removed entries are replaced by the first added
/// ones.
pub(super) fn edits(before: &[Value], after: &[Value]) -> Edits {
    let mut edits = Edits::default();
    let (mut old, mut new) = (before, after);
    let kept = common(before, after).into_iter().map(Some).chain([None]);
    for stop in kept {
        let (removed, old_rest) = split(old, stop.as_ref());
        let (inserted, new_rest) = split(new, stop.as_ref());
        let mut inserted = inserted.iter();
        // Every entry has a list of entries added before it, which is empty for a replaced one.
        for _ in removed {
            edits.added.push(Vec::new());
            edits.changes.push(inserted.next().map_or(EntryChange::Removed, |value| EntryChange::Replaced(value.clone())));
        }
        edits.added.push(inserted.cloned().collect());
        if stop.is_some() {
            edits.changes.push(EntryChange::Kept);
        }
        (old, new) = (old_rest, new_rest);
    }
    edits
}

/// The entries before and after `stop`; without `stop`, all entries and none.
fn split<'a>(list: &'a [Value], stop: Option<&&Value>) -> (&'a [Value], &'a [Value]) {
    let at = stop.and_then(|stop| list.iter().position(|value| value == *stop));
    let (before, rest) = list.split_at(at.unwrap_or(list.len()));
    (before, rest.get(1..).unwrap_or_default())
}

/// The longest common subsequence of two lists.
fn common<'a>(before: &'a [Value], after: &[Value]) -> Vec<&'a Value> {
    // For each entry of `before`, from the last one: the length of the longest subsequence with the rest of `after` from each
    // index.
    let mut rows: Vec<Vec<usize>> = vec![vec![0; after.len() + 1]];
    for old in before.iter().rev() {
        let below = rows.last().cloned().unwrap_or_default();
        let mut row = vec![0; after.len() + 1];
        let mut right = 0;
        for (at, new) in after.iter().enumerate().rev() {
            let best = if old == new { 1 + below.get(at + 1).unwrap_or(&0) } else { right.max(*below.get(at).unwrap_or(&0)) };
            if let Some(cell) = row.get_mut(at) {
                *cell = best;
            }
            right = best;
        }
        rows.push(row);
    }
    let best =
        |taken: usize, at: usize| rows.get(before.len().saturating_sub(taken)).and_then(|row| row.get(at)).copied().unwrap_or(0);
    let mut found = Vec::new();
    let mut at = 0;
    for (taken, old) in before.iter().enumerate() {
        let Some(next) = (at..after.len()).find(|place| after.get(*place) == Some(old)) else { continue };
        // An entry is taken when it is part of a longest subsequence.
        if 1 + best(taken + 1, next + 1) == best(taken, at) {
            found.push(old);
            at = next + 1;
        }
    }
    found
}
