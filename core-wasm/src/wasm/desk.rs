//! Bindings of the timing desk's form and of its instants.

use super::Ts;
use crate::dates;
use crate::notice::Notice;
use crate::timing::desk;
use crate::timing::draft::{SetupDraft, SetupReading};
use crate::timing::draft_merge::{self, SetupClash, SetupMerge};
use crate::timing::setup::Setup;

exports! {
    /// What the timing desk lacks while the race has no date; nothing once it has one.
    deskUndated(race_date: &str) -> Option<Ts<Notice>> = desk::undated(race_date);

    /// The timing desk's form for a setup; guns stand on the race's clock.
    setupDraft(setup: Ts<Setup>, race_date: &str, time_zone: &str) -> Ts<SetupDraft> =
        SetupDraft::of(&setup, race_date.parse().ok(), dates::zone_or_default(time_zone));

    /// The timing desk's form for a setup file; throws when the text is none.
    setupDraftLoad(json: &str, race_date: &str, time_zone: &str) -> Ts<SetupDraft> =
        SetupDraft::load(json, race_date.parse().ok(), dates::zone_or_default(time_zone))?;

    /// What the form describes, or what is wrong with it at which field.
    setupDraftRead(draft: Ts<SetupDraft>, race_date: &str, time_zone: &str) -> Ts<SetupReading> =
        SetupReading::of(draft.read(race_date.parse().ok(), dates::zone_or_default(time_zone)));

    /// The form after another person saved: both forms began from `base`.
    setupMerge(base: Ts<SetupDraft>, mine: Ts<SetupDraft>, theirs: Ts<SetupDraft>) -> Ts<SetupMerge> =
        draft_merge::merge(&base, &mine, &theirs);

    /// The form with the other person's text where both had changed it.
    setupTake(draft: Ts<SetupDraft>, clash: Ts<SetupClash>) -> Ts<SetupDraft> = draft_merge::take(&draft, &clash);

    /// The instant of an RFC 3339 text.
    instantParse(text: &str) -> f64 = dates::parse_instant(text)? as f64;
}
