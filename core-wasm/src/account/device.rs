//! How a browser is named in the list of an account's sessions.
//!
//! The name is read from the header `User-Agent`, which anybody can set: it helps people to recognize their own devices and proves nothing.

/// Browsers by a word of the header. A browser that is made from another one also has that one's word, so the order counts.
const BROWSERS: [(&str, &str); 11] = [
    ("SamsungBrowser/", "Samsung Internet"),
    ("EdgiOS/", "Edge"),
    ("EdgA/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Systems by a word of the header, in the same way.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
];

/// What an unknown program is called.
const UNKNOWN: &str = "Unknown device";

/// The name of a browser and its system, from the header `User-Agent`. Nothing of the header itself is part of it.
///
/// ```
/// use core_wasm::account::device::label;
///
/// let phone = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
/// assert_eq!(label(phone), "Chrome on Android");
/// assert_eq!(label("curl/8.5.0"), "Unknown device");
/// ```
pub fn label(user_agent: &str) -> String {
    let find = |table: &[(&str, &'static str)]| table.iter().find(|(word, _)| user_agent.contains(word)).map(|(_, name)| *name);
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => system.to_owned(),
        (None, None) => UNKNOWN.to_owned(),
    }
}
