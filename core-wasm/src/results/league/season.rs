//! The standings of a season, from the results of its contests.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::identity::{Decision, Identity, Persons};
use super::settings::{LeagueSettings, PlaceOf};
use super::titles::RaceCounts;
use crate::dates::RaceDate;
use crate::privacy::Shown;
use crate::timing::age;
use crate::timing::setup::Sport;

/// A contest of the season whose results are published.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LeagueContest {
    /// The race's opaque id.
    pub race_id: String,
    /// The contest's name.
    pub contest: String,
    /// As [`crate::results::distance::label`].
    pub distance: String,
    /// The sport.
    pub sport: Sport,
    /// The day of the race, ISO.
    pub date: String,
}

/// A line of a contest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LeagueRow {
    /// Who it is.
    #[serde(flatten)]
    pub who: Identity,
    /// The index of its contest.
    pub contest: usize,
    /// Its position among the lines of the contest.
    pub position: i64,
    /// `m`, `f`, `a` or empty.
    pub gender: String,
    /// The label of the age group in the race; may be empty.
    pub age_group: String,
    /// Whether the runner finished: DNF, DQ and DNS did not.
    pub finished: bool,
    /// Among all, −1 for none.
    pub overall_rank: i32,
    /// Within the gender, −1 for none.
    pub gender_rank: i32,
}

/// What becomes of a result in the standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = LeagueUse))]
#[serde(rename_all = "camelCase")]
pub enum Use {
    /// Its points count.
    Counts,
    /// Others have more points, and as many as count.
    Dropped,
    /// Another distance of the same race has more points.
    SameRace,
    /// The runner did not finish, or has no place.
    NoPlace,
}

/// A result of a person in the standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeagueResult {
    /// The index of its contest.
    pub contest: usize,
    /// Its position among the lines of the contest.
    pub position: i64,
    /// The place that gave the points; 0 without one.
    pub place: u32,
    /// The points of the place.
    pub points: u32,
    /// What becomes of it.
    pub used: Use,
}

/// A person in the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The opaque ids of the person's results of the season, that of the first race first: it names the person in addresses.
    pub public_ids: Vec<String>,
    /// `m`, `f`, `a` or empty: as in the latest race.
    pub gender: String,
    /// The label of the age group of the season; may be empty.
    pub age_group: String,
    /// The sum of the points that count.
    pub points: u32,
    /// How many races the person finished.
    pub races: u32,
    /// Among all; −1 while there are too few races.
    pub place: i32,
    /// Within the gender, −1 for none.
    pub gender_place: i32,
    /// Within the gender and age group, −1 for none.
    pub group_place: i32,
    /// The results, the latest race first.
    pub results: Vec<LeagueResult>,
    /// How many races the person finished over the usual distances.
    pub counts: RaceCounts,
}

impl Standing {
    /// The standing without its age group, when its reader does not see that.
    #[must_use]
    pub fn seen(mut self, shown: Shown) -> Self {
        if shown.hides_age {
            self.age_group.clear();
            self.group_place = -1;
        }
        self
    }

    fn counted(&self) -> impl Iterator<Item = &LeagueResult> {
        self.results.iter().filter(|result| result.used == Use::Counts)
    }
}

/// The standings of a year, by place; those without a place last, in the same order.
///
/// A person's points are the sum of those of the best races ([`LeagueSettings`]); of two distances of one race the one with more points
/// stays. Whoever has points has a standing. Ties are decided by [`compare`].
pub fn standings(
    settings: &LeagueSettings,
    year: i32,
    contests: &[LeagueContest],
    rows: &[LeagueRow],
    known: &[Identity],
    decisions: &[(i64, Decision)],
) -> Vec<Standing> {
    let counting: Vec<bool> = contests.iter().map(|one| settings.counts(&one.race_id, &one.contest, one.sport)).collect();
    let rows: Vec<&LeagueRow> = rows.iter().filter(|row| counting.get(row.contest) == Some(&true)).collect();
    // A decision may name a result of another year, by which later results of the same person are known.
    let persons = Persons::of(rows.iter().map(|row| &row.who).chain(known), decisions);
    let mut of_person: BTreeMap<usize, Vec<&LeagueRow>> = BTreeMap::new();
    for row in rows {
        if let Some(person) = persons.person(&row.who.public_id) {
            of_person.entry(person).or_default().push(row);
        }
    }
    let standing = |rows: Vec<&LeagueRow>| standing(settings, year, contests, rows);
    let mut all: Vec<Standing> = of_person.into_values().map(standing).filter(|standing| standing.points > 0).collect();
    let is_ranked = |standing: &Standing| standing.races >= settings.needed;
    all.sort_by(|a, b| {
        let order = is_ranked(b).cmp(&is_ranked(a)).then_with(|| compare(contests, a, b));
        order.then_with(|| a.public_ids.first().cmp(&b.public_ids.first()))
    });
    give_places(contests, &mut all, is_ranked);
    all
}

/// The order of two persons: more points; then the better places of the races that count, the best ones first, and more of them; then the
/// more recent race, and the better place there. Who is equal in all of it shares a place.
pub fn compare(contests: &[LeagueContest], a: &Standing, b: &Standing) -> Ordering {
    let places = |standing: &Standing| {
        let mut places: Vec<u32> = standing.counted().map(|result| result.place).collect();
        places.sort_unstable();
        // A missing place is behind every place.
        places.push(u32::MAX);
        places
    };
    let recent = |standing: &Standing| {
        let date = |result: &LeagueResult| contests.get(result.contest).map(|one| one.date.clone()).unwrap_or_default();
        standing.counted().map(|result| (Reverse(date(result)), result.place)).collect::<Vec<_>>()
    };
    b.points.cmp(&a.points).then_with(|| places(a).cmp(&places(b))).then_with(|| recent(a).cmp(&recent(b)))
}

