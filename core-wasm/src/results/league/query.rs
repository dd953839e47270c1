//! What may be asked of the race league.

use serde::{Deserialize, Serialize};

use super::super::leaderboard::{LeaderboardQuery, Wanted};
use crate::error::Problems;

/// What is asked, as in the address of the page. Blank values choose everything, a blank year the latest one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LeagueQuery {
    /// The year of the season.
    pub year: String,
    /// `m`, `f` or `a` (Non-Binary).
    pub gender: String,
    /// The label of an age group.
    pub age_group: String,
    /// Words of a name, or a bib.
    pub q: String,
    /// From 1.
    pub page: String,
    /// Lines on a page.
    pub page_size: String,
}

impl LeagueQuery {
    /// Checks the query, by the rules of the leaderboard.
    ///
    /// # Errors
    /// The problems, each at its field.
    pub fn wanted(self) -> Result<Wanted, Problems> {
        let Self { year, gender, age_group, q, page, page_size } = self;
        LeaderboardQuery { year, gender, age_group, q, page, page_size, ..LeaderboardQuery::default() }.wanted()
    }
}
