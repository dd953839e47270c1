//! Bindings of the slice `timing`.

use super::Ts;
use crate::timing::counts::{Counts, RunnerCounts};
use crate::timing::desk::{self, CountLine, StatusChoice};
use crate::timing::length;
use crate::timing::plan::Plan;
use crate::timing::setup::Ranking;

exports! {
    /// A plan as a sentence.
    planSummary(plan: Ts<Plan>) -> String = plan.summary();

    /// The counts of reads, with labels and explanations.
    readLines(counts: Ts<Counts>) -> Vec<Ts<CountLine>> = desk::read_lines(&counts);

    /// The counts of runners, with labels and explanations.
    runnerLines(counts: Ts<RunnerCounts>) -> Vec<Ts<CountLine>> = desk::runner_lines(&counts);

    /// The statuses that a person may set.
    statusChoices() -> Vec<Ts<StatusChoice>> = desk::status_choices();

    /// The label of a ranking.
    rankingLabel(ranking: Ts<Ranking>) -> String = ranking.label().to_owned();

    /// The value that a typed length was read as; undefined when it can't be read.
    lengthUnderstood(text: &str) -> Option<String> = length::understood(text);
}
