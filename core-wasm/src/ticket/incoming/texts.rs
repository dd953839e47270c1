//! What is kept of a mail: its texts, within the limits of the form, and its pictures.

use serde::{Deserialize, Serialize};

use super::{fold::fold, words};
use crate::account::login;
use crate::text;
use crate::ticket::form::{LONGEST_NAME, LONGEST_TITLE};
use crate::ticket::life::LONGEST_MESSAGE;
use crate::ticket::pictures::{MOST_PICTURE_BYTES, MOST_PICTURES};
use crate::ticket::{Checked, Contact, RequestType};

/// How many bytes of a mail are read; what comes after them is left out.
pub const MOST_MAIL_BYTES: usize = 32 * 1024 * 1024;
/// How many bytes of a mail's text are read.
pub const MOST_MAIL_TEXT_BYTES: usize = 256 * 1024;
/// The longest quoted text that is kept, in characters.
pub const LONGEST_QUOTED: usize = 20_000;
/// How many attachments of a mail are looked at.
pub const MOST_ATTACHMENTS_READ: usize = 50;
/// How many automatic answers are noted in a ticket in a day; further ones are ignored.
pub const MOST_AUTOMATIC_A_DAY: i64 = 3;
/// How many tickets may come by mail in an hour, from everybody together.
pub const MOST_NEW_BY_MAIL_AN_HOUR: i64 = 200;
/// Pictures inside the text below this size are the decoration of a signature, in bytes.
const DECORATION_BYTES: u64 = 12 * 1024;
/// How many names of attachments that were left out are told, and the longest of them, in characters.
const MOST_NAMES: usize = 5;
const LONGEST_FILE_NAME: usize = 60;

/// The texts of a mail as they are stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct MailTexts {
    /// What the mail adds; a sentence if it has no text.
    pub text: String,
    /// What it quotes; empty if nothing.
    pub quoted: String,
}

/// The texts of a mail: printable, within the limits, the quoted part apart.
pub fn texts(typed: &str) -> MailTexts {
    let folded = fold(&lines(typed));
    let (mut text, mut quoted) = (folded.text, folded.quoted);
    if text::is_blank(&text) {
        words::NO_TEXT.clone_into(&mut text);
    }
    let all = text.chars().count();
    if all > LONGEST_MESSAGE {
        let room = LONGEST_MESSAGE - words::CUT.chars().count();
        text = [first(&text, room).trim_end(), words::CUT].concat();
    }
    if quoted.chars().count() > LONGEST_QUOTED {
        quoted = first(&quoted, LONGEST_QUOTED).trim_end().to_owned();
    }
    MailTexts { text, quoted }
}

fn first(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(at, _)| text.get(..at).unwrap_or(text))
}

/// The lines of a text without what can't be shown, with one empty line at most between others.
fn lines(typed: &str) -> String {
    let typed = text::nfc(typed).replace("\r\n", "\n").replace('\r', "\n").replace(['\t', '\u{a0}'], " ");
    let mut made = String::with_capacity(typed.len());
    let mut empty = 0;
    for line in typed.lines() {
        let line: String = line.chars().filter(|c| !c.is_control() && !text::is_bidi(*c) && *c != '\u{feff}').collect();
        let line = line.trim_end();
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty < 2 {
            made.push_str(line);
            made.push('\n');
        }
    }
    made.trim_matches('\n').to_owned()
}

/// A text on one line without what can't be shown, at most so many characters long.
pub(super) fn one_line(typed: &str, most: usize) -> String {
    let shown =
        text::nfc(typed).chars().map(|c| if c.is_control() { ' ' } else { c }).filter(|c| !text::is_bidi(*c)).collect::<String>();
    let words: Vec<&str> = shown.split_whitespace().collect();
    first(&words.join(" "), most).trim_end().to_owned()
}

/// A line of a mail's head as it is shown in a list.
pub fn shown_line(typed: &str) -> String {
    one_line(typed, LONGEST_TITLE)
}

