//! A cache of race names, so that frequent requests for a board need no database query for its name.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use core_wasm::race::name::key;

use super::board::MAX_AGE;
use crate::work::lock;

/// How many names are cached in each of the two maps; when there are more, all are removed.
const CAPACITY: usize = 256;
/// For how long after it was asked last a name is known while the database is out of reach: another process may have hidden its race.
const LONGEST_OUTAGE: Duration = Duration::from_secs(600);
/// The longest spelling that is cached, in bytes: a name may be asked for in many.
const LONGEST: usize = 512;

/// Ids by name, for names that mean the same race for every viewer. An entry is valid as long as a snapshot is ([`MAX_AGE`]): another
/// process may have written.
#[derive(Default)]
pub(super) struct NameCache {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// How often the cache was cleared because a name changed.
    changes: u64,
    /// By the form in which names are compared.
    by_key: HashMap<String, Entry>,
    /// By names as they were asked for: to bring one into the form in which names are compared would be a third of the work of a poll.
    by_spelling: HashMap<String, Entry>,
    /// What each name meant last, by the form in which names are compared: it stays when some page changes, and is used only while the database
    /// is out of reach.
    last: HashMap<String, Entry>,
}

type Entry = (Arc<str>, Instant);

/// A lookup in progress.
pub(super) struct Lookup {
    named: String,
    key: String,
    changes: u64,
    at: Instant,
}

impl NameCache {
    /// The id of a race that was asked for in this very spelling, without bringing it into the form in which names are compared.
    pub(super) fn id_as_spelled(&self, named: &str, now: Instant) -> Option<Arc<str>> {
        lock(&self.inner).by_spelling.get(named).filter(|entry| is_valid(entry, now)).map(|(id, _)| id.clone())
    }

    /// The id of a race that was asked for in any spelling; this one is cached then, too.
    pub(super) fn id_of(&self, named: &str, now: Instant) -> Option<Arc<str>> {
        let key = key(named);
        let mut inner = lock(&self.inner);
        let entry = inner.by_key.get(&key).filter(|entry| is_valid(entry, now))?.clone();
        inner.insert_spelling(named.to_owned(), entry.clone());
        Some(entry.0)
    }

    /// The id that a name had last, in the last minutes: for when the database cannot be asked.
    pub(super) fn last_id_of(&self, named: &str, now: Instant) -> Option<Arc<str>> {
        let inner = lock(&self.inner);
        let (id, _) = inner.last.get(&key(named)).filter(|(_, at)| now.saturating_duration_since(*at) < LONGEST_OUTAGE)?;
        Some(id.clone())
    }

    /// Forgets a name, in every spelling.
    pub(super) fn forget(&self, named: &str) {
        let (mut inner, key) = (lock(&self.inner), key(named));
        inner.last.remove(&key);
        if let Some((id, _)) = inner.by_key.remove(&key) {
            inner.by_spelling.retain(|_, (of, _)| *of != id);
        }
    }

    /// Begins a lookup; call it before the query.
    pub(super) fn begin_lookup(&self, named: &str) -> Lookup {
        Lookup { named: named.to_owned(), key: key(named), changes: lock(&self.inner).changes, at: Instant::now() }
    }

    /// Whether names were forgotten after a lookup began.
    pub(super) fn have_changed_since(&self, lookup: &Lookup) -> bool {
        lock(&self.inner).changes != lookup.changes
    }

    /// Stores the result of the query, unless a name changed meanwhile.
    pub(super) fn store(&self, lookup: Lookup, id: &str) {
        let mut inner = lock(&self.inner);
        if inner.changes == lookup.changes {
            let entry = (id.into(), lookup.at);
            insert(&mut inner.last, lookup.key.clone(), Entry::clone(&entry));
            insert(&mut inner.by_key, lookup.key, Entry::clone(&entry));
            inner.insert_spelling(lookup.named, entry);
        }
    }

    /// Forgets every name of a race: it was renamed, hidden or deleted.
    pub(super) fn forget_race(&self, race_id: &str) {
        let mut inner = lock(&self.inner);
        inner.clear();
        inner.last.retain(|_, (id, _)| &**id != race_id);
    }

    /// Forgets every name: some may have changed.
    pub(super) fn forget_all(&self) {
        let mut inner = lock(&self.inner);
        inner.clear();
        inner.last.clear();
    }

    /// Clears the cache: a page changed.
    pub(super) fn clear(&self) {
        lock(&self.inner).clear();
    }
}

impl Inner {
    fn clear(&mut self) {
        self.changes += 1;
        self.by_key.clear();
        self.by_spelling.clear();
    }

    fn insert_spelling(&mut self, named: String, entry: Entry) {
        if named.len() <= LONGEST {
            insert(&mut self.by_spelling, named, entry);
        }
    }
}

fn is_valid((_, at): &Entry, now: Instant) -> bool {
    now.saturating_duration_since(*at) < MAX_AGE
}

fn insert(ids: &mut HashMap<String, Entry>, name: String, entry: Entry) {
    if ids.len() >= CAPACITY {
        ids.clear();
    }
    ids.insert(name, entry);
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
    fn a_spelling_is_cached_when_it_is_asked_for_and_forgotten_with_the_name() {
        let names = NameCache::default();
        names.store(names.begin_lookup("Spring Half"), "a");
        let now = Instant::now();
        assert_eq!(names.id_as_spelled("spring half", now), None);
        assert_eq!(names.id_of("spring half", now).as_deref(), Some("a"));
        assert_eq!(names.id_as_spelled("spring half", now).as_deref(), Some("a"));
        assert_eq!(names.id_as_spelled("spring half", now + MAX_AGE), None);
        names.clear();
        assert_eq!((names.id_as_spelled("spring half", now), names.id_of("spring half", now)), (None, None));
    }

    #[test]
    fn what_a_name_meant_last_outlives_changes_of_pages_but_not_of_its_own_name() {
        let names = NameCache::default();
        names.store(names.begin_lookup("Spring Half"), "a");
        names.store(names.begin_lookup("Fall Half"), "b");
        let now = Instant::now();
        let last = |name: &str| names.last_id_of(name, now).map(|id| id.to_string());
        names.clear();
        assert_eq!((last("spring half"), names.id_of("Spring Half", now)), (Some("a".into()), None));
        names.forget_race("a");
        assert_eq!((last("Spring Half"), last("Fall Half")), (None, Some("b".into())));
        names.forget("Fall Half");
        assert_eq!(last("Fall Half"), None);
    }

    #[test]
    fn the_number_of_cached_names_is_limited() {
        let names = NameCache::default();
        let of = |name: &str| {
            names.store(names.begin_lookup(name), "a");
            names.id_of(name, Instant::now())
        };
        (0..CAPACITY * 3).for_each(|n| assert!(of(&n.to_string()).is_some()));
        let cached = |inner: &Inner| (inner.by_key.len(), inner.by_spelling.len());
        assert!(cached(&lock(&names.inner)) <= (CAPACITY, CAPACITY));
        let long = " ".repeat(LONGEST) + "Half";
        assert!(of(&long).is_some());
        assert_eq!(names.id_as_spelled(&long, Instant::now()), None);
    }
}
