//! The name of a race, which identifies it in addresses (SPEC §2, §5).

use crate::error::CoreError;
use crate::text;

/// The longest name, in characters.
pub const LONGEST: usize = 100;

/// Names that no race can have, as [`key`] writes them: first segments of the API's own paths. `PUT
/// /{race}/memory-images` (SPEC §7) begins with the race's name, so a race of such a name could not be reached by it. `import` follows
/// `results` in the path of another call.
pub const RESERVED: [&str; 31] = [
    "account",
    "announcements",
    "announcer",
    "coursefiles",
    "docs",
    "embed",
    "follows",
    "import",
    "invitations",
    "live",
    "media",
    "packets",
    "passkeys",
    "people",
    "photos",
    "profile",
    "push",
    "race",
    "race-media",
    "racedaysearch",
    "results",
    "runnerphotos",
    "savedreplies",
    "sectionhistory",
    "sessions",
    "ticketmails",
    "tickets",
    "timing",
    "updateprizeimages",
    "updateracecard",
    "verify",
];

/// Checks and cleans the name of a new or renamed race: trimmed, single blanks, in Unicode's composed form (NFC).
///
/// # Errors
/// `blank_name` ("Race name is required", SPEC §5; also for a name without visible characters), `long_name`, `unprintable_name`
/// for control, bidi and invisible characters and for characters that addresses can't contain, or `reserved_name` for one of
/// [`RESERVED`].
pub fn check(name: &str) -> Result<String, CoreError> {
    let refuse = |code: &str, message: String| Err(CoreError::new(code, message));
    let blank = || refuse("blank_name", "Race name is required".into());
    if text::is_blank(name) {
        return blank();
    }
    if joined_emoji(name).chars().any(|c| c.is_control() || text::is_bidi(c) || text::is_invisible(c)) {
        return refuse("unprintable_name", "The race name holds characters that can't be shown. Please type it again.".into());
    }
    let clean = text::nfc(&name.split_whitespace().collect::<Vec<_>>().join(" "));
    let clean = clean.trim_start_matches(':').trim_start();
    if text::is_blank(clean) {
        return blank();
    }
    if clean.chars().count() > LONGEST {
        return refuse("long_name", format!("Please keep the race name under {LONGEST} characters."));
    }
    if clean.contains(['/', '\\', '?', '#', '%']) || clean.chars().all(|c| c == '.') {
        return refuse(
            "unprintable_name",
            "A race name can't hold / \\ ? # or %, since it is part of the page's address.".into(),
        );
    }
    if RESERVED.contains(&key(clean).as_str()) {
        let message =
            format!("A race can't be called just {clean}, since the site uses that word itself. Please add a word to it.");
        return refuse("reserved_name", message);
    }
    Ok(clean.to_owned())
}

/// Whether a refusal with this code is about a race's name: one of [`check`]'s, or `DUPLICATE_NAME` for a name that is taken.
pub fn is_refused(code: &str) -> bool {
    matches!(code, "DUPLICATE_NAME" | "blank_name" | "long_name" | "unprintable_name" | "reserved_name")
}

/// The name without those joiners that join several emoji into one picture: only there a joiner is visible.
fn joined_emoji(name: &str) -> String {
    let is_emoji = |c: char| matches!(c, '\u{2190}'..='\u{2bff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}');
    let mut before = ' ';
    let mut rest = name.chars().peekable();
    let mut clean = String::new();
    while let Some(c) = rest.next() {
        if c != '\u{200d}' || !is_emoji(before) || !rest.peek().is_some_and(|next| is_emoji(*next)) {
            clean.push(c);
        }
        before = c;
    }
    clean
}

/// The key of a name, equal for two names that count as the same: composed (NFC), ignoring case, blanks at the ends and variation
/// selectors.
pub fn key(name: &str) -> String {
    text::nfc(&text::lowercase(&text::nfc(text::without_selectors(name).trim())))
}

/// The name in an address: the last segment (already percent-decoded), without a leading colon, trimmed (SPEC §2).
pub fn from_segment(segment: &str) -> String {
    let segment = segment.trim();
    segment.strip_prefix(':').unwrap_or(segment).trim().to_owned()
}
