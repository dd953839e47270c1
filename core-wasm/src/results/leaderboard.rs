//! The leaderboard: what may be asked of it, how a line is found by its name or bib, and a line as it is shown.

use serde::{Deserialize, Serialize};

use crate::dates;
use crate::error::Problems;
use crate::live::pace;
use crate::privacy::Shown;
use crate::text;
use crate::timing::setup::Sport;
use crate::timing::status::Status;

/// Lines on a page when the caller does not say.
pub const PAGE_SIZE: u32 = 25;
/// The most lines on a page (DESIGN §5).
pub const MOST_ON_PAGE: u32 = 100;
/// The most words of a search; further ones are left out.
const MOST_WORDS: usize = 5;
/// The longest value of a filter, in characters.
const LONGEST_VALUE: usize = 200;

/// What is asked of the leaderboard, as in the address of its page. Blank values choose everything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct LeaderboardQuery {
    /// The race's name.
    pub race: String,
    /// The contest's name; with `race` only.
    pub contest: String,
    /// The distance, as [`super::distance::label`].
    pub distance: String,
    /// The year of the race.
    pub year: String,
    /// `m`, `f` or `a` (Non-Binary).
    pub gender: String,
    /// The label of an age group.
    pub age_group: String,
    /// The wave's name.
    pub wave: String,
    /// The team's name.
    pub team: String,
    /// A bib, or words of a name.
    pub q: String,
    /// From 1.
    pub page: String,
    /// Lines on a page.
    pub page_size: String,
}

/// A checked query.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    /// As in the query; `None` for all.
    pub race: Option<String>,
    /// As in the query; `None` for all.
    pub contest: Option<String>,
    /// As in the query; `None` for all.
    pub distance: Option<String>,
    /// As in the query; `None` for all.
    pub year: Option<i32>,
    /// As in the query; `None` for all.
    pub gender: Option<String>,
    /// As in the query; `None` for all.
    pub age_group: Option<String>,
    /// As in the query; `None` for all.
    pub wave: Option<String>,
    /// As in the query; `None` for all.
    pub team: Option<String>,
    /// The beginnings of words that a line must have, as [`words`] writes them; none for all lines.
    pub words: Vec<String>,
    /// Whether something is searched that no line can have, such as signs alone.
    pub nothing: bool,
    /// From 1.
    pub page: u32,
    /// Lines on a page.
    pub page_size: u32,
}

impl LeaderboardQuery {
    /// Checks the query.
    ///
    /// # Errors
    /// The problems, each at its field.
    pub fn wanted(&self) -> Result<Wanted, Problems> {
        let mut problems = Problems::default();
        let fields = [
            ("race", &self.race),
            ("contest", &self.contest),
            ("distance", &self.distance),
            ("ageGroup", &self.age_group),
            ("wave", &self.wave),
            ("team", &self.team),
            ("q", &self.q),
        ];
        for (field, value) in fields {
            if value.chars().count() > LONGEST_VALUE {
                problems.add(field, "too_long", format!("This is longer than {LONGEST_VALUE} characters."));
            }
        }
        let chosen = |value: &str| Some(value.trim().to_owned()).filter(|value| !value.is_empty());
        // USATF and RunSignup write X for Non-Binary.
        let gender = chosen(&self.gender).map(|gender| gender.to_lowercase().replace('x', "a"));
        if gender.as_deref().is_some_and(|gender| !matches!(gender, "m" | "f" | "a")) {
            problems.add("gender", "unknown_gender", "The gender is m, f or a.");
        }
        let mut number = |field: &str, value: &str, from: u32, to: u32| match value.trim() {
            "" => None,
            value => {
                let number = value.parse::<u32>().ok().filter(|number| (from..=to).contains(number));
                if number.is_none() {
                    problems.add(field, "bad_number", format!("Give a number from {from} to {to}."));
                }
                number
            }
        };
        let year = number("year", &self.year, 1900, 9999);
        let page = number("page", &self.page, 1, 1_000_000);
        let page_size = number("pageSize", &self.page_size, 1, MOST_ON_PAGE);
        if !problems.is_empty() {
            return Err(problems);
        }
        let words: Vec<String> = words(&self.q).into_iter().take(MOST_WORDS).collect();
        Ok(Wanted {
            race: chosen(&self.race),
            contest: chosen(&self.contest),
            distance: chosen(&self.distance),
            year: year.and_then(|year| i32::try_from(year).ok()),
            gender,
            age_group: chosen(&self.age_group),
            wave: chosen(&self.wave),
            team: chosen(&self.team),
            nothing: words.is_empty() && !self.q.trim().is_empty(),
            words,
            page: page.unwrap_or(1),
            page_size: page_size.unwrap_or(PAGE_SIZE),
        })
    }
}

