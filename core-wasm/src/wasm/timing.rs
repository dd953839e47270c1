//! Bindings of the slice `timing`.

use super::Ts;
use crate::dates::{self, RaceDate};
use crate::error::Problems;
use crate::timing::correction::{self, Asked};
use crate::timing::counts::{Counts, RunnerCounts};
use crate::timing::desk::{
    self, CountLine, EntryState, EntryWords, Glance, Looked, OthersChange, RaceClock, Remark, RunnerChoice, StatusChoice,
};
use crate::timing::draft;
use crate::timing::engine::{BoxCount, MissedPoint, TimerCount};
use crate::timing::entrant_merge::{self, EntrantMerge};
use crate::timing::entrants::Entrant;
use crate::timing::entrants::Meaning;
use crate::timing::length;
use crate::timing::one_entrant::EntrantForm;
use crate::timing::setup::{Ranking, Setup};
use crate::timing::status::Override;
use crate::timing::table::columns::{self, ColumnChoice};

exports! {
    /// Everything that a column of a list of entrants can be.
    columnChoices() -> Vec<Ts<ColumnChoice>> = columns::choices::<Meaning>();

    /// The form with an entrant's values.
    entrantForm(entrant: Ts<Entrant>) -> Ts<EntrantForm> = EntrantForm::of(&entrant);

    /// Merges the form with what another person has saved; both were edited from `base`.
    entrantMerge(base: Ts<EntrantForm>, mine: Ts<EntrantForm>, theirs: Ts<EntrantForm>) -> Ts<EntrantMerge> =
        entrant_merge::merge(&base, &mine, &theirs);

    /// The counts of reads, with labels and explanations.
    readLines(counts: Ts<Counts>) -> Vec<Ts<CountLine>> = desk::read_lines(&counts);

    /// The counts of runners, with labels and explanations.
    runnerLines(counts: Ts<RunnerCounts>) -> Vec<Ts<CountLine>> = desk::runner_lines(&counts);

    /// The statuses that a person may set.
    statusChoices() -> Vec<Ts<StatusChoice>> = desk::status_choices();

    /// What is wrong with a correction before it is sent, each at its field.
    correctionCheck(asked: Ts<Asked>) -> Ts<Problems> = asked.decision().err().unwrap_or_default();

    /// The reason that a form for a correction of this kind begins with.
    correctionReason(kind: &str) -> String = correction::usual_reason(kind).to_owned();

    /// A time as a person types it, as RFC 3339: a time of the race's day, or an instant with its offset.
    timeTyped(text: &str, date: &str, zone: &str) -> Option<String> =
        draft::gun(text, date.parse::<RaceDate>().ok(), dates::zone_or_default(zone))?;

    /// An instant in epoch milliseconds as [`timeTyped`] reads it: the time of day, with its date on another day than the race's.
    timeShown(ms: f64, date: &str, zone: &str) -> String =
        draft::time_text(ms as i64, date.parse::<RaceDate>().ok(), dates::zone_or_default(zone));

    /// Whether everything at the desk is all right.
    deskGlance(looked: Ts<Looked>) -> Ts<Glance> = desk::glance(&looked);

    /// The clocks of the contests and waves at a time of the server's clock.
    raceClocks(setup: Ts<Setup>, now_ms: f64) -> Vec<Ts<RaceClock>> = desk::race_clocks(&setup, now_ms as i64);

    /// The reads of a mat in the last minutes, in words.
    matMinutes(mat: Ts<BoxCount>) -> String = desk::mat_minutes(&mat);

    /// The share of the runners that a point missed.
    missedShare(point: Ts<MissedPoint>) -> Ts<Remark> = desk::missed_share(&point);

    /// Whether a timer code counts, and what to do about it.
    timerCode(timer: Ts<TimerCount>) -> Ts<Remark> = desk::timer_code(&timer);

    /// The words about an entry by hand.
    entryWords(state: Ts<EntryState>, bib: &str, name: Option<String>, problem: &str) -> Ts<EntryWords> =
        desk::entry_words(state, bib, name.as_deref(), problem);

    /// Whether a failed request with this HTTP status is a refusal, so that sending the same again is in vain.
    isRefusal(status: Option<u16>) -> bool = desk::is_refusal(status);

    /// The sentence about a bib that nobody has.
    bibUnknown(bib: &str) -> String = desk::bib_unknown(bib);

    /// The lists of runners from which a status is set at once.
    runnerChoices(setup: Ts<Setup>) -> Vec<Ts<RunnerChoice>> = desk::runner_choices(&setup);

    /// The question before a status is set for a whole list.
    statusQuestion(count: u32, status: Option<Ts<Override>>) -> String = desk::status_question(count, status);

    /// The announcement of what others at the desk did, the newest first.
    othersChanges(changes: Vec<Ts<OthersChange>>) -> String = desk::others_changes(&changes);

    /// A typed difference of a box's clock in milliseconds.
    offsetTyped(text: &str) -> f64 = desk::offset_typed(text)? as f64;

    /// What moving a box's times does, in words.
    offsetMeaning(ms: f64) -> String = desk::offset_meaning(ms as i64);

    /// The label of a ranking.
    rankingLabel(ranking: Ts<Ranking>) -> String = ranking.label().to_owned();

    /// The value that a typed length was read as; undefined when it can't be read.
    lengthUnderstood(text: &str) -> Option<String> = length::understood(text);
}
