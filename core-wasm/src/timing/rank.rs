//! Ranks of one contest's finishers.
//!
//! The finishers of a contest stand in one order, and every rank is counted down that order: overall, within the gender (m, f and a
//! alike), and within the age group of the same gender, for which road races give age-group medals (USATF 245; SPEC §9 names the
//! groups, not the gender). So ranks never contradict one another: the better of two women overall is the better woman. A runner
//! without a known gender has no gender rank and no age-group rank; a runner without a known age has no age-group rank.
//!
//! | ranking | the one order |
//! |---|---|
//! | gun | by gun time |
//! | chip | by chip time |
//! | hybrid | the first three over the line and the first three of each gender by gun time; after them everybody else by chip time |
//!
//! Order is by unrounded time (DESIGN §5); equal times share a rank and the following ranks are skipped: 1, 2, 2, 4.

mod list;

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};

pub(crate) use list::{Finish, RankedList};

use super::setup::Ranking;

/// The number of finishers that a hybrid contest ranks by gun time, overall and of each gender.
pub const HYBRID_BY_GUN: usize = 3;

/// A finisher, in the form that the ranking uses. Runners who are not ranked are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Finisher {
    /// Milliseconds from the gun.
    pub gun: i64,
    /// Milliseconds from the runner's own start.
    pub chip: i64,
    /// `m`, `f` or `a`; empty when not known.
    pub gender: Box<str>,
    /// The age group's number, where the age is known.
    pub group: Option<usize>,
    /// Whether others do not learn the age group; it changes no rank.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub hides_age: bool,
}

/// A finisher's ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Ranks {
    /// Among all finishers of the contest.
    pub overall: i32,
    /// Among the same gender; −1 when it is not known.
    pub gender: i32,
    /// Among the same gender and age group; −1 when either is not known.
    pub group: i32,
    /// Whether the official time is the gun time.
    pub by_gun: bool,
}

impl Ranks {
    /// The ranks of a runner who is not ranked.
    pub const NONE: Self = Self { overall: -1, gender: -1, group: -1, by_gun: false };
}

/// A finisher's ranks, and how the official time is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The ranks.
    pub ranks: Ranks,
    /// With how many decimals of a second the official time is shown: as many as it takes to tell it from another finisher's that
    /// has another rank; mostly none.
    pub decimals: u8,
    /// How many of the same gender and age group are ahead who hide the age: who does not know their group counts this many too few.
    pub hidden_ahead: u16,
}

impl Place {
    /// The place of a runner who is not ranked.
    pub const NONE: Self = Self { ranks: Ranks::NONE, decimals: 0, hidden_ahead: 0 };
}

/// Returns the ranks of the finishers, in the same order.
pub fn rank<F: Borrow<Finisher>>(ranking: Ranking, finishers: &[F]) -> Vec<Ranks> {
    places(ranking, finishers).into_iter().map(|place| place.ranks).collect()
}

/// Returns with how many decimals of a second each finisher's official time is shown, in the same order.
pub fn decimals<F: Borrow<Finisher>>(ranking: Ranking, finishers: &[F]) -> Vec<u8> {
    places(ranking, finishers).into_iter().map(|place| place.decimals).collect()
}

/// Returns the places of the finishers, in the same order.
pub fn places<F: Borrow<Finisher>>(ranking: Ranking, finishers: &[F]) -> Vec<Place> {
    let mut places = vec![Place::NONE; finishers.len()];
    let all = finishers.iter().enumerate().map(|(id, finisher)| (id, Some(finisher.borrow())));
    for (id, place) in Order::new(ranking).update(all) {
        if let Some(known) = places.get_mut(id) {
            *known = place;
        }
    }
    places
}

/// The one order of a contest's finishers, each with a number of the caller's. It is kept between changes, so that a change of few
/// finishers costs one pass over the others and no sorting.
#[derive(Debug, Clone, Default)]
pub struct Order {
    ranking: Ranking,
    /// In the order of the ranking.
    entries: Vec<Entry>,
}

impl Order {
    /// An order without finishers.
    pub fn new(ranking: Ranking) -> Self {
        Self { ranking, entries: Vec::new() }
    }

