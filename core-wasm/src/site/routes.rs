//! The table of routes (SPEC §2): which paths exist, who may enter, what the window is called.

use serde::{Deserialize, Serialize};

use crate::account::Access;
use crate::text;

/// Which link of the navigation bar is lit (SPEC §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// Everything without a link of its own.
    Home,
    /// Races.
    Races,
    /// Leaderboard.
    Results,
    /// Login.
    Login,
}

/// The table: a path (`*` stands for one segment), its title, who may enter.
const ROUTES: &[(&str, &str, Access)] = &[
    ("", "Home", Access::Public),
    ("home", "Home", Access::Public),
    ("login", "Login", Access::Public),
    ("forgotpass", "Forgot Password", Access::Public),
    ("resetpass", "Reset Password", Access::Public),
    ("races", "Races", Access::Public),
    ("results", "Leaderboard", Access::Public),
    ("termsandconditions", "Terms and Conditions", Access::Public),
    ("privacypolicy", "Privacy Policy", Access::Public),
    ("raceleague", "Race League", Access::Public),
    ("verifyracer", "Verify Racer", Access::Public),
    ("profile/*", "Profile", Access::Public),
    ("racedaysearch/*", "Race Day Search", Access::Public),
    ("media/*/*", "Participant Media", Access::Public),
    ("tickets", "Ticket Request", Access::Public),
    ("liverace", "Live Race", Access::Public),
    ("race/*", "Race", Access::Public),
    ("race/*/media", "Race Media", Access::Public),
    ("refundtransfer", "Refund and Transfer", Access::Public),
    ("unauthorized", "Unauthorized Access", Access::Public),
    ("profile", "My Profile", Access::User),
    ("edit", "Edit Profile", Access::User),
    ("resolvetickets", "Tickets", Access::Admin),
    ("editraces", "Edit Pages", Access::Admin),
    ("auditlog", "Audit Logs", Access::Admin),
    ("createrace", "Create Race", Access::Admin),
    // The timing desk (DESIGN §1, slice `timing`) is not in the spec's table.
    ("timing", "Timing", Access::Admin),
    ("timing/*", "Timing", Access::Admin),
    ("verifyemail", "Verify Email", Access::Signup),
    ("createaccount", "Create Account", Access::Signup),
];

/// Routes of the table whose screens do not exist yet: they answer as a path outside of it does.
const WITHOUT_SCREEN: &[&str] = &[
    "results",
    "verifyracer",
    "profile/*",
    "racedaysearch/*",
    "media/*/*",
    "tickets",
    "profile",
    "edit",
    "resolvetickets",
    "auditlog",
    "timing/*",
    "verifyemail",
    "createaccount",
];

/// Pages of single races that are declared and have a title, but are not routed (SPEC §2).
const STATIC_PAGES: &[(&str, &str)] = &[
    ("valentine", "Valentine"),
    ("marchmadness", "March Madness"),
    ("bigforest", "Big Forest"),
    ("verrazano", "Verrazano"),
    ("mothersday", "Mother's Day"),
    ("memorialday", "Memorial Day"),
    ("laborday", "Labor Day"),
    ("enduranceclassic", "Endurance Classic"),
    ("nyskyline", "NY Skyline"),
    ("nycholiday", "NYC Holiday"),
];

/// The window's title: `Races · Splitline`; the brand alone for an unknown path (SPEC §2, DESIGN §5).
///
/// `name` is what a page is about: the user's name on a profile, the race's name on a race's pages. Without it those pages
/// have a general title.
pub fn title(path: &str, site_name: &str, name: Option<&str>) -> String {
    let path = normal(path);
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    let page = match (shown(&path), name) {
        (Some(("profile/*" | "race/*", ..)), Some(name)) => name.to_owned(),
        (Some(("race/*/media", ..)), Some(name)) => format!("{name} Media"),
        (Some((_, title, _)), _) => (*title).to_owned(),
        (None, _) => match STATIC_PAGES.iter().find(|(page, _)| *page == path) {
            Some((_, title)) => (*title).to_owned(),
            None => return site_name.to_owned(),
        },
    };
    format!("{page} · {site_name}")
}

/// The HTTP status of a path: 200 where there is a screen, 404 elsewhere (DESIGN §5). Whether the race or the user of a path exists
/// is for the server to say.
pub fn status(path: &str) -> u16 {
    if shown(&normal(path)).is_some() { 200 } else { 404 }
}

/// Who may see a path. A path outside the table shows the 404 page to everybody.
pub fn access(path: &str) -> Access {
    find(&normal(path)).map_or(Access::Public, |(_, _, access)| *access)
}

/// The lit link: races, the leaderboard and login have one; any other path counts as Home (SPEC §2).
pub fn section(path: &str) -> Section {
    match normal(path).split('/').next() {
        Some("race" | "races") => Section::Races,
        Some("results" | "leaderboard") => Section::Results,
        Some("login") => Section::Login,
        _ => Section::Home,
    }
}

/// The route of a path that has a screen.
fn shown(path: &str) -> Option<&'static (&'static str, &'static str, Access)> {
    find(path).filter(|(pattern, ..)| !WITHOUT_SCREEN.contains(pattern))
}

fn find(path: &str) -> Option<&'static (&'static str, &'static str, Access)> {
    ROUTES.iter().find(|(pattern, ..)| fits(pattern, path))
}

fn fits(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('/'), path.split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some("*"), Some(segment)) if !segment.is_empty() => {}
            (Some(wanted), Some(segment)) if wanted == segment => {}
            _ => return false,
        }
    }
}

/// A path without query, fragment and outer slashes, in lower case (SPEC §2: matching is case-insensitive).
fn normal(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    text::lowercase(path.strip_prefix('/').unwrap_or(path).trim_end_matches('/'))
}
