//! Bindings of the slice `results`.

use super::Ts;
use crate::results::age_grade::{self, TriedTable};

exports! {
    /// What a table of age grades holds, and the age grade of an example from it; throws at the first line that can't be read.
    ageTableTried(table: &str, metres: f64, gender: &str, age: u32, ms: f64) -> Ts<TriedTable> =
        age_grade::tried(table, metres, gender, age, ms as i64)?;
}
