//! What is timed: contests, their points and the mats at each point (DESIGN §6, `PUT /timing/{RaceName}/setup`).

mod check;
mod contest;
mod points;
mod timers;

use serde::{Deserialize, Serialize};

pub use contest::{BibRange, Contest, Ranking, Sport, Wave, WaveStart};
pub use points::{FinishPoint, Leg, SplitPoint, StartPoint};

use super::age::AgeBand;
use super::words::{self, Words};
use crate::error::Problems;

/// The timing setup of one race. Unknown fields are ignored, so that a setup file may contain notes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Setup {
    /// The contests in the order in which screens list them.
    pub contests: Vec<Contest>,
    /// The timer codes of this race's own boxes: one, several, or `all`. When empty, a code is the race's own unless it is rare
    /// ([`crate::timing::engine`]); reads with another code are foreign. Earlier setups have one code as `timerCode`.
    #[serde(default, alias = "timerCode", deserialize_with = "timers::one_or_several")]
    pub timer_codes: Vec<String>,
    /// Whether a chip whose number is a bib belongs to that bib. When absent: to a bib without an entrant, and to an entrant
    /// without a chip as long as fewer than half of the entrants have one. A chip that an entrant has is never another's bib.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags_are_bibs: Option<bool>,
    /// The age groups of the race, youngest first; the spec's when empty.
    #[serde(default)]
    pub age_bands: Vec<AgeBand>,
}

impl Setup {
    /// Reads a setup from its JSON.
    ///
    /// # Errors
    /// The problems, each at its field: JSON that can't be read is a problem of the field `setup`, the others are as in
    /// [`Setup::check`].
    pub fn from_json(json: &str) -> Result<Self, Problems> {
        let setup: Self = serde_json::from_str(json).map_err(|error| {
            let mut problems = Problems::default();
            problems.add("setup", "unreadable_setup", format!("This is not a timing setup: {error}."));
            problems
        })?;
        let problems = setup.check();
        if problems.is_empty() { Ok(setup) } else { Err(problems) }
    }

    /// Returns everything wrong with the setup, in the order of its fields; empty when a race can be timed with it.
    pub fn check(&self) -> Problems {
        check::check(self)
    }

    /// The first contest whose bib ranges contain the bib.
    pub fn contest_of(&self, bib: &str) -> Option<usize> {
        self.contests.iter().position(|contest| contest.covers(bib))
    }

    /// The contest of this name, ignoring case.
    pub fn contest_named(&self, name: &str) -> Option<usize> {
        let name = name.trim();
        self.contests.iter().position(|contest| contest.name.trim().eq_ignore_ascii_case(name))
    }

    /// Sets or removes a gun, RFC 3339: that of a contest's only wave, or that of the named wave.
    ///
    /// # Errors
    /// [`words::NO_SUCH_CONTEST`], [`words::NO_SUCH_WAVE`]; [`words::WAVE_NEEDED`] for a contest with waves when none is named.
    pub fn set_gun(&mut self, contest: &str, wave: Option<&str>, gun: Option<String>) -> Result<(), Words> {
        let at = self.contest_named(contest).ok_or(words::NO_SUCH_CONTEST)?;
        let contest = self.contests.get_mut(at).ok_or(words::NO_SUCH_CONTEST)?;
        match wave.map(str::trim).filter(|wave| !wave.is_empty()) {
            Some(wave) => {
                let at = contest.wave_named(wave).ok_or(words::NO_SUCH_WAVE)?;
                contest.waves.get_mut(at).ok_or(words::NO_SUCH_WAVE)?.gun = gun;
            }
            None if contest.waves.is_empty() => contest.gun = gun,
            None => return Err(words::WAVE_NEEDED),
        }
        Ok(())
    }

    /// The labels of the race's age groups, youngest first.
    pub fn age_labels(&self) -> Vec<String> {
        super::age::bands(&self.age_bands).into_iter().map(|band| band.label).collect()
    }
}
