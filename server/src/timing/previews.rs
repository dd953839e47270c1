//! The lists of the last dry runs, in memory, so that the pages of a preview need not send the list again, and what they would change,
//! so that no page reads the list again either.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use core_wasm::dates::RaceDate;
use core_wasm::timing::entrants::EntrantList;
use core_wasm::timing::plan::Plan;

use super::lists::SentList;
use crate::work::lock;

/// The maximum size of all lists together, in bytes: three of the largest.
const LIMIT: usize = 3 * super::BATCH_LIMIT;
/// The maximum size of all plans together, in bytes: that of a list with some 60,000 lines. A larger one is computed for each page.
const PLANS_LIMIT: usize = 128 * 1024 * 1024;

/// On what a plan depends besides its list: while it is the same, the plan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Basis {
    /// The revision of the race's timing, which increases with every change of setup or entrants.
    pub(super) revision: i64,
    /// The day by which ages are computed.
    pub(super) day: RaceDate,
}

/// A list as it was read, and what it would change.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) basis: Basis,
    pub(super) list: EntrantList,
    pub(super) plan: Plan,
}

/// A list of a race.
#[derive(Debug, Clone)]
pub(super) struct Upload {
    pub(super) race_id: String,
    pub(super) list: SentList,
    pub(super) planned: Option<Arc<Planned>>,
}

impl Upload {
    /// The estimated size of the plan: the list's own text is in it some three times.
    fn plan_bytes(&self) -> usize {
        let lines = self.planned.as_ref().map_or(0, |planned| planned.plan.lines.len());
        let structures =
            lines * (LINE_BYTES + self.planned.as_ref().map_or(0, |planned| planned.list.columns.len()) * CELL_BYTES);
        structures + self.planned.as_ref().map_or(0, |_| 3 * self.list.body.len())
    }
}

/// The estimated size of a planned line besides its texts, in bytes: an entrant before and after, and the line as it was read.
const LINE_BYTES: usize = 1536;
/// The estimated size of a cell besides its text, in bytes.
const CELL_BYTES: usize = 24;

/// The lists, oldest first; cheap to clone. When there is no room for a further one, the oldest are forgotten: whoever asks for one of
/// them sends it again.
#[derive(Debug, Clone, Default)]
pub(super) struct Previews(Arc<Mutex<VecDeque<(String, Upload)>>>);

impl Previews {
    /// Keeps a list under a new id.
    pub(super) fn keep(&self, id: String, upload: Upload) {
        let mut lists = lock(&self.0);
        lists.push_back((id, upload));
        while lists.len() > 1 && lists.iter().map(|(_, upload)| upload.list.body.len()).sum::<usize>() > LIMIT {
            lists.pop_front();
        }
        forget_plans(&mut lists);
    }

    /// Keeps what a list would change by now.
    pub(super) fn plan(&self, id: &str, planned: Arc<Planned>) {
        let mut lists = lock(&self.0);
        if let Some((_, upload)) = lists.iter_mut().find(|(own, _)| own == id) {
            upload.planned = Some(planned);
        }
        forget_plans(&mut lists);
    }

    /// Returns the race's list with this id.
    pub(super) fn get(&self, race_id: &str, id: &str) -> Option<Upload> {
        let lists = lock(&self.0);
        let found = lists.iter().find(|(own, upload)| own == id && upload.race_id == race_id);
        found.map(|(_, upload)| upload.clone())
    }
}

/// Forgets the oldest plans until the others have room.
fn forget_plans(lists: &mut VecDeque<(String, Upload)>) {
    let mut bytes: usize = lists.iter().map(|(_, upload)| upload.plan_bytes()).sum();
    for (_, upload) in lists.iter_mut() {
        if bytes <= PLANS_LIMIT {
            return;
        }
        bytes -= upload.plan_bytes();
        upload.planned = None;
    }
}

#[cfg(test)]
mod tests {
    use core_wasm::timing::plan::{Outcome, PlannedLine};

    use super::*;

    fn upload(bytes: usize, lines: usize) -> Upload {
        let line = PlannedLine {
            line: 1,
            bib: "1".into(),
            name: String::new(),
            outcome: Outcome::Refused(String::new()),
            without_wave: None,
        };
        let planned = Planned {
            basis: Basis { revision: 1, day: "June 15, 2030".parse().unwrap() },
            list: EntrantList::default(),
            plan: Plan { lines: vec![line; lines] },
        };
        let list = SentList { body: vec![0; bytes].into(), ..SentList::default() };
        Upload { race_id: "race".into(), list, planned: (lines > 0).then(|| Arc::new(planned)) }
    }

    #[test]
    fn the_oldest_lists_are_forgotten_and_no_other_race_gets_one() {
        let previews = Previews::default();
        for id in ["1", "2", "3", "4"] {
            previews.keep(id.into(), upload(super::super::BATCH_LIMIT, 0));
        }
        assert!(previews.get("race", "1").is_none());
        assert!(["2", "3", "4"].iter().all(|id| previews.get("race", id).is_some()));
        assert!(previews.get("other", "4").is_none());
    }

    #[test]
    fn the_oldest_plans_are_forgotten_before_their_lists() {
        let previews = Previews::default();
        for id in ["1", "2", "3", "4"] {
            previews.keep(id.into(), upload(1000, 30_000));
        }
        let planned = |id| previews.get("race", id).map(|upload| upload.planned.is_some());
        assert_eq!(["1", "2", "3", "4"].map(planned), [Some(false), Some(false), Some(true), Some(true)]);
        previews.plan("1", upload(0, 1).planned.unwrap());
        assert_eq!(planned("1"), Some(true));
        // One that has no room alone is not kept at all.
        previews.keep("5".into(), upload(1000, 100_000));
        assert_eq!(planned("5"), Some(false));
    }
}
