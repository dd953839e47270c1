//! What live boards receive of a field: all of it, and what happened in each version ([`told`](super::told)).

use super::Field;
use crate::timing::columns::Columns;
use crate::timing::feed::{self, Received};
use crate::timing::head::LiveHead;
use crate::timing::standing::{LiveContest, LiveDocument, LivePoint, LiveWave, Row, number_since};

impl Field {
    /// The whole field, as a board loads it ([`feed`]): as the newest version tells of it.
    pub fn live_document(&self) -> Vec<u8> {
        let mut numbered: Vec<(u32, &Row)> =
            self.slots.iter().filter_map(|slot| Some((slot.number?, self.told.row_of(slot)?))).collect();
        numbered.sort_unstable_by_key(|(number, _)| *number);
        let is_complete = (0..).zip(&numbered).all(|(position, (number, _))| position == *number);
        let numbers = if is_complete { Vec::new() } else { numbered.iter().map(|(number, _)| *number).collect() };
        let runners = Columns::of(numbered.iter().map(|(_, row)| *row));
        feed::whole(&LiveDocument { runners, numbers, ..self.document_of(self.told.head.clone()) })
    }

    /// What happened since a version of this field, for a board that has it ([`feed`](crate::timing::feed)); `None` when it is of another
    /// epoch, not a version, or so old that the whole field is to be loaded.
    pub fn live_since(&self, since: &str) -> Option<Vec<u8>> {
        self.told.feed.since(number_since(&self.version(), since)?)
    }

    /// The bibs of the runners whose rows changed since a version of this field, in no particular order; `None` in the same cases as
    /// [`Self::live_since`], and when the contests are others: then any row may have changed.
    pub fn changed_since(&self, since: &str) -> Option<Vec<&str>> {
        let Received::Since(_, steps) = feed::read(&self.live_since(since)?)? else { return None };
        let mut bibs = std::collections::BTreeSet::new();
        for step in steps {
            if step.head.is_some() {
                return None;
            }
            let passed = step.passed.into_iter().map(|(number, ..)| number);
            let numbers = passed.chain(step.rows.into_iter().map(|(number, _)| number)).chain(step.gone);
            bibs.extend(numbers.filter_map(|number| self.told.by_number.get(usize::try_from(number).ok()?)));
        }
        Some(bibs.into_iter().map(String::as_str).collect())
    }

    /// The number of the oldest version for which [`Self::live_since`] has an answer.
    pub fn live_from(&self) -> u64 {
        self.told.feed.first()
    }

    /// The document without runners, as it is now.
    pub fn head(&self) -> LiveDocument {
        self.document_of(self.live_head())
    }

    fn document_of(&self, head: LiveHead) -> LiveDocument {
        let LiveHead { race, event_name, contests, age_groups } = head;
        LiveDocument {
            race_id: self.facts.id.clone(),
            race,
            event_name,
            race_date: self.facts.date.to_string(),
            time_zone: self.facts.zone.name().to_owned(),
            version: self.version(),
            provisional: true,
            updated_at: self.told.updated_at,
            contests,
            age_groups,
            runners: Columns::default(),
            numbers: Vec::new(),
        }
    }

    /// The head as it is now.
    pub(super) fn live_head(&self) -> LiveHead {
        let contests = self.setup.contests.iter().map(|contest| LiveContest {
            name: contest.name.clone(),
            distance_metres: contest.distance_metres,
            gun: contest.gun_ms(),
            waves: contest
                .starts()
                .into_iter()
                .filter(|_| !contest.waves.is_empty())
                .map(|wave| LiveWave { name: wave.name.to_owned(), gun: wave.gun })
                .collect(),
            ranking: contest.ranking,
            sport: contest.sport,
            splits: contest
                .splits
                .iter()
                .map(|split| LivePoint {
                    label: split.label.clone(),
                    metres: split.metres,
                    leg: split.leg,
                    leg_name: split.leg_name.clone().unwrap_or_default(),
                })
                .collect(),
            finish_leg: contest.finish.leg,
            finish_leg_name: contest.finish.leg_name.clone().unwrap_or_default(),
        });
        LiveHead {
            race: self.facts.name.clone(),
            event_name: self.facts.event_name.clone(),
            contests: contests.collect(),
            age_groups: self.setup.age_labels(),
        }
    }
}
