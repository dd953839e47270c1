//! Merges two people's changes of one timing setup: what only one of them changed is kept; what both changed
//! differently is returned as a clash, so that a person decides. A gun that was set meanwhile is such a change and is never lost.

use serde::{Deserialize, Serialize};

use super::draft::{ContestDraft, SetupDraft, SplitDraft, WaveDraft};
use super::setup::{Leg, Ranking, Sport};

/// A form into which another person's saved changes were merged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SetupMerge {
    /// The merged form. Where both changed a field, it has this person's value.
    pub draft: SetupDraft,
    /// The fields that both changed differently.
    pub clashes: Vec<SetupClash>,
}

/// A part of the setup that two people changed differently.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SetupClash {
    /// The label that is shown: `10K: Distance`.
    pub label: String,
    /// This person's text.
    pub mine: String,
    /// The other person's text.
    pub theirs: String,
    /// The contest's name in the form; blank for a field that belongs to no contest.
    pub contest: String,
    /// The field of the contest, as [`ContestDraft`] names it; blank for the contest as a whole.
    pub field: String,
    /// The other person's contest; absent when they removed it, and for a field that belongs to no contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub from: Option<ContestDraft>,
}

/// Merges `mine` and `theirs`, which were both edited from `base`.
pub fn merge(base: &SetupDraft, mine: &SetupDraft, theirs: &SetupDraft) -> SetupMerge {
    let mut clashes = Vec::new();
    let contests = merge_list(&base.contests, &mine.contests, &theirs.contests, |before, contest, other| match other {
        Some(other) => contest_merge(before, contest, other, &mut clashes),
        None => {
            clashes.push(SetupClash {
                label: contest.name.trim().to_owned(),
                mine: "kept".into(),
                theirs: "removed".into(),
                contest: contest.name.clone(),
                field: String::new(),
                from: None,
            });
            contest.clone()
        }
    });
    let mut clash = |label: &str, field: &str, mine: String, theirs: String| {
        let (label, field) = (label.to_owned(), field.to_owned());
        clashes.push(SetupClash { label, mine, theirs, contest: String::new(), field, from: None });
    };
    let (timer_code, differs) = merge_value(&base.timer_code, &mine.timer_code, &theirs.timer_code);
    if differs {
        clash("Timer codes", "timerCode", text(&mine.timer_code), text(&theirs.timer_code));
    }
    let (tags_are_bibs, differs) = merge_value(&base.tags_are_bibs, &mine.tags_are_bibs, &theirs.tags_are_bibs);
    if differs {
        clash("Chip numbers", "tagsAreBibs", chips(mine.tags_are_bibs).into(), chips(theirs.tags_are_bibs).into());
    }
    // The form has no fields for the age groups: a file that was loaded here replaces them, otherwise the other person's are kept.
    let (age_bands, _) = merge_value(&base.age_bands, &mine.age_bands, &theirs.age_bands);
    SetupMerge { draft: SetupDraft { contests, timer_code, tags_are_bibs, age_bands }, clashes }
}

/// Returns the form with the other person's value in place of this person's. The form may have been changed since the clash was
/// found; when its contest no longer exists, nothing changes.
pub fn take(draft: &SetupDraft, clash: &SetupClash) -> SetupDraft {
    let mut draft = draft.clone();
    match clash.field.as_str() {
        "timerCode" => draft.timer_code = if clash.theirs == BLANK { String::new() } else { clash.theirs.clone() },
        "tagsAreBibs" => draft.tags_are_bibs = CHIPS.into_iter().find(|value| chips(*value) == clash.theirs).flatten(),
        _ => take_contest(&mut draft, clash),
    }
    draft
}

fn take_contest(draft: &mut SetupDraft, clash: &SetupClash) {
    let named = |one: &ContestDraft| one.name.trim().eq_ignore_ascii_case(clash.contest.trim());
    match &clash.from {
        None => draft.contests.retain(|contest| !named(contest)),
        Some(from) => {
            if let Some(contest) = draft.contests.iter_mut().find(|contest| named(contest)) {
                contest_take(contest, &clash.field, from);
            }
        }
    }
}

/// A part of the form that its name identifies.
trait Named: PartialEq + Clone + Default {
    fn name(&self) -> &str;
}

