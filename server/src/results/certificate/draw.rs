//! Draws a certificate: US Letter, landscape, 792 × 612 points (VISUAL.md).

use core_wasm::results::certificate::Certificate;

use crate::drawing::face::Instance;
use crate::drawing::{Drawing, Side};

const WIDTH: u32 = 792;
const HEIGHT: u32 = 612;
const CENTRE: f32 = 396.0;
const ROOM: f32 = 640.0;

const PAPER: &str = "#FFFFFF";
const INK: &str = "#14191A";
const INK_2: &str = "#454F4E";
const BLUE: &str = "#0B55C4";
const RULE: &str = "#C8D0CD";

/// The drawing of a certificate that can be checked at `address`.
pub(super) fn sheet(certificate: &Certificate, site: &str, address: &str) -> Result<Drawing, String> {
    let mut drawing = Drawing::begin(WIDTH, HEIGHT, PAPER)?;
    drawing.svg.push_str(&format!(
        r##"<rect x="24" y="24" width="744" height="564" rx="10" fill="none" stroke="{INK}" stroke-width="2"/><circle cx="48" cy="48" r="7" fill="none" stroke="{INK}" stroke-width="1.5"/><circle cx="744" cy="48" r="7" fill="none" stroke="{INK}" stroke-width="1.5"/><circle cx="48" cy="564" r="7" fill="none" stroke="{INK}" stroke-width="1.5"/><circle cx="744" cy="564" r="7" fill="none" stroke="{INK}" stroke-width="1.5"/><path d="M24 486C150 470 230 440 330 452S470 508 560 500S690 442 768 448" fill="none" stroke="{BLUE}" stroke-width="7"/><path d="M96 398H696" stroke="{RULE}" stroke-width="1.5"/>"##
    ));
    let plain = |weight| Instance { weight, width: 100.0 };
    let mut line = |text: &str, instance, largest: f32, baseline: f32, ink: &str| {
        let (text, size) = drawing.fit(text, instance, largest, largest * 0.4, ROOM);
        drawing.text(&text, instance, size, (CENTRE, baseline), Side::Middle, ink);
    };
    line(&certificate.race, Instance { weight: 850.0, width: 112.0 }, 34.0, 106.0, INK);
    line(&format!("{} · {}", certificate.contest, certificate.date), plain(500.0), 17.0, 134.0, INK_2);
    line(&certificate.name, Instance { weight: 850.0, width: 100.0 }, 54.0, 218.0, INK);
    line(&format!("Bib {} finished in", certificate.bib), plain(500.0), 16.0, 252.0, INK_2);
    line(&certificate.time, Instance { weight: 900.0, width: 75.0 }, 96.0, 346.0, BLUE);
    line(&certificate.clock, plain(600.0), 15.0, 376.0, INK_2);
    line(&certificate.places.join(" · "), plain(600.0), 17.0, 428.0, INK);
    line(site, plain(680.0), 15.0, 540.0, INK);
    line(&format!("Check this certificate at {address}"), plain(500.0), 11.0, 562.0, INK_2);
    Ok(drawing)
}
