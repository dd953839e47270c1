//! Draws the picture: a bib on the left, date and place on the right, the blue line below both (VISUAL.md).

use std::fmt::Write as _;

use core_wasm::race::distance::DistanceTone;
use core_wasm::site::noscript::ShareCard;

use crate::drawing::face::{Instance, layout};
use crate::drawing::{Drawing, Side};

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;

const PAGE: &str = "#F1F4F3";
const INK: &str = "#14191A";
const INK_2: &str = "#454F4E";
const INK_3: &str = "#5C6665";
const BORDER: &str = "#76817D";
const RULE: &str = "#C8D0CD";
const BLUE: &str = "#0B55C4";
const ROAD: &str = "#FFC629";
const LIVE: &str = "#C4281C";

/// The bib's rectangle (x, y, width, height); its texts keep a margin.
const BIB: (f32, f32, f32, f32) = (70.0, 60.0, 640.0, 430.0);
const BIB_CENTRE: f32 = BIB.0 + BIB.2 / 2.0;
const BIB_TEXT: f32 = 520.0;
const TEAR: f32 = 408.0;
/// The column on the right: x and width.
const COLUMN: (f32, f32) = (760.0, 390.0);

const DISPLAY: f32 = 850.0;

/// The smallest size of a display line of the column.
const SMALLEST_LINE: f32 = 34.0;

/// The layouts in which a name is tried in the band: lines, font size, font width. The last one is used when no other fits.
const NAMES: [(usize, f32, f32); 10] = [
    (1, 42.0, 125.0),
    (1, 38.0, 125.0),
    (1, 38.0, 112.0),
    (2, 38.0, 125.0),
    (2, 34.0, 118.0),
    (2, 34.0, 100.0),
    (3, 30.0, 100.0),
    (3, 28.0, 80.0),
    (3, 26.0, 62.0),
    (4, 22.0, 62.0),
];

/// Returns the picture as PNG.
///
/// # Errors
/// When the typeface is missing, or the drawing can't be parsed (which would be a defect of this program).
pub(super) fn png(sheet: &ShareCard) -> Result<Vec<u8>, String> {
    let mut drawing = Drawing::begin(WIDTH, HEIGHT, PAGE)?;
    drawing.blue_line();
    drawing.bib(sheet);
    drawing.column(sheet);
    drawing.png(1)
}

impl Drawing {
    /// The line that marks a course, with ticks like those at its splits.
    fn blue_line(&mut self) {
        let _ = write!(
            self.svg,
            r##"<path d="M-10 559C110 545 205 494 315 494C450 494 545 567 660 568C850 569 930 415 1115 415Q1160 415 1210 424" fill="none" stroke="{BLUE}" stroke-width="14"/><path d="M371 489l6 19M770 529l13 27" stroke="{PAGE}" stroke-width="4"/>"##
        );
    }

    fn bib(&mut self, sheet: &ShareCard) {
        let (x, y, width, height) = BIB;
        let void = sheet.stamp == Some("Canceled");
        let (lines, size, stretch) = self.name(&sheet.name);
        let leading = size * 1.12;
        let band = (leading * lines.len() as f32 + 44.0).max(92.0);
        let fill = match sheet.tone {
            DistanceTone::FiveK => "#0B6E5F",
            DistanceTone::TenK => BLUE,
            DistanceTone::Half => "#7B2A83",
            DistanceTone::Tri => "#A8410A",
            DistanceTone::Ink => INK,
        };
        let _ = write!(
            self.svg,
            r##"<clipPath id="b"><rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10"/></clipPath><g clip-path="url(#b)"><path d="M{x} {y}h{width}v{height}H{x}z" fill="#FFFFFF"/><path d="M{x} {y}h{width}v{band}H{x}z" fill="{fill}"/></g><rect x="{x}" y="{y}" width="{width}" height="{height}" rx="10" fill="none" stroke="{BORDER}" stroke-width="2"/>"##
        );
        for (hole_x, hole_y) in [(96, 86), (684, 86), (96, 464), (684, 464)] {
            let _ = write!(
                self.svg,
                r##"<circle cx="{hole_x}" cy="{hole_y}" r="9" fill="{PAGE}" stroke="{BORDER}" stroke-width="2"/>"##
            );
        }
        // Centers the capitals vertically in the band.
        let first = y + band / 2.0 - leading * (lines.len() as f32 - 1.0) / 2.0 + size * 0.35;
        let instance = Instance { weight: DISPLAY, width: stretch };
        for (at, line) in lines.iter().enumerate() {
            self.text(line, instance, size, (BIB_CENTRE, first + leading * at as f32), Side::Middle, "#FFFFFF");
        }
        self.numerals(&sheet.numerals, y + band, if void { RULE } else { INK });
        let _ = write!(
            self.svg,
            r##"<path d="M110 {TEAR}H670" stroke="{RULE}" stroke-width="3" stroke-linecap="round" stroke-dasharray="3 9"/>"##
        );
        let instance = Instance { weight: 600.0, width: 100.0 };
        let (distances, size) = self.fit(&sheet.distances, instance, 31.0, 17.0, BIB_TEXT);
        self.text(&distances, instance, size, (BIB_CENTRE, 449.0 + size * 0.33), Side::Middle, INK_2);
    }

