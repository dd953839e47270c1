//! Bindings of the slice `ticket`, for the form and the page of a ticket.

use super::Ts;
use crate::error::FieldError;
use crate::ticket::{self, RequestType, TicketForm, TicketOutcome, TicketStatus, words};

exports! {
    /// The types of requests, which are shown as they are sent.
    ticketTypes() -> Vec<String> = RequestType::ALL.map(|one| one.as_str().to_owned()).to_vec();

    /// Whether a request of this type needs the details of a race.
    ticketNeedsRace(request_type: &str) -> bool = RequestType::parse(request_type).is_some_and(RequestType::needs_race);

    /// The one of these races that is named in the details of a ticket; empty without one.
    ticketRace(details: &str, names: Vec<String>) -> String = ticket::named_race(details, &names).unwrap_or_default().to_owned();

    /// Whether a request of this type asks for money back.
    ticketIsRefund(request_type: &str) -> bool = RequestType::parse(request_type) == Some(RequestType::Refund);

    /// The problems of the form of a ticket; whether the contact is one is said by the server.
    ticketCheck(form: Ts<TicketForm>) -> Vec<Ts<FieldError>> = ticket::problems(&form).0;

    /// What is said after a submission: the answer's status (undefined without an answer), its message, its ticket and whether the mail
    /// was sent.
    ticketOutcome(status: Option<u16>, message: &str, ticket_id: &str, email_sent: bool) -> Ts<TicketOutcome> =
        ticket::outcome(status, message, ticket_id, email_sent);

    /// The problems of a reply, an answer or a note.
    ticketReplyCheck(text: &str) -> Vec<Ts<FieldError>> = ticket::message_problems(text).0;

    /// Why a file of so many bytes can't be added to a message that has so many pictures; undefined if it can.
    ticketPictureProblem(has: u32, bytes: f64) -> Option<String> = ticket::pictures::problem(has as usize, bytes as u64);

    /// What is said beside the field for the pictures of a message.
    ticketPicturesHint() -> String = words::pictures_hint();

    /// The name under which the team writes to runners.
    ticketTeam() -> String = words::TEAM.to_owned();

    /// A status in a word.
    ticketStatusLabel(status: Ts<TicketStatus>) -> String = status.label().to_owned();

    /// What a status means for the runner.
    ticketStatusText(status: Ts<TicketStatus>) -> String = status.text().to_owned();
}