impl Named for ContestDraft {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Named for WaveDraft {
    fn name(&self) -> &str {
        &self.name
    }
}

fn same_name<T: Named>(one: &T, other: &T) -> bool {
    one.name().trim().eq_ignore_ascii_case(other.name().trim())
}

/// Merges two lists that were both edited from `base`, in the order of `mine`. `merge_part` gets a part as it was, as it is here, and as
/// the other person has it: none when they removed it while this person changed it. A part that both added under one name was blank before.
fn merge_list<T: Named>(base: &[T], mine: &[T], theirs: &[T], mut merge_part: impl FnMut(&T, &T, Option<&T>) -> T) -> Vec<T> {
    let mut merged = Vec::new();
    for (at, part) in mine.iter().enumerate() {
        match counterpart(base, mine, at).and_then(|index| Some((index, base.get(index)?))) {
            Some((index, before)) => match counterpart_of(theirs, base, index).and_then(|found| theirs.get(found)) {
                None if part == before => {}
                other => merged.push(merge_part(before, part, other)),
            },
            None => match added(base, theirs).find(|other| same_name(*other, part)) {
                None => merged.push(part.clone()),
                other => merged.push(merge_part(&T::default(), part, other)),
            },
        }
    }
    // Parts that the other person added, or changed while this person removed them.
    for (at, other) in theirs.iter().enumerate() {
        let here = match counterpart(base, theirs, at) {
            Some(index) => counterpart_of(mine, base, index).is_some() || base.get(index) == Some(other),
            None => merged.iter().any(|part| same_name(part, other)),
        };
        if !here {
            merged.push(other.clone());
        }
    }
    merged
}

/// The parts of `changed` that `base` does not have.
fn added<'a, T: Named>(base: &'a [T], changed: &'a [T]) -> impl Iterator<Item = &'a T> {
    changed.iter().enumerate().filter(|(at, _)| counterpart(base, changed, *at).is_none()).map(|(_, part)| part)
}

/// The part of `base` that corresponds to the one at `at` of `changed`: the one of the same name or, when it was renamed, the one at
/// the same position.
fn counterpart<T: Named>(base: &[T], changed: &[T], at: usize) -> Option<usize> {
    let part = changed.get(at)?;
    let named = base.iter().position(|one| same_name(one, part));
    named.or_else(|| {
        let before = base.get(at)?;
        changed.iter().all(|one| !same_name(one, before)).then_some(at)
    })
}

/// The part of `changed` that corresponds to the one at `index` of `base`.
fn counterpart_of<T: Named>(changed: &[T], base: &[T], index: usize) -> Option<usize> {
    (0..changed.len()).find(|at| counterpart(base, changed, *at) == Some(index))
}

/// Returns the value of the person who changed it (`mine` when both did), and whether both changed it differently.
pub(super) fn merge_value<T: PartialEq + Clone>(base: &T, mine: &T, theirs: &T) -> (T, bool) {
    if mine == base { (theirs.clone(), false) } else { (mine.clone(), theirs != base && theirs != mine) }
}

/// Merges the waves field by field, so that a gun that was fired meanwhile stays while other fields are edited. Returns whether both
/// changed a field differently, or this person changed a wave that the other one removed.
fn merge_waves(base: &[WaveDraft], mine: &[WaveDraft], theirs: &[WaveDraft]) -> (Vec<WaveDraft>, bool) {
    let mut clashing = false;
    let waves = merge_list(base, mine, theirs, |before, wave, other| {
        let Some(other) = other else {
            clashing = true;
            return wave.clone();
        };
        let mut value = |of: fn(&WaveDraft) -> &String| {
            let (value, clash) = merge_value(of(before), of(wave), of(other));
            clashing |= clash;
            value
        };
        WaveDraft {
            name: value(|wave| &wave.name),
            gun: value(|wave| &wave.gun),
            bibs: value(|wave| &wave.bibs),
            wave_names: value(|wave| &wave.wave_names),
        }
    });
    (waves, clashing)
}

/// The fields of a contest: each one's name in Rust and JSON, its label, and the functions that show its value and merge it.
macro_rules! fields {
    ($each:ident) => {
        $each! {
            name "name" "Name" text merge_value,
            distance_metres "distanceMetres" "Distance" text merge_value,
            sport "sport" "Sport" sport merge_value,
            ranking "ranking" "Ranked by" ranking merge_value,
            gun "gun" "Gun" text merge_value,
            bibs "bibs" "Bibs" text merge_value,
            waves "waves" "Waves" waves merge_waves,
            accept_unlisted "acceptUnlisted" "Runners without an entry" accepted merge_value,
            start_mats "startMats" "Start mats" text merge_value,
            minimum_lap "minimumLap" "Start open for" text merge_value,
            splits "splits" "Splits" splits merge_value,
            finish_mats "finishMats" "Finish mats" text merge_value,
            finish_minimum "finishMinimum" "Finish not before" text merge_value,
            finish_maximum "finishMaximum" "Finish not after" text merge_value,
            finish_leg "finishLeg" "Last leg" leg merge_value,
            finish_leg_name "finishLegName" "Name of the last leg" text merge_value,
        }
    };
}

fn contest_merge(base: &ContestDraft, mine: &ContestDraft, theirs: &ContestDraft, clashes: &mut Vec<SetupClash>) -> ContestDraft {
    let first = clashes.len();
    macro_rules! merged {
        ($($name:ident $field:literal $label:literal $show:ident $merge:ident,)*) => {
            ContestDraft { $($name: {
                let (value, clash) = $merge(&base.$name, &mine.$name, &theirs.$name);
                if clash {
                    clashes.push(SetupClash {
                        label: $label.into(),
                        mine: $show(&mine.$name),
                        theirs: $show(&theirs.$name),
                        contest: String::new(),
                        field: $field.into(),
                        from: Some(theirs.clone()),
                    });
                }
                value
            },)* }
        };
    }
    let contest = fields!(merged);
    for clash in clashes.iter_mut().skip(first) {
        clash.label = [contest.name.trim(), clash.label.as_str()].join(": ");
        clash.contest = contest.name.clone();
    }
    contest
}

/// Copies one field of a contest from another; an unknown field changes nothing.
fn contest_take(contest: &mut ContestDraft, field: &str, from: &ContestDraft) {
    macro_rules! taken {
        ($($name:ident $field:literal $label:literal $show:ident $merge:ident,)*) => {
            match field {
                $($field => contest.$name = from.$name.clone(),)*
                _ => {}
            }
        };
    }
    fields!(taken);
}

/// The text that is shown for an empty field.
const BLANK: &str = "blank";

/// A field's text as it is shown.
pub(super) fn text(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() { BLANK.into() } else { text.to_owned() }
}

/// The values of [`SetupDraft::tags_are_bibs`].
const CHIPS: [Option<bool>; 3] = [None, Some(true), Some(false)];

fn chips(are_bibs: Option<bool>) -> &'static str {
    match are_bibs {
        None => "by the entrants",
        Some(true) => "bibs",
        Some(false) => "no bibs",
    }
}

