//! The changes of entrants, as the desk lists them. Their sentences name bibs, not people.

use serde::{Deserialize, Serialize};

use super::entrants::Field;
use super::entrants::words::{counted, listed};
use super::plan::EntrantChange;
use crate::text;

/// The kind of a change of entrants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = EntrantChangeKind))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A list was applied.
    List,
    /// One entrant was added by hand.
    Added,
    /// One entrant was changed by hand.
    Changed,
    /// One entrant was withdrawn.
    Withdrawn,
    /// A contest or a wave got another name.
    Renamed,
    /// Another change was undone.
    Undone,
}

impl Kind {
    const ALL: [Self; 6] = [Self::List, Self::Added, Self::Changed, Self::Withdrawn, Self::Renamed, Self::Undone];

    /// Its name where it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Added => "added",
            Self::Changed => "changed",
            Self::Withdrawn => "withdrawn",
            Self::Renamed => "renamed",
            Self::Undone => "undone",
        }
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::List => "List",
            Self::Added => "Entrant added",
            Self::Changed => "Entrant changed",
            Self::Withdrawn => "Entrant withdrawn",
            Self::Renamed => "Contest or wave renamed",
            Self::Undone => "Undone",
        }
    }

    /// Reads its name; an unknown one is a list.
    pub fn parse(word: &str) -> Self {
        Self::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or(Self::List)
    }
}

/// A change of one entrant as a sentence.
pub fn one(change: &EntrantChange) -> String {
    match (&change.before, &change.after) {
        (Some(before), Some(after)) => {
            let fields = before.differences(after).into_iter().map(|field| text::lowercase(field.label()));
            let bibs = if before.bib == after.bib {
                format!("Bib {}", after.bib)
            } else {
                format!("Bib {}, before {}", after.bib, before.bib)
            };
            let fields: Vec<String> = fields.filter(|field| *field != text::lowercase(Field::Bib.label())).collect();
            if fields.is_empty() { format!("{bibs}.") } else { format!("{bibs}: {}.", listed(&fields)) }
        }
        _ => format!("Bib {}.", change.bib()),
    }
}

/// The longest name of a file that is kept with the change of its list, in characters.
const LONGEST_FILE: usize = 80;

/// What a list changed as a sentence, with the name of its file when it came from one. Of a path only the last part is kept.
pub fn listed_from(file: Option<&str>, summary: &str) -> String {
    let name = file.and_then(|name| name.rsplit(['/', '\\']).next()).unwrap_or_default();
    let name: String = name.trim().chars().filter(|c| !c.is_control()).take(LONGEST_FILE).collect();
    if text::is_blank(&name) { summary.to_owned() } else { format!("{name}: {summary}") }
}

/// The new name of a contest or a wave as a sentence.
pub fn renamed(from: &str, to: &str, entrants: usize) -> String {
    format!("{from} is now {to}; {} with it.", counted(entrants, "entrant went", "entrants went"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_named_after_its_file() {
        assert_eq!(listed_from(Some("C:\\lists\\may\n.csv "), "2 added."), "may.csv: 2 added.");
        assert_eq!(listed_from(Some(" "), "2 added."), "2 added.");
        assert_eq!(listed_from(None, "2 added."), "2 added.");
        assert_eq!(listed_from(Some(&"a".repeat(200)), "").chars().count(), LONGEST_FILE + 2);
    }
}
