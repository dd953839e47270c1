//! Bindings of the slice `timing`.

use super::Ts;
use crate::timing::counts::{Counts, RunnerCounts};
use crate::timing::desk::{self, CountLine, StatusChoice};
use crate::timing::length;
use crate::timing::plan::Plan;
use crate::timing::setup::Ranking;

exports! {
    /// A plan in a sentence.
    planSummary(plan: Ts<Plan>) -> String = plan.summary();

    /// Where the reads went, in words.
    readLines(counts: Ts<Counts>) -> Vec<Ts<CountLine>> = desk::read_lines(&counts);

    /// How many runners are in which state, in words.
    runnerLines(counts: Ts<RunnerCounts>) -> Vec<Ts<CountLine>> = desk::runner_lines(&counts);

    /// The statuses that a person may set.
    statusChoices() -> Vec<Ts<StatusChoice>> = desk::status_choices();

    /// What a ranking is called.
    rankingLabel(ranking: Ts<Ranking>) -> String = ranking.label().to_owned();

    /// What a typed length was understood as; undefined where it can't be read.
    lengthUnderstood(text: &str) -> Option<String> = length::understood(text);
}
