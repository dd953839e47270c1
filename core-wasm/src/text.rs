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
    if text.is_ascii() { text.to_owned() } else { platform_nfc(text) }
}

#[cfg(not(target_arch = "wasm32"))]
fn platform_nfc(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfc(text).collect()
}

#[cfg(target_arch = "wasm32")]
use crate::wasm::nfc as platform_nfc;
