//! The words of the audit record: its actions, fields, values and people, and the sentences of its page.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{AuditQuery, Event};
use crate::account::Role;
use crate::dates::{DEFAULT_ZONE, Tz, clock_text, date_in, parse_instant};
use crate::editor::table::FIELDS;
use crate::text;

/// HTTP 503 when two files are being written already.
pub const EXPORTS_BUSY: &str = "Two downloads of the record are under way. Please try again in a minute.";
/// HTTP 202 when the check of the record has begun, or was under way.
pub const CHECKING: &str = "The record is being checked.";

/// An action by which the list can be filtered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AuditAction {
    /// Its name in the record and in the address.
    pub id: String,
    /// Its label.
    pub label: String,
}

/// Every action, by its label.
pub fn actions() -> Vec<AuditAction> {
    let mut actions: Vec<AuditAction> = Event::ALL
        .iter()
        .map(|event| event.info())
        .map(|info| AuditAction { id: info.name.to_owned(), label: info.label.to_owned() })
        .collect();
    actions.sort_by(|a, b| a.label.cmp(&b.label));
    actions
}

/// Why a list has no rows, and what can be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NothingFound {
    /// In a few words.
    pub title: String,
    /// What can be done.
    pub text: String,
    /// Whether there are filters to be taken back.
    pub filtered: bool,
}

/// What is said when no row is listed for this address.
pub fn nothing_found(query: &AuditQuery) -> NothingFound {
    let said = |title: &str, text: &str, filtered: bool| NothingFound { title: title.into(), text: text.into(), filtered };
    if !matches!(query.page.trim(), "" | "1") || !query.before.is_empty() || !query.after.is_empty() {
        return said("No more rows", "The list ends before this page.", true);
    }
    if query.is_filtered() {
        return said(
            "Nothing fits these filters",
            "Nobody has done this in these days. A name must be written as a whole: a username, a race’s name, or a ticket’s number.",
            true,
        );
    }
    said("The record is empty", "Every change is listed here from now on.", false)
}

/// Which rows are shown of how many: `Rows 26–50 of 1,234`. With `more` there are others that were not counted.
///
/// ```
/// use core_wasm::audit::counted;
///
/// assert_eq!(counted(2, 25, 25, 1234, false), "Rows 26–50 of 1,234");
/// assert_eq!(counted(500, 25, 25, 10_000, true), "Rows 12,476–12,500 of more than 12,500");
/// ```
pub fn counted(page: u32, page_size: u32, shown: u32, total: u32, more: bool) -> String {
    let number = |number: u32| text::grouped(usize::try_from(number).unwrap_or(usize::MAX));
    let before = page.saturating_sub(1).saturating_mul(page_size);
    let last = before.saturating_add(shown);
    let of = if more { format!("more than {}", number(total.max(last))) } else { number(total.max(last)) };
    format!("Rows {}–{} of {of}", number(before.saturating_add(1)), number(last))
}

/// A role in a word.
pub fn role_label(role: Role) -> &'static str {
    match role {
        Role::User => "user",
        Role::Timer => "timer",
        Role::Admin => "administrator",
        Role::InProgress => "signing up",
    }
}

/// An instant with its zone, to the second: `November 25, 2026, 6:05:12 PM EST`.
pub fn moment(at: i64, zone: Tz) -> String {
    format!("{}, {} {}", date_in(at, zone), clock_text(at, zone), zone.letters(at))
}

/// Names of fields that are not made of their words.
const LABELS: [(&str, &str); 12] = [
    ("dob", "Date of birth"),
    ("DOB", "Date of birth"),
    ("id", "ID"),
    ("isPrivate", "Private profile"),
    ("metres", "Metres"),
    ("adminPasskeys", "Administrators need a passkey"),
    ("cellPhone", "Phone"),
    ("CellPhone", "Phone"),
    ("bibs", "Bibs"),
    ("windowMs", "Window"),
    ("offsetMs", "Offset"),
    ("hideAge", "Age hidden"),
];

/// A field in words: its label on the page of a race, or the words of its name: `distanceMetres` is `Distance metres`.
pub(super) fn field_label(name: &str) -> String {
    if let Some(field) = FIELDS.iter().find(|field| field.name == name) {
        return field.label.to_owned();
    }
    if let Some((_, label)) = LABELS.iter().find(|(known, _)| *known == name) {
        return (*label).to_owned();
    }
    let mut words = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if matches!(c, '_' | '-' | '.') {
            words.push(' ');
        } else if c.is_uppercase() && before.is_lowercase() {
            words.push(' ');
            words.extend(c.to_lowercase());
        } else if words.is_empty() {
            words.extend(c.to_uppercase());
        } else {
            words.push(c);
        }
        before = c;
    }
    words
}

/// The value of a field in words.
pub(super) fn value_text(name: &str, value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => number.as_i64().map_or_else(|| number.to_string(), |number| number_text(name, number)),
        Value::String(text) => string_text(text),
        Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// A number: an instant, a length of time, or itself.
fn number_text(name: &str, number: i64) -> String {
    /// Smaller numbers are no instants of this product: September 2001.
    const INSTANTS: i64 = 1_000_000_000_000;
    if (name.ends_with("At") || name == "at") && number >= INSTANTS {
        return moment(number, DEFAULT_ZONE);
    }
    if name.ends_with("Ms") {
        let sign = if number < 0 { "−" } else { "" };
        let (seconds, rest) = (number.unsigned_abs() / 1000, number.unsigned_abs() % 1000);
        return if rest == 0 { format!("{sign}{seconds} s") } else { format!("{sign}{seconds}.{rest:03} s") };
    }
    number.to_string()
}

/// A text: a flag, an instant on the clocks of its own zone, or itself.
fn string_text(text: &str) -> String {
    match text {
        "True" => return "yes".to_owned(),
        "False" => return "no".to_owned(),
        _ => {}
    }
    instant_text(text).unwrap_or_else(|| text.to_owned())
}

/// An instant as its own clocks show it: `June 15, 2027, 7:31:00.250 AM UTC−4`; `None` for any other text.
fn instant_text(text: &str) -> Option<String> {
    if text.len() > 40 || !text.contains('T') {
        return None;
    }
    let at = parse_instant(text).ok()?;
    let time = text.split_once('T')?.1;
    let (sign, offset) = match time.find(['+', '-']) {
        Some(at) => (time.get(at..=at)?, time.get(at + 1..)?),
        None => ("+", "00:00"),
    };
    let (hours, minutes) = offset.split_once(':')?;
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    let ahead = (hours * 60 + minutes) * 60_000 * if sign == "-" { -1 } else { 1 };
    let wall = at.saturating_add(ahead);
    let clock = clock_text(wall, Tz::UTC);
    let (clock, half) = clock.split_once(' ')?;
    let fraction = at.rem_euclid(1000);
    let fraction = if fraction == 0 { String::new() } else { format!(".{fraction:03}") };
    let zone = match (hours, minutes) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{}{hours}", if sign == "-" { "−" } else { "+" }),
        (hours, minutes) => format!("UTC{}{hours}:{minutes:02}", if sign == "-" { "−" } else { "+" }),
    };
    Some(format!("{}, {clock}{fraction} {half} {zone}", date_in(wall, Tz::UTC)))
}
