//! Undoing a change of entrants.
//!
//! Undone is what nobody has changed since: an entrant who was changed again after the list stays as that later change left them, and
//! is named. A change of one entrant is undone whole or not at all.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::chips::{self, Claim, Taken};
use super::entrants::Entrant;
use super::entrants::words::{counted, listed};
use super::plan::{ChangeFacts, EntrantChange, check_wave};
use super::setup::Setup;

/// What undoing a change would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Undo {
    /// The changes that it makes.
    pub back: Vec<EntrantChange>,
    /// The entrants that stay as they are.
    pub kept: Vec<Kept>,
}

/// An entrant that undoing leaves as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Kept {
    /// The entrant's bib.
    pub bib: String,
    /// Why.
    pub reason: String,
}

impl Undo {
    /// What was undone, as a sentence.
    pub fn summary(&self) -> String {
        let ChangeFacts { added, changed, withdrawn, .. } = ChangeFacts::of(&self.back);
        let parts = [(added, "entered again"), (changed, "changed back"), (withdrawn, "taken out again")];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, done)| format!("{} {done}", counted(count, "entrant", "entrants")))
            .collect();
        match self.kept.len() {
            0 => format!("{}.", listed(&parts)),
            kept => format!(
                "{}; {} since and stay as they are.",
                listed(&parts),
                counted(kept, "entrant was changed", "entrants were changed")
            ),
        }
    }

    /// Why it can't be undone: nothing is left of the change, or a change of one entrant can't be undone whole.
    pub fn refusal(&self) -> Option<String> {
        let first = self.kept.first()?;
        let whole = self.back.len() + self.kept.len() > 1;
        match (self.back.is_empty(), whole) {
            (true, true) => Some(format!("Nothing can be undone. {}", first.reason)),
            (true, false) => Some(first.reason.clone()),
            (false, _) => None,
        }
    }
}

/// What undoing these changes would do to the current entrants.
pub fn undo(changes: &[EntrantChange], current: &[Entrant], setup: &Setup) -> Undo {
    let now: BTreeMap<&str, &Entrant> = current.iter().map(|entrant| (entrant.bib.as_str(), entrant)).collect();
    let is_in_wave = |after: Option<&Entrant>| after.is_none_or(|after| check_wave(after, setup).is_ok());
    let at = |entrant: &Entrant| now.get(entrant.bib.as_str()).copied();
    let stays: Vec<Option<String>> = changes
        .iter()
        .map(|EntrantChange { before, after }| {
            let bib = |entrant: &Entrant, what: &str| Some(format!("Bib {} {what}", entrant.bib));
            match (before, after) {
                (_, Some(after)) if at(after) != Some(after) => bib(after, "was changed since."),
                (Some(before), after) if after.as_ref().is_none_or(|after| after.bib != before.bib) && at(before).is_some() => {
                    bib(before, "belongs to another entrant now.")
                }
                (Some(before), _) if !before.contest.is_empty() && setup.contest_named(&before.contest).is_none() => {
                    bib(before, &format!("was in the contest {}, which there is no more.", before.contest))
                }
                (Some(before), after) if check_wave(before, setup).is_err() && is_in_wave(after.as_ref()) => {
                    let wave = before.wave.as_deref().unwrap_or_default();
                    bib(before, &format!("was in the wave {wave}, which there is no more."))
                }
                _ => None,
            }
        })
        .collect();
    let claims: Vec<Claim<'_>> = changes
        .iter()
        .zip(&stays)
        .map(|(change, stays)| Claim {
            bib: change.bib(),
            had: change.after.as_ref().and_then(at),
            wants: change.before.as_ref(),
            stays: stays.is_some(),
        })
        .collect();
    let touched: BTreeSet<&str> =
        changes.iter().filter_map(|change| change.after.as_ref()).map(|after| after.bib.as_str()).collect();
    let owners = chips::settle(&claims, current.iter().filter(|entrant| !touched.contains(entrant.bib.as_str())));

    let mut undo = Undo::default();
    for ((change, stays), owner) in changes.iter().zip(stays).zip(owners) {
        let taken = owner.map(|Taken { chip, bib }| format!("Bib {}'s chip {chip} belongs to bib {bib} now.", change.bib()));
        match stays.or(taken) {
            Some(reason) => undo.kept.push(Kept { bib: change.bib().to_owned(), reason }),
            None => undo.back.push(EntrantChange { before: change.after.clone(), after: change.before.clone() }),
        }
    }
    undo
}