/// The words of a text as they are searched: without case and accents, apart at everything that is neither letter nor digit, each
/// once.
///
/// ```
/// assert_eq!(core_wasm::results::leaderboard::words("Zoë O’Brien-Müller"), ["brien", "muller", "o", "zoe"]);
/// ```
pub fn words(text: &str) -> Vec<String> {
    let folded = text::fold(text);
    let mut words: Vec<String> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The words by which a runner's line is found: those of the name, and the bib. A name with an apostrophe is found without it, too.
///
/// ```
/// assert_eq!(core_wasm::results::leaderboard::line_words("Zoë", "O’Brien", "7"), ["7", "brien", "o", "obrien", "zoe"]);
/// ```
pub fn line_words(first_name: &str, last_name: &str, bib: &str) -> Vec<String> {
    let name = [first_name, " ", last_name, " ", bib].concat();
    let mut found = words(&name);
    let joined: String = name.chars().filter(|c| !matches!(c, '\'' | '’' | 'ʼ' | '`')).collect();
    found.extend(words(&joined));
    found.sort_unstable();
    found.dedup();
    found
}

/// The words by which others find a runner's line: by the bib alone when they don't see the whole name.
///
/// ```
/// use core_wasm::privacy::Shown;
/// use core_wasm::results::leaderboard::shown_words;
///
/// assert_eq!(shown_words(Shown::of(false, true, false), "Zoë", "O’Brien", "7"), ["7"]);
/// assert_eq!(shown_words(Shown::of(false, false, true), "Zoë", "Lee", "7"), ["7", "lee", "zoe"]);
/// ```
pub fn shown_words(shown: Shown, first_name: &str, last_name: &str, bib: &str) -> Vec<String> {
    if shown.is_found_by_name() { line_words(first_name, last_name, bib) } else { line_words("", "", bib) }
}

/// The least text that comes after every text with this beginning; `None` when there is none. So a search by a beginning is a range.
pub fn after(beginning: &str) -> Option<String> {
    let mut rest = beginning.to_owned();
    while let Some(last) = rest.pop() {
        let next = (u32::from(last) + 1..=u32::from(char::MAX)).find_map(char::from_u32);
        if let Some(next) = next {
            rest.push(next);
            return Some(rest);
        }
    }
    None
}

/// The order of age groups of any race: by the first number of their labels, those without one last.
///
/// ```
/// use core_wasm::results::leaderboard::group_order;
///
/// assert!(group_order("13 and under") < group_order("14-19"));
/// assert!(group_order("60 & better") < group_order("Open"));
/// ```
pub fn group_order(label: &str) -> (u32, String) {
    let digits: String = label.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    (digits.parse().unwrap_or(u32::MAX), label.to_owned())
}

/// What is stored of a line of a published contest, and what its contest says of all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoredLine {
    /// The runner's opaque id, which is part of the address of the runner's page.
    pub public_id: String,
    /// The bib.
    pub bib: String,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// `m`, `f`, `a` or empty.
    pub gender: String,
    /// The label of the age group; may be empty.
    pub age_group: String,
    /// The wave's name; may be empty.
    pub wave: String,
    /// May be empty.
    pub team: String,
    /// The status.
    pub status: Status,
    /// From the gun to the finish, in milliseconds.
    pub gun: Option<i64>,
    /// From the own start to the finish, in milliseconds.
    pub chip: Option<i64>,
    /// The time that decides the place, in milliseconds.
    pub official: Option<i64>,
    /// With how many decimals of a second the times are shown.
    pub decimals: usize,
    /// Places, −1 for none.
    pub ranks: [i32; 3],
    /// What the reader of the line sees of the runner.
    pub shown: Shown,
}

impl StoredLine {
    /// The line as its reader sees it: that of a private runner has neither name nor team, and leads to no page; that of a runner who
    /// hides the age has neither the age group nor a place in it.
    #[must_use]
    pub fn seen(mut self) -> Self {
        let (first_name, last_name) = self.shown.names(&self.first_name, &self.last_name);
        (self.first_name, self.last_name) = (first_name.into_owned(), last_name.into_owned());
        if self.shown.hides_person() {
            self.team.clear();
            self.public_id.clear();
        }
        if self.shown.hides_age {
            self.age_group.clear();
            self.ranks[2] = -1;
        }
        self
    }
}

