//! A ticket's number, its status, and its messages.

use serde::{Deserialize, Serialize};

use super::{form, words};
use crate::error::{CoreError, Problems};

/// The number of the first ticket.
pub const FIRST_NUMBER: i64 = 1001;
/// The longest message, in characters.
pub(super) const LONGEST_MESSAGE: usize = 5000;
/// How many replies a runner may add to a ticket in a day.
pub const MOST_REPLIES_A_DAY: i64 = 20;
/// How many replies of its runner a ticket may have; then a new one is better.
pub const MOST_REPLIES: i64 = 100;

/// The number as people read it.
///
/// ```
/// assert_eq!(core_wasm::ticket::ticket_id(1042), "T-1042");
/// ```
pub fn ticket_id(number: i64) -> String {
    format!("T-{number}")
}

/// Reads the number as people write it.
///
/// ```
/// use core_wasm::ticket::number;
///
/// assert_eq!(number(" t-1042 "), Some(1042));
/// assert_eq!([number("1042"), number("T-"), number("T-+1"), number("T-99999999999999999999")], [None; 4]);
/// ```
pub fn number(text: &str) -> Option<i64> {
    let digits = text.trim().strip_prefix(['T', 't'])?.strip_prefix('-')?;
    crate::text::is_number(digits).then(|| digits.parse().ok())?
}

/// How a ticket stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TicketStatus {
    /// It waits for the team.
    Open,
    /// It waits for the runner.
    Waiting,
    /// It is done.
    Solved,
    /// It is none.
    Spam,
}

impl TicketStatus {
    /// Every status.
    pub const ALL: [Self; 4] = [Self::Open, Self::Waiting, Self::Solved, Self::Spam];

    /// The text form.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Waiting => "waiting",
            Self::Solved => "solved",
            Self::Spam => "spam",
        }
    }

    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text)
    }

    /// The status in a word, as its runner sees it.
    pub fn label(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Waiting => "Answered",
            Self::Solved => "Solved",
            Self::Spam => "Closed",
        }
    }

    /// What it means for its runner.
    pub fn text(self) -> &'static str {
        match self {
            Self::Open => "We have your ticket and will answer it.",
            Self::Waiting => "We have answered. Reply below if it is not solved.",
            Self::Solved => "Reply below if it is not: that opens the ticket again.",
            Self::Spam => "This ticket is closed.",
        }
    }

    /// The status of a ticket after another one was joined into it: that of the two which asks for more, so that no question is lost.
    ///
    /// ```
    /// use core_wasm::ticket::TicketStatus;
    ///
    /// assert_eq!(TicketStatus::Solved.with_part(TicketStatus::Open), TicketStatus::Open);
    /// assert_eq!(TicketStatus::Waiting.with_part(TicketStatus::Solved), TicketStatus::Waiting);
    /// assert_eq!(TicketStatus::Spam.with_part(TicketStatus::Open), TicketStatus::Open);
    /// ```
    #[must_use]
    pub fn with_part(self, part: Self) -> Self {
        let asks = |status: Self| match status {
            Self::Open => 3,
            Self::Waiting => 2,
            Self::Solved => 1,
            Self::Spam => 0,
        };
        if asks(part) > asks(self) { part } else { self }
    }

    /// The status after a reply of the runner.
    #[must_use]
    pub fn after_reply(self) -> Self {
        if self == Self::Spam { Self::Spam } else { Self::Open }
    }
}

/// Who wrote a message, and for whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    /// The runner, for the team.
    Runner,
    /// The team, for the runner.
    Staff,
    /// The team, for the team.
    Note,
}

impl MessageKind {
    /// The text form.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Runner => "runner",
            Self::Staff => "staff",
            Self::Note => "note",
        }
    }

    /// Reads the text form. Anything else is a note, which no runner sees.
    pub fn parse(text: &str) -> Self {
        match text {
            "runner" => Self::Runner,
            "staff" => Self::Staff,
            _ => Self::Note,
        }
    }
}

/// What became of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    /// It is sent, or sent again.
    Waiting,
    /// The mail server has it.
    Sent,
    /// It was given up.
    Failed,
}

impl MailState {
    /// The state in a few words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Waiting => "on its way",
            Self::Sent => "sent",
            Self::Failed => "could not be delivered",
        }
    }
}

/// Checks a reply, an answer or a note, and returns it trimmed.
///
/// # Errors
/// `required`, `unprintable`, `too_long`.
pub fn check_message(typed: &str) -> Result<String, CoreError> {
    form::lines(typed, "The text", words::NO_TEXT, LONGEST_MESSAGE)
}

/// The problems of a reply, an answer or a note, at the field `text`.
pub fn message_problems(typed: &str) -> Problems {
    let mut problems = Problems::default();
    problems.take("text", check_message(typed));
    problems
}

/// When a ticket was answered first, after another one was joined into it: the earlier of the two first answers that came after it was
/// written.
///
/// ```
/// use core_wasm::ticket::first_answer;
///
/// assert_eq!(first_answer(5, [Some(9), Some(7)]), Some(7));
/// assert_eq!(first_answer(5, [None, Some(7)]), Some(7));
/// assert_eq!(first_answer(5, [None, Some(3)]), None);
/// ```
pub fn first_answer(written_at: i64, answers: [Option<i64>; 2]) -> Option<i64> {
    answers.into_iter().flatten().filter(|at| *at >= written_at).min()
}

/// The median of some times; the earlier one of two in the middle.
///
/// ```
/// use core_wasm::ticket::median;
///
/// assert_eq!(median(&mut [9, 1, 5]), Some(5));
/// assert_eq!(median(&mut [9, 1]), Some(1));
/// assert_eq!(median(&mut []), None);
/// ```
pub fn median(times: &mut [i64]) -> Option<i64> {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied()
}
