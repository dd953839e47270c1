//! The live page's filters (SPEC §5): distance, age group, gender.

use serde::{Deserialize, Serialize};

use crate::timing::age::GROUPS;
use crate::timing::standing::{LiveDocument, Row};

/// The distance that is chosen at first, where the race has it (SPEC §5, §9).
pub const DEFAULT_DISTANCE: &str = "10K";

/// The answer of `liveFilters`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Filters {
    /// The contests' names, in the order of the setup.
    pub distances: Vec<String>,
    /// The age groups that occur, youngest first.
    pub age_groups: Vec<String>,
    /// What is chosen at first: 10K where there is one, otherwise the first; empty when there is none.
    pub default_distance: String,
    /// The genders: a value and how it is shown. A blank value means all.
    pub genders: Vec<Choice>,
}

/// A value of a filter and its label.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Choice {
    /// What is sent.
    pub value: String,
    /// What is shown.
    pub label: String,
}

/// What a visitor chose; blank means all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct Chosen {
    /// A contest's name.
    pub distance: String,
    /// An age group's label.
    pub age_group: String,
    /// `m`, `f` or `a`.
    pub gender: String,
}

/// How a gender is shown (DESIGN §5: `a` is Non-Binary everywhere).
pub fn gender_label(gender: &str) -> &'static str {
    match gender {
        "m" => "Male",
        "f" => "Female",
        "a" => "Non-Binary",
        _ => "",
    }
}

/// The filters of these contests and age groups.
pub fn filters(distances: Vec<String>, age_groups: Vec<String>) -> Filters {
    let tenk = distances.iter().find(|name| name.eq_ignore_ascii_case(DEFAULT_DISTANCE));
    let default_distance = tenk.or(distances.first()).cloned().unwrap_or_default();
    let choice = |value: &str, label: &str| Choice { value: value.to_owned(), label: label.to_owned() };
    let genders =
        std::iter::once(choice("", "All")).chain(["m", "f", "a"].map(|gender| choice(gender, gender_label(gender)))).collect();
    Filters { distances, age_groups, default_distance, genders }
}

/// The filters that fit a field.
pub fn of_document(document: &LiveDocument) -> Filters {
    let occurs = |group: usize| document.runners.iter().any(|row| usize::try_from(row.group) == Ok(group));
    of_groups(document, occurs)
}

/// The filters of a field in which these age groups occur, by number.
pub fn of_groups(document: &LiveDocument, occurs: impl Fn(usize) -> bool) -> Filters {
    let groups = document.age_groups.iter().enumerate().filter(|(i, _)| occurs(*i)).map(|(_, label)| label.clone());
    filters(document.contests.iter().map(|contest| contest.name.clone()).collect(), groups.collect())
}

/// The label of an age group however it was written: `60+`, as many know it, is `60 & better`.
fn group_label(written: &str) -> &str {
    match written.trim().strip_suffix('+').map(str::trim_end) {
        Some("60") => GROUPS.last().copied().unwrap_or(written),
        _ => written,
    }
}

/// A choice looked up in a document once, so that ten thousand rows are compared by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sieve {
    contest: Option<usize>,
    group: Option<i32>,
    gender: String,
}

impl Sieve {
    /// Looks the choice up; `None` when it names a distance or an age group that the race does not have, so that nobody fits.
    pub fn new(document: &LiveDocument, chosen: &Chosen) -> Option<Self> {
        let find = |wanted: &str, mut names: Box<dyn Iterator<Item = &str> + '_>| match wanted.trim() {
            "" => Some(None),
            wanted => names.position(|name| name.trim().eq_ignore_ascii_case(wanted)).map(Some),
        };
        Some(Self {
            contest: find(&chosen.distance, Box::new(document.contests.iter().map(|contest| contest.name.as_str())))?,
            group: find(group_label(&chosen.age_group), Box::new(document.age_groups.iter().map(String::as_str)))?
                .and_then(|group| i32::try_from(group).ok()),
            gender: chosen.gender.trim().to_ascii_lowercase(),
        })
    }

    /// Whether a runner fits the choice.
    pub fn lets(&self, row: &Row) -> bool {
        self.contest.is_none_or(|contest| contest == row.contest)
            && self.group.is_none_or(|group| group == row.group)
            && (self.gender.is_empty() || *self.gender == *row.gender)
    }
}
