//! Merges two people's changes of one entrant: what only one of them changed is kept; what both changed differently is returned as a
//! clash, so that a person decides (decision 20).

use serde::{Deserialize, Serialize};

use super::draft_merge::{merge_value, text};
use super::entrants::Field;
use super::one_entrant::EntrantForm;

/// A form into which another person's saved changes were merged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EntrantMerge {
    /// The merged form. Where both changed a field, it has this person's value.
    pub form: EntrantForm,
    /// The fields that both changed differently.
    pub clashes: Vec<EntrantClash>,
}

/// A field of an entrant that two people changed differently.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EntrantClash {
    /// The field, as [`EntrantForm`] names it.
    pub field: String,
    /// Its label.
    pub label: String,
    /// This person's text as it is shown.
    pub mine: String,
    /// The other person's text as it is shown.
    pub theirs: String,
    /// The other person's text as it is in the form.
    pub value: String,
}

/// Merges `mine` and `theirs`, which were both edited from `base`.
pub fn merge(base: &EntrantForm, mine: &EntrantForm, theirs: &EntrantForm) -> EntrantMerge {
    let mut merged = EntrantMerge { form: mine.clone(), clashes: Vec::new() };
    for field in Field::ALL.iter().copied() {
        let [was, own, other] = [base, mine, theirs].map(|form| form.text(field).to_owned());
        let (value, differs) = merge_value(&was, &own, &other);
        if differs {
            merged.clashes.push(EntrantClash {
                field: field.word().to_owned(),
                label: field.label().to_owned(),
                mine: text(&own),
                theirs: text(&other),
                value: other,
            });
        }
        merged.form.set(field, value);
    }
    merged
}