fn sport(sport: &Sport) -> String {
    match sport {
        Sport::Run => "Run",
        Sport::Tri => "Triathlon",
        Sport::Wheel => "Wheelchairs and handcycles",
    }
    .into()
}

fn ranking(ranking: &Ranking) -> String {
    ranking.label().into()
}

fn accepted(accepted: &bool) -> String {
    if *accepted { "accepted" } else { "refused" }.into()
}

fn leg(leg: &Leg) -> String {
    format!("{leg:?}")
}

/// The splits with all their fields, since any field may be the one that differs.
fn splits(splits: &[SplitDraft]) -> String {
    let point = |one: &SplitDraft| {
        let leg = leg(&one.leg);
        let parts = [one.label.as_str(), &one.metres, &one.mats, &one.minimum, &one.maximum, &leg, &one.leg_name].map(str::trim);
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    };
    text(&splits.iter().map(point).collect::<Vec<_>>().join("; "))
}

/// The waves with all their fields.
fn waves(waves: &[WaveDraft]) -> String {
    let wave = |one: &WaveDraft| {
        let parts = [one.name.as_str(), &one.gun, &one.bibs, &one.wave_names].map(str::trim);
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    };
    text(&waves.iter().map(wave).collect::<Vec<_>>().join("; "))
}
