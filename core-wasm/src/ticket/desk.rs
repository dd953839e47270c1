//! What the desk does with tickets beside answering: saved replies, many tickets at once, joining two, and who else is writing.

use serde::{Deserialize, Serialize};

use super::{TicketStatus, form, ticket_id, words};
use crate::error::{CoreError, Problems};

/// How many saved replies there can be.
pub const MOST_SAVED: i64 = 200;
/// How many tickets can be changed at once.
pub const MOST_AT_ONCE: usize = 100;
/// How long somebody counts as writing after the last sign of it, in milliseconds.
pub const WRITING_MS: i64 = 20_000;

const LONGEST_SAVED_TITLE: usize = 80;
const LONGEST_SAVED_TEXT: usize = 4000;

/// What stands in a saved reply for something of the ticket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Placeholder {
    /// As it is typed: `{name}`.
    pub typed: String,
    /// What it becomes.
    pub label: String,
}

/// The placeholders, each with what it becomes.
pub const PLACEHOLDERS: [(&str, &str); 4] = [
    ("{name}", "the name of who wrote the ticket"),
    ("{ticket}", "the number of the ticket"),
    ("{title}", "the title of the ticket"),
    ("{race}", "the first line of the race details"),
];

/// The placeholders for the browser.
pub fn placeholders() -> Vec<Placeholder> {
    let one = |(typed, label): (&str, &str)| Placeholder { typed: typed.to_owned(), label: label.to_owned() };
    PLACEHOLDERS.into_iter().map(one).collect()
}

/// A saved reply as it is typed and sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[serde(deny_unknown_fields)]
pub struct SavedReplyForm {
    /// By which it is chosen.
    pub title: String,
    /// May have [`PLACEHOLDERS`].
    pub text: String,
}

/// Checks a saved reply, and returns it trimmed.
///
/// # Errors
/// What is wrong, at each field; also a placeholder that there is not, which would be sent to a runner as it is.
///
/// ```
/// use core_wasm::ticket::{SavedReplyForm, check_saved_reply};
///
/// let form = |text: &str| SavedReplyForm { title: " Pick-up ".into(), text: text.into() };
/// assert_eq!(check_saved_reply(&form("Hello {name},")).unwrap().title, "Pick-up");
/// let wrong = check_saved_reply(&form("Hello {nmae},")).unwrap_err();
/// assert_eq!(wrong.0[0].message, "There is nothing to fill in for {nmae}. Choose {name}, {ticket}, {title} or {race}.");
/// ```
pub fn check_saved_reply(reply: &SavedReplyForm) -> Result<SavedReplyForm, Problems> {
    let mut problems = Problems::default();
    let title = form::line(&reply.title, "The title", words::NO_SAVED_TITLE, LONGEST_SAVED_TITLE);
    let title = problems.take("title", title);
    let text = form::lines(&reply.text, "The text", words::NO_SAVED_TEXT, LONGEST_SAVED_TEXT);
    let text = problems.take("text", text.and_then(with_known_placeholders));
    match (title, text) {
        (Some(title), Some(text)) => Ok(SavedReplyForm { title, text }),
        _ => Err(problems),
    }
}

fn with_known_placeholders(text: String) -> Result<String, CoreError> {
    let is_known = |part: &Part<'_>| match part {
        Part::Text(_) => true,
        Part::Placeholder(typed) => PLACEHOLDERS.iter().any(|(known, _)| known == typed),
    };
    match parts(&text).into_iter().find(|part| !is_known(part)) {
        Some(Part::Placeholder(typed)) => Err(CoreError::new("unknown_placeholder", words::unknown_placeholder(typed))),
        _ => Ok(text),
    }
}

/// The ticket for which a saved reply is filled in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[serde(rename_all = "camelCase")]
pub struct TicketFacts {
    /// Who wrote it; empty after the account was deleted.
    pub name: String,
    /// `T-1042`.
    pub ticket_id: String,
    /// The matter in a line.
    pub title: String,
    /// Of which the first line counts; may be empty.
    pub race_details: String,
}

/// A saved reply for a ticket. What the ticket does not tell becomes words that fit everywhere; what a runner typed is not read again for
/// placeholders.
///
/// ```
/// use core_wasm::ticket::{TicketFacts, fill_saved_reply};
///
/// let facts = TicketFacts { name: "{ticket}".into(), ticket_id: "T-1042".into(), ..TicketFacts::default() };
/// assert_eq!(fill_saved_reply("Hello {name}, {ticket} about {race} is done.", &facts), "Hello {ticket}, T-1042 about the race is done.");
/// ```
pub fn fill_saved_reply(text: &str, ticket: &TicketFacts) -> String {
    let or = |value: &str, words: &str| if value.trim().is_empty() { words.to_owned() } else { value.trim().to_owned() };
    let fill = |part: Part<'_>| match part {
        Part::Placeholder("{name}") => or(&ticket.name, "runner"),
        Part::Placeholder("{ticket}") => ticket.ticket_id.clone(),
        Part::Placeholder("{title}") => or(&ticket.title, "your ticket"),
        Part::Placeholder("{race}") => or(ticket.race_details.trim().lines().next().unwrap_or_default(), "the race"),
        Part::Text(text) | Part::Placeholder(text) => text.to_owned(),
    };
    parts(text).into_iter().map(fill).collect()
}

