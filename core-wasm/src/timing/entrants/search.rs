//! Finds entrants at the desk.

use serde::{Deserialize, Serialize};

use super::Entrant;
use super::words::{counted, listed};
use crate::text;
use crate::timing::plan::{check_wave, contest_of};
use crate::timing::setup::Setup;

/// The maximum number of entrants of one answer.
pub const LONGEST_PAGE: usize = 200;

/// Entrants that were found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = FoundEntrants))]
pub struct Found {
    /// How many were found.
    pub total: usize,
    /// Some of them.
    pub entrants: Vec<Entrant>,
}

/// The entrants whose bib, name or chip has every word; the one with exactly this bib first.
pub fn find(all: Vec<Entrant>, words: &str, offset: usize, limit: usize) -> Found {
    let exact = words.trim().to_owned();
    let matches = |entrant: &Entrant| {
        let chips: Vec<&str> = entrant.worn_chips().map(|(chip, ..)| chip).collect();
        text::matches_search(&[&entrant.bib, " ", &entrant.full_name(), " ", &chips.join(" ")].concat(), words)
    };
    let mut found: Vec<Entrant> = all.into_iter().filter(matches).collect();
    // Bibs that are numbers in the order of the numbers.
    let place = |entrant: &Entrant| {
        let number = entrant.bib.parse::<u64>().unwrap_or(u64::MAX);
        (entrant.bib != exact, number, entrant.bib.clone())
    };
    crate::order::sort_by_key(&mut found, place);
    Found { total: found.len(), entrants: found.into_iter().skip(offset).take(limit.min(LONGEST_PAGE)).collect() }
}

/// What is wrong with entrants as a whole: some are in contests or waves that the setup does not have.
pub fn stray(entrants: &[Entrant], setup: &Setup) -> Option<String> {
    if setup.contests.is_empty() {
        return None;
    }
    let strays: Vec<&Entrant> = entrants.iter().filter(|entrant| contest_of(entrant, setup).is_err()).collect();
    let mut contests: Vec<String> =
        strays.iter().map(|entrant| entrant.contest.clone()).filter(|name| !name.is_empty()).collect();
    contests.sort_unstable();
    contests.dedup();
    let are = counted(strays.len(), "entrant is in no contest of the setup", "entrants are in no contest of the setup");
    let in_contests = match (strays.is_empty(), contests.is_empty()) {
        (true, _) => None,
        (false, true) => Some(format!("{are} and will have no time.")),
        (false, false) => Some(format!("{are} and will have no time: {}.", listed(&contests))),
    };
    let without_wave = entrants.iter().filter(|entrant| check_wave(entrant, setup).is_err()).count();
    let in_waves = (without_wave > 0).then(|| {
        let are = counted(without_wave, "entrant is in no wave of a contest", "entrants are in no wave of their contests");
        format!("{are} and will be timed from the gun of the first wave.")
    });
    let sentences: Vec<String> = in_contests.into_iter().chain(in_waves).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}
