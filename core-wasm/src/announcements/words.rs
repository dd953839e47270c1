//! The sentences about announcements.

use serde::{Deserialize, Serialize};

use super::{Audience, MOST_A_DAY, MOST_PEOPLE, MOST_TESTS_A_DAY};

/// At an empty subject.
pub const NO_SUBJECT: &str = "Subject is required";
/// At an empty text.
pub const NO_TEXT: &str = "Text is required";
/// At a field with control characters.
pub const UNPRINTABLE: &str = "This holds characters that can't be shown. Please type it again.";
/// HTTP 400 for a key that can't be one.
pub const BAD_KEY: &str = "The key holds 1 to 100 visible ASCII characters.";
/// HTTP 404 for an announcement that there is not.
pub const NO_SUCH_ANNOUNCEMENT: &str = "There is no such announcement.";
/// HTTP 409 when a key was used for another announcement.
pub const KEY_REUSED: &str = "This was sent before with another text. Please check it and send it again.";
/// HTTP 409 when nobody gets it.
pub const NOBODY: &str = "Nobody would get it: no entrant of this race has an address that takes announcements.";
/// HTTP 409 when the race was renamed since the question was shown.
pub const RENAMED: &str = "The race has another name by now. Please look at it and send it again.";
/// HTTP 409 when somebody else has sent an announcement to the race meanwhile.
pub const ANNOUNCED_MEANWHILE: &str =
    "Somebody has sent another announcement to this race meanwhile. Please look at it, and send yours if it is still needed.";
/// HTTP 200 for a test.
pub const TESTED: &str = "The test is on its way to your address.";
/// HTTP 200 when an announcement was stopped.
pub const STOPPED: &str = "Stopped. Nothing more is sent.";
/// HTTP 409 when there is nothing left to stop.
pub const NOTHING_TO_STOP: &str = "Everything is sent already.";
/// HTTP 404 for a link to unsubscribe with another token.
pub const NO_LINK: &str = "This link is not complete. Open the link of the mail again.";
/// HTTP 400 for a request to unsubscribe that is not the one of a mail program.
pub const NOT_ONE_CLICK: &str = "Open the link of the mail in a browser: there is a button.";
/// What becomes of other mails.
pub const OTHERS: &str = "Codes, answers to tickets and mails about your account still reach you.";

/// A number with commas: `1,234`.
pub fn number(count: u32) -> String {
    let digits = count.to_string();
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

fn people(count: u32) -> String {
    if count == 1 { "1 person".to_owned() } else { format!("{} people", number(count)) }
}

/// At a text that is too long.
pub fn too_long(label: &str, most: usize) -> String {
    format!("{label} is too long. Please keep it to {most} characters.")
}

/// At a text with very many placeholders.
pub fn too_many_placeholders(most: usize) -> String {
    format!("Please use at most {most} placeholders.")
}

/// At a brace of the text that begins no placeholder; `shown` is what follows it.
pub fn unknown_in_text(shown: &str, line: usize) -> String {
    format!("Line {line}: {{{shown} is not known. Write {{name}}, {{bib}}, {{race}} or {{start}}.")
}

/// At a brace of the subject that begins no placeholder.
pub fn unknown_in_subject(shown: &str) -> String {
    format!("{{{shown} is not known. In the subject only {{race}} can stand.")
}

/// At a placeholder that may not stand in the subject.
pub fn not_in_subject(name: &str) -> String {
    format!("{{{name}}} can’t stand in the subject, only {{race}}.")
}

/// HTTP 429 when a race has had very many announcements.
pub fn too_many() -> String {
    format!("This race has had {MOST_A_DAY} announcements within a day. Please wait until tomorrow.")
}

/// HTTP 429 after very many tests.
pub fn too_many_tests() -> String {
    format!("You have sent {MOST_TESTS_A_DAY} tests today. The preview shows the same mail.")
}

/// HTTP 409 for a race with very many entrants.
pub fn too_many_people() -> String {
    format!("This race has more than {MOST_PEOPLE} addresses, to which no announcement can be sent at once.")
}

/// HTTP 409 when another number of people would get it than the question said.
pub fn other_number(now: u32) -> String {
    format!("{} would get it by now. Please look at it and send it again.", capital(&people(now)))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// HTTP 201 for an announcement.
pub fn sent(count: u32) -> String {
    format!("The announcement is on its way to {}.", people(count))
}

/// Who gets it, before it is sent.
pub fn audience(audience: &Audience) -> String {
    let Audience { people: getting, entrants, without_address, unsubscribed } = *audience;
    if entrants == 0 {
        return "This race has no entrants yet: nobody would get it.".to_owned();
    }
    let mut said = vec![match getting {
        0 => "Nobody would get it.".to_owned(),
        1 => "1 person gets it.".to_owned(),
        more => format!("{} get it: each address once.", people(more)),
    }];
    match without_address {
        0 => {}
        1 => said.push("1 entrant has no address.".to_owned()),
        more => said.push(format!("{} entrants have no address.", number(more))),
    }
    match unsubscribed {
        0 => {}
        1 => said.push("1 person has unsubscribed.".to_owned()),
        more => said.push(format!("{} have unsubscribed.", people(more))),
    }
    said.join(" ")
}

/// The question before an announcement is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AnnouncementQuestion {
    /// The heading.
    pub title: String,
    /// What happens.
    pub text: String,
    /// The label of the button that sends it.
    pub confirm: String,
}

/// The question before an announcement goes to so many people of a race.
pub fn question(race: &str, count: u32) -> AnnouncementQuestion {
    AnnouncementQuestion {
        title: format!("Send to {} of {race}?", people(count)),
        text: "It is sent little by little; what has not left can be stopped. What has been sent can’t be taken back.".to_owned(),
        confirm: format!("Send to {}", people(count)),
    }
}

/// What the page of a link says: `race` is the name of the link's race, if it still has one that can be shown.
pub fn unsubscribed(race: Option<&str>, of_race: bool, of_all: bool) -> String {
    let race = race.unwrap_or("this race");
    match (of_race, of_all) {
        (_, true) => format!("You get no announcements about any race. {OTHERS}"),
        (true, false) => format!("You get no announcements about {race} any more; those of other races still come. {OTHERS}"),
        (false, false) => format!("You get announcements about {race}: when the start moves, or where packets are handed out."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        assert_eq!([0, 12, 999, 1000, 1_234_567].map(number), ["0", "12", "999", "1,000", "1,234,567"]);
        assert_eq!(super::super::LONGEST_KEY, 100, "the sentence says so");
    }
}
