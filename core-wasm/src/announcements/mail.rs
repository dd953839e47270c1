//! The mail that somebody gets: the placeholders filled, and below the text why it came and how to get no more.

use serde::{Deserialize, Serialize};

use super::AnnouncementForm;
use super::form::{Piece, Slot, pieces};
use crate::text;

/// How many of those who share an address are named.
const MOST_NAMED: usize = 10;
/// The longest name, in characters.
const LONGEST_NAME: usize = 60;
/// The longest bib or start that is shown, in characters.
const LONGEST_WORD: usize = 20;

/// Somebody to whom a mail is: an entrant of the race.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct Addressee {
    /// First and last name; may be empty.
    pub name: String,
    /// The bib.
    pub bib: String,
    /// The start of the wave or distance: `8:30 AM`; empty while it is not known.
    pub start: String,
}

/// What a mail is filled with.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct MailFacts {
    /// The name of the race.
    pub race: String,
    /// The brand.
    pub site: String,
    /// The link to unsubscribe.
    pub link: String,
    /// All entrants with the address.
    pub entrants: Vec<Addressee>,
}

/// A mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AnnouncementMail {
    /// The subject; the brand stands after its last dot.
    pub subject: String,
    /// The text; a line `-- ` divides it from the reason why it was sent.
    pub text: String,
}

/// The mail of an announcement to an address. What is no placeholder stays as it is.
///
/// ```
/// use core_wasm::announcements::{Addressee, AnnouncementForm, MailFacts, mail};
///
/// let form = AnnouncementForm { subject: "{race}: start moved".into(), text: "Hello {name}, see you at {start}.".into() };
/// let zoe = Addressee { name: "Zoë O’Brien".into(), bib: "7".into(), start: "8:30 AM".into() };
/// let facts = MailFacts { race: "Spring 10K".into(), site: "Splitline".into(), link: "https://example.com/unsubscribe#x".into(), entrants: vec![zoe] };
/// let mail = mail(&form, &facts);
/// assert_eq!(mail.subject, "Spring 10K: start moved · Splitline");
/// assert!(mail.text.starts_with("Hello Zoë O’Brien, see you at 8:30 AM.\n\n-- \nYou get this mail because you are entered in Spring 10K"));
/// ```
pub fn mail(form: &AnnouncementForm, facts: &MailFacts) -> AnnouncementMail {
    let MailFacts { race, site, link, entrants } = facts;
    let fill = |typed: &str| {
        let piece = |piece: Piece<'_>| match piece {
            Piece::Text(text) => text.to_owned(),
            Piece::Unknown { .. } => "{".to_owned(),
            Piece::Slot(Slot::Race) => race.clone(),
            Piece::Slot(Slot::Name) => names(entrants),
            Piece::Slot(Slot::Bib) => joined(&entrants.iter().map(|one| short(&one.bib)).collect::<Vec<_>>(), "bibs"),
            Piece::Slot(Slot::Start) => starts(entrants),
        };
        pieces(typed).into_iter().map(piece).collect::<String>()
    };
    // A line of the text that divides is not one that the team typed.
    let text = fill(form.text.trim()).lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    let why = match entrants.len() {
        0 | 1 => "you are entered",
        _ => "people are entered",
    };
    AnnouncementMail {
        subject: format!("{} · {site}", fill(form.subject.trim()).split_whitespace().collect::<Vec<_>>().join(" ")),
        text: format!(
            "{text}\n\n-- \nYou get this mail because {why} in {race} with this address.\nNo more of these mails: {link}\n"
        ),
    }
}

/// The names of all who share an address.
fn names(entrants: &[Addressee]) -> String {
    let names: Vec<String> = entrants.iter().map(|one| plain(&one.name)).filter(|name| !name.is_empty()).collect();
    if names.is_empty() { "runner".to_owned() } else { joined(&names, "others") }
}

/// A name as it may stand in a mail: people type names when they register, and what looks like an address there would become a link.
fn plain(name: &str) -> String {
    let kept: String = text::nfc(name)
        .chars()
        .map(|c| if c.is_alphanumeric() || " '’-.,()&".contains(c) || text::is_accent(c) { c } else { ' ' })
        .collect();
    let mut words = Vec::new();
    for word in kept.split_whitespace() {
        // `J.R.` stays, `example.com` does not.
        let is_address = word.trim_end_matches('.').rsplit_once('.').is_some_and(|(_, last)| last.chars().count() > 1);
        words.push(if is_address { word.replace('.', " ") } else { word.to_owned() });
    }
    words.join(" ").chars().take(LONGEST_NAME).collect::<String>().trim().to_owned()
}

fn short(word: &str) -> String {
    word.chars().filter(|c| !c.is_control()).take(LONGEST_WORD).collect()
}

/// Some words as a list: `1, 2 and 3`; of very many the first ones, and how many `more` there are.
fn joined(words: &[String], more: &str) -> String {
    let named = words.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>();
    let others = words.len().saturating_sub(MOST_NAMED);
    match (named.split_last(), others) {
        (None, _) => String::new(),
        (Some((last, [])), 0) => last.clone(),
        (Some((last, before)), 0) => format!("{} and {last}", before.join(", ")),
        (Some(_), 1) => format!("{} and one more", named.join(", ")),
        (Some(_), others) if more == "others" => format!("{} and {others} others", named.join(", ")),
        (Some(_), others) => format!("{} and {others} more {more}", named.join(", ")),
    }
}

/// When they start: one time if it is the same for all, else each time with its bibs.
fn starts(entrants: &[Addressee]) -> String {
    let mut times: Vec<(String, Vec<String>)> = Vec::new();
    for one in entrants.iter().filter(|one| !one.start.trim().is_empty()) {
        let start = short(&one.start);
        match times.iter_mut().find(|(time, _)| *time == start) {
            Some((_, bibs)) => bibs.push(short(&one.bib)),
            None => times.push((start, vec![short(&one.bib)])),
        }
    }
    match times.as_slice() {
        [] => "a time that is still to be announced".to_owned(),
        [(time, _)] => time.clone(),
        times => {
            let words: Vec<String> = times.iter().map(|(time, bibs)| format!("{time} (bib {})", joined(bibs, "bibs"))).collect();
            joined(&words, "times")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_link() {
        assert_eq!(plain("J.R. O’Brien-Smith"), "J.R. O’Brien-Smith");
        assert_eq!(plain("Win at https://evil.example/x now"), "Win at https evil example x now");
        assert_eq!(plain(" Zoë\r\nBcc: eve@example.test"), "Zoë Bcc eve example test");
        assert_eq!(plain(&"x".repeat(500)).len(), LONGEST_NAME);
    }

    #[test]
    fn very_many_are_counted() {
        let all = |n: usize| (1..=n).map(|bib| bib.to_string()).collect::<Vec<_>>();
        assert_eq!(joined(&all(2), "bibs"), "1 and 2");
        assert_eq!(joined(&all(11), "bibs"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and one more");
        assert_eq!(joined(&all(200), "others"), "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 190 others");
    }
}
