//! The filters of the list of people.

use super::roles::GIVEN;
use crate::account::Role;
use crate::error::Problems;

/// The most characters of a search.
pub const LONGEST_SEARCH: usize = 100;
/// People on a page.
pub const PAGE_SIZE: u32 = 25;
/// The most people on a page.
pub const MOST_ON_PAGE: u32 = 100;

/// The filters as in the address; empty for all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PeopleQuery {
    /// A part of a username, a name or an e-mail address.
    pub q: String,
    /// A role.
    pub role: String,
    /// The page, from 1.
    pub page: String,
    /// People on a page.
    pub page_size: String,
}

/// The filters once they are checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WantedPeople {
    /// Without outer blanks; empty for everybody.
    pub q: String,
    /// The roles that are listed, in this order.
    pub roles: Vec<Role>,
    /// From 1.
    pub page: u32,
    /// People on a page.
    pub page_size: u32,
}

impl PeopleQuery {
    /// Checks the filters.
    ///
    /// # Errors
    /// The problems, each at its field.
    ///
    /// ```
    /// use core_wasm::people::PeopleQuery;
    ///
    /// let query = PeopleQuery { q: " zoe ".into(), role: "timer".into(), ..PeopleQuery::default() };
    /// let wanted = query.wanted().unwrap();
    /// assert_eq!((wanted.q.as_str(), wanted.roles.len(), wanted.page, wanted.page_size), ("zoe", 1, 1, 25));
    /// let wrong = PeopleQuery { q: "x".repeat(101), role: "king".into(), page: "0".into(), page_size: "101".into() };
    /// let fields: Vec<_> = wrong.wanted().unwrap_err().0.into_iter().map(|one| one.field).collect();
    /// assert_eq!(fields, ["q", "role", "page", "pageSize"]);
    /// ```
    pub fn wanted(&self) -> Result<WantedPeople, Problems> {
        let mut problems = Problems::default();
        let q = self.q.trim();
        if q.chars().count() > LONGEST_SEARCH {
            problems.add("q", "too_long", format!("This is longer than {LONGEST_SEARCH} characters."));
        }
        let roles = match self.role.trim() {
            "" => GIVEN.to_vec(),
            role => problems.take("role", super::given_role(role)).into_iter().collect(),
        };
        let mut number = |field: &str, value: &str, most: u32, default: u32| {
            let value = value.trim();
            let number =
                if value.is_empty() { Some(default) } else { value.parse().ok().filter(|number| (1..=most).contains(number)) };
            if number.is_none() {
                problems.add(field, "bad_number", format!("Give a number from 1 to {most}."));
            }
            number.unwrap_or(default)
        };
        let page = number("page", &self.page, 1_000_000, 1);
        let page_size = number("pageSize", &self.page_size, MOST_ON_PAGE, PAGE_SIZE);
        if problems.is_empty() { Ok(WantedPeople { q: q.to_owned(), roles, page, page_size }) } else { Err(problems) }
    }
}
