//! Two people changed one part: what only one of them changed is kept, and what both changed is chosen piece by piece.
//!
//! A piece is the least that one person changes as a whole: a text, a switch, a picture, an entry of a list or, where an entry has
//! several fields, one of those.

mod list;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::changes::{Change, derived, label, shown};
use super::values::record;
use super::{Part, values};
use crate::race::{Race, schedule};

/// How a piece reads in one version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Side {
    /// Its words, ready to be shown; blank when there is nothing.
    pub text: String,
    /// The addresses of its pictures.
    pub urls: Vec<String>,
}

/// A piece that both changed, each in another way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Clash {
    /// Names it when it is chosen: `Refund`, `Rules.2`, `DonateButton.0.Link`.
    pub key: String,
    /// What people call it.
    pub label: String,
    /// As it was when both began.
    pub before: Side,
    /// As this person has it.
    pub mine: Side,
    /// As the other one saved it.
    pub theirs: Side,
}

/// A part of two people's versions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(hashmap_as_object))]
pub struct Merged {
    /// The race as the other one saved it, with everything of this person's in it that was not chosen otherwise.
    pub draft: Race,
    /// What both changed.
    pub clashes: Vec<Clash>,
    /// What only this person changed: it is kept.
    pub mine: Vec<Change>,
    /// What only the other one changed: it is kept too.
    pub theirs: Vec<Change>,
}

/// Puts two versions of a part together that began from `base`. Of what both changed this person's version counts, but for the keys
/// in `taken`, where the other's does.
pub fn merge(part: Part, base: &Race, mine: &Race, theirs: &Race, taken: &[String]) -> Merged {
    let mut merging = Merging { taken, clashes: Vec::new(), mine: Vec::new(), theirs: Vec::new() };
    let mut merged = record(theirs);
    let versions = [values(part, base), values(part, mine), values(part, theirs)];
    for field in part.fields().iter().filter(|field| !follows(part, field)) {
        let piece = versions.each_ref().map(|version| version.get(*field));
        let place = Place { key: (*field).into(), label: label(field).into(), field };
        match merging.piece(&place, piece) {
            Some(value) => drop(merged.insert((*field).to_owned(), value)),
            None => drop(merged.remove(*field)),
        }
    }
    // A piece is always taken whole from a race that could be read, so the result can be read as well.
    let mut draft = serde_json::from_value(Value::Object(merged)).unwrap_or_else(|_| theirs.clone());
    if part == Part::Header {
        settle(&mut draft, base, mine, theirs);
    }
    let Merging { clashes, mine, theirs, .. } = merging;
    Merged { draft, clashes, mine, theirs }
}

/// Whether a field of the part follows from its other fields, so that nobody changes it by itself.
fn follows(part: Part, field: &str) -> bool {
    derived(field) || (part == Part::Header && field == "Distance")
}

/// Derives what follows from the date and the rows of a merged header. `Distance` follows the rows where this person changed them.
fn settle(draft: &mut Race, base: &Race, mine: &Race, theirs: &Race) {
    if draft.distance_start_times != theirs.distance_start_times {
        schedule::derive_distance(draft);
    } else if theirs.distance == base.distance {
        draft.distance.clone_from(&mine.distance);
    }
    schedule::derive_fields(draft);
}

/// Where a piece stands.
struct Place<'a> {
    key: String,
    label: String,
    /// The name of its field, which decides how its value reads.
    field: &'a str,
}

/// The base's, one's own and the other's version of a piece; `None` where it is not there.
type Versions<'a> = [Option<&'a Value>; 3];

struct Merging<'a> {
    taken: &'a [String],
    clashes: Vec<Clash>,
    mine: Vec<Change>,
    theirs: Vec<Change>,
}

