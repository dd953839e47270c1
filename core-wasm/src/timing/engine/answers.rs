//! The results that are read from a field: counts, boxes, rows and documents.

use serde::Serialize;

use super::Field;
use super::lists::part;
use super::slot::Slot;
use super::store::Tag;
use crate::text;
use crate::timing::counts::{Counts, RunnerCounts};
use crate::timing::entrants::Entrant;
use crate::timing::standing::{self, Row, bib_order};

/// A tag that belongs to no runner of the race.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnknownTag {
    /// The tag.
    pub tag: String,
    /// The number of its reads that would count if it were a runner's.
    pub reads: u64,
    /// Whether it is a chip, which can be given to a bib. If not, the boxes or a person sent it as a bib that nobody has.
    pub is_chip: bool,
}

/// A part of the tags that belong to no runner, and how many there are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct UnknownTags {
    /// The number of tags in the whole list.
    pub total: usize,
    /// The tags from the offset on.
    pub tags: Vec<UnknownTag>,
}

impl Field {
    /// When what is shown changed last, in epoch milliseconds.
    pub fn updated_at(&self) -> i64 {
        self.told.updated_at
    }

    /// The counts of reads by use.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The counts of runners by state.
    pub fn runner_counts(&self) -> RunnerCounts {
        let mut counts = RunnerCounts::default();
        for row in self.rows() {
            // A runner with a status is decided, and in none of the lists.
            let open = !row.status.is_set();
            let start_open = open && !self.start_is_decided(&row.bib);
            counts.runners += 1;
            counts.started += u64::from(row.start.is_some() && !row.has(Row::START_ASSUMED));
            counts.finished += u64::from(row.finish.is_some() && open);
            counts.suspicious += u64::from(row.has(Row::SUSPICIOUS) && open);
            counts.waiting += u64::from(row.has(Row::WAITING) && open);
            counts.earlier_wave += u64::from(row.has(Row::EARLIER_WAVE) && start_open);
            counts.read_before += u64::from(row.has(Row::READ_BEFORE) && start_open);
            counts.not_opened += u64::from(row.has(Row::NOT_OPENED) && open);
            counts.out += u64::from(row.status.is_set());
        }
        counts
    }

    /// The tags that belong to no runner, most reads first.
    pub fn unknown_tags(&self) -> Vec<UnknownTag> {
        self.unknown_tags_found("", 0, usize::MAX).tags
    }

    /// How many tags belong to no runner.
    pub fn unknown_total(&self) -> usize {
        self.slots.iter().filter(|slot| slot.counts.unknown > 0).count()
    }

    /// A part of the tags that belong to no runner, most reads first: of those that contain the search, at most `count` from `offset` on.
    pub fn unknown_tags_found(&self, search: &str, offset: usize, count: usize) -> UnknownTags {
        let is_chip = |slot: &Slot| slot.reads.iter().any(|read| matches!(self.tags.get(read.tag as usize), Some(Tag::Chip(_))));
        let unknown = self.slots.iter().filter(|slot| slot.counts.unknown > 0 && text::matches_search(&slot.bib, search));
        let (total, slots) = part(unknown.collect(), offset, count, |a, b| {
            let by_text = bib_order(&a.bib, &b.bib);
            // The same text may be a chip and a bib.
            b.counts.unknown.cmp(&a.counts.unknown).then(by_text).then_with(|| is_chip(a).cmp(&is_chip(b)))
        });
        let tags = slots.into_iter().map(|slot| UnknownTag {
            tag: slot.bib.clone(),
            reads: slot.counts.unknown,
            is_chip: is_chip(slot),
        });
        UnknownTags { total, tags: tags.collect() }
    }

    /// The standings and the counts as canonical JSON: the same set of reads gives the same bytes.
    ///
    /// Contests are in the order of the setup, their runners in the order of the lists; times are in milliseconds. The text
    /// contains nothing that depends on when or in what order the reads were received.
    pub fn standings(&self) -> String {
        #[derive(Serialize)]
        struct Standings<'a> {
            contests: Vec<Standing<'a>>,
            counts: Counts,
            unknown: Vec<UnknownTag>,
        }
        #[derive(Serialize)]
        struct Standing<'a> {
            contest: &'a str,
            finished: Vec<&'a Row>,
            unfinished: Vec<&'a Row>,
        }
        let head = self.head();
        let contests = head
            .contests
            .iter()
            .enumerate()
            .map(|(i, contest)| {
                let (mut finished, mut unfinished): (Vec<&Row>, Vec<&Row>) =
                    self.rows().filter(|row| row.contest == i).partition(|row| row.finish.is_some());
                finished.sort_by(|a, b| standing::finished_order(a, b));
                unfinished.sort_by(|a, b| standing::active_order(&head.contests, a, b));
                Standing { contest: &contest.name, finished, unfinished }
            })
            .collect();
        let standings = Standings { contests, counts: self.counts, unknown: self.unknown_tags() };
        serde_json::to_string(&standings).unwrap_or_default()
    }

    /// The entrant with this bib; `None` when no list names it.
    pub fn entrant(&self, bib: &str) -> Option<&Entrant> {
        self.entrants.get(self.slots.get(*self.by_bib.get(bib)?)?.entrant?)
    }

    /// The row with this bib, when it is shown.
    pub fn row(&self, bib: &str) -> Option<&Row> {
        self.slots.get(*self.by_bib.get(bib)?)?.row.as_ref()
    }

    /// The rows that are shown, in no particular order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.slots.iter().filter_map(|slot| slot.row.as_ref())
    }
}
