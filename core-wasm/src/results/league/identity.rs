//! Which results of different races are of one person.
//!
//! The same name (without case and accents) and the same date of birth are one person ([`crate::privacy::person`]). A result without a
//! date of birth is a person of its own: a name is that of many, so it is only suggested ([`suggested`]). An administrator joins two
//! persons, and takes a result out of one; a later decision holds over an earlier one. Accounts are not known yet: once a result is
//! claimed, the account is a stronger key than the name and belongs into [`Identity`].

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::words::{ALREADY_ONE, ALREADY_UNDONE, NO_SUCH_DECISION, NO_SUCH_PERSON, NOTHING_TO_SPLIT, OTHER_GENDER, SAME_CONTEST};
use crate::privacy;
use crate::results::words::Words;
use crate::text;
use crate::timing::age;

/// Who a line of results says its runner is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Identity {
    /// The opaque id, which a runner has in one race.
    pub public_id: String,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// ISO.
    pub dob: Option<String>,
}

/// A decision about persons. Decisions are only added; each is named by its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Decision {
    /// The persons who have these results are one.
    Join {
        /// An opaque id of the one.
        a: String,
        /// An opaque id of the other.
        b: String,
    },
    /// The result is not of the person who has it, but of another one.
    Split {
        /// Its opaque id.
        a: String,
    },
    /// An earlier decision does not hold any more.
    Undo {
        /// Its number.
        of: i64,
    },
}

/// Persons: each a set of opaque ids.
#[derive(Debug, Clone, Default)]
pub struct Persons<'a> {
    part_of: HashMap<&'a str, usize>,
    /// The lines whose names were removed: each is nobody's, and no decision joins it.
    nameless: HashSet<&'a str>,
    parts: Vec<Vec<&'a str>>,
}

impl<'a> Persons<'a> {
    /// The persons of these lines, with the decisions in the order of their numbers. An id that occurs several times counts once, by its
    /// first line.
    pub fn of(lines: impl IntoIterator<Item = &'a Identity>, decisions: &'a [(i64, Decision)]) -> Self {
        let mut persons = Self::default();
        let mut by_key: HashMap<(String, String), usize> = HashMap::new();
        for line in lines {
            if persons.part_of.contains_key(line.public_id.as_str()) {
                continue;
            }
            let key = privacy::person(&line.first_name, &line.last_name, line.dob.as_deref().unwrap_or_default());
            let part = match key {
                Some(key) => *by_key.entry(key).or_insert(persons.parts.len()),
                None => persons.parts.len(),
            };
            persons.put(&line.public_id, part);
            if line.first_name.is_empty() && line.last_name.is_empty() {
                persons.nameless.insert(&line.public_id);
            }
        }
        for (_, decision) in holding(decisions) {
            persons.decide(decision);
        }
        persons
    }

    fn put(&mut self, id: &'a str, part: usize) {
        self.part_of.insert(id, part);
        match self.parts.get_mut(part) {
            Some(part) => part.push(id),
            None => self.parts.push(vec![id]),
        }
    }

    fn decide(&mut self, decision: &'a Decision) {
        match decision {
            Decision::Join { a, b } if [a, b].iter().any(|id| self.nameless.contains(id.as_str())) => {}
            Decision::Join { a, b } => {
                let (Some(to), Some(from)) = (self.person(a), self.person(b)) else { return };
                if to != from {
                    let moved = self.parts.get_mut(from).map(std::mem::take).unwrap_or_default();
                    for id in moved {
                        self.put(id, to);
                    }
                }
            }
            Decision::Split { a } => {
                let Some(from) = self.person(a) else { return };
                if let Some(part) = self.parts.get_mut(from) {
                    part.retain(|id| id != a);
                }
                self.put(a, self.parts.len());
            }
            Decision::Undo { .. } => {}
        }
    }

    /// The index of the person who has this id.
    pub fn person(&self, id: &str) -> Option<usize> {
        self.part_of.get(id).copied()
    }

    /// The ids of a person.
    pub fn ids(&self, person: usize) -> &[&'a str] {
        self.parts.get(person).map_or(&[], Vec::as_slice)
    }

    /// Whether a decision would change something.
    ///
    /// # Errors
    /// What speaks against it.
    pub fn check(&self, decision: &Decision, all: &[(i64, Decision)]) -> Result<(), Words> {
        match decision {
            Decision::Join { a, b } => match (self.person(a), self.person(b)) {
                (Some(a), Some(b)) if a != b => Ok(()),
                (Some(_), Some(_)) => Err(ALREADY_ONE),
                _ => Err(NO_SUCH_PERSON),
            },
            Decision::Split { a } => match self.person(a).map(|person| self.ids(person).len()) {
                Some(0 | 1) => Err(NOTHING_TO_SPLIT),
                Some(_) => Ok(()),
                None => Err(NO_SUCH_PERSON),
            },
            Decision::Undo { of } => match all.iter().find(|(id, _)| id == of) {
                None | Some((_, Decision::Undo { .. })) => Err(NO_SUCH_DECISION),
                Some(_) if undone(all).contains(of) => Err(ALREADY_UNDONE),
                Some(_) => Ok(()),
            },
        }
    }
}

