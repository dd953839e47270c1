//! The form Support Ticket Request (SPEC §5).

use serde::{Deserialize, Serialize};

use super::words;
use crate::account::{login, person};
use crate::error::{CoreError, Problems};
use crate::{links, text};

/// The longest texts, in characters.
pub(super) const LONGEST_NAME: usize = 100;
const LONGEST_CONTACT: usize = 254;
pub(super) const LONGEST_TITLE: usize = 150;
const LONGEST_DESCRIPTION: usize = 5000;
const LONGEST_RACE_DETAILS: usize = 500;

/// What a ticket is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum RequestType {
    /// Something on the website is wrong.
    #[serde(rename = "Website Bug")]
    WebsiteBug,
    /// Somebody wants the money back.
    Refund,
    /// Something happened at a race.
    #[serde(rename = "Race Day Incident")]
    RaceDayIncident,
    /// Anything else.
    Other,
}

impl RequestType {
    /// Every type, in the order of the form.
    pub const ALL: [Self; 4] = [Self::WebsiteBug, Self::Refund, Self::RaceDayIncident, Self::Other];

    /// The text that is sent and shown.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WebsiteBug => "Website Bug",
            Self::Refund => "Refund",
            Self::RaceDayIncident => "Race Day Incident",
            Self::Other => "Other",
        }
    }

    /// Reads the text form.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.as_str() == text.trim())
    }

    /// Whether a ticket of this type needs the details of a race (SPEC §5).
    pub fn needs_race(self) -> bool {
        matches!(self, Self::Refund | Self::RaceDayIncident)
    }
}

/// The form as it is typed and sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TicketForm {
    /// Who writes.
    pub name: String,
    /// An e-mail address or a telephone number.
    pub contact: String,
    /// Website Bug, Refund, Race Day Incident or Other.
    pub request_type: String,
    /// The matter in a line.
    pub title: String,
    /// The matter.
    pub description: String,
    /// Which race, which bib, what happened: for the types Refund and Race Day Incident, and ignored for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub race_details: Option<String>,
}

/// How somebody can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contact {
    /// By mail.
    Email(String),
    /// By telephone; nothing is mailed.
    Phone(String),
}

impl Contact {
    /// Reads a typed contact.
    ///
    /// # Errors
    /// `invalid_email` ("Invalid email format", SPEC §5) for what is neither an address nor a number.
    ///
    /// ```
    /// use core_wasm::ticket::Contact;
    ///
    /// assert_eq!(Contact::parse(" zoe@example.com ").unwrap(), Contact::Email("zoe@example.com".into()));
    /// assert_eq!(Contact::parse("(555) 123-4567").unwrap(), Contact::Phone("(555) 123-4567".into()));
    /// assert_eq!(Contact::parse("call me").unwrap_err().message, "Invalid email format");
    /// ```
    pub fn parse(typed: &str) -> Result<Self, CoreError> {
        let typed = typed.trim();
        if !typed.is_empty()
            && let Ok(phone) = person::phone(typed)
        {
            return Ok(Self::Phone(phone));
        }
        login::email(typed).map(Self::Email).map_err(|error| CoreError::new(error.code, words::INVALID_EMAIL))
    }

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Email(text) | Self::Phone(text) => text,
        }
    }

    /// How the team reaches the runner.
    ///
    /// ```
    /// use core_wasm::ticket::Contact;
    ///
    /// let href = |typed| Contact::parse(typed).unwrap().way().href;
    /// assert_eq!(href("zoe+race@example.com"), "mailto:zoe%2Brace@example.com");
    /// assert_eq!(href("+1 (555) 123-4567"), "tel:+15551234567");
    /// ```
    pub fn way(&self) -> ContactWay {
        match self {
            // The address may have characters that end it in a link, such as `?`.
            Self::Email(address) => {
                ContactWay { by_mail: true, href: format!("mailto:{}", links::encode(address).replace("%40", "@")) }
            }
            Self::Phone(number) => {
                let dialed: String = number.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
                ContactWay { by_mail: false, href: format!("tel:{dialed}") }
            }
        }
    }

    /// The key by which contacts are compared and counted: of an address without case and without what follows a `+`, since mail to
    /// `zoe+2@` reaches `zoe@`; of a number its digits without the country code of the United States.
    ///
    /// ```
    /// use core_wasm::ticket::Contact;
    ///
    /// let key = |typed| Contact::parse(typed).unwrap().key();
    /// assert_eq!(key("Zoe+Race@Example.com"), key("zoe@example.com"));
    /// assert_eq!(key("+1 (555) 123-4567"), key("555.123.4567"));
    /// ```
    pub fn key(&self) -> String {
        match self {
            Self::Email(address) => {
                let folded = text::lowercase(&text::nfc(address));
                let (user, host) = folded.split_once('@').unwrap_or((&folded, ""));
                let (user, _) = user.split_once('+').unwrap_or((user, ""));
                [user, "@", host].concat()
            }
            Self::Phone(number) => {
                let digits: String = number.chars().filter(char::is_ascii_digit).collect();
                match digits.strip_prefix('1') {
                    Some(national) if digits.len() == 11 => national.to_owned(),
                    _ => digits,
                }
            }
        }
    }
}

