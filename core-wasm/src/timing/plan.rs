//! What a new list of entrants would change, computed before it is applied.
//!
//! A list changes only the columns that it has, of the entrants that are on it. Every line of it is added, changed, the same or
//! refused; how that is shown to people is [`super::preview`].

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::age;
use super::chips::{self, Claim, Taken};
use super::entrants::{Entrant, EntrantList, Field, Listed};
use super::setup::{Contest, Setup};
use crate::dates::RaceDate;
use crate::privacy;

/// What a list would change: one outcome for each of its lines, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The lines.
    pub lines: Vec<PlannedLine>,
}

/// A line of a list, and what becomes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedLine {
    /// In a CSV file the line, counted from 1 with the header; in JSON the element, counted from 1; in a workbook the row.
    pub line: usize,
    /// The bib; of a line that could not be read as it is written there, perhaps empty.
    pub bib: String,
    /// The name that is written in it, for a line that is refused.
    pub name: String,
    /// What becomes of it.
    pub outcome: Outcome,
    /// The contest of an entrant with a wave which that contest does not have (the bib says with which gun such an entrant starts),
    /// or of one who has neither a wave nor a bib in one of its waves.
    pub without_wave: Option<String>,
}

/// What becomes of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A new entrant.
    Added(Box<Entrant>),
    /// An entrant whose fields change.
    Changed(Box<Changed>),
    /// An entrant whom the list does not change.
    Same(Box<Entrant>),
    /// The reason why the line changes nothing.
    Refused(String),
}

impl Outcome {
    /// The entrant after the change; of a refused line there is none.
    pub fn entrant(&self) -> Option<&Entrant> {
        match self {
            Self::Added(entrant) | Self::Same(entrant) => Some(entrant),
            Self::Changed(change) => Some(&change.after),
            Self::Refused(_) => None,
        }
    }
}

/// An entrant before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changed {
    /// The entrant now.
    pub before: Entrant,
    /// The entrant after the change.
    pub after: Entrant,
    /// The two contests, when the change moves the entrant from one to the other.
    pub moved: Option<(String, String)>,
}

impl Changed {
    /// The fields that had a value and would have none.
    pub fn emptied(&self) -> impl Iterator<Item = Field> {
        Field::ALL.iter().copied().filter(|field| !self.before.text(*field).is_empty() && self.after.text(*field).is_empty())
    }
}

/// A change of an entrant: who is added has nothing before, who is withdrawn nothing after. The bib may be another one after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantChange {
    /// The entrant before.
    pub before: Option<Entrant>,
    /// The entrant after.
    pub after: Option<Entrant>,
}

impl EntrantChange {
    /// The change without a person, on each side that is the person. A side that has the name or the date of birth of the other one is the
    /// same person before a correction.
    #[must_use]
    pub fn without_person(self, is_person: impl Fn(&Entrant) -> bool, race_day: Option<RaceDate>) -> Self {
        let alike = |one: &Entrant, other: Option<&Entrant>| {
            let name = |entrant: &Entrant| privacy::name(&entrant.first_name, &entrant.last_name);
            let corrected = |other: &Entrant| is_person(other) && (one.dob == other.dob || name(one) == name(other));
            is_person(one) || other.is_some_and(corrected)
        };
        let of = |one: Option<&Entrant>, other: Option<&Entrant>| {
            one.map(|entrant| match alike(entrant, other) {
                true => entrant.clone().without_person(race_day),
                false => entrant.clone(),
            })
        };
        let (before, after) = (self.before.as_ref(), self.after.as_ref());
        Self { before: of(before, after), after: of(after, before) }
    }

    /// The bib by which people know the change: the one after it.
    pub fn bib(&self) -> &str {
        self.after.as_ref().or(self.before.as_ref()).map(|entrant| entrant.bib.as_str()).unwrap_or_default()
    }
}

impl Plan {
    /// The plan as a timing box may see it: the answer to a list that it sends must show no personal data of the entrants.
    ///
    /// An entrant who would change only in fields that a box may not see counts as unchanged. Otherwise the count would show
    /// whether a guessed date of birth is right.
    #[must_use]
    pub fn for_boxes(self) -> Self {
        let seen = |outcome| match outcome {
            Outcome::Added(entrant) => Outcome::Added(Box::new(entrant.for_boxes())),
            Outcome::Same(entrant) => Outcome::Same(Box::new(entrant.for_boxes())),
            Outcome::Changed(change) => {
                let change = Changed { before: change.before.for_boxes(), after: change.after.for_boxes(), moved: change.moved };
                match change.before == change.after {
                    true => Outcome::Same(Box::new(change.after)),
                    false => Outcome::Changed(Box::new(change)),
                }
            }
            refused @ Outcome::Refused(_) => refused,
        };
        let lines = self.lines.into_iter().map(|line| PlannedLine { outcome: seen(line.outcome), ..line });
        Self { lines: lines.collect() }
    }

