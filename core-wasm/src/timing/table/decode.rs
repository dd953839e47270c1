//! The text of a list's file: UTF-8, UTF-16 or Windows-1252, with or without a byte order mark.

use crate::error::CoreError;

/// What Windows-1252 has at 0x80 to 0x9F; bytes that it does not define stay control characters.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’', '“', '”',
    '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Returns the text of a file.
///
/// A file that is not UTF-8 as a whole is read line by line: one line in Windows-1252 does not spoil the others.
///
/// # Errors
/// A refusal with this code for a file that is no text, with what to do about it.
pub fn text(bytes: &[u8], code: &str) -> Result<String, CoreError> {
    if let Some(words) = other_kind(bytes) {
        return Err(CoreError::new(code, words));
    }
    Ok(match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => match zeros(bytes) {
            Some(Zeros::Second) => utf16(bytes, u16::from_le_bytes),
            Some(Zeros::First) => utf16(bytes, u16::from_be_bytes),
            None => bytes_of_one(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)),
        },
    })
}

/// The message for a file that begins like another kind of document.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    if bytes.starts_with(b"PK\x03\x04") {
        return Some("This is a spreadsheet file, not a text. Choose the .xlsx file itself, or save it as CSV.");
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return Some("This is an Excel file of the old kind. Save it as .xlsx or as CSV, then choose it again.");
    }
    bytes.starts_with(b"%PDF").then_some("This is a PDF. Export the list as CSV or .xlsx.")
}

/// In which byte of each pair of a UTF-16 text the zeros of plain letters are.
enum Zeros {
    First,
    Second,
}

fn zeros(bytes: &[u8]) -> Option<Zeros> {
    let sample = bytes.get(..4096).unwrap_or(bytes);
    let (mut first, mut second) = (0, 0);
    for pair in sample.chunks_exact(2) {
        first += usize::from(pair.first() == Some(&0));
        second += usize::from(pair.last() == Some(&0));
    }
    // Half of the pairs: names in another alphabet stand between separators and digits, which are plain.
    let many = sample.len() / 4;
    match (first > many, second > many) {
        (true, false) => Some(Zeros::First),
        (false, true) => Some(Zeros::Second),
        _ => None,
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    // A last byte without its second half makes a character that cannot be read, so that it is seen.
    let odd = (bytes.len() % 2 == 1).then_some(char::REPLACEMENT_CHARACTER);
    let units = bytes.chunks_exact(2).filter_map(|pair| Some(unit(pair.try_into().ok()?)));
    char::decode_utf16(units).map(|found| found.unwrap_or(char::REPLACEMENT_CHARACTER)).chain(odd).collect()
}

/// UTF-8, or else line by line Windows-1252.
fn bytes_of_one(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    for line in bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.extend(line.iter().map(|byte| windows_1252(*byte))),
        }
    }
    text
}

fn windows_1252(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|at| WINDOWS_1252.get(usize::from(at)));
    special.copied().unwrap_or(char::from(byte))
}
