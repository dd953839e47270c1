//! Ranks of one contest's finishers.
//!
//! Ranks are computed from unrounded times (DESIGN §5); equal times share a rank and the following ranks are skipped: 1, 2, 2, 4.
//! There are three ranks: overall, within the gender (m, f and a alike), and within the age group of the same gender, for which
//! road races give age-group medals (USATF 245; SPEC §9 names the groups, not the gender). A runner without a known gender has no
//! gender rank and no age-group rank; a runner without a known age has no age-group rank.
//!
//! | ranking | official time of a runner | order overall and within the gender |
//! |---|---|---|
//! | gun | gun | by gun time |
//! | chip | chip | by chip time |
//! | hybrid | gun for the first three over the line, overall and of each gender; chip for the rest | those three by gun, then the rest by official time |
//!
//! In a hybrid contest age groups are ranked by chip time, as in most US road races (TIMING).

use serde::{Deserialize, Serialize};

use super::setup::Ranking;

/// The number of finishers that a hybrid contest ranks by gun time.
pub const HYBRID_BY_GUN: u32 = 3;

/// A finisher, in the form that the ranking uses. Runners who are not ranked are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Finisher {
    /// Milliseconds from the gun.
    pub gun: i64,
    /// Milliseconds from the runner's own start.
    pub chip: i64,
    /// `m`, `f` or `a`; empty when not known.
    pub gender: String,
    /// The age group's number, where the age is known.
    pub group: Option<usize>,
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

/// Returns the ranks of the finishers, in the same order.
pub fn rank(ranking: Ranking, finishers: &[Finisher]) -> Vec<Ranks> {
    let all: Vec<usize> = (0..finishers.len()).collect();
    let genders = classes(finishers, |f| (!f.gender.is_empty()).then(|| f.gender.clone()));
    let groups = classes(finishers, |f| f.group.filter(|_| !f.gender.is_empty()).map(|group| (f.gender.clone(), group)));
    let at = |i: usize| finishers.get(i).cloned().unwrap_or_default();

    // For hybrid: the places by gun, overall and within each gender.
    let by_gun = |members: &[usize]| places(members, |i| (0, at(i).gun));
    let mut official_gun = vec![ranking == Ranking::Gun; finishers.len()];
    if ranking == Ranking::Hybrid {
        for class in std::iter::once(&all).chain(&genders) {
            for (i, place) in by_gun(class) {
                if let Some(gun) = official_gun.get_mut(i) {
                    *gun |= place <= HYBRID_BY_GUN;
                }
            }
        }
    }
    let is_gun = |i: usize| official_gun.get(i).copied().unwrap_or_default();
    let official = |i: usize| if is_gun(i) { at(i).gun } else { at(i).chip };

    let mut ranks: Vec<Ranks> = all.iter().map(|i| Ranks { by_gun: is_gun(*i), ..Ranks::NONE }).collect();
    let mut set = |members: &[usize], first: bool, field: fn(&mut Ranks) -> &mut i32| {
        let key: Vec<(usize, (u8, i64))> = if ranking == Ranking::Hybrid && first {
            by_gun(members)
                .into_iter()
                .map(|(i, place)| (i, if place <= HYBRID_BY_GUN { (0, at(i).gun) } else { (1, official(i)) }))
                .collect()
        } else if ranking == Ranking::Hybrid {
            members.iter().map(|i| (*i, (0, at(*i).chip))).collect()
        } else {
            members.iter().map(|i| (*i, (0, official(*i)))).collect()
        };
        for (i, place) in places_of(key) {
            if let Some(ranks) = ranks.get_mut(i) {
                *field(ranks) = i32::try_from(place).unwrap_or(i32::MAX);
            }
        }
    };
    set(&all, true, |r| &mut r.overall);
    genders.iter().for_each(|members| set(members, true, |r| &mut r.gender));
    groups.iter().for_each(|members| set(members, false, |r| &mut r.group));
    ranks
}

/// Groups the finishers that have the same key; finishers without a key are in no group.
fn classes<K: Ord>(finishers: &[Finisher], of: impl Fn(&Finisher) -> Option<K>) -> Vec<Vec<usize>> {
    let mut classes = std::collections::BTreeMap::<K, Vec<usize>>::new();
    for (i, finisher) in finishers.iter().enumerate() {
        if let Some(key) = of(finisher) {
            classes.entry(key).or_default().push(i);
        }
    }
    classes.into_values().collect()
}

fn places<K: Ord + Copy>(members: &[usize], key: impl Fn(usize) -> K) -> Vec<(usize, u32)> {
    places_of(members.iter().map(|i| (*i, key(*i))).collect())
}

/// Places by ascending key; equal keys share a place, and the next place counts everyone before: 1, 2, 2, 4.
fn places_of<K: Ord + Copy>(mut keys: Vec<(usize, K)>) -> Vec<(usize, u32)> {
    keys.sort_by_key(|(_, key)| *key);
    let mut last: Option<(K, u32)> = None;
    let mut counted = 0;
    keys.into_iter()
        .map(|(i, key)| {
            counted += 1;
            let place = last.filter(|(before, _)| *before == key).map_or(counted, |(_, place)| place);
            last = Some((key, place));
            (i, place)
        })
        .collect()
}
