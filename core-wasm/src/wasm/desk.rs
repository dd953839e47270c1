//! Bindings of the timing desk's form, and the parser of its instants.

use super::Ts;
use crate::dates;
use crate::notice::Notice;
use crate::timing::desk;
use crate::timing::draft::{SetupDraft, SetupResult};
use crate::timing::draft_merge::{self, SetupClash, SetupMerge};
use crate::timing::setup::Setup;

exports! {
    /// The timing desk's notice while the race has no date; undefined once it has one.
    deskUndated(race_date: &str) -> Option<Ts<Notice>> = desk::undated(race_date);

    /// The timing desk's form for a setup; guns are shown in the race's zone.
    setupDraft(setup: Ts<Setup>, race_date: &str, time_zone: &str) -> Ts<SetupDraft> =
        SetupDraft::of(&setup, race_date.parse().ok(), dates::zone_or_default(time_zone));

    /// The timing desk's form for a setup file; throws when the text is not a setup.
    setupDraftLoad(json: &str, race_date: &str, time_zone: &str) -> Ts<SetupDraft> =
        SetupDraft::load(json, race_date.parse().ok(), dates::zone_or_default(time_zone))?;

    /// The setup that the form describes, or the problems at its fields.
    setupDraftRead(draft: Ts<SetupDraft>, race_date: &str, time_zone: &str) -> Ts<SetupResult> =
        SetupResult::of(draft.read(race_date.parse().ok(), dates::zone_or_default(time_zone)));

    /// Merges the form with another person's saved form; both were edited from `base`.
    setupMerge(base: Ts<SetupDraft>, mine: Ts<SetupDraft>, theirs: Ts<SetupDraft>) -> Ts<SetupMerge> =
        draft_merge::merge(&base, &mine, &theirs);

    /// The form with the other person's value of a field that both had changed.
    setupTake(draft: Ts<SetupDraft>, clash: Ts<SetupClash>) -> Ts<SetupDraft> = draft_merge::take(&draft, &clash);
}
