//! Which characters a text may hold.

/// Whether a character turns the direction of the text around it: such characters make one name look like another.
pub fn is_bidi(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a character takes no room, so that two names with and without it look alike.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2028}' | '\u{2029}' | '\u{2060}'..='\u{2065}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// The text in Unicode's composed form, so that one name is spelled one way.
pub fn nfc(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    if text.is_ascii() { text.to_owned() } else { text.nfc().collect() }
}
