//! A press of the start button, kept by the device until the server has it.
//!
//! The moment is kept before anything is sent, with the difference of the clocks that was known then. The gun is computed once; what
//! is sent again later is the same gun with the same key.

use serde::{Deserialize, Serialize};

use super::{ClockOffset, GunOrigin, GunSet, GunsSent, StartLine, standing};
use crate::dates::{self, RaceDate, Tz};
use crate::error::CoreError;
use crate::notice::Tone;
use crate::timing::setup::Setup;
use crate::timing::words;

/// A wave that was started by the press.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PressWave {
    /// The contest's name.
    pub contest: String,
    /// The wave's name, in a contest with waves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub wave: Option<String>,
    /// Both names.
    pub label: String,
    /// The gun that the person saw when pressing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub replaces: Option<String>,
}

/// How far a press is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PressState {
    /// Kept, and to be sent.
    #[default]
    Kept,
    /// It is on another day than the race: a person has to say that it is right.
    Asks,
    /// The server has refused it.
    Refused,
    /// The server has it.
    Sent,
}

/// A press as the device keeps it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct KeptPress {
    /// Its key: the server sets its guns once, however often it is sent.
    pub id: String,
    /// What was started.
    pub waves: Vec<PressWave>,
    /// The moment by the device's clock, in epoch milliseconds.
    pub pressed: f64,
    /// The milliseconds to add for the server's clock, once known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub add_ms: Option<f64>,
    /// How far it is.
    pub state: PressState,
    /// Whether a person has confirmed another day.
    pub confirmed: bool,
    /// Why it was refused, or the question.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub message: String,
}

/// A press as the desk shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PressView {
    /// What was started, and when.
    pub title: String,
    /// How far it is.
    pub text: String,
    /// Its meaning.
    pub tone: Tone,
}

impl KeptPress {
    /// A press at this moment of the device's clock, for these lines. It asks first where [`asks`] does.
    pub fn new(
        id: String,
        lines: Vec<StartLine>,
        pressed: f64,
        offset: Option<ClockOffset>,
        day: Option<RaceDate>,
        zone: Tz,
    ) -> Self {
        let waves = lines.iter().cloned().map(|line| PressWave {
            contest: line.contest,
            wave: line.wave,
            label: line.label,
            replaces: line.gun,
        });
        let press = Self { id, waves: waves.collect(), pressed, add_ms: offset.map(|offset| offset.add_ms), ..Self::default() };
        match asks(&lines, press.moment(), day, zone) {
            Some(message) => Self { state: PressState::Asks, message, ..press },
            None => press,
        }
    }

    /// The same press with the difference of the clocks, unless it has one: what was known at the press is never replaced.
    pub fn measured(self, offset: ClockOffset) -> Self {
        Self { add_ms: self.add_ms.or(Some(offset.add_ms)), ..self }
    }

    /// The same press after a person has said that it is right, with these lines in view: it replaces the guns that they show. Without
    /// lines it replaces those that were seen at the press.
    pub fn confirmed(self, lines: &[StartLine]) -> Self {
        let shown = |wave: &PressWave| lines.iter().find(|line| line.contest == wave.contest && line.wave == wave.wave);
        let waves = self.waves.into_iter().map(|wave| match shown(&wave) {
            Some(line) => PressWave { replaces: line.gun.clone(), ..wave },
            None => wave,
        });
        Self { waves: waves.collect(), state: PressState::Kept, confirmed: true, message: String::new(), ..self }
    }

    /// The same press for the setup as it is: it replaces the guns that stand there.
    pub fn replacing(self, setup: &Setup) -> Self {
        let waves = self.waves.into_iter().map(|wave| {
            let replaces = standing(setup, &wave.contest, wave.wave.as_deref());
            PressWave { replaces, ..wave }
        });
        Self { waves: waves.collect(), state: PressState::Kept, message: String::new(), ..self }
    }

    /// The same press after the server has answered: with nothing when it has it, else with its refusal.
    pub fn answered(self, refusal: Option<CoreError>) -> Self {
        match refusal {
            None => Self { state: PressState::Sent, message: String::new(), ..self },
            Some(CoreError { code, message }) => {
                let state = if code == words::GUN_OTHER_DAY { PressState::Asks } else { PressState::Refused };
                Self { state, message, ..self }
            }
        }
    }

