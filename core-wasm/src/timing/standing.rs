//! The standing of a race: its runners as rows, in the order of the lists, and the document that is sent as
//! `GET /live/{RaceName}` (DESIGN §6).
//!
//! Runners are rows without field names and times are milliseconds from the start, so that the document stays small for ten
//! thousand runners. It contains no date of birth, nor anything else that a visitor must not see.

use std::borrow::Cow;
use std::cmp::Ordering;

use serde::ser::SerializeTuple;
use serde::{Deserialize, Serialize, Serializer};

use super::Status;
use super::columns::Columns;
use super::rank::Place;
use super::setup::{Leg, Ranking, Sport};
use crate::dates;
use crate::privacy::{NameShown, Shown};

/// The whole field, as `timing::feed` sends it and what happens after it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveDocument {
    /// The race's id, which stays when it is renamed.
    pub race_id: String,
    /// The race's name, as its page has it.
    pub race: String,
    /// The heading of the live page.
    pub event_name: String,
    /// `June 15, 2024`.
    pub race_date: String,
    /// The race's IANA zone; times of day are shown in it.
    pub time_zone: String,
    /// The field's version. A later version is a different text; nothing else may be concluded from the text.
    pub version: String,
    /// Whether results may still change; they may until the company publishes them.
    pub provisional: bool,
    /// When the field last changed, in epoch milliseconds.
    pub updated_at: i64,
    /// The contests in the order of the setup; rows refer to them by index.
    pub contests: Vec<LiveContest>,
    /// The labels of the age groups; rows refer to them by index.
    pub age_groups: Vec<String>,
    /// The runners, without their places, which whoever receives them counts.
    pub runners: Columns,
    /// The number of each runner, ascending; empty when the first is 0 and none is missing. A runner keeps it within an epoch.
    pub numbers: Vec<u32>,
}

impl LiveDocument {
    /// The position of the runner with this number.
    pub fn position_of(&self, number: u32) -> Option<usize> {
        if self.numbers.is_empty() {
            usize::try_from(number).ok().filter(|position| *position < self.runners.len())
        } else {
            self.numbers.binary_search(&number).ok()
        }
    }
}

/// The number of the version in `since`, however it is written; `None` unless it has the epoch of the newest
/// `version` and is not later than it.
pub fn number_since(version: &str, since: &str) -> Option<u64> {
    numbers(version, since).filter(|(newest, number)| number <= newest).map(|(_, number)| number)
}

/// The number of the version in `since` if it is later than the newest `version` here and of the same epoch: another server told it.
pub fn later_number(version: &str, since: &str) -> Option<u64> {
    numbers(version, since).filter(|(newest, number)| number > newest).map(|(_, number)| number)
}

/// The numbers of two versions of one epoch.
fn numbers(version: &str, since: &str) -> Option<(u64, u64)> {
    let (epoch, newest) = version.rsplit_once('-')?;
    Some((newest.parse().ok()?, since.strip_prefix(epoch)?.strip_prefix('-')?.parse().ok()?))
}

/// The fields of a contest that a screen needs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LiveContest {
    /// The contest's name, which is also the value of the distance filter.
    pub name: String,
    /// Length in metres.
    pub distance_metres: f64,
    /// The first gun in epoch milliseconds, once it is set.
    pub gun: Option<i64>,
    /// The waves, to which rows refer by index; empty when the contest has one wave only.
    #[serde(default)]
    pub waves: Vec<LiveWave>,
    /// Which time is official.
    pub ranking: Ranking,
    /// The kind of sport.
    pub sport: Sport,
    /// The points on the course.
    pub splits: Vec<LivePoint>,
    /// The discipline of the last stretch.
    pub finish_leg: Leg,
    /// The name of the leg that ends at the finish; blank for that of its discipline.
    #[serde(default)]
    pub finish_leg_name: String,
}

impl LiveContest {
    /// The gun of a wave in epoch milliseconds, once it is set.
    pub fn gun_of(&self, wave: usize) -> Option<i64> {
        if self.waves.is_empty() { self.gun } else { self.waves.get(wave)?.gun }
    }

    /// The name of a wave; empty for the only wave of a contest.
    pub fn wave_name(&self, wave: usize) -> &str {
        self.waves.get(wave).map(|wave| wave.name.as_str()).unwrap_or_default()
    }
}

