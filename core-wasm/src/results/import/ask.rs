//! What a person has to say before a file is imported: what its columns are, and which of its contests is meant.

use std::collections::BTreeMap;

use super::{Became, Column, Import, Options};
use crate::error::CoreError;
use crate::timing::entrants::ListColumn;
use crate::timing::entrants::words::{grouped, listed};
use crate::timing::table::{columns, key};

/// Why the file can't be imported, when a column has no meaning yet.
pub(super) fn columns(all: &[ListColumn], missing: Option<&str>) -> Option<CoreError> {
    let asked = all.iter().filter(|column| column.is_asked());
    let words = match missing {
        Some(words) => words.to_owned(),
        None if asked.clone().next().is_some() => {
            format!("Say what these columns are, or leave them out: {}.", columns::names(asked))
        }
        None => return None,
    };
    Some(CoreError::new("columns_asked", words))
}

/// Leaves out the lines of other contests: those of a contest that a person named, or else those that are not of the contest's own
/// name. A file of one contest is read whole, whatever that is called.
pub(super) fn contest(import: &mut Import, columns: &[ListColumn], options: &Options<'_>) {
    if !columns.iter().any(|column| column.means() == Some(Column::Contest)) {
        return;
    }
    let mut found: BTreeMap<String, (String, usize)> = BTreeMap::new();
    for line in import.lines.iter().filter(|line| line.became == Became::Row(usize::MAX)) {
        found.entry(key(&line.line.contest)).or_insert_with(|| (line.line.contest.clone(), 0)).1 += 1;
    }
    if found.len() < 2 && options.only.is_none() {
        return;
    }
    let name = options.setup.contests.get(options.contest).map(|contest| contest.name.as_str()).unwrap_or_default();
    let wanted = key(options.only.unwrap_or(name));
    import.contests = found.values().cloned().collect();
    match found.get(&wanted) {
        Some((name, _)) => import.only.clone_from(name),
        None => {
            let each: Vec<String> =
                import.contests.iter().map(|(name, lines)| format!("{} ({})", shown(name), grouped(*lines))).collect();
            let words = format!("The file has results of several contests. Say which of them these are: {}.", listed(&each));
            import.question = import.question.take().or(Some(CoreError::new("contest_asked", words)));
        }
    }
    for line in &mut import.lines {
        if line.became == Became::Row(usize::MAX) && key(&line.line.contest) != wanted {
            line.became = Became::LeftOut;
        }
    }
}

fn shown(name: &str) -> &str {
    if name.is_empty() { "no name" } else { name }
}
