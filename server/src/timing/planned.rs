//! A list of entrants that is kept for its preview, and what it would change.

use std::sync::Arc;

use axum::body::Bytes;
use core_wasm::dates::RaceDate;
use core_wasm::timing::entrants::EntrantList;
use core_wasm::timing::plan::Plan;

use super::lists::SentList;
use crate::error::Result;
use crate::previews::Preview;

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

impl Preview for Upload {
    const KIND: &'static str = "entrants";

    fn race_id(&self) -> &str {
        &self.race_id
    }

    fn sent(&self) -> Result<(String, Bytes)> {
        Ok((serde_json::to_string(&self.list)?, self.list.body.clone()))
    }

    fn stored(race_id: &str, said: &str, body: Bytes) -> Result<Self> {
        let list = SentList { body, ..serde_json::from_str(said)? };
        Ok(Self { race_id: race_id.to_owned(), list, planned: None })
    }

    fn list_bytes(&self) -> usize {
        self.list.body.len()
    }

    /// The list's own text is in the plan some three times.
    fn plan_bytes(&self) -> usize {
        let lines = self.planned.as_ref().map_or(0, |planned| planned.plan.lines.len());
        let structures =
            lines * (LINE_BYTES + self.planned.as_ref().map_or(0, |planned| planned.list.columns.len()) * CELL_BYTES);
        structures + self.planned.as_ref().map_or(0, |_| 3 * self.list.body.len())
    }

    fn forget_plan(&mut self) {
        self.planned = None;
    }
}

/// The estimated size of a planned line besides its texts, in bytes: an entrant before and after, and the line as it was read.
const LINE_BYTES: usize = 1536;
/// The estimated size of a cell besides its text, in bytes.
const CELL_BYTES: usize = 24;

#[cfg(test)]
mod tests {
    use core_wasm::timing::plan::{Outcome, PlannedLine};

    use super::*;
    use crate::previews::Memory;

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
        let previews = Memory::<Upload>::default();
        for id in ["1", "2", "3", "4"] {
            previews.keep(id.into(), upload(crate::previews::LARGEST, 0));
        }
        assert!(previews.get("race", "1").is_none());
        assert!(["2", "3", "4"].iter().all(|id| previews.get("race", id).is_some()));
        assert!(previews.get("other", "4").is_none());
    }

    #[test]
    fn the_oldest_plans_are_forgotten_before_their_lists() {
        let previews = Memory::<Upload>::default();
        for id in ["1", "2", "3", "4"] {
            previews.keep(id.into(), upload(1000, 30_000));
        }
        let planned = |id: &str| previews.get("race", id).map(|upload| upload.planned.is_some());
        assert_eq!(["1", "2", "3", "4"].map(planned), [Some(false), Some(false), Some(true), Some(true)]);
        previews.change("1", |one| one.planned = upload(0, 1).planned);
        assert_eq!(planned("1"), Some(true));
        // One that has no room alone is not kept at all.
        previews.keep("5".into(), upload(1000, 100_000));
        assert_eq!(planned("5"), Some(false));
    }
}
