//! What a mail server says about a mail that it could not deliver (RFC 3464).

use serde::Serialize;

use crate::text;

/// The longest reason that is kept, in characters.
const LONGEST_REASON: usize = 300;

/// The state of a mail, as its report tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Bounce {
    /// Whether it will not arrive. A mail that is only late is not lost.
    pub failed: bool,
    /// Why, in the mail server's words; empty if it does not say.
    pub reason: String,
}

/// Reads the part `message/delivery-status` of a report. A report without one is of a mail that did not arrive, too.
///
/// ```
/// use core_wasm::ticket::incoming::read_bounce;
///
/// let report = "Reporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; zoe@example.com\nAction: failed\nStatus: 5.1.1\n\
///               Diagnostic-Code: smtp; 550 5.1.1 No such\n user here\n";
/// let bounce = read_bounce(report);
/// assert!(bounce.failed);
/// assert_eq!(bounce.reason, "550 5.1.1 No such user here");
/// assert!(!read_bounce("Action: delayed\n").failed);
/// ```
pub fn read_bounce(report: &str) -> Bounce {
    let unfolded = report.replace("\r\n", "\n").replace("\n ", " ").replace("\n\t", " ");
    let field = |name: &str| {
        let named =
            unfolded.lines().filter_map(|line| line.split_once(':')).filter(|(known, _)| known.trim().eq_ignore_ascii_case(name));
        named.map(|(_, value)| value.trim().to_owned()).find(|value| !value.is_empty())
    };
    let action = field("action").map(|action| text::lowercase(&action)).unwrap_or_default();
    let failed = !matches!(action.as_str(), "delayed" | "delivered" | "relayed" | "expanded");
    let diagnostic =
        field("diagnostic-code").map(|code| code.split_once(';').map_or(code.clone(), |(_, text)| text.trim().to_owned()));
    let reason = diagnostic.or_else(|| field("status")).unwrap_or_default();
    Bounce { failed, reason: super::texts::one_line(&reason, LONGEST_REASON) }
}
