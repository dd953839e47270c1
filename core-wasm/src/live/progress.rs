//! A runner's progress along the course (SPEC §4).

use serde::{Deserialize, Serialize};

/// The spec's four states of a runner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// No chip time.
    #[default]
    NotStarted,
    /// A start only.
    Started,
    /// At least one split.
    Split,
    /// A finish.
    Finished,
}

/// The chip times of a runner that decide on the progress.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ProgressInput {
    /// Whether there is a start chip time.
    pub start: bool,
    /// For each known split, its label and whether it has a chip time.
    pub splits: Vec<ProgressSplit>,
    /// Whether there is a finish chip time.
    pub finish: bool,
    /// The contest's number of splits (`ContestNumberOfSplits`).
    pub contest_splits: usize,
}

/// One split of [`ProgressInput`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ProgressSplit {
    /// The split's label.
    pub label: String,
    /// Whether the mat read the chip.
    pub read: bool,
}

/// A runner's progress.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Progress {
    /// The spec's state.
    pub stage: Stage,
    /// The label of the last split, in the state `split`; otherwise empty.
    pub label: String,
    /// The share of the course that the runner has passed, from 0 to 100.
    pub percent: u32,
    /// The text that a screen shows: "Not started", "Started", "10K", "Finished".
    pub text: String,
}

/// The spec's progress: round((filled splits + finish) / (number of splits + 1) × 100).
///
/// A split counts as filled when it was read or when a later one was (DESIGN §5), so a finisher has 100 % even if a mat
/// missed the chip.
pub fn progress(input: &ProgressInput) -> Progress {
    let last = input.splits.iter().rposition(|split| split.read);
    let filled = if input.finish { input.contest_splits } else { last.map_or(0, |i| i + 1).min(input.contest_splits) };
    let points = input.contest_splits + 1;
    // Rounds half up, in integer arithmetic.
    let percent = ((filled + usize::from(input.finish)) * 200 + points) / (2 * points);
    let percent = u32::try_from(percent.min(100)).unwrap_or(100);

    let label = last.and_then(|i| input.splits.get(i)).map(|split| split.label.clone()).unwrap_or_default();
    let stage = match (input.finish, last, input.start) {
        (true, ..) => Stage::Finished,
        (_, Some(_), _) => Stage::Split,
        (_, _, true) => Stage::Started,
        _ => Stage::NotStarted,
    };
    let text = match stage {
        Stage::NotStarted => "Not started".to_owned(),
        Stage::Started => "Started".to_owned(),
        Stage::Split => label.clone(),
        Stage::Finished => "Finished".to_owned(),
    };
    Progress { stage, label: if stage == Stage::Split { label } else { String::new() }, percent, text }
}

/// A split on a runner's progress bar.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Tick {
    /// The split's label.
    pub label: String,
    /// Its position from 0 to 100: the value of [`progress`] when this split is the last one passed.
    pub at: u32,
    /// Whether the runner has passed it, read or not.
    pub passed: bool,
}

/// The splits on a runner's progress bar.
pub fn ticks(input: &ProgressInput) -> Vec<Tick> {
    let last = input.splits.iter().rposition(|split| split.read);
    let points = input.contest_splits + 1;
    let tick = |(i, split): (usize, &ProgressSplit)| Tick {
        label: split.label.clone(),
        at: u32::try_from(((i + 1) * 200 + points) / (2 * points)).unwrap_or(100).min(100),
        passed: input.finish || last.is_some_and(|last| i <= last),
    };
    input.splits.iter().enumerate().map(tick).collect()
}
