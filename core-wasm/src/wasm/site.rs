//! Bindings of the slice `site`.

use super::Ts;
use crate::account::Access;
use crate::site::consent::{self, Consent, ConsentWords};
use crate::site::nav::{self, Nav, NavInput};
use crate::site::routes;
use crate::site::stored::{self, StoredState};

exports! {
    /// The window's title.
    routeTitle(path: &str, site_name: &str, name: Option<String>) -> String = routes::title(path, site_name, name.as_deref());

    /// The HTTP status of a path.
    routeStatus(path: &str) -> u16 = routes::status(path);

    /// Who may see a path.
    routeAccess(path: &str) -> Ts<Access> = routes::access(path);

    /// The address to open after the login, for the address from which the visitor was sent there.
    routeAfterLogin(from: Option<String>) -> String = routes::after_login(from.as_deref());

    /// The navigation bar.
    navEntries(input: Ts<NavInput>) -> Ts<Nav> = nav::entries(&input);

    /// The state of a new browser.
    storedDefaults() -> Ts<StoredState> = stored::defaults();

    /// The version of the stored state.
    storedVersion() -> String = stored::VERSION.into();

    /// Whether everything stored must be cleared.
    storedMustClear(version: Option<String>) -> bool = stored::must_clear(version.as_deref());

    /// The values to store after a choice in the cookie banner.
    consentChoose(analytics: bool) -> Ts<Consent> = consent::choose(analytics);

    /// Whether the cookie banner is shown.
    consentMustAsk(essential: Option<String>) -> bool = consent::must_ask(essential.as_deref());

    /// Whether analytics are loaded.
    consentAnalytics(essential: Option<String>, analytics: Option<String>) -> bool =
        consent::analytics_allowed(essential.as_deref(), analytics.as_deref());

    /// The texts about cookies; `analytics` is the counting script's address, blank for none.
    consentWords(analytics: &str, site: &str) -> Ts<ConsentWords> = consent::words(analytics, site);
}
