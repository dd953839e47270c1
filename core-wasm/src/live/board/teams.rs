//! The teams of a board: whose rows they are, and their standing. The standing is made when a screen asks for it, so that a board that
//! nobody asks does nothing for it.

use std::collections::{BTreeMap, HashMap};

use super::rows::RowSet;
use super::{Board, full_name};
use crate::live::filters::RowFilter;
use crate::live::teams::{self, MOST_SHOWN, Member, Score, TeamsOfContest, TeamsPage, TeamsQuery};
use crate::timing::standing::Row;

impl Board {
    /// The rows that match a filter.
    pub(super) fn matching(&self, filter: &RowFilter) -> RowSet {
        let mut rows = self.facets.matching(filter);
        if let Some(key) = &filter.team {
            rows.keep(&self.rows_of_team(key));
        }
        rows
    }

    fn rows_of_team(&self, key: &str) -> RowSet {
        let columns = &self.document.runners;
        let mut rows = RowSet::none(columns.len());
        let Some(team) = self.teams.find(key) else { return rows };
        for (at, text) in (0..).zip(columns.teams()) {
            if team.texts.contains(&text) {
                rows.insert(at);
            }
        }
        rows
    }

    /// The standing of the teams in each contest of the question.
    pub fn teams(&self, query: &TeamsQuery) -> TeamsPage {
        let wanted = query.distance.trim();
        let scores = self.team_scores();
        let contests = self.document.contests.iter().enumerate();
        let contests = contests.filter(|(_, contest)| wanted.is_empty() || contest.name.trim().eq_ignore_ascii_case(wanted));
        let of_contest = |(at, distance): (usize, &str)| {
            let from = scores.range((at, 0)..(at + 1, 0));
            let own: Vec<(usize, Score)> = from.map(|((_, team), score)| (*team, score.clone())).collect();
            let state = teams::state(own.iter().map(|(_, score)| score));
            let total = own.len();
            let lines = teams::ranked(own).into_iter().take(query.count.min(MOST_SHOWN)).map(|(place, team, score)| {
                let name = self.teams.all().get(team).map(|team| team.name.as_str()).unwrap_or_default();
                teams::line(place, name, &score, |at| self.named(at))
            });
            TeamsOfContest { distance: distance.to_owned(), state, total, teams: lines.collect() }
        };
        let contests = contests.map(|(at, contest)| of_contest((at, &contest.name)));
        let contests: Vec<TeamsOfContest> = contests.filter(|contest| contest.total > 0).collect();
        let empty = if contests.is_empty() { teams::empty(wanted) } else { String::new() };
        TeamsPage { rule: teams::rule(), contests, empty }
    }

    /// What each team has reached in each contest, by the contest and the team.
    fn team_scores(&self) -> BTreeMap<(usize, usize), Score> {
        let columns = &self.document.runners;
        let numbered = self.teams.all().iter().enumerate();
        let team_of: HashMap<u32, usize> =
            numbered.flat_map(|(at, team)| team.texts.iter().map(move |text| (*text, at))).collect();
        let mut scores: BTreeMap<(usize, usize), Score> = BTreeMap::new();
        let mut row = Row::default();
        for (at, text) in (0..).zip(columns.teams()) {
            let Some(team) = team_of.get(&text) else { continue };
            if columns.read(at as usize, &mut row).is_some() {
                scores.entry((row.contest, *team)).or_default().add(Member::of(&row, at));
            }
        }
        scores
    }

    /// The bib and the name of a row.
    fn named(&self, at: u32) -> (String, String) {
        let row = self.document.runners.get(at as usize).unwrap_or_default();
        (row.bib.to_string(), full_name(&row))
    }
}
