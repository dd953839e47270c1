//! Whether a server answers. While it does not, one caller at a time waits for it, after a pause, and the others learn at once that it is out of
//! reach: boards that go on from memory are not slowed down by a server that hangs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::work::lock;

/// After a request to the server has timed out, nobody tries it for so long.
const PAUSE: Duration = Duration::from_secs(1);

/// What is known of a server.
#[derive(Default)]
pub(super) struct Pulse {
    is_silent: AtomicBool,
    is_being_tried: AtomicBool,
    times: Mutex<Times>,
}

#[derive(Default)]
struct Times {
    answered: Option<Instant>,
    /// When somebody has waited in vain.
    missed: Option<Instant>,
}

/// The right to wait for the server.
pub(super) struct Asking<'p> {
    pulse: &'p Pulse,
    /// Whether the server was silent before: this caller tries it, for the others.
    pub(super) is_trial: bool,
}

impl Pulse {
    /// Begins to wait for the server; `None` when it is silent, and somebody waits for it already or has a moment ago.
    pub(super) fn ask(&self) -> Option<Asking<'_>> {
        let is_trial = self.is_silent();
        let refused = is_trial && (self.is_pausing() || self.is_being_tried.swap(true, Ordering::Relaxed));
        (!refused).then(|| Asking { pulse: self, is_trial })
    }

    pub(super) fn is_silent(&self) -> bool {
        self.is_silent.load(Ordering::Relaxed)
    }

    /// Records that somebody has waited in vain since then. If others were answered meanwhile, it is slow and not silent.
    pub(super) fn timed_out(&self, since: Instant) {
        let mut times = lock(&self.times);
        times.missed = Some(Instant::now());
        let answered = times.answered.is_some_and(|answered| answered >= since);
        self.is_silent.store(!answered, Ordering::Relaxed);
    }

    fn is_pausing(&self) -> bool {
        lock(&self.times).missed.is_some_and(|missed| missed.elapsed() < PAUSE)
    }

    /// Records that it has answered.
    pub(super) fn answered(&self) {
        lock(&self.times).answered = Some(Instant::now());
        self.is_silent.store(false, Ordering::Relaxed);
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        if self.is_trial {
            self.pulse.is_being_tried.store(false, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_silent_server_one_asks_at_a_time() {
        let pulse = Pulse::default();
        let (one, other) = (pulse.ask(), pulse.ask());
        assert!(one.is_some() && other.is_some(), "it answers");
        let since = Instant::now();
        pulse.answered();
        pulse.timed_out(since);
        assert!(!pulse.is_silent(), "others were answered");
        pulse.timed_out(Instant::now());
        drop((one, other));
        assert!(pulse.ask().is_none(), "nobody waits at once again");
        lock(&pulse.times).missed = Instant::now().checked_sub(PAUSE);
        let trial = pulse.ask();
        assert!(trial.is_some());
        for _ in 0..3 {
            assert!(pulse.ask().is_none(), "who is refused does not end the trial");
        }
        drop(trial);
        let again = pulse.ask();
        assert!(again.is_some(), "the next one may try");
        pulse.answered();
        drop(again);
        assert!(pulse.ask().is_some() && !pulse.is_silent());
    }
}
