//! The sentences about the rows of a list.

use super::BoardQuery;
use crate::text::grouped;
use crate::timing::standing::Row;

/// Why a search shows the rows of all distances.
pub(super) fn everywhere(query: &BoardQuery) -> String {
    let (searched, distance): (String, &str) = (query.search.trim().chars().take(40).collect(), query.distance.trim());
    format!("“{searched}” is not in {distance}: all distances are shown.")
}

/// How many of these runners without a finish are active, and what the others are.
pub(super) fn counted(rows: &[&Row]) -> (usize, String) {
    let out = rows.iter().filter(|row| row.status.is_set()).count();
    let waiting = rows.iter().filter(|row| !row.status.is_set() && row.start.is_none()).count();
    let said = [(waiting, "not started"), (out, "out of the race")];
    let said: Vec<String> =
        said.iter().filter(|(count, _)| *count > 0).map(|(count, what)| [&grouped(*count), " ", what].concat()).collect();
    (rows.len() - out - waiting, said.join(", "))
}
