//! The sentences about the rows of a list.

use super::BoardQuery;
use crate::text::grouped;

/// Why a search shows the rows of all distances: it is this bib of another one, or finds nobody of the chosen one.
pub(super) fn everywhere(query: &BoardQuery, bib: Option<&str>) -> String {
    let searched = match bib {
        Some(bib) => format!("Bib {bib}"),
        None => format!("“{}”", query.search.trim().chars().take(40).collect::<String>()),
    };
    format!("{searched} is not in {}: all distances are shown.", query.distance.trim())
}

/// How many of so many runners without a finish are active, and what the others are.
pub(super) fn counted(total: usize, waiting: usize, out: usize) -> (usize, String) {
    let said = [(waiting, "not started"), (out, "out of the race")];
    let said: Vec<String> =
        said.iter().filter(|(count, _)| *count > 0).map(|(count, what)| [&grouped(*count), " ", what].concat()).collect();
    (total.saturating_sub(out + waiting), said.join(", "))
}