/// A line of the leaderboard as it is sent and shown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResultLine {
    /// The race's name.
    pub race: String,
    /// The race's opaque id, which is part of the address of the runner's page.
    #[serde(rename = "raceID")]
    pub race_id: String,
    /// Its date, `June 15, 2024`.
    pub date: String,
    /// The contest's name.
    pub contest: String,
    /// The distance under which it is listed.
    pub distance: String,
    /// The runner's opaque id; empty for a private runner, who has no page.
    #[serde(rename = "publicID")]
    pub public_id: String,
    /// The bib.
    pub bib: String,
    /// The first name or its initial; "Private runner" for a runner who is private, "Name removed" for one without a name any more.
    pub firstname: String,
    /// The last name; may be empty.
    pub lastname: String,
    /// `m`, `f`, `a` or empty.
    pub gender: String,
    /// The label of the age group; may be empty.
    pub age_group: String,
    /// The wave's name; may be empty.
    pub wave: String,
    /// May be empty.
    pub team: String,
    /// `finished`, `DNF`, `DQ` or `DNS`.
    pub status: String,
    /// From the gun to the finish.
    #[cfg_attr(feature = "schema", schema(required))]
    pub gun_time_ms: Option<i64>,
    /// From the own start to the finish.
    #[cfg_attr(feature = "schema", schema(required))]
    pub chip_time_ms: Option<i64>,
    /// The time that decides the place.
    #[cfg_attr(feature = "schema", schema(required))]
    pub official_time_ms: Option<i64>,
    /// Whether the gun time decides the place, and is another one than the chip time.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required))]
    pub by_gun: bool,
    /// The gun time as it is shown; empty without a finish.
    pub gun_time: String,
    /// The chip time as it is shown; empty without a finish.
    pub chip_time: String,
    /// Minutes a mile by the chip time; empty for a triathlon.
    pub pace: String,
    /// −1 for none.
    pub overall_rank: i32,
    /// −1 for none.
    pub gender_rank: i32,
    /// −1 for none.
    pub age_group_rank: i32,
    /// Why a finisher has no place, for the reader; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl ResultLine {
    /// The time that decides the place, as it is shown; empty without a finish.
    pub fn official_time(&self) -> &str {
        if self.by_gun { &self.gun_time } else { &self.chip_time }
    }
}

/// Why a finisher has no place: nobody has decided about a finish that misses most points of the course, or about a time that is faster
/// than any human (TIMING, settled rules).
pub const NO_PLACE: &str = "No place: nobody has confirmed this time yet.";

/// A line with its texts, as its reader sees it ([`StoredLine::seen`]); what belongs to the contest and the race is left blank.
///
/// ```
/// use core_wasm::results::leaderboard::{NO_PLACE, StoredLine, line};
/// use core_wasm::timing::setup::Sport;
/// use core_wasm::timing::status::Status;
///
/// let note = |status, place| line(StoredLine { status, ranks: [place; 3], ..StoredLine::default() }, Sport::Run, 5000.0).note;
/// assert_eq!(note(Status::Finished, -1).as_deref(), Some(NO_PLACE));
/// assert_eq!([note(Status::Finished, 7), note(Status::Dnf, -1)], [None, None]);
/// ```
pub fn line(stored: StoredLine, sport: Sport, metres: f64) -> ResultLine {
    let stored = stored.seen();
    let shown = |ms: Option<i64>| ms.map(|ms| dates::decimals_text(ms, stored.decimals)).unwrap_or_default();
    let [overall_rank, gender_rank, age_group_rank] = stored.ranks;
    ResultLine {
        note: (stored.status == Status::Finished && overall_rank <= 0).then(|| NO_PLACE.to_owned()),
        status: stored.status.word().to_owned(),
        gun_time: shown(stored.gun),
        chip_time: shown(stored.chip),
        pace: stored.chip.map(|ms| pace::overall(sport, ms, metres)).unwrap_or_default(),
        public_id: stored.public_id,
        bib: stored.bib,
        firstname: stored.first_name,
        lastname: stored.last_name,
        gender: stored.gender,
        age_group: stored.age_group,
        wave: stored.wave,
        team: stored.team,
        gun_time_ms: stored.gun,
        chip_time_ms: stored.chip,
        official_time_ms: stored.official,
        by_gun: stored.official == stored.gun && stored.official != stored.chip,
        overall_rank,
        gender_rank,
        age_group_rank,
        ..ResultLine::default()
    }
}
