//! What others see of a runner: the name, its initials or nothing of it, and whether the age group; and how an account is recognized as
//! a runner (DESIGN §5).
//!
//! What an account chose is stored by the server; this module compares persons and gives the words. It does not decide who may see
//! what is hidden: the owner and administrators do, and the server knows them.

use std::borrow::Cow;

use crate::text;

/// What stands in place of a private runner's name.
pub const PRIVATE_RUNNER: &str = "Private runner";
/// What stands in place of a name that was removed with its account.
pub const NAME_REMOVED: &str = "Name removed";

/// How much of a runner's name others see.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameShown {
    /// The whole name.
    #[default]
    Whole,
    /// The initials. The runner is found by the bib, not by the name, which could be guessed letter by letter.
    Initials,
    /// Nothing: neither the name nor the team, and no page.
    Hidden,
}

/// What others see of a runner. The default is everything.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown {
    /// The name.
    pub name: NameShown,
    /// Whether neither the age group nor a place in it is shown, nor what tells the age otherwise.
    pub hides_age: bool,
}

impl Shown {
    /// Everything is shown.
    pub const ALL: Self = Self { name: NameShown::Whole, hides_age: false };

    /// What an account's choices leave to be seen: being private is stronger than initials, and the age may be hidden with any name.
    ///
    /// ```
    /// use core_wasm::privacy::{NameShown, Shown};
    ///
    /// assert_eq!(Shown::of(true, true, false).name, NameShown::Hidden);
    /// assert_eq!(Shown::of(false, true, true), Shown { name: NameShown::Initials, hides_age: true });
    /// assert_eq!(Shown::of(false, false, false), Shown::ALL);
    /// ```
    pub fn of(is_private: bool, initials_only: bool, hide_age: bool) -> Self {
        let name = match (is_private, initials_only) {
            (true, _) => NameShown::Hidden,
            (false, true) => NameShown::Initials,
            (false, false) => NameShown::Whole,
        };
        Self { name, hides_age: hide_age }
    }

