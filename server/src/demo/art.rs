//! The demo's pictures: races, medals, shirts, awards and partners' logos, drawn as SVG and rendered here.
//!
//! Every picture is drawn by the program in the colors of the site, from a seed: the same seed gives the same pictures. No file is
//! read and no text is set (numerals are strokes), so no font is needed.

use std::fmt::Write as _;

use serde::Deserialize;

use super::seed::Seed;

/// The landscape behind the runners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scene {
    /// Rolling hills, farther ones paler.
    Hills,
    /// A suspension bridge over water.
    Bridge,
    /// A city's silhouette.
    Skyline,
    /// Conifers in rows.
    Forest,
    /// A beach with a low sun.
    Shore,
    /// A lake between two ridges.
    Lake,
}

/// The colors of one picture: the band's, the sky's, and two tints for the ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    /// The color of the distance, as on the site.
    pub band: &'static str,
    /// The sky.
    pub sky: &'static str,
    /// The far ground.
    pub far: &'static str,
    /// The near ground.
    pub near: &'static str,
}

/// The palettes of the races, each based on the color of one distance.
pub(crate) const PALETTES: [Palette; 5] = [
    Palette { band: "#0B6E5F", sky: "#DDEBE6", far: "#A9CFC4", near: "#5E9E90" },
    Palette { band: "#0B55C4", sky: "#DFE8F4", far: "#B3C9E8", near: "#6F95CB" },
    Palette { band: "#7B2A83", sky: "#EFE3F0", far: "#D2B3D6", near: "#A06FA6" },
    Palette { band: "#A8410A", sky: "#F6E7DC", far: "#E3BE9F", near: "#BE7F50" },
    Palette { band: "#14191A", sky: "#E9ECEB", far: "#C4CBC9", near: "#8B9693" },
];

const INK: &str = "#14191A";
const BLUE: &str = "#0B55C4";
const YELLOW: &str = "#FFC629";

/// A race, 1200 × 800: the scene with runners on the blue line. It is shown on the card and in the memories.
pub(crate) fn race_picture(seed: &mut Seed, scene: Scene, palette: Palette) -> String {
    let mut svg = open(1200, 800, palette.sky);
    draw_scene(&mut svg, seed, scene, palette);
    blue_line(&mut svg, seed, 700.0);
    let runners = 3 + seed.below(5);
    for index in 0..runners {
        let x = 130.0 + 940.0 * f64::from(index) / f64::from(runners) + seed.between(-30.0, 30.0);
        let shirt = PALETTES[seed.below(4) as usize].band;
        runner(&mut svg, x, 668.0 + seed.between(-22.0, 34.0), 1.0 + seed.between(-0.12, 0.25), shirt, seed);
    }
    svg.push_str("</svg>");
    svg
}

