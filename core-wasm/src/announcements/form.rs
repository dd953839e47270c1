//! The form of an announcement, and the placeholders in it.

use serde::{Deserialize, Serialize};

use super::words;
use crate::error::Problems;
use crate::text;

/// The longest subject, in characters.
const LONGEST_SUBJECT: usize = 120;
/// The longest text, in characters.
const LONGEST_TEXT: usize = 5000;
/// How many placeholders a text may have: each is filled with up to some hundred characters.
const MOST_PLACEHOLDERS: usize = 50;
/// How much of something that is no placeholder is shown, in characters.
const SHOWN: usize = 20;

/// An announcement as it is typed and sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[serde(deny_unknown_fields)]
pub struct AnnouncementForm {
    /// The subject of the mail; of the placeholders only `{race}` may stand in it.
    pub subject: String,
    /// The text, in paragraphs, with placeholders.
    pub text: String,
}

/// A placeholder, as the page explains it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Placeholder {
    /// As it is typed: `{name}`.
    pub token: String,
    /// What stands there in each mail.
    pub meaning: String,
    /// Whether it may stand in the subject, too.
    #[serde(rename = "inSubject")]
    pub in_subject: bool,
}

/// What a placeholder stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Name,
    Bib,
    Race,
    Start,
}

impl Slot {
    const ALL: [(&'static str, Self, &'static str); 4] = [
        ("name", Self::Name, "The person’s name; the names of all who share the address"),
        ("bib", Self::Bib, "The bib, or the bibs"),
        ("race", Self::Race, "The name of the race"),
        ("start", Self::Start, "When the person’s wave or distance starts"),
    ];

    fn parse(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        Self::ALL.into_iter().find(|(known, ..)| *known == name).map(|(_, slot, _)| slot)
    }
}

/// The placeholders that there are.
pub fn placeholders() -> Vec<Placeholder> {
    let one = |(name, slot, meaning): (&str, Slot, &str)| Placeholder {
        token: format!("{{{name}}}"),
        meaning: meaning.to_owned(),
        in_subject: slot == Slot::Race,
    };
    Slot::ALL.into_iter().map(one).collect()
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    Slot(Slot),
    /// A brace that begins no placeholder, with what follows it in its line, which is the `line`th.
    Unknown {
        shown: &'a str,
        line: usize,
    },
}

/// The parts of a text, in its order.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let (mut rest, mut line) = (text, 1);
    while let Some((before, after)) = rest.split_once('{') {
        line += before.matches('\n').count();
        found.push(Piece::Text(before));
        let end_of_line = after.find('\n').unwrap_or(after.len());
        let inside = after.get(..end_of_line).and_then(|here| here.split_once('}')).map(|(inside, _)| inside);
        match inside.and_then(|inside| Some((inside, Slot::parse(inside)?))) {
            Some((inside, slot)) => {
                found.push(Piece::Slot(slot));
                rest = after.get(inside.len() + 1..).unwrap_or_default();
            }
            None => {
                let length = inside.map_or(end_of_line, |inside| inside.len() + 1);
                let shown = after.get(..length).unwrap_or_default();
                let shown = shown.char_indices().nth(SHOWN).and_then(|(at, _)| shown.get(..at)).unwrap_or(shown);
                found.push(Piece::Unknown { shown, line });
                rest = after;
            }
        }
    }
    found.push(Piece::Text(rest));
    found
}

/// Checks an announcement, and returns it trimmed.
///
/// # Errors
/// What is wrong, at each field: `required`, `unprintable`, `too_long`, `unknown_placeholder`, `too_many_placeholders`.
///
/// ```
/// use core_wasm::announcements::{AnnouncementForm, check};
///
/// let form = AnnouncementForm { subject: " Start moved ".into(), text: "Hello {name},\r\nyou start at {start}.".into() };
/// assert_eq!(check(&form).unwrap().subject, "Start moved");
/// let wrong = AnnouncementForm { subject: "For {name}".into(), text: "Hello,\n{nmae}".into() };
/// let problems = check(&wrong).unwrap_err();
/// assert!(problems.0[0].message.starts_with("{name} can’t stand in the subject"));
/// assert!(problems.0[1].message.starts_with("Line 2: {nmae} is not known"));
/// ```
pub fn check(form: &AnnouncementForm) -> Result<AnnouncementForm, Problems> {
    let mut problems = Problems::default();
    let subject = text::nfc(&form.subject).split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = text::nfc(&form.text).replace("\r\n", "\n").replace('\r', "\n").replace('\t', " ");
    let checked = AnnouncementForm { subject, text: lines.trim().to_owned() };
    for (field, value, required, label, most) in [
        ("subject", &checked.subject, words::NO_SUBJECT, "The subject", LONGEST_SUBJECT),
        ("text", &checked.text, words::NO_TEXT, "The text", LONGEST_TEXT),
    ] {
        if text::is_blank(value) {
            problems.add(field, "required", required);
        } else if value.chars().any(|c| (c.is_control() && !(c == '\n' && field == "text")) || text::is_bidi(c)) {
            problems.add(field, "unprintable", words::UNPRINTABLE);
        } else if value.chars().count() > most {
            problems.add(field, "too_long", words::too_long(label, most));
        } else {
            check_placeholders(&mut problems, field, value);
        }
    }
    if problems.is_empty() { Ok(checked) } else { Err(problems) }
}

/// The first thing in a field that is no placeholder, or may not stand there.
fn check_placeholders(problems: &mut Problems, field: &str, value: &str) {
    let is_subject = field == "subject";
    let found = pieces(value);
    for piece in &found {
        let message = match piece {
            Piece::Unknown { shown, .. } if is_subject => words::unknown_in_subject(shown),
            Piece::Unknown { shown, line } => words::unknown_in_text(shown, *line),
            Piece::Slot(slot) if is_subject && *slot != Slot::Race => {
                let name = Slot::ALL.into_iter().find(|(_, known, _)| known == slot).map(|(name, ..)| name);
                words::not_in_subject(name.unwrap_or_default())
            }
            Piece::Text(_) | Piece::Slot(_) => continue,
        };
        problems.add(field, "unknown_placeholder", message);
        return;
    }
    if found.iter().filter(|piece| matches!(piece, Piece::Slot(_))).count() > MOST_PLACEHOLDERS {
        problems.add(field, "too_many_placeholders", words::too_many_placeholders(MOST_PLACEHOLDERS));
    }
}

/// The problems of an announcement.
pub fn problems(form: &AnnouncementForm) -> Problems {
    check(form).err().unwrap_or_default()
}