/// Whether two contacts are the same e-mail address, as they are counted.
pub fn same_address(one: &str, other: &str) -> bool {
    match (Contact::parse(one), Contact::parse(other)) {
        (Ok(one @ Contact::Email(_)), Ok(other @ Contact::Email(_))) => one.key() == other.key(),
        _ => false,
    }
}

/// How the team reaches a runner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ContactWay {
    /// Whether answers are mailed; otherwise somebody calls.
    pub by_mail: bool,
    /// The link that writes or calls: `mailto:` or `tel:`.
    pub href: String,
}

/// A form without problems, its texts trimmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Who writes.
    pub name: String,
    /// How they can be reached.
    pub contact: Contact,
    /// What it is about.
    pub request_type: RequestType,
    /// The matter in a line.
    pub title: String,
    /// The matter.
    pub description: String,
    /// Empty unless the type needs it.
    pub race_details: String,
}

/// The problems that the form shows before it is sent: what is missing or too long. Whether the contact is one is said by the server's
/// answer (SPEC §5).
pub fn problems(form: &TicketForm) -> Problems {
    read(form, |contact| Ok(Contact::Email(contact))).err().unwrap_or_default()
}

/// Checks the form.
///
/// # Errors
/// What is wrong, at each field.
///
/// ```
/// use core_wasm::ticket::{TicketForm, check};
///
/// let form = TicketForm {
///     name: " Zoë ".into(),
///     contact: "zoe@example.com".into(),
///     request_type: "Refund".into(),
///     title: "Injured".into(),
///     description: "I can't run.".into(),
///     race_details: Some("Spring Half, bib 12".into()),
/// };
/// assert_eq!(check(&form).unwrap().name, "Zoë");
/// let other = TicketForm { request_type: "Other".into(), ..form.clone() };
/// assert_eq!(check(&other).unwrap().race_details, "");
/// let missing = TicketForm { race_details: None, ..form };
/// assert_eq!(check(&missing).unwrap_err().0[0].message, "Race details are required");
/// ```
pub fn check(form: &TicketForm) -> Result<Checked, Problems> {
    read(form, |contact| Contact::parse(&contact))
}

fn read(form: &TicketForm, contact: impl Fn(String) -> Result<Contact, CoreError>) -> Result<Checked, Problems> {
    let mut problems = Problems::default();
    let name = problems.take("name", line(&form.name, "Name", "Name is required", LONGEST_NAME));
    let typed = line(&form.contact, "Contact information", "Contact information is required", LONGEST_CONTACT);
    let contact = problems.take("contact", typed.and_then(contact));
    let request_type = problems.take("requestType", request_type(&form.request_type));
    let title = problems.take("title", line(&form.title, "Title", "Title is required", LONGEST_TITLE));
    let race_details = if request_type.is_some_and(RequestType::needs_race) {
        let typed = form.race_details.as_deref().unwrap_or_default();
        problems.take("raceDetails", lines(typed, "Race details", "Race details are required", LONGEST_RACE_DETAILS))
    } else {
        Some(String::new())
    };
    let description = lines(&form.description, "Description", "Description is required", LONGEST_DESCRIPTION);
    let description = problems.take("description", description);
    match (name, contact, request_type, title, description, race_details) {
        (Some(name), Some(contact), Some(request_type), Some(title), Some(description), Some(race_details)) => {
            Ok(Checked { name, contact, request_type, title, description, race_details })
        }
        _ => Err(problems),
    }
}

fn request_type(typed: &str) -> Result<RequestType, CoreError> {
    if text::is_blank(typed) {
        return Err(CoreError::new("required", "Request type is required"));
    }
    RequestType::parse(typed).ok_or_else(|| CoreError::new("unknown_type", words::UNKNOWN_TYPE))
}

/// A text on one line.
pub(super) fn line(typed: &str, label: &str, required: &str, most: usize) -> Result<String, CoreError> {
    bounded(text::nfc(typed).trim(), label, required, most, |c| c.is_control())
}

/// A text that may have several lines. Pasted tabs become blanks.
pub(super) fn lines(typed: &str, label: &str, required: &str, most: usize) -> Result<String, CoreError> {
    let typed = text::nfc(typed).replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    bounded(typed.trim(), label, required, most, |c| c.is_control() && c != '\n')
}

fn bounded(text: &str, label: &str, required: &str, most: usize, is_refused: impl Fn(char) -> bool) -> Result<String, CoreError> {
    if text::is_blank(text) {
        return Err(CoreError::new("required", required));
    }
    if text.chars().any(|c| is_refused(c) || text::is_bidi(c)) {
        return Err(CoreError::new("unprintable", words::UNPRINTABLE));
    }
    if text.chars().count() > most {
        return Err(CoreError::new("too_long", words::too_long(label, most)));
    }
    Ok(text.to_owned())
}
