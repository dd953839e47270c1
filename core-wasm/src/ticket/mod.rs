//! Support tickets (SPEC §2, §5, §8; docs/decisions/0061): the form, what is said after it was sent, a ticket's life, and the desk that
//! answers.
//!
//! Limits, tokens of links and mails are counted, made and sent by the server.

mod desk;
mod form;
pub mod incoming;
mod life;
mod outcome;
pub mod pictures;
mod query;
mod race;
pub mod words;

pub use desk::{
    Joining, MOST_AT_ONCE, MOST_SAVED, PLACEHOLDERS, Placeholder, SavedReplyForm, TicketFacts, WRITING_MS, changed_at_once,
    check_joining, check_saved_reply, fill_saved_reply, joined_text, placeholders, writers_text,
};
pub use form::{Checked, Contact, ContactWay, RequestType, TicketForm, check, problems, same_address};
pub use life::{
    FIRST_NUMBER, MOST_REPLIES, MOST_REPLIES_A_DAY, MailState, MessageKind, TicketStatus, check_message, first_answer, median,
    message_problems, number, ticket_id,
};
pub use outcome::{TicketOutcome, TicketState, outcome};
pub use query::{
    AGES, LONGEST_SEARCH, MOST_ON_PAGE, MOST_WORDS, PAGE_SIZE, TABS, TicketChoice, TicketList, TicketQuery, WantedTickets,
    choices, race_words, words_of,
};
pub use race::named_race;