/// The fields of a wave that a screen needs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveWave {
    /// The name that is shown; unique within the contest.
    pub name: String,
    /// The gun in epoch milliseconds, once it is set.
    pub gun: Option<i64>,
}

/// The fields of a timing point that a screen needs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LivePoint {
    /// The label that is shown.
    pub label: String,
    /// The distance from the start in metres.
    pub metres: f64,
    /// The discipline of the stretch that ends here.
    pub leg: Leg,
    /// The name of the leg that the stretch belongs to; blank for that of its discipline.
    #[serde(default)]
    pub leg_name: String,
}

/// One runner. In the standings it is written as an array of the fields but the team in this order, as the runner chose to be seen; a live
/// board is sent what `timing::sent` says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Row {
    /// Unique within the race.
    pub bib: Box<str>,
    /// The first name; "Bib 1234" when no name is known.
    pub first_name: Box<str>,
    /// The last name; empty when it is not known.
    pub last_name: Box<str>,
    /// The team's name; empty when there is none.
    pub team: Box<str>,
    /// `m`, `f`, `a` (Non-Binary) or empty.
    pub gender: Cow<'static, str>,
    /// The index of the age group; −1 when the age is not known.
    pub group: i32,
    /// The index of the contest.
    pub contest: usize,
    /// The runner's status.
    pub status: Status,
    /// The runner's own start, in milliseconds after the gun of the own wave; negative when the runner left with an earlier wave.
    pub start: Option<i64>,
    /// The splits, in milliseconds after the own start; one for each split of the contest.
    pub splits: Box<[Option<i64>]>,
    /// The finish, in milliseconds after the own start.
    pub finish: Option<i64>,
    /// The overall rank, −1 for none.
    pub overall_rank: i32,
    /// The rank within the gender, −1 for none.
    pub gender_rank: i32,
    /// The rank within the gender and age group, −1 for none.
    pub group_rank: i32,
    /// A combination of the constants below.
    pub flags: u16,
    /// The index of the wave in the contest; 0 when the contest has one wave only.
    pub wave: usize,
    /// How many of the same gender and age group are ahead who hide the age. It is sent to nobody.
    pub hidden_ahead: u16,
}

/// The longest time that a board keeps, in milliseconds: 24 days.
pub(super) const LONGEST: i64 = i32::MAX as i64;

impl Row {
    /// A time is faster than any human; the runner is not ranked until a person has decided.
    pub const SUSPICIOUS: u16 = 1;
    /// The start was not read; the gun is the start.
    pub const START_ASSUMED: u16 = 2;
    /// The gun time is official.
    pub const BY_GUN: u16 = 4;
    /// The runner left with an earlier wave and is timed from that crossing, until a person decides otherwise.
    pub const EARLIER_WAVE: u16 = 8;
    /// The runner was read at the start only before it opened; the gun is the start.
    pub const READ_BEFORE: u16 = 16;
    /// The finish misses most points of the course; the runner is not ranked until a person has decided.
    pub const WAITING: u16 = 32;
    /// The official time is shown with tenths: another one looks the same in whole seconds and has another rank.
    pub const TENTHS: u16 = 64;
    /// The runner was read on the course but has no start: the gun is not set, or was set too late.
    pub const NOT_OPENED: u16 = 128;
    /// The official time is shown with hundredths, since tenths look the same too; together with [`Self::TENTHS`], with thousandths.
    pub const HUNDREDTHS: u16 = 256;
    /// The runner is private: what is sent to the public has no name.
    pub const PRIVATE: u16 = 512;
    /// What is sent to the public has the initials only.
    pub const INITIALS: u16 = 1024;
    /// What is sent to the public has neither the age group nor a place in it.
    pub const NO_AGE: u16 = 2048;
    /// The flags that say what the public sees.
    pub const OF_SHOWN: u16 = Self::PRIVATE | Self::INITIALS | Self::NO_AGE;

    /// The flags of starts about which a person decides.
    pub(super) const OF_START: u16 = Self::EARLIER_WAVE | Self::READ_BEFORE;
    /// The flags that a place sets.
    pub(super) const OF_PLACE: u16 = Self::BY_GUN | Self::TENTHS | Self::HUNDREDTHS;
    /// The flags that the ranking of the contest sets.
    pub(super) const OF_RANKING: u16 = Self::OF_PLACE | Self::WAITING;

