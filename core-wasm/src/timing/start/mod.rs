//! The guns of a race: set for several waves together, by a button, from a box's mark or by hand.
//!
//! A gun that stands is never replaced unnoticed: whoever sets another one names the gun that it replaces. A gun on another day
//! than the race's asks first.

mod clock;
mod lines;
mod press;

pub use clock::{ClockNote, ClockOffset, ClockSample, clock_note, clock_offset};
pub use lines::{GunFrom, MarkLine, StartLine, StartMark, is_start_next, mark_lines, start_lines};
pub use press::{KeptPress, PressState, PressView, PressWave, asks};

use serde::{Deserialize, Serialize};

use super::setup::Setup;
use super::words::{self, Words};
use crate::dates::{self, RaceDate, Tz};
use crate::error::Problems;

/// The most waves that are started together.
pub const MOST_GUNS: usize = 500;
/// The most changed guns that are announced one by one.
const MOST_ANNOUNCED: usize = 3;
/// The longest key of a press, in characters.
pub const LONGEST_PRESS: usize = 64;

/// Where a gun came from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum GunOrigin {
    /// The start button of the desk.
    Button,
    /// A box's mark.
    Mark,
    /// Typed or sent by a person or a program.
    #[default]
    Hand,
}

impl GunOrigin {
    /// The word that the API and the database use.
    pub fn word(self) -> &'static str {
        match self {
            Self::Button => "button",
            Self::Mark => "mark",
            Self::Hand => "hand",
        }
    }

    /// Reads the word; an unknown one is by hand.
    pub fn parse(word: &str) -> Self {
        [Self::Button, Self::Mark].into_iter().find(|origin| origin.word() == word).unwrap_or_default()
    }

    /// How the desk says it after a gun.
    pub fn label(self) -> &'static str {
        match self {
            Self::Button => "start button",
            Self::Mark => "from a mark",
            Self::Hand => "by hand",
        }
    }
}

/// A gun to set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GunSet {
    /// The contest's name.
    pub contest: String,
    /// The wave's name, in a contest with waves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub wave: Option<String>,
    /// RFC 3339; null removes the gun.
    #[cfg_attr(feature = "schema", schema(required))]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string | null"))]
    pub gun: Option<String>,
    /// The gun that it replaces. A gun that stands and is neither this nor the new one is not replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub replaces: Option<String>,
}

/// The guns that are set together, all or none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GunsSent {
    /// The guns.
    pub guns: Vec<GunSet>,
    /// Where they came from.
    #[serde(default)]
    pub origin: GunOrigin,
    /// A key of this press of a button: what was set with it once is not set again, however often it is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub press: Option<String>,
    /// Whether a person has confirmed a gun on another day than the race's.
    #[serde(default)]
    pub confirmed: bool,
}

/// Why guns are not set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GunsRefused {
    /// There is no such contest or wave.
    Unknown(Words),
    /// The request makes no sense.
    Bad(Words),
    /// Times that can't be read, at their fields.
    Problems(Problems),
    /// Another gun stands; the sentence names it.
    Stands(String),
    /// A gun is on another day than the race; the sentence names it.
    OtherDay(String),
}

/// Returns the setup with the guns set, for a race on this day.
///
/// # Errors
/// [`GunsRefused`]; nothing is set then.
pub fn set_guns(present: &Setup, sent: &GunsSent, day: Option<RaceDate>, zone: Tz) -> Result<Setup, GunsRefused> {
    if sent.guns.is_empty() || sent.guns.len() > MOST_GUNS {
        return Err(GunsRefused::Bad(words::NO_GUNS));
    }
    if sent.press.as_ref().is_some_and(|press| press.trim().is_empty() || press.chars().count() > LONGEST_PRESS) {
        return Err(GunsRefused::Bad(words::BAD_PRESS));
    }
    let mut new = present.clone();
    let mut stand = Vec::new();
    for one in &sent.guns {
        let before = standing(present, &one.contest, one.wave.as_deref());
        let [was, gun, replaces] =
            [before.as_deref(), one.gun.as_deref(), one.replaces.as_deref()].map(|gun| gun.map(instant_of));
        if was.is_some() && was != gun && was != replaces {
            stand.push(stands(&name(&one.contest, one.wave.as_deref()), before.as_deref().unwrap_or_default(), day, zone));
        }
        new.set_gun(&one.contest, one.wave.as_deref(), one.gun.clone()).map_err(|refused| match refused {
            words::WAVE_NEEDED => GunsRefused::Bad(refused),
            _ => GunsRefused::Unknown(refused),
        })?;
    }
    let problems = new.check();
    if !problems.is_empty() {
        return Err(GunsRefused::Problems(problems));
    }
    if !stand.is_empty() {
        return Err(GunsRefused::Stands(format!("{} Look at it, then decide which gun counts.", stand.join(" "))));
    }
    match other_day(present, &new, day, zone) {
        Some(asks) if !sent.confirmed => Err(GunsRefused::OtherDay(asks)),
        _ => Ok(new),
    }
}

