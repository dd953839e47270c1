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
/// 400 for a missing or too long label of a key.
pub const LABEL_NEEDED: Words = ("LABEL_NEEDED", "Say what the key is for, in at most 100 characters.");
/// 400 for a bib that is blank or too long.
pub const NO_BIB: Words = ("NO_BIB", "Name the runner by a bib of at most 20 characters.");
/// 400 for an unknown status.
pub const UNKNOWN_STATUS: Words = ("UNKNOWN_STATUS", "The status is DNF, DQ, DNS or null.");
/// 409 for a setup that was edited from another version than the current one.
pub const SETUP_CHANGED: Words =
    ("SETUP_CHANGED", "Somebody else changed this race's setup meanwhile. Look at what they changed, then save again.");
/// 409 for a timing point that another race takes from the same address.
pub const POINT_TAKEN: &str = "POINT_TAKEN";

/// The sentence of [`POINT_TAKEN`].
pub fn point_taken(point: &str, race: &str) -> String {
    format!("{race} takes the timing point \"{point}\" from the same address.")
}
