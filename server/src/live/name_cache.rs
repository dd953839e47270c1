//! A cache of race names, so that frequent requests for a board need no database query for its name.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::board::MAX_AGE;
use crate::work::lock;

/// How many names are cached; when there are more, all are removed.
const CAPACITY: usize = 256;
/// The longest name that is cached, in bytes: a name may be asked for in many spellings.
const LONGEST: usize = 512;

/// Ids by a name as it is asked for, for names that mean the same race for every viewer: bringing it into the form in which names are
/// compared would be a third of the work of a poll. An entry is valid as long as a snapshot is ([`MAX_AGE`]): another process may have
/// written.
#[derive(Default)]
pub(super) struct NameCache {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// How often the cache was cleared because a name changed.
    changes: u64,
    ids: HashMap<String, (Arc<str>, Instant)>,
}

/// A lookup in progress.
pub(super) struct Lookup {
    named: String,
    changes: u64,
    at: Instant,
}

impl NameCache {
    pub(super) fn id_of(&self, named: &str, now: Instant) -> Option<Arc<str>> {
        let inner = lock(&self.inner);
        let (id, at) = inner.ids.get(named)?;
        (now.saturating_duration_since(*at) < MAX_AGE).then(|| id.clone())
    }

    /// Begins a lookup; call it before the query.
    pub(super) fn begin_lookup(&self, named: &str) -> Lookup {
        Lookup { named: named.to_owned(), changes: lock(&self.inner).changes, at: Instant::now() }
    }

    /// Stores the result of the query, unless a name changed meanwhile.
    pub(super) fn store(&self, lookup: Lookup, id: &str) {
        let mut inner = lock(&self.inner);
        if inner.changes != lookup.changes || lookup.named.len() > LONGEST {
            return;
        }
        if inner.ids.len() >= CAPACITY {
            inner.ids.clear();
        }
        inner.ids.insert(lookup.named, (id.into(), lookup.at));
    }

    /// Clears the cache: a name changed, or a race was hidden or deleted.
    pub(super) fn clear(&self) {
        let mut inner = lock(&self.inner);
        inner.changes += 1;
        inner.ids.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_changed_during_its_lookup_is_not_cached() {
        let names = NameCache::default();
        names.store(names.begin_lookup("Spring Half"), "a");
        let id_of = |name: &str| names.id_of(name, Instant::now());
        assert_eq!(id_of("Spring Half").as_deref(), Some("a"));
        let lookup = names.begin_lookup("Fall Half");
        names.clear();
        names.store(lookup, "b");
        assert_eq!((id_of("Spring Half"), id_of("Fall Half")), (None, None));
    }

    #[test]
    fn the_number_of_cached_names_is_limited() {
        let names = NameCache::default();
        (0..CAPACITY * 3).for_each(|n| names.store(names.begin_lookup(&n.to_string()), "a"));
        assert!(lock(&names.inner).ids.len() <= CAPACITY);
        let long = "x".repeat(LONGEST + 1);
        names.store(names.begin_lookup(&long), "a");
        assert_eq!(names.id_of(&long, Instant::now()), None);
    }
}