    /// Adds, changes and removes (`None`) finishers; returns the places that differ now, and those of all added and changed ones.
    pub fn update<'a>(&mut self, changes: impl Iterator<Item = (usize, Option<&'a Finisher>)>) -> Vec<(usize, Place)> {
        let (mut ids, mut added) = (Vec::new(), Vec::new());
        for (id, finisher) in changes {
            ids.push(id);
            added.extend(finisher.map(|finisher| Entry::new(id, finisher)));
        }
        ids.sort_unstable();
        self.entries.retain(|entry| ids.binary_search(&entry.id).is_err());
        self.entries.append(&mut added);
        let hybrid = self.ranking == Ranking::Hybrid;
        let third = if hybrid { thirds_by_gun(&self.entries) } else { [i64::MIN; CLASSES] };
        for entry in &mut self.entries {
            entry.by_gun = match self.ranking {
                Ranking::Gun => true,
                Ranking::Chip => false,
                Ranking::Hybrid => entry.classes().any(|class| third.get(class).is_some_and(|third| entry.gun <= *third)),
            };
        }
        // A stable sort: the entries that were there are in order already.
        self.entries.sort_by_key(|entry| entry.key(hybrid));
        self.count_down(hybrid)
    }

    /// Counts every rank down the order; returns the places that changed.
    fn count_down(&mut self, hybrid: bool) -> Vec<(usize, Place)> {
        let decimals = decimals_needed(&self.entries, hybrid);
        let mut overall = Counter::default();
        let mut genders: [(Counter, Vec<Group>); CLASSES] = Default::default();
        let mut changed = Vec::new();
        for (entry, decimals) in self.entries.iter_mut().zip(decimals) {
            let (after, time, _) = entry.key(hybrid);
            let mut ranks = Ranks { overall: overall.next((after, time)), by_gun: entry.by_gun, ..Ranks::NONE };
            let mut hidden_ahead = 0;
            if let Some((gender, groups)) = genders.get_mut(entry.gender).filter(|_| entry.gender > 0) {
                ranks.gender = gender.next((after, time));
                if let Some(group) = entry.group.map(usize::from) {
                    if groups.len() <= group {
                        groups.resize_with(group + 1, Group::default);
                    }
                    if let Some(group) = groups.get_mut(group) {
                        ranks.group = group.all.next((after, time));
                        hidden_ahead = group.hidden.ahead((after, time));
                        if entry.hides_age {
                            group.hidden.next((after, time));
                        }
                    }
                }
            }
            let place = Place { ranks, decimals, hidden_ahead };
            if entry.place != place {
                entry.place = place;
                changed.push((entry.id, place));
            }
        }
        changed
    }
}

/// The classes of finishers in which the first three by gun count: all, and each gender.
const CLASSES: usize = 5;

/// A finisher in the order.
#[derive(Debug, Clone)]
struct Entry {
    id: usize,
    gun: i64,
    chip: i64,
    /// 0 when it is not known.
    gender: usize,
    group: Option<u16>,
    hides_age: bool,
    by_gun: bool,
    place: Place,
}

impl Entry {
    fn new(id: usize, finisher: &Finisher) -> Self {
        let gender = gender_code(&finisher.gender);
        let group = finisher.group.map(|group| u16::try_from(group).unwrap_or(u16::MAX));
        let Finisher { gun, chip, hides_age, .. } = *finisher;
        Self { id, gun, chip, gender, group, hides_age, by_gun: false, place: Place::NONE }
    }

    /// The classes that the finisher is in: all finishers, and the gender.
    fn classes(&self) -> impl Iterator<Item = usize> + use<> {
        std::iter::once(0).chain((self.gender > 0).then_some(self.gender))
    }

    /// What the order goes by: in a hybrid contest whether the runner comes after those by gun, the official time, and the number.
    fn key(&self, hybrid: bool) -> (bool, i64, usize) {
        (hybrid && !self.by_gun, if self.by_gun { self.gun } else { self.chip }, self.id)
    }

    /// The official time.
    fn official(&self) -> i64 {
        if self.by_gun { self.gun } else { self.chip }
    }

    /// The official time in units of so many milliseconds, rounded up as it is shown. The unit is a constant so that it costs no
    /// division.
    fn shown<const UNIT: i64>(&self) -> i64 {
        let time = self.official();
        time.div_euclid(UNIT) + i64::from(time.rem_euclid(UNIT) > 0)
    }
}

/// The number of a gender among the classes; 0 when it is not known.
pub(crate) fn gender_code(gender: &str) -> usize {
    match gender {
        "" => 0,
        "m" => 1,
        "f" => 2,
        "a" => 3,
        _ => 4,
    }
}

/// The gun times of the first three finishers by gun in each class.
#[derive(Debug, Clone)]
struct First([[i64; HYBRID_BY_GUN]; CLASSES]);

impl Default for First {
    fn default() -> Self {
        Self([[i64::MAX; HYBRID_BY_GUN]; CLASSES])
    }
}

