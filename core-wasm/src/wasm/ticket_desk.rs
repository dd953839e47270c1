//! Bindings of the slice `ticket`, for the administrators' page.

use super::Ts;
use crate::ticket::{self, AGES, Contact, ContactWay, MailState, TABS, TicketChoice};

exports! {
    /// The lists of the desk.
    ticketTabs() -> Vec<Ts<TicketChoice>> = ticket::choices(&TABS);

    /// The choices of how old a ticket is.
    ticketAges() -> Vec<Ts<TicketChoice>> = ticket::choices(&AGES);

    /// How the runner of a ticket is reached; undefined when the contact was removed.
    ticketContactWay(contact: &str) -> Option<Ts<ContactWay>> = Contact::parse(contact).ok().map(|contact| contact.way());

    /// What became of a mail, in a few words.
    ticketMailText(state: Ts<MailState>) -> String = state.text().to_owned();
}
