//! Bindings of the timing desk's form, and the parser of its instants.

use super::Ts;
use crate::dates;
use crate::error::CoreError;
use crate::notice::Notice;
use crate::timing::desk;
use crate::timing::draft::{ContestDraft, SetupDraft, SetupResult};
use crate::timing::draft_merge::{self, SetupClash, SetupMerge};
use crate::timing::new_run::{RunFacts, RunWords, check_name, run_words};
use crate::timing::setup::Setup;
use crate::timing::start::{
    ClockNote, ClockOffset, ClockSample, GunFrom, GunsSent, KeptPress, MarkLine, PressView, StartLine, StartMark, asks,
    clock_note, clock_offset, gun_changes, is_start_next, mark_lines, start_lines,
};

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

    /// The form's contest with one more wave.
    waveAdded(contest: Ts<ContestDraft>) -> Ts<ContestDraft> = contest.with_wave();

    /// The form's contest without the wave at this index.
    waveRemoved(contest: Ts<ContestDraft>, index: usize) -> Ts<ContestDraft> = contest.without_wave(index);

    /// Merges the form with another person's saved form; both were edited from `base`.
    setupMerge(base: Ts<SetupDraft>, mine: Ts<SetupDraft>, theirs: Ts<SetupDraft>) -> Ts<SetupMerge> =
        draft_merge::merge(&base, &mine, &theirs);

    /// The form with the other person's value of a field that both had changed.
    setupTake(draft: Ts<SetupDraft>, clash: Ts<SetupClash>) -> Ts<SetupDraft> = draft_merge::take(&draft, &clash);

    /// Everything that can be started, with its gun and where that came from.
    startLines(setup: Ts<Setup>, from: Vec<Ts<GunFrom>>, kept: Vec<Ts<KeptPress>>, race_date: &str, time_zone: &str) -> Vec<Ts<StartLine>> =
        start_lines(&setup, &from, &kept, race_date.parse().ok(), dates::zone_or_default(time_zone));

    /// Whether the start comes before everything else at this time of the server's clock.
    startIsNext(setup: Ts<Setup>, race_date: &str, time_zone: &str, now_ms: f64) -> bool =
        is_start_next(&setup, race_date.parse().ok(), dates::zone_or_default(time_zone), now_ms as i64);

    /// The guns that changed from one setup to the next one, except those of these presses, as an announcement; empty when none did.
    gunChanges(before: Ts<Setup>, after: Ts<Setup>, own: Vec<Ts<KeptPress>>, race_date: &str, time_zone: &str) -> String =
        gun_changes(&before, &after, &own, race_date.parse().ok(), dates::zone_or_default(time_zone));

    /// The marks from which a gun can be taken, the latest first.
    startMarks(marks: Vec<Ts<StartMark>>, setup: Ts<Setup>, race_date: &str, time_zone: &str) -> Vec<Ts<MarkLine>> =
        mark_lines(marks, &setup, race_date.parse().ok(), dates::zone_or_default(time_zone));

    /// The difference between this device's clock and the server's; undefined when no sample can be used.
    clockOffset(samples: Vec<Ts<ClockSample>>) -> Option<Ts<ClockOffset>> = clock_offset(&samples);

    /// What is said of this device's clock.
    clockNote(offset: Option<Ts<ClockOffset>>) -> Ts<ClockNote> = clock_note(offset);

    /// What is said of the race's runs.
    runWords(facts: Ts<RunFacts>, setup: Ts<Setup>, race_date: &str, time_zone: &str) -> Ts<RunWords> =
        run_words(&facts, &setup, race_date.parse().ok(), dates::zone_or_default(time_zone));

    /// Why a typed text is not the name of the race; undefined when it is.
    runNameProblem(race: &str, typed: &str) -> Option<String> =
        check_name(race, typed).err().map(|(_, words)| words.to_owned());

    /// The question before these lines get this gun (RFC 3339); undefined when there is none.
    startAsks(lines: Vec<Ts<StartLine>>, gun: &str, race_date: &str, time_zone: &str) -> Option<String> =
        asks(&lines, dates::parse_instant(gun)?, race_date.parse().ok(), dates::zone_or_default(time_zone));

    /// A press of the start button at this moment of the device's clock.
    pressNew(id: String, lines: Vec<Ts<StartLine>>, pressed: f64, offset: Option<Ts<ClockOffset>>, race_date: &str, time_zone: &str) -> Ts<KeptPress> =
        KeptPress::new(id, lines, pressed, offset, race_date.parse().ok(), dates::zone_or_default(time_zone));

    /// The press with the difference of the clocks, unless it was known at the press.
    pressMeasured(press: Ts<KeptPress>, offset: Ts<ClockOffset>) -> Ts<KeptPress> = press.measured(offset);

    /// The press after a person has said that it is right: it replaces the guns that these lines show.
    pressConfirmed(press: Ts<KeptPress>, lines: Vec<Ts<StartLine>>) -> Ts<KeptPress> = press.confirmed(&lines);

    /// The press for the setup as it is now: it replaces the guns that stand there.
    pressReplacing(press: Ts<KeptPress>, setup: Ts<Setup>) -> Ts<KeptPress> = press.replacing(&setup);

    /// Whether a press's gun stands in the setup.
    pressCounts(press: Ts<KeptPress>, setup: Ts<Setup>) -> bool = press.counts(&setup);

    /// The press after the server has answered: with nothing when it has it, else with its refusal.
    pressAnswered(press: Ts<KeptPress>, refusal: Option<Ts<CoreError>>) -> Ts<KeptPress> = press.answered(refusal);

    /// Whether a press can be sent.
    pressReady(press: Ts<KeptPress>) -> bool = press.is_ready();

    /// What is sent for a press.
    pressSent(press: Ts<KeptPress>, time_zone: &str) -> Ts<GunsSent> = press.sent(dates::zone_or_default(time_zone));

    /// A press as it is shown beside these lines of the start.
    pressView(press: Ts<KeptPress>, lines: Vec<Ts<StartLine>>, race_date: &str, time_zone: &str) -> Ts<PressView> =
        press.view(&lines, race_date.parse().ok(), dates::zone_or_default(time_zone));
}
