//! One line for each runner: bibs that stand twice, and bibs for those who have none.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::line::Line;
use super::{Became, FileLine, Options};
use crate::text;
use crate::timing::entrants::quoted;

/// Refuses lines whose bib another line or another contest's runner has, and makes bibs for lines without one.
pub(super) fn check(lines: &mut [FileLine], options: &Options<'_>) {
    let mut first: HashMap<String, usize> = HashMap::new();
    for at in 0..lines.len() {
        let Some(line) = lines.get(at).filter(|line| is_kept(line) && !line.line.bib.is_empty()) else { continue };
        let bib = line.line.bib.clone();
        let reason = match first.get(&bib).and_then(|first| lines.get(*first)) {
            Some(before) if before.line == line.line => Some(format!("This is line {} again.", before.number)),
            Some(before) => Some(format!("Line {} has the bib {} already.", before.number, quoted(&bib))),
            None => options.elsewhere.get(&bib).and_then(|(contest, name)| {
                let same = text::fold(name) == text::fold(&line.line.name());
                (!same).then(|| format!("The bib {} is that of {name} in the results of {contest}.", quoted(&bib)))
            }),
        };
        match (reason, lines.get_mut(at)) {
            (Some(reason), Some(line)) => line.became = Became::Refused(reason),
            _ => {
                first.entry(bib).or_insert(at);
            }
        }
    }
    number(lines, options);
}

fn is_kept(line: &FileLine) -> bool {
    line.became == Became::Row(usize::MAX)
}

/// Gives a bib to each line without one: made of the contest, the name and the gender, so that the next import of a corrected file
/// gives the runner the same one. Those who share all of these are told apart by age, then by their order in the file.
fn number(lines: &mut [FileLine], options: &Options<'_>) {
    let contest = options.setup.contests.get(options.contest).map(|contest| contest.name.as_str()).unwrap_or_default();
    let mut without: Vec<usize> =
        lines.iter().enumerate().filter(|(_, line)| is_kept(line) && line.line.bib.is_empty()).map(|(at, _)| at).collect();
    let by = |at: &usize| lines.get(*at).map(|line| (person(&line.line), line.line.dob.clone(), line.line.age, line.number));
    without.sort_by_cached_key(by);
    let mut taken: std::collections::HashSet<String> = lines
        .iter()
        .filter(|line| is_kept(line))
        .map(|line| line.line.bib.clone())
        .chain(options.elsewhere.keys().cloned())
        .collect();
    let (mut last, mut same) = (None, 0);
    for at in without {
        let Some(line) = lines.get_mut(at) else { continue };
        let person = person(&line.line);
        same = if last.as_ref() == Some(&person) { same + 1 } else { 0 };
        let mut salt = same;
        line.line.bib = loop {
            let bib = made(contest, &person, salt);
            if taken.insert(bib.clone()) {
                break bib;
            }
            salt += 1000;
        };
        line.is_numbered = true;
        last = Some(person);
    }
}

/// What tells a runner without a bib from others.
fn person(line: &Line) -> (String, String, String) {
    (text::fold(&line.last), text::fold(&line.first), line.gender.clone())
}

/// `N` and seven digits of the hash: no race has such bibs, and a hundred thousand of them hardly meet.
fn made(contest: &str, (last, first, gender): &(String, String, String), same: u32) -> String {
    let hash = Sha256::digest([contest, last, first, gender, &same.to_string()].join("\u{1f}"));
    let number = hash.iter().take(4).fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
    format!("N{:07}", number % 10_000_000)
}
