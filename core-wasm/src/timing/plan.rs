//! What a new list of entrants would change, before it does.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::age;
use super::entrants::{Entrant, EntrantList, LISTED, Refused};
use super::setup::Setup;
use crate::dates::RaceDate;

/// What a list would change. Who is not on it stays entered: a list adds and corrects, it removes nobody.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Plan {
    /// Who would be new.
    pub added: Vec<Entrant>,
    /// Whose fields would differ.
    pub changed: Vec<EntrantChange>,
    /// How many are on the list as they already stand.
    pub unchanged: usize,
    /// Which lines would not be taken, by line: the first [`LISTED`] of them.
    pub refused: Vec<Refused>,
    /// How many would not be taken in all.
    #[serde(rename = "refusedTotal")]
    pub refused_total: usize,
}

/// An entrant before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EntrantChange {
    /// Whose.
    pub bib: String,
    /// As it stands.
    pub before: Entrant,
    /// As it would stand.
    pub after: Entrant,
}

impl Plan {
    /// The plan as a timing box may see it: a list that it sends must not tell it more of who is entered than it needs.
    ///
    /// An entrant who would differ only in what a box may not see counts as unchanged. Otherwise the count would tell whether a
    /// guessed date of birth is the right one.
    #[must_use]
    pub fn for_boxes(self) -> Self {
        let all = self.changed.len();
        let seen = self.changed.into_iter().map(|EntrantChange { bib, before, after }| EntrantChange {
            bib,
            before: before.for_boxes(),
            after: after.for_boxes(),
        });
        let changed: Vec<EntrantChange> = seen.filter(|change| change.before != change.after).collect();
        Self {
            added: self.added.into_iter().map(Entrant::for_boxes).collect(),
            unchanged: self.unchanged + all - changed.len(),
            changed,
            ..self
        }
    }

    /// In a sentence: "12 added, 3 changed, 40 unchanged, 1 refused."
    pub fn summary(&self) -> String {
        format!(
            "{} added, {} changed, {} unchanged, {} refused.",
            self.added.len(),
            self.changed.len(),
            self.unchanged,
            self.refused_total
        )
    }

    /// What the audit record keeps of the plan.
    pub fn facts(&self) -> PlanFacts {
        let fields = self.changed.iter().flat_map(|change| changed_fields(&change.before, &change.after)).collect();
        PlanFacts { added: self.added.len(), changed: self.changed.len(), fields }
    }
}

/// A plan without the people: the audit record is kept for ever, so it holds neither a bib nor what any field says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PlanFacts {
    /// How many would be new.
    pub added: usize,
    /// How many would be changed.
    pub changed: usize,
    /// Which fields would differ, of whomever.
    pub fields: BTreeSet<String>,
}

/// The names of the fields in which two entrants differ.
fn changed_fields(before: &Entrant, after: &Entrant) -> Vec<String> {
    let [Ok(Value::Object(before)), Ok(Value::Object(after))] = [before, after].map(serde_json::to_value) else { return vec![] };
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    names.into_iter().filter(|name| before.get(*name) != after.get(*name)).cloned().collect()
}

/// Compares a list with who is entered.
///
/// Refused are, beside lines that could not be read: a bib or a chip that stands twice on the list (the second), a chip that
/// another entrant has, a contest the setup does not have, a bib that belongs to no contest when the line names none, and a
/// date of birth after race day.
pub fn plan(current: &[Entrant], list: &EntrantList, setup: &Setup, race_day: RaceDate) -> Plan {
    let current: BTreeMap<&str, &Entrant> = current.iter().map(|entrant| (entrant.bib.as_str(), entrant)).collect();
    // Chips of entrants that the list does not touch stay theirs; a list may move a chip between those it names.
    let listed: BTreeSet<&str> = list.entrants.iter().map(|item| item.entrant.bib.as_str()).collect();
    let mut chips: BTreeMap<String, String> = current
        .values()
        .filter(|entrant| !listed.contains(entrant.bib.as_str()))
        .filter_map(|entrant| Some((entrant.chip.clone()?, entrant.bib.clone())))
        .collect();

    let mut plan = Plan { refused_total: list.refused_total, ..Plan::default() };
    let mut bibs = BTreeMap::<&str, usize>::new();
    for item in &list.entrants {
        let entrant = &item.entrant;
        let reason = refusal(entrant, setup, race_day)
            .or_else(|| bibs.get(entrant.bib.as_str()).map(|line| format!("Bib {} stands on line {line} already.", entrant.bib)))
            .or_else(|| {
                let owner = chips.get(entrant.chip.as_deref()?)?;
                Some(format!("Chip {} belongs to bib {owner} already.", entrant.chip.as_deref().unwrap_or_default()))
            });
        if let Some(reason) = reason {
            Refused::note(&mut plan.refused, &mut plan.refused_total, item.line, reason);
            continue;
        }
        bibs.insert(&entrant.bib, item.line);
        if let Some(chip) = &entrant.chip {
            chips.insert(chip.clone(), entrant.bib.clone());
        }
        match current.get(entrant.bib.as_str()) {
            None => plan.added.push(entrant.clone()),
            Some(before) if *before == entrant => plan.unchanged += 1,
            Some(before) => {
                plan.changed.push(EntrantChange { bib: entrant.bib.clone(), before: (*before).clone(), after: entrant.clone() });
            }
        }
    }
    plan.refused.extend_from_slice(&list.refused);
    plan.refused.sort_by_key(|refused| refused.line);
    plan.refused.truncate(LISTED);
    plan
}

fn refusal(entrant: &Entrant, setup: &Setup, race_day: RaceDate) -> Option<String> {
    if entrant.contest.is_empty() {
        if setup.contest_of(&entrant.bib).is_none() {
            return Some(format!("Bib {} belongs to no contest, and the line names none.", entrant.bib));
        }
    } else if setup.contest_named(&entrant.contest).is_none() {
        let known: Vec<&str> = setup.contests.iter().map(|contest| contest.name.as_str()).collect();
        return Some(format!(
            "There is no contest {}; there are: {}.",
            super::entrants::quoted(&entrant.contest),
            known.join(", ")
        ));
    }
    let born = entrant.dob.as_deref()?.parse::<RaceDate>().ok()?;
    match age::on_race_day(born.naive(), race_day.naive()) {
        None => Some(format!("The date of birth {born} lies after race day.")),
        Some(years) if years > 120 => Some(format!("The date of birth {born} makes an age of {years}.")),
        Some(_) => None,
    }
}
