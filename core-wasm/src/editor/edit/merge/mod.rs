//! Merges two people's changes of one part: what only one of them changed is kept; where both changed something, a person chooses
//! piece by piece.
//!
//! A piece is the smallest unit that is merged as a whole: a text, a switch, a picture, an entry of a list or, when an entry has
//! several fields, one of those.

mod list;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::changes::{Change, derived, label, shown};
use super::values::record;
use super::{Part, values};
use crate::race::{Race, schedule};

/// The value of a piece in one version, as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PieceText {
    /// Its text; blank when there is no value.
    pub text: String,
    /// The addresses of its pictures.
    pub urls: Vec<String>,
}

/// A piece that both people changed differently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Clash {
    /// The key by which it is chosen: `Refund`, `Rules.2`, `DonateButton.0.Link`.
    pub key: String,
    /// Its label.
    pub label: String,
    /// The value that both edited.
    pub before: PieceText,
    /// This person's value.
    pub mine: PieceText,
    /// The value that the other person saved.
    pub theirs: PieceText,
}

/// The result of merger two versions of a part.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(hashmap_as_object))]
pub struct Merged {
    /// The race that the other person saved, with all of this person's changes that were not rejected in a choice.
    pub draft: Race,
    /// The pieces that both changed.
    pub clashes: Vec<Clash>,
    /// The changes by this person only, which are kept.
    pub mine: Vec<Change>,
    /// The changes by the other person only, which are kept too.
    pub theirs: Vec<Change>,
}

/// Merges two versions of a part that were both edited from `base`. Where both changed a piece, this person's value is used,
/// except for the keys in `taken`, where the other's is.
pub fn merge(part: Part, base: &Race, mine: &Race, theirs: &Race, taken: &[String]) -> Merged {
    let mut merger = Merger { taken, clashes: Vec::new(), mine: Vec::new(), theirs: Vec::new() };
    let mut merged = record(theirs);
    let versions = [values(part, base), values(part, mine), values(part, theirs)];
    for field in part.fields().iter().filter(|field| !is_derived(part, field)) {
        let piece = versions.each_ref().map(|version| version.get(*field));
        let path = PiecePath { key: (*field).into(), label: label(field).into(), field };
        match merger.piece(&path, piece) {
            Some(value) => drop(merged.insert((*field).to_owned(), value)),
            None => drop(merged.remove(*field)),
        }
    }
    // Each piece is taken as a whole from a race that could be read, so the result can be read as well.
    let mut draft = serde_json::from_value(Value::Object(merged)).unwrap_or_else(|_| theirs.clone());
    if part == Part::Header {
        derive_header_fields(&mut draft, base, mine, theirs);
    }
    let Merger { clashes, mine, theirs, .. } = merger;
    Merged { draft, clashes, mine, theirs }
}

/// Whether a field of the part is derived from its other fields, so that it is not edited itself.
fn is_derived(part: Part, field: &str) -> bool {
    derived(field) || (part == Part::Header && field == "Distance")
}

/// Derives the fields that depend on the date and the rows of a merged header. `Distance` is derived from the rows when this
/// person changed them.
fn derive_header_fields(draft: &mut Race, base: &Race, mine: &Race, theirs: &Race) {
    if draft.distance_start_times != theirs.distance_start_times {
        schedule::derive_distance(draft);
    } else if theirs.distance == base.distance {
        draft.distance.clone_from(&mine.distance);
    }
    schedule::derive_fields(draft);
}

/// The position of a piece in the record.
struct PiecePath<'a> {
    key: String,
    label: String,
    /// The name of its field, which decides how its value is written as text.
    field: &'a str,
}

/// The base's, this person's and the other person's version of a piece; `None` when the piece is absent.
type Versions<'a> = [Option<&'a Value>; 3];

struct Merger<'a> {
    taken: &'a [String],
    clashes: Vec<Clash>,
    mine: Vec<Change>,
    theirs: Vec<Change>,
}

