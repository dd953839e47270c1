//! Where a mail belongs.

use serde::{Deserialize, Serialize};

use super::nature::{Nature, contact_key};
use super::words;

/// To which tickets a mail leads. A number in a subject leads nowhere, since anybody can write one.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MailMatch {
    /// The ticket of the address to which it was sent, whose tag was right.
    pub signed: Option<i64>,
    /// The ticket of a mail of the site to which it refers, whose tag was right, and that ticket's contact.
    pub referred: Option<(i64, String)>,
    /// The address in `From`.
    pub from: String,
}

/// What becomes of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Place {
    /// It is a reply of the runner to this ticket.
    Reply(i64),
    /// It is a new ticket.
    New,
    /// It is noted in the thread of this ticket, for the team.
    Noted(i64),
    /// It is about a mail that did not arrive.
    Bounce,
    /// Nothing becomes of it.
    Ignored,
}

/// Where a mail belongs. A signed address alone is enough, since only the mails of a ticket have it; a reference counts with the ticket's
/// contact as the sender.
pub fn place(nature: Nature, found: &MailMatch) -> Place {
    let sender = contact_key(&found.from);
    let referred = found.referred.as_ref().filter(|(_, contact)| !sender.is_empty() && contact_key(contact) == sender);
    let ticket = found.signed.or(referred.map(|(number, _)| *number));
    match (nature, ticket) {
        (Nature::Own, _) | (Nature::Automatic, None) => Place::Ignored,
        (Nature::Bounce, _) => Place::Bounce,
        (Nature::Automatic, Some(number)) => Place::Noted(number),
        (Nature::Person, Some(number)) => Place::Reply(number),
        (Nature::Person, None) => Place::New,
    }
}

/// Why a mail is set aside for the administrators; it stays in the mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AsideReason {
    /// It could not be read.
    Unreadable,
    /// Nobody can be answered.
    NoSender,
    /// Its sender, or everybody together, has written too many tickets in an hour.
    TooMany,
    /// Its ticket takes no more replies.
    Full,
}

impl AsideReason {
    /// Every reason.
    pub const ALL: [Self; 4] = [Self::Unreadable, Self::NoSender, Self::TooMany, Self::Full];

    /// The text form.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::NoSender => "no-sender",
            Self::TooMany => "too-many",
            Self::Full => "full",
        }
    }

    /// Reads the text form. Anything else could not be read, either.
    pub fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|known| known.as_str() == text).unwrap_or(Self::Unreadable)
    }

    /// The reason in a sentence.
    pub fn text(self) -> &'static str {
        match self {
            Self::Unreadable => words::UNREADABLE,
            Self::NoSender => words::NO_SENDER,
            Self::TooMany => words::TOO_MANY,
            Self::Full => words::FULL,
        }
    }
}
