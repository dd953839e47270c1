//! Archivo as outlines: the site's typeface in any weight and width, from the npm package that the site uses.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::OnceLock;

use rust_embed::Embed;
use rustybuzz::ttf_parser::{GlyphId, OutlineBuilder, Tag};
use rustybuzz::{Face, UnicodeBuffer, Variation};

/// In a release the font files are embedded; in a debug build they are read from their path.
#[derive(Embed)]
#[folder = "../web/node_modules/@fontsource-variable/archivo/files"]
#[include = "archivo-*-wdth-normal.woff2"]
#[allow_missing = true]
struct Files;

/// The subsets of the package, the most common first.
const ALPHABETS: [&str; 3] = ["latin", "latin-ext", "vietnamese"];

/// An instance of the variable typeface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Instance {
    /// 100 to 900.
    pub weight: f32,
    /// Percent, 62 to 125.
    pub width: f32,
}

/// The typeface, from which instances are made.
pub(crate) struct Typeface {
    fonts: Vec<Vec<u8>>,
}

/// A line of text as a path.
pub(crate) struct Line {
    /// SVG path data; the line starts at 0, 0 on its baseline.
    pub path: String,
    /// From the start of its first character to the end of its last.
    pub width: f32,
}

impl Typeface {
    /// Returns the typeface, decompressed at its first use.
    ///
    /// # Errors
    /// When the font files were missing when the program was built.
    pub(crate) fn get() -> Result<&'static Self, String> {
        static TYPEFACE: OnceLock<Result<Typeface, String>> = OnceLock::new();
        TYPEFACE.get_or_init(Self::load).as_ref().map_err(Clone::clone)
    }

    fn load() -> Result<Self, String> {
        let unpack = |alphabet: &&str| {
            let file = Files::get(&format!("archivo-{alphabet}-wdth-normal.woff2"))?;
            let bytes: Cow<'static, [u8]> = file.data;
            wuff::decompress_woff2(&bytes).ok()
        };
        let fonts: Vec<Vec<u8>> = ALPHABETS.iter().filter_map(unpack).collect();
        if fonts.is_empty() {
            Err("the typeface of the share pictures was not built in: run make build".into())
        } else {
            Ok(Self { fonts })
        }
    }

    /// The faces of one instance. They are made for each call, which is cheap compared to the drawing.
    pub(crate) fn faces(&self, instance: Instance) -> Vec<Face<'_>> {
        let mut faces: Vec<Face<'_>> = self.fonts.iter().filter_map(|font| Face::from_slice(font, 0)).collect();
        for face in &mut faces {
            face.set_variations(&[
                Variation { tag: Tag::from_bytes(b"wght"), value: instance.weight },
                Variation { tag: Tag::from_bytes(b"wdth"), value: instance.width },
            ]);
        }
        faces
    }
}

/// Lays a line out, as [`drawable`] writes it; `tracking` is added after each character, as a fraction of the size.
pub(crate) fn layout(faces: &[Face<'_>], text: &str, size: f32, tracking: f32) -> Line {
    let mut line = Line { path: String::new(), width: 0.0 };
    for (face, run) in runs(faces, &drawable(faces, text)) {
        let Some(face) = faces.get(face) else { continue };
        let scale = size / face.units_per_em() as f32;
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&run);
        let glyphs = rustybuzz::shape(face, &[], buffer);
        for (info, position) in glyphs.glyph_infos().iter().zip(glyphs.glyph_positions()) {
            let x = line.width + position.x_offset as f32 * scale;
            let mut pen = Pen { path: &mut line.path, x, y: -(position.y_offset as f32) * scale, scale };
            if let Ok(id) = u16::try_from(info.glyph_id) {
                face.outline_glyph(GlyphId(id), &mut pen);
            }
            line.width += position.x_advance as f32 * scale + tracking * size;
        }
    }
    line.width = (line.width - tracking * size).max(0.0);
    line
}

/// The text with the letters that no subset has in Latin ones, so that no name is blank: `李小龍` is drawn as `Li Xiao Long`. Other signs
/// that no subset has, such as emoji, are left out.
fn drawable(faces: &[Face<'_>], text: &str) -> String {
    let has = |sign: char| faces.iter().any(|face| face.glyph_index(sign).is_some());
    let mut drawn = String::with_capacity(text.len());
    for sign in text.chars() {
        match deunicode::deunicode_char(sign) {
            _ if has(sign) => drawn.push(sign),
            Some(letters) if sign.is_alphabetic() => drawn.push_str(letters),
            _ => {}
        }
    }
    drawn.trim_end().to_owned()
}

/// Splits a text into runs of characters that one face has.
fn runs(faces: &[Face<'_>], text: &str) -> Vec<(usize, String)> {
    let mut runs: Vec<(usize, String)> = Vec::new();
    for sign in text.chars() {
        let last = runs.last().map(|(face, _)| *face);
        // The face of the previous character first, so that an accent or a space stays with its word.
        let order = last.into_iter().chain(0..faces.len());
        let has = |at: &usize| faces.get(*at).is_some_and(|face| face.glyph_index(sign).is_some());
        let Some(face) = order.into_iter().find(has) else { continue };
        match runs.last_mut() {
            Some((at, run)) if *at == face => run.push(sign),
            _ => runs.push((face, sign.to_string())),
        }
    }
    runs
}

/// Writes a glyph's outline as path data, with the y axis down as in SVG.
struct Pen<'a> {
    path: &'a mut String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen<'_> {
    fn points(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let _ = write!(self.path, "{:.2} {:.2} ", self.x + x * self.scale, self.y - y * self.scale);
        }
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.points('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.points('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.points('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.points('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_other_letters_is_drawn_in_latin_ones_and_never_blank() {
        let faces = Typeface::get().unwrap().faces(Instance { weight: 600.0, width: 100.0 });
        assert_eq!(drawable(&faces, "李小龍 🏃"), "Li Xiao Long");
        assert_eq!(drawable(&faces, "Đặng Thị Ánh"), "Đặng Thị Ánh");
        assert_eq!(drawable(&faces, "Наталья"), "Natal'ia");
        for name in ["李小龍", "محمد علي", "Νίκος", "김연아"] {
            let line = layout(&faces, name, 40.0, 0.0);
            assert!(line.width > 40.0 && line.path.len() > 100, "{name}: {}", line.width);
        }
    }
}
