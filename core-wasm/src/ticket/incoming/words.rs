//! The sentences about mails that came in.

use super::texts;

/// The text of a mail that has none.
pub const NO_TEXT: &str = "(The mail has no text.)";
/// The title of a ticket from a mail without a subject.
pub const NO_SUBJECT: &str = "A mail without a subject";
/// The end of a text that was cut.
pub const CUT: &str = "\n\n(The mail goes on: the rest is too long and was left out.)";
/// A picture that its ticket, or the day, has no room for.
pub const A_PICTURE: &str = "a picture, since very many have come";
/// An attachment without a name.
pub const NAMELESS: &str = "a file without a name";
/// Why a mail was set aside: it could not be read.
pub const UNREADABLE: &str = "This mail could not be read.";
/// Why a mail was set aside: nobody can be answered.
pub const NO_SENDER: &str = "This mail has no sender who could be answered.";
/// Why a mail was set aside: its sender, or everybody together, has written too many tickets in an hour.
pub const TOO_MANY: &str = "Too many new tickets came by mail within an hour.";
/// Why a mail was set aside: its ticket takes no more replies.
pub const FULL: &str = "Its ticket has too many replies.";
/// HTTP 200 when a mail that was set aside is done with.
pub const DONE: &str = "The mail is off the list. It stays in the mailbox.";
/// HTTP 404 for a mail that is not on the list.
pub const NO_SUCH_MAIL: &str = "This mail is not on the list any more.";

/// Which attachments of a mail were left out; `None` if none were.
///
/// ```
/// use core_wasm::ticket::incoming::words::left_out;
///
/// assert_eq!(left_out(&[], false), None);
/// assert_eq!(left_out(&["a.pdf".into()], false).unwrap(), "Left out, since only pictures are taken: a.pdf.");
/// assert_eq!(left_out(&[], true).unwrap(), "The mail was very large: its end was left out.");
/// ```
pub fn left_out(names: &[String], is_cut: bool) -> Option<String> {
    let mut said = Vec::new();
    if !names.is_empty() {
        let (told, more) = texts::told(names);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        said.push(format!("Left out, since only pictures are taken: {}{more}.", told.join(", ")));
    }
    if is_cut {
        said.push("The mail was very large: its end was left out.".to_owned());
    }
    (!said.is_empty()).then(|| said.join(" "))
}

/// The note about a mail that did not arrive.
///
/// ```
/// use core_wasm::ticket::incoming::words::bounced;
///
/// assert_eq!(bounced("550 No such user"), "The mail did not arrive. The mail server said: 550 No such user");
/// assert_eq!(bounced(""), "The mail did not arrive. The mail server did not say why.");
/// ```
pub fn bounced(reason: &str) -> String {
    match reason {
        "" => "The mail did not arrive. The mail server did not say why.".to_owned(),
        reason => format!("The mail did not arrive. The mail server said: {reason}"),
    }
}