    /// The changes that applying the list makes.
    pub fn changes(&self) -> impl Iterator<Item = EntrantChange> {
        self.lines.iter().filter_map(|line| match &line.outcome {
            Outcome::Added(entrant) => Some(EntrantChange { before: None, after: Some((**entrant).clone()) }),
            Outcome::Changed(change) => {
                Some(EntrantChange { before: Some(change.before.clone()), after: Some(change.after.clone()) })
            }
            Outcome::Same(_) | Outcome::Refused(_) => None,
        })
    }
}

/// Changes of entrants without personal data: the audit record is never deleted, so it contains neither bibs nor values of fields.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ChangeFacts {
    /// The number of entrants that were added.
    pub added: usize,
    /// The number of entrants that were changed.
    pub changed: usize,
    /// The number of entrants that were withdrawn.
    #[serde(skip_serializing_if = "is_zero")]
    pub withdrawn: usize,
    /// The names of the fields that changed in at least one of them.
    pub fields: BTreeSet<&'static str>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl ChangeFacts {
    /// The facts of these changes.
    pub fn of(changes: &[EntrantChange]) -> Self {
        let mut facts = Self::default();
        for change in changes {
            match (&change.before, &change.after) {
                (None, _) => facts.added += 1,
                (Some(_), None) => facts.withdrawn += 1,
                (Some(before), Some(after)) => {
                    facts.changed += 1;
                    facts.fields.extend(before.differences(after).into_iter().map(Field::word));
                }
            }
        }
        facts
    }
}

/// Compares a list with the current entrants.
///
/// In addition to lines that could not be read, these are refused: the second line with the same bib or chip, a chip that
/// another entrant keeps for the same time, a contest that the setup does not have, a bib that belongs to no contest when nothing names
/// one, a wave that the contest does not have when the bib is in none of its waves, and a date of birth after race day.
pub fn plan(current: &[Entrant], list: &EntrantList, setup: &Setup, race_day: RaceDate) -> Plan {
    let current: BTreeMap<&str, &Entrant> = current.iter().map(|entrant| (entrant.bib.as_str(), entrant)).collect();
    let mut firsts = BTreeMap::<&str, usize>::new();
    let mut wanted: Vec<Result<Entrant, String>> = Vec::with_capacity(list.lines.len());
    for line in &list.lines {
        let after = line.read.as_ref().map_err(Clone::clone).and_then(|listed| {
            if let Some(first) = firsts.get(listed.bib.as_str()) {
                return Err(format!("Bib {} stands on line {first} already.", listed.bib));
            }
            firsts.insert(&listed.bib, line.line);
            applied(current.get(listed.bib.as_str()).copied(), listed, setup, race_day)
        });
        wanted.push(after);
    }

    let claims: Vec<Claim<'_>> = list
        .lines
        .iter()
        .zip(&wanted)
        .map(|(line, after)| {
            let bib = line.read.as_ref().map(|listed| listed.bib.as_str()).unwrap_or_default();
            // A second line of the same bib claims nothing for it.
            let own = firsts.get(bib) == Some(&line.line);
            Claim { bib, had: current.get(bib).filter(|_| own).copied(), wants: after.as_ref().ok(), stays: after.is_err() }
        })
        .collect();
    let others = current.values().filter(|entrant| !firsts.contains_key(entrant.bib.as_str()));
    let owners = chips::settle(&claims, others.copied());
    let taken: Vec<Option<String>> = owners
        .into_iter()
        .map(|taken| taken.map(|Taken { chip, bib }| format!("Chip {chip} belongs to bib {bib} already.")))
        .collect();

    let lines = list.lines.iter().zip(wanted).zip(taken).map(|((line, after), taken)| {
        let bib = list.bib_of(line);
        let outcome = match (after, taken) {
            (Err(reason), _) | (_, Some(reason)) => Outcome::Refused(reason),
            (Ok(after), None) => match current.get(bib.as_str()) {
                None => Outcome::Added(Box::new(after)),
                Some(before) if **before == after => Outcome::Same(Box::new(after)),
                Some(before) => {
                    let moved = moved(before, &after, setup);
                    Outcome::Changed(Box::new(Changed { before: (*before).clone(), after, moved }))
                }
            },
        };
        let without_wave = outcome.entrant().and_then(|entrant| without_wave(entrant, setup));
        let name = if outcome.entrant().is_some() { String::new() } else { list.name_of(line) };
        PlannedLine { line: line.line, bib, name, outcome, without_wave }
    });
    Plan { lines: lines.collect() }
}

