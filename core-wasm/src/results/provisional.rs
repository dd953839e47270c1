//! The lines of a contest that is not published yet, as the leaderboard lists and finds them.
//!
//! They are made from the standing of the moment ([`published::rows`]) and are found as published lines are, but in memory: for each value
//! of a filter and each word there is the list of the positions that have it. Nothing here decides when they are made anew.

use std::collections::BTreeMap;

use super::leaderboard::{self, StoredLine, Wanted};
use super::published;
use crate::privacy::Shown;
use crate::timing::engine::Field;
use crate::timing::standing::Row;

/// What a list of positions is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Gender,
    AgeGroup,
    Wave,
    Team,
    Word,
}

/// The lines of a contest, by place.
#[derive(Debug, Default)]
pub struct Provisional {
    lines: Vec<StoredLine>,
    positions: BTreeMap<(Kind, String), Vec<usize>>,
}

impl Provisional {
    /// Makes the lines of a contest, given by its number in the setup; none when there is no such contest. The places in age groups are
    /// those of the live board, which counts nobody who hides the age.
    pub fn of(field: &Field, contest: usize) -> Self {
        let lines = published::rows(field, contest).into_iter().map(|row| {
            let group_rank = field.row(&row.bib).map_or(-1, Row::public_group_rank);
            StoredLine {
                shown: field.entrant(&row.bib).map_or(Shown::ALL, |entrant| entrant.shown),
                public_id: String::new(),
                bib: row.bib,
                first_name: row.first_name,
                last_name: row.last_name,
                gender: row.gender,
                age_group: row.age_group,
                wave: row.wave,
                team: row.team,
                status: row.status,
                gun: row.gun,
                chip: row.chip,
                official: row.official,
                decimals: row.decimals,
                ranks: [row.overall_rank, row.gender_rank, group_rank],
            }
        });
        Self::from_lines(lines.collect())
    }

    fn from_lines(lines: Vec<StoredLine>) -> Self {
        let mut positions: BTreeMap<(Kind, String), Vec<usize>> = BTreeMap::new();
        let mut add = |kind: Kind, value: &str, position: usize| {
            if !value.is_empty() {
                positions.entry((kind, value.to_owned())).or_default().push(position);
            }
        };
        for (position, line) in lines.iter().enumerate() {
            add(Kind::Gender, &line.gender, position);
            add(Kind::AgeGroup, &line.age_group, position);
            add(Kind::Wave, &line.wave, position);
            for word in line.words() {
                add(Kind::Word, &word, position);
            }
            if !line.shown.hides_person() {
                add(Kind::Team, &line.team, position);
            }
        }
        Self { lines, positions }
    }

    /// All lines, by place.
    pub fn lines(&self) -> &[StoredLine] {
        &self.lines
    }

    /// The age groups that lines have; for others than administrators those that a line shows.
    pub fn age_groups(&self, sees_all: bool) -> impl Iterator<Item = &str> {
        let shows = move |position: &usize| sees_all || self.shows_age(*position);
        self.lists(Kind::AgeGroup).filter(move |(_, positions)| positions.iter().any(shows)).map(|(group, _)| group)
    }

    fn shows_age(&self, position: usize) -> bool {
        self.lines.get(position).is_some_and(|line| !line.shown.hides_age)
    }

    /// The waves that lines have.
    pub fn waves(&self) -> impl Iterator<Item = &str> {
        self.lists(Kind::Wave).map(|(wave, _)| wave)
    }

    fn lists(&self, kind: Kind) -> impl Iterator<Item = (&str, &[usize])> {
        let lists = self.positions.range((kind, String::new())..);
        lists.map_while(move |((of, value), list)| (*of == kind).then_some((value.as_str(), list.as_slice())))
    }

