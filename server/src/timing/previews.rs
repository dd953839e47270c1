//! The lists of the last dry runs, in memory, so that the pages of a preview need not send the list again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use super::lists::SentList;
use crate::ids::new_id;
use crate::work::lock;

/// The maximum size of all lists together, in bytes: three of the largest.
const LIMIT: usize = 3 * super::BATCH_LIMIT;

/// A list of a race.
#[derive(Debug, Clone)]
pub(super) struct Upload {
    pub(super) race_id: String,
    pub(super) list: SentList,
}

/// The lists, oldest first; cheap to clone. When there is no room for a further one, the oldest are forgotten: whoever asks for one of
/// them sends it again.
#[derive(Debug, Clone, Default)]
pub(super) struct Previews(Arc<Mutex<VecDeque<(String, Upload)>>>);

impl Previews {
    /// Keeps a list, and returns its id.
    pub(super) fn keep(&self, upload: Upload) -> String {
        let id = new_id();
        let mut lists = lock(&self.0);
        lists.push_back((id.clone(), upload));
        while lists.len() > 1 && lists.iter().map(|(_, upload)| upload.list.body.len()).sum::<usize>() > LIMIT {
            lists.pop_front();
        }
        id
    }

    /// Returns the race's list with this id.
    pub(super) fn get(&self, race_id: &str, id: &str) -> Option<SentList> {
        let lists = lock(&self.0);
        let found = lists.iter().find(|(own, upload)| own == id && upload.race_id == race_id);
        found.map(|(_, upload)| upload.list.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_lists_are_forgotten_and_no_other_race_gets_one() {
        let previews = Previews::default();
        let list = SentList { body: vec![0; super::super::BATCH_LIMIT].into(), ..SentList::default() };
        let keep = || previews.keep(Upload { race_id: "race".into(), list: list.clone() });
        let ids = [keep(), keep(), keep(), keep()];
        assert!(previews.get("race", &ids[0]).is_none());
        assert!(ids[1..].iter().all(|id| previews.get("race", id).is_some()));
        assert!(previews.get("other", &ids[3]).is_none());
    }
}
