//! The live page's filters (SPEC §5): distance, age group, gender; and wave and team where a race has them.

use serde::{Deserialize, Serialize};

use super::teams::{self, Teams};
use crate::timing::age::GROUPS;
use crate::timing::standing::{LiveDocument, Row};

/// The distance that is selected at first, when the race has it (SPEC §5, §9).
pub const DEFAULT_DISTANCE: &str = "10K";

/// The answer of `liveFilters`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Filters {
    /// The contests' names, in the order of the setup.
    pub distances: Vec<String>,
    /// The age groups that occur, youngest first.
    pub age_groups: Vec<String>,
    /// The distance that is selected at first: 10K when there is one, otherwise the first; empty when there is none.
    pub default_distance: String,
    /// The genders, each with its label. A blank value means all.
    pub genders: Vec<Choice>,
    /// The waves of each contest with several, by the contest's name.
    #[cfg_attr(not(target_arch = "wasm32"), serde(default))]
    pub waves: Vec<ContestWaves>,
    /// The teams, in alphabetical order; empty when the list has none. Of very many, the largest.
    #[cfg_attr(not(target_arch = "wasm32"), serde(default))]
    pub teams: Vec<String>,
    /// How many more teams there are.
    #[cfg_attr(not(target_arch = "wasm32"), serde(default))]
    pub more_teams: usize,
}

/// The waves of a contest.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ContestWaves {
    /// The contest's name.
    pub distance: String,
    /// The names of its waves, in the order of the setup.
    pub waves: Vec<String>,
}

/// A value of a filter and its label.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Choice {
    /// The value that is sent.
    pub value: String,
    /// The label that is shown.
    pub label: String,
}

/// The filters that a visitor chose; a blank one means all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct ChosenFilters {
    /// A contest's name.
    pub distance: String,
    /// An age group's label.
    pub age_group: String,
    /// `m`, `f` or `a`.
    pub gender: String,
    /// A wave's name.
    pub wave: String,
    /// A team's name, in any case.
    pub team: String,
}

/// The filters that the address of the live page asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct AskedFilters {
    /// A contest's name; `all` means every one.
    pub distance: Option<String>,
    /// An age group's label.
    pub age_group: Option<String>,
    /// `m`, `f` or `a`.
    pub gender: Option<String>,
    /// The name of a wave of the distance.
    pub wave: Option<String>,
    /// A team's name.
    pub team: Option<String>,
}

impl Filters {
    /// The filters that an address chooses: of those it asks for the ones that the race has, else the default ones. A wave is one of
    /// the chosen distance. Where not all teams are offered, any team may be asked for.
    pub fn chosen(&self, asked: &AskedFilters) -> ChosenFilters {
        let distance = option(&self.distances, asked.distance.as_deref(), &self.default_distance);
        let waves = self.waves.iter().find(|one| one.distance == distance).map_or(&[][..], |one| &one.waves);
        let genders: Vec<String> = self.genders.iter().map(|gender| gender.value.clone()).collect();
        let other_team = asked.team.as_deref().filter(|_| self.more_teams > 0).unwrap_or_default();
        ChosenFilters {
            age_group: option(&self.age_groups, asked.age_group.as_deref(), ""),
            gender: option(&genders, asked.gender.as_deref(), ""),
            wave: option(waves, asked.wave.as_deref(), ""),
            team: option(&self.teams, asked.team.as_deref(), other_team),
            distance,
        }
    }
}

/// The label of a gender (DESIGN §5: `a` is Non-Binary everywhere).
pub fn gender_label(gender: &str) -> &'static str {
    match gender {
        "m" => "Male",
        "f" => "Female",
        "a" => "Non-Binary",
        _ => "",
    }
}

/// The filters of these contests and age groups.
pub fn filters(distances: Vec<String>, age_groups: Vec<String>) -> Filters {
    let tenk = distances.iter().find(|name| name.eq_ignore_ascii_case(DEFAULT_DISTANCE));
    let default_distance = tenk.or(distances.first()).cloned().unwrap_or_default();
    let choice = |value: &str, label: &str| Choice { value: value.to_owned(), label: label.to_owned() };
    let genders =
        std::iter::once(choice("", "All")).chain(["m", "f", "a"].map(|gender| choice(gender, gender_label(gender)))).collect();
    Filters { distances, age_groups, default_distance, genders, ..Filters::default() }
}

