//! A cache of race names, so that frequent requests for a board need no database query for its name.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

use core_wasm::race::name;

use super::board::BELIEVED;
use crate::work::lock;

/// How many names are cached; when there are more, all are removed.
const MOST: usize = 256;

/// Ids by the key of a name, for names that mean the same race for every viewer. An entry is valid as long as a snapshot is
/// ([`BELIEVED`]): another process may have written.
#[derive(Default)]
pub(super) struct Names {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// How often the cache was cleared because a name changed.
    changes: u64,
    ids: HashMap<String, (String, Instant)>,
}

/// A lookup in progress.
pub(super) struct Asked {
    key: String,
    changes: u64,
    at: Instant,
}

impl Names {
    pub(super) fn id_of(&self, named: &str) -> Option<String> {
        let inner = lock(&self.inner);
        let (id, at) = inner.ids.get(&key(named))?;
        (at.elapsed() < BELIEVED).then(|| id.clone())
    }

    /// Begins a lookup; call it before the query.
    pub(super) fn ask(&self, named: &str) -> Asked {
        Asked { key: key(named), changes: lock(&self.inner).changes, at: Instant::now() }
    }

    /// Stores the result of the query, unless a name changed meanwhile.
    pub(super) fn keep(&self, asked: Asked, id: &str) {
        let mut inner = lock(&self.inner);
        if inner.changes != asked.changes {
            return;
        }
        if inner.ids.len() >= MOST {
            inner.ids.clear();
        }
        inner.ids.insert(asked.key, (id.to_owned(), asked.at));
    }

    /// Clears the cache: a name changed, or a race was hidden or deleted.
    pub(super) fn forget(&self) {
        let mut inner = lock(&self.inner);
        inner.changes += 1;
        inner.ids.clear();
    }
}

fn key(named: &str) -> String {
    name::key(&name::from_segment(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_changed_during_its_lookup_is_not_cached() {
        let names = Names::default();
        names.keep(names.ask("Spring Half"), "a");
        assert_eq!(names.id_of("spring half").as_deref(), Some("a"));
        let asked = names.ask("Fall Half");
        names.forget();
        names.keep(asked, "b");
        assert_eq!((names.id_of("Spring Half"), names.id_of("Fall Half")), (None, None));
    }

    #[test]
    fn the_number_of_cached_names_is_limited() {
        let names = Names::default();
        (0..MOST * 3).for_each(|n| names.keep(names.ask(&n.to_string()), "a"));
        assert!(lock(&names.inner).ids.len() <= MOST);
    }
}
