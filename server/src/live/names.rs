//! Names of races that were asked for of late, so that a board that is looked at all the time needs no database for its name.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Instant;

use core_wasm::race::name;

use super::board::BELIEVED;
use crate::work::lock;

/// Names that are kept; when there are more, all are looked up anew.
const MOST: usize = 256;

/// Ids by the key of a name, for names that lead everybody to the same race. Each is believed as long as a board is: another process
/// may have written.
#[derive(Default)]
pub(super) struct Names {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// How often names were forgotten because one changed.
    changes: u64,
    ids: HashMap<String, (String, Instant)>,
}

/// A name that is being looked up.
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

    /// To be called before the database is asked.
    pub(super) fn ask(&self, named: &str) -> Asked {
        Asked { key: key(named), changes: lock(&self.inner).changes, at: Instant::now() }
    }

    /// Keeps what the database said, unless a name changed meanwhile.
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

    /// Forgets all names: one changed, or a race was hidden or deleted.
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
    fn a_name_that_changed_while_it_was_looked_up_is_not_kept() {
        let names = Names::default();
        names.keep(names.ask("Spring Half"), "a");
        assert_eq!(names.id_of("spring half").as_deref(), Some("a"));
        let asked = names.ask("Fall Half");
        names.forget();
        names.keep(asked, "b");
        assert_eq!((names.id_of("Spring Half"), names.id_of("Fall Half")), (None, None));
    }

    #[test]
    fn so_many_names_are_kept() {
        let names = Names::default();
        (0..MOST * 3).for_each(|n| names.keep(names.ask(&n.to_string()), "a"));
        assert!(lock(&names.inner).ids.len() <= MOST);
    }
}
