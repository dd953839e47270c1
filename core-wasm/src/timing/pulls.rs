//! Pulls: what the server fetches from timers' services and boxes by itself, and how often.
//!
//! The services are those of this module's kinds, at their own addresses; a person gives the numbers and keys of an event, never an
//! address. A ChronoTrack box is named by its address, and the server decides to which addresses it connects.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::formats::Format;
use crate::dates::{self, DAY_MS, HOUR_MS, MINUTE_MS, RaceDate, StartTime, Tz};
use crate::error::Problems;

/// The largest answer that is read, in bytes (SECURITY, "feeds pulled").
pub const ANSWER_BYTES: usize = 2 * 1024 * 1024;
/// How many results a page of RunSignup has.
pub const PAGE_RESULTS: usize = 1000;
/// The most pages that are fetched at once.
pub const PAGES: usize = 60;
/// The longest pause after failures, in milliseconds.
const LONGEST_PAUSE_MS: i64 = 5 * MINUTE_MS;

/// From where the server fetches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PullKind {
    /// A list of RACE RESULT's Simple API.
    #[default]
    RaceResult,
    /// RunSignup's `get-results`.
    Runsignup,
    /// The stream of a ChronoTrack box.
    Chronotrack,
}

impl PullKind {
    /// Every kind, in the order in which the desk shows them.
    pub const ALL: [Self; 3] = [Self::RaceResult, Self::Runsignup, Self::Chronotrack];

    /// The word that the API and the database use.
    pub fn word(self) -> &'static str {
        match self {
            Self::RaceResult => "raceResult",
            Self::Runsignup => "runsignup",
            Self::Chronotrack => "chronotrack",
        }
    }

    /// The format of what is fetched.
    pub fn format(self) -> Format {
        match self {
            Self::RaceResult => Format::SimpleApi,
            Self::Runsignup => Format::RunSignup,
            Self::Chronotrack => Format::Chronotrack,
        }
    }

    /// How long to wait after an attempt, in milliseconds, when this many in a row have failed. RACE RESULT answers from a cache of
    /// ten seconds and more.
    pub fn pause_ms(self, failures: u32) -> i64 {
        let usual = match self {
            Self::RaceResult => 10_000,
            Self::Runsignup => MINUTE_MS,
            Self::Chronotrack => 5_000,
        };
        let longer = usual << failures.min(8);
        if failures == 0 { usual } else { longer.min(LONGEST_PAUSE_MS) }
    }
}

/// A pull of a race, with its secrets.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pull {
    /// From where.
    pub kind: PullKind,
    /// Whether it runs.
    #[serde(default)]
    pub enabled: bool,
    /// RunSignup's number of the race.
    #[serde(default)]
    pub race: String,
    /// The number of the event, at RACE RESULT or RunSignup.
    #[serde(default)]
    pub event: String,
    /// The box, `192.168.7.20:61611`.
    #[serde(default)]
    pub address: String,
    /// RACE RESULT's key of the list, or RunSignup's API key. Never sent back; without it the stored one stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub key: Option<String>,
    /// RunSignup's API secret. Never sent back; without it the stored one stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub secret: Option<String>,
}

impl fmt::Debug for Pull {
    /// Without key and secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pull({}, {})", self.kind.word(), self.enabled)
    }
}

/// The pulls of a race, as they are set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct PullsSent {
    /// At most one of each kind; a kind that is missing is removed.
    pub pulls: Vec<Pull>,
}

impl PullsSent {
    /// The pulls in order, with the stored secrets where none is given.
    ///
    /// # Errors
    /// The problems, each at its field (`pulls.0.event`). A pull that is off may be incomplete.
    pub fn checked(self, stored: &[Pull]) -> Result<Vec<Pull>, Problems> {
        let mut problems = Problems::default();
        let mut pulls: Vec<Pull> = Vec::new();
        for (i, pull) in self.pulls.into_iter().enumerate() {
            let before = stored.iter().find(|before| before.kind == pull.kind);
            let kept = |new: Option<String>, old: Option<&String>| {
                new.map(|text| text.trim().to_owned()).or_else(|| old.cloned()).filter(|text| !text.is_empty())
            };
            let pull = Pull {
                race: pull.race.trim().to_owned(),
                event: pull.event.trim().to_owned(),
                address: pull.address.trim().to_owned(),
                key: kept(pull.key, before.and_then(|before| before.key.as_ref())),
                secret: kept(pull.secret, before.and_then(|before| before.secret.as_ref())),
                ..pull
            };
            if pulls.iter().any(|other| other.kind == pull.kind) {
                problems.add(format!("pulls.{i}.kind"), "kind_taken", "There is one pull of each kind.");
            }
            pull.check(&format!("pulls.{i}"), &mut problems);
            pulls.push(pull);
        }
        pulls.sort_by_key(|pull| pull.kind);
        if problems.is_empty() { Ok(pulls) } else { Err(problems) }
    }
}