    /// The large numerals, as high as the space between band and tear line allows.
    fn numerals(&mut self, text: &str, top: f32, ink: &str) {
        let instance = Instance { weight: 900.0, width: 62.0 };
        let room = TEAR - top - 64.0;
        // The digits of Archivo are 0.686 of the font size high.
        let height_size = room / 0.686;
        let width = layout(&self.typeface.faces(instance), text, height_size, -0.008).width;
        let size = if width > 560.0 { height_size * 560.0 / width } else { height_size };
        let baseline = (top + TEAR) / 2.0 + size * 0.343;
        let line = layout(&self.typeface.faces(instance), text, size, -0.008);
        self.path(&line.path, BIB_CENTRE - line.width / 2.0, baseline, ink);
    }

    /// Returns the name's lines, font size and font width that fit the band.
    fn name(&self, name: &str) -> (Vec<String>, f32, f32) {
        for (lines, size, width) in NAMES {
            let instance = Instance { weight: DISPLAY, width };
            if let Some(found) = self.wrap(name, instance, size, lines) {
                return (found, size, width);
            }
        }
        // One very long word: it is broken where a line is full, and cut off after the last line.
        let (most, size, width) = (4, 22.0, 62.0);
        let faces = self.typeface.faces(Instance { weight: DISPLAY, width });
        let mut lines = vec![String::new()];
        for sign in name.chars() {
            let line = lines.last().map(|line| format!("{line}{sign}")).unwrap_or_default();
            if layout(&faces, &line, size, 0.0).width <= BIB_TEXT {
                lines.pop();
                lines.push(line);
            } else if lines.len() < most {
                lines.push(sign.to_string());
            } else {
                break;
            }
        }
        (lines, size, width)
    }

    /// Wraps the words into at most `most` lines of the bib, of similar length; `None` when they do not fit.
    fn wrap(&self, text: &str, instance: Instance, size: f32, most: usize) -> Option<Vec<String>> {
        let faces = self.typeface.faces(instance);
        let measure = |line: &str| layout(&faces, line, size, 0.0).width;
        let words: Vec<&str> = text.split_whitespace().collect();
        let whole = measure(&words.join(" "));
        // Starts with the shortest possible lines, so that the last line does not have a single word.
        let mut room = (whole / most as f32).min(BIB_TEXT);
        while room <= BIB_TEXT {
            let mut lines: Vec<String> = Vec::new();
            for word in &words {
                let longer = lines.last().map(|line| format!("{line} {word}")).filter(|line| measure(line) <= room);
                match (longer, lines.last_mut()) {
                    (Some(longer), Some(last)) => *last = longer,
                    _ => lines.push((*word).to_owned()),
                }
            }
            if lines.len() <= most && lines.iter().all(|line| measure(line) <= BIB_TEXT) {
                return Some(lines);
            }
            room += 20.0;
        }
        None
    }

    /// Date, time and place; the Register button, or the stamp that says why there is none.
    fn column(&mut self, sheet: &ShareCard) {
        let (x, width) = COLUMN;
        let mut baseline = 150.0;
        for line in &sheet.lines {
            let (instance, size) = self.narrow(line, 64.0, width);
            // A line that is too long even for the narrowest letters is cut off, rather than too small to be read.
            let (line, size) = self.fit(line, instance, size.max(SMALLEST_LINE), SMALLEST_LINE, width);
            self.text(&line, instance, size, (x, baseline), Side::Start, INK);
            baseline += 76.0;
        }
        let instance = Instance { weight: 500.0, width: 100.0 };
        let joined = sheet.details.join(" · ");
        let one_line = layout(&self.typeface.faces(instance), &joined, 30.0, 0.0).width <= width;
        let details = if one_line { vec![joined] } else { sheet.details.clone() };
        baseline -= 12.0;
        for detail in details.iter().filter(|detail| !detail.is_empty()) {
            let (detail, size) = self.fit(detail, instance, 34.0, 22.0, width);
            self.text(&detail, instance, size, (x, baseline), Side::Start, INK_2);
            baseline += 44.0;
        }
        let top = baseline - 4.0;
        let instance = Instance { weight: 680.0, width: 100.0 };
        if let Some(word) = sheet.stamp {
            let ink = if word == "Canceled" { LIVE } else { INK_3 };
            let line = layout(&self.typeface.faces(instance), word, 30.0, 0.0);
            let _ = write!(
                self.svg,
                r##"<rect x="{}" y="{}" width="{}" height="58" rx="6" fill="none" stroke="{ink}" stroke-width="4"/>"##,
                x + 2.0,
                top + 2.0,
                line.width + 56.0
            );
            self.path(&line.path, x + 30.0, top + 41.5, ink);
        } else if let Some(word) = &sheet.button {
            let _ = write!(self.svg, r##"<rect x="{x}" y="{top}" width="230" height="62" rx="6" fill="{ROAD}"/>"##);
            self.text(word, instance, 30.0, (x + 115.0, top + 41.5), Side::Middle, INK);
        }
    }

    /// The font width and size in which a display line fits: the width is reduced first, then the size.
    fn narrow(&self, text: &str, size: f32, room: f32) -> (Instance, f32) {
        for width in [125.0, 112.0, 100.0, 88.0] {
            let instance = Instance { weight: DISPLAY, width };
            if layout(&self.typeface.faces(instance), text, size, 0.0).width <= room {
                return (instance, size);
            }
        }
        let instance = Instance { weight: DISPLAY, width: 88.0 };
        (instance, size * room / layout(&self.typeface.faces(instance), text, size, 0.0).width)
    }
}
