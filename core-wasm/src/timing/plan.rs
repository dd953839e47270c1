//! What a new list of entrants would change, computed before it is applied.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::age;
use super::entrants::{ChipSpan, Entrant, EntrantList, MAX_LISTED, Refused};
use super::setup::Setup;
use crate::dates::RaceDate;

/// What a list would change. A list adds and corrects entrants; entrants that are not on it stay entered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Plan {
    /// Entrants that would be added.
    pub added: Vec<Entrant>,
    /// Entrants whose fields would change.
    pub changed: Vec<EntrantChange>,
    /// The number of entrants on the list that would not change.
    pub unchanged: usize,
    /// The lines that would be refused, in order: the first [`MAX_MAX_LISTED`] of them.
    pub refused: Vec<Refused>,
    /// The number of lines that would be refused.
    #[serde(rename = "refusedTotal")]
    pub refused_total: usize,
}

/// An entrant before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EntrantChange {
    /// The entrant's bib.
    pub bib: String,
    /// The entrant now.
    pub before: Entrant,
    /// The entrant after the change.
    pub after: Entrant,
}

impl Plan {
    /// The plan as a timing box may see it: the answer to a list that it sends must show no personal data of the entrants.
    ///
    /// An entrant who would change only in fields that a box may not see counts as unchanged. Otherwise the count would show
    /// whether a guessed date of birth is right.
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

    /// The plan as a sentence: "12 added, 3 changed, 40 unchanged, 1 refused."
    pub fn summary(&self) -> String {
        format!(
            "{} added, {} changed, {} unchanged, {} refused.",
            self.added.len(),
            self.changed.len(),
            self.unchanged,
            self.refused_total
        )
    }

    /// The part of the plan that the audit record stores.
    pub fn facts(&self) -> PlanFacts {
        let fields = self.changed.iter().flat_map(|change| changed_fields(&change.before, &change.after)).collect();
        PlanFacts { added: self.added.len(), changed: self.changed.len(), fields }
    }
}

/// A plan without personal data: the audit record is never deleted, so it contains neither bibs nor values of fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PlanFacts {
    /// The number of entrants that would be added.
    pub added: usize,
    /// The number of entrants that would be changed.
    pub changed: usize,
    /// The names of the fields that would change in any of them.
    pub fields: BTreeSet<String>,
}

/// The names of the fields in which two entrants differ.
fn changed_fields(before: &Entrant, after: &Entrant) -> Vec<String> {
    let [Ok(Value::Object(before)), Ok(Value::Object(after))] = [before, after].map(serde_json::to_value) else { return vec![] };
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    names.into_iter().filter(|name| before.get(*name) != after.get(*name)).cloned().collect()
}

/// Compares a list with the current entrants.
///
/// In addition to lines that could not be read, these are refused: the second line with the same bib or chip, a chip that
/// another entrant has at the same time, a contest that the setup does not have, a bib that belongs to no contest when the line names
/// none, a wave that the contest does not have when the bib is in none of its waves, and a date of birth after race day.
pub fn plan(current: &[Entrant], list: &EntrantList, setup: &Setup, race_day: RaceDate) -> Plan {
    let current: BTreeMap<&str, &Entrant> = current.iter().map(|entrant| (entrant.bib.as_str(), entrant)).collect();
    // Entrants that are not on the list keep their chips; a list may move a chip between the entrants on it.
    let listed: BTreeSet<&str> = list.entrants.iter().map(|item| item.entrant.bib.as_str()).collect();
    let mut chips = ChipOwners::default();
    current.values().filter(|entrant| !listed.contains(entrant.bib.as_str())).for_each(|entrant| chips.add(entrant));

    let mut plan = Plan { refused_total: list.refused_total, ..Plan::default() };
    let mut bibs = BTreeMap::<&str, usize>::new();
    for item in &list.entrants {
        let entrant = &item.entrant;
        let reason = refusal(entrant, setup, race_day)
            .or_else(|| bibs.get(entrant.bib.as_str()).map(|line| format!("Bib {} stands on line {line} already.", entrant.bib)))
            .or_else(|| {
                let (chip, owner) = chips.clash(entrant)?;
                Some(format!("Chip {chip} belongs to bib {owner} already."))
            });
        if let Some(reason) = reason {
            Refused::note(&mut plan.refused, &mut plan.refused_total, item.line, reason);
            continue;
        }
        bibs.insert(&entrant.bib, item.line);
        chips.add(entrant);
        match current.get(entrant.bib.as_str()) {
            None => plan.added.push(entrant.clone()),
            Some(before) => {
                // A list with one chip a line says nothing about chips that were exchanged, or about those of a relay's legs.
                let chips = if entrant.chips.is_empty() { before.chips.clone() } else { entrant.chips.clone() };
                let after = Entrant { chips, ..entrant.clone() };
                if **before == after {
                    plan.unchanged += 1;
                } else {
                    plan.changed.push(EntrantChange { bib: entrant.bib.clone(), before: (*before).clone(), after });
                }
            }
        }
    }
    plan.refused.extend_from_slice(&list.refused);
    plan.refused.sort_by_key(|refused| refused.line);
    plan.refused.truncate(MAX_LISTED);
    plan
}

/// The bibs that have each chip, and when.
#[derive(Default)]
struct ChipOwners<'a>(BTreeMap<&'a str, Vec<(ChipSpan, &'a str)>>);

impl<'a> ChipOwners<'a> {
    fn add(&mut self, entrant: &'a Entrant) {
        for (chip, span, _) in entrant.worn_chips() {
            self.0.entry(chip).or_default().push((span, &entrant.bib));
        }
    }

    /// A chip of the entrant that another bib has at the same time, with that bib.
    fn clash(&self, entrant: &'a Entrant) -> Option<(&'a str, &'a str)> {
        entrant.worn_chips().find_map(|(chip, span, _)| {
            self.0.get(chip)?.iter().find(|(other, _)| other.overlaps(span)).map(|(_, bib)| (chip, *bib))
        })
    }
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
    if let Some(reason) = wave_refusal(entrant, setup) {
        return Some(reason);
    }
    let born = entrant.dob.as_deref()?.parse::<RaceDate>().ok()?;
    match age::on_race_day(born.naive(), race_day.naive()) {
        None => Some(format!("The date of birth {born} lies after race day.")),
        Some(years) if years > 120 => Some(format!("The date of birth {born} makes an age of {years}.")),
        Some(_) => None,
    }
}

/// The reason when neither the entrant's `wave` nor the bib says in which wave of the contest the entrant runs.
fn wave_refusal(entrant: &Entrant, setup: &Setup) -> Option<String> {
    let named = setup.contest_named(&entrant.contest).filter(|_| !entrant.contest.is_empty());
    let contest = setup.contests.get(named.or_else(|| setup.contest_of(&entrant.bib))?)?;
    let wave = entrant.wave.as_deref()?;
    if contest.waves.is_empty() || contest.wave_named(wave).or_else(|| contest.wave_by_bib(&entrant.bib)).is_some() {
        return None;
    }
    let known: Vec<&str> = contest.waves.iter().map(|wave| wave.name.as_str()).collect();
    let wave = super::entrants::quoted(wave);
    Some(format!("{} has no wave {wave}; it has: {}.", contest.name, known.join(", ")))
}
