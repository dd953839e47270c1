//! The summary of a runner's results.

use serde::Serialize;

use crate::results::age_grade::AgeGrade;
use crate::results::leaderboard::ResultLine;
use crate::results::league::titles::{Achievements, RaceCounts};

/// The last place that counts as an achievement.
const TOP: i32 = 3;
/// The most titles of a list, the latest ones.
const MOST_TITLES: usize = 50;

/// A result of a runner's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProfileResult {
    /// The published line.
    pub result: ResultLine,
    /// The code of the certificate, of a finish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The age grade, where the loaded table has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age_grade: Option<AgeGrade>,
}

/// The best time over a distance.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProfileBest))]
#[serde(rename_all = "camelCase")]
pub struct BestTime {
    /// The distance under which results are listed.
    pub distance: String,
    /// As it is shown: the chip time, or the gun time where there is none.
    pub time: String,
    /// Minutes a mile; empty for a triathlon.
    pub pace: String,
    /// The race's name.
    pub race: String,
    /// Its date, `June 15, 2024`.
    pub date: String,
    /// The race's opaque id.
    #[serde(rename = "raceID")]
    pub race_id: String,
    /// The runner's opaque id in it.
    #[serde(rename = "publicID")]
    pub public_id: String,
    /// How many finishes over the distance there are.
    pub finishes: u32,
}

/// The best times by the keys of the stored state (SPEC §3, §9); null where there is none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProfileFastest))]
pub struct FastestTimes {
    /// 5K.
    #[serde(rename = "5K")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub five_k: Option<String>,
    /// 10K.
    #[serde(rename = "10K")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub ten_k: Option<String>,
    /// Half marathon.
    #[serde(rename = "HALF")]
    #[cfg_attr(feature = "schema", schema(required))]
    pub half: Option<String>,
}

/// What a runner's results amount to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = ProfileSummary))]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The best time of each distance, the one that was run most often first.
    pub bests: Vec<BestTime>,
    /// The same for the stored state.
    pub fastest_times: FastestTimes,
    /// What was won: `top1` is a first place of a contest, overall or of the gender, `top3` a place among the first three. The titles of
    /// seasons come first, then those of races, the latest first; the active one is the chosen one, if it was won.
    pub achievements: Achievements,
    /// The best age grade, and where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_age_grade: Option<AgeGrade>,
}

/// Sums a runner's results up. `seasons` has the titles of the race league, `chosen` the title that the runner chose to show.
pub fn summary(results: &[ProfileResult], seasons: &[String], chosen: &str) -> Summary {
    let finished: Vec<&ResultLine> = results.iter().map(|one| &one.result).filter(|line| time_of(line).is_some()).collect();
    let mut counts = RaceCounts::default();
    let mut bests: Vec<(i64, BestTime)> = Vec::new();
    for line in &finished {
        counts.add(&line.distance);
        let Some((ms, shown)) = time_of(line) else { continue };
        let best = BestTime {
            distance: line.distance.clone(),
            time: shown.to_owned(),
            pace: line.pace.clone(),
            race: line.race.clone(),
            date: line.date.clone(),
            race_id: line.race_id.clone(),
            public_id: line.public_id.clone(),
            finishes: 1,
        };
        match bests.iter_mut().find(|(_, known)| known.distance == line.distance) {
            Some((known_ms, known)) => {
                let finishes = known.finishes + 1;
                if ms < *known_ms {
                    (*known_ms, *known) = (ms, best);
                }
                known.finishes = finishes;
            }
            None => bests.push((ms, best)),
        }
    }
    // Stable: of two distances that were run as often, the one of the latest race comes first.
    bests.sort_by_key(|(_, best)| std::cmp::Reverse(best.finishes));
    let bests: Vec<BestTime> = bests.into_iter().map(|(_, best)| best).collect();
    let fastest = |distance: &str| bests.iter().find(|best| best.distance == distance).map(|best| best.time.clone());
    let mut titles = seasons.to_vec();
    titles.extend(finished.iter().flat_map(|line| title(line)));
    titles.truncate(MOST_TITLES);
    let within = |last: i32| {
        finished.iter().any(|line| [line.overall_rank, line.gender_rank].into_iter().any(|rank| (1..=last).contains(&rank)))
    };
    Summary {
        fastest_times: FastestTimes { five_k: fastest("5K"), ten_k: fastest("10K"), half: fastest("Half Marathon") },
        achievements: Achievements {
            top1: within(1),
            top3: within(TOP),
            active_title: titles.iter().find(|title| *title == chosen).cloned().unwrap_or_default(),
            titles,
            race_counts: counts,
        },
        best_age_grade: best_grade(results),
        bests,
    }
}