fn standing(settings: &LeagueSettings, year: i32, contests: &[LeagueContest], mut rows: Vec<&LeagueRow>) -> Standing {
    let contest = |row: &LeagueRow| contests.get(row.contest);
    let date = |row: &LeagueRow| contest(row).map_or("", |one| one.date.as_str());
    rows.sort_by(|a, b| date(b).cmp(date(a)).then_with(|| (a.contest, a.position).cmp(&(b.contest, b.position))));
    let mut results: Vec<LeagueResult> = rows.iter().map(|row| result(settings, contests, row)).collect();
    choose(settings.best, contests, &mut results);
    let mut counts = RaceCounts::default();
    for row in rows.iter().filter(|row| row.finished) {
        counts.add(contest(row).map_or("", |one| one.distance.as_str()));
    }
    let races = results.iter().filter(|result| matches!(result.used, Use::Counts | Use::Dropped)).count();
    let mut public_ids: Vec<String> = Vec::new();
    for row in rows.iter().rev() {
        if !public_ids.contains(&row.who.public_id) {
            public_ids.push(row.who.public_id.clone());
        }
    }
    Standing {
        public_ids,
        gender: rows.iter().map(|row| &row.gender).find(|gender| !gender.is_empty()).cloned().unwrap_or_default(),
        age_group: age_group(settings, year, &rows),
        points: results.iter().filter(|result| result.used == Use::Counts).map(|result| result.points).sum(),
        races: u32::try_from(races).unwrap_or(u32::MAX),
        place: -1,
        gender_place: -1,
        group_place: -1,
        results,
        counts,
    }
}

fn result(settings: &LeagueSettings, contests: &[LeagueContest], row: &LeagueRow) -> LeagueResult {
    let rank = match settings.place {
        PlaceOf::Gender if !row.gender.is_empty() => row.gender_rank,
        _ => row.overall_rank,
    };
    let place = u32::try_from(rank).unwrap_or_default();
    let has_points = row.finished && place > 0;
    let distance = contests.get(row.contest).map_or("", |one| one.distance.as_str());
    LeagueResult {
        contest: row.contest,
        position: row.position,
        place: if has_points { place } else { 0 },
        points: if has_points { settings.points_of(place, distance) } else { 0 },
        used: if has_points { Use::Counts } else { Use::NoPlace },
    }
}

/// Decides which results of a person count: of each race one, and of these the best ones. Among equal points the better place counts, then
/// the later race.
fn choose(best: u32, contests: &[LeagueContest], results: &mut [LeagueResult]) {
    let mut order: Vec<usize> = (0..results.len()).collect();
    // The results come latest first, which decides when points and places are equal.
    order.sort_by_key(|at| results.get(*at).map(|result| (Reverse(result.points), result.place)));
    let mut races: Vec<&str> = Vec::new();
    let mut counted = 0;
    for at in order {
        let Some(result) = results.get_mut(at).filter(|result| result.used != Use::NoPlace) else { continue };
        let race = contests.get(result.contest).map_or("", |one| one.race_id.as_str());
        result.used = if races.contains(&race) {
            Use::SameRace
        } else if counted < best {
            counted += 1;
            Use::Counts
        } else {
            Use::Dropped
        };
        races.push(race);
    }
}

/// The age group of the season: by the date of birth, or else that of the latest race, where it is one of the spec's (SPEC §9).
fn age_group(settings: &LeagueSettings, year: i32, rows: &[&LeagueRow]) -> String {
    let born = rows.iter().find_map(|row| row.who.dob.as_deref()?.parse::<RaceDate>().ok());
    let label = match (born, settings.age_day.of(year)) {
        (Some(born), Some(day)) => {
            age::on_race_day(born.naive(), day.naive()).and_then(|age| age::GROUPS.get(age::group(age)).copied())
        }
        _ => rows.iter().find_map(|row| age::GROUPS.into_iter().find(|group| *group == row.age_group)),
    };
    label.unwrap_or_default().to_owned()
}

/// Gives the places among all, within the gender, and within gender and age group.
fn give_places(contests: &[LeagueContest], all: &mut [Standing], is_ranked: impl Fn(&Standing) -> bool) {
    // Of each list: how many are in it, the last one, and the last one's place.
    let mut lists: HashMap<(String, String), (i32, usize, i32)> = HashMap::new();
    for at in 0..all.len() {
        let Some(one) = all.get(at).filter(|one| is_ranked(one)) else { break };
        let (gender, group) = (one.gender.clone(), one.age_group.clone());
        let mut next = |gender: &str, group: &str| {
            let list = lists.entry((gender.to_owned(), group.to_owned())).or_insert((0, at, 0));
            list.0 += 1;
            let shares = all.get(list.1).is_some_and(|last| list.2 > 0 && compare(contests, last, one) == Ordering::Equal);
            *list = (list.0, at, if shares { list.2 } else { list.0 });
            list.2
        };
        let place = next("", "");
        let gender_place = if gender.is_empty() { -1 } else { next(&gender, "") };
        let group_place = if gender.is_empty() || group.is_empty() { -1 } else { next(&gender, &group) };
        if let Some(one) = all.get_mut(at) {
            (one.place, one.gender_place, one.group_place) = (place, gender_place, group_place);
        }
    }
}