    /// What both allow: several accounts may be of one person.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { name: self.name.max(other.name), hides_age: self.hides_age || other.hides_age }
    }

    /// Whether something is hidden.
    pub fn hides_something(self) -> bool {
        self != Self::ALL
    }

    /// Whether the whole line is without a person: no name, no team, no page, no photos.
    pub fn hides_person(self) -> bool {
        self.name == NameShown::Hidden
    }

    /// Whether others find the runner by the name.
    pub fn is_found_by_name(self) -> bool {
        self.name == NameShown::Whole
    }

    /// The first and the last name as others see them.
    ///
    /// ```
    /// use core_wasm::privacy::{NAME_REMOVED, PRIVATE_RUNNER, Shown};
    ///
    /// let names = |shown: Shown, first, last| {
    ///     let (first, last) = shown.names(first, last);
    ///     [first.into_owned(), last.into_owned()]
    /// };
    /// let initials = Shown::of(false, true, false);
    /// assert_eq!(names(initials, " zoë ", "O’Brien-Kelly"), ["Z.", "O."]);
    /// assert_eq!(names(initials, "Z.", "O."), ["Z.", "O."]);
    /// // One sign may be a whole name.
    /// assert_eq!(names(initials, "小明", "王"), ["小.", ""]);
    /// assert_eq!(names(initials, "明", "王"), [PRIVATE_RUNNER, ""]);
    /// assert_eq!(names(initials, PRIVATE_RUNNER, ""), [PRIVATE_RUNNER, ""]);
    /// assert_eq!(names(initials, NAME_REMOVED, ""), [NAME_REMOVED, ""]);
    /// assert_eq!(names(Shown::of(true, true, false), "Zoë", "O’Brien"), [PRIVATE_RUNNER, ""]);
    /// assert_eq!(names(Shown::ALL, "Zoë", "O’Brien"), ["Zoë", "O’Brien"]);
    /// assert_eq!(names(Shown::ALL, "", ""), [NAME_REMOVED, ""]);
    /// ```
    pub fn names<'a>(self, first_name: &'a str, last_name: &'a str) -> (Cow<'a, str>, Cow<'a, str>) {
        let none = |words: &'static str| (Cow::Borrowed(words), Cow::Borrowed(""));
        if self.hides_person() {
            return none(PRIVATE_RUNNER);
        }
        if first_name.is_empty() && last_name.is_empty() {
            return none(NAME_REMOVED);
        }
        // A name as it was sent is shown as it is.
        if let Some(words) = [PRIVATE_RUNNER, NAME_REMOVED].into_iter().find(|words| *words == first_name && last_name.is_empty())
        {
            return none(words);
        }
        if self.name == NameShown::Whole {
            return (Cow::Borrowed(first_name), Cow::Borrowed(last_name));
        }
        let (first, last) = (initial(first_name), initial(last_name));
        if first.is_empty() && last.is_empty() { none(PRIVATE_RUNNER) } else { (Cow::Owned(first), Cow::Owned(last)) }
    }

    /// First and last name in one, as others see them; of a name that is stored in one, the first word counts as the first name.
    ///
    /// ```
    /// use core_wasm::privacy::Shown;
    ///
    /// assert_eq!(Shown::of(false, true, false).name_in_one("Zoë O’Brien"), "Z. O.");
    /// assert_eq!(Shown::ALL.name_in_one("Zoë O’Brien"), "Zoë O’Brien");
    /// ```
    pub fn name_in_one(self, name: &str) -> String {
        let (first, last) = name.trim().split_once(' ').unwrap_or((name, ""));
        joined(self.names(first, last))
    }

    /// The number by which it is stored: 0 for everything; 1 for initials or 2 for nothing of the name; 4 more without the age.
    ///
    /// ```
    /// use core_wasm::privacy::Shown;
    ///
    /// let all = [false, true].map(|private| [false, true].map(|age| Shown::of(private, true, age)));
    /// assert!(all.into_iter().flatten().all(|shown| Shown::from_number(shown.number()) == shown));
    /// assert_eq!([Shown::ALL.number(), Shown::of(true, false, true).number()], [0, 6]);
    /// ```
    pub fn number(self) -> i64 {
        self.name_number() + if self.hides_age { 4 } else { 0 }
    }

    /// The number of what is shown of the name: 0, 1 or 2; the greater, the less.
    pub fn name_number(self) -> i64 {
        match self.name {
            NameShown::Whole => 0,
            NameShown::Initials => 1,
            NameShown::Hidden => 2,
        }
    }

    /// Reads [`Self::number`]; of an unknown number as little is shown as possible.
    pub fn from_number(number: i64) -> Self {
        let name = match number & 3 {
            0 => NameShown::Whole,
            1 => NameShown::Initials,
            _ => NameShown::Hidden,
        };
        Self { name, hides_age: number & !3 != 0 }
    }

    /// What is shown when not more than this may be hidden.
    ///
    /// ```
    /// use core_wasm::privacy::Shown;
    ///
    /// let [private, initials] = [Shown::of(true, false, true), Shown::of(false, true, false)];
    /// assert_eq!(private.at_most(initials), initials);
    /// assert_eq!(initials.at_most(private), initials);
    /// ```
    #[must_use]
    pub fn at_most(self, most: Self) -> Self {
        let name = if self.name_number() < most.name_number() { self.name } else { most.name };
        Self { name, hides_age: self.hides_age && most.hides_age }
    }
}

/// The first letter or digit with a dot; nothing for a name of one sign of a script without capitals, where it is the whole name.
fn initial(name: &str) -> String {
    let mut letters = name.chars().filter(|c| c.is_alphanumeric());
    match (letters.next(), letters.next()) {
        (None, _) => String::new(),
        (Some(only), None) if only.is_alphabetic() && !only.is_lowercase() && !only.is_uppercase() => String::new(),
        (Some(first), _) => format!("{}.", first.to_uppercase()),
    }
}

