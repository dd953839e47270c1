//! The sentences about tickets, and their mails. A mail has nothing that a stranger typed: it goes to an address that a stranger typed.

use super::pictures::{MOST_PICTURE_BYTES, MOST_PICTURES};
use super::{outcome, ticket_id};

/// HTTP 400 when the contact is neither an e-mail address nor a telephone number (SPEC §5).
pub const INVALID_EMAIL: &str = "Invalid email format";
/// HTTP 429 after too many tickets in an hour (SPEC §8).
pub const LIMIT: &str = "You've submitted too many requests recently. Please try again in one hour.";
/// At a field with control characters.
pub const UNPRINTABLE: &str = "This holds characters that can't be shown. Please type it again.";
/// At a request type that there is not.
pub const UNKNOWN_TYPE: &str = "Choose one of the request types.";
/// At a status that there is not.
pub const UNKNOWN_STATUS: &str = "The status is open, waiting, solved or spam.";
/// At an age that there is not.
pub const UNKNOWN_AGE: &str = "The age is day or week.";
/// At an empty reply, answer or note.
pub const NO_TEXT: &str = "Write an answer first.";
/// HTTP 404 for a ticket that there is not, and for a link with another token.
pub const NO_TICKET: &str = "There is no such ticket, or the link is not complete. Open the link of the mail again.";
/// HTTP 404 at the desk.
pub const NO_SUCH_TICKET: &str = "There is no such ticket.";
/// HTTP 409 when somebody else has changed the ticket meanwhile.
pub const CHANGED: &str = "Somebody has changed this ticket meanwhile. Read it again before you answer.";
/// HTTP 409 when an idempotency key was used for another text.
pub const KEY_REUSED: &str = "This was sent before with another text. Please send it again.";
/// HTTP 400 for an idempotency key that can't be one.
pub const BAD_KEY: &str = "The header Idempotency-Key holds at most 100 visible ASCII characters.";
/// HTTP 201 for a runner's reply.
pub const REPLIED: &str = "We have your reply.";
/// HTTP 201 for an answer of the team.
pub const ANSWERED: &str = "The answer is on its way.";
/// HTTP 201 for an answer to a runner who left a telephone number.
pub const ANSWERED_WITHOUT_MAIL: &str = "The answer is saved. Nothing is mailed: the runner has left no e-mail address.";
/// HTTP 201 for a note.
pub const NOTED: &str = "The note is saved.";
/// HTTP 429 when a ticket has too many replies of its runner.
pub const FULL: &str = "This ticket has very many replies. Please write a new one.";
/// HTTP 409 at a reply to a ticket whose account was deleted.
pub const EMPTIED: &str = "The texts of this ticket were removed with the account. Please write a new ticket.";
/// HTTP 429 after too many replies in a day.
pub const TOO_MANY_REPLIES: &str = "You have replied very often today. Please reply again tomorrow.";
/// At an assignee who is no administrator.
pub const NO_SUCH_ASSIGNEE: &str = "Only an administrator can take care of a ticket.";
/// At a ticket that is to become a part of itself.
pub const JOINED_WITH_ITSELF: &str = "A ticket can't be joined with itself.";
/// At a ticket that is to become a part of one of another contact.
pub const OTHER_CONTACT: &str = "Only tickets of the same contact can be joined: whoever has the link of one can read the whole.";
/// At a saved reply without a title.
pub const NO_SAVED_TITLE: &str = "Give the reply a title.";
/// At a saved reply without a text.
pub const NO_SAVED_TEXT: &str = "Write the text of the reply.";
/// HTTP 404 for a saved reply that there is not.
pub const NO_SAVED_REPLY: &str = "This saved reply was deleted.";
/// HTTP 409 when somebody else has changed a saved reply meanwhile.
pub const SAVED_REPLY_CHANGED: &str = "Somebody has changed this saved reply meanwhile.";
/// HTTP 409 for a title that another saved reply has.
pub const SAVED_TITLE_TAKEN: &str = "Another saved reply has this title.";
/// HTTP 200 for a saved reply that was deleted.
pub const SAVED_REPLY_DELETED: &str = "Saved reply deleted";
/// HTTP 400 when a ticket has very many pictures.
pub const PICTURES_FULL: &str = "This ticket has very many pictures already. Please write a new one.";
/// HTTP 400 when very many pictures have come today.
pub const PICTURES_TODAY: &str =
    "No more pictures can be taken today. Please send your text without them, or try again tomorrow.";
