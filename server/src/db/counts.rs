//! What is counted of the changes.

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;

/// The upper ends of the classes of a duration, in seconds: from an answer out of memory to one that was cut off.
const SECONDS: [f64; 8] = [0.005, 0.02, 0.05, 0.1, 0.3, 1.0, 3.0, 10.0];

/// A histogram of durations.
pub(crate) fn durations() -> Histogram {
    Histogram::new(SECONDS)
}

/// Since the start.
#[derive(Debug)]
pub(crate) struct Counts {
    /// Transactions that were committed.
    pub(crate) commits: Counter,
    /// Transactions of which nothing was saved.
    pub(crate) failed: Counter,
    /// Jobs in either.
    pub(crate) jobs: Counter,
    /// How long each took, with the wait for its lock.
    pub(crate) seconds: Histogram,
}

impl Default for Counts {
    fn default() -> Self {
        Self { commits: Counter::default(), failed: Counter::default(), jobs: Counter::default(), seconds: durations() }
    }
}