impl First {
    /// Takes the gun time of a finisher of the class into account.
    fn add(&mut self, class: usize, gun: i64) {
        let Some(first) = self.0.get_mut(class) else { return };
        let at = first.partition_point(|other| *other <= gun);
        if let Some(later) = first.get_mut(at..) {
            later.rotate_right(usize::from(!later.is_empty()));
            later.iter_mut().take(1).for_each(|place| *place = gun);
        }
    }

    /// The gun time of the third of the class. Those who share it are among the first three.
    fn third(&self, class: usize) -> i64 {
        self.0.get(class).and_then(|first| first.last()).copied().unwrap_or(i64::MAX)
    }
}

/// The gun time of the third finisher by gun in each class.
fn thirds_by_gun(entries: &[Entry]) -> [i64; CLASSES] {
    let mut first = First::default();
    for entry in entries {
        entry.classes().for_each(|class| first.add(class, entry.gun));
    }
    std::array::from_fn(|class| first.third(class))
}

/// Counts places down an order: equal times share a place, and the next place counts everyone before.
#[derive(Debug, Default)]
struct Counter {
    counted: i32,
    last: Option<((bool, i64), i32)>,
}

impl Counter {
    fn next(&mut self, key: (bool, i64)) -> i32 {
        self.counted = self.counted.saturating_add(1);
        let place = self.last.filter(|(before, _)| *before == key).map_or(self.counted, |(_, place)| place);
        self.last = Some((key, place));
        place
    }

    /// How many of those counted are before this key.
    fn ahead(&self, key: (bool, i64)) -> u16 {
        let ahead = self.last.filter(|(before, _)| *before == key).map_or(self.counted, |(_, place)| place - 1);
        u16::try_from(ahead).unwrap_or(u16::MAX)
    }
}

/// The counters of an age group: of all finishers in it, and of those who hide the age.
#[derive(Debug, Default)]
struct Group {
    all: Counter,
    hidden: Counter,
}

/// For each entry of an order, with how many decimals of a second its official time is shown.
fn decimals_needed(entries: &[Entry], hybrid: bool) -> Vec<u8> {
    let mut needed = vec![0; entries.len()];
    let by_gun = if hybrid { entries.partition_point(|entry| entry.by_gun) } else { entries.len() };
    let (first, rest) = entries.split_at(by_gun);
    let (first_needed, rest_needed) = needed.split_at_mut(by_gun);
    tell_apart::<1000>(first, first_needed);
    tell_apart::<1000>(rest, rest_needed);
    for (entry, needed) in first.iter().zip(first_needed) {
        *needed = tell_from::<1000>(entry, rest, rest_needed).max(*needed);
    }
    needed
}

/// Adds a decimal to the times of a sorted part that look the same in this unit and are not, and goes on with the next unit.
fn tell_apart<const UNIT: i64>(entries: &[Entry], needed: &mut [u8]) {
    let mut needed = needed;
    for alike in entries.chunk_by(|a, b| a.shown::<UNIT>() == b.shown::<UNIT>()) {
        let Some((here, after)) = std::mem::take(&mut needed).split_at_mut_checked(alike.len()) else { return };
        needed = after;
        if alike.first().map(Entry::official) != alike.last().map(Entry::official) {
            here.iter_mut().for_each(|needed| *needed += 1);
            match UNIT {
                1000 => tell_apart::<100>(alike, here),
                100 => tell_apart::<10>(alike, here),
                _ => {}
            }
        }
    }
}

/// In a hybrid contest a time by gun and one by chip may look the same too, and their places differ even when they are equal. Gives
/// those of the sorted part that look like this one the decimals that it takes, and returns these.
fn tell_from<const UNIT: i64>(entry: &Entry, part: &[Entry], needed: &mut [u8]) -> u8 {
    let shown = entry.shown::<UNIT>();
    let from = part.partition_point(|other| other.shown::<UNIT>() < shown);
    let to = part.partition_point(|other| other.shown::<UNIT>() <= shown);
    let (Some(alike), Some(here)) = (part.get(from..to), needed.get_mut(from..to)) else { return 0 };
    let decimals = match UNIT {
        1000 => 1,
        100 => 2,
        _ => 3,
    };
    // Equal times look the same with any decimals.
    if alike.is_empty() || (decimals > 1 && alike.iter().all(|other| other.official() == entry.official())) {
        return 0;
    }
    here.iter_mut().for_each(|needed| *needed = decimals.max(*needed));
    let finer = match UNIT {
        1000 => tell_from::<100>(entry, alike, here),
        100 => tell_from::<10>(entry, alike, here),
        _ => 0,
    };
    finer.max(decimals)
}