/// A part of a saved reply.
enum Part<'a> {
    Text(&'a str),
    /// A word in braces, with them.
    Placeholder(&'a str),
}

/// Cuts a text at its words in braces.
fn parts(text: &str) -> Vec<Part<'_>> {
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(begin) = rest.find('{') {
        let (before, braced) = rest.split_at(begin);
        let inside = braced.strip_prefix('{').unwrap_or_default();
        let end = inside.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(inside.len());
        let is_word = end > 0 && inside.get(end..).is_some_and(|after| after.starts_with('}'));
        // Without a word in them braces are text.
        let length = if is_word { end + 2 } else { 1 };
        let (taken, after) = braced.split_at(length);
        found.push(Part::Text(before));
        found.push(if is_word { Part::Placeholder(taken) } else { Part::Text(taken) });
        rest = after;
    }
    found.push(Part::Text(rest));
    found
}

/// Two tickets of which one is to become a part of the other.
#[derive(Debug, Clone, Copy)]
pub struct Joining<'a> {
    /// The number, the contact's key, and the account of who was logged in of the one that becomes a part.
    pub part: (i64, &'a str, Option<&'a str>),
    /// The same of the other.
    pub whole: (i64, &'a str, Option<&'a str>),
}

/// Whether one ticket can become a part of another: both are of the same contact, because whoever has the link of one can read the whole
/// afterwards, and not of two accounts.
///
/// # Errors
/// `same_ticket`, `other_contact`.
///
/// ```
/// use core_wasm::ticket::{Joining, check_joining};
///
/// assert!(check_joining(Joining { part: (1001, "zoe@example.com", None), whole: (1002, "zoe@example.com", Some("7")) }).is_ok());
/// assert!(check_joining(Joining { part: (1001, "zoe@example.com", None), whole: (1002, "ann@example.com", None) }).is_err());
/// // The contact of a deleted account is empty.
/// assert!(check_joining(Joining { part: (1001, "", None), whole: (1002, "", None) }).is_err());
/// ```
pub fn check_joining(Joining { part, whole }: Joining<'_>) -> Result<(), CoreError> {
    if part.0 == whole.0 {
        return Err(CoreError::new("same_ticket", words::JOINED_WITH_ITSELF));
    }
    let is_of_two_accounts = part.2.is_some() && whole.2.is_some() && part.2 != whole.2;
    if part.1 != whole.1 || part.1.is_empty() || is_of_two_accounts {
        return Err(CoreError::new("other_contact", words::OTHER_CONTACT));
    }
    Ok(())
}

/// What is said after many tickets were changed at once.
///
/// ```
/// use core_wasm::ticket::{TicketStatus, changed_at_once};
///
/// assert_eq!(changed_at_once(TicketStatus::Solved, 1, 0), "1 ticket is solved.");
/// assert_eq!(
///     changed_at_once(TicketStatus::Spam, 3, 2),
///     "3 tickets are spam. 2 were changed by somebody else meanwhile and stay as they are."
/// );
/// assert_eq!(changed_at_once(TicketStatus::Solved, 0, 1), "1 was changed by somebody else meanwhile and stays as it is.");
/// ```
pub fn changed_at_once(status: TicketStatus, changed: usize, overtaken: usize) -> String {
    let done = match changed {
        0 => String::new(),
        1 => format!("1 ticket is {}.", status.as_str()),
        many => format!("{many} tickets are {}.", status.as_str()),
    };
    let left = match overtaken {
        0 => String::new(),
        1 => "1 was changed by somebody else meanwhile and stays as it is.".to_owned(),
        many => format!("{many} were changed by somebody else meanwhile and stay as they are."),
    };
    [done, left].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Who else is writing an answer; empty for nobody.
///
/// ```
/// use core_wasm::ticket::writers_text;
///
/// assert_eq!(writers_text(&["ada".into()]), "ada is writing an answer.");
/// assert_eq!(writers_text(&["ada".into(), "bob".into()]), "ada and bob are writing answers.");
/// ```
pub fn writers_text(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("{one} is writing an answer."),
        [others @ .., last] => format!("{} and {last} are writing answers.", others.join(", ")),
    }
}

/// What is said of a ticket that has become a part of another one.
pub fn joined_text(part: i64, whole: i64) -> String {
    format!("{} is a part of {} now.", ticket_id(part), ticket_id(whole))
}
