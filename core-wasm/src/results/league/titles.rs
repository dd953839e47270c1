//! What a person won in a season: the achievements and titles of the spec (SPEC §3: top1, top3, activeTitle, raceCounts).

use serde::{Deserialize, Serialize};

use super::season::Standing;

/// The lists with a place each, in the words of a title.
const WON: i32 = 1;
/// The last place that is an achievement.
const TOP: i32 = 3;

/// What a person won: in a season, or in all races.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = LeagueAchievements))]
#[serde(rename_all = "camelCase")]
pub struct Achievements {
    /// Whether the person is first: overall, of the gender or of the age group.
    pub top1: bool,
    /// Whether the person is among the first three of one of these lists.
    pub top3: bool,
    /// The greatest of the titles; empty without one.
    pub active_title: String,
    /// Every title, the greatest first.
    pub titles: Vec<String>,
    /// How many races the person finished over the usual distances.
    pub race_counts: RaceCounts,
}

/// How many races a person finished.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RaceCounts {
    /// 5K races.
    #[serde(rename = "fiveK")]
    pub five_k: u32,
    /// 10K races.
    #[serde(rename = "tenK")]
    pub ten_k: u32,
    /// Half marathons.
    pub half: u32,
}

impl RaceCounts {
    /// Counts a finish over a distance ([`crate::results::distance::label`]).
    pub fn add(&mut self, distance: &str) {
        match distance {
            "5K" => self.five_k += 1,
            "10K" => self.ten_k += 1,
            "Half Marathon" => self.half += 1,
            _ => {}
        }
    }
}

/// What a person won in the season of a year; `over` once the year has passed, and nobody can be overtaken by a race.
pub fn achievements(standing: &Standing, year: i32, over: bool) -> Achievements {
    let gender = match standing.gender.as_str() {
        "f" => "women",
        "m" => "men",
        _ => "non-binary",
    };
    let lists = [
        (standing.place, String::new()),
        (standing.gender_place, format!(", {gender}")),
        (standing.group_place, format!(", {gender} {}", standing.age_group)),
    ];
    let mut won: Vec<(i32, String)> = lists.into_iter().filter(|(place, _)| (WON..=TOP).contains(place)).collect();
    // A first place of a smaller list is more than a third place of a larger one.
    won.sort_by_key(|(place, _)| *place);
    let titles: Vec<String> = won.iter().map(|(place, list)| format!("{year} {}{list}", title(*place, over))).collect();
    Achievements {
        top1: won.first().is_some_and(|(place, _)| *place == WON),
        top3: !won.is_empty(),
        active_title: titles.first().cloned().unwrap_or_default(),
        titles,
        race_counts: standing.counts,
    }
}

fn title(place: i32, over: bool) -> &'static str {
    match (place, over) {
        (WON, true) => "champion",
        (WON, false) => "leader",
        (2, true) => "second place",
        (2, false) => "second place so far",
        (_, true) => "third place",
        (_, false) => "third place so far",
    }
}
