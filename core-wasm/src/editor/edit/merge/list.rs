//! How one list came from another: which entries stayed, which were replaced or taken out, and what was added where.

use serde_json::Value;

/// What became of an entry.
#[derive(Debug, Clone, PartialEq)]
enum Fate {
    Kept,
    Gone,
    Replaced(Value),
}

/// The way from a list to a later one.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// What became of each entry.
    fates: Vec<Fate>,
    /// What was added before each entry, and behind the last.
    added: Vec<Vec<Value>>,
}

impl Edits {
    /// An entry as it is now; `None` where it was taken out.
    pub(super) fn now<'a>(&'a self, at: usize, entry: &'a Value) -> Option<&'a Value> {
        match self.fates.get(at) {
            Some(Fate::Replaced(value)) => Some(value),
            Some(Fate::Gone) => None,
            Some(Fate::Kept) | None => Some(entry),
        }
    }

    /// What was added before the entry at this place; behind the last one for the place after it.
    pub(super) fn added(&self, at: usize) -> &[Value] {
        self.added.get(at).map_or(&[], Vec::as_slice)
    }

    /// Whether an entry like this one was added anywhere.
    pub(super) fn adds(&self, value: &Value) -> bool {
        self.added.iter().any(|added| added.contains(value))
    }

    /// Whether an entry stands elsewhere now that the other edits did not leave as it was: piece by piece it would be there twice, or
    /// come back although it was taken out.
    pub(super) fn moves_what_changed(&self, other: &Self, base: &[Value]) -> bool {
        let arrived = |entry: &Value| {
            self.adds(entry) || self.fates.iter().any(|fate| matches!(fate, Fate::Replaced(value) if value == entry))
        };
        let entries = base.iter().zip(self.fates.iter().zip(&other.fates));
        entries.into_iter().any(|(entry, (own, others))| *own != Fate::Kept && *others != Fate::Kept && arrived(entry))
    }
}

/// The way from one list to another. Between two entries that stayed, the first entries that went are replaced by the first that came.
pub(super) fn edits(before: &[Value], after: &[Value]) -> Edits {
    let mut edits = Edits::default();
    let (mut old, mut new) = (before, after);
    let stayed = common(before, after).into_iter().map(Some).chain([None]);
    for stop in stayed {
        let (gone, old_rest) = split(old, stop.as_ref());
        let (come, new_rest) = split(new, stop.as_ref());
        let mut come = come.iter();
        // Every entry has what was added before it; of a replaced one that is nothing.
        for _ in gone {
            edits.added.push(Vec::new());
            edits.fates.push(come.next().map_or(Fate::Gone, |value| Fate::Replaced(value.clone())));
        }
        edits.added.push(come.cloned().collect());
        if stop.is_some() {
            edits.fates.push(Fate::Kept);
        }
        (old, new) = (old_rest, new_rest);
    }
    edits
}

/// What stands before an entry and what behind it; without one, everything and nothing.
fn split<'a>(list: &'a [Value], stop: Option<&&Value>) -> (&'a [Value], &'a [Value]) {
    let at = stop.and_then(|stop| list.iter().position(|value| value == *stop));
    let (before, rest) = list.split_at(at.unwrap_or(list.len()));
    (before, rest.get(1..).unwrap_or_default())
}

/// The longest list of entries that stand in both in the same order.
fn common<'a>(before: &'a [Value], after: &[Value]) -> Vec<&'a Value> {
    // For each entry of `before`, from the last on: the best for the rest of `after` from each place on.
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
        // Taken where it is part of a longest one.
        if 1 + best(taken + 1, next + 1) == best(taken, at) {
            found.push(old);
            at = next + 1;
        }
    }
    found
}
