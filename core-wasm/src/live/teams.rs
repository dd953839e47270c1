//! The teams of a field, and their standing in a distance.
//!
//! Teams of a road race are scored by time: the times of a team's first finishers are added up (Hy-Tek's Meet Manager, CC/RR, "Road race team
//! scoring"; docs/decisions/0078). Added are chip times, as they are shown: rounded up to whole seconds. Whoever is not ranked does not count.
//!
//! Not here: who may see the team of a runner ([`Row::public_team`]), and prizes.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dates;
use crate::order;
use crate::text;
use crate::timing::columns::Columns;
use crate::timing::standing::Row;

/// The times of how many finishers of a team are added up.
pub const COUNTED: usize = 3;
/// The most teams that the filter offers; of more, the largest.
pub const MOST_OFFERED: usize = 300;
/// The most teams of a distance in one answer.
pub const MOST_SHOWN: usize = 500;

/// What two spellings of a team have in common: letters of either case, and blanks between words.
pub fn key(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    text::lowercase(&words.join(" "))
}

/// A spelling of a team: of how many runners, and the number of its text. The one of the most runners comes first.
type Spelling<'a> = (Reverse<usize>, &'a str, u32);

/// A team of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    /// As [`key`] makes it.
    pub key: String,
    /// The spelling that most of its runners have.
    pub name: String,
    /// The numbers of its spellings among the field's texts.
    pub texts: Vec<u32>,
    /// How many runners it has.
    pub runners: usize,
}

/// The teams of a field, in the order of their keys.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Teams(Vec<Team>);

impl Teams {
    /// The teams of these spellings, each with the number of its text and of its runners. A blank one is no team.
    pub fn of<'a>(spellings: impl Iterator<Item = (&'a str, u32, usize)>) -> Self {
        let mut by_key: BTreeMap<String, Vec<Spelling<'_>>> = BTreeMap::new();
        for (name, text, runners) in spellings.filter(|(name, ..)| !text::is_blank(name)) {
            by_key.entry(key(name)).or_default().push((Reverse(runners), name, text));
        }
        let team = |(key, mut spellings): (String, Vec<Spelling<'_>>)| {
            order::sort_by(&mut spellings, Ord::cmp);
            let name = spellings.first().map(|(_, name, _)| name.trim().to_owned()).unwrap_or_default();
            let runners = spellings.iter().map(|(Reverse(runners), ..)| runners).sum();
            Team { key, name, texts: spellings.into_iter().map(|(.., text)| text).collect(), runners }
        };
        Self(by_key.into_iter().map(team).collect())
    }

    /// The teams of these rows.
    pub fn of_rows(rows: &Columns) -> Self {
        let mut runners = vec![0_usize; rows.texts().len()];
        rows.teams().for_each(|text| runners.get_mut(text as usize).into_iter().for_each(|runners| *runners += 1));
        // A spelling that was changed and changed back may have two numbers.
        let used = (0..).zip(runners).filter(|(_, runners)| *runners > 0);
        Self::of(used.map(|(text, runners)| (rows.texts().get(text), text, runners)))
    }

    /// The team with this key.
    pub fn find(&self, key: &str) -> Option<&Team> {
        self.0.binary_search_by(|team| team.key.as_str().cmp(key)).ok().and_then(|at| self.0.get(at))
    }

    /// All teams.
    pub fn all(&self) -> &[Team] {
        &self.0
    }

    /// The names that the filter offers, in alphabetical order, and how many more there are.
    pub fn offered(&self) -> (Vec<String>, usize) {
        let mut largest: Vec<&Team> = self.0.iter().collect();
        if largest.len() > MOST_OFFERED {
            order::sort_by_key(&mut largest, |team| Reverse(team.runners));
            largest.truncate(MOST_OFFERED);
            order::sort_by(&mut largest, |a, b| a.key.cmp(&b.key));
        }
        (largest.into_iter().map(|team| team.name.clone()).collect(), self.0.len().saturating_sub(MOST_OFFERED))
    }
}

/// A runner of a team, as the standing counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    /// The position of the runner's row.
    pub at: u32,
    /// The chip time in milliseconds, of a finisher who counts.
    pub chip: Option<i64>,
    /// Whether the runner has started and may still finish.
    pub is_on_course: bool,
}

impl Member {
    /// The runner of a row. A finish counts that is ranked: not that of who is out of the race, nor one that is being checked.
    pub fn of(row: &Row, at: u32) -> Self {
        let is_out = row.status.is_set();
        let is_ranked = !is_out && row.start.is_some() && !row.has(Row::SUSPICIOUS) && !row.has(Row::WAITING);
        let is_on_course = !is_out && row.start.is_some() && row.finish.is_none();
        Self { at, chip: row.finish.filter(|_| is_ranked), is_on_course }
    }
}

/// What a team has reached in a distance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Score {
    /// How many runners it has there.
    pub runners: usize,
    /// How many of them have finished and count.
    pub finishers: usize,
    /// How many are on the course.
    pub on_course: usize,
    /// The chip times in milliseconds of the fastest, at most [`COUNTED`], each with the position of the row.
    pub best: Vec<(i64, u32)>,
}

