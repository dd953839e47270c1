//! Limits, what became of an announcement, and whom its list shows.

use serde::{Deserialize, Serialize};

use super::words;
use crate::error::Problems;

/// How many announcements a race may have within a day.
pub const MOST_A_DAY: i64 = 10;
/// To how many addresses an announcement may go.
pub const MOST_PEOPLE: usize = 30_000;
/// How many tests an account may send itself in a day.
pub const MOST_TESTS_A_DAY: i64 = 30;
/// How many mails of announcements are made in a second, of all of them together.
pub const PER_SECOND: i64 = 10;
/// The longest key of a request, in bytes.
pub const LONGEST_KEY: usize = 100;
/// The longest search, in characters.
pub const LONGEST_SEARCH: usize = 100;
/// Recipients on a page.
pub const PAGE_SIZE: u32 = 50;
/// The last page.
const LAST_PAGE: u32 = 1000;

/// What became of an address of an announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum RecipientState {
    /// It is sent, or sent again.
    Waiting,
    /// The mail server has it.
    Sent,
    /// It was given up.
    Failed,
    /// The announcement was stopped before.
    Stopped,
    /// Nobody has the address any more.
    Withdrawn,
    /// The person has unsubscribed before it was sent.
    Unsubscribed,
}

impl RecipientState {
    /// The state in a few words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Waiting => "on its way",
            Self::Sent => "sent",
            Self::Failed => "could not be delivered",
            Self::Stopped => "stopped before it was sent",
            Self::Withdrawn => "not sent: withdrawn, or another address",
            Self::Unsubscribed => "not sent: unsubscribed",
        }
    }
}

/// How far an announcement is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementProgress {
    /// Addresses in all.
    pub total: u32,
    /// The mail server has the mail.
    pub sent: u32,
    /// The mail is still to be sent.
    pub waiting: u32,
    /// The mail was given up.
    pub failed: u32,
    /// No mail was sent, for one of the other reasons.
    pub not_sent: u32,
    /// Whether somebody has stopped it.
    pub stopped: bool,
}

impl AnnouncementProgress {
    /// How far it is, in a sentence.
    pub fn text(&self) -> String {
        let Self { total, sent, waiting, failed, not_sent, stopped } = *self;
        let state = match (stopped, waiting) {
            (true, 0) => "Stopped",
            (true, _) => "Stopping",
            (false, 0) => "Done",
            (false, _) => "Sending",
        };
        let mut parts = vec![format!("{state}: {} of {} sent", words::number(sent), words::number(total))];
        for (count, label) in [(waiting, "waiting"), (failed, "failed"), (not_sent, "not sent")] {
            if count > 0 {
                parts.push(format!("{} {label}", words::number(count)));
            }
        }
        parts.join(", ")
    }
}

/// Whether a text can be the key that makes a repetition of a request the same announcement: visible ASCII.
pub fn is_key(key: &str) -> bool {
    (1..=LONGEST_KEY).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether the body of a request is that of a mail program that unsubscribes at one press (RFC 8058), as either kind of form.
///
/// ```
/// use core_wasm::announcements::is_one_click;
///
/// assert!(is_one_click("List-Unsubscribe=One-Click"));
/// assert!(is_one_click("--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--"));
/// assert!(!is_one_click("") && !is_one_click("List-Unsubscribe=No"));
/// ```
pub fn is_one_click(body: &str) -> bool {
    body.split_once("List-Unsubscribe").is_some_and(|(_, rest)| {
        let value = rest.trim_start_matches(['=', '"', '\r', '\n', ' ']);
        value.split(['&', '\r', '\n']).next() == Some("One-Click")
    })
}

/// Whom the list of an announcement shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedRecipients {
    /// A bib, or a part of a name; empty for everybody.
    pub q: String,
    /// From 1.
    pub page: u32,
}

/// Reads a search and a page, as they are in the address.
///
/// # Errors
/// The problems, each at its field.
///
/// ```
/// use core_wasm::announcements::wanted_recipients;
///
/// assert_eq!(wanted_recipients(" zoe ", "2").unwrap().page, 2);
/// assert_eq!(wanted_recipients(&"x".repeat(101), "0").unwrap_err().0.len(), 2);
/// ```
pub fn wanted_recipients(q: &str, page: &str) -> Result<WantedRecipients, Problems> {
    let mut problems = Problems::default();
    let (q, page) = (q.trim(), page.trim());
    if q.chars().count() > LONGEST_SEARCH {
        problems.add("q", "too_long", words::too_long("The search", LONGEST_SEARCH));
    }
    let number = if page.is_empty() { Some(1) } else { page.parse().ok().filter(|page| (1..=LAST_PAGE).contains(page)) };
    if number.is_none() {
        problems.add("page", "bad_number", format!("Give a number from 1 to {LAST_PAGE}."));
    }
    match number {
        Some(page) if problems.is_empty() => Ok(WantedRecipients { q: q.to_owned(), page }),
        _ => Err(problems),
    }
}
