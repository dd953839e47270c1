//! The lists of the desk: what is asked for, and by which words tickets are found.

use serde::{Deserialize, Serialize};

use super::{RequestType, TicketStatus, words};
use crate::error::Problems;
use crate::text;

/// The most characters of a search.
pub const LONGEST_SEARCH: usize = 100;
/// The most words of a search that count.
pub const MOST_WORDS: usize = 8;
/// The most words of one text by which a ticket is found.
const MOST_WORDS_OF_TEXT: usize = 1000;
/// The longest word by which a ticket is found, in characters.
const LONGEST_WORD: usize = 40;
/// Tickets on a page.
pub const PAGE_SIZE: u32 = 25;
/// The most tickets on a page.
pub const MOST_ON_PAGE: u32 = 100;
/// The last page.
const LAST_PAGE: u32 = 400;

const DAY_MS: i64 = 24 * 3_600_000;

/// The lists of the desk, with their labels.
pub const TABS: [(&str, &str); 5] =
    [("open", "Open"), ("mine", "Mine"), ("waiting", "Waiting"), ("solved", "Solved"), ("spam", "Spam")];

/// The choices of how old a ticket is, with their labels.
pub const AGES: [(&str, &str); 2] = [("day", "Older than a day"), ("week", "Older than a week")];

/// Something to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TicketChoice {
    /// As in the address.
    pub id: String,
    /// As it is shown.
    pub label: String,
}

/// A list of choices for the browser.
pub fn choices(of: &[(&str, &str)]) -> Vec<TicketChoice> {
    of.iter().map(|(id, label)| TicketChoice { id: (*id).to_owned(), label: (*label).to_owned() }).collect()
}

/// Which tickets are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TicketList {
    /// Those of a status.
    Of(TicketStatus),
    /// Those of the caller that are not done.
    Mine,
}

/// The filters as in the address; empty for all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TicketQuery {
    /// One of [`TABS`]; the open ones by default.
    pub status: String,
    /// A request type.
    pub request_type: String,
    /// A race's name, as the details of the race have it.
    pub race: String,
    /// One of [`AGES`].
    pub age: String,
    /// The username of who takes care of them.
    pub assignee: String,
    /// The beginnings of words.
    pub q: String,
    /// The page, from 1.
    pub page: String,
    /// Tickets on a page.
    pub page_size: String,
}

/// The filters once they are checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedTickets {
    /// The list.
    pub list: TicketList,
    /// Only those of this type.
    pub request_type: Option<RequestType>,
    /// Only those of whom this user takes care.
    pub assignee: Option<String>,
    /// Only those that are at least so old, in milliseconds.
    pub age_ms: Option<i64>,
    /// The whole words and the beginnings of words that a ticket has to have.
    pub words: Vec<String>,
    /// The words of the race's name, which a ticket has to have.
    pub race: Vec<String>,
    /// Whether a search was typed that has no word, by which nothing is found.
    pub nothing: bool,
    /// From 1.
    pub page: u32,
    /// Tickets on a page.
    pub page_size: u32,
}

