//! Reads a mail's bytes. What is decided about it is decided in the core.

use core_wasm::editor::images;
use core_wasm::ticket::incoming::{
    Attachment, MOST_ATTACHMENTS_READ, MOST_MAIL_TEXT_BYTES, MailHead, MailRef, find_message_refs, foreign_ref, unflowed,
};
use mail_parser::{Address, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::html;
use crate::ids::sha256;

/// How many headers are read, and of each how many bytes.
const MOST_HEADERS: usize = 300;
const LONGEST_HEADER: usize = 4000;
/// How many bytes of each part are searched for the head of a mail that has come back.
const SEARCHED: usize = 64 * 1024;
/// Headers that name to whom a mail was delivered, in case `To` does not.
const DELIVERED: [&str; 4] = ["delivered-to", "x-original-to", "envelope-to", "x-envelope-to"];

/// A mail that was read.
pub(super) struct Mail {
    pub(super) head: MailHead,
    /// The name in `From`; may be empty.
    pub(super) name: String,
    pub(super) text: String,
    pub(super) attachments: Vec<(Attachment, Vec<u8>)>,
    /// Its `Message-ID`, if an answer can name it.
    pub(super) id: String,
    /// The site's mails that it answers, the nearest first.
    pub(super) refs: Vec<MailRef>,
    /// To whom it was sent.
    pub(super) recipients: Vec<String>,
    /// The part `message/delivery-status`.
    pub(super) report: String,
    /// The site's mails that its parts name.
    pub(super) reported: Vec<MailRef>,
    /// Equal for the same mail, however often and by whichever way it arrives.
    pub(super) key: String,
    /// Whether it goes on after what was read.
    pub(super) is_cut: bool,
}

/// Reads a mail; `None` if it has no head.
pub(super) fn parse(bytes: &[u8], is_cut: bool) -> Option<Mail> {
    let message = MessageParser::default().parse(bytes)?;
    let headers: Vec<(String, String)> = message
        .headers_raw()
        .take(MOST_HEADERS)
        .map(|(name, value)| {
            (name.to_ascii_lowercase(), beginning(value, LONGEST_HEADER).replace(['\r', '\n'], " ").trim().to_owned())
        })
        .collect();
    if headers.is_empty() {
        return None;
    }
    let first = message.from().and_then(Address::first);
    let from = first.and_then(|one| one.address.as_deref()).unwrap_or_default().trim().to_owned();
    let named =
        |wanted: &str| headers.iter().filter(|(name, _)| name == wanted).map(|(_, value)| value.as_str()).collect::<Vec<_>>();
    let mut refs = find_message_refs(&named("in-reply-to").join(" "));
    refs.extend(find_message_refs(&named("references").join(" ")).into_iter().rev());
    let mut recipients = Vec::new();
    for list in [message.to(), message.cc()].into_iter().flatten() {
        recipients.extend(list.iter().filter_map(|one| one.address.as_deref()).map(str::to_owned));
    }
    for name in DELIVERED {
        recipients.extend(named(name).iter().map(|value| value.trim_matches(['<', '>', ' ']).to_owned()));
    }
    recipients.truncate(MOST_HEADERS);
    let kind = message.content_type();
    let texts = stray(&message);
    let attached = message.attachments.iter().filter(|id| !texts.contains(id));
    let subject = message.subject().unwrap_or_default().to_owned();
    let id = named("message-id").first().map(|id| (*id).to_owned()).unwrap_or_default();
    let date = named("date").join(" ");
    let key = if id.is_empty() {
        let body = bytes.get(message.root_part().raw_body_offset() as usize..).unwrap_or_default();
        sha256(["body", &from, &date, &subject, &sha256(body)].join("\n"))
    } else {
        sha256(["id", &id, &from, &date].join("\n"))
    };
    Some(Mail {
        name: first.and_then(|one| one.name.as_deref()).unwrap_or_default().to_owned(),
        text: text(&message),
        attachments: attached.filter_map(|id| message.part(*id)).take(MOST_ATTACHMENTS_READ).map(attachment).collect(),
        id: foreign_ref(&id).unwrap_or_default(),
        refs,
        recipients,
        report: report(&message),
        reported: reported(&message),
        key,
        is_cut,
        head: MailHead {
            from,
            subject,
            media_type: kind.map(media_type).unwrap_or_default(),
            report_type: kind.and_then(|kind| kind.attribute("report-type")).unwrap_or_default().to_owned(),
            headers,
        },
    })
}

/// The address and the subject of a mail that could not be read, as far as its first lines tell them.
pub(super) fn first_lines(bytes: &[u8]) -> (String, String) {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(SEARCHED)]).into_owned();
    let find = |wanted: &str| {
        let named = head.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(':'));
        named
            .filter(|(name, _)| name.eq_ignore_ascii_case(wanted))
            .map(|(_, value)| value.trim().to_owned())
            .next()
            .unwrap_or_default()
    };
    (find("from"), find("subject"))
}

