use super::Part;
use crate::dates::RaceDate;
use crate::editor::create::{self, CreateForm};
use crate::error::Problems;
use crate::race::Race;

/// Returns everything wrong with a part of a race after an edit: the problems that the create form would have, so that both use
/// the same rules and sentences.
///
/// `today` is the date at the race's place; `extra_hosts` is as in [`crate::race::embed::parse`].
pub fn check(part: Part, after: &Race, today: RaceDate, extra_hosts: &[String]) -> Problems {
    let mut problems = create::check(&CreateForm::of(after), today, extra_hosts);
    problems.0.retain(|problem| {
        let field = problem.field.split('.').next().unwrap_or_default();
        part.form_fields().any(|name| name == field)
    });
    problems
}