fn joined((first_name, last_name): (Cow<'_, str>, Cow<'_, str>)) -> String {
    format!("{} {}", first_name.trim(), last_name.trim()).trim().to_owned()
}

/// The name under which others see the results of an account with these choices.
///
/// ```
/// use core_wasm::privacy::{Shown, listed_as};
///
/// assert_eq!(listed_as("Zoë ", "O’Brien", Shown::ALL), "Zoë O’Brien");
/// assert_eq!(listed_as("Zoë ", "O’Brien", Shown::of(false, true, false)), "Z. O.");
/// assert_eq!(listed_as("Zoë ", "O’Brien", Shown::of(true, false, false)), "Private runner");
/// ```
pub fn listed_as(first_name: &str, last_name: &str, shown: Shown) -> String {
    joined(shown.names(first_name.trim(), last_name.trim()))
}

/// By what a person is recognized across lists: the name without case and accents, and the date of birth (ISO). `None` without a name or
/// a date of birth, since a name alone is that of many.
///
/// ```
/// use core_wasm::privacy::person;
///
/// assert_eq!(person("Zoë", "O’Brien ", "1990-02-28"), person(" ZOE", "O'Brien", "1990-02-28"));
/// assert_ne!(person("Zoë", "O’Brien", "1990-02-28"), person("Zoë", "O’Brien", "1990-03-28"));
/// assert_eq!(person("Zoë", "O’Brien", ""), None);
/// ```
pub fn person(first_name: &str, last_name: &str, dob: &str) -> Option<(String, String)> {
    let name = name(first_name, last_name);
    let dob = dob.trim();
    (!name.is_empty() && !dob.is_empty()).then(|| (name, dob.to_owned()))
}

/// How an account stands to the person of its name and date of birth. Both are only typed, so by themselves they decide nothing
/// (docs/decisions/0062).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// Whether a result under this name, without another date of birth, was granted to the account. Results under another name count for
    /// nothing here: the account may have been renamed.
    pub granted: bool,
    /// Whether the account has had this name and date of birth for longest, of those that were made under this name.
    pub first: bool,
    /// Whether no other account has this name and date of birth.
    pub alone: bool,
    /// Whether such a result was granted to another account of this name and date of birth.
    pub other_granted: bool,
}

impl Standing {
    /// Whether what the account hides of itself is hidden wherever the person is named, but in results that were granted to another account.
    /// Of several that may be the person each can hide, since what was shown by mistake can't be hidden again; only a granted result
    /// ends it, since then others of the name are somebody else.
    ///
    /// ```
    /// use core_wasm::privacy::Standing;
    ///
    /// assert!(Standing::default().hides());
    /// assert!(!Standing { first: true, other_granted: true, ..Standing::default() }.hides());
    /// assert!(Standing { granted: true, other_granted: true, ..Standing::default() }.hides());
    /// ```
    pub fn hides(self) -> bool {
        self.granted || !self.other_granted
    }

    /// What others see of a result of the person when the account chose to hide something; `None` when it hides nothing of it. `before` is what
    /// it has hidden of it until now. Once another account was granted a result, it hides nothing more but of what was granted to itself; what
    /// it hid stays hidden until that is decided, too, since a decision about one result says nothing of another.
    ///
    /// ```
    /// use core_wasm::privacy::{Shown, Standing};
    ///
    /// let [private, initials] = [Shown::of(true, false, false), Shown::of(false, true, false)];
    /// let lost = Standing { other_granted: true, ..Standing::default() };
    /// assert_eq!(Standing::default().hidden(private, None, false), Some(private));
    /// assert_eq!(lost.hidden(private, None, false), None);
    /// assert_eq!(lost.hidden(private, Some(initials), false), Some(initials));
    /// assert_eq!(lost.hidden(private, None, true), Some(private));
    /// ```
    pub fn hidden(self, chosen: Shown, before: Option<Shown>, is_granted: bool) -> Option<Shown> {
        let shown = if self.hides() || is_granted { chosen } else { chosen.at_most(before?) };
        Some(shown).filter(|shown| shown.hides_something())
    }

