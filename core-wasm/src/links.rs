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

/// A link as it was meant: `example.com/register` gets the `https://` that people leave out. Anything else stays as it was typed,
/// without the blanks around it.
pub fn typed(link: &str) -> String {
    let link = link.trim();
    let bare = link.strip_prefix("//").unwrap_or(link);
    let whole = typed_host(bare).and_then(|_| safe(&["https://", bare].concat()));
    whole.unwrap_or_else(|| link.to_owned())
}

/// The host at the beginning of an address without a scheme: labels with dots between them, of which the last is a word.
fn typed_host(bare: &str) -> Option<&str> {
    let authority = bare.split(['/', '?', '#']).next()?;
    let (host, port) = authority.split_once(':').unwrap_or((authority, "443"));
    let label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
    let (_, top) = host.rsplit_once('.')?;
    let word = top.chars().count() >= 2 && (top.chars().all(char::is_alphabetic) || top.starts_with("xn--"));
    let port = !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
    (word && port && host.split('.').all(label)).then_some(host)
}

/// A link field of a form: blank, or a link that can be offered once it is [`typed`] out.
///
/// # Errors
/// `unsafe_link`.
pub fn check(link: &str) -> Result<String, CoreError> {
    if link.trim().is_empty() {
        return Ok(String::new());
    }
    safe(&typed(link)).ok_or_else(|| CoreError::new("unsafe_link", "Please enter a link that starts with https://."))
}

/// Ends of hosts by which a website path is told from a path of this site: `valentine.html` is no host.
const SITES: [&str; 12] = ["com", "org", "net", "us", "run", "info", "co", "io", "gov", "edu", "mil", "events"];

/// A website path as it was meant: another site's address gets the `https://` that people leave out, a path of this site stays.
pub fn typed_path(path: &str) -> String {
    let path = path.trim();
    let ends_as_site =
        |host: &str| SITES.iter().any(|end| host.rsplit('.').next().is_some_and(|top| top.eq_ignore_ascii_case(end)));
    let site = typed_host(path).is_some_and(|host| strip_scheme(host, "www.").is_some() || ends_as_site(host));
    if site { typed(path) } else { path.to_owned() }
}

/// The card's website path (`Info`): blank, a path of this site, or a link, each as [`typed_path`] has it. [`path_href`] makes the link.
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
    if path.trim().is_empty() || path_href(&typed_path(path)).is_some() { Ok(()) } else { Err(refuse()) }
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

/// A segment of an address as it is meant: percent-decoded. What is no UTF-8 then stays as it was written.
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
