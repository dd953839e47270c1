//! The finishers of one contest in the order of the finished list, in which a place is counted when it is asked for.
//!
//! [`Order`](super::Order) tells which places a change has changed, and passes over all finishers for that. A board shows few places at a
//! time: here a change costs what changed, and a place costs a search. Both go by the same rules.

use super::{First, Place, Ranks, gender_code};
use crate::sorted::{Item, SortedList, above, ordered, time_of};
use crate::timing::setup::Ranking;
use crate::timing::standing::Row;

/// Whoever is ranked by gun time before the others of a hybrid contest; in another contest everybody who is ranked.
const FIRST: u8 = 0;
/// The others who are ranked, in a hybrid contest.
const AFTER: u8 = 1;
const NOT_RANKED: u8 = 2;
const OUT: u8 = 3;

/// The index of the age group of who has none.
const NO_GROUP: u16 = u16::MAX;

/// A finisher, ranked or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Finish {
    at: u32,
    bib: u32,
    gun: i64,
    chip: i64,
    /// The index of the age group; [`NO_GROUP`] without one.
    group: u16,
    gender: u8,
    /// The part of the list of who is not ranked, else [`AFTER`]; whether a ranked one is among the first says [`Entry::part`].
    part: u8,
}

impl Finish {
    /// The finish of a row, with the row's number and the place of its bib among all bibs; `None` when it has none.
    pub(crate) fn of(row: &Row, at: u32, bib: u32) -> Option<Self> {
        let chip = row.finish?;
        let is_ranked = row.start.is_some() && !row.has(Row::SUSPICIOUS) && !row.has(Row::WAITING);
        let part = match (row.status.is_set(), is_ranked) {
            (true, _) => OUT,
            (_, false) => NOT_RANKED,
            _ => AFTER,
        };
        let group = u16::try_from(row.public_group()).unwrap_or(NO_GROUP);
        let gender = u8::try_from(gender_code(&row.gender)).unwrap_or_default();
        Some(Self { at, bib, gun: row.gun_time().unwrap_or(chip), chip, gender, group, part })
    }

    fn is_ranked(&self) -> bool {
        self.part < NOT_RANKED
    }

    fn classes(&self) -> impl Iterator<Item = usize> + use<> {
        std::iter::once(0).chain((self.gender > 0).then_some(usize::from(self.gender)))
    }
}

/// A finisher at a place of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Entry {
    /// What a place is counted by: the part and the official time, as one number.
    key: u64,
    finish: Finish,
}

impl Entry {
    fn part(&self) -> u8 {
        u8::try_from(above(self.key)).unwrap_or(u8::MAX)
    }

    /// The official time.
    fn time(&self) -> i64 {
        time_of(self.key)
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.key, self.finish.bib).cmp(&(other.key, other.finish.bib))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Item for Entry {
    fn kinds(&self) -> [Option<u16>; 2] {
        if !self.finish.is_ranked() || self.finish.gender == 0 {
            return [None, None];
        }
        let group = Some(self.finish.group).filter(|group| *group != NO_GROUP);
        [Some(of_gender(self.finish.gender)), group.map(|group| of_group(self.finish.gender, group))]
    }
}

fn of_gender(gender: u8) -> u16 {
    u16::from(gender)
}

/// Race-day groups are few; a number that no setup has is counted with the last.
fn of_group(gender: u8, group: u16) -> u16 {
    5 + group.min(999) * 4 + u16::from(gender - 1)
}

/// The finishers of one contest.
#[derive(Debug, Clone, Default)]
pub(crate) struct RankedList {
    ranking: Ranking,
    first: First,
    list: SortedList<Entry>,
}

impl RankedList {
    /// The list of these finishers.
    pub(crate) fn new(ranking: Ranking, finishes: Vec<Finish>) -> Self {
        let mut new = Self { ranking, ..Self::default() };
        finishes.iter().for_each(|finish| new.take_first(finish));
        new.list = SortedList::new(finishes.into_iter().map(|finish| new.entry(finish)).collect());
        new
    }

    /// The numbers of the finishers in their order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.list.iter().map(|entry| entry.finish.at)
    }

    /// The number of finishers.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// What the list is sorted by.
    pub(crate) fn key(&self, finish: &Finish) -> (u8, i64, u32) {
        let entry = self.entry(*finish);
        (entry.part(), entry.time(), finish.bib)
    }

