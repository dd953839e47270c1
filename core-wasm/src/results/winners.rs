//! The winners: in each contest the first of each gender.

use serde::Serialize;

use super::participant;
use crate::timing::standing::{LiveDocument, Row};

/// The winners of a race.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Winners {
    /// Whether the results may still change.
    pub provisional: bool,
    /// The contests in the order of the setup; a contest without a ranked finisher is left out.
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

/// The winners among a field's rows; `head` is its document, whose `runners` are not used.
pub fn winners<'a>(head: &LiveDocument, rows: impl Iterator<Item = &'a Row>) -> Winners {
    let finished: Vec<&Row> = rows.filter(|row| row.finish.is_some() && row.overall_rank > 0).collect();
    let contests = head.contests.iter().enumerate().map(|(at, contest)| {
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
    let contests = contests.filter(|contest| !contest.winners.is_empty()).collect();
    Winners { provisional: head.provisional, contests }
}

fn winner(row: &Row) -> Winner {
    let (first_name, last_name) = row.public_name();
    Winner {
        name: format!("{first_name} {last_name}").trim().to_owned(),
        gender: row.gender.to_string(),
        time: participant::finish_text(row, row.official()),
    }
}
