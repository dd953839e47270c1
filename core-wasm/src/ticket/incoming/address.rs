//! The signed address to which a ticket's mails are answered, and the ids of the mails that the site sends.
//!
//! Both name the ticket and have a tag that the server makes with its key. Tags are hexadecimal digits in lower case, because some mail
//! servers change the case of addresses.

use crate::account::login;
use crate::text;

/// How many digits a tag has.
pub(super) const TAG_DIGITS: usize = 32;
/// The longest part before the `@` of the address without a ticket, so that the whole stays below the 64 bytes of RFC 5321.
const LONGEST_USER: usize = 20;
/// How many mails of tickets are read from one text.
const MOST_REFS: usize = 20;
/// The longest id of somebody else's mail that is kept, in bytes.
const LONGEST_REF: usize = 250;

/// Checks the address to which mails of tickets are answered (`--reply-address`), and returns it trimmed.
///
/// ```
/// use core_wasm::ticket::incoming::reply_base;
///
/// assert_eq!(reply_base(" support@example.com "), Some("support@example.com".into()));
/// assert_eq!(reply_base("support+a@example.com"), None);
/// assert_eq!(reply_base("support"), None);
/// ```
pub fn reply_base(typed: &str) -> Option<String> {
    let address = login::email(typed).ok()?;
    let (user, _) = address.split_once('@')?;
    (user.len() <= LONGEST_USER && !user.contains('+') && address.is_ascii()).then_some(address)
}

/// The address to which mails of this ticket are answered: `support+t1042-TAG@example.com`.
///
/// ```
/// use core_wasm::ticket::incoming::{read_reply_address, reply_address};
///
/// let tag = "0123456789abcdef0123456789abcdef";
/// let address = reply_address("support@example.com", 1042, tag);
/// assert_eq!(address, "support+t1042-0123456789abcdef0123456789abcdef@example.com");
/// assert_eq!(read_reply_address("support@example.com", &address.to_uppercase()), Some((1042, tag.into())));
/// assert_eq!(read_reply_address("support@example.com", "support+t1042@example.com"), None);
/// assert_eq!(read_reply_address("other@example.com", &address), None);
/// ```
pub fn reply_address(base: &str, number: i64, tag: &str) -> String {
    let (user, host) = base.split_once('@').unwrap_or((base, ""));
    format!("{user}+t{number}-{tag}@{host}")
}

/// Reads such an address: the number of the ticket, and the tag that the server checks.
pub fn read_reply_address(base: &str, address: &str) -> Option<(i64, String)> {
    let (base, address) = (text::lowercase(base.trim()), text::lowercase(address.trim()));
    let (user, host) = base.split_once('@')?;
    let rest = address.strip_prefix(user)?.strip_prefix("+t")?;
    let (number, rest) = rest.split_once('-')?;
    let (tag, at) = rest.split_once('@')?;
    (at == host && is_tag(tag)).then_some(())?;
    Some((digits(number)?, tag.to_owned()))
}

/// The mail of a ticket that an id names: of one of its messages, or of the ticket itself (message 0).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailRef {
    /// The ticket's number.
    pub ticket: i64,
    /// The message's id, or 0.
    pub message: i64,
    /// The tag that the server checks.
    pub tag: String,
}

/// The `Message-ID` of a mail of a ticket, without the brackets: the same however often it is sent.
///
/// ```
/// use core_wasm::ticket::incoming::{message_ref, read_message_ref};
///
/// let id = message_ref(1042, 7, "0123456789abcdef0123456789abcdef", "example.com");
/// assert_eq!(id, "t1042.7.0123456789abcdef0123456789abcdef@example.com");
/// assert_eq!(read_message_ref(&format!("<{id}>")).map(|found| (found.ticket, found.message)), Some((1042, 7)));
/// assert_eq!(read_message_ref("t1042.7.x@example.com"), None);
/// ```
pub fn message_ref(ticket: i64, message: i64, tag: &str, host: &str) -> String {
    format!("t{ticket}.{message}.{tag}@{host}")
}

/// Reads such an id, with or without its brackets. The host is not compared: the site may have moved.
pub fn read_message_ref(id: &str) -> Option<MailRef> {
    let id = id.trim().trim_start_matches('<').trim_end_matches('>');
    let (local, _) = id.split_once('@')?;
    let (ticket, rest) = local.strip_prefix('t')?.split_once('.')?;
    let (message, tag) = rest.split_once('.')?;
    is_tag(tag).then(|| Some(MailRef { ticket: digits(ticket)?, message: digits(message)?, tag: tag.to_owned() }))?
}

/// The mails of tickets that a text names, such as the head of a mail that has come back: the first ones of very many.
pub fn find_message_refs(text: &str) -> Vec<MailRef> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | ',' | ';'));
    words.filter_map(read_message_ref).take(MOST_REFS).collect()
}

/// The id of somebody else's mail, without brackets, if it can be repeated in the head of an answer.
///
/// ```
/// use core_wasm::ticket::incoming::foreign_ref;
///
/// assert_eq!(foreign_ref(" <CAx=1@mail.example.com> "), Some("CAx=1@mail.example.com".into()));
/// assert_eq!(foreign_ref("<a@b>\r\nBcc: eve@example.com"), None);
/// ```
pub fn foreign_ref(id: &str) -> Option<String> {
    let id = id.trim();
    let id = id.strip_prefix('<').and_then(|id| id.strip_suffix('>')).unwrap_or(id);
    let is_plain = id.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>'));
    (is_plain && id.contains('@') && id.len() <= LONGEST_REF).then(|| id.to_owned())
}

fn is_tag(text: &str) -> bool {
    text.len() == TAG_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

fn digits(text: &str) -> Option<i64> {
    text::is_number(text).then(|| text.parse().ok())?
}
