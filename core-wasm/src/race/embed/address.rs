//! Parses an address strictly, so that every browser reads the accepted ones in the same way.

use crate::error::CoreError;
use crate::links::strip_scheme;

/// The parts of an address whose host has no port and whose path has no dot segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    /// In lower case.
    pub(super) host: String,
    /// From the first slash; at least `/`.
    pub(super) path: String,
    /// Without its question mark; may be empty.
    pub(super) query: String,
    /// Without its number sign; may be empty.
    pub(super) fragment: String,
    /// Whether the scheme was not http. The address that is shown is https in any case ([`Self::url`]).
    pub(super) secure: bool,
}

impl Address {
    /// Parses an address; anything that two parsers could read differently is refused.
    pub(super) fn parse(text: &str) -> Result<Self, CoreError> {
        let refuse = |code: &str, message: &str| Err(CoreError::new(code, message));
        if !text.bytes().all(|b| b.is_ascii_graphic()) || text.contains(['\\', '"', '\'', '<', '>', '`', '{', '}', '|', '^']) {
            return refuse(
                "unreadable_address",
                "This address holds characters that an address can't hold. Please copy it again.",
            );
        }
        let plain = strip_scheme(text, "http://");
        let Some(rest) = plain.or_else(|| after_scheme(text)) else { return Err(not_https()) };
        let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = match rest.find('/') {
            Some(at) => rest.split_at(at),
            None => (rest, "/"),
        };
        if authority.contains('@') {
            return refuse("user_info", "The address holds a user name before its host, which hides where it leads.");
        }
        if authority.contains(':') {
            return refuse("port", "The address names a port. Please paste it without.");
        }
        if !is_host(authority) {
            return refuse("unreadable_address", "This is not the address of a page.");
        }
        let lower = path.to_ascii_lowercase();
        if lower.split('/').any(|segment| segment == "." || segment == "..")
            || ["%2e", "%2f", "%5c"].iter().any(|code| lower.contains(code))
        {
            return refuse(
                "dot_segments",
                "The address goes around corners (.. or an encoded / \\ .). Please paste the page's own address.",
            );
        }
        Ok(Self {
            host: authority.to_ascii_lowercase(),
            path: path.into(),
            query: query.into(),
            fragment: fragment.into(),
            secure: plain.is_none(),
        })
    }

    /// The address in full.
    pub(super) fn url(&self) -> String {
        let mut url = format!("https://{}{}", self.host, self.path);
        for (mark, part) in [('?', &self.query), ('#', &self.fragment)] {
            if !part.is_empty() {
                url.push(mark);
                url.push_str(part);
            }
        }
        url
    }

    /// The value of a key in the query, not decoded.
    pub(super) fn query_value(&self, key: &str) -> Option<&str> {
        self.query.split('&').find_map(|pair| pair.split_once('=').filter(|(name, _)| *name == key).map(|(_, value)| value))
    }

    /// The path's segments, without empty ones.
    pub(super) fn segments(&self) -> Vec<&str> {
        self.path.split('/').filter(|segment| !segment.is_empty()).collect()
    }
}

/// The error for an address that is not https.
pub(super) fn not_https() -> CoreError {
    CoreError::new("not_https", "Only addresses that start with https:// can be shown.")
}

/// The text after `https://`, `//` or no scheme; `None` for every other scheme.
fn after_scheme(text: &str) -> Option<&str> {
    if let Some(rest) = strip_scheme(text, "https://").or_else(|| text.strip_prefix("//")) {
        return Some(rest);
    }
    let head = text.split(['/', '?', '#']).next().unwrap_or_default();
    // `host:8080` has a dot before its colon, `javascript:` has none.
    let scheme = head.split_once(':').is_some_and(|(before, _)| !before.contains('.'));
    (!scheme && head.contains('.')).then_some(text)
}

/// Whether a text is a host name of at least two labels, the last of which consists of letters (so it is no IP address).
fn is_host(text: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    text.len() <= 253
        && text.contains('.')
        && text.split('.').all(label)
        && text.rsplit('.').next().is_some_and(|last| last.bytes().all(|b| b.is_ascii_alphabetic()))
}
