//! Where packets are handed out and which pen a bib starts from: settings of a race, by ranges of bibs.

use serde::{Deserialize, Serialize};

use crate::error::CoreError;
use crate::text;

/// The maximum number of ranges.
pub const MAX_PLACES: usize = 200;
/// The longest name of a place or a pen, in characters.
const NAME_CHARS: usize = 60;

/// The packet place and the pen of a range of bibs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PacketPlace))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Place {
    /// The first bib.
    pub from: u32,
    /// The last bib.
    pub to: u32,
    /// Where the packets are: `Table A`. May be empty.
    pub packet: String,
    /// Where the runners stand before the start: `Pen 2`. May be empty.
    pub pen: String,
}

/// The range that contains a bib. A bib that is not a number is in none.
pub fn of<'a>(places: &'a [Place], bib: &str) -> Option<&'a Place> {
    let number: u32 = bib.parse().ok()?;
    places.iter().find(|place| (place.from..=place.to).contains(&number))
}

/// The settings as people type them, one range a line: `1-500: Table A; Pen 2`.
pub fn written(places: &[Place]) -> String {
    let line = |place: &Place| {
        let bibs = if place.from == place.to { place.from.to_string() } else { format!("{}-{}", place.from, place.to) };
        let pen = if place.pen.is_empty() { String::new() } else { format!("; {}", place.pen) };
        format!("{bibs}: {}{pen}", place.packet)
    };
    places.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Reads the settings as people type them; blank lines are left out.
///
/// # Errors
/// What is wrong with the first line that can't be read.
pub fn read(typed: &str) -> Result<Vec<Place>, CoreError> {
    let mut places: Vec<Place> = Vec::new();
    for (at, line) in typed.lines().enumerate().filter(|(_, line)| !text::is_blank(line)) {
        let refused = |why: String| CoreError::new("bad_place", format!("Line {}: {why}", at + 1));
        let place = read_line(line).map_err(|why| refused(why.into()))?;
        if let Some(other) = places.iter().find(|other| other.from <= place.to && place.from <= other.to) {
            let bib = place.from.max(other.from);
            return Err(refused(format!("bib {bib} is in an earlier line already.")));
        }
        if places.len() == MAX_PLACES {
            return Err(refused(format!("there can be at most {MAX_PLACES} ranges.")));
        }
        places.push(place);
    }
    Ok(places)
}

fn read_line(line: &str) -> Result<Place, &'static str> {
    let (bibs, rest) = line.split_once(':').ok_or("write it as 1-500: Table A; Pen 2.")?;
    let (from, to) = bibs.split_once(['-', '–', '—']).unwrap_or((bibs, bibs));
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| "the bibs are numbers, as in 1-500.");
    let (from, to) = (number(from)?, number(to)?);
    if from > to {
        return Err("the first bib is greater than the last one.");
    }
    let (packet, pen) = rest.split_once(';').unwrap_or((rest, ""));
    let [packet, pen] = [packet, pen].map(|name| text::cleaned(name.trim()));
    if packet.is_empty() && pen.is_empty() {
        return Err("say where the packets are, or which pen it is.");
    }
    if [&packet, &pen].iter().any(|name| name.chars().count() > NAME_CHARS) {
        return Err("a name is longer than 60 characters.");
    }
    Ok(Place { from, to, packet, pen })
}
