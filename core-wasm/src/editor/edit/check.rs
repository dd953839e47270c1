use super::Part;
use crate::dates::RaceDate;
use crate::editor::create::{self, CreateForm};
use crate::error::Problems;
use crate::race::schedule::can_remove_row;
use crate::race::{DistanceStart, Race};
use crate::text;

/// Returns everything wrong with a part of a race after an edit: the problems that the create form would have, so that both use
/// the same rules and sentences; and a distance of the header without a name, which a page would show as an empty label.
///
/// `today` is the date at the race's place; `extra_hosts` is as in [`crate::race::embed::parse`].
pub fn check(part: Part, after: &Race, today: RaceDate, extra_hosts: &[String]) -> Problems {
    let mut problems = create::check(&CreateForm::of(after), today, extra_hosts);
    problems.0.retain(|problem| {
        let field = problem.field.split('.').next().unwrap_or_default();
        part.form_fields().any(|name| name == field)
    });
    if part == Part::Header {
        check_rows(&after.distance_start_times, &mut problems);
    }
    problems
}

/// Checks what a page shows of every row: a race has at least one distance (SPEC §5), and each has a name.
fn check_rows(rows: &[DistanceStart], problems: &mut Problems) {
    if rows.is_empty() {
        problems.add("DistanceStartTimes", "no_distance", "Please add a distance.");
    }
    for (index, _) in rows.iter().enumerate().filter(|(_, row)| text::is_blank(&row.distance)) {
        let message =
            if can_remove_row(rows) { "Please name this distance, or remove it." } else { "Please name this distance." };
        problems.add(format!("DistanceStartTimes.{index}.distance"), "blank_distance", message);
    }
}