impl TicketQuery {
    /// Checks the filters.
    ///
    /// # Errors
    /// The problems, each at its field.
    ///
    /// ```
    /// use core_wasm::ticket::{TicketList, TicketQuery, TicketStatus};
    ///
    /// let wanted = TicketQuery { q: "Zoë T-1042".into(), age: "day".into(), ..TicketQuery::default() }.wanted().unwrap();
    /// assert_eq!((wanted.list, wanted.page_size), (TicketList::Of(TicketStatus::Open), 25));
    /// assert_eq!(wanted.words, ["1042", "t", "zoe"]);
    /// let wrong = TicketQuery { status: "lost".into(), q: "x".repeat(101), page: "0".into(), ..TicketQuery::default() };
    /// let fields: Vec<_> = wrong.wanted().unwrap_err().0.into_iter().map(|one| one.field).collect();
    /// assert_eq!(fields, ["status", "q", "page"]);
    /// ```
    pub fn wanted(&self) -> Result<WantedTickets, Problems> {
        let mut problems = Problems::default();
        let list = match self.status.trim() {
            "" => Some(TicketList::Of(TicketStatus::Open)),
            "mine" => Some(TicketList::Mine),
            status => TicketStatus::parse(status).map(TicketList::Of),
        };
        if list.is_none() {
            problems.add("status", "unknown_status", words::UNKNOWN_STATUS);
        }
        let request_type = RequestType::parse(&self.request_type);
        if request_type.is_none() && !self.request_type.trim().is_empty() {
            problems.add("type", "unknown_type", words::UNKNOWN_TYPE);
        }
        let age_ms = match self.age.trim() {
            "day" => Some(DAY_MS),
            "week" => Some(7 * DAY_MS),
            "" => None,
            _ => {
                problems.add("age", "unknown_age", words::UNKNOWN_AGE);
                None
            }
        };
        for (field, value) in [("race", &self.race), ("assignee", &self.assignee), ("q", &self.q)] {
            if value.chars().count() > LONGEST_SEARCH {
                problems.add(field, "too_long", words::too_long("The search", LONGEST_SEARCH));
            }
        }
        let mut number = |field: &str, value: &str, most: u32, default: u32| {
            let value = value.trim();
            let number =
                if value.is_empty() { Some(default) } else { value.parse().ok().filter(|number| (1..=most).contains(number)) };
            if number.is_none() {
                problems.add(field, "bad_number", format!("Give a number from 1 to {most}."));
            }
            number.unwrap_or(default)
        };
        let page = number("page", &self.page, LAST_PAGE, 1);
        let page_size = number("pageSize", &self.page_size, MOST_ON_PAGE, PAGE_SIZE);
        let Some(list) = list.filter(|_| problems.is_empty()) else { return Err(problems) };
        let (mut found, race) = (words_of(&self.q), race_words(&self.race));
        found.truncate(MOST_WORDS);
        let nothing = [(&found, &self.q), (&race, &self.race)].iter().any(|(words, q)| words.is_empty() && !q.trim().is_empty());
        let assignee = Some(self.assignee.trim().to_owned()).filter(|name| !name.is_empty());
        Ok(WantedTickets { list, request_type, assignee, age_ms, words: found, race, nothing, page, page_size })
    }
}

/// The words of a text by which a ticket is found: without case and accents, apart at everything that is neither letter nor digit, each
/// once.
///
/// ```
/// use core_wasm::ticket::words_of;
///
/// assert_eq!(words_of("Zoë, zoe@example.com"), ["com", "example", "zoe"]);
/// assert_eq!(words_of("O’Brien"), ["brien", "o", "obrien"]);
/// assert_eq!(words_of("(555) 123-4567"), ["123", "4567", "555", "5551234567"]);
/// ```
pub fn words_of(text: &str) -> Vec<String> {
    let folded = text::fold(text);
    let cut = |word: &str| word.chars().take(LONGEST_WORD).collect::<String>();
    let mut found: Vec<String> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(cut).collect();
    // A name with an apostrophe is found without it, too.
    let names = folded.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| word.trim_matches('\'').contains('\''));
    found.extend(names.map(|name| cut(&name.replace('\'', ""))));
    // A telephone number is found however it is grouped.
    if found.len() > 1 && folded.chars().all(|c| c.is_ascii_digit() || " +-().".contains(c)) {
        found.push(cut(&found.concat()));
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST_WORDS_OF_TEXT);
    found
}

/// The words by which a ticket is found by its race: those of the details of the race, marked, so that no other text has them.
///
/// ```
/// assert_eq!(core_wasm::ticket::race_words("Spring 10K"), ["race:10k", "race:spring"]);
/// ```
pub fn race_words(details: &str) -> Vec<String> {
    words_of(details).into_iter().map(|word| ["race:", &word].concat()).collect()
}