impl Merging<'_> {
    /// The merged piece; `None` where it is not there any more.
    fn piece(&mut self, place: &Place<'_>, versions: Versions<'_>) -> Option<Value> {
        let [base, mine, theirs] = versions;
        if mine == theirs {
            return mine.cloned();
        }
        if theirs == base {
            self.mine.push(place.change(base, mine));
            return mine.cloned();
        }
        if mine == base {
            self.theirs.push(place.change(base, theirs));
            return theirs.cloned();
        }
        match versions {
            [Some(Value::Object(base)), Some(Value::Object(mine)), Some(Value::Object(theirs))] if !is_picture(base) => {
                Some(Value::Object(self.members(place, [base, mine, theirs])))
            }
            [Some(Value::Array(base)), Some(Value::Array(mine)), Some(Value::Array(theirs))] => {
                self.list(place, [base, mine, theirs])
            }
            _ => self.choose(place, versions),
        }
    }

    /// The fields of an entry, each a piece of its own.
    fn members(&mut self, place: &Place<'_>, versions: [&Map<String, Value>; 3]) -> Map<String, Value> {
        let [base, mine, theirs] = versions;
        let own = mine.keys().filter(|name| !base.contains_key(*name));
        let others = theirs.keys().filter(|name| !base.contains_key(*name) && !mine.contains_key(*name));
        let names = base.keys().chain(own).chain(others);
        let merged = names.filter_map(|name| {
            let value = self.piece(&place.member(name), versions.map(|version| version.get(name)))?;
            Some((name.clone(), value))
        });
        merged.collect()
    }

    /// A list, entry by entry; where entries were moved that the other one changed, as a whole.
    fn list(&mut self, place: &Place<'_>, [base, mine, theirs]: [&Vec<Value>; 3]) -> Option<Value> {
        let versions = [base, mine, theirs];
        let (own, other) = (list::edits(base, mine), list::edits(base, theirs));
        if own.moves_what_changed(&other, base) || other.moves_what_changed(&own, base) {
            let whole = versions.map(|list| Value::Array(list.clone()));
            return self.choose(place, whole.each_ref().map(Some));
        }
        let alone = versions.iter().all(|list| list.len() <= 1);
        let mut merged = Vec::new();
        for (at, entry) in base.iter().map(Some).chain([None]).enumerate() {
            let added = other.added(at);
            for value in added {
                self.theirs.push(place.change(None, Some(value)));
            }
            merged.extend(added.iter().cloned());
            // What both added is added once.
            for value in own.added(at).iter().filter(|value| !other.adds(value)) {
                self.mine.push(place.change(None, Some(value)));
                merged.push(value.clone());
            }
            if let Some(entry) = entry {
                let place = place.entry(at, alone);
                merged.extend(self.piece(&place, [Some(entry), own.now(at, entry), other.now(at, entry)]));
            }
        }
        Some(Value::Array(merged))
    }

    /// A piece that both changed.
    fn choose(&mut self, place: &Place<'_>, versions: Versions<'_>) -> Option<Value> {
        let [before, mine, theirs] = versions.map(|version| {
            let (text, urls) = shown(place.field, version);
            Side { text, urls }
        });
        self.clashes.push(Clash { key: place.key.clone(), label: place.label.clone(), before, mine, theirs });
        let [_, mine, theirs] = versions;
        if self.taken.contains(&place.key) { theirs } else { mine }.cloned()
    }
}

impl<'a> Place<'a> {
    fn change(&self, before: Option<&Value>, after: Option<&Value>) -> Change {
        let ((old, old_url), (new, new_url)) = (shown(self.field, before), shown(self.field, after));
        Change { field: self.key.clone(), label: self.label.clone(), old, new, old_url, new_url }
    }

    fn member<'b>(&self, name: &'b str) -> Place<'b> {
        let what = match name {
            "Enabled" => ": shown",
            "Link" => ": link",
            "Image" => ": logo",
            "Description" => ": text",
            "distance" => ": distance",
            "startTime" => ": start time",
            _ => "",
        };
        Place { key: format!("{}.{name}", self.key), label: format!("{}{what}", self.label), field: name }
    }

    /// An entry of the list; `alone` where there is never more than one, which needs no number.
    fn entry(&self, at: usize, alone: bool) -> Place<'a> {
        let label = if alone { self.label.clone() } else { format!("{}, no. {}", self.label, at + 1) };
        Place { key: format!("{}.{at}", self.key), label, field: self.field }
    }
}

fn is_picture(value: &Map<String, Value>) -> bool {
    value.contains_key("contentType")
}
