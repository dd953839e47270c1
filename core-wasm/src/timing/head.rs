//! What a live document has besides its runners that can change while they are followed.

use serde::{Deserialize, Serialize};

use super::standing::{LiveContest, LiveDocument};

/// The names of a race, its contests with their guns, waves and points, and the labels of its age groups. The race's id, its date and its
/// zone are no part of it: they stay the same within an epoch.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveHead {
    /// The race's name, as its page has it.
    pub race: String,
    /// The heading of the live page.
    pub event_name: String,
    /// The contests in the order of the setup; rows refer to them by index.
    pub contests: Vec<LiveContest>,
    /// The labels of the age groups; rows refer to them by index.
    pub age_groups: Vec<String>,
}

impl LiveDocument {
    /// Replaces the head. Rows that refer to a contest, a wave or an age group that is another one now have to be replaced, too.
    pub fn set_head(&mut self, head: LiveHead) {
        let LiveHead { race, event_name, contests, age_groups } = head;
        (self.race, self.event_name) = (race, event_name);
        (self.contests, self.age_groups) = (contests, age_groups);
    }
}