/// The question before guns of `new` that `present` does not have and that are on another day than the race's; `None` when there
/// is nothing to ask.
pub fn other_day(present: &Setup, new: &Setup, day: Option<RaceDate>, zone: Tz) -> Option<String> {
    let day = day?;
    let known = guns(present);
    let strange: Vec<String> = guns(new)
        .into_iter()
        .filter(|gun| !known.contains(gun))
        .filter_map(|(contest, wave, ms)| {
            let is_other = dates::date_in(ms, zone) != day;
            is_other.then(|| format!("{} at {}", name(&contest, Some(&wave)), dates::moment_text(ms, zone, Some(day))))
        })
        .collect();
    let first = strange.first()?;
    let more = match strange.len() {
        1 => String::new(),
        count => format!(" and {} more", count - 1),
    };
    Some(format!("The race is on {day}, but this gun is on another day: {first}{more}. Is that right?"))
}

/// What is said of guns that stand in `present` and that `new`, made without knowing them, would change or remove; `None` when it
/// keeps all of them.
pub fn lost_guns(present: &Setup, new: &Setup, day: Option<RaceDate>, zone: Tz) -> Option<String> {
    let kept = guns(new);
    let lost: Vec<String> = guns(present)
        .into_iter()
        .filter(|gun| !kept.contains(gun))
        .map(|(contest, wave, ms)| stands(&name(&contest, Some(&wave)), &dates::format_instant(ms, zone), day, zone))
        .collect();
    (!lost.is_empty()).then(|| format!("{} Save from the setup as it is now.", lost.join(" ")))
}

/// The guns that were set, moved and taken back from one setup to the next one, as an announcement; empty when none was. Those of the
/// presses `own` are left out: the start says itself how far they are.
pub fn gun_changes(before: &Setup, after: &Setup, own: &[KeptPress], day: Option<RaceDate>, zone: Tz) -> String {
    let (old, new) = (guns(before), guns(after));
    let set = new
        .iter()
        .filter(|gun| !old.contains(gun) && !own.iter().any(|press| press.is_gun(gun)))
        .map(|(contest, wave, ms)| format!("{}: gun {}.", name(contest, Some(wave)), dates::moment_text(*ms, zone, day)));
    let has = |contest: &str, wave: &str| new.iter().any(|(other, of, _)| other == contest && of == wave);
    let gone = old.iter().filter(|(contest, wave, _)| !has(contest, wave));
    let gone = gone.map(|(contest, wave, _)| format!("{}: no gun any more.", name(contest, Some(wave))));
    let words: Vec<String> = set.chain(gone).collect();
    match words.len() {
        0..=MOST_ANNOUNCED => words.join(" "),
        count => format!(
            "{} {} more guns changed.",
            words.iter().take(MOST_ANNOUNCED).cloned().collect::<Vec<_>>().join(" "),
            count - MOST_ANNOUNCED
        ),
    }
}

/// Every gun of a setup that can be read, with its contest and its wave (blank for the only one).
fn guns(setup: &Setup) -> Vec<(String, String, i64)> {
    let contests = setup.contests.iter();
    let starts = contests.flat_map(|contest| contest.starts().into_iter().map(move |start| (contest, start)));
    starts.filter_map(|(contest, start)| Some((contest.name.clone(), start.name.to_owned(), start.gun?))).collect()
}

/// Every gun of a setup that can be read, as if set by hand.
pub fn standing_guns(setup: &Setup) -> Vec<GunFrom> {
    guns(setup).into_iter().map(|(contest, wave, gun)| GunFrom { contest, wave, gun, origin: GunOrigin::Hand }).collect()
}

/// The guns of a setup that were set by a request, under the names of the setup.
pub fn from(setup: &Setup, sent: &GunsSent) -> Vec<GunFrom> {
    let contest_of = |one: &GunSet| setup.contests.get(setup.contest_named(&one.contest)?);
    let named = sent.guns.iter().filter_map(|one| {
        let contest = contest_of(one)?;
        let wave = one.wave.as_deref().and_then(|wave| contest.waves.get(contest.wave_named(wave)?));
        let gun = one.gun.as_deref().and_then(|gun| dates::parse_instant(gun).ok())?;
        Some(GunFrom {
            contest: contest.name.clone(),
            wave: wave.map(|wave| wave.name.clone()).unwrap_or_default(),
            gun,
            origin: sent.origin,
        })
    });
    named.collect()
}

/// The gun that stands for a contest or wave.
pub fn standing(setup: &Setup, contest: &str, wave: Option<&str>) -> Option<String> {
    let contest = setup.contests.get(setup.contest_named(contest)?)?;
    match wave.map(str::trim).filter(|wave| !wave.is_empty()) {
        Some(wave) => contest.waves.get(contest.wave_named(wave)?)?.gun.clone(),
        None => contest.gun.clone(),
    }
}

/// A gun's instant, so that the same moment in two zones is the same gun; a text that can't be read is itself.
fn instant_of(gun: &str) -> Result<i64, &str> {
    dates::parse_instant(gun).map_err(|_| gun)
}

/// The name of a start: the contest's, with the wave's.
fn name(contest: &str, wave: Option<&str>) -> String {
    match wave.map(str::trim).filter(|wave| !wave.is_empty()) {
        Some(wave) => format!("{}, {wave}", contest.trim()),
        None => contest.trim().to_owned(),
    }
}

fn stands(name: &str, gun: &str, day: Option<RaceDate>, zone: Tz) -> String {
    let date = dates::parse_instant(gun).ok().map(|ms| dates::date_in(ms, zone));
    let at = super::draft::gun_text(gun, date, zone);
    match date.filter(|date| Some(*date) != day) {
        Some(date) => format!("The gun of {name} stands at {at} on {date}."),
        None => format!("The gun of {name} stands at {at}."),
    }
}
