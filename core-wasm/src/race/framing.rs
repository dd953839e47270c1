//! The sites that may show a race's live results in a frame of their own pages.
//!
//! An administrator types them; what is allowed is an origin: https, a host and perhaps a port. Nothing of the typed text reaches a header
//! but the origin that is read from it.

use crate::error::{CoreError, Problems};
use crate::links::strip_scheme;

/// The most sites of a race.
const MOST_SITES: usize = 20;
/// The longest name of a host, in characters (RFC 1035).
const LONGEST_HOST: usize = 253;

/// The origin of a typed site: `https://www.example.com`.
///
/// ```
/// use core_wasm::race::framing::origin;
///
/// assert_eq!(origin(" Example.com/ ").unwrap(), "https://example.com");
/// assert_eq!(origin("https://results.example.com:8443").unwrap(), "https://results.example.com:8443");
/// assert!(origin("http://example.com").is_err() && origin("https://example.com/page").is_err());
/// assert!(origin("https://*.example.com").is_err() && origin("https://example.com; script-src *").is_err());
/// ```
///
/// # Errors
/// - `unsafe_site`: it is not https;
/// - `site_path`: it is the address of a page, not of a site;
/// - `unreadable_site`: it is no site.
pub fn origin(typed: &str) -> Result<String, CoreError> {
    let typed = typed.trim();
    let refuse = |code: &str, message: &str| Err(CoreError::new(code, message));
    let rest = match (strip_scheme(typed, "https://"), typed.contains("://")) {
        (Some(rest), _) => rest,
        (None, false) => typed,
        (None, true) => return refuse("unsafe_site", "Please enter a site that starts with https://."),
    };
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    if rest.contains(['/', '?', '#']) {
        return refuse("site_path", "Please enter the site alone, like https://www.example.com, without a page of it.");
    }
    let (host, port) = match rest.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (rest, None),
    };
    let is_label = |label: &str| {
        let is_plain = label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_plain && !label.is_empty() && !label.starts_with('-') && !label.ends_with('-')
    };
    let is_host = host.len() <= LONGEST_HOST
        && host.split('.').count() > 1
        && host.split('.').all(is_label)
        && host.rsplit('.').next().is_some_and(|top| top.bytes().any(|byte| byte.is_ascii_alphabetic()));
    let is_port =
        port.is_none_or(|port| port.parse::<u16>().is_ok_and(|number| number > 0 && port.bytes().all(|b| b.is_ascii_digit())));
    if !(is_host && is_port) {
        return refuse("unreadable_site", "Please enter a site like https://www.example.com.");
    }
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    Ok(format!("https://{}{port}", host.to_ascii_lowercase()))
}

/// Checks the typed sites of a field. A blank line is none.
pub fn check(field: &str, typed: &[String], problems: &mut Problems) {
    if typed.len() > MOST_SITES {
        problems.add(field, "too_many", format!("Please keep to {MOST_SITES} sites."));
    }
    for (index, site) in typed.iter().enumerate().take(MOST_SITES).filter(|(_, site)| !site.trim().is_empty()) {
        problems.take(&format!("{field}.{index}"), origin(site));
    }
}

/// The origins that may frame the live results of a race with these sites, each once. Nobody may when there are none.
pub fn origins(sites: &[String]) -> Vec<String> {
    let mut origins: Vec<String> = sites.iter().take(MOST_SITES).filter_map(|site| origin(site).ok()).collect();
    let mut seen = std::collections::HashSet::new();
    origins.retain(|origin| seen.insert(origin.clone()));
    origins
}
