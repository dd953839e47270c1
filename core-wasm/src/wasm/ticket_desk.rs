//! Bindings of the slice `ticket`, for the administrators' page.

use super::Ts;
use crate::error::FieldError;
use crate::ticket::{self, AGES, Contact, ContactWay, MailState, Placeholder, SavedReplyForm, TABS, TicketChoice, TicketFacts};

exports! {
    /// The lists of the desk.
    ticketTabs() -> Vec<Ts<TicketChoice>> = ticket::choices(&TABS);

    /// The choices of how old a ticket is.
    ticketAges() -> Vec<Ts<TicketChoice>> = ticket::choices(&AGES);

    /// How the runner of a ticket is reached; undefined when the contact was removed.
    ticketContactWay(contact: &str) -> Option<Ts<ContactWay>> = Contact::parse(contact).ok().map(|contact| contact.way());

    /// What became of a mail, in a few words.
    ticketMailText(state: Ts<MailState>) -> String = state.text().to_owned();

    /// What stands in a saved reply for something of the ticket.
    ticketPlaceholders() -> Vec<Ts<Placeholder>> = ticket::placeholders();

    /// The problems of a saved reply.
    savedReplyCheck(form: Ts<SavedReplyForm>) -> Vec<Ts<FieldError>> =
        ticket::check_saved_reply(&form).err().unwrap_or_default().0;

    /// A saved reply for a ticket.
    savedReplyFill(text: &str, ticket: Ts<TicketFacts>) -> String = ticket::fill_saved_reply(text, &ticket);

    /// Who else is writing an answer; empty for nobody.
    ticketWriters(names: Vec<String>) -> String = ticket::writers_text(&names);

    /// How many tickets can be changed at once.
    ticketsAtOnce() -> u32 = ticket::MOST_AT_ONCE as u32;
}