/// At a file that is too large.
pub const PICTURE_TOO_LARGE: &str = "This picture is too large. Please choose one under 10 MB.";
/// HTTP 400 when a picture of a message is not stored any more.
pub const NO_PICTURE: &str = "One of the pictures is not there any more. Please choose it again.";
/// HTTP 404 for a picture that there is not, or that somebody else sees.
pub const NO_SUCH_PICTURE: &str = "There is no such picture.";
/// HTTP 400 for an upload without a picture.
pub const CHOOSE_PICTURE: &str = "Choose a picture first.";
/// The name under which the team writes to runners.
pub const TEAM: &str = "Splitline team";

/// At a text that is too long.
pub fn too_long(label: &str, most: usize) -> String {
    format!("{label} is too long. Please keep it to {most} characters.")
}

/// At a saved reply with a word in braces for which there is nothing.
pub fn unknown_placeholder(typed: &str) -> String {
    let [others @ .., (last, _)] = super::PLACEHOLDERS;
    let others = others.map(|(typed, _)| typed).join(", ");
    format!("There is nothing to fill in for {typed}. Choose {others} or {last}.")
}

/// HTTP 409 when there are too many saved replies.
pub fn too_many_saved(most: i64) -> String {
    format!("There are {most} saved replies already. Delete one first.")
}

/// At a change of no tickets, or of too many.
pub fn how_many_at_once(most: usize) -> String {
    format!("Choose from 1 to {most} tickets.")
}

/// Beside the field for the pictures of a message.
pub fn pictures_hint() -> String {
    let megabytes = MOST_PICTURE_BYTES / 1_000_000;
    format!("Up to {MOST_PICTURES}, of {megabytes} MB each. Place and camera are removed from them.")
}

/// At pictures of a message that are too many.
pub fn too_many_pictures(most: usize) -> String {
    format!("A message has at most {most} pictures.")
}

/// What the mail with an answer says about its pictures; they are seen under the ticket's link.
///
/// ```
/// use core_wasm::ticket::words::with_pictures;
///
/// assert_eq!(with_pictures("Look here.", 0), "Look here.");
/// assert_eq!(with_pictures("Look here.", 1), "Look here.\n\n(1 picture: see it under the link below.)");
/// ```
pub fn with_pictures(text: &str, count: usize) -> String {
    match count {
        0 => text.to_owned(),
        1 => format!("{text}\n\n(1 picture: see it under the link below.)"),
        count => format!("{text}\n\n({count} pictures: see them under the link below.)"),
    }
}

/// HTTP 201 for a new ticket, in short.
pub fn created(number: i64, email_sent: bool) -> String {
    outcome(Some(201), "", &ticket_id(number), email_sent).title
}

/// The subject and the text of the mail that confirms a ticket.
///
/// ```
/// use core_wasm::ticket::words::received;
///
/// let (subject, text) = received(1042, "Splitline", "https://example.com/ticket/T-1042#x");
/// assert_eq!(subject, "Ticket T-1042 received · Splitline");
/// assert!(text.contains("\n\nhttps://example.com/ticket/T-1042#x\n\n"));
/// ```
pub fn received(number: i64, site: &str, link: &str) -> (String, String) {
    let id = ticket_id(number);
    let text = format!(
        "Hello,\n\nwe have your ticket {id} and will answer it by mail.\n\nSee how it stands, or add something:\n\n{link}\n\n\
         Keep this link for yourself: whoever has it can read the ticket.\n\n\
         If you did not write to {site}, somebody has typed your address by mistake, and there is nothing to do.\n"
    );
    (format!("Ticket {id} received · {site}"), text)
}

/// The subject and the text of the mail with an answer of the team.
///
/// ```
/// use core_wasm::ticket::words::answer;
///
/// let (subject, text) = answer(1042, "Splitline", "https://example.com/ticket/T-1042#x", "It is mended.");
/// assert_eq!(subject, "Answer to ticket T-1042 · Splitline");
/// assert!(text.contains("\n\nIt is mended.\n\n"));
/// ```
pub fn answer(number: i64, site: &str, link: &str, text: &str) -> (String, String) {
    let id = ticket_id(number);
    let mail = format!(
        "Hello,\n\nthis is the answer to your ticket {id}:\n\n{text}\n\n{TEAM}\n\nRead the whole ticket, or reply:\n\n{link}\n"
    );
    (format!("Answer to ticket {id} · {site}"), mail)
}
