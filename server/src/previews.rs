//! The lists of the last dry runs, in memory, so that the pages of a preview need not send the list again, and what they would change,
//! so that no page reads the list again either.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crate::work::lock;

/// The maximum size of a list, in bytes: some 100,000 lines.
pub(crate) const LARGEST: usize = 8 * 1024 * 1024;
/// The maximum size of all lists together, in bytes: three of the largest.
const LIMIT: usize = 3 * LARGEST;
/// The maximum size of all plans together, in bytes: that of a list with some 60,000 lines. A larger one is computed for each page.
const PLANS_LIMIT: usize = 128 * 1024 * 1024;

/// A list that is kept, and what it would change.
pub(crate) trait Preview: Clone {
    /// The id of the race that it is for.
    fn race_id(&self) -> &str;
    /// The size of the list, in bytes.
    fn list_bytes(&self) -> usize;
    /// The estimated size of what it would change, in bytes.
    fn plan_bytes(&self) -> usize;
    /// Forgets what it would change.
    fn forget_plan(&mut self);
}

/// The lists, oldest first; cheap to clone. When there is no room for a further one, the oldest are forgotten: whoever asks for one of
/// them sends it again.
#[derive(Debug, Clone)]
pub(crate) struct Previews<P>(Arc<Mutex<VecDeque<(String, P)>>>);

impl<P> Default for Previews<P> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<P: Preview> Previews<P> {
    /// Keeps a list under a new id.
    pub(crate) fn keep(&self, id: String, upload: P) {
        let mut lists = lock(&self.0);
        lists.push_back((id, upload));
        while lists.len() > 1 && lists.iter().map(|(_, upload)| upload.list_bytes()).sum::<usize>() > LIMIT {
            lists.pop_front();
        }
        forget_plans(&mut lists);
    }

    /// Keeps what a list would change by now.
    pub(crate) fn change(&self, id: &str, change: impl FnOnce(&mut P)) {
        let mut lists = lock(&self.0);
        if let Some((_, upload)) = lists.iter_mut().find(|(own, _)| own == id) {
            change(upload);
        }
        forget_plans(&mut lists);
    }

    /// Returns the race's list with this id.
    pub(crate) fn get(&self, race_id: &str, id: &str) -> Option<P> {
        let lists = lock(&self.0);
        let found = lists.iter().find(|(own, upload)| own == id && upload.race_id() == race_id);
        found.map(|(_, upload)| upload.clone())
    }
}

/// Forgets the oldest plans until the others have room.
fn forget_plans<P: Preview>(lists: &mut VecDeque<(String, P)>) {
    let mut bytes: usize = lists.iter().map(|(_, upload)| upload.plan_bytes()).sum();
    for (_, upload) in lists.iter_mut() {
        if bytes <= PLANS_LIMIT {
            return;
        }
        bytes -= upload.plan_bytes();
        upload.forget_plan();
    }
}
