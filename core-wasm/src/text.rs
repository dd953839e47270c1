//! Which characters a text may hold.

/// Whether a character turns the direction of the text around it: such characters make one name look like another.
pub fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character takes no room, so that two names with and without it look alike.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// The text in Unicode's composed form (NFC), so that one name is spelled one way.
///
/// The browser brings its own normaliser; the tables of ours would be a third of the module. The cases of race names run
/// through both.
pub fn nfc(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { platform::nfc(text) }
}

/// The text in Unicode's decomposed form (NFD): accents stand behind their letters, where [`is_accent`] finds them.
pub fn nfd(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { platform::nfd(text) }
}

/// Whether a character is an accent that stands behind a letter (Unicode's blocks of combining diacritical marks).
pub fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

#[cfg(not(target_arch = "wasm32"))]
mod platform {
    use unicode_normalization::UnicodeNormalization;

    pub(super) fn nfc(text: &str) -> String {
        UnicodeNormalization::nfc(text).collect()
    }

    pub(super) fn nfd(text: &str) -> String {
        UnicodeNormalization::nfd(text).collect()
    }
}

#[cfg(target_arch = "wasm32")]
use crate::wasm::normal as platform;