/// The filters for a document's contests, for those of its age groups, by index, for which `occurs` is true, and for the teams.
pub fn of_field(document: &LiveDocument, occurs: impl Fn(usize) -> bool, teams: &Teams) -> Filters {
    let groups = document.age_groups.iter().enumerate().filter(|(i, _)| occurs(*i)).map(|(_, label)| label.clone());
    let waves = document.contests.iter().filter(|contest| !contest.waves.is_empty()).map(|contest| ContestWaves {
        distance: contest.name.clone(),
        waves: contest.waves.iter().map(|wave| wave.name.clone()).collect(),
    });
    let (teams, more_teams) = teams.offered();
    Filters {
        waves: waves.collect(),
        teams,
        more_teams,
        ..filters(document.contests.iter().map(|contest| contest.name.clone()).collect(), groups.collect())
    }
}

/// The label of an age group in another common spelling: `60+` is `60 & better`.
fn group_label(written: &str) -> &str {
    match written.trim().strip_suffix('+').map(str::trim_end) {
        Some("60") => GROUPS.last().copied().unwrap_or(written),
        _ => written,
    }
}

/// The option of a filter that an address asks for, in any case; `all` gives a blank one, which means all. `default` when the
/// address asks for none, or for one that the race does not have.
fn option(options: &[String], asked: Option<&str>, default: &str) -> String {
    let asked = asked.unwrap_or_default();
    if asked.eq_ignore_ascii_case("all") {
        return String::new();
    }
    options.iter().find(|option| option.eq_ignore_ascii_case(asked)).map_or(default, String::as_str).into()
}

/// The chosen filters with their indexes in a document, looked up once, so that ten thousand rows are compared by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowFilter {
    pub(super) contest: Option<usize>,
    pub(super) group: Option<i32>,
    pub(super) gender: String,
    /// The contests and waves that have the wanted wave's name.
    pub(super) waves: Option<Vec<(usize, usize)>>,
    /// The team's [`teams::key`].
    pub(super) team: Option<String>,
}

impl RowFilter {
    /// Looks the filters up; `None` when one names a distance, a wave or an age group that the race does not have, so that no runner
    /// matches.
    pub fn new(document: &LiveDocument, chosen: &ChosenFilters) -> Option<Self> {
        let find = |wanted: &str, mut names: Box<dyn Iterator<Item = &str> + '_>| match wanted.trim() {
            "" => Some(None),
            wanted => names.position(|name| name.trim().eq_ignore_ascii_case(wanted)).map(Some),
        };
        Some(Self {
            contest: find(&chosen.distance, Box::new(document.contests.iter().map(|contest| contest.name.as_str())))?,
            group: find(group_label(&chosen.age_group), Box::new(document.age_groups.iter().map(String::as_str)))?
                .and_then(|group| i32::try_from(group).ok()),
            gender: chosen.gender.trim().to_ascii_lowercase(),
            waves: match waves_named(document, chosen.wave.trim()) {
                Some(waves) if waves.is_empty() => return None,
                waves => waves,
            },
            team: Some(teams::key(&chosen.team)).filter(|key| !key.is_empty()),
        })
    }

    /// Whether a runner matches the filters.
    pub fn matches(&self, row: &Row) -> bool {
        self.contest.is_none_or(|contest| contest == row.contest)
            && self.group.is_none_or(|group| group == row.public_group())
            && (self.gender.is_empty() || *self.gender == *row.gender)
            && self.waves.as_ref().is_none_or(|waves| waves.contains(&(row.contest, row.wave)))
            && self.team.as_ref().is_none_or(|team| *team == teams::key(row.public_team()))
    }
}

/// The contests and waves with this name; `None` for a blank name.
fn waves_named(document: &LiveDocument, name: &str) -> Option<Vec<(usize, usize)>> {
    if name.is_empty() {
        return None;
    }
    let contests = document.contests.iter().enumerate();
    let named = contests.flat_map(|(at, contest)| contest.waves.iter().enumerate().map(move |(wave, one)| (at, wave, one)));
    Some(named.filter(|(.., wave)| wave.name.trim().eq_ignore_ascii_case(name)).map(|(at, wave, _)| (at, wave)).collect())
}
