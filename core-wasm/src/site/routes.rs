//! The table of routes (SPEC §2): which paths exist, who may see them, and their titles.

use serde::{Deserialize, Serialize};

use crate::account::Access;
use crate::text;

/// The link of the navigation bar that is highlighted (SPEC §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// Home, also for every path without its own link.
    Home,
    /// Races.
    Races,
    /// Leaderboard.
    Results,
    /// Login.
    Login,
}

/// The table: a path (`*` matches one segment), its title, and who may see it.
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
    // The check of a certificate (DESIGN §6) is not in the spec's table.
    ("verify/*", "Certificate", Access::Public),
    ("tickets", "Ticket Request", Access::Public),
    // What the link of a ticket's mails opens.
    ("ticket/*", "Ticket", Access::Public),
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
    ("timing", "Timing", Access::Timing),
    ("timing/*", "Timing", Access::Timing),
    // Volunteers open it by the link of a day.
    ("packets/*", "Packet Desk", Access::Public),
    // The boards of the venue: the announcer's is opened by a login of the desk or the link of a day, the others by everybody.
    ("announcer/*", "Announcer", Access::Public),
    ("board/*/finish", "Finish Line", Access::Public),
    ("board/*/status", "Race Status", Access::Public),
    // What partners' sites show in a frame.
    ("embed/live/*", "Live Results", Access::Public),
    ("photos/*", "Race Photos", Access::Admin),
    // Claims of results that wait for an administrator.
    ("claims", "Claims", Access::Admin),
    // Who has which role, and the page of an invitation's link.
    ("people", "People", Access::Admin),
    ("invitation", "Invitation", Access::Public),
    // Mails to the entrants of a race, and what the link below them opens.
    ("announcements", "Announcements", Access::Admin),
    ("unsubscribe", "Announcements by Mail", Access::Public),
    ("verifyemail", "Verify Email", Access::Signup),
    ("createaccount", "Create Account", Access::Signup),
];

/// Routes of the table whose screens do not exist yet: they answer like a path outside the table.
const WITHOUT_SCREEN: &[&str] = &["timing/*"];

/// Pages of single races that have a title in the spec but no route (SPEC §2).
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

/// The window's title: `Races · Splitline`; only the brand for an unknown path (SPEC §2, DESIGN §5).
///
/// `name` is the subject of the page: the user's name on a profile, the race's name on a race's pages. Without it those pages
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

/// The HTTP status of a path: 200 when it has a screen, otherwise 404 (DESIGN §5). The server checks whether the race or the user
/// of a path exists.
pub fn status(path: &str) -> u16 {
    if shown(&normal(path)).is_some() { 200 } else { 404 }
}

/// The segment of a path that names a race, as it is written there: of the pages of one race. The server answers 404 when there is no such
/// race (DESIGN §5).
pub fn race_segment(path: &str) -> Option<&str> {
    let (pattern, ..) = shown(&normal(path))?;
    let named = ["race/*", "racedaysearch/*", "packets/*", "photos/*", "announcer/*", "board/*", "embed/live/*"];
    if !named.iter().any(|named| pattern.strip_prefix(named).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))) {
        return None;
    }
    let at = pattern.split('/').position(|segment| segment == "*")?;
    let path = path.split(['?', '#']).next()?;
    path.strip_prefix('/').unwrap_or(path).split('/').nth(at)
}

/// Who may see a path. A path outside the table shows the 404 page to every visitor.
pub fn access(path: &str) -> Access {
    find(&normal(path)).map_or(Access::Public, |(_, _, access)| *access)
}

/// The highlighted link: races, the leaderboard and login have one; any other path counts as Home (SPEC §2).
pub fn section(path: &str) -> Section {
    match normal(path).split('/').next() {
        Some("race" | "races") => Section::Races,
        Some("results" | "leaderboard") => Section::Results,
        Some("login") => Section::Login,
        _ => Section::Home,
    }
}

/// The address to open after the login: `from` when it is a page of this site other than the login, otherwise the home page.
/// Another host, a scheme, and characters that browsers drop from an address are refused.
pub fn after_login(from: Option<&str>) -> String {
    let from = from.unwrap_or_default();
    let own = from.starts_with('/') && !from.starts_with("//") && !from.bytes().any(|b| b == b'\\' || b < b' ');
    let has_page = own && status(from) == 200 && !matches!(normal(from).as_str(), "login" | "unauthorized");
    if has_page { from.into() } else { "/".into() }
}

/// The route of a path, when it has a screen.
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
