//! Links that a page may offer: https, and nothing that only looks like it.

use crate::error::CoreError;

/// The longest link that is kept, in bytes.
pub const LONGEST: usize = 2048;

/// The link as it may be put into a page, or `None`.
///
/// Only `https://host/…`: no other scheme, no user info (it makes look-alikes), no blanks, control or bidi characters.
pub fn safe(link: &str) -> Option<String> {
    let link = link.trim();
    let rest = strip_scheme(link, "https://")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let clean = link.len() <= LONGEST
        && !link.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\' || crate::text::is_bidi(c));
    let host = authority.split(':').next().unwrap_or_default();
    (clean && !authority.contains('@') && host.contains('.') && !host.starts_with('.') && !host.ends_with('.'))
        .then(|| link.to_owned())
}

/// What an address has after this scheme, in any case.
pub(crate) fn strip_scheme<'a>(address: &'a str, scheme: &str) -> Option<&'a str> {
    let (head, rest) = address.split_at_checked(scheme.len())?;
    head.eq_ignore_ascii_case(scheme).then_some(rest)
}

/// The host that an address leads to, without `www.`; blank when it is a path.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.strip_prefix("www.").unwrap_or(host)
}

/// A link field of a form: blank, or a link that can be offered.
///
/// # Errors
/// `unsafe_link`.
pub fn check(link: &str) -> Result<String, CoreError> {
    if link.trim().is_empty() {
        return Ok(String::new());
    }
    safe(link).ok_or_else(|| CoreError::new("unsafe_link", "Please enter a link that starts with https://."))
}

/// The card's website path (`Info`): blank, a path of this site, or a link. It is kept as typed; [`path_href`] makes the link.
///
/// # Errors
/// `unsafe_link`.
pub fn check_path(path: &str) -> Result<(), CoreError> {
    let refuse = || {
        CoreError::new(
            "unsafe_link",
            "Please enter a path of this site, like /race/Valentine, or a link that starts with https://.",
        )
    };
    if path.trim().is_empty() || path_href(path).is_some() { Ok(()) } else { Err(refuse()) }
}

/// Where a website path leads: a link of its own, or a path of this site with its leading slash; `None` when it is neither.
pub fn path_href(path: &str) -> Option<String> {
    let path = path.trim();
    if strip_scheme(path, "https://").is_some() {
        return safe(path);
    }
    let local = path.trim_start_matches('/');
    // A colon before any slash is a scheme, and `//` or `/\` would leave the site.
    let scheme = local.split('/').next().unwrap_or_default().contains(':');
    let clean = !local.is_empty()
        && path.len() <= LONGEST
        && !path.starts_with("//")
        && !scheme
        && !path.chars().any(|c| c.is_control() || c == '\\' || crate::text::is_bidi(c));
    clean.then(|| format!("/{local}"))
}

/// One segment of a path or a value of a query, percent-encoded as `encodeURIComponent` would, and stricter: unreserved characters
/// alone stay.
pub(crate) fn encode(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a String can't fail.
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}
