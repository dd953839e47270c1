//! Bindings of the slice `results`, for administrators.

use super::Ts;
use crate::error::Problems;
use crate::results::age_grade::{self, TriedTable};
use crate::results::import::contest::AskedContest;
use crate::results::league::form::LeagueForm;

exports! {
    /// What a table of age grades holds, and the age grade of an example from it; throws at the first line that can't be read.
    ageTableTried(table: &str, metres: f64, gender: &str, age: u32, ms: f64) -> Ts<TriedTable> =
        age_grade::tried(table, metres, gender, age, ms as i64)?;

    /// What is wrong with the contest of an import, each at its field; `isKnown` when the race or its last results have it.
    importCheck(asked: Ts<AskedContest>, is_known: bool) -> Ts<Problems> = asked.check(is_known);

    /// What is wrong with the settings of a season of the race league, each at its field.
    leagueCheck(form: Ts<LeagueForm>) -> Ts<Problems> = form.check();
}
