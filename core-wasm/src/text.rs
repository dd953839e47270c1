//! Classes of characters, and normal forms of texts for comparison.
//!
//! The browser's build uses the browser's own Unicode tables, which need no download; the cases run with both.

use serde::de::{Deserialize, DeserializeOwned, Deserializer};

/// Whether a character changes the direction of the text around it: with such characters one name can imitate another.
pub fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character is invisible, so that two names with and without it look alike: it has no width, or only that of a
/// blank. Variation selectors are not included: a coloured heart contains one.
pub fn is_invisible(c: char) -> bool {
    is_noncharacter(c)
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{13430}'..='\u{13440}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e00ff}')
}

/// Whether a code point is one of Unicode's noncharacters: XML can't contain some of them.
fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || u32::from(c) & 0xfffe == 0xfffe
}

/// The text without the joiners (U+200C, U+200D) between two letters of scripts in which they change how the letters are written: Arabic
/// and its relatives, and those of India and Sri Lanka (the contexts of RFC 5892, appendix A, by script). Anywhere else a joiner is
/// invisible.
///
/// ```
/// use core_wasm::text::without_written_joiners;
///
/// assert_eq!(without_written_joiners("علی\u{200c}رضا"), "علیرضا");
/// assert_eq!(without_written_joiners("An\u{200d}na"), "An\u{200d}na");
/// ```
pub fn without_written_joiners(text: &str) -> String {
    let is_joined = |c: char| matches!(c, '\u{620}'..='\u{8ff}' | '\u{900}'..='\u{dff}');
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    let mut clean = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        if !matches!(c, '\u{200c}' | '\u{200d}') || !is_joined(before) || !rest.peek().is_some_and(|next| is_joined(*next)) {
            clean.push(c);
        }
        before = c;
    }
    clean
}

/// Whether a character is a variation selector, which only changes how the one before it looks.
fn is_selector(c: char) -> bool {
    matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// The text without variation selectors, such as those for an emoji's colour: a name reads the same with and without them.
pub fn without_selectors(text: &str) -> String {
    text.chars().filter(|c| !is_selector(*c)).collect()
}

/// A text from an imported list, on one line and without control characters, bidi characters and noncharacters. An imported text
/// is not refused for such a character, because it comes from a spreadsheet and not from a person who could type it again.
pub fn cleaned(text: &str) -> String {
    text.trim().chars().filter(|c| !c.is_control() && !is_bidi(*c) && !is_noncharacter(*c)).collect()
}

/// Whether a text has no visible character; a required text must have one.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_bidi(c) || is_invisible(c) || is_selector(c))
}

/// The paragraphs of a text that an administrator typed: blank lines separate them, single line breaks are kept inside them.
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

/// The text without what XML and iCalendar can't contain; lines end with a line feed only. U+2028 and U+2029, at which some
/// readers end a line, are replaced too.
pub fn writable(text: &str) -> String {
    let mut before = ' ';
    let mut clean = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' if before == '\r' => {}
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => clean.push('\n'),
            c if (c.is_control() && !matches!(c, '\t' | '\n')) || is_noncharacter(c) => {}
            c => clean.push(c),
        }
        before = c;
    }
    clean
}

/// The text in Unicode's composed form (NFC), so that equal names have equal spellings.
pub fn nfc(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { platform::nfc(text) }
}

/// The text in Unicode's decomposed form (NFD): accents follow their letters, where [`is_accent`] finds them.
pub fn nfd(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { platform::nfd(text) }
}

/// The text in lower case, in any alphabet.
pub fn lowercase(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { platform::lowercase(text) }
}

/// Parses a short JSON text; `None` when it does not have the form of the type. Long texts, and texts whose errors must be
/// explained, are parsed by serde_json in every build.
pub fn json<T: DeserializeOwned>(text: &str) -> Option<T> {
    platform::json(text)
}

