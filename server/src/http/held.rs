//! How many of something each client holds at a time.

use std::collections::HashMap;

/// The numbers by [`ClientAddress::subject`](super::address::ClientAddress::subject). A client that holds nothing takes no memory.
#[derive(Default)]
pub(crate) struct Held(HashMap<String, usize>);

impl Held {
    /// How many a client holds.
    pub(crate) fn by(&self, subject: &str) -> usize {
        self.0.get(subject).copied().unwrap_or_default()
    }

    /// Counts one more.
    pub(crate) fn add(&mut self, subject: &str) {
        *self.0.entry(subject.to_owned()).or_default() += 1;
    }

    /// Counts one less.
    pub(crate) fn remove(&mut self, subject: &str) {
        let Some(held) = self.0.get_mut(subject) else { return };
        *held -= 1;
        if *held == 0 {
            self.0.remove(subject);
        }
    }
}
