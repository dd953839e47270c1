//! Who wrote a mail: a person, a machine, a mail server that could not deliver, or the site itself.
//!
//! RFC 3834 asks that machines mark what they send with `Auto-Submitted`. Many do not; what they write instead is in the lists below.

use serde::{Deserialize, Serialize};

use super::address::read_message_ref;
use crate::text;
use crate::ticket::Contact;

/// The lines of a mail's head that say who wrote it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct MailHead {
    /// The address in `From`; empty without one.
    pub from: String,
    /// The subject, decoded.
    pub subject: String,
    /// The media type of the whole mail: `multipart/report`.
    pub media_type: String,
    /// The parameter `report-type` of the media type.
    pub report_type: String,
    /// The other headers by their names, of which the ones below are looked at.
    pub headers: Vec<(String, String)>,
}

impl MailHead {
    /// The values of a header.
    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.headers.iter().filter(move |(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }
}

/// Who wrote a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Nature {
    /// A person.
    Person,
    /// A machine: an out-of-office notice, a receipt, a mailing list, a newsletter.
    Automatic,
    /// A mail server that could not deliver a mail (RFC 3464).
    Bounce,
    /// The site itself: its own mail has come back.
    Own,
}

/// Headers that only answering machines write, whatever their value but `no`.
const MACHINES: [&str; 9] = [
    "x-autoreply",
    "x-autorespond",
    "x-autoresponse",
    "x-autoresponder",
    "x-autoreply-from",
    "x-mail-autoreply",
    "x-auto-reply",
    "x-vacation",
    "x-cron-env",
];
/// Headers of mailing lists and newsletters.
const LISTS: [&str; 5] = ["list-id", "list-unsubscribe", "list-post", "feedback-id", "x-campaign-id"];
/// Values of `Precedence` for what is not written to one person.
const PRECEDENCES: [&str; 4] = ["bulk", "junk", "list", "auto_reply"];
/// What Exchange asks others not to send to what it wrote itself.
const SUPPRESSED: [&str; 3] = ["all", "oof", "autoreply"];
/// The part before the `@` of addresses at which nobody reads.
const NOBODY: [&str; 10] = [
    "mailer-daemon",
    "postmaster",
    "no-reply",
    "noreply",
    "no_reply",
    "do-not-reply",
    "donotreply",
    "do_not_reply",
    "bounce",
    "bounces",
];
/// How subjects of out-of-office notices begin, for machines that mark them by nothing else.
const SUBJECTS: [&str; 14] = [
    "automatic reply:",
    "auto reply:",
    "auto-reply:",
    "autoreply:",
    "auto:",
    "out of office",
    "out-of-office",
    "abwesenheitsnotiz",
    "automatische antwort:",
    "réponse automatique",
    "respuesta automática",
    "risposta automatica",
    "automatisch antwoord:",
    "autosvar:",
];

/// Who wrote a mail. `own` are the addresses at which the site sends and receives.
pub fn nature(head: &MailHead, own: &[String]) -> Nature {
    let from = contact_key(&head.from);
    let is_own = !from.is_empty() && own.iter().any(|own| contact_key(own) == from);
    if is_own || head.all("message-id").any(|id| read_message_ref(id).is_some()) {
        return Nature::Own;
    }
    let (media, report) = (text::lowercase(head.media_type.trim()), text::lowercase(head.report_type.trim()));
    let user = text::lowercase(head.from.split('@').next().unwrap_or_default().trim());
    let comes_from_nobody = head.all("return-path").any(|path| matches!(path, "<>" | ""));
    if media == "multipart/report" && report == "delivery-status" {
        return Nature::Bounce;
    }
    if matches!(user.as_str(), "mailer-daemon" | "postmaster") && (comes_from_nobody || head.has("x-failed-recipients")) {
        return Nature::Bounce;
    }
    let is_one_of = |value: &str, words: &[&str]| {
        let value = text::lowercase(value);
        value.split([',', ';', ' ']).any(|word| words.contains(&word.trim()))
    };
    let is_automatic = media == "multipart/report"
        || comes_from_nobody
        || head.all("auto-submitted").any(|value| !is_one_of(value.split(';').next().unwrap_or_default(), &["no"]))
        || head.all("precedence").any(|value| is_one_of(value, &PRECEDENCES))
        || head.all("x-auto-response-suppress").any(|value| is_one_of(value, &SUPPRESSED))
        || MACHINES.iter().any(|name| head.all(name).any(|value| !value.eq_ignore_ascii_case("no")))
        || LISTS.iter().any(|name| head.has(name))
        || NOBODY.contains(&user.as_str())
        || user.starts_with("bounce+")
        || user.starts_with("bounces+");
    let subject = text::lowercase(&text::nfc(head.subject.trim()));
    if is_automatic || SUBJECTS.iter().any(|begins| subject.starts_with(begins)) { Nature::Automatic } else { Nature::Person }
}

/// The key by which addresses are compared, as contacts of tickets are; empty for what is no address.
pub(super) fn contact_key(address: &str) -> String {
    match Contact::parse(address) {
        Ok(contact @ Contact::Email(_)) => contact.key(),
        _ => String::new(),
    }
}
