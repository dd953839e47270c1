//! A day's link: what it opens, its label, and until when it is valid.

use serde::{Deserialize, Serialize};

use crate::dates::{self, RaceDate, StartTime, Tz};
use crate::error::{CoreError, Problems};
use crate::text;

/// The longest label, in characters.
const LABEL_CHARS: usize = 60;
/// How long after the race a link may be valid: seven days, in milliseconds.
const LONGEST_AFTER_MS: i64 = 7 * dates::DAY_MS;

/// What a link opens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum LinkPurpose {
    /// The packet desk.
    #[default]
    Packets,
    /// The announcer's page.
    Announcer,
}

impl LinkPurpose {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 2] = [Self::Packets, Self::Announcer];

    /// The word under which it is stored and sent.
    pub fn word(self) -> &'static str {
        match self {
            Self::Packets => "packets",
            Self::Announcer => "announcer",
        }
    }

    /// The purpose with this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.word() == word)
    }

    /// Its label.
    pub fn label(self) -> &'static str {
        match self {
            Self::Packets => "Packet desk",
            Self::Announcer => "Announcer",
        }
    }

    /// What whoever has the link can do.
    pub fn grants(self) -> &'static str {
        match self {
            Self::Packets => "Whoever has it can hand out packets",
            Self::Announcer => "Whoever has it sees who comes next to the line, with age and town,",
        }
    }
}

/// A purpose as a form offers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct LinkChoice {
    /// The purpose.
    pub purpose: LinkPurpose,
    /// Its label.
    pub label: String,
    /// The beginning of the sentence about a new link; its end says until when.
    pub grants: String,
}

/// What a link can open.
pub fn choices() -> Vec<LinkChoice> {
    let choice = |purpose: LinkPurpose| LinkChoice { purpose, label: purpose.label().into(), grants: purpose.grants().into() };
    LinkPurpose::ALL.into_iter().map(choice).collect()
}

/// What an administrator says about a new link.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct PacketLinkForm {
    /// Who gets it.
    pub label: String,
    /// The last day on which it is valid; blank for the day of the race.
    pub day: String,
    /// The time of that day until which it is valid; blank for its end.
    pub time: String,
    /// What it opens.
    pub purpose: LinkPurpose,
}

/// A checked link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PacketLink {
    /// Who gets it.
    pub label: String,
    /// Until when it is valid, in epoch milliseconds.
    pub expires_at: i64,
    /// The same in words.
    pub until: String,
}

/// Checks a new link. A link is valid until the end of the race's day, or of today once that is over, unless the form says
/// otherwise.
///
/// # Errors
/// What is wrong with which field.
pub fn check(form: &PacketLinkForm, race_date: Option<RaceDate>, zone: Tz, now: i64) -> Result<PacketLink, Problems> {
    let mut problems = Problems::default();
    let label = text::cleaned(form.label.trim());
    if text::is_blank(&label) || label.chars().count() > LABEL_CHARS {
        problems.add("label", "label", "Say who gets the link, in at most 60 characters.");
    }
    let today = dates::date_in(now, zone);
    let usual = race_date.map_or(today, |date| date.max(today));
    let day = match form.day.trim() {
        "" => Some(usual),
        typed => problems.take("day", typed.parse::<RaceDate>()),
    };
    let time = match form.time.trim() {
        "" => Some(None),
        typed => {
            let time = typed.parse::<StartTime>();
            problems
                .take("time", time.map_err(|_| CoreError::new("unreadable_time", "Please enter a time like 7:30 PM.")))
                .map(Some)
        }
    };
    let ends = |date: RaceDate| Some(dates::local_to_instant(date, "11:59 PM".parse().ok()?, zone) + dates::MINUTE_MS - 1);
    let expires_at = match (day, time) {
        (Some(day), Some(Some(time))) => Some(dates::local_to_instant(day, time, zone)),
        (Some(day), Some(None)) => ends(day),
        _ => None,
    };
    match (expires_at, ends(usual)) {
        (Some(at), _) if at <= now => {
            problems.add(
                if form.time.trim().is_empty() { "day" } else { "time" },
                "past",
                "This is over already. Choose a later time.",
            );
        }
        (Some(at), Some(end)) if at > end + LONGEST_AFTER_MS => {
            problems.add("day", "too_late", "A link ends at the latest 7 days after the race.");
        }
        _ => {}
    }
    let expires_at = expires_at.unwrap_or_default();
    if problems.is_empty() { Ok(PacketLink { label, expires_at, until: until_text(expires_at, zone) }) } else { Err(problems) }
}

/// Until when a link is valid: `June 15, 2027, 11:59 PM`.
pub fn until_text(expires_at: i64, zone: Tz) -> String {
    dates::minute_text(expires_at, zone)
}

/// The result of a check in the browser.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PacketLinkResult {
    /// The link; none when the form has problems.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<PacketLink>,
    /// What is wrong with which field.
    pub problems: Problems,
}

/// Checks a new link in the browser.
pub fn checked(form: &PacketLinkForm, race_date: &str, time_zone: &str, now: i64) -> PacketLinkResult {
    match check(form, race_date.parse().ok(), dates::zone_or_default(time_zone), now) {
        Ok(link) => PacketLinkResult { link: Some(link), problems: Problems::default() },
        Err(problems) => PacketLinkResult { link: None, problems },
    }
}

/// Why a link opens nothing; `None` while it is valid.
pub fn refusal(expires_at: i64, revoked: bool, zone: Tz, now: i64) -> Option<CoreError> {
    let (code, sentence) = super::words::LINK_REVOKED;
    if revoked {
        return Some(CoreError::new(code, sentence));
    }
    (now > expires_at)
        .then(|| CoreError::new(super::words::LINK_EXPIRED, super::words::link_expired(&until_text(expires_at, zone))))
}
