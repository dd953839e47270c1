//! Mails that come in for tickets (docs/decisions/0064): who wrote one, where it belongs, what of its text is new, and which of its
//! attachments are kept.
//!
//! Mails are fetched, decoded and stored by the server, and signatures are made and checked there. A mail is never answered here or
//! there: what is sent are confirmations of new tickets, and only to people.

mod address;
mod bounce;
mod fold;
mod nature;
mod place;
mod texts;
pub mod words;

pub use address::{
    MailRef, find_message_refs, foreign_ref, message_ref, read_message_ref, read_reply_address, reply_address, reply_base,
};
pub use bounce::{Bounce, read_bounce};
pub use fold::{Folded, fold};
pub use nature::{MailHead, Nature, nature};
pub use place::{AsideReason, MailMatch, Place, place};
pub use texts::{
    Attachment, Kept, LONGEST_QUOTED, MOST_ATTACHMENTS_READ, MOST_AUTOMATIC_A_DAY, MOST_MAIL_BYTES, MOST_MAIL_TEXT_BYTES,
    MOST_NEW_BY_MAIL_AN_HOUR, MailTexts, file_name, form, kept, shown_line, texts, unflowed,
};
