//! The entries of the navigation bar and of the user's menu (SPEC §2).

use serde::{Deserialize, Serialize};

use super::routes::{self, Section};
use crate::account::Role;

/// The input of the navigation bar.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct NavInput {
    /// The path of the page that is shown.
    pub path: String,
    /// The role of the user who is logged in.
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub role: Option<Role>,
    /// Whether a race is in its live window.
    pub live: bool,
}

/// One link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct NavLink {
    /// The link's text.
    pub label: String,
    /// The link's address.
    pub href: String,
    /// Whether it is highlighted.
    pub active: bool,
}

/// The navigation bar and the user's menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Nav {
    /// The links of the bar, from left to right.
    pub links: Vec<NavLink>,
    /// The links of the user's menu; empty when nobody is logged in.
    pub menu: Vec<NavLink>,
    /// Whether the menu has Logout.
    pub logout: bool,
    /// Whether the menu has the privacy toggle.
    pub privacy: bool,
}

/// The bar for this path, role and live state.
pub fn entries(input: &NavInput) -> Nav {
    let section = routes::section(&input.path);
    let link = |label: &str, href: &str, active: bool| NavLink { label: label.into(), href: href.into(), active };

    let mut links = vec![link("Home", "/home", section == Section::Home), link("Races", "/races", section == Section::Races)];
    if input.live {
        links.push(link("Live Race", "/LiveRace", false));
    }
    links.push(link("Results", "/results", section == Section::Results));
    if input.role.is_none() {
        links.push(link("Login", "/login", section == Section::Login));
    }

    let account = [("My Profile", "/profile"), ("Account Settings", "/edit")];
    let signup = [("Finish Sign-up", "/verifyemail")];
    // The timing desk is not in the spec's list, nor are claims and people.
    let timing = [("Timing", "/Timing")];
    let admin = [
        ("Tickets", "/ResolveTickets"),
        ("Edit Pages", "/EditRaces"),
        ("Create Page", "/CreateRace"),
        ("Timing", "/Timing"),
        ("Announcements", "/announcements"),
        ("Claims", "/claims"),
        ("People", "/people"),
        ("Audit Logs", "/AuditLog"),
    ];
    let menu: Vec<(&str, &str)> = match input.role {
        None => Vec::new(),
        Some(Role::InProgress) => signup.to_vec(),
        Some(Role::User) => account.to_vec(),
        Some(Role::Timer) => [account.as_slice(), timing.as_slice()].concat(),
        Some(Role::Admin) => [account.as_slice(), admin.as_slice()].concat(),
    };
    Nav {
        links,
        menu: menu.into_iter().map(|(label, href)| link(label, href, false)).collect(),
        logout: input.role.is_some(),
        privacy: input.role.is_some_and(Role::has_profile),
    }
}
