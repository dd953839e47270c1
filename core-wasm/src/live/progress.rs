//! How far a runner is (SPEC §4).

use serde::{Deserialize, Serialize};

/// Which of the spec's four states a runner is in.
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

/// What was seen of a runner.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Seen {
    /// Whether there is a start chip time.
    pub start: bool,
    /// For each split that is known, its label and whether it has a chip time.
    pub splits: Vec<SeenSplit>,
    /// Whether there is a finish chip time.
    pub finish: bool,
    /// The contest's number of splits (`ContestNumberOfSplits`).
    pub contest_splits: usize,
}

/// One split of [`Seen`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SeenSplit {
    /// The split's label.
    pub label: String,
    /// Whether the mat read the chip.
    pub read: bool,
}

/// How far a runner is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Progress {
    /// The spec's state.
    pub stage: Stage,
    /// The label of the last split, in the state `split`; otherwise empty.
    pub label: String,
    /// From 0 to 100.
    pub percent: u32,
    /// How a screen says it: "Not started", "Started", "10K", "Finished".
    pub text: String,
}

/// The spec's progress: round((filled splits + finish) / (number of splits + 1) × 100).
///
/// A split counts as filled when it was read or when a later one was (DESIGN §5), so a finisher is at 100 % even if a mat
/// missed the chip.
pub fn progress(seen: &Seen) -> Progress {
    let last = seen.splits.iter().rposition(|split| split.read);
    let filled = if seen.finish { seen.contest_splits } else { last.map_or(0, |i| i + 1).min(seen.contest_splits) };
    let points = seen.contest_splits + 1;
    // Rounds half up, in whole numbers.
    let percent = ((filled + usize::from(seen.finish)) * 200 + points) / (2 * points);
    let percent = u32::try_from(percent.min(100)).unwrap_or(100);

    let label = last.and_then(|i| seen.splits.get(i)).map(|split| split.label.clone()).unwrap_or_default();
    let stage = match (seen.finish, last, seen.start) {
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

/// A split on the line of a runner's progress.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Tick {
    /// The split's label.
    pub label: String,
    /// Where it stands, from 0 to 100: where [`progress`] is when the split is the last that was passed.
    pub at: u32,
    /// Whether the runner is past it, read or not.
    pub passed: bool,
}

/// The splits along the line of a runner's progress.
pub fn ticks(seen: &Seen) -> Vec<Tick> {
    let last = seen.splits.iter().rposition(|split| split.read);
    let points = seen.contest_splits + 1;
    let tick = |(i, split): (usize, &SeenSplit)| Tick {
        label: split.label.clone(),
        at: u32::try_from(((i + 1) * 200 + points) / (2 * points)).unwrap_or(100).min(100),
        passed: seen.finish || last.is_some_and(|last| i <= last),
    };
    seen.splits.iter().enumerate().map(tick).collect()
}