    /// Adds a passing: of the start (0), a split (from 1 on) or the finish (the number after the last split), at a time in epoch
    /// milliseconds; `gun` is that of the own wave. A passing before the start is read has no effect.
    pub fn pass(&mut self, gun: i64, point: usize, at: i64) {
        // A board keeps no longer times.
        let kept = |time: i64| time.clamp(-LONGEST, LONGEST);
        let after_gun = kept(at.saturating_sub(gun));
        let after_start = self.start.map(|start| kept(after_gun.saturating_sub(start)));
        match point.checked_sub(1) {
            None => self.start = Some(after_gun),
            Some(split) => match self.splits.get_mut(split) {
                Some(split) => *split = after_start,
                None => self.finish = after_start,
            },
        }
        if !self.status.is_set() {
            self.status = Status::reached(self.start.is_some(), self.last_split().is_some(), self.finish.is_some());
        }
    }

    /// Writes a place into the row.
    pub fn set_place(&mut self, place: Place) {
        let ranks = place.ranks;
        (self.overall_rank, self.gender_rank, self.group_rank) = (ranks.overall, ranks.gender, ranks.group);
        self.hidden_ahead = place.hidden_ahead;
        self.flags = self.flags & !Self::OF_PLACE | Self::flags_of(place);
    }

    /// The flags that a place sets.
    pub fn flags_of(place: Place) -> u16 {
        let Place { ranks, decimals, .. } = place;
        let [tenths, hundredths] = [decimals & 1 > 0, decimals & 2 > 0];
        let flags = [(ranks.by_gun, Self::BY_GUN), (tenths, Self::TENTHS), (hundredths, Self::HUNDREDTHS)];
        flags.into_iter().filter(|(set, _)| *set).fold(0, |flags, (_, flag)| flags | flag)
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// The time from the gun to the finish, in milliseconds. For a runner who left with an earlier wave it is the time from the own
    /// start: the own gun was fired later.
    pub fn gun_time(&self) -> Option<i64> {
        Some(self.start?.max(0).saturating_add(self.finish?))
    }

    /// The official time, in milliseconds.
    pub fn official(&self) -> Option<i64> {
        if self.has(Self::BY_GUN) { self.gun_time() } else { self.finish }
    }

    /// A time to the finish as it is shown: rounded up to whole seconds, or with the decimals that decided the place.
    pub fn time_text(&self, ms: i64) -> String {
        dates::decimals_text(ms, self.decimals())
    }

    /// With how many decimals of a second a time to the finish is shown.
    pub fn decimals(&self) -> usize {
        usize::from(self.has(Self::TENTHS)) + 2 * usize::from(self.has(Self::HUNDREDTHS))
    }

    /// The flags that say what the public sees.
    pub fn flags_of_shown(shown: Shown) -> u16 {
        let name = match shown.name {
            NameShown::Whole => 0,
            NameShown::Initials => Self::INITIALS,
            NameShown::Hidden => Self::PRIVATE,
        };
        if shown.hides_age { name | Self::NO_AGE } else { name }
    }

    /// What the public sees.
    pub fn shown(&self) -> Shown {
        Shown::of(self.has(Self::PRIVATE), self.has(Self::INITIALS), self.has(Self::NO_AGE))
    }

    /// The first and the last name as the public sees them.
    pub fn public_name(&self) -> (Cow<'_, str>, Cow<'_, str>) {
        self.shown().names(&self.first_name, &self.last_name)
    }

    /// The team as the public sees it; empty when there is none.
    pub fn public_team(&self) -> &str {
        if self.shown().hides_person() { "" } else { &self.team }
    }

    /// The index of the age group as the public sees it; −1 when there is none.
    pub fn public_group(&self) -> i32 {
        if self.has(Self::NO_AGE) { -1 } else { self.group }
    }

    /// The rank within the gender and age group as the public sees it, −1 for none. Nobody counts who hides the age, since a gap, or
    /// the places that change when one of them passes, would tell the group; published results count everybody.
    pub fn public_group_rank(&self) -> i32 {
        if self.has(Self::NO_AGE) || self.group_rank < 0 { -1 } else { self.group_rank - i32::from(self.hidden_ahead) }
    }

    /// The time at a split, or at the finish for the index after the last split, in milliseconds after the own start.
    pub fn time_at(&self, point: usize) -> Option<i64> {
        if point == self.splits.len() { self.finish } else { self.splits.get(point).copied().flatten() }
    }

    /// The last split that was read: its index, and its time in milliseconds after the own start.
    pub fn last_split(&self) -> Option<(usize, i64)> {
        self.splits.iter().enumerate().rev().find_map(|(i, at)| at.map(|at| (i, at)))
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_tuple(15)?;
        let (first_name, last_name) = self.public_name();
        row.serialize_element(&self.bib)?;
        row.serialize_element(&first_name)?;
        row.serialize_element(&last_name)?;
        row.serialize_element(&self.gender)?;
        row.serialize_element(&self.public_group())?;
        row.serialize_element(&self.contest)?;
        row.serialize_element(&self.status)?;
        row.serialize_element(&self.start)?;
        row.serialize_element(&self.splits)?;
        row.serialize_element(&self.finish)?;
        row.serialize_element(&self.overall_rank)?;
        row.serialize_element(&self.gender_rank)?;
        row.serialize_element(&self.public_group_rank())?;
        row.serialize_element(&self.flags)?;
        row.serialize_element(&self.wave)?;
        row.end()
    }
}

/// A gender as a row has it: the usual ones take no memory of their own.
pub(super) fn gender_text(gender: &str) -> Cow<'static, str> {
    let usual = ["", "m", "f", "a"].into_iter().find(|usual| *usual == gender);
    usual.map_or_else(|| Cow::Owned(gender.to_owned()), Cow::Borrowed)
}

