//! Cookie consent (SPEC §2, §4).

use serde::{Deserialize, Serialize};

use crate::links;

/// The stored word for yes.
pub const ACCEPTED: &str = "accepted";
/// The stored word for no.
pub const DECLINED: &str = "declined";

/// What the banner offers and the modal changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Consent {
    /// Always accepted.
    pub essential: String,
    /// Accepted unless switched off.
    pub analytics: String,
}

/// What is stored after "Accept All" or "Save Preferences" with this analytics toggle.
pub fn choose(analytics: bool) -> Consent {
    Consent { essential: ACCEPTED.into(), analytics: if analytics { ACCEPTED } else { DECLINED }.into() }
}

/// Whether the banner shows: nothing, or nothing known, is stored.
pub fn must_ask(essential: Option<&str>) -> bool {
    essential != Some(ACCEPTED)
}

/// Whether analytics load: only if both values are stored as accepted (SPEC §4).
pub fn analytics_allowed(essential: Option<&str>, analytics: Option<&str>) -> bool {
    essential == Some(ACCEPTED) && analytics == Some(ACCEPTED)
}

/// What the banner, the modal and the privacy policy say, by what this installation counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConsentWords {
    /// In the banner.
    pub banner: String,
    /// On the banner's button that declines at one press.
    pub decline: String,
    /// Under the modal's essential cookies.
    pub essential: String,
    /// Under the modal's analytics toggle.
    pub analytics: String,
    /// In the privacy policy.
    pub policy: String,
}

/// The words for an installation. `analytics` is the address of the script that counts visits, blank when there is none;
/// `site` is the site's own address: a script from elsewhere is named by its host.
pub fn words(analytics: &str, site: &str) -> ConsentWords {
    let host = |address| Some(links::host(address)).filter(|host| !host.is_empty());
    // An address without a host is a path on the site itself.
    let counter = host(analytics).filter(|counter| host(site) != Some(counter));
    let (banner, modal, policy) = match (analytics.trim().is_empty(), counter) {
        (true, _) => (
            "This site counts no visits.".to_owned(),
            "This site counts no visits now. Your choice holds if it ever begins to.".to_owned(),
            "This site counts no visits now. If it ever begins to, it does so only for those who accepted it.".to_owned(),
        ),
        (false, None) => (
            "With your consent we also count visits, on our own server.".to_owned(),
            "Counts which pages are read, so that we know what runners look for. It runs on our own server and is shared with nobody.".to_owned(),
            "A script on our own server counts which pages are read. It is loaded only when you accepted it, and never before.".to_owned(),
        ),
        (false, Some(counter)) => (
            ["With your consent ", counter, " also counts visits for us."].concat(),
            ["Counts which pages are read, so that we know what runners look for. ", counter, " does the counting and sees your address on the network."].concat(),
            ["A script of ", counter, " counts which pages are read. That company then sees your address on the network. The script is loaded only when you accepted it, and never before."].concat(),
        ),
    };
    let frames = "maps and videos of other companies, which may set cookies of their own.";
    ConsentWords {
        banner: ["The essential ones keep you logged in. ", &banner, " Accept All also shows ", frames].concat(),
        decline: "Essential only".into(),
        essential: "Always on. They keep you logged in and remember your choices here. Nothing in them follows you elsewhere."
            .into(),
        analytics: [&modal, " When it is on, pages also show ", frames, " When it is off, each waits until you ask for it."]
            .concat(),
        policy,
    }
}
