//! The start as the desk shows it: what can be started, and the marks from which a gun can be taken.

use serde::{Deserialize, Serialize};

use super::{GunOrigin, KeptPress, PressState, guns, name};
use crate::dates::{self, RaceDate, Tz};
use crate::timing::mark::MarkKind;
use crate::timing::setup::Setup;

/// A wave, or a contest with a single one, as the start lists it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StartLine {
    /// The contest's name.
    pub contest: String,
    /// The wave's name, in a contest with waves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub wave: Option<String>,
    /// Both names.
    pub label: String,
    /// Its gun, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub gun: Option<String>,
    /// The gun in words, or that there is none yet.
    pub text: String,
    /// Whether it is chosen at first: it has no gun, and was not fired on this device either.
    pub chosen: bool,
    /// Whether this device keeps a press for it that the server does not have yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub waiting: bool,
}

/// Where a gun of the setup came from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GunFrom {
    /// The contest's name.
    pub contest: String,
    /// The wave's name; blank in a contest without waves.
    pub wave: String,
    /// The gun in epoch milliseconds.
    pub gun: i64,
    /// Where it came from.
    pub origin: GunOrigin,
}

/// A mark of a box from which a gun can be taken.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StartMark {
    /// Its number.
    pub id: i64,
    /// `gun` or `button`.
    pub kind: MarkKind,
    /// When it was made, in epoch milliseconds.
    pub time: i64,
    /// The mat at which the box stands.
    pub mat: String,
    /// The box.
    pub source: String,
    /// What the box says of it.
    pub detail: String,
}

/// A mark as the desk lists it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MarkLine {
    /// The mark's number.
    pub id: i64,
    /// The gun that it would be, RFC 3339.
    pub gun: String,
    /// Its time on the race's clock, with tenths.
    pub time: String,
    /// What it is: `Gun` or `Button`.
    pub what: String,
    /// The mat and the box.
    pub place: String,
    /// What the box says of it.
    pub detail: String,
    /// Whose gun it is already; blank when it is none's.
    pub taken: String,
    /// What is strange about it: that it is of another day. Blank when nothing is.
    pub strange: String,
}

/// Everything that can be started, in the order of the setup. `kept` are the presses of the race that this device keeps.
pub fn start_lines(setup: &Setup, from: &[GunFrom], kept: &[KeptPress], day: Option<RaceDate>, zone: Tz) -> Vec<StartLine> {
    let fired = |contest: &str, wave: Option<&str>| {
        let presses = kept.iter().filter(|press| press.state == PressState::Kept && press.starts(contest, wave));
        presses.map(KeptPress::moment).min()
    };
    let contests = setup.contests.iter();
    let starts = contests.flat_map(|contest| contest.starts().into_iter().map(move |start| (contest, start)));
    starts
        .map(|(contest, start)| {
            let wave = Some(start.name.to_owned()).filter(|wave| !wave.is_empty());
            let origin = from
                .iter()
                .find(|one| one.contest == contest.name && one.wave == start.name && Some(one.gun) == start.gun)
                .map_or(GunOrigin::Hand, |one| one.origin);
            let text = start.gun.map(|ms| format!("Gun {}, {}", dates::moment_text(ms, zone, day), origin.label()));
            let fired = fired(&contest.name, wave.as_deref())
                .map(|ms| format!("Fired {}, kept on this device until it is sent", dates::moment_text(ms, zone, day)));
            StartLine {
                label: name(&contest.name, wave.as_deref()),
                contest: contest.name.clone(),
                wave,
                gun: start.gun.map(|ms| dates::format_instant(ms, zone)),
                chosen: text.is_none() && fired.is_none(),
                waiting: fired.is_some(),
                text: fired.or(text).unwrap_or_else(|| "No gun yet".into()),
            }
        })
        .collect()
}

/// Whether the start comes before everything else: on the race's day, as long as a gun is missing.
pub fn is_start_next(setup: &Setup, day: Option<RaceDate>, zone: Tz, now_ms: i64) -> bool {
    let mut starts = setup.contests.iter().flat_map(|contest| contest.starts());
    day == Some(dates::date_in(now_ms, zone)) && starts.any(|start| start.gun.is_none())
}

/// The marks from which a gun can be taken, the latest first.
pub fn mark_lines(marks: Vec<StartMark>, setup: &Setup, day: Option<RaceDate>, zone: Tz) -> Vec<MarkLine> {
    let known = guns(setup);
    let mut marks = marks;
    marks.sort_by_key(|mark| std::cmp::Reverse((mark.time, mark.id)));
    marks
        .into_iter()
        .map(|mark| {
            let owners = known.iter().filter(|(.., ms)| *ms == mark.time);
            let owners: Vec<String> = owners.map(|(contest, wave, _)| name(contest, Some(wave))).collect();
            let date = dates::date_in(mark.time, zone);
            MarkLine {
                id: mark.id,
                gun: dates::format_instant(mark.time, zone),
                time: dates::moment_text(mark.time, zone, None),
                what: if mark.kind == MarkKind::Gun { "Gun" } else { "Button" }.into(),
                place: if mark.source == mark.mat { mark.mat } else { format!("{}, box {}", mark.mat, mark.source) },
                detail: mark.detail,
                taken: if owners.is_empty() { String::new() } else { format!("The gun of {}", owners.join(" and ")) },
                strange: match day {
                    Some(day) if day != date => format!("Of {date}, not of the race's day"),
                    _ => String::new(),
                },
            }
        })
        .collect()
}
