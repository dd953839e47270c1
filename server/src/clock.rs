//! The clock, which tests can set.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use core_wasm::dates::Today;

/// A source of the time; cheap to clone.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// The machine's clock.
    #[default]
    System,
    /// A clock that stands still until it is advanced.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// A fixed clock at `ms`, epoch milliseconds.
    #[must_use]
    pub fn fixed(ms: i64) -> Self {
        Self::Fixed(Arc::new(AtomicI64::new(ms)))
    }

    /// The current time, in epoch milliseconds.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        match self {
            Self::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
            Self::Fixed(ms) => ms.load(Ordering::SeqCst),
        }
    }

    /// The present day, for rules that evaluate it in the time zone of each race.
    #[must_use]
    pub fn today(&self) -> Today {
        Today::At(self.now_ms())
    }

    /// Moves a fixed clock forward; no effect on the machine's clock.
    pub fn advance(&self, by_ms: i64) {
        if let Self::Fixed(ms) = self {
            ms.fetch_add(by_ms, Ordering::SeqCst);
        }
    }
}