/// The time that counts for a best, with its text: the chip time, or else the gun time, of a finish that has a place.
fn time_of(line: &ResultLine) -> Option<(i64, &str)> {
    let time = line.chip_time_ms.map(|ms| (ms, line.chip_time.as_str()));
    let time = time.or_else(|| line.gun_time_ms.map(|ms| (ms, line.gun_time.as_str())));
    time.filter(|_| line.status == "finished" && line.overall_rank > 0)
}

/// The greatest title of a result: for the first place overall, of the gender, or of the age group.
fn title(line: &ResultLine) -> Option<String> {
    let people = match line.gender.as_str() {
        "f" => "women",
        "m" => "men",
        "a" => "Non-Binary",
        _ => "runners",
    };
    let of = match [line.overall_rank, line.gender_rank, line.age_group_rank] {
        [1, ..] => "Winner".to_owned(),
        [_, 1, _] => format!("First of {people}"),
        [.., 1] if !line.age_group.is_empty() => format!("First of {people} {}", line.age_group),
        _ => return None,
    };
    let contest = if line.contest.is_empty() { String::new() } else { format!(", {}", line.contest) };
    let year = line.date.rsplit(' ').next().unwrap_or_default();
    let race = if line.race.contains(year) { line.race.clone() } else { format!("{} {year}", line.race) };
    Some(format!("{of}: {race}{contest}"))
}

fn best_grade(results: &[ProfileResult]) -> Option<AgeGrade> {
    let percent = |grade: &AgeGrade| grade.percent.trim_end_matches('%').parse::<f64>().unwrap_or_default();
    let grades = results.iter().filter(|one| time_of(&one.result).is_some()).filter_map(|one| one.age_grade.as_ref());
    grades.max_by(|a, b| percent(a).total_cmp(&percent(b))).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(race: &str, distance: &str, ms: i64, ranks: [i32; 3]) -> ProfileResult {
        let [overall_rank, gender_rank, age_group_rank] = ranks;
        let result = ResultLine {
            race: race.into(),
            date: "June 15, 2026".into(),
            contest: distance.into(),
            distance: distance.into(),
            status: "finished".into(),
            gender: "f".into(),
            age_group: "30-39".into(),
            chip_time_ms: Some(ms),
            chip_time: format!("{ms} ms"),
            overall_rank,
            gender_rank,
            age_group_rank,
            ..ResultLine::default()
        };
        let age_grade = Some(AgeGrade { percent: format!("{}.50%", ms % 100), time: String::new() });
        ProfileResult { result, certificate: None, age_grade }
    }

    #[test]
    fn bests_are_of_each_distance() {
        let results = [
            result("Autumn", "10K", 2_400_060, [4, 2, 1]),
            result("Summer", "10K", 2_300_070, [9, 9, 9]),
            result("Spring 2026", "5K", 1_200_000, [1, 1, 1]),
        ];
        let found = summary(&results, &["2026 champion".into()], "2026 champion");
        let bests: Vec<_> = found.bests.iter().map(|best| (best.distance.as_str(), best.race.as_str(), best.finishes)).collect();
        assert_eq!(bests, [("10K", "Summer", 2), ("5K", "Spring 2026", 1)]);
        assert_eq!(found.fastest_times.ten_k.as_deref(), Some("2300070 ms"));
        assert_eq!(found.fastest_times.half, None);
        assert!(found.achievements.top1 && found.achievements.top3);
        let titles = ["2026 champion", "First of women 30-39: Autumn 2026, 10K", "Winner: Spring 2026, 5K"];
        assert_eq!(found.achievements.titles, titles);
        assert_eq!(found.achievements.active_title, "2026 champion");
        assert_eq!(found.best_age_grade.unwrap().percent, "70.50%");
        assert_eq!((found.achievements.race_counts.five_k, found.achievements.race_counts.ten_k), (1, 2));
    }

    #[test]
    fn what_has_no_place_is_no_best() {
        let mut out = result("Autumn", "10K", 2_400_000, [-1, -1, -1]);
        let waiting = out.clone();
        out.result.status = "DNF".into();
        let found = summary(&[out, waiting], &[], "Winner: Autumn");
        assert_eq!(found, Summary::default());
    }
}
