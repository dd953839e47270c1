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
    let mut contests = Vec::new();
    for (at, contest) in mine.contests.iter().enumerate() {
        let before = counterpart(base, mine, at).and_then(|index| Some((index, base.contests.get(index)?)));
        let Some((index, before)) = before else {
            contests.push(contest.clone());
            continue;
        };
        match counterpart_of(theirs, base, index).and_then(|found| theirs.contests.get(found)) {
            Some(other) => contests.push(contest_merge(before, contest, other, &mut clashes)),
            // The other person removed it, and this person did not change it.
            None if contest == before => {}
            None => {
                clashes.push(SetupClash {
                    label: contest.name.trim().to_owned(),
                    mine: "kept".into(),
                    theirs: "removed".into(),
                    contest: contest.name.clone(),
                    field: String::new(),
                    from: None,
                });
                contests.push(contest.clone());
            }
        }
    }
    // Contests that the other person added, or changed while this person removed them.
    for (at, other) in theirs.contests.iter().enumerate() {
        let here = match counterpart(base, theirs, at) {
            Some(index) => counterpart_of(mine, base, index).is_some() || base.contests.get(index) == Some(other),
            None => contests.iter().any(|contest: &ContestDraft| same_name(contest, other)),
        };
        if !here {
            contests.push(other.clone());
        }
    }
    let (timer_code, clash) = merge_value(&base.timer_code, &mine.timer_code, &theirs.timer_code);
    if clash {
        clashes.push(SetupClash {
            label: "Timer code".into(),
            mine: text(&mine.timer_code),
            theirs: text(&theirs.timer_code),
            contest: String::new(),
            field: "timerCode".into(),
            from: None,
        });
    }
    // Nobody edits these two in the form: a file that was loaded here replaces them, otherwise the other person's are kept.
    let (tags_are_bibs, _) = merge_value(&base.tags_are_bibs, &mine.tags_are_bibs, &theirs.tags_are_bibs);
    let (age_bands, _) = merge_value(&base.age_bands, &mine.age_bands, &theirs.age_bands);
    SetupMerge { draft: SetupDraft { contests, timer_code, tags_are_bibs, age_bands }, clashes }
}

/// Returns the form with the other person's value in place of this person's. The form may have been changed since the clash was
/// found; when its contest no longer exists, nothing changes.
pub fn take(draft: &SetupDraft, clash: &SetupClash) -> SetupDraft {
    let mut draft = draft.clone();
    if clash.contest.is_empty() {
        draft.timer_code = if clash.theirs == BLANK { String::new() } else { clash.theirs.clone() };
        return draft;
    }
    let named = |one: &ContestDraft| one.name.trim().eq_ignore_ascii_case(clash.contest.trim());
    match &clash.from {
        None => draft.contests.retain(|contest| !named(contest)),
        Some(from) => {
            if let Some(contest) = draft.contests.iter_mut().find(|contest| named(contest)) {
                contest_take(contest, &clash.field, from);
            }
        }
    }
    draft
}

fn same_name(one: &ContestDraft, other: &ContestDraft) -> bool {
    one.name.trim().eq_ignore_ascii_case(other.name.trim())
}

/// The contest of `base` that corresponds to the one at `at` of `changed`: the one of the same name or, when it was renamed, the
/// one at the same position.
fn counterpart(base: &SetupDraft, changed: &SetupDraft, at: usize) -> Option<usize> {
    let contest = changed.contests.get(at)?;
    let named = base.contests.iter().position(|one| same_name(one, contest));
    named.or_else(|| {
        let before = base.contests.get(at)?;
        changed.contests.iter().all(|one| !same_name(one, before)).then_some(at)
    })
}

/// The contest of `changed` that corresponds to the one at `index` of `base`.
fn counterpart_of(changed: &SetupDraft, base: &SetupDraft, index: usize) -> Option<usize> {
    (0..changed.contests.len()).find(|at| counterpart(base, changed, *at) == Some(index))
}

/// Returns the value of the person who changed it (`mine` when both did), and whether both changed it differently.
fn merge_value<T: PartialEq + Clone>(base: &T, mine: &T, theirs: &T) -> (T, bool) {
    if mine == base { (theirs.clone(), false) } else { (mine.clone(), theirs != base && theirs != mine) }
}

/// The fields of a contest: each one's name in Rust and JSON, its label, and the function that shows its value.
macro_rules! fields {
    ($each:ident) => {
        $each! {
            name "name" "Name" text,
            distance_metres "distanceMetres" "Distance" text,
            sport "sport" "Sport" sport,
            ranking "ranking" "Ranked by" ranking,
            gun "gun" "Gun" text,
            bibs "bibs" "Bibs" text,
            waves "waves" "Waves" waves,
            accept_unlisted "acceptUnlisted" "Runners without an entry" accepted,
            start_mats "startMats" "Start mats" text,
            minimum_lap "minimumLap" "Start open for" text,
            splits "splits" "Splits" splits,
            finish_mats "finishMats" "Finish mats" text,
            finish_minimum "finishMinimum" "Finish not before" text,
            finish_maximum "finishMaximum" "Finish not after" text,
            finish_leg "finishLeg" "Last leg" leg,
            finish_leg_name "finishLegName" "Name of the last leg" text,
        }
    };
}

fn contest_merge(base: &ContestDraft, mine: &ContestDraft, theirs: &ContestDraft, clashes: &mut Vec<SetupClash>) -> ContestDraft {
    let first = clashes.len();
    macro_rules! merged {
        ($($name:ident $field:literal $label:literal $show:ident,)*) => {
            ContestDraft { $($name: {
                let (value, clash) = merge_value(&base.$name, &mine.$name, &theirs.$name);
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
        ($($name:ident $field:literal $label:literal $show:ident,)*) => {
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

fn text(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() { BLANK.into() } else { text.to_owned() }
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