    /// Adds a finisher.
    pub(crate) fn insert(&mut self, finish: Finish) {
        self.take_first(&finish);
        let entry = self.entry(finish);
        self.list.insert(entry);
        if self.ranking == Ranking::Hybrid && entry.part() == FIRST {
            // Who is no longer among the first three.
            let first = self.list.iter().take_while(|entry| entry.part() == FIRST).copied();
            let moved = first.filter(|entry| self.entry(entry.finish).part() != FIRST).collect();
            self.move_again(moved);
        }
    }

    /// Takes a finisher out.
    pub(crate) fn remove(&mut self, finish: &Finish) {
        let entry = self.entry(*finish);
        self.list.remove(&entry);
        if self.ranking == Ranking::Hybrid && entry.part() == FIRST {
            let mut first = First::default();
            for entry in self.list.iter().filter(|entry| entry.finish.is_ranked()) {
                entry.finish.classes().for_each(|class| first.add(class, entry.finish.gun));
            }
            self.first = first;
            let moved = self.list.iter().copied().filter(|entry| self.entry(entry.finish).part() != entry.part()).collect();
            self.move_again(moved);
        }
    }

    fn move_again(&mut self, moved: Vec<Entry>) {
        for entry in moved {
            self.list.remove(&entry);
            self.list.insert(self.entry(entry.finish));
        }
    }

    fn take_first(&mut self, finish: &Finish) {
        if finish.is_ranked() && self.ranking == Ranking::Hybrid {
            finish.classes().for_each(|class| self.first.add(class, finish.gun));
        }
    }

    fn entry(&self, finish: Finish) -> Entry {
        let by_gun = match self.ranking {
            Ranking::Gun => true,
            Ranking::Chip => false,
            Ranking::Hybrid => finish.classes().any(|class| finish.gun <= self.first.third(class)),
        };
        let (part, time) = match finish.is_ranked() {
            false => (finish.part, finish.chip),
            true if by_gun => (FIRST, finish.gun),
            true if self.ranking == Ranking::Hybrid => (AFTER, finish.chip),
            true => (FIRST, finish.chip),
        };
        Entry { key: ordered(part.into(), time), finish }
    }

    /// The place of a finisher of the list.
    pub(crate) fn place(&self, finish: &Finish) -> Place {
        if !finish.is_ranked() {
            return Place::NONE;
        }
        let entry = self.entry(*finish);
        let before = |kind| {
            let before = self.list.before(|other| other.key < entry.key, kind);
            i32::try_from(before).unwrap_or(i32::MAX).saturating_add(1)
        };
        let by_gun = match self.ranking {
            Ranking::Gun => true,
            Ranking::Chip => false,
            Ranking::Hybrid => entry.part() == FIRST,
        };
        let mut ranks = Ranks { overall: before(None), by_gun, ..Ranks::NONE };
        if let [Some(gender), group] = entry.kinds() {
            ranks.gender = before(Some(gender));
            ranks.group = group.map_or(-1, |group| before(Some(group)));
        }
        Place { ranks, decimals: self.decimals(&entry), hidden_ahead: 0 }
    }

    /// With how many decimals the official time is shown (`decimals_needed` has the rule).
    fn decimals(&self, entry: &Entry) -> u8 {
        let own = self.decimals_within(entry);
        let across = match (self.ranking, entry.part()) {
            (Ranking::Hybrid, FIRST) => self.decimals_across(entry, None),
            (Ranking::Hybrid, _) => {
                let first = self.list.iter().take_while(|first| first.part() == FIRST);
                first.map(|first| self.decimals_across(first, Some(entry))).max().unwrap_or_default()
            }
            _ => 0,
        };
        own.max(across)
    }

    /// The decimals that tell a time from the others of its part.
    fn decimals_within(&self, entry: &Entry) -> u8 {
        let mut decimals = 0;
        for unit in UNITS {
            match self.alike(entry.part(), entry.time(), unit) {
                Some((from, to)) if from != to => decimals += 1,
                _ => break,
            }
        }
        decimals
    }