/// Deserializes a field that may be missing: it then gets the type's default. For the types that pages read, whose reader returns
/// nothing for a missing field (`src/wasm/reader.rs`).
pub fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Whether a character is an accent that follows a letter (Unicode's blocks of combining diacritical marks).
pub fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// The text in lower case without accents, for searches: "José" is found as "jose" and "Łukasz" as
/// "lukasz". Letters that are not a base letter with an accent are spelled out.
///
/// All other characters are kept, so that texts in other alphabets can be searched as they are written.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

/// As [`fold`], in place of what is in `folded`: many texts are folded with the memory of one.
pub fn fold_into(text: &str, folded: &mut String) {
    folded.clear();
    if text.is_ascii() {
        folded.push_str(text);
        folded.make_ascii_lowercase();
        return;
    }
    if fold_latin(text, folded).is_some() {
        return;
    }
    folded.clear();
    for c in nfd(&lowercase(text)).chars().filter(|c| !is_accent(*c)) {
        match spelled_out(c) {
            Some(spelled) => folded.push_str(spelled),
            None => folded.push(c),
        }
    }
}

/// Letters in lower case that are not a base letter with an accent, and apostrophes: typed ones are straight; those in imported texts may be
/// curly.
fn spelled_out(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ħ' => "h",
        'ı' => "i",
        'þ' => "th",
        '’' | '‘' | 'ʼ' => "'",
        _ => return None,
    })
}

/// The folded letters from À to ſ; a point for those that are not one letter.
const LATIN: &[u8; 192] = b"aaaaaa.ceeeeiiiidnooooo.ouuuuy..aaaaaa.ceeeeiiiidnooooo.ouuuuy.yaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.llllll..llnnnnnn...oooooo..rrrrrrsssssssstttt..uuuuuuuuuuuuwwyyyzzzzzz.";

/// Adds the folded text, for names in the letters of Europe, without Unicode's tables, which in the browser's build take a call to the
/// browser. `None` for other texts, of which a part may have been added.
fn fold_latin(text: &str, folded: &mut String) -> Option<()> {
    for c in text.chars() {
        let latin = u32::from(c).checked_sub(0xc0).and_then(|at| LATIN.get(at as usize)).filter(|base| **base != b'.');
        match latin {
            _ if c.is_ascii() => folded.push(c.to_ascii_lowercase()),
            Some(base) => folded.push(char::from(*base)),
            None => folded.push_str(match c {
                'Æ' => "ae",
                'Œ' => "oe",
                'Þ' => "th",
                _ => spelled_out(c)?,
            }),
        }
    }
    Some(())
}

/// Whether a text has nothing but digits, and at least one: in a search it is the beginning of a bib, not a word.
pub fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A place in words: `1st`, `2nd`, `11th`, `103rd`.
///
/// ```
/// use core_wasm::text::ordinal;
///
/// assert_eq!([1, 2, 3, 4, 11, 12, 13, 21, 102, 113].map(ordinal).join(" "), "1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 113th");
/// ```
pub fn ordinal(place: i32) -> String {
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// A whole number with commas: `31,984`.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Whether a text contains every word of a search, ignoring case and accents; a blank search matches every text.
pub fn matches_search(text: &str, search: &str) -> bool {
    let text = fold(text);
    fold(search).split_whitespace().all(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_visible_characters_is_blank() {
        for c in "\u{3164}\u{2800}\u{115f}\u{1160}\u{ffa0}\u{e0041}\u{e007f}\u{fe0f}\u{e0100}\u{180e}\u{200b}\u{200d}\u{feff}\u{fffe}\u{2028} \t\0".chars() {
            assert!(is_blank(&c.to_string()), "{c:?}");
            assert!(!is_blank(&format!("{c}a{c}")), "{c:?}");
        }
        assert!(is_blank("") && !is_blank("\u{2764}\u{fe0f}") && !is_blank("0") && !is_blank("\u{e000}"));
    }

    #[test]
    fn the_letters_of_europe_are_folded_as_all_others() {
        for c in ('\u{80}'..'\u{250}').chain(['\u{301}', '’', 'ʼ', 'ẞ', 'Ω', '東']) {
            let text = format!("A{c}b");
            let by_tables: String = nfd(&lowercase(&text)).chars().filter(|c| !is_accent(*c)).collect();
            let by_tables: String =
                by_tables.chars().map(|c| spelled_out(c).map_or_else(|| c.to_string(), str::to_owned)).collect();
            assert_eq!(fold(&text), by_tables, "{c:?}");
        }
    }

    #[test]
    fn characters_that_xml_cannot_contain_are_removed() {
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
