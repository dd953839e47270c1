//! What the desk says at a glance: the race's clocks, alarms, and how many times and tags a person has to look at.

use serde::{Deserialize, Serialize};

use super::{CountLine, line};
use crate::dates;
use crate::timing::counts::{Counts, RunnerCounts};
use crate::timing::engine::{BoxCount, MissedPoint, TimerCount};
use crate::timing::setup::Setup;

/// From this share on, the runners that a point missed are marked.
const MISSED_PERCENT: u64 = 5;
/// Before so many runners have passed, a share says little.
const MISSED_OF: u64 = 20;

/// The part of the desk's answer from which [`glance`] is made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Looked {
    /// Whether there are contests.
    pub has_setup: bool,
    /// The counts of reads.
    pub counts: Counts,
    /// The counts of runners.
    pub runners: RunnerCounts,
    /// The mats.
    pub boxes: Vec<BoxCount>,
    /// The timer codes.
    pub timers: Vec<TimerCount>,
    /// How many tags are listed as unknown.
    pub unknown_tags: u64,
    /// What a person should know about a change of the clocks during the race; empty when there is nothing.
    #[serde(default)]
    pub clock_change: String,
}

/// Whether everything is all right.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Glance {
    /// The sentence above everything.
    pub title: String,
    /// Whether nothing needs a person.
    pub well: bool,
    /// Whether there is only nothing to look at yet, because no contests are set up: neither well nor an alarm.
    pub unset: bool,
    /// A sentence for each mat with an alarm, and one about a change of the clocks.
    pub alarms: Vec<String>,
    /// What a person has to look at, with the key of its list; only counts above zero.
    pub numbers: Vec<CountLine>,
}

/// Sums up the desk.
pub fn glance(looked: &Looked) -> Glance {
    let alarms = looked.boxes.iter().filter(|one| !one.alarm.is_empty()).map(|one| format!("{}: {}", one.mat, one.alarm));
    let mut alarms: Vec<String> = alarms.collect();
    let mats = alarms.len();
    alarms.extend(Some(looked.clock_change.clone()).filter(|words| !words.is_empty()));
    let of_runners = super::runner_lines(&looked.runners).into_iter().filter(|line| line.attention);
    let left_out: u64 = looked.timers.iter().filter(|one| !one.counted).map(|one| one.left_out).sum();
    let tags = line(
        "unknown",
        if looked.unknown_tags == 1 { "Unknown chip" } else { "Unknown chips" },
        looked.unknown_tags,
        true,
        "No entrant has them and no contest accepts them.",
    );
    let foreign = line(
        "timers",
        "Left out by timer codes",
        left_out,
        true,
        "Runners of this race who were read only with a timer code that does not count.",
    );
    let numbers: Vec<CountLine> = of_runners.chain([tags, foreign].into_iter().filter(|line| line.attention)).collect();
    let calm = alarms.is_empty() && numbers.is_empty();
    let title = match (mats, alarms.len() - mats + numbers.len()) {
        (0, 0) if !looked.has_setup => "No contests are set up yet.",
        (0, 0) if looked.counts.reads == 0 => "Nothing is wrong. No reads have come in yet.",
        (0, 0) => "All is well: no mat is silent, and no time waits for a person.",
        (0, _) => "Someone has to look at this:",
        (1, _) => "A mat needs help now.",
        _ => "Several mats need help now.",
    };
    Glance { title: title.to_owned(), well: calm && looked.has_setup, unset: calm && !looked.has_setup, alarms, numbers }
}

/// The clock of a contest or of one of its waves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RaceClock {
    /// The contest, and the wave if it has several.
    pub label: String,
    /// The time since the gun in whole seconds; the words in its place before the gun.
    pub text: String,
    /// Whether the gun was fired.
    pub running: bool,
}

/// The clocks of a race at a time of the server's clock, in the order of the setup.
pub fn race_clocks(setup: &Setup, now_ms: i64) -> Vec<RaceClock> {
    let mut clocks = Vec::new();
    for contest in &setup.contests {
        for wave in contest.starts() {
            let label = if wave.name.is_empty() { contest.name.clone() } else { format!("{}, {}", contest.name, wave.name) };
            clocks.push(RaceClock { label, ..gun_clock(wave.gun, now_ms) });
        }
    }
    clocks
}

/// The clock of a gun at a time, without a label.
pub fn gun_clock(gun: Option<i64>, now_ms: i64) -> RaceClock {
    let text = match gun {
        None => "No gun yet".to_owned(),
        Some(gun) if gun > now_ms => format!("Gun in {}", dates::duration_text(gun.saturating_sub(now_ms))),
        Some(gun) => dates::duration_text(now_ms.saturating_sub(gun)),
    };
    RaceClock { label: String::new(), text, running: gun.is_some_and(|gun| gun <= now_ms) }
}

/// A short text about one line of a list, and whether a person should look at it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Remark {
    /// The text.
    pub text: String,
    /// Whether a person should look at it.
    pub attention: bool,
}

/// The reads of a mat in the last minutes, in words.
pub fn mat_minutes(mat: &BoxCount) -> String {
    let all: u64 = mat.minutes.iter().map(|reads| u64::from(*reads)).sum();
    let last = mat.minutes.iter().rev().nth(1).copied().unwrap_or_default();
    format!("{all} in the last {} minutes, {last} in the last full minute", mat.minutes.len())
}

/// The share of the runners that a point missed.
pub fn missed_share(point: &MissedPoint) -> Remark {
    if point.passed == 0 {
        return Remark { text: "Nobody has passed it yet".into(), attention: false };
    }
    let tenths = point.missed.saturating_mul(1000) / point.passed;
    let text = format!("{} of {} ({}.{}%)", point.missed, point.passed, tenths / 10, tenths % 10);
    let attention = point.passed >= MISSED_OF && point.missed.saturating_mul(100) >= point.passed.saturating_mul(MISSED_PERCENT);
    Remark { text, attention }
}

/// A timer code of the reads: whether it counts, and what to do when that leaves runners out.
pub fn timer_code(timer: &TimerCount) -> Remark {
    let runners = if timer.left_out == 1 { "1 runner was" } else { "runners were" };
    let text = match (timer.counted, timer.left_out) {
        (true, _) => "Its reads count.".to_owned(),
        (false, 0) => "Its reads are taken for those of another race. No runner of this race is left out.".to_owned(),
        (false, 1) => format!("{runners} read only with this code. If it is this race's timer, name the code in Contests."),
        (false, left) => {
            format!("{left} {runners} read only with this code. If it is this race's timer, name the code in Contests.")
        }
    };
    Remark { text, attention: !timer.counted && timer.left_out > 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_comes_before_times_to_look_at() {
        let mut looked = Looked { has_setup: true, ..Looked::default() };
        looked.runners.suspicious = 1;
        assert_eq!(glance(&looked).title, "Someone has to look at this:");
        looked.boxes.push(BoxCount { mat: "10K".into(), alarm: "No reads for 4 minutes.".into(), ..BoxCount::default() });
        let glance = glance(&looked);
        assert_eq!(glance.alarms, ["10K: No reads for 4 minutes."]);
        assert_eq!(glance.title, "A mat needs help now.");
        assert!(!glance.well);
    }
}