/// A finisher's medal, 800 × 800, with the race's numerals.
pub(crate) fn medal_picture(palette: Palette, numerals: &str) -> String {
    let mut svg = open(800, 800, "#F1F4F3");
    let Palette { band, far, .. } = palette;
    let _ = write!(
        svg,
        r##"<path d="M290 0h90l60 330h-80z" fill="{band}"/><path d="M510 0h-90l-60 330h80z" fill="{BLUE}"/>
<circle cx="400" cy="510" r="220" fill="{YELLOW}" stroke="{INK}" stroke-width="8"/><circle cx="400" cy="510" r="178" fill="{far}" stroke="{INK}" stroke-width="5"/>"##
    );
    svg.push_str(r##"<g transform="translate(272 430) scale(1.06 1.6)">"##);
    digits(&mut svg, numerals, INK);
    svg.push_str("</g></svg>");
    svg
}

/// A race shirt, 800 × 800, with the numerals on the chest and the blue line across.
pub(crate) fn shirt_picture(palette: Palette, numerals: &str) -> String {
    let mut svg = open(800, 800, "#F1F4F3");
    let Palette { band, .. } = palette;
    let _ = write!(
        svg,
        r##"<path d="M270 130 L120 210 L70 370 L180 410 L210 350 L210 700 H590 L590 350 L620 410 L730 370 L680 210 L530 130 Q400 215 270 130Z" fill="{band}" stroke="{INK}" stroke-width="6" stroke-linejoin="round"/>
<path d="M210 600 C300 560 350 640 430 600 S540 560 590 590" fill="none" stroke="#FFFFFF" stroke-width="20"/><path d="M270 130 Q400 215 530 130" fill="none" stroke="#FFFFFF" stroke-width="14"/>"##
    );
    svg.push_str(r##"<g transform="translate(290 320) scale(.9 1.6)">"##);
    digits(&mut svg, numerals, "#FFFFFF");
    svg.push_str("</g></svg>");
    svg
}

/// Three age-group medals side by side, 800 × 800.
pub(crate) fn three_medals_picture(palette: Palette) -> String {
    let mut svg = open(800, 800, "#F1F4F3");
    for (x, y, place, colour) in [(200, 430, "2", "#C8D0CD"), (400, 370, "1", YELLOW), (600, 470, "3", "#D9955B")] {
        let band = palette.band;
        let _ = write!(
            svg,
            r##"<path d="M{} 0h56v{}h-56z" fill="{band}"/><circle cx="{x}" cy="{}" r="105" fill="{colour}" stroke="{INK}" stroke-width="6"/><g transform="translate({} {}) scale(1 1.2)">"##,
            x - 28,
            y - 90,
            y + 10,
            x - 30,
            y - 50,
        );
        digits(&mut svg, place, INK);
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    svg
}

/// An acrylic award, 800 × 800.
pub(crate) fn acrylic_picture(palette: Palette) -> String {
    let mut svg = open(800, 800, "#F1F4F3");
    let Palette { band, sky, far, .. } = palette;
    let _ = write!(
        svg,
        r##"<path d="M400 70 L590 250 L540 620 H260 L210 250Z" fill="{sky}" stroke="{INK}" stroke-width="6" stroke-linejoin="round"/><path d="M400 70 L400 620 H540 L590 250Z" fill="{far}"/>
<path d="M240 430 C320 380 380 470 450 420 S540 400 565 410" fill="none" stroke="{BLUE}" stroke-width="18"/><path d="M220 640h360v70H220z" fill="{band}" stroke="{INK}" stroke-width="6"/><g transform="translate(368 220) scale(1.1 1.4)">"##
    );
    digits(&mut svg, "1", INK);
    svg.push_str("</g></svg>");
    svg
}

/// A community partner's logo, 600 × 300: one of a few simple shapes.
pub(crate) fn partner_picture(seed: &mut Seed) -> String {
    let colour = PALETTES[seed.below(5) as usize].band;
    let second = PALETTES[seed.below(4) as usize].near;
    let mut svg = open(600, 300, "#FFFFFF");
    match seed.below(5) {
        0 => {
            let _ = write!(
                svg,
                r##"<circle cx="240" cy="150" r="90" fill="{colour}"/><circle cx="360" cy="150" r="90" fill="{second}" fill-opacity=".85"/>"##
            );
        }
        1 => {
            let _ = write!(
                svg,
                r##"<path d="M120 230 L230 70 L300 170 L350 110 L480 230Z" fill="{colour}"/><path d="M230 70 l34 48 -22 18 -18 -16 -24 18z" fill="#FFFFFF"/>"##
            );
        }
        2 => {
            for (index, height) in [80, 140, 200, 140, 80].into_iter().enumerate() {
                let _ = write!(
                    svg,
                    r##"<path d="M{} {}h40v{height}h-40z" fill="{}"/>"##,
                    160 + index * 60,
                    150 - height / 2,
                    if index % 2 == 0 { colour } else { second }
                );
            }
        }
        3 => {
            let _ = write!(
                svg,
                r##"<path d="M300 45 L410 110 V190 L300 255 L190 190 V110Z" fill="{colour}"/><path d="M230 150 C270 110 300 190 370 145" fill="none" stroke="#FFFFFF" stroke-width="22"/>"##
            );
        }
        _ => {
            let _ = write!(
                svg,
                r##"<path d="M150 190 Q300 20 450 190 Z" fill="{colour}"/><path d="M130 205h340v24H130z" fill="{second}"/>"##
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// Renders a drawing to PNG bytes.
///
/// # Errors
/// A message with what is wrong with the drawing; only a defect of this module can cause it.
pub(crate) fn render(svg: &str) -> Result<Vec<u8>, String> {
    let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let mut pixels = resvg::tiny_skia::Pixmap::new(size.width(), size.height()).ok_or("an empty drawing")?;
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}

fn open(width: u32, height: u32, background: &str) -> String {
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"><path d="M0 0h{width}v{height}H0z" fill="{background}"/>"##
    )
}

/// Numerals as strokes, each in a cell 64 wide and 100 high.
fn digits(svg: &mut String, numerals: &str, colour: &str) {
    for (index, digit) in numerals.chars().enumerate() {
        let path = match digit {
            '0' => "M11 34 Q11 11 30 11 Q49 11 49 34 V66 Q49 89 30 89 Q11 89 11 66Z",
            '1' => "M12 30 L34 14 V100",
            '2' => "M11 34 Q11 11 30 11 Q49 11 49 31 Q49 43 41 53 L15 89 H56",
            '3' => "M11 30 Q12 11 30 11 Q48 11 48 29 Q48 48 26 48 Q49 48 49 69 Q49 89 30 89 Q11 89 10 70",
            '4' => "M38 100 V14 L11 68 H58",
            '5' => "M53 11 H18 L15 46 Q21 41 30 41 Q49 41 49 64 Q49 89 29 89 Q11 89 10 71",
            '6' => "M48 30 Q47 11 30 11 Q11 11 11 36 V64 Q11 89 30 89 Q49 89 49 66 Q49 45 30 45 Q11 45 11 66",
            '7' => "M5 11 H47 L22 100",
            '8' => {
                "M30 48 Q12 48 12 30 Q12 11 30 11 Q48 11 48 30 Q48 48 30 48 Q11 48 11 69 Q11 89 30 89 Q49 89 49 69 Q49 48 30 48Z"
            }
            '9' => "M12 70 Q13 89 30 89 Q49 89 49 64 V36 Q49 11 30 11 Q11 11 11 34 Q11 55 30 55 Q49 55 49 34",
            _ => continue,
        };
        let _ = write!(
            svg,
            r##"<path transform="translate({} 0)" d="{path}" fill="none" stroke="{colour}" stroke-width="22" stroke-linejoin="round"/>"##,
            2 + index * 64
        );
    }
}

/// The painted blue line, from edge to edge.
fn blue_line(svg: &mut String, seed: &mut Seed, y: f64) {
    let swing = seed.between(50.0, 90.0);
    let _ = write!(
        svg,
        r##"<path d="M-20 {:.0} C200 {:.0} 330 {:.0} 560 {y:.0} S960 {:.0} 1220 {:.0}" fill="none" stroke="{BLUE}" stroke-width="24"/>"##,
        y + swing,
        y + swing * 0.6,
        y - swing * 0.8,
        y + swing,
        y - swing * 0.4,
    );
}

fn draw_scene(svg: &mut String, seed: &mut Seed, scene: Scene, palette: Palette) {
    let Palette { far, near, band, .. } = palette;
    let sun_x = seed.between(150.0, 1050.0);
    let _ = write!(svg, r##"<circle cx="{sun_x:.0}" cy="150" r="74" fill="{YELLOW}"/>"##);
    match scene {
        Scene::Hills => {
            ridge(svg, seed, 470.0, 90.0, far);
            ridge(svg, seed, 580.0, 70.0, near);
        }
        Scene::Lake => {
            ridge(svg, seed, 400.0, 130.0, far);
            let _ = write!(svg, r##"<path d="M0 520h1200v280H0z" fill="#9CC3E6"/>"##);
            for _ in 0..9 {
                let (x, y) = (seed.between(0.0, 1050.0), seed.between(540.0, 640.0));
                let _ =
                    write!(svg, r##"<path d="M{x:.0} {y:.0}h110" stroke="#FFFFFF" stroke-width="6" stroke-linecap="round"/>"##);
            }
            ridge(svg, seed, 690.0, 30.0, near);
        }
        Scene::Shore => {
            let _ = write!(
                svg,
                r##"<path d="M0 430h1200v180H0z" fill="#8FBBE0"/><path d="M0 470h1200" stroke="#FFFFFF" stroke-width="5" stroke-dasharray="70 60"/><path d="M0 540h1200" stroke="#FFFFFF" stroke-width="6" stroke-dasharray="120 90"/>"##
            );
            ridge(svg, seed, 620.0, 20.0, "#F0D9A8");
        }
        Scene::Forest => {
            ridge(svg, seed, 480.0, 60.0, far);
            for (row, (base, colour)) in [(560.0, far), (620.0, near), (690.0, band)].into_iter().enumerate() {
                let step = 74.0 + 16.0 * row as f64;
                let mut x = -30.0 + seed.between(0.0, 40.0);
                while x < 1240.0 {
                    let height = 150.0 + 45.0 * row as f64 + seed.between(-30.0, 40.0);
                    let _ = write!(
                        svg,
                        r##"<path d="M{x:.0} {base:.0} l{:.0} -{height:.0} l{:.0} {height:.0}z" fill="{colour}"/>"##,
                        step * 0.42,
                        step * 0.42
                    );
                    x += step;
                }
            }
            let _ = write!(svg, r##"<path d="M0 685h1200v115H0z" fill="{band}"/>"##);
        }
        Scene::Skyline => {
            for (base, colour, low, high) in [(640.0, far, 180.0, 430.0), (700.0, near, 90.0, 300.0)] {
                let mut x = -20.0;
                while x < 1200.0 {
                    let (width, height) = (seed.between(52.0, 120.0), seed.between(low, high));
                    let _ = write!(
                        svg,
                        r##"<path d="M{x:.0} {:.0}h{width:.0}v{height:.0}h-{width:.0}z" fill="{colour}"/>"##,
                        base - height
                    );
                    x += width + seed.between(0.0, 18.0);
                }
            }
            let _ = write!(svg, r##"<path d="M0 690h1200v110H0z" fill="{band}" fill-opacity=".35"/>"##);
        }
        Scene::Bridge => {
            ridge(svg, seed, 500.0, 40.0, far);
            let _ = write!(
                svg,
                r##"<path d="M0 570h1200v230H0z" fill="#9CC3E6"/><path d="M-20 300 Q150 470 300 190 Q600 720 900 190 Q1050 470 1220 300" fill="none" stroke="{band}" stroke-width="12"/><path d="M0 520h1200v26H0z" fill="{band}"/>"##
            );
            for x in [290, 890] {
                let _ = write!(svg, r##"<path d="M{x} 170h28v480h-28z" fill="{band}"/>"##);
            }
            for step in 1..24 {
                let x = 50 * step;
                let _ = write!(svg, r##"<path d="M{x} 470v56" stroke="{band}" stroke-width="4"/>"##);
            }
        }
    }
}

/// A filled ridge from edge to edge, around `y`.
fn ridge(svg: &mut String, seed: &mut Seed, y: f64, swing: f64, colour: &str) {
    let _ = write!(svg, r##"<path d="M0 {:.0}"##, y + seed.between(-swing, swing));
    for step in 1..=4 {
        let x = f64::from(step) * 300.0;
        let _ = write!(
            svg,
            " Q{:.0} {:.0} {x:.0} {:.0}",
            x - 150.0,
            y + seed.between(-swing, swing),
            y + seed.between(-swing / 2.0, swing / 2.0)
        );
    }
    let _ = write!(svg, r##" V800H0z" fill="{colour}"/>"##);
}

/// A runner as a few strokes, feet at `y`.
fn runner(svg: &mut String, x: f64, y: f64, scale: f64, shirt: &str, seed: &mut Seed) {
    let skin = ["#8D5A3B", "#C68642", "#E0AC69", "#5C3A21", "#F1C27D"][seed.below(5) as usize];
    let _ = write!(
        svg,
        r##"<g transform="translate({x:.0} {y:.0}) scale({scale:.2})" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="M0 -90 L-14 -40 L-52 -18" stroke="{skin}" stroke-width="17"/><path d="M0 -90 L34 -58 L22 0" stroke="{skin}" stroke-width="17"/>
<path d="M6 -150 L-34 -128 L-22 -96" stroke="{skin}" stroke-width="13"/><path d="M8 -150 L40 -124 L62 -146" stroke="{skin}" stroke-width="13"/><path d="M8 -154 L0 -96" stroke="{shirt}" stroke-width="34"/><path d="M0 -92 L6 -78" stroke="{INK}" stroke-width="32"/><circle cx="16" cy="-196" r="21" fill="{skin}"/>
<rect x="-9" y="-146" width="26" height="20" fill="#FFFFFF" stroke="none"/></g>"##
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_renders_and_equal_seeds_draw_equal_pictures() {
        let scenes = [Scene::Hills, Scene::Bridge, Scene::Skyline, Scene::Forest, Scene::Shore, Scene::Lake];
        for (index, scene) in scenes.into_iter().enumerate() {
            let palette = PALETTES[index % PALETTES.len()];
            let draw = || race_picture(&mut Seed::new(7), scene, palette);
            assert_eq!(draw(), draw());
            let png = render(&draw()).unwrap();
            assert!(png.starts_with(b"\x89PNG"));
        }
        let palette = PALETTES[0];
        for svg in [
            medal_picture(palette, "0538"),
            shirt_picture(palette, "1267"),
            three_medals_picture(palette),
            acrylic_picture(palette),
            partner_picture(&mut Seed::new(3)),
        ] {
            render(&svg).unwrap();
        }
    }
}