impl Merger<'_> {
    /// Merges a piece; returns `None` when it is absent afterwards.
    fn piece(&mut self, path: &PiecePath<'_>, versions: Versions<'_>) -> Option<Value> {
        let [base, mine, theirs] = versions;
        if mine == theirs {
            return mine.cloned();
        }
        if theirs == base {
            self.mine.push(path.change(base, mine));
            return mine.cloned();
        }
        if mine == base {
            self.theirs.push(path.change(base, theirs));
            return theirs.cloned();
        }
        match versions {
            [Some(Value::Object(base)), Some(Value::Object(mine)), Some(Value::Object(theirs))] if !is_picture(base) => {
                Some(Value::Object(self.members(path, [base, mine, theirs])))
            }
            [Some(Value::Array(base)), Some(Value::Array(mine)), Some(Value::Array(theirs))] => {
                self.list(path, [base, mine, theirs])
            }
            _ => self.choose(path, versions),
        }
    }

    /// Merges the fields of an entry, each as a piece.
    fn members(&mut self, path: &PiecePath<'_>, versions: [&Map<String, Value>; 3]) -> Map<String, Value> {
        let [base, mine, theirs] = versions;
        let own = mine.keys().filter(|name| !base.contains_key(*name));
        let others = theirs.keys().filter(|name| !base.contains_key(*name) && !mine.contains_key(*name));
        let names = base.keys().chain(own).chain(others);
        let merged = names.filter_map(|name| {
            let value = self.piece(&path.member(name), versions.map(|version| version.get(name)))?;
            Some((name.clone(), value))
        });
        merged.collect()
    }

    /// Merges a list entry by entry; as a whole when one person moved entries that the other changed.
    fn list(&mut self, path: &PiecePath<'_>, [base, mine, theirs]: [&Vec<Value>; 3]) -> Option<Value> {
        let versions = [base, mine, theirs];
        let (own, other) = (list::edits(base, mine), list::edits(base, theirs));
        if own.moves_changed_entries(&other, base) || other.moves_changed_entries(&own, base) {
            let whole = versions.map(|list| Value::Array(list.clone()));
            return self.choose(path, whole.each_ref().map(Some));
        }
        let alone = versions.iter().all(|list| list.len() <= 1);
        let mut merged = Vec::new();
        for (at, entry) in base.iter().map(Some).chain([None]).enumerate() {
            let added = other.added(at);
            for value in added {
                self.theirs.push(path.change(None, Some(value)));
            }
            merged.extend(added.iter().cloned());
            // An entry that both added is added once.
            for value in own.added(at).iter().filter(|value| !other.adds(value)) {
                self.mine.push(path.change(None, Some(value)));
                merged.push(value.clone());
            }
            if let Some(entry) = entry {
                let path = path.entry(at, alone);
                merged.extend(self.piece(&path, [Some(entry), own.new_value(at, entry), other.new_value(at, entry)]));
            }
        }
        Some(Value::Array(merged))
    }

    /// Records a piece that both changed, and returns the chosen value.
    fn choose(&mut self, path: &PiecePath<'_>, versions: Versions<'_>) -> Option<Value> {
        let [before, mine, theirs] = versions.map(|version| {
            let (text, urls) = shown(path.field, version);
            PieceText { text, urls }
        });
        self.clashes.push(Clash { key: path.key.clone(), label: path.label.clone(), before, mine, theirs });
        let [_, mine, theirs] = versions;
        if self.taken.contains(&path.key) { theirs } else { mine }.cloned()
    }
}

impl<'a> PiecePath<'a> {
    fn change(&self, before: Option<&Value>, after: Option<&Value>) -> Change {
        let ((old, old_url), (new, new_url)) = (shown(self.field, before), shown(self.field, after));
        Change { field: self.key.clone(), label: self.label.clone(), old, new, old_url, new_url }
    }

    fn member<'b>(&self, name: &'b str) -> PiecePath<'b> {
        let what = match name {
            "Enabled" => ": shown",
            "Link" => ": link",
            "Image" => ": logo",
            "Description" => ": text",
            "distance" => ": distance",
            "startTime" => ": start time",
            _ => "",
        };
        PiecePath { key: format!("{}.{name}", self.key), label: format!("{}{what}", self.label), field: name }
    }

    /// The position of an entry of the list; `alone` is true when the list never has more than one entry, whose label needs no
    /// number.
    fn entry(&self, at: usize, alone: bool) -> PiecePath<'a> {
        let label = if alone { self.label.clone() } else { format!("{}, no. {}", self.label, at + 1) };
        PiecePath { key: format!("{}.{at}", self.key), label, field: self.field }
    }
}

fn is_picture(value: &Map<String, Value>) -> bool {
    value.contains_key("contentType")
}
