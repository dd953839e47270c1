//! What is said about profiles.

/// HTTP 404 for a profile that is private, and for a name that nobody has: both look alike, so that nobody learns who has an account.
pub const HIDDEN: &str = "This profile is private, or there is none of this name.";
/// HTTP 200 after results were claimed.
pub const CLAIMED: &str = "Thank you. What you said about these results is saved.";
/// HTTP 400 for a title that was not won.
pub const NO_SUCH_TITLE: &str = "This title is not among those that you won.";
/// HTTP 200 after a title was chosen.
pub const TITLE_SET: &str = "Your title is saved.";
/// HTTP 400 for an account without a name or date of birth, which no result can be compared with.
pub const NO_PERSON: &str = "Add your name and date of birth under Account Settings first: results are compared with them.";
/// HTTP 200 when nothing was saved, since none of the named results is offered any more.
pub const NOTHING_CLAIMED: &str =
    "Nothing was saved: these results are not offered to you any more. If one of them is yours, write to us.";
/// HTTP 409 while many claims of the account wait.
pub const TOO_MANY_WAITING: &str =
    "Many of your results wait for a person of the site already. Please say the rest once they are decided.";
/// HTTP 200 after somebody said that a result is missing: the same whether there is one or not, since it may be hidden by who holds it.
pub const MISSING_NOTED: &str = "Thank you. If another account holds results of your name and date of birth, a person of the site compares \
                                 them with you. If a race has no result of yours at all, write to us.";