fn beginning(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn media_type(kind: &mail_parser::ContentType<'_>) -> String {
    [kind.ctype(), "/", kind.subtype().unwrap_or_default()].concat().to_ascii_lowercase()
}

/// The best text: the plain one, or else that of the HTML.
fn text(message: &Message<'_>) -> String {
    let plain = joined(message, &message.text_body);
    if !plain.trim().is_empty() {
        return plain;
    }
    let html = joined(message, &message.html_body);
    if html.trim().is_empty() { joined(message, &stray(message)) } else { html }
}

/// Texts of a broken mail that the parser takes for attachments: their part has no end, or their kind is that of several parts.
fn stray(message: &Message<'_>) -> Vec<u32> {
    let is_stray = |part: &MessagePart<'_>| {
        let kind = part.content_type().map(media_type).unwrap_or_default();
        let is_text = match part.body {
            PartType::Text(_) => kind.is_empty() || kind == "text/plain" || kind.starts_with("multipart/"),
            PartType::Binary(_) | PartType::InlineBinary(_) => kind.starts_with("multipart/"),
            _ => false,
        };
        let is_attached = part.content_disposition().is_some_and(mail_parser::ContentType::is_attachment);
        is_text && !is_attached && part.attachment_name().is_none()
    };
    message.attachments.iter().copied().filter(|id| message.part(*id).is_some_and(is_stray)).collect()
}

fn joined(message: &Message<'_>, parts: &[u32]) -> String {
    let mut all = String::new();
    for part in parts.iter().filter_map(|id| message.part(*id)) {
        let text = match &part.body {
            PartType::Html(html) => html::text(html),
            PartType::Text(text) => {
                let kind = part.content_type();
                let says = |name: &str, value: &str| {
                    kind.and_then(|kind| kind.attribute(name)).is_some_and(|set| set.eq_ignore_ascii_case(value))
                };
                let text = beginning(text, MOST_MAIL_TEXT_BYTES);
                if says("format", "flowed") { unflowed(text, says("delsp", "yes")) } else { text.to_owned() }
            }
            PartType::Binary(bytes) | PartType::InlineBinary(bytes)
                if part.content_type().is_some_and(|kind| kind.ctype().eq_ignore_ascii_case("multipart")) =>
            {
                lossy(bytes)
            }
            _ => continue,
        };
        if !all.is_empty() {
            all.push('\n');
        }
        all.push_str(&text);
        if all.len() >= MOST_MAIL_TEXT_BYTES {
            break;
        }
    }
    beginning(&all, MOST_MAIL_TEXT_BYTES).to_owned()
}

fn attachment(part: &MessagePart<'_>) -> (Attachment, Vec<u8>) {
    let bytes = part.contents();
    let disposition = part.content_disposition();
    let inline = match disposition {
        Some(disposition) => disposition.is_inline(),
        None => part.content_id().is_some(),
    };
    let is_picture = images::sniff(bytes).is_some();
    let described = Attachment {
        name: part.attachment_name().unwrap_or_default().to_owned(),
        bytes: bytes.len() as u64,
        is_picture,
        inline,
        media_type: part.content_type().map(media_type).unwrap_or_default(),
    };
    (described, if is_picture { bytes.to_vec() } else { Vec::new() })
}

fn report(message: &Message<'_>) -> String {
    let part =
        message.parts.iter().find(|part| part.content_type().is_some_and(|kind| media_type(kind) == "message/delivery-status"));
    part.map(|part| lossy(part.contents())).unwrap_or_default()
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(SEARCHED)]).into_owned()
}

/// The site's mails that the parts of a report name: their heads, or a mail as a whole.
fn reported(message: &Message<'_>) -> Vec<MailRef> {
    let mut found = Vec::new();
    for part in message.parts.iter().skip(1).chain([message.root_part()]).take(MOST_ATTACHMENTS_READ) {
        match &part.body {
            PartType::Message(inner) => {
                let ids = inner.headers().iter().filter(|header| header.name().eq_ignore_ascii_case("message-id"));
                for id in ids.filter_map(|header| match header.value() {
                    HeaderValue::Text(id) => Some(id.as_ref()),
                    _ => None,
                }) {
                    found.extend(find_message_refs(id));
                }
            }
            PartType::Multipart(_) => {}
            _ => found.extend(find_message_refs(&lossy(part.contents()))),
        }
    }
    found
}
