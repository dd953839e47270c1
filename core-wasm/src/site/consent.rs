//! Cookie consent (SPEC §2, §4).

use serde::{Deserialize, Serialize};

use crate::links;

/// The stored value for yes.
pub const ACCEPTED: &str = "accepted";
/// The stored value for no.
pub const DECLINED: &str = "declined";

/// The choices of the banner and the modal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Consent {
    /// The essential cookies; always accepted.
    pub essential: String,
    /// The analytics cookies; accepted unless switched off.
    pub analytics: String,
}

/// The values to store after "Accept All" or "Save Preferences" with this analytics toggle.
pub fn choose(analytics: bool) -> Consent {
    Consent { essential: ACCEPTED.into(), analytics: if analytics { ACCEPTED } else { DECLINED }.into() }
}

/// Whether the banner is shown: no value, or an unknown one, is stored.
pub fn must_ask(essential: Option<&str>) -> bool {
    essential != Some(ACCEPTED)
}

/// Whether analytics are loaded: only if both values are stored as accepted (SPEC §4).
pub fn analytics_allowed(essential: Option<&str>, analytics: Option<&str>) -> bool {
    essential == Some(ACCEPTED) && analytics == Some(ACCEPTED)
}

/// The texts of the banner, the modal and the privacy policy, which depend on the analytics of the installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ConsentWords {
    /// The banner's text in paragraphs.
    pub banner: Vec<String>,
    /// The label of the banner's button that declines analytics.
    pub decline: String,
    /// The explanation of the essential cookies in the modal.
    pub essential: String,
    /// The explanation of the analytics toggle in the modal.
    pub analytics: String,
    /// The paragraph in the privacy policy.
    pub policy: String,
}

/// The texts for an installation. `analytics` is the address of the script that counts visits, blank when there is none;
/// `site` is the site's own address: the host of a script from another site is named in the texts.
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
        banner: vec![["The essential ones keep you logged in. ", &banner].concat(), ["Accept All also shows ", frames].concat()],
        decline: "Essential only".into(),
        essential: "Always on. They keep you logged in and remember your choices here. Nothing in them follows you elsewhere."
            .into(),
        analytics: [&modal, " When it is on, pages also show ", frames, " When it is off, each waits until you ask for it."]
            .concat(),
        policy,
    }
}
