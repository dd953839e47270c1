//! The map of where a race is (SPEC §7: by coordinates at zoom 15, or by an address query).

use super::EmbedKind;
use crate::race::Frame;

/// The map for coordinates (`40.8448, -73.8648`), else for an address; without both there is no map.
pub fn location(coordinates: &str, address: &str) -> Option<Frame> {
    let query = match point(coordinates) {
        Some((latitude, longitude)) => format!("q={latitude},{longitude}&z=15"),
        None if address.trim().is_empty() => return None,
        None => format!("q={}", encode(address.trim())),
    };
    Some(Frame {
        provider: "Google Maps".into(),
        url: format!("https://www.google.com/maps?{query}&output=embed"),
        title: EmbedKind::Map.title().into(),
    })
}

/// Latitude and longitude in degrees, or `None` when the text is no point of the earth.
pub fn point(coordinates: &str) -> Option<(f64, f64)> {
    let (latitude, longitude) = coordinates.split_once(',')?;
    let degrees = |text: &str, most: f64| text.trim().parse::<f64>().ok().filter(|d| d.is_finite() && d.abs() <= most);
    Some((degrees(latitude, 90.0)?, degrees(longitude, 180.0)?))
}

/// Percent-encodes all but the unreserved characters.
fn encode(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
        out
    })
}
