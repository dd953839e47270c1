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

/// 400 for a race that has not been.
pub const NOT_YET: Words = ("NOT_YET", "This race has not been yet. Set its date if it is wrong, then import the results.");
/// The code of 409 for a file that takes runners out of the results.
pub const TAKES_OUT: &str = "TAKES_OUT";

/// The question before a file takes runners out of the results: it has fewer of them than were published.
pub fn takes_out(contest: &str, runners: usize) -> String {
    let runners = crate::timing::entrants::words::counted(
        runners,
        "runner of the published results is",
        "runners of the published results are",
    );
    format!(
        "{runners} not in the file. They stay in {contest} if the file only adds to the results, and are taken out if it is all of them."
    )
}

/// The question before a file replaces results that are timed here.
pub fn timed_here(contest: &str, lines: usize) -> String {
    let lines = crate::timing::entrants::words::counted(lines, "result", "results");
    format!("{contest} is timed here and has {lines} of its own. Publish those instead, or import the file all the same.")
}
