//! Contests and waves that a new setup gives another name: their entrants keep them.

use super::entrants::Entrant;
use super::history;
use super::plan::EntrantChange;
use super::setup::{Contest, Setup, Wave};

/// The entrants of one contest or wave that has another name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    /// What was renamed, and how many entrants it concerns, as a sentence.
    pub summary: String,
    /// The changes of the entrants; not empty.
    pub changes: Vec<EntrantChange>,
}

/// Whether the two setups have the same names, so that [`follow`] changes nobody.
pub fn is_same_names(old: &Setup, new: &Setup) -> bool {
    let names = |contest: &Contest| {
        let waves = contest.waves.iter().map(|wave| (wave.name.clone(), wave.wave_names.clone()));
        (contest.name.clone(), waves.collect::<Vec<_>>())
    };
    old.contests.iter().map(names).eq(new.contests.iter().map(names))
}

/// The changes of entrants that a new setup asks for, to be made one after another: first those of contests, then those of waves.
pub fn follow(old: &Setup, new: &Setup, mut entrants: Vec<Entrant>) -> Vec<Renamed> {
    let contests = renames(old, new);
    let mut followed = Vec::new();
    let mut take = |from: &str, to: &str, is_meant: &dyn Fn(&Entrant) -> bool, rename: &dyn Fn(&mut Entrant)| {
        let changes: Vec<EntrantChange> = entrants
            .iter_mut()
            .filter(|entrant| is_meant(entrant))
            .map(|entrant| {
                let before = entrant.clone();
                rename(entrant);
                EntrantChange { before: Some(before), after: Some(entrant.clone()) }
            })
            .collect();
        if !changes.is_empty() {
            followed.push(Renamed { summary: history::renamed(from, to, changes.len()), changes });
        }
    };
    for (from, to) in &contests {
        let is_in = |entrant: &Entrant| entrant.contest.trim().eq_ignore_ascii_case(from.trim());
        take(from, to, &is_in, &|entrant| to.clone_into(&mut entrant.contest));
    }
    for (at, before) in old.contests.iter().enumerate() {
        let name = contests.iter().find(|(from, _)| *from == before.name).map_or(&before.name, |(_, to)| to);
        let Some(now) = new.contest_named(name).and_then(|now| new.contests.get(now)) else { continue };
        for (place, wave) in before.waves.iter().enumerate() {
            let Some(to) = wave_now(before, place, wave, now) else { continue };
            // The contest by the new name or, without one in the list, by the bib.
            let is_in = |entrant: &Entrant| match entrant.contest.as_str() {
                "" => old.contest_of(&entrant.bib) == Some(at),
                contest => contest.trim().eq_ignore_ascii_case(now.name.trim()),
            };
            let is_meant = |entrant: &Entrant| {
                let said = entrant.wave.as_deref().filter(|said| now.wave_named(said).is_none());
                is_in(entrant) && said.and_then(|said| before.wave_named(said)) == Some(place)
            };
            let from = format!("{} ({})", wave.name.trim(), now.name.trim());
            take(&from, &to.name, &is_meant, &|entrant| entrant.wave = Some(to.name.clone()));
        }
    }
    followed
}

/// The wave of the new contest that an old contest's wave is: the one of its name, or a new one with everything else the same, or a new
/// one with the same bibs at the same place of lists of equal length.
fn wave_now<'a>(before: &Contest, place: usize, wave: &Wave, now: &'a Contest) -> Option<&'a Wave> {
    let is_new = |other: &&Wave| before.wave_named(&other.name).is_none();
    let is_same = |other: &&Wave| Wave { name: wave.name.clone(), ..(*other).clone() } == *wave;
    let named = now.wave_named(&wave.name).and_then(|at| now.waves.get(at));
    named.or_else(|| now.waves.iter().filter(is_new).find(is_same)).or_else(|| {
        let at_place = now.waves.get(place).filter(|_| now.waves.len() == before.waves.len());
        at_place.filter(is_new).filter(|other| other.bibs == wave.bibs)
    })
}

/// The contests that have another name in the new setup: the old name and the new one.
///
/// A contest has no identity but its name, so a name that is gone and a name that is new belong together when everything else is the
/// same, or when both stand at the same place of lists of equal length and have the same distance.
pub fn renames(old: &Setup, new: &Setup) -> Vec<(String, String)> {
    let gone = |contest: &&Contest| new.contest_named(&contest.name).is_none();
    let mut free: Vec<(usize, &Contest)> =
        new.contests.iter().enumerate().filter(|(_, contest)| old.contest_named(&contest.name).is_none()).collect();
    let mut found = Vec::new();
    let is_same = |a: &Contest, b: &Contest| {
        let mut named = b.clone();
        a.name.clone_into(&mut named.name);
        a == &named
    };
    let mut left: Vec<(usize, &Contest)> = Vec::new();
    for (at, contest) in old.contests.iter().enumerate().filter(|(_, contest)| gone(contest)) {
        match free.iter().position(|(_, other)| is_same(contest, other)) {
            Some(same) => found.push((contest.name.clone(), free.swap_remove(same).1.name.clone())),
            None => left.push((at, contest)),
        }
    }
    if old.contests.len() == new.contests.len() {
        for (at, contest) in left {
            let alike =
                |(place, other): &(usize, &Contest)| *place == at && is_near(contest.distance_metres, other.distance_metres);
            if let Some(same) = free.iter().position(alike) {
                found.push((contest.name.clone(), free.swap_remove(same).1.name.clone()));
            }
        }
    }
    found
}

/// Whether two distances are the same to a centimetre.
fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.01
}