/// The entrant with what a line says.
///
/// # Errors
/// Why the line is refused.
fn applied(before: Option<&Entrant>, listed: &Listed, setup: &Setup, race_day: RaceDate) -> Result<Entrant, String> {
    let mut after = before.cloned().unwrap_or_default();
    after.set(Field::Bib, &listed.bib);
    for (field, value) in &listed.fields {
        after.set(*field, value);
    }
    // What the list leaves as it is, it does not have to put right.
    let is_said = |field: Field| before.is_none() || listed.fields.iter().any(|(said, _)| *said == field);
    if is_said(Field::Contest) {
        contest_of(&after, setup)?;
    }
    if is_said(Field::Contest) || is_said(Field::Wave) {
        check_wave(&after, setup)?;
    }
    if is_said(Field::Dob) {
        born(&after, race_day)?;
    }
    Ok(after)
}

/// The contest of an entrant.
///
/// # Errors
/// Why there is none.
pub(super) fn contest_of(entrant: &Entrant, setup: &Setup) -> Result<usize, String> {
    if entrant.contest.is_empty() {
        let by_bib = setup.contest_of(&entrant.bib);
        return by_bib.ok_or_else(|| format!("Bib {} belongs to no contest, and the line names none.", entrant.bib));
    }
    setup.contest_named(&entrant.contest).ok_or_else(|| {
        let known: Vec<&str> = setup.contests.iter().map(|contest| contest.name.as_str()).collect();
        format!("There is no contest {}; there are: {}.", super::entrants::quoted(&entrant.contest), known.join(", "))
    })
}

/// Checks that the entrant's `wave`, or else the bib, says in which wave of the contest the entrant starts.
///
/// # Errors
/// Why neither does.
pub(super) fn check_wave(entrant: &Entrant, setup: &Setup) -> Result<(), String> {
    let by_bib = |contest: &Contest| contest.wave_by_bib(&entrant.bib).is_some();
    if contest_of(entrant, setup).ok().and_then(|at| setup.contests.get(at)).is_some_and(by_bib) {
        return Ok(());
    }
    named_wave(entrant, setup)
}

/// Checks that the contest has the entrant's `wave`, when it has waves and the entrant has one.
///
/// # Errors
/// Which waves it has.
pub(super) fn named_wave(entrant: &Entrant, setup: &Setup) -> Result<(), String> {
    let contest = contest_of(entrant, setup).ok().and_then(|at| setup.contests.get(at));
    let (Some(contest), Some(wave)) = (contest, entrant.wave.as_deref()) else { return Ok(()) };
    if contest.waves.is_empty() || contest.wave_named(wave).is_some() {
        return Ok(());
    }
    let known: Vec<&str> = contest.waves.iter().map(|wave| wave.name.as_str()).collect();
    Err(format!("{} has no wave {}; it has: {}.", contest.name, super::entrants::quoted(wave), known.join(", ")))
}

/// The name of the entrant's contest, when it does not have the entrant's wave, or when neither wave nor bib say with which of
/// several waves the entrant starts.
fn without_wave(entrant: &Entrant, setup: &Setup) -> Option<String> {
    let contest = contest_of(entrant, setup).ok().and_then(|at| setup.contests.get(at))?;
    let is_without = match entrant.wave.as_deref() {
        Some(wave) => contest.wave_named(wave).is_none(),
        None => contest.waves.len() > 1 && contest.wave_by_bib(&entrant.bib).is_none(),
    };
    is_without.then(|| contest.name.clone())
}

/// Checks the date of birth.
///
/// # Errors
/// Why nobody in the race is born then.
pub(super) fn born(entrant: &Entrant, race_day: RaceDate) -> Result<(), String> {
    let Some(born) = entrant.dob.as_deref().and_then(|dob| dob.parse::<RaceDate>().ok()) else { return Ok(()) };
    match age::on_race_day(born.naive(), race_day.naive()) {
        None => Err(format!("The date of birth {born} lies after race day.")),
        Some(years) if years > 120 => Err(format!("The date of birth {born} makes an age of {years}.")),
        Some(_) => Ok(()),
    }
}

/// The two contests, when a change moves an entrant from one to the other.
fn moved(before: &Entrant, after: &Entrant, setup: &Setup) -> Option<(String, String)> {
    let contest = |entrant: &Entrant| contest_of(entrant, setup).ok().and_then(|at| setup.contests.get(at));
    let (from, to) = (contest(before)?, contest(after)?);
    (from.name != to.name).then(|| (from.name.clone(), to.name.clone()))
}