    /// The decimals that tell the time by gun of one of the first from those by chip; only from a certain one, if there is `of`.
    fn decimals_across(&self, first: &Entry, of: Option<&Entry>) -> u8 {
        let mut decimals = 0;
        for (needed, unit) in (1..).zip(UNITS) {
            if of.is_some_and(|of| shown(of.time(), unit) != shown(first.time(), unit)) {
                break;
            }
            match self.alike(AFTER, first.time(), unit) {
                // Equal times look the same with any decimals.
                Some(times) if needed == 1 || times != (first.time(), first.time()) => decimals = needed,
                _ => break,
            }
        }
        decimals
    }

    /// The earliest and the latest time of a part that look like a time in this unit.
    fn alike(&self, part: u8, time: i64, unit: i64) -> Option<(i64, i64)> {
        let latest = shown(time, unit).saturating_mul(unit);
        let [from, to] = [latest.saturating_sub(unit), latest].map(|time| ordered(part.into(), time));
        let first = self.list.next(|entry| entry.key <= from).filter(|first| first.key <= to)?;
        let last = self.list.last(|entry| entry.key <= to).filter(|last| last.part() == part)?;
        Some((first.time(), last.time()))
    }
}

/// The units of which each shows one decimal more, in milliseconds.
const UNITS: [i64; 3] = [1000, 100, 10];

/// A time in a unit, rounded up as it is shown.
fn shown(time: i64, unit: i64) -> i64 {
    time.div_euclid(unit) + i64::from(time.rem_euclid(unit) > 0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::{Finisher, places};
    use super::*;
    use crate::timing::Status;

    /// Rows whose times often look the same, and whose gun times are not in the order of the chip times.
    fn row(n: u32) -> Row {
        let scattered = i64::from(n.wrapping_mul(2_654_435_761) >> 8);
        let gender = match scattered % 9 {
            0 => "",
            1 => "a",
            2..=4 => "m",
            _ => "f",
        };
        Row {
            gender: gender.into(),
            group: i32::try_from(scattered % 5).unwrap_or_default() - 1,
            start: (scattered % 31 > 0).then_some(scattered / 7 % 3 * 995),
            finish: Some(1_800_000 + scattered / 11 % 40 * 37),
            status: if scattered % 23 == 0 { Status::Dq } else { Status::Finished },
            flags: if scattered % 19 == 0 { Row::WAITING } else { 0 },
            ..Row::default()
        }
    }

    fn finisher(row: &Row) -> Option<Finisher> {
        let is_ranked = !row.status.is_set() && !row.has(Row::WAITING);
        let gun = row.gun_time().filter(|_| is_ranked)?;
        let group = usize::try_from(row.group).ok();
        Some(Finisher { gun, chip: row.finish?, gender: (&*row.gender).into(), group, hides_age: false })
    }

    #[test]
    fn places_are_those_of_the_whole_order_after_every_change() {
        for ranking in [Ranking::Gun, Ranking::Chip, Ranking::Hybrid] {
            let mut list = RankedList::new(ranking, Vec::new());
            let mut rows: BTreeMap<u32, Row> = BTreeMap::new();
            for n in 0..900u32 {
                let at = n.wrapping_mul(40_503) % 350;
                match rows.remove(&at) {
                    Some(row) => list.remove(&Finish::of(&row, at, at).unwrap()),
                    None => {
                        let row = row(n);
                        list.insert(Finish::of(&row, at, at).unwrap());
                        rows.insert(at, row);
                    }
                }
                if n % 7 > 0 && n > 60 {
                    continue;
                }
                let ranked: Vec<(u32, Finisher)> = rows.iter().filter_map(|(at, row)| Some((*at, finisher(row)?))).collect();
                let finishers: Vec<&Finisher> = ranked.iter().map(|(_, finisher)| finisher).collect();
                let wanted: BTreeMap<u32, Place> = ranked.iter().map(|(at, _)| *at).zip(places(ranking, &finishers)).collect();
                for (at, row) in &rows {
                    let place = list.place(&Finish::of(row, *at, *at).unwrap());
                    assert_eq!(place, wanted.get(at).copied().unwrap_or(Place::NONE), "{ranking:?} {n} {at}");
                }
                let fresh = RankedList::new(ranking, rows.iter().filter_map(|(at, row)| Finish::of(row, *at, *at)).collect());
                assert!(list.iter().eq(fresh.iter()) && list.len() == rows.len());
            }
        }
    }
}