    /// Whether its gun stands in the setup for one of its waves.
    pub fn counts(&self, setup: &Setup) -> bool {
        let stands = |wave: &PressWave| standing(setup, &wave.contest, wave.wave.as_deref());
        let moment = self.moment();
        self.waves.iter().filter_map(stands).any(|gun| dates::parse_instant(&gun) == Ok(moment))
    }

    /// Whether it can be sent: it waits for nobody, and the clocks were compared.
    pub fn is_ready(&self) -> bool {
        self.state == PressState::Kept && self.add_ms.is_some()
    }

    /// What is sent.
    pub fn sent(&self, zone: Tz) -> GunsSent {
        let gun = dates::format_instant(self.moment(), zone);
        let guns = self.waves.iter().map(|wave| GunSet {
            contest: wave.contest.clone(),
            wave: wave.wave.clone(),
            gun: Some(gun.clone()),
            replaces: wave.replaces.clone(),
        });
        GunsSent { guns: guns.collect(), origin: GunOrigin::Button, press: Some(self.id.clone()), confirmed: self.confirmed }
    }

    /// How the desk shows it beside these lines. A question is asked from them, since what stood at the press may have changed; without
    /// lines it is the one of the press.
    pub fn view(&self, lines: &[StartLine], day: Option<RaceDate>, zone: Tz) -> PressView {
        let labels: Vec<&str> = self.waves.iter().map(|wave| wave.label.as_str()).collect();
        let title = format!("{}: {}", labels.join(" and "), dates::moment_text(self.moment(), zone, None));
        let (text, tone) = match self.state {
            PressState::Kept if self.add_ms.is_none() => {
                ("Kept on this device. Its clock is compared with the server's before it is sent.".to_owned(), Tone::Info)
            }
            PressState::Kept => {
                ("Kept on this device, not sent yet. It is sent as soon as the server can be reached.".to_owned(), Tone::Info)
            }
            PressState::Asks => {
                let own: Vec<StartLine> =
                    lines.iter().filter(|line| self.starts(&line.contest, line.wave.as_deref())).cloned().collect();
                let question = match own.is_empty() {
                    true => self.message.clone(),
                    false => asks(&own, self.moment(), day, zone).unwrap_or_else(|| "Is this start right?".to_owned()),
                };
                (format!("Kept on this device, not sent. {question}"), Tone::Error)
            }
            PressState::Refused => (format!("Kept on this device, not set. {}", self.message), Tone::Error),
            PressState::Sent => ("Sent. This gun counts.".to_owned(), Tone::Success),
        };
        PressView { title, text, tone }
    }

    /// Whether this gun of a setup is its own; the wave is blank for the only one of a contest.
    pub(super) fn is_gun(&self, (contest, wave, ms): &(String, String, i64)) -> bool {
        self.moment() == *ms && self.starts(contest, Some(wave.as_str()).filter(|wave| !wave.is_empty()))
    }

    /// Whether it starts this contest or wave.
    pub(super) fn starts(&self, contest: &str, wave: Option<&str>) -> bool {
        self.waves.iter().any(|one| one.contest == contest && one.wave.as_deref() == wave)
    }

    /// The moment by the server's clock, as far as it is known.
    pub(super) fn moment(&self) -> i64 {
        (self.pressed + self.add_ms.unwrap_or_default()).round() as i64
    }
}

/// The question before these lines get this gun: they have one, or it is on another day than the race. `None` when there is none.
pub fn asks(lines: &[StartLine], gun: i64, day: Option<RaceDate>, zone: Tz) -> Option<String> {
    let date = dates::date_in(gun, zone);
    let strange = day.filter(|day| *day != date).map(|day| format!("The race is on {day}, but this gun is of {date}."));
    let fired = lines.iter().filter(|line| line.gun.is_some() || line.waiting);
    let fired = fired.map(|line| format!("{} has a gun, which this one replaces: {}.", line.label, line.text));
    let reasons: Vec<String> = strange.into_iter().chain(fired).collect();
    (!reasons.is_empty()).then(|| format!("{} Is that right?", reasons.join(" ")))
}
