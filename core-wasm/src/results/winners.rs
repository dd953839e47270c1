//! The winners: in each contest the first of each gender, of the published results where there are some.

use serde::Serialize;

use super::leaderboard::{ResultLine, StoredLine};
use crate::live::participant;
use crate::race::Race;
use crate::timing::engine::Field;
use crate::timing::standing::{LiveDocument, Row};

/// The winners of a race.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Winners {
    /// Whether some of them may still change: those of contests that are not published.
    pub provisional: bool,
    /// The published contests in their order, then the others in that of the setup; a contest without a ranked finisher is left out.
    pub contests: Vec<ContestWinners>,
}

/// The winners of a contest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ContestWinners {
    /// The contest's name.
    pub contest: String,
    /// Women, men, Non-Binary; all who share a first rank are listed. When no gender is known, the first overall.
    pub winners: Vec<Winner>,
}

/// One winner.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Winner {
    /// The name as on the board.
    pub name: String,
    /// `f`, `m`, `a` or empty.
    pub gender: String,
    /// The official time, `1:12:33`.
    pub time: String,
}

impl Winners {
    /// The winners of published contests, then those of these others.
    #[must_use]
    pub fn after(self, mut published: Vec<ContestWinners>) -> Self {
        let provisional = self.provisional || published.is_empty();
        published.extend(self.contests);
        published.retain(|contest| !contest.winners.is_empty());
        Self { provisional, contests: published }
    }
}

impl ContestWinners {
    /// The winners of a published contest: the lines that [`first_of_each`] has chosen, as a visitor sees them.
    pub fn of_lines(contest: String, lines: &[ResultLine]) -> Self {
        let winner = |line: &ResultLine| Winner {
            name: format!("{} {}", line.firstname, line.lastname).trim().to_owned(),
            gender: line.gender.clone(),
            time: line.official_time().to_owned(),
        };
        Self { contest, winners: lines.iter().map(winner).collect() }
    }
}

/// Whether a race has winners to be shown: one that is canceled has none, also when results of it were published before.
pub fn are_shown(race: &Race) -> bool {
    !race.is_canceled.0
}

/// Of a published contest's lines those with the first place of each gender; the first overall when no gender is known.
pub fn first_of_each(lines: Vec<StoredLine>) -> Vec<StoredLine> {
    let is_first = |line: &StoredLine, place: usize| line.ranks.get(place) == Some(&1);
    let known = |gender: &str| matches!(gender, "f" | "m" | "a");
    let mut first: Vec<StoredLine> = Vec::new();
    let has_genders = lines.iter().any(|line| known(&line.gender) && is_first(line, 1));
    for line in lines {
        let wins = if has_genders { known(&line.gender) && is_first(&line, 1) } else { is_first(&line, 0) };
        if wins && first.iter().all(|one| one.bib != line.bib) {
            first.push(line);
        }
    }
    first
}

impl Field {
    /// The winners of each contest that is not among the published ones.
    pub fn winners(&self, published: &[ContestWinners]) -> Winners {
        winners(&self.head(), self.rows(), published)
    }
}

/// The winners among a field's rows, but of the contests in `published`; `head` is the field's document, whose `runners` are not used.
fn winners<'a>(head: &LiveDocument, rows: impl Iterator<Item = &'a Row>, published: &[ContestWinners]) -> Winners {
    let open = || {
        let is_open = |contest: &str| published.iter().all(|own| own.contest != contest);
        head.contests.iter().enumerate().filter(move |(_, contest)| is_open(&contest.name))
    };
    if open().next().is_none() {
        return Winners::default();
    }
    let finished: Vec<&Row> = rows.filter(|row| row.finish.is_some() && row.overall_rank > 0).collect();
    let contests = open().map(|(at, contest)| {
        let ranked = || finished.iter().copied().filter(move |row| row.contest == at);
        let mut first: Vec<&Row> = ["f", "m", "a"]
            .into_iter()
            .flat_map(|gender| ranked().filter(move |row| &*row.gender == gender && row.gender_rank == 1))
            .collect();
        if first.is_empty() {
            first = ranked().filter(|row| row.overall_rank == 1).collect();
        }
        ContestWinners { contest: contest.name.clone(), winners: first.into_iter().map(winner).collect() }
    });
    let contests: Vec<ContestWinners> = contests.filter(|contest| !contest.winners.is_empty()).collect();
    Winners { provisional: !contests.is_empty(), contests }
}

fn winner(row: &Row) -> Winner {
    let (first_name, last_name) = row.public_name();
    Winner {
        name: format!("{first_name} {last_name}").trim().to_owned(),
        gender: row.gender.to_string(),
        time: participant::finish_text(row, row.official()),
    }
}
