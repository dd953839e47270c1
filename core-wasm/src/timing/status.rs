//! Where a runner stands, and what only a person may say about it.

use serde::{Deserialize, Serialize};

/// Where a runner stands in the race (DESIGN §5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Status {
    /// Entered; no read since the start.
    #[default]
    #[serde(rename = "registered")]
    Registered,
    /// Over the start line.
    #[serde(rename = "started")]
    Started,
    /// Seen on the course.
    #[serde(rename = "on course")]
    OnCourse,
    /// Over the finish line.
    #[serde(rename = "finished")]
    Finished,
    /// Did not finish.
    #[serde(rename = "DNF")]
    Dnf,
    /// Disqualified.
    #[serde(rename = "DQ")]
    Dq,
    /// Did not start.
    #[serde(rename = "DNS")]
    Dns,
}

impl Status {
    /// The word the wire carries; screens show [`Self::label`].
    pub fn word(self) -> &'static str {
        match self {
            Self::Registered => "registered",
            Self::Started => "started",
            Self::OnCourse => "on course",
            Self::Finished => "finished",
            Self::Dnf => "DNF",
            Self::Dq => "DQ",
            Self::Dns => "DNS",
        }
    }

    /// The status as people read it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Registered => "Registered",
            Self::Started => "Started",
            Self::OnCourse => "On course",
            Self::Finished => "Finished",
            Self::Dnf => "Did not finish",
            Self::Dq => "Disqualified",
            Self::Dns => "Did not start",
        }
    }

    /// Whether a person set it: such a runner has no rank and comes last.
    pub fn is_set(self) -> bool {
        matches!(self, Self::Dnf | Self::Dq | Self::Dns)
    }
}

/// A status that only a person sets; the race itself never infers one (DESIGN §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Override {
    /// Did not finish.
    #[serde(rename = "DNF")]
    Dnf,
    /// Disqualified.
    #[serde(rename = "DQ")]
    Dq,
    /// Did not start.
    #[serde(rename = "DNS")]
    Dns,
}

impl Override {
    /// All of them, in the order in which a desk offers them.
    pub const ALL: [Self; 3] = [Self::Dnf, Self::Dq, Self::Dns];

    /// Reads `DNF`, `DQ` or `DNS`, in any case; anything else is no such status.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.word().eq_ignore_ascii_case(text.trim()))
    }

    /// The word the wire and the database carry.
    pub fn word(self) -> &'static str {
        self.status().word()
    }

    /// The status it gives the runner.
    pub fn status(self) -> Status {
        match self {
            Self::Dnf => Status::Dnf,
            Self::Dq => Status::Dq,
            Self::Dns => Status::Dns,
        }
    }
}
