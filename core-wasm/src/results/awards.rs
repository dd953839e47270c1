//! The awards of a contest: the first three overall of each gender, and the first three of each age group (SPEC §9).

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::leaderboard::ResultLine;

/// How many places of each list get an award.
pub const PLACES: i32 = 3;

/// The genders in the order of the lists, with the labels of their lists.
const GENDERS: [(&str, &str); 3] = [("f", "Women"), ("m", "Men"), ("a", "Non-Binary")];

/// The name of a list: `Women 40-49`; of all ages `Women`.
pub fn list_name(gender: &str, age_group: &str) -> String {
    let label = GENDERS.iter().find(|(id, _)| *id == gender).map_or("", |(_, label)| label);
    format!("{label} {age_group}").trim().to_owned()
}

/// What a race decides about its awards.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AwardRules {
    /// Whether who gets an award overall gets none in the age group, so that the next ones move up.
    pub overall_out_of_groups: bool,
}

/// The lists of a contest; lists of nobody are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Awards {
    /// Women, men, Non-Binary: overall.
    pub overall: Vec<AwardList>,
    /// The age groups, the youngest first; in each women, men, Non-Binary.
    pub groups: Vec<AwardList>,
}

impl Awards {
    /// The awards as their reader sees them, given each line by its bib as the reader sees it. Who hides the age stays in the lists of
    /// all ages and is left out of those of an age group; the places of others stay.
    #[must_use]
    pub fn seen(self, lines: &HashMap<String, ResultLine>) -> Self {
        let seen = |of_group: bool| {
            move |mut list: AwardList| {
                list.places.retain_mut(|place| match lines.get(&place.line.bib) {
                    Some(line) => {
                        place.line = line.clone();
                        !(of_group && line.age_group.is_empty())
                    }
                    None => false,
                });
                (!list.places.is_empty()).then_some(list)
            }
        };
        Self {
            overall: self.overall.into_iter().filter_map(seen(false)).collect(),
            groups: self.groups.into_iter().filter_map(seen(true)).collect(),
        }
    }
}

/// The places of one list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AwardList {
    /// `Women overall`, `Men 40-49`.
    pub title: String,
    /// At most the first three places; more lines when a place is shared.
    pub places: Vec<AwardPlace>,
}

/// An award.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AwardPlace {
    /// From 1 to 3. Equal times share a place, and the following ones are skipped.
    pub place: i32,
    /// Whose it is.
    pub line: ResultLine,
}

/// The awards of a contest. `lines` are its lines by place; of each gender and age group at least the first ones. `groups` are the
/// labels of the race's age groups, the youngest first.
///
/// Every list follows the official times, so a race by gun time gives its awards by gun time. A runner without a known gender is in
/// no list, one without a known age in none of an age group.
pub fn awards(lines: &[ResultLine], groups: &[String], rules: AwardRules) -> Awards {
    let placed = |gender: &'static str| lines.iter().filter(move |line| line.gender == gender && line.gender_rank > 0);
    let wins = |line: &ResultLine| (1..=PLACES).contains(&line.gender_rank);
    let list = |title: String, places: Vec<AwardPlace>| (!places.is_empty()).then_some(AwardList { title, places });
    let overall = GENDERS.into_iter().filter_map(|(gender, label)| {
        let places = placed(gender).filter(|line| wins(line));
        let places = places.map(|line| AwardPlace { place: line.gender_rank, line: line.clone() }).collect();
        list(format!("{label} overall"), places)
    });
    let of_group = |group: &String| {
        let lists = GENDERS.into_iter().filter_map(|(gender, label)| {
            let left = placed(gender).filter(|line| line.age_group == *group && !(rules.overall_out_of_groups && wins(line)));
            list(format!("{label} {group}"), counted(left))
        });
        lists.collect::<Vec<_>>()
    };
    Awards { overall: overall.collect(), groups: groups.iter().flat_map(of_group).collect() }
}

/// The first places among lines of one gender and age group, counted anew: who had the same place before shares one now.
fn counted<'a>(lines: impl Iterator<Item = &'a ResultLine>) -> Vec<AwardPlace> {
    let mut places: Vec<AwardPlace> = Vec::new();
    for (count, line) in (1..).zip(lines) {
        let shared = places.last().filter(|last| last.line.age_group_rank == line.age_group_rank).map(|last| last.place);
        let place = shared.unwrap_or(count);
        if place > PLACES {
            break;
        }
        places.push(AwardPlace { place, line: line.clone() });
    }
    places
}
