//! What is said after a ticket was sent (SPEC §8).

use serde::{Deserialize, Serialize};

use super::words::{INVALID_EMAIL, LIMIT};
use crate::notice::Tone;

/// The result of a submission (SPEC §4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TicketState {
    /// Stored, and confirmed by mail.
    Success,
    /// Stored, but the mail was not sent.
    SuccessNoEmail,
    /// Too many submissions in an hour.
    RateLimit,
    /// The contact is not an e-mail address.
    InvalidEmail,
    /// Any other error.
    Error,
}

/// The message of the ticket page after a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TicketOutcome {
    /// The result.
    pub state: TicketState,
    /// Its colour.
    pub tone: Tone,
    /// Its heading.
    pub title: String,
    /// The explanation, and what to do.
    pub text: String,
}

/// The message for an answer: its status (absent without an answer), its message, its ticket and whether the mail was sent.
pub fn outcome(status: Option<u16>, message: &str, ticket_id: &str, email_sent: bool) -> TicketOutcome {
    let make = |state, tone, title: &str, text: String| TicketOutcome { state, tone, title: title.into(), text };
    match status {
        Some(200..=299) if email_sent => make(
            TicketState::Success,
            Tone::Success,
            "Ticket Submitted Successfully!",
            format!("Your ticket is {ticket_id}. A confirmation is on its way to your e-mail address."),
        ),
        Some(200..=299) => make(
            TicketState::SuccessNoEmail,
            Tone::Info,
            "Ticket Created - Email Not Sent",
            format!(
                "Your ticket is {ticket_id}. Please note it down: no confirmation could be sent, but we have your ticket and will answer it."
            ),
        ),
        Some(429) => make(TicketState::RateLimit, Tone::Error, "Submission Limit Reached", LIMIT.into()),
        _ if message.trim() == INVALID_EMAIL => make(
            TicketState::InvalidEmail,
            Tone::Error,
            "Invalid Email Format",
            "Please check your contact information and try again.".into(),
        ),
        _ => make(TicketState::Error, Tone::Error, "Submission Failed", "Please check your information and try again.".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_has_a_message() {
        let title = |status, message| outcome(status, message, "T-1", true).title;
        assert_eq!(title(Some(201), ""), "Ticket Submitted Successfully!");
        assert_eq!(title(Some(429), INVALID_EMAIL), "Submission Limit Reached");
        assert_eq!(title(Some(400), INVALID_EMAIL), "Invalid Email Format");
        assert_eq!(title(None, ""), "Submission Failed");
        assert_eq!(outcome(Some(201), "", "T-1", false).title, "Ticket Created - Email Not Sent");
    }
}