impl Pull {
    fn check(&self, at: &str, problems: &mut Problems) {
        // What becomes a part of an address is digits and letters alone.
        let digits = |text: &str| text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_digit());
        let letters = |text: &str| text.len() <= 128 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let mut field = |name: &str, text: &str, fits: bool, words: &str| {
            if (text.is_empty() && self.enabled) || !fits {
                problems.add(format!("{at}.{name}"), &format!("bad_{name}"), words);
            }
        };
        let (key, secret) = (self.key.as_deref().unwrap_or_default(), self.secret.as_deref().unwrap_or_default());
        match self.kind {
            PullKind::RaceResult => {
                field("event", &self.event, digits(&self.event), "Give the event's number at RACE RESULT: digits alone.");
                field("key", key, letters(key), "Give the key of the Simple API's list: 32 letters and digits.");
            }
            PullKind::Runsignup => {
                field("race", &self.race, digits(&self.race), "Give the race's number at RunSignup: digits alone.");
                field("event", &self.event, digits(&self.event), "Give the event's number at RunSignup: digits alone.");
                field("key", key, letters(key), "Give RunSignup's API key: letters and digits.");
                field("secret", secret, letters(secret), "Give RunSignup's API secret: letters and digits.");
            }
            PullKind::Chronotrack => {
                let fits = self.address.is_empty() || host_and_port(&self.address).is_some();
                field("address", &self.address, fits, "Give the box's address with its port, like 192.168.7.20:61611.");
            }
        }
    }

    /// The path and query of a request to the service, without its host; pages are counted from 1.
    pub fn path(&self, page: usize) -> String {
        let (key, secret) = (self.key.as_deref().unwrap_or_default(), self.secret.as_deref().unwrap_or_default());
        match self.kind {
            PullKind::RaceResult => format!("{}/{key}", self.event),
            PullKind::Runsignup => format!(
                "rest/race/{}/results/get-results?event_id={}&page={page}&results_per_page={PAGE_RESULTS}&supports_nb=T&format=json\
                 &api_key={key}&api_secret={secret}",
                self.race, self.event
            ),
            PullKind::Chronotrack => String::new(),
        }
    }

    /// The box's host and port.
    pub fn host_and_port(&self) -> Option<(&str, u16)> {
        host_and_port(&self.address)
    }
}

/// A name or address and a port; an IPv6 address stands in brackets.
fn host_and_port(address: &str) -> Option<(&str, u16)> {
    let (host, port) = address.rsplit_once(':')?;
    let port = port.parse().ok().filter(|port| *port > 0)?;
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    (!host.is_empty() && host.len() <= 253 && host.chars().all(fits)).then_some((host, port))
}

/// The time around a race in which the server fetches: from noon of the day before to the end of the day after, in epoch
/// milliseconds. `None` for a race without a date.
pub fn window(day: Option<RaceDate>, zone: Tz) -> Option<(i64, i64)> {
    let midnight = dates::local_to_instant(day?, StartTime::from_minutes(0)?, zone);
    Some((midnight - 12 * HOUR_MS, midnight + 2 * DAY_MS))
}

/// What a pull waits for.
pub fn waits(enabled: bool, day: Option<RaceDate>, zone: Tz, now: i64) -> Option<&'static str> {
    match window(day, zone) {
        _ if !enabled => Some(OFF),
        None => Some(UNDATED),
        Some((begin, _)) if now < begin => Some(EARLY),
        Some((_, end)) if now >= end => Some(LATE),
        Some(_) => None,
    }
}

/// A pull that is off.
pub const OFF: &str = "Off.";
/// A pull of a race without a date.
pub const UNDATED: &str = "The race has no date yet. It runs from noon of the day before the race to the end of the day after.";
/// A pull before its time.
pub const EARLY: &str = "It begins at noon of the day before the race.";
/// A pull after its time.
pub const LATE: &str = "The race is over, so nothing is fetched any more.";
/// No connection.
pub const UNREACHABLE: &str = "It could not be reached.";
/// No answer in time.
pub const SLOW: &str = "It did not answer in time.";
/// An answer that is too large.
pub const TOO_LARGE: &str = "Its answer is larger than 2 MB, so it was not read.";
/// An address to which the server doesn't connect.
pub const NOT_ALLOWED: &str =
    "This address is in a private network. The server connects there only when its operator allows it (--pull-networks).";