/// The order of the finished list: by contest, then by rank; then runners without a rank, and last those with the status DNF, DQ
/// or DNS.
pub fn finished_order(a: &Row, b: &Row) -> Ordering {
    let key = |row: &Row| {
        let rank = u32::try_from(row.overall_rank).unwrap_or(u32::MAX);
        (row.contest, row.status.is_set(), rank, row.official().unwrap_or(i64::MAX))
    };
    key(a).cmp(&key(b)).then_with(|| bib_order(&a.bib, &b.bib))
}

/// The order of the active list: by contest, then by the last point reached, farthest first, then by the time there; never by the
/// number of reads (TIMING). Then runners who have not started, and last those with the status DNF, DQ or DNS.
pub fn active_order(contests: &[LiveContest], a: &Row, b: &Row) -> Ordering {
    let key = |row: &Row| (row.contest, active_key(contests, row));
    key(a).cmp(&key(b)).then_with(|| bib_order(&a.bib, &b.bib))
}

/// What the runners of a contest are sorted by in the active list, before their bibs: whether they are out, whether they have not started, the
/// number of the last point reached, and the time there.
pub(crate) fn active_key(contests: &[LiveContest], row: &Row) -> (bool, bool, std::cmp::Reverse<usize>, i64) {
    let contest = contests.get(row.contest);
    let by_gun = contest.is_some_and(|contest| contest.ranking == Ranking::Gun);
    let (reached, since_start) = row.last_split().map_or((0, 0), |(i, at)| (i + 1, at));
    let started = || {
        let gun = contest.and_then(|contest| Some(contest.gun_of(row.wave)?.saturating_sub(contest.gun?)));
        row.start.map_or(i64::MAX / 2, |start| start.saturating_add(gun.unwrap_or_default()))
    };
    // Runners who have only started are ordered by the time of day of their starts.
    let time = match reached {
        0 => started(),
        _ if by_gun => row.start.unwrap_or_default().max(0).saturating_add(since_start),
        _ => since_start,
    };
    (row.status.is_set(), row.start.is_none(), std::cmp::Reverse(reached), time)
}

/// The order of bibs: numbers by value, then other texts alphabetically.
pub fn bib_order(a: &str, b: &str) -> Ordering {
    let key = |bib: &str| bib.parse::<u64>().map_or((1, 0), |number| (0, number));
    key(a).cmp(&key(b)).then_with(|| a.cmp(b))
}
