//! The status of a runner, and the statuses that only a person sets.

use serde::{Deserialize, Serialize};

/// The status of a runner in the race (DESIGN §5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Status {
    /// Entered; not read since the start.
    #[default]
    #[serde(rename = "registered")]
    Registered,
    /// Read at the start.
    #[serde(rename = "started")]
    Started,
    /// Read at a split.
    #[serde(rename = "on course")]
    OnCourse,
    /// Read at the finish.
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
    /// The status that follows from the reads alone: whether there is a start, any other point of the course, and a finish.
    pub fn reached(start: bool, split: bool, finish: bool) -> Self {
        match (start, split, finish) {
            (_, _, true) => Self::Finished,
            (_, true, _) => Self::OnCourse,
            (true, ..) => Self::Started,
            _ => Self::Registered,
        }
    }

    /// The word that the API uses; screens show [`Self::label`].
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

    /// The label that screens show.
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

    /// Whether the status was set by a person: such a runner has no rank and is listed last.
    pub fn is_set(self) -> bool {
        matches!(self, Self::Dnf | Self::Dq | Self::Dns)
    }
}

/// A status that only a person sets; it is never derived from reads (DESIGN §5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// All of them, in the order in which the desk offers them.
    pub const ALL: [Self; 3] = [Self::Dnf, Self::Dq, Self::Dns];

    /// Reads `DNF`, `DQ` or `DNS`, in any case; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.word().eq_ignore_ascii_case(text.trim()))
    }

    /// Reads a status as other systems and people write it: also `DSQ` and "did not start"; `None` for anything else.
    pub fn in_words(text: &str) -> Option<Self> {
        let key: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        match key.as_str() {
            "dnf" | "didnotfinish" | "notfinished" | "dropped" | "droppedout" | "withdrew" | "withdrawn" | "abandoned" => {
                Some(Self::Dnf)
            }
            "dq" | "dsq" | "disq" | "disqualified" | "disqualification" => Some(Self::Dq),
            "dns" | "didnotstart" | "notstarted" | "noshow" | "didnotshowup" => Some(Self::Dns),
            _ => None,
        }
    }

    /// The word that the API and the database use.
    pub fn word(self) -> &'static str {
        self.status().word()
    }

    /// The override under which a runner has this status; `None` for a status that follows from the reads.
    pub fn of(status: Status) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.status() == status)
    }

    /// The runner's status under this override.
    pub fn status(self) -> Status {
        match self {
            Self::Dnf => Status::Dnf,
            Self::Dq => Status::Dq,
            Self::Dns => Status::Dns,
        }
    }
}
