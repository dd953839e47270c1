//! What changed between two versions of results, so that everybody can read it.

use serde::{Deserialize, Serialize};

use super::people;
use super::published::ResultRow;
use super::words;
use crate::dates;
use crate::privacy::Shown;
use crate::timing::setup::Contest;
use crate::timing::status::Status;

/// What is said of a runner who is gone.
const TAKEN_OUT: &str = "taken out";

/// What changed about one runner.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ResultChange {
    /// The bib.
    pub bib: String,
    /// First and last name.
    pub name: String,
    /// What changed, in words: `time 1:52:11 → 1:52:40; place 12 → 14`.
    pub text: String,
    /// Whether more changed than the place, which moves when others change.
    pub own: bool,
}

impl ResultChange {
    /// The change as the public sees it. What changed may be the name itself, or the age group, so it is not told of who hides one.
    #[must_use]
    pub fn seen(self, shown: Shown) -> Self {
        let is_told = !shown.hides_something() && !self.name.is_empty();
        let text = if is_told { self.text } else { "changed".to_owned() };
        Self { name: shown.name_in_one(&self.name), text, ..self }
    }
}

/// The changes from one version's rows to the next one's: those of runners themselves first, then moved places, each in the order of
/// the new rows; those who are gone come last.
pub fn between(before: &[ResultRow], after: &[ResultRow]) -> Vec<ResultChange> {
    let mut changes: Vec<ResultChange> = Vec::new();
    let mut kept = vec![false; before.len()];
    for (row, same) in after.iter().zip(people::same(before, after)) {
        if let Some(kept) = same.and_then(|at| kept.get_mut(at)) {
            *kept = true;
        }
        match same.and_then(|at| before.get(at)) {
            None => changes.push(ResultChange { text: "added".into(), own: true, ..of(row) }),
            Some(old) => {
                let (texts, own) = differences(old, row);
                if !texts.is_empty() {
                    changes.push(ResultChange { text: texts.join("; "), own, ..of(row) });
                }
            }
        }
    }
    let gone = before.iter().zip(kept).filter(|(_, kept)| !kept).map(|(row, _)| row);
    changes.extend(gone.map(|row| ResultChange { text: TAKEN_OUT.into(), own: true, ..of(row) }));
    changes.sort_by_key(|change| !change.own);
    changes
}

fn of(row: &ResultRow) -> ResultChange {
    ResultChange {
        bib: row.bib.clone(),
        name: format!("{} {}", row.first_name, row.last_name).trim().to_owned(),
        ..ResultChange::default()
    }
}

/// How many runners are gone.
pub fn taken_out(changes: &[ResultChange]) -> usize {
    changes.iter().filter(|change| change.text == TAKEN_OUT).count()
}

/// What differs between two rows of a runner, and whether that is more than a place. A date of birth is not told.
fn differences(old: &ResultRow, new: &ResultRow) -> (Vec<String>, bool) {
    let mut texts = Vec::new();
    let mut differ = |what: &str, old: String, new: String| {
        if old != new {
            let or_none = |text: String| if text.is_empty() { "none".to_owned() } else { text };
            texts.push(format!("{what} {} → {}", or_none(old), or_none(new)));
        }
    };
    let name = |row: &ResultRow| format!("{} {}", row.first_name, row.last_name).trim().to_owned();
    differ("bib", old.bib.clone(), new.bib.clone());
    differ("name", name(old), name(new));
    differ("status", status(old.status), status(new.status));
    // A time that differs by less than a second is shown with the decimals that it takes.
    let exact = [old.official, new.official].into_iter().flatten().map(dates::result_text).collect::<Vec<_>>();
    let decimals = if exact.first() == exact.last() { 3 } else { 0 };
    let time = |ms: Option<i64>| ms.map(|ms| dates::decimals_text(ms, decimals)).unwrap_or_default();
    if old.official != new.official {
        differ("time", time(old.official), time(new.official));
    }
    let fields = [
        ("gender", &old.gender, &new.gender),
        ("age group", &old.age_group, &new.age_group),
        ("wave", &old.wave, &new.wave),
        ("team", &old.team, &new.team),
    ];
    for (what, old, new) in fields {
        differ(what, old.clone(), new.clone());
    }
    if old.official == new.official && (old.gun, old.chip) != (new.gun, new.chip) {
        texts.push("gun or chip time".to_owned());
    }
    if old.splits != new.splits {
        texts.push("splits".to_owned());
    }
    let own = !texts.is_empty();
    let place = |rank: i32| if rank > 0 { rank.to_string() } else { "none".to_owned() };
    if old.overall_rank != new.overall_rank {
        texts.push(format!("place {} → {}", place(old.overall_rank), place(new.overall_rank)));
    }
    (texts, own)
}

fn status(status: Status) -> String {
    status.label().to_owned()
}

/// What changed about the contest itself, as sentences with a blank before each; empty when nothing did.
pub fn of_contest(before: &Contest, after: &Contest) -> String {
    let mut text = String::new();
    if before.name != after.name {
        text.push_str(&format!(" {} is now {}.", before.name, after.name));
    }
    if before.ranking != after.ranking {
        text.push_str(" The ranking changed. ");
        text.push_str(words::rule(after.ranking));
    }
    if (before.distance_metres - after.distance_metres).abs() >= 0.5 {
        text.push_str(&format!(" The course is {:.0} m long, before {:.0} m.", after.distance_metres, before.distance_metres));
    }
    text
}

/// Says that only the first changes are listed, as a sentence with a blank before it; empty when all are.
pub fn unlisted(changed: usize, most: usize) -> &'static str {
    if changed > most { " Only the first of them are listed." } else { "" }
}

/// The changes as one sentence: `3 runners changed: 2 times or persons, and places behind them.`
pub fn sentence(changes: &[ResultChange]) -> String {
    let own = changes.iter().filter(|change| change.own).count();
    let moved = changes.len() - own;
    let runners = |count: usize| if count == 1 { "1 runner".to_owned() } else { format!("{count} runners") };
    match (own, moved) {
        (0, 0) => "Nothing changed.".to_owned(),
        (own, 0) => format!("{} changed.", runners(own)),
        (0, moved) => format!("The places of {} changed.", runners(moved)),
        (own, 1) => format!("{} changed, and with them the place of another one.", runners(own)),
        (own, moved) => format!("{} changed, and with them the places of {moved} others.", runners(own)),
    }
}