    /// The positions of the lines that are wanted, ascending; `None` for all lines. Who hides the age is in no list of an age group, but
    /// for administrators.
    pub fn found(&self, wanted: &Wanted, sees_all: bool) -> Option<Vec<usize>> {
        if wanted.nothing {
            return Some(Vec::new());
        }
        let filters = [
            (Kind::Gender, &wanted.gender),
            (Kind::AgeGroup, &wanted.age_group),
            (Kind::Wave, &wanted.wave),
            (Kind::Team, &wanted.team),
        ];
        let of = |kind: Kind, value: &String| self.positions.get(&(kind, value.clone())).cloned().unwrap_or_default();
        let filters = filters.into_iter().filter_map(|(kind, value)| Some(of(kind, value.as_ref()?)));
        let words = wanted.words.iter().map(|word| self.beginning_with(word));
        let mut lists: Vec<Vec<usize>> = filters.chain(words).collect();
        // The shortest list leaves the least to compare.
        lists.sort_by_key(Vec::len);
        let mut found = lists.into_iter().reduce(|mut left, list| {
            left.retain(|position| list.binary_search(position).is_ok());
            left
        });
        if let Some(found) = found.as_mut().filter(|_| wanted.age_group.is_some() && !sees_all) {
            found.retain(|position| self.shows_age(*position));
        }
        found
    }

    /// The positions of the lines with a word that begins so, ascending.
    fn beginning_with(&self, word: &str) -> Vec<usize> {
        let words = self.positions.range((Kind::Word, word.to_owned())..);
        let words = words.take_while(|((kind, own), _)| *kind == Kind::Word && own.starts_with(word));
        let mut found: Vec<usize> = words.flat_map(|(_, positions)| positions).copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl StoredLine {
    /// By which words the line is found: by the bib alone when others don't see the whole name.
    fn words(&self) -> Vec<String> {
        leaderboard::shown_words(self.shown, &self.first_name, &self.last_name, &self.bib)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::leaderboard::LeaderboardQuery;

    fn line(bib: &str, first: &str, last: &str, gender: &str, team: &str) -> StoredLine {
        let [bib, first_name, last_name, gender, team] = [bib, first, last, gender, team].map(str::to_owned);
        StoredLine { bib, first_name, last_name, gender, team, age_group: "30-39".into(), ..StoredLine::default() }
    }

    #[test]
    fn lines_are_found_by_every_filter_at_once_and_a_private_runner_by_the_bib_alone() {
        let private = StoredLine { shown: Shown::of(true, false, true), ..line("12", "Zoë", "Lee", "f", "Hares") };
        let lines = vec![line("1", "Zoë", "O’Brien", "f", "Hares"), line("2", "Zoran", "Lee", "m", "Hares"), private];
        let all = Provisional::from_lines(lines);
        let found = |query: LeaderboardQuery| all.found(&query.wanted().unwrap(), false);
        let q = |q: &str| LeaderboardQuery { q: q.into(), ..LeaderboardQuery::default() };
        assert_eq!(found(q("")), None);
        assert_eq!(found(q("zo")), Some(vec![0, 1]));
        assert_eq!(found(q("zo lee")), Some(vec![1]));
        assert_eq!(found(q("1")), Some(vec![0, 2]));
        assert_eq!(found(q("?!")), Some(vec![]));
        let of = |gender: &str, team: &str, q: &str| LeaderboardQuery {
            gender: gender.into(),
            team: team.into(),
            q: q.into(),
            ..LeaderboardQuery::default()
        };
        assert_eq!(found(of("f", "", "")), Some(vec![0, 2]));
        assert_eq!(found(of("", "Hares", "")), Some(vec![0, 1]));
        assert_eq!(found(of("f", "Hares", "obrien")), Some(vec![0]));
        assert_eq!(found(of("m", "", "obrien")), Some(vec![]));
        let of_group = LeaderboardQuery { age_group: "30-39".into(), ..LeaderboardQuery::default() }.wanted().unwrap();
        assert_eq!([false, true].map(|sees_all| all.found(&of_group, sees_all)), [Some(vec![0, 1]), Some(vec![0, 1, 2])]);
        assert_eq!(all.age_groups(false).collect::<Vec<_>>(), ["30-39"]);
        let only = StoredLine { shown: Shown::of(false, false, true), ..line("12", "Zoë", "Lee", "f", "") };
        let only = Provisional::from_lines(vec![only]);
        assert_eq!([false, true].map(|sees_all| only.age_groups(sees_all).count()), [0, 1]);
        assert_eq!(all.waves().count(), 0);
    }
}
