//! Lists of runners whose status is set at once, and the words about it and about others' changes.

use serde::{Deserialize, Serialize};

use crate::timing::setup::Setup;
use crate::timing::status::Override;

/// A list of runners that the desk offers, with the fields of its query.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RunnerChoice {
    /// `notStarted` or `notSeen`.
    pub list: String,
    /// The contest's name; empty for all.
    pub contest: String,
    /// The label of the split; empty for the finish.
    pub point: String,
    /// The label that is shown.
    pub label: String,
    /// The status that such runners usually get.
    pub status: Option<Override>,
}

/// The lists of runners of a race from which a status is set: for each contest who did not start, who was not seen since each point,
/// and who did not finish.
pub fn runner_choices(setup: &Setup) -> Vec<RunnerChoice> {
    let mut choices = Vec::new();
    for contest in &setup.contests {
        let of = |list: &str, point: &str, words: String, status| RunnerChoice {
            list: list.to_owned(),
            contest: contest.name.clone(),
            point: point.to_owned(),
            label: format!("{}: {words}", contest.name),
            status: Some(status),
        };
        choices.push(of("notStarted", "", "not read at all".into(), Override::Dns));
        for split in &contest.splits {
            choices.push(of("notSeen", &split.label, format!("started, not seen at {} or later", split.label), Override::Dnf));
        }
        choices.push(of("notSeen", "", "started, not finished".into(), Override::Dnf));
    }
    choices
}

/// The question before a status is set for a whole list.
pub fn status_question(count: u32, status: Option<Override>) -> String {
    let runners = if count == 1 { "1 runner".to_owned() } else { format!("{count} runners") };
    match status {
        Some(status) => format!("{runners}: {}. Nobody of them has a rank then; they come last.", status.word()),
        None => format!("{runners}: as timed. Their times and ranks follow from the reads again."),
    }
}

/// A change that somebody else made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OthersChange {
    /// Who made it; blank when nobody is known.
    pub by: String,
    /// What was decided.
    pub text: String,
}

/// The announcement of what others at the desk did since the last look, the newest first.
pub fn others_changes(changes: &[OthersChange]) -> String {
    let by = |change: &OthersChange| if change.by.is_empty() { "somebody".to_owned() } else { change.by.clone() };
    match changes {
        [] => String::new(),
        [one] if one.by.is_empty() => one.text.clone(),
        [one] => format!("{}: {}", one.by, one.text),
        [newest, ..] => {
            format!("{} changes by others at the desk. The last one, by {}: {}", changes.len(), by(newest), newest.text)
        }
    }
}
