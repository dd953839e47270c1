//! Announcements: mails of the team to the entrants of a race who have an address (docs/decisions/0065). What may be written, how it reads
//! for each person, who gets it, and every sentence about it.
//!
//! Sending, links to unsubscribe and counts are made by the server.

mod audience;
mod form;
mod life;
mod mail;
pub mod words;

pub use audience::{Audience, People, addressee, audience};
pub use form::{AnnouncementForm, Placeholder, check, placeholders, problems};
pub use life::{
    AnnouncementProgress, LONGEST_KEY, LONGEST_SEARCH, MOST_A_DAY, MOST_PEOPLE, MOST_TESTS_A_DAY, PAGE_SIZE, PER_SECOND,
    RecipientState, WantedRecipients, is_key, is_one_click, wanted_recipients,
};
pub use mail::{Addressee, AnnouncementMail, MailFacts, mail};