impl Score {
    /// Counts a runner.
    pub fn add(&mut self, member: Member) {
        self.runners += 1;
        self.on_course += usize::from(member.is_on_course);
        let Some(chip) = member.chip else { return };
        self.finishers += 1;
        let new = (chip, member.at);
        let place = self.best.partition_point(|one| *one < new);
        if place < COUNTED {
            self.best.insert(place, new);
            self.best.truncate(COUNTED);
        }
    }

    /// The sum of the times that count, in milliseconds: whole seconds, so that whoever adds up what is shown gets the same.
    pub fn sum(&self) -> i64 {
        let shown = |ms: i64| ms.div_euclid(dates::SECOND_MS) + i64::from(ms.rem_euclid(dates::SECOND_MS) > 0);
        self.best.iter().map(|(chip, _)| shown(*chip).saturating_mul(dates::SECOND_MS)).fold(0, i64::saturating_add)
    }

    /// Whether enough have finished.
    pub fn is_complete(&self) -> bool {
        self.finishers >= COUNTED
    }

    /// What teams are sorted by: those that are complete by the sum; then the others, with more finishers first. Equal ones share a place.
    fn rank_key(&self) -> (Reverse<usize>, i64) {
        (Reverse(self.finishers.min(COUNTED)), self.sum())
    }
}

/// Sorts the teams of a distance, and returns the place of each; `None` for a team without a finisher. Teams that share a place stay in
/// their order.
pub fn ranked<T>(mut teams: Vec<(T, Score)>) -> Vec<(Option<usize>, T, Score)> {
    order::sort_by_key(&mut teams, |(_, score)| score.rank_key());
    let mut places: Vec<Option<usize>> = Vec::with_capacity(teams.len());
    let mut before = None;
    for (number, (_, score)) in (1..).zip(&teams) {
        let key = score.rank_key();
        let shared = places.last().copied().flatten().filter(|_| before == Some(key));
        places.push((score.finishers > 0).then(|| shared.unwrap_or(number)));
        before = Some(key);
    }
    places.into_iter().zip(teams).map(|(place, (team, score))| (place, team, score)).collect()
}

/// A screen's question for the standing of the teams.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TeamsQuery {
    /// A contest's name; blank means each contest.
    pub distance: String,
    /// The maximum number of teams of a contest; at most 500.
    pub count: usize,
}

/// The standing of the teams.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TeamsPage {
    /// How teams are ranked, in words.
    pub rule: String,
    /// The contests of the question with teams, in the order of the setup.
    pub contests: Vec<TeamsOfContest>,
    /// Why there is none; empty when there is one.
    pub empty: String,
}

/// The teams of a contest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TeamsOfContest {
    /// The contest's name.
    pub distance: String,
    /// Whether the standing may still change, in words; empty when nobody of a team is on the course any more.
    pub state: String,
    /// How many teams there are.
    pub total: usize,
    /// The first of them.
    pub teams: Vec<TeamLine>,
}

/// A team in the standing, as texts ready to be shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TeamLine {
    /// The place, or "–".
    pub place: String,
    /// The team's name.
    pub name: String,
    /// The sum of the times that count; "–" when none does.
    pub sum: String,
    /// How many have finished.
    pub finishers: String,
    /// Whose times count, the fastest first.
    pub counted: Vec<TeamRunner>,
}

/// A runner whose time counts for the team.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TeamRunner {
    /// Unique within the race.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// The chip time.
    pub time: String,
}

/// How teams are ranked, in words.
pub fn rule() -> String {
    format!(
        "The chip times of the {COUNTED} fastest of a team are added up. Teams with fewer finishers come after them. Nobody counts who is private, \
         or whose time is being checked; the other filters change nothing here."
    )
}

/// Why there is no standing.
pub fn empty(distance: &str) -> String {
    let whose = if distance.trim().is_empty() { "of this race" } else { "of this distance" };
    format!("No runner {whose} is in a team.")
}

/// Whether the standing of a contest may still change, in words.
pub fn state<'a>(scores: impl Iterator<Item = &'a Score>) -> String {
    let (finishers, on_course) =
        scores.fold((0_usize, 0_usize), |(finishers, on_course), one| (finishers + one.finishers, on_course + one.on_course));
    match (finishers, on_course) {
        (0, _) => "Nobody of a team has finished yet.".to_owned(),
        (_, 0) => String::new(),
        (_, 1) => "In the making: 1 runner of the teams is on the course.".to_owned(),
        (_, more) => format!("In the making: {more} runners of the teams are on the course."),
    }
}

/// The line of a team; `runner` is the bib and the name of a row.
pub fn line(place: Option<usize>, name: &str, score: &Score, runner: impl Fn(u32) -> (String, String)) -> TeamLine {
    let counted = score.best.iter().map(|(chip, at)| {
        let (bib, name) = runner(*at);
        TeamRunner { bib, name, time: dates::result_text(*chip) }
    });
    TeamLine {
        place: place.map_or_else(|| "–".to_owned(), |place| place.to_string()),
        name: name.to_owned(),
        sum: if score.finishers == 0 { "–".to_owned() } else { dates::result_text(score.sum()) },
        finishers: match score.finishers {
            0 => "no finisher yet".to_owned(),
            finishers if !score.is_complete() => format!("{finishers} of {COUNTED} finishers"),
            finishers => format!("{finishers} finishers"),
        },
        counted: counted.collect(),
    }
}
