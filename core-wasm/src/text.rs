//! Which characters a text may hold, and the text in the forms that are compared.
//!
//! The browser's build asks the browser, whose tables need no download; the cases run through both.

use serde::de::{Deserialize, DeserializeOwned, Deserializer};

/// Whether a character turns the direction of the text around it: such characters make one name look like another.
pub fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether nothing is seen of a character, so that two names with and without it look alike: it takes no room, or only that of a
/// blank. Variation selectors are not among them: a coloured heart is written with one.
pub fn is_invisible(c: char) -> bool {
    is_none(c)
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{13440}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e00ff}')
}

/// Whether a code point is for ever no character (Unicode's noncharacters): XML has no way to write some of them.
fn is_none(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe
}

/// Whether a character only says how the one before it looks.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// The text without what only says how its characters look, such as an emoji's colour: with and without it a name reads the same.
pub fn without_selectors(text: &str) -> String {
    text.chars().filter(|c| !is_selector(*c)).collect()
}

/// A text that somebody else's list brought, on one line and without what nobody sees or what turns the text around it. Nothing of a
/// list is refused for such a character: it comes from a spreadsheet, and not from a person who could type it again.
pub fn cleaned(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control() && !is_bidi(*c) && !is_none(*c)).collect()
}

/// Whether nothing of a text can be seen: what must not be blank must not be this.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_bidi(c) || is_invisible(c) || is_selector(c))
}

/// The paragraphs of a text as an administrator typed it: blank lines part them, single ones break lines inside.
pub fn paragraphs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines().map(str::trim) {
        match found.last_mut().filter(|_| inside) {
            Some(last) if !line.is_empty() => last.extend(["\n", line]),
            None if !line.is_empty() => found.push(line.to_owned()),
            _ => {}
        }
        inside = !line.is_empty();
    }
    found
}

/// The text as any document can hold it: lines end with a line feed alone, and what XML and iCalendar have no way to write is left
/// out. Readers that end a line at U+2028 or U+2029 find none there.
pub fn writable(text: &str) -> String {
    let mut before = ' ';
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' if before == '\r' => {}
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => clean.push('\n'),
            c if (c.is_control() && !matches!(c, '\t' | '\n')) || is_none(c) => {}
            c => clean.push(c),
        }
        before = c;
    }
    clean
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

/// Reads a field that may be missing: then it is the type's default. For the pages' types, whose reader gives a missing field as nothing
/// (`src/wasm/reader.rs`).
pub fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_which_nothing_is_seen_is_blank() {
        for c in "\u{3164}\u{2800}\u{115f}\u{1160}\u{ffa0}\u{e0041}\u{e007f}\u{fe0f}\u{e0100}\u{180e}\u{200b}\u{200d}\u{feff}\u{fffe}\u{2028} \t\0".chars() {
            assert!(is_blank(&c.to_string()), "{c:?}");
            assert!(!is_blank(&format!("{c}a{c}")), "{c:?}");
        }
        assert!(is_blank("") && !is_blank("\u{2764}\u{fe0f}") && !is_blank("0") && !is_blank("\u{e000}"));
    }

    #[test]
    fn what_documents_cannot_hold_is_left_out() {
        assert_eq!(writable("a\rb\r\nc\nd\u{2028}e\u{85}f\tg"), "a\nb\nc\nd\ne\nf\tg");
        assert_eq!(writable("\u{fffe}a\u{ffff}b\u{10ffff}\u{fdd0}\0c\u{b}"), "abc");
        assert_eq!(writable("\r\r\n\n"), "\n\n\n");
        assert_eq!(writable("Run ❤\u{fe0f} 東京"), "Run ❤\u{fe0f} 東京");
    }
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
