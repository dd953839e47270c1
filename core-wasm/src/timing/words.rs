//! The errors of the timing calls themselves: `(code, sentence)`.

/// A code for programs and a sentence for people.
pub type Words = (&'static str, &'static str);

/// 401 without a key.
pub const KEY_NEEDED: Words = ("KEY_NEEDED", "Send a timing key of this race: Authorization: Bearer <key>.");
/// 401 for a key that does not exist, belongs to another race, or was revoked.
pub const KEY_WRONG: Words =
    ("KEY_WRONG", "This timing key is not one of this race, or it was revoked. Make a new one at the timing desk.");
/// 404 for an unknown key.
pub const NO_SUCH_KEY: Words = ("NO_SUCH_KEY", "This race has no such timing key.");
/// 404 for an unknown contest.
pub const NO_SUCH_CONTEST: Words = ("NO_SUCH_CONTEST", "This race's timing setup has no contest of this name.");
/// 404 for an unknown wave.
pub const NO_SUCH_WAVE: Words = ("NO_SUCH_WAVE", "This contest has no wave of this name.");
/// 400 for a gun without a wave in a contest with waves.
pub const WAVE_NEEDED: Words = ("WAVE_NEEDED", "This contest has waves. Say whose gun it is.");
/// 404 for an unknown entrant.
pub const NO_SUCH_ENTRANT: Words = ("NO_SUCH_ENTRANT", "This race has no entrant with this bib.");
/// 404 for an unknown change of entrants.
pub const NO_SUCH_CHANGE: Words = ("NO_SUCH_CHANGE", "This race has no such change of its entrants.");
/// 404 for a list whose dry run is too long ago.
pub const NO_SUCH_PREVIEW: Words = ("NO_SUCH_PREVIEW", "The server does not have this list any more. Check it again.");
/// 409 for a list that would change something else than in its dry run.
pub const LIST_CHANGED: Words = (
    "LIST_CHANGED",
    "The entrants have changed since this list was checked. Check it again, and look at what it would change now.",
);
/// 409 for an entrant whom somebody else has changed.
pub const ENTRANT_CHANGED: Words =
    ("ENTRANT_CHANGED", "Somebody else changed this entrant meanwhile. Open it again to see how it is now.");
/// 409 for a change that was undone before.
pub const UNDONE_ALREADY: Words = ("UNDONE_ALREADY", "This change was undone already.");
/// 409 with the reason why a change can't be undone.
pub const NOTHING_TO_UNDO: &str = "NOTHING_TO_UNDO";
/// 400 for a start of nothing, or of too much.
pub const NO_GUNS: Words = ("NO_GUNS", "Say which contests or waves are started.");
/// 400 for a press whose key is blank or too long.
pub const BAD_PRESS: Words = ("BAD_PRESS", "The key of a press has 1 to 64 characters.");
/// The code of 409 for a gun where another one stands.
pub const GUN_STANDS: &str = "GUN_STANDS";
/// The code of 409 for a gun on another day than the race's, until a person has confirmed it.
pub const GUN_OTHER_DAY: &str = "GUN_OTHER_DAY";
/// 400 for a new run under another name than the race's.
pub const RUN_NAME: Words = ("RUN_NAME", "This is not the name of the race. Type the name as it stands above.");
/// 409 for a run that can't be taken back.
pub const RUN_STAYS: Words = (
    "RUN_STAYS",
    "This run can't be taken back: it has reads or corrections, it is the first one, or another one counts by now.",
);
/// 400 for a missing or too long label of a key.
pub const LABEL_NEEDED: Words = ("LABEL_NEEDED", "Say what the key is for, in at most 100 characters.");
/// 400 for a bib that is blank or too long.
pub const NO_BIB: Words = ("NO_BIB", "Name the runner by a bib of at most 20 characters.");
/// 400 for an unknown status.
pub const UNKNOWN_STATUS: Words = ("UNKNOWN_STATUS", "The status is DNF, DQ, DNS or null.");
/// 404 for a bib or chip that nobody has and that was never read.
pub const NO_SUCH_RUNNER: Words = ("NO_SUCH_RUNNER", "Nobody has this bib, and it was never read.");
/// 409 for a correction with the id of another one.
pub const CORRECTION_KEY_USED: Words =
    ("CORRECTION_KEY_USED", "Another correction was sent with this id. Nothing was changed; send it with an id of its own.");
/// 404 for an unknown read.
pub const NO_SUCH_READ: Words = ("NO_SUCH_READ", "This run has no such read.");
/// 404 for an unknown correction.
pub const NO_SUCH_CORRECTION: Words = ("NO_SUCH_CORRECTION", "This run has no such correction.");
/// 409 for a correction that was taken back before.
pub const TAKEN_BACK: Words = ("TAKEN_BACK", "Somebody took this back before.");
/// 409 for a setup that was edited from another version than the current one.
pub const SETUP_CHANGED: Words =
    ("SETUP_CHANGED", "Somebody else changed this race's setup meanwhile. Look at what they changed, then save again.");
/// 409 for a timing point that another race takes from the same address.
pub const POINT_TAKEN: &str = "POINT_TAKEN";

/// The sentence of [`POINT_TAKEN`].
pub fn point_taken(point: &str, race: &str) -> String {
    format!("{race} takes the timing point \"{point}\" from the same address.")
}
