//! The sentences about imports: `(code, sentence)`.

use crate::results::words::Words;

/// 400 for a file without a line that is a result.
pub const NOTHING_TO_IMPORT: Words = ("NOTHING_TO_IMPORT", "No line of the file is a result, so there is nothing to import.");
/// 409 for a file that would make other results than in its dry run.
pub const IMPORT_CHANGED: Words =
    ("IMPORT_CHANGED", "Meanwhile the results would be others than you saw. Check the file again, then import it.");
/// 404 for the pages of a file that the server has forgotten.
pub const NO_SUCH_IMPORT: Words = ("NO_SUCH_IMPORT", "The server does not have this file any more. Check it again.");
/// The code of 409 for a contest that is timed live.
pub const TIMED_HERE: &str = "TIMED_HERE";
/// 400 for a race without a date.
pub const NO_RACE_DATE: Words = ("NO_RACE_DATE", "Set the race's date first: ages and the order of races depend on it.");

/// The question before a file replaces results that are timed here.
pub fn timed_here(contest: &str, lines: usize) -> String {
    let lines = crate::timing::entrants::words::counted(lines, "result", "results");
    format!("{contest} is timed here and has {lines} of its own. Publish those instead, or import the file all the same.")
}