/// A text in the format `flowed` (RFC 3676) with whole paragraphs: a line that ends with a blank goes on in the next one.
///
/// ```
/// use core_wasm::ticket::incoming::unflowed;
///
/// assert_eq!(unflowed("one \ntwo\n> a \n> b\n-- \nZoë", false), "one two\n> a b\n-- \nZoë");
/// ```
pub fn unflowed(typed: &str, del_sp: bool) -> String {
    let mut made = String::with_capacity(typed.len());
    let mut goes_on: Option<usize> = None;
    for line in typed.lines() {
        let depth = line.bytes().take_while(|byte| *byte == b'>').count();
        let text = line.get(depth..).unwrap_or_default();
        let text = text.strip_prefix(' ').unwrap_or(text);
        if goes_on == Some(depth) {
            made.push_str(text);
        } else {
            if goes_on.is_some() {
                made.push('\n');
            }
            made.push_str(&">".repeat(depth));
            if depth > 0 {
                made.push(' ');
            }
            made.push_str(text);
        }
        // The line before a signature ends with a blank, too.
        goes_on = (text.ends_with(' ') && text != "-- ").then_some(depth);
        if goes_on.is_none() {
            made.push('\n');
        } else if del_sp {
            made.pop();
        }
    }
    if made.ends_with('\n') {
        made.pop();
    }
    made
}

/// The form of a new ticket that came by mail; `None` when its sender is no address that can be answered.
///
/// ```
/// use core_wasm::ticket::incoming::{form, texts};
///
/// let made = form("Zoë", "zoe@example.com", "Re: A question", &texts("Where do I park?")).unwrap();
/// assert_eq!((made.name.as_str(), made.title.as_str()), ("Zoë", "A question"));
/// assert_eq!(form("", "zoe@example.com", "", &texts("")).unwrap().title, "A mail without a subject");
/// assert!(form("Zoë", "not an address", "Hello", &texts("")).is_none());
/// ```
pub fn form(name: &str, from: &str, subject: &str, texts: &MailTexts) -> Option<Checked> {
    let contact = Contact::Email(login::email(from).ok()?);
    let shown = |typed: &str, most| Some(one_line(typed, most)).filter(|text| !text::is_blank(text));
    let name = shown(name, LONGEST_NAME).or_else(|| shown(from.split('@').next().unwrap_or_default(), LONGEST_NAME))?;
    let title = shown(without_marks(subject), LONGEST_TITLE).unwrap_or_else(|| words::NO_SUBJECT.to_owned());
    Some(Checked {
        name,
        contact,
        request_type: RequestType::Other,
        title,
        description: texts.text.clone(),
        race_details: String::new(),
    })
}

/// A subject without the marks of answers and forwarded mails before it.
fn without_marks(subject: &str) -> &str {
    let mut rest = subject.trim();
    while let Some((mark, after)) = rest.split_once(':') {
        let is_mark = ["re", "aw", "sv", "antw", "fw", "fwd", "wg", "tr", "rv", "vs"]
            .iter()
            .any(|known| mark.trim().eq_ignore_ascii_case(known));
        if !is_mark {
            break;
        }
        rest = after.trim();
    }
    rest
}

/// An attachment of a mail.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Attachment {
    /// Its file name; may be empty.
    pub name: String,
    /// In bytes, decoded.
    pub bytes: u64,
    /// Whether its first bytes are those of a picture that pages can show.
    pub is_picture: bool,
    /// Whether it is shown inside the text.
    pub inline: bool,
    /// Its media type: `application/pdf`.
    pub media_type: String,
}

/// Which attachments are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    /// The positions of the pictures that are cleaned and kept.
    pub pictures: Vec<usize>,
    /// The names of what is left out.
    pub left_out: Vec<String>,
}

/// What mail programs attach by themselves: signatures, keys, and what only Outlook reads.
const BY_ITSELF: [&str; 6] = [
    "application/pgp-signature",
    "application/pgp-keys",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
    "application/ms-tnef",
    "message/delivery-status",
];

/// Chooses which attachments of a mail are kept. The small pictures of a signature are neither kept nor told, as is what mail programs
/// attach by themselves.
pub fn kept(attachments: &[Attachment]) -> Kept {
    let mut kept = Kept::default();
    for (at, one) in attachments.iter().enumerate() {
        let is_decoration = one.is_picture && one.inline && one.bytes < DECORATION_BYTES;
        if is_decoration || BY_ITSELF.iter().any(|known| one.media_type.eq_ignore_ascii_case(known)) {
            continue;
        }
        if one.is_picture && one.bytes <= MOST_PICTURE_BYTES && kept.pictures.len() < MOST_PICTURES {
            kept.pictures.push(at);
        } else {
            kept.left_out.push(file_name(&one.name));
        }
    }
    kept
}

/// The name of a file as it is told.
pub fn file_name(name: &str) -> String {
    Some(one_line(name, LONGEST_FILE_NAME)).filter(|name| !name.is_empty()).unwrap_or_else(|| words::NAMELESS.to_owned())
}

/// The names that are told, and how many there are besides.
pub(super) fn told(names: &[String]) -> (&[String], usize) {
    let (told, more) = names.split_at(names.len().min(MOST_NAMES));
    (told, more.len())
}
