//! Which characters a text may hold, and the text in the forms that are compared.
//!
//! The browser's build asks the browser, whose tables need no download; the cases run through both.

use serde::de::DeserializeOwned;

/// Whether a character turns the direction of the text around it: such characters make one name look like another.
pub fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character takes no room, so that two names with and without it look alike.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// The text in Unicode's composed form (NFC), so that one name is spelled one way.
pub fn nfc(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { platform::nfc(text) }
}

/// The text in Unicode's decomposed form (NFD): accents stand behind their letters, where [`is_accent`] finds them.
pub fn nfd(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { platform::nfd(text) }
}

/// The text in lower case, whatever its letters.
pub fn lowercase(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { platform::lowercase(text) }
}

/// What a short JSON text holds; nothing when it holds anything else. What is large, or must say what is wrong with it, goes
/// through serde_json everywhere.
pub fn json<T: DeserializeOwned>(text: &str) -> Option<T> {
    platform::json(text)
}

/// Whether a character is an accent that stands behind a letter (Unicode's blocks of combining diacritical marks).
pub fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Small letters without accents, as texts are compared that people search: "José" is found as "jose" and "Łukasz" as
/// "lukasz". Letters that are more than a letter with an accent are spelled out.
///
/// Everything stays that is no letter with an accent, so that other alphabets can be searched as they are written.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for c in nfd(&lowercase(text)).chars().filter(|c| !is_accent(*c)) {
        match c {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'þ' => folded.push_str("th"),
            // Typed apostrophes are straight, imported ones are not.
            '’' | '‘' | 'ʼ' => folded.push('\''),
            _ => folded.push(c),
        }
    }
    folded
}

/// Whether a text holds every word of a search, whatever their case and accents; a blank search finds every text.
pub fn holds(text: &str, search: &str) -> bool {
    let text = fold(text);
    fold(search).split_whitespace().all(|word| text.contains(word))
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

    pub(super) fn lowercase(text: &str) -> String {
        text.to_lowercase()
    }

    pub(super) fn json<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(target_arch = "wasm32")]
use crate::wasm::browser as platform;
