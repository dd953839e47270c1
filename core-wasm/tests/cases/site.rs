use core_wasm::site::{consent, nav, routes, stored, toast};

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    let optional = |index| a.get::<Option<String>>(index);
    Some(match function {
        "routeTitle" => optional(2).and_then(|name| out(routes::title(&a.text(0), &a.text(1), name.as_deref()))),
        "routeStatus" => out(routes::status(&a.text(0))),
        "routeAccess" => out(routes::access(&a.text(0))),
        "routeSection" => out(routes::section(&a.text(0))),
        "navEntries" => a.get(0).and_then(|input| out(nav::entries(&input))),
        "storedDefaults" => out(stored::defaults()),
        "storedVersion" => out(stored::VERSION),
        "storedMustClear" => optional(0).and_then(|version| out(stored::must_clear(version.as_deref()))),
        "consentChoose" => a.get(0).and_then(|analytics| out(consent::choose(analytics))),
        "consentMustAsk" => optional(0).and_then(|essential| out(consent::must_ask(essential.as_deref()))),
        "consentAnalytics" => {
            optional(0).and_then(|essential| out(consent::analytics_allowed(essential.as_deref(), optional(1)?.as_deref())))
        }
        "consentWords" => out(consent::words(&a.text(0), &a.text(1))),
        "toastDuration" => a.get(0).and_then(|kind| out(toast::duration_ms(kind))),
        "toastHeld" => out(toast::HELD),
        _ => return None,
    })
}