    /// Whether the account has more to show than a typed name and birthday. What it hides is hidden from other accounts of the same ones, and
    /// what one of them hides that has nothing more is not hidden from it.
    ///
    /// ```
    /// use core_wasm::privacy::Standing;
    ///
    /// assert!(Standing { first: true, ..Standing::default() }.holds());
    /// assert!(Standing { granted: true, ..Standing::default() }.holds());
    /// assert!(!Standing { alone: true, ..Standing::default() }.holds());
    /// assert!(!Standing { first: true, other_granted: true, ..Standing::default() }.holds());
    /// ```
    pub fn holds(self) -> bool {
        self.granted || self.first && !self.other_granted
    }

    /// Whether the account is taken for the person: it is told what is stored of the person without a claim, and its claims need nobody's
    /// decision. Of two to which results were granted neither is: each has those that were granted to it.
    ///
    /// ```
    /// use core_wasm::privacy::Standing;
    ///
    /// assert!(Standing { first: true, ..Standing::default() }.speaks());
    /// assert!(Standing { granted: true, ..Standing::default() }.speaks());
    /// assert!(!Standing { granted: true, other_granted: true, ..Standing::default() }.speaks());
    /// ```
    pub fn speaks(self) -> bool {
        self.holds() && !self.other_granted
    }

    /// Whether the account takes along what is stored of the person without a claim when it is deleted. That can't be undone, so beside another
    /// account of the same name and date of birth only granted results are taken.
    ///
    /// ```
    /// use core_wasm::privacy::Standing;
    ///
    /// assert!(Standing { first: true, alone: true, ..Standing::default() }.takes_along());
    /// assert!(!Standing { granted: true, ..Standing::default() }.takes_along());
    /// ```
    pub fn takes_along(self) -> bool {
        self.speaks() && self.alone
    }

    /// Whether a claim of the account waits because another account may be the person.
    ///
    /// ```
    /// use core_wasm::privacy::Standing;
    ///
    /// assert!(Standing::default().is_contested());
    /// assert!(!Standing { first: true, ..Standing::default() }.is_contested());
    /// assert!(!Standing { alone: true, ..Standing::default() }.is_contested());
    /// ```
    pub fn is_contested(self) -> bool {
        !self.alone && !self.speaks()
    }
}

/// The name under which others see an account's results under its choices.
///
/// ```
/// use core_wasm::privacy::listed;
///
/// assert_eq!(listed("Zoë", "O’Brien", false, true), "Z. O.");
/// assert_eq!(listed("Zoë", "O’Brien", true, true), "Private runner");
/// ```
pub fn listed(first_name: &str, last_name: &str, private: bool, initials_only: bool) -> String {
    listed_as(first_name, last_name, Shown::of(private, initials_only, false))
}

/// By what an entrant, or the person of an account, is found in lists of entrants: as [`person`] or, where a list has no date of birth, by the
/// name and the e-mail address. Empty when a list says neither.
///
/// ```
/// use core_wasm::privacy::entrant_key;
///
/// assert_eq!(entrant_key("Zoë", "O’Brien", "1990-02-28", "zoe@example.com"), entrant_key("ZOE", "O'Brien", "1990-02-28", ""));
/// assert_eq!(entrant_key("Zoë", "O’Brien", "", "Zoe@Example.com"), "zoe o'brien zoe@example.com");
/// assert_eq!(entrant_key("Zoë", "O’Brien", "", ""), "");
/// ```
pub fn entrant_key(first_name: &str, last_name: &str, dob: &str, email: &str) -> String {
    let name = name(first_name, last_name);
    let of = if dob.trim().is_empty() { text::lowercase(email.trim()) } else { dob.trim().to_owned() };
    if name.is_empty() || of.is_empty() { String::new() } else { [name.as_str(), of.as_str()].join(" ") }
}

/// The name without case, accents and superfluous blanks.
pub fn name(first_name: &str, last_name: &str) -> String {
    let folded = text::fold(&text::without_written_joiners(&[first_name, " ", last_name].concat()));
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}
