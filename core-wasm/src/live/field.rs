//! The lists and filters of a field, for those who follow the race.

use std::collections::HashMap;

use super::filters::{self, ChosenFilters, Filters, RowFilter};
use super::participant::{self, Participant, Participants};
use super::teams::Teams;
use crate::timing::engine::Field;
use crate::timing::standing::{self, Row};

impl Field {
    /// The spec's two lists for the chosen filters, in their order.
    pub fn participants(&self, chosen: &ChosenFilters) -> Participants {
        let head = self.head();
        let Some(filter) = RowFilter::new(&head, chosen) else { return Participants::default() };
        let rows = || self.rows().filter(|row| filter.matches(row));
        let mut finished: Vec<&Row> = rows().filter(|row| row.finish.is_some()).collect();
        let mut unfinished: Vec<&Row> = rows().filter(|row| row.finish.is_none()).collect();
        finished.sort_by(|a, b| standing::finished_order(a, b));
        unfinished.sort_by(|a, b| standing::active_order(&head.contests, a, b));
        let all = |rows: Vec<&Row>| rows.into_iter().map(|row| participant::participant(&head, row)).collect();
        Participants { finished: all(finished), unfinished: all(unfinished) }
    }

    /// The runner with this bib, as the live board shows every runner.
    pub fn participant(&self, bib: &str) -> Option<Participant> {
        let row = self.rows().find(|row| &*row.bib == bib)?;
        Some(participant::participant(&self.head(), row))
    }

    /// The live page's filters.
    pub fn filters(&self) -> Filters {
        let head = self.head();
        let mut runners: HashMap<&str, usize> = HashMap::new();
        self.rows().for_each(|row| *runners.entry(row.public_team()).or_default() += 1);
        // The texts have no numbers here.
        let teams = Teams::of(runners.into_iter().map(|(team, runners)| (team, 0, runners)));
        filters::of_field(&head, |group| self.rows().any(|row| usize::try_from(row.public_group()) == Ok(group)), &teams)
    }
}
