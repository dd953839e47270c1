//! The map of a race's place (SPEC §7: by coordinates at zoom 15, or by an address query).

use super::EmbedKind;
use crate::links;
use crate::race::Frame;

/// The map for coordinates (`40.8448, -73.8648`), else for an address; without both there is no map.
pub fn location(coordinates: &str, address: &str) -> Option<Frame> {
    let query = match point(coordinates) {
        Some((latitude, longitude)) => format!("q={latitude},{longitude}&z=15"),
        None if address.trim().is_empty() => return None,
        None => format!("q={}", links::encode(address.trim())),
    };
    Some(Frame {
        provider: "Google Maps".into(),
        url: format!("https://www.google.com/maps?{query}&output=embed"),
        title: EmbedKind::Map.title().into(),
    })
}

/// Latitude and longitude in degrees, as they were typed; `None` when the text is not a valid position.
pub fn point(coordinates: &str) -> Option<(&str, &str)> {
    let (latitude, longitude) = coordinates.split_once(',')?;
    Some((degrees(latitude, 90)?, degrees(longitude, 180)?))
}

/// A decimal number with at most three digits before its point, between −`most` and `most`.
fn degrees(text: &str, most: u32) -> Option<&str> {
    let text = text.trim();
    let number = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |text: &str, most: usize| (1..=most).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let within = whole.parse::<u32>().is_ok_and(|whole| whole < most || (whole == most && part.bytes().all(|b| b == b'0')));
    (digits(whole, 3) && digits(part, 15) && within).then_some(text)
}