/// A result as far as it tells persons apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ran {
    /// The number of the contest's results.
    pub contest: i64,
    /// `m`, `f`, `a` or empty.
    pub gender: String,
}

/// Why the results of two persons can't be one person's: nobody runs twice in one contest, or among women and among men.
///
/// ```
/// use core_wasm::results::league::identity::{Ran, contradiction};
/// use core_wasm::results::league::words::{OTHER_GENDER, SAME_CONTEST};
///
/// let ran = |contest, gender: &str| vec![Ran { contest, gender: gender.into() }];
/// assert_eq!(contradiction(&ran(1, "f"), &ran(2, "f")), None);
/// assert_eq!(contradiction(&ran(1, "f"), &ran(2, "")), None);
/// assert_eq!(contradiction(&ran(1, "f"), &ran(1, "f")), Some(SAME_CONTEST));
/// assert_eq!(contradiction(&ran(1, "f"), &ran(2, "m")), Some(OTHER_GENDER));
/// ```
pub fn contradiction(a: &[Ran], b: &[Ran]) -> Option<Words> {
    if a.iter().any(|ran| b.iter().any(|other| ran.contest == other.contest)) {
        return Some(SAME_CONTEST);
    }
    let genders =
        |all: &[Ran]| all.iter().map(|ran| ran.gender.clone()).filter(|gender| !gender.is_empty()).collect::<HashSet<_>>();
    let (a, b) = (genders(a), genders(b));
    (!a.is_empty() && !b.is_empty() && a.is_disjoint(&b)).then_some(OTHER_GENDER)
}

/// The numbers of the decisions that do not hold any more.
pub fn undone(decisions: &[(i64, Decision)]) -> HashSet<i64> {
    let undone = decisions.iter().filter_map(|(_, decision)| match decision {
        Decision::Undo { of } => Some(*of),
        _ => None,
    });
    undone.collect()
}

fn holding(decisions: &[(i64, Decision)]) -> impl Iterator<Item = &(i64, Decision)> {
    let undone = undone(decisions);
    decisions.iter().filter(move |(id, _)| !undone.contains(id))
}

/// A person as a suggestion compares them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Candidate {
    /// An opaque id of the person.
    pub public_id: String,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// `m`, `f`, `a` or empty.
    pub gender: String,
    /// The label of the age group of the season; may be empty.
    pub age_group: String,
    /// Whether a date of birth is known.
    pub has_dob: bool,
}

/// Pairs of persons who may be one, as indexes; at most `most`.
///
/// They have the same name and gender, the date of birth of one of them at least is not known, and their age groups are the same, side by
/// side (a birthday in the season changes it) or not known. Nobody is joined by this.
pub fn suggested(all: &[Candidate], most: usize) -> Vec<(usize, usize)> {
    let mut by_name: BTreeMap<(String, &str), Vec<usize>> = BTreeMap::new();
    for (at, one) in all.iter().enumerate() {
        let name = text::fold(&[one.first_name.trim(), " ", one.last_name.trim()].concat());
        // "Bib 1234" stands for an unknown name.
        let is_unknown = one.last_name.trim().is_empty() && name.starts_with("bib ");
        if !one.gender.is_empty() && !is_unknown && !name.trim().is_empty() {
            by_name.entry((name, one.gender.as_str())).or_default().push(at);
        }
    }
    let mut found = Vec::new();
    for same in by_name.values().filter(|same| same.len() > 1) {
        for (nth, first) in same.iter().enumerate() {
            for second in same.iter().skip(nth + 1) {
                let (Some(a), Some(b)) = (all.get(*first), all.get(*second)) else { continue };
                if !(a.has_dob && b.has_dob) && are_near(&a.age_group, &b.age_group) {
                    found.push((*first, *second));
                    if found.len() >= most {
                        return found;
                    }
                }
            }
        }
    }
    found
}

fn are_near(one: &str, other: &str) -> bool {
    let index = |label: &str| age::GROUPS.iter().position(|group| *group == label);
    match (index(one), index(other)) {
        (Some(one), Some(other)) => one.abs_diff(other) <= 1,
        _ => one == other || one.is_empty() || other.is_empty(),
    }
}
