//! Two people's changes of one timing setup, brought together: what only one of them changed is kept, what both changed
//! differently is told, so that a person decides. A gun that was fired meanwhile is such a change and is never lost.

use serde::{Deserialize, Serialize};

use super::draft::{ContestDraft, SetupDraft, SplitDraft};
use super::setup::{Leg, Ranking, Sport};

/// A form after another person's save was taken in.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SetupMerge {
    /// What stands in the form now. Where both changed something, it has this person's text.
    pub draft: SetupDraft,
    /// What both changed differently.
    pub clashes: Vec<SetupClash>,
}

/// Something of the setup that two people changed differently.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SetupClash {
    /// What it is, for people: `10K: Distance`.
    pub label: String,
    /// This person's text.
    pub mine: String,
    /// The other person's text.
    pub theirs: String,
    /// The contest's name in the form; blank for what is of no contest.
    pub contest: String,
    /// Which field of the contest, as [`ContestDraft`] writes it; blank for the contest as a whole.
    pub field: String,
    /// The other person's contest; nothing where they removed it, and for what is of no contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub from: Option<ContestDraft>,
}

/// Brings `mine` and `theirs` together, which both began from `base`.
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
            // The other person removed it, and nothing was changed here.
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
    // What the other person added, or changed while it was removed here.
    for (at, other) in theirs.contests.iter().enumerate() {
        let here = match counterpart(base, theirs, at) {
            Some(index) => counterpart_of(mine, base, index).is_some() || base.contests.get(index) == Some(other),
            None => contests.iter().any(|contest: &ContestDraft| same_name(contest, other)),
        };
        if !here {
            contests.push(other.clone());
        }
    }
    let (timer_code, clash) = either(&base.timer_code, &mine.timer_code, &theirs.timer_code);
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
    SetupMerge { draft: SetupDraft { contests, timer_code }, clashes }
}

/// The form with the other person's text in place of this person's. The form may have been changed since the clash was found; where
/// its contest is gone, nothing changes.
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

/// The contest of `base` from which the one at `at` of `changed` comes: of the same name, or, where it was renamed, in the same
/// place.
fn counterpart(base: &SetupDraft, changed: &SetupDraft, at: usize) -> Option<usize> {
    let contest = changed.contests.get(at)?;
    let named = base.contests.iter().position(|one| same_name(one, contest));
    named.or_else(|| {
        let before = base.contests.get(at)?;
        changed.contests.iter().all(|one| !same_name(one, before)).then_some(at)
    })
}

/// The contest of `changed` that comes from the one at `index` of `base`.
fn counterpart_of(changed: &SetupDraft, base: &SetupDraft, index: usize) -> Option<usize> {
    (0..changed.contests.len()).find(|at| counterpart(base, changed, *at) == Some(index))
}

/// Whichever of the two was changed, and whether both were, differently.
fn either<T: PartialEq + Clone>(base: &T, mine: &T, theirs: &T) -> (T, bool) {
    if mine == base { (theirs.clone(), false) } else { (mine.clone(), theirs != base && theirs != mine) }
}

/// The fields of a contest: each one's name, what it is called, and how its value is shown.
macro_rules! fields {
    ($each:ident) => {
        $each! {
            name "name" "Name" text,
            distance_metres "distanceMetres" "Distance" text,
            sport "sport" "Sport" sport,
            ranking "ranking" "Ranked by" ranking,
            gun "gun" "Gun" text,
            bibs "bibs" "Bibs" text,
            accept_unlisted "acceptUnlisted" "Runners without an entry" accepted,
            start_mats "startMats" "Start mats" text,
            minimum_lap "minimumLap" "Start open for" text,
            splits "splits" "Splits" splits,
            finish_mats "finishMats" "Finish mats" text,
            finish_minimum "finishMinimum" "Finish not before" text,
            finish_leg "finishLeg" "Last leg" leg,
        }
    };
}

fn contest_merge(base: &ContestDraft, mine: &ContestDraft, theirs: &ContestDraft, clashes: &mut Vec<SetupClash>) -> ContestDraft {
    let first = clashes.len();
    macro_rules! merged {
        ($($name:ident $field:literal $label:literal $show:ident,)*) => {
            ContestDraft { $($name: {
                let (value, clash) = either(&base.$name, &mine.$name, &theirs.$name);
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

/// Takes one field of a contest from another; a field that there is not changes nothing.
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

/// What is shown of a field in which nothing stands.
const BLANK: &str = "blank";

fn text(text: &str) -> String {
    let text = text.trim();
    if text.is_empty() { BLANK.into() } else { text.to_owned() }
}

fn sport(sport: &Sport) -> String {
    match sport {
        Sport::Run => "Run",
        Sport::Tri => "Triathlon",
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

/// The points with everything about them, since any of it may be what differs.
fn splits(splits: &[SplitDraft]) -> String {
    let point = |one: &SplitDraft| {
        let leg = leg(&one.leg);
        let parts = [one.label.as_str(), &one.metres, &one.mats, &one.minimum, &leg].map(str::trim);
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
    };
    text(&splits.iter().map(point).collect::<Vec<_>>().join("; "))
}
