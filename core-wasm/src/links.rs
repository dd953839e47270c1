//! Links that a page may offer: safe https links only.

use crate::error::CoreError;

/// The maximum length of a link, in bytes.
pub const LONGEST: usize = 2048;

/// Returns the link when it may be put into a page, otherwise `None`.
///
/// Only `https://host/…` is accepted: no other scheme, no user info (it imitates other hosts), no blanks, control or bidi
/// characters.
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

/// The text after this scheme, which is matched in any case.
pub(crate) fn strip_scheme<'a>(address: &'a str, scheme: &str) -> Option<&'a str> {
    let (head, rest) = address.split_at_checked(scheme.len())?;
    head.eq_ignore_ascii_case(scheme).then_some(rest)
}

/// The host of an address, without `www.`; blank when it is a path.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.strip_prefix("www.").unwrap_or(host)
}

/// Completes a typed link: `example.com/register` gets the `https://` that people leave out. Any other text is only
/// trimmed.
pub fn completed(link: &str) -> String {
    let link = link.trim();
    let bare = link.strip_prefix("//").unwrap_or(link);
    let whole = bare_host(bare).and_then(|_| safe(&["https://", bare].concat()));
    whole.unwrap_or_else(|| link.to_owned())
}

/// The host at the beginning of an address without a scheme: labels separated by dots, the last of which is a word.
fn bare_host(bare: &str) -> Option<&str> {
    let authority = bare.split(['/', '?', '#']).next()?;
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let (_, top) = host.rsplit_once('.')?;
    let word = top.chars().count() >= 2 && (top.chars().all(char::is_alphabetic) || top.starts_with("xn--"));
    let port = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    (word && port && host.split('.').all(label)).then_some(host)
}

/// Checks a link field of a form: blank, or a link that is safe once it is completed by [`completed`].
///
/// # Errors
/// `unsafe_link`.
pub fn check(link: &str) -> Result<String, CoreError> {
    if link.trim().is_empty() {
        return Ok(String::new());
    }
    safe(&completed(link)).ok_or_else(|| CoreError::new("unsafe_link", "Please enter a link that starts with https://."))
}

/// Top-level domains that distinguish a host from a path of this site: `valentine.html` is not a host.
const SITES: [&str; 12] = ["com", "org", "net", "us", "run", "info", "co", "io", "gov", "edu", "mil", "events"];

/// Completes a typed website path: another site's address gets the `https://` that people leave out, a path of this site is
/// unchanged.
pub fn completed_path(path: &str) -> String {
    let path = path.trim();
    let ends_as_site =
        |host: &str| SITES.iter().any(|end| host.rsplit('.').next().is_some_and(|top| top.eq_ignore_ascii_case(end)));
    let site = bare_host(path).is_some_and(|host| strip_scheme(host, "www.").is_some() || ends_as_site(host));
    if site { completed(path) } else { path.to_owned() }
}

/// Checks the card's website path (`Info`): blank, a path of this site, or a link, each completed by [`completed_path`].
/// [`path_href`] makes the link.
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
    if path.trim().is_empty() || path_href(&completed_path(path)).is_some() { Ok(()) } else { Err(refuse()) }
}

/// The address of a website path: a link to another site, or a path of this site with its leading slash; `None` when it is
/// neither.
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

/// Percent-decodes a segment of an address. A segment that is not UTF-8 after that is returned unchanged.
pub(crate) fn decode(segment: &str) -> String {
    let mut parts = segment.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        match part.split_at_checked(2).and_then(|(hex, rest)| Some((u8::from_str_radix(hex, 16).ok()?, rest))) {
            Some((byte, rest)) => {
                bytes.push(byte);
                bytes.extend_from_slice(rest.as_bytes());
            }
            None => {
                bytes.push(b'%');
                bytes.extend_from_slice(part.as_bytes());
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| segment.to_owned())
}

/// Percent-encodes one segment of a path or one value of a query like `encodeURIComponent`, but more strictly: only unreserved
/// characters are kept.
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