/// A connection that the box ended.
pub const ENDED: &str = "The box ended the connection.";
/// What was fetched and could not be stored.
pub const NOT_STORED: &str = "What it sent could not be stored; it is fetched again.";
/// Results that are too many.
pub const TOO_MANY: &str = "There are more results than are fetched.";

/// What an answer with a status other than 200 means.
pub fn status_words(status: u16) -> String {
    match status {
        401 | 403 => format!("It refused the key (status {status})."),
        404 => "It knows no such event or list (status 404).".into(),
        406 | 429 => format!("It was asked too often (status {status}); the next attempt is later."),
        300..=399 => format!("It refers to another address (status {status}), which is not followed."),
        _ => format!("It answered with status {status}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pull(kind: PullKind, change: impl FnOnce(&mut Pull)) -> Pull {
        let mut pull = Pull { kind, enabled: true, ..Pull::default() };
        change(&mut pull);
        pull
    }

    fn fields(pulls: Vec<Pull>, stored: &[Pull]) -> Vec<String> {
        let problems = PullsSent { pulls }.checked(stored).err().unwrap_or_default();
        problems.0.into_iter().map(|problem| problem.field).collect()
    }

    #[test]
    fn what_is_missing_or_would_change_the_address_is_named_at_its_field() {
        assert_eq!(fields(vec![pull(PullKind::RaceResult, |_| {})], &[]), ["pulls.0.event", "pulls.0.key"]);
        let strange = pull(PullKind::RaceResult, |pull| {
            pull.event = "12/../34".into();
            pull.key = Some("abc?x=1".into());
        });
        assert_eq!(fields(vec![strange], &[]), ["pulls.0.event", "pulls.0.key"]);
        for address in ["192.168.7.20", "box:0", "box:x", "user@box:80", "http://box:80", ":80", "box/../:80"] {
            let boxed = pull(PullKind::Chronotrack, |pull| pull.address = address.into());
            assert_eq!(fields(vec![boxed], &[]), ["pulls.0.address"], "{address}");
        }
        for (address, host) in
            [("192.168.7.20:61611", "192.168.7.20"), ("box-7.local:1", "box-7.local"), ("[fd00::7]:9", "fd00::7")]
        {
            let boxed = pull(PullKind::Chronotrack, |pull| pull.address = address.into());
            assert_eq!(boxed.host_and_port().map(|(host, _)| host), Some(host));
            assert!(fields(vec![boxed], &[]).is_empty());
        }
        let two = vec![Pull::default(), Pull::default()];
        assert_eq!(fields(two, &[]), ["pulls.1.kind"], "a pull that is off may be incomplete");
    }

    #[test]
    fn secrets_that_are_not_given_stay_and_are_never_printed() {
        let stored = pull(PullKind::RaceResult, |pull| {
            pull.event = "12".into();
            pull.key = Some("OLD".into());
        });
        let again = pull(PullKind::RaceResult, |pull| pull.event = "13".into());
        let kept = PullsSent { pulls: vec![again.clone()] }.checked(std::slice::from_ref(&stored)).unwrap();
        assert_eq!(kept[0].path(1), "13/OLD");
        assert!(!format!("{kept:?}").contains("OLD"));
        let removed = Pull { key: Some(String::new()), ..again };
        assert_eq!(fields(vec![removed], &[stored]), ["pulls.0.key"]);
    }

    #[test]
    fn pauses_grow_with_failures_and_have_an_end() {
        assert_eq!(PullKind::RaceResult.pause_ms(0), 10_000);
        assert_eq!(PullKind::RaceResult.pause_ms(2), 40_000);
        assert_eq!(PullKind::RaceResult.pause_ms(30), 300_000);
        assert!(PullKind::ALL.iter().all(|kind| (5_000..=300_000).contains(&kind.pause_ms(u32::MAX))));
    }

    #[test]
    fn it_runs_from_noon_of_the_day_before_to_the_end_of_the_day_after() {
        let day = "June 1, 2027".parse().ok();
        let at = |text: &str| dates::parse_instant(text).unwrap();
        let zone = Tz::NEW_YORK;
        assert_eq!(waits(true, day, zone, at("2027-05-31T11:59:59-04:00")), Some(EARLY));
        assert_eq!(waits(true, day, zone, at("2027-05-31T12:00:00-04:00")), None);
        assert_eq!(waits(true, day, zone, at("2027-06-02T23:59:59-04:00")), None);
        assert_eq!(waits(true, day, zone, at("2027-06-03T00:00:00-04:00")), Some(LATE));
        assert_eq!(waits(true, None, zone, 0), Some(UNDATED));
        assert_eq!(waits(false, day, zone, at("2027-06-01T12:00:00-04:00")), Some(OFF));
    }
}
