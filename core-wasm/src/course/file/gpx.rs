//! Reads the track of a GPX file (Topografix, GPX 1.0 and 1.1).
//!
//! Only positions and elevations are read. A document type is refused, so a file cannot define entities; size, depth and the number
//! of points are bounded.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{TrackPoint, distances, refusals};
use crate::course::check_size;
use crate::error::CoreError;

/// The most points of a file.
const MAX_POINTS: usize = 100_000;
/// The deepest nesting of elements; GPX itself needs five.
const MAX_DEPTH: usize = 32;
/// Elevations outside of these are errors of the recording, in metres: the shore of the Dead Sea and the summit of Everest.
const ELEVATIONS: std::ops::RangeInclusive<f64> = -450.0..=8_900.0;

/// The tracks and routes of a file while it is read.
#[derive(Default)]
struct Found {
    tracks: Vec<Vec<TrackPoint>>,
    routes: Vec<Vec<TrackPoint>>,
    count: usize,
    in_point: bool,
    in_elevation: bool,
    /// Whether the point that is read belongs to a route.
    of_route: bool,
}

/// Returns the points of the longest track or, without one, of the longest route; at least two.
pub(super) fn read(text: &str) -> Result<Vec<TrackPoint>, CoreError> {
    check_size(text.len() as u64)?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    let (mut found, mut depth, mut is_gpx) = (Found::default(), 0_usize, false);
    // A file has one outermost element, after which only comments and blanks come (XML 1.0, section 2.1).
    let mut is_over = false;
    loop {
        match reader.read_event().map_err(|_| refusals::unreadable())? {
            Event::DocType(_) => return Err(refusals::has_document_type()),
            Event::Start(_) | Event::Empty(_) | Event::CData(_) if is_over => return Err(refusals::goes_on()),
            Event::Text(text) if is_over && !text.trim().is_empty() => return Err(refusals::goes_on()),
            Event::Start(tag) => {
                if depth == 0 {
                    is_gpx = tag.local_name().as_ref() == "gpx";
                }
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(refusals::unreadable());
                }
                found.start(&tag)?;
            }
            Event::Empty(tag) => {
                is_over = depth == 0;
                found.start(&tag)?;
                found.end(tag.local_name().as_ref());
            }
            Event::End(tag) => {
                depth = depth.saturating_sub(1);
                is_over = depth == 0;
                found.end(tag.local_name().as_ref());
            }
            Event::Text(text) if found.in_elevation => found.set_elevation(&text),
            Event::Eof => break,
            _ => {}
        }
        if !is_gpx && depth > 0 {
            return Err(refusals::no_gpx());
        }
    }
    // An element without an end at the end of the file: it was cut off on its way.
    if depth > 0 || !is_gpx {
        return Err(if is_gpx { refusals::unreadable() } else { refusals::no_gpx() });
    }
    longest(found.tracks).or_else(|| longest(found.routes)).ok_or_else(refusals::no_track)
}

/// The longest of several lines that has at least two points.
fn longest(lines: Vec<Vec<TrackPoint>>) -> Option<Vec<TrackPoint>> {
    let lines = lines.into_iter().filter(|points| points.len() >= 2);
    let measured = lines.map(|points| (distances::distances(&points).last().copied().unwrap_or_default(), points));
    measured.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, points)| points)
}

impl Found {
    fn start(&mut self, tag: &BytesStart<'_>) -> Result<(), CoreError> {
        match tag.local_name().as_ref() {
            "trk" => self.tracks.push(Vec::new()),
            "rte" => self.routes.push(Vec::new()),
            name @ ("trkpt" | "rtept") => {
                self.of_route = name == "rtept";
                let coordinate = |name, most: f64| {
                    let text = tag.try_get_attribute(name).ok().flatten()?;
                    let degrees: f64 = text.value.trim().parse().ok()?;
                    (-most..=most).contains(&degrees).then_some(degrees)
                };
                let (lat, lon) = coordinate("lat", 90.0).zip(coordinate("lon", 180.0)).ok_or_else(refusals::bad_position)?;
                self.count += 1;
                if self.count > MAX_POINTS {
                    return Err(refusals::too_many_points(MAX_POINTS));
                }
                let Some(points) = self.last_line() else { return Ok(()) };
                // A track that crosses the antimeridian continues beyond 180 degrees.
                let turns = points.last().map_or(0.0, |last| ((last.lon - lon) / 360.0).round());
                points.push(TrackPoint { lat, lon: lon + turns * 360.0, elevation: None });
                self.in_point = true;
            }
            "ele" => self.in_elevation = self.in_point,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) {
        match name {
            "trkpt" | "rtept" => self.in_point = false,
            "ele" => self.in_elevation = false,
            _ => {}
        }
    }

    fn set_elevation(&mut self, text: &str) {
        let metres = text.trim().parse::<f64>().ok().filter(|metres| ELEVATIONS.contains(metres));
        if let Some(point) = self.last_line().and_then(|points| points.last_mut()) {
            point.elevation = metres.or(point.elevation);
        }
    }

    /// The line that is read.
    fn last_line(&mut self) -> Option<&mut Vec<TrackPoint>> {
        if self.of_route { self.routes.last_mut() } else { self.tracks.last_mut() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(inner: &str) -> String {
        format!("<?xml version=\"1.0\"?>\n<gpx xmlns=\"http://www.topografix.com/GPX/1/1\">{inner}</gpx>")
    }

    fn refusal(text: &str) -> String {
        read(text).unwrap_err().code
    }

    #[test]
    fn the_longest_track_is_read_with_all_its_segments() {
        let text = file(
            "<wpt lat=\"1\" lon=\"1\"><ele>5</ele></wpt>
             <trk><trkseg><trkpt lat=\"50\" lon=\"8\"/><trkpt lat=\"50.001\" lon=\"8\"/></trkseg></trk>
             <trk><trkseg><trkpt lon=\"8\" lat=\"51\"><ele>12.5</ele></trkpt></trkseg>
                  <trkseg><trkpt lat=\"51.1\" lon=\"8\"><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk>
             <rte><rtept lat=\"0\" lon=\"0\"/><rtept lat=\"9\" lon=\"0\"/></rte>",
        );
        let points = read(&text).unwrap();
        assert_eq!(points.iter().map(|point| point.lat).collect::<Vec<_>>(), [51.0, 51.1]);
        assert_eq!(points.iter().map(|point| point.elevation).collect::<Vec<_>>(), [Some(12.5), None]);
    }

    #[test]
    fn a_route_is_read_when_there_is_no_track_and_a_prefix_does_not_matter() {
        let text = "\u{feff}<g:gpx xmlns:g=\"http://www.topografix.com/GPX/1/0\"><g:rte>\
                    <g:rtept lat='10' lon='179.9'/><g:rtept lat='10' lon='-179.9'/></g:rte></g:gpx>";
        let points = read(text).unwrap();
        assert!((points[1].lon - 180.1).abs() < 1e-9, "it crosses the antimeridian: {}", points[1].lon);
    }

    #[test]
    fn what_is_no_course_is_refused_with_its_reason() {
        let points = "<trk><trkseg><trkpt lat=\"50\" lon=\"8\"/><trkpt lat=\"50.1\" lon=\"8\"/></trkseg></trk>";
        assert_eq!(refusal(""), "not_gpx");
        assert_eq!(refusal("a,b,c"), "not_gpx");
        assert_eq!(refusal("<kml></kml>"), "not_gpx");
        assert_eq!(refusal(&file("")), "no_track");
        assert_eq!(refusal(&file("<trk><trkseg><trkpt lat=\"50\" lon=\"8\"/></trkseg></trk>")), "no_track");
        assert_eq!(refusal(&file("<trk><trkpt lat=\"95\" lon=\"8\"/></trk>")), "bad_position");
        assert_eq!(refusal(&file("<trk><trkpt lat=\"NaN\" lon=\"8\"/></trk>")), "bad_position");
        assert_eq!(refusal(&file("<trk><trkpt lon=\"8\"/></trk>")), "bad_position");
        assert_eq!(refusal(file(points).strip_suffix("</gpx>").unwrap()), "unreadable_gpx");
        assert_eq!(refusal(&file("<trk></trkseg></trk>")), "unreadable_gpx");
    }

    #[test]
    fn a_file_ends_with_its_first_element() {
        let points = "<trk><trkseg><trkpt lat=\"50\" lon=\"8\"/><trkpt lat=\"50.1\" lon=\"8\"/></trkseg></trk>";
        let one = file(points);
        for after in ["<gpx></gpx>", "<gpx/>", "<kml></kml>", "\n<!-- two --><trk/>", "some text", "<![CDATA[x]]>"] {
            assert_eq!(refusal(&format!("{one}{after}")), "gpx_goes_on", "{after}");
        }
        assert_eq!(refusal(&format!("{one}{one}")), "gpx_goes_on");
        assert_eq!(refusal(&format!("<kml/>{one}")), "gpx_goes_on");
        assert_eq!(refusal("<gpx/>"), "not_gpx");
        for after in ["", "\r\n\n", "<!-- made by a planner -->", "<?end?>\n"] {
            assert_eq!(read(&format!("{one}{after}")).unwrap().len(), 2, "{after}");
        }
    }

    #[test]
    fn entities_depth_and_points_are_bounded() {
        let bomb = "<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><gpx><trk><name>&b;</name></trk></gpx>";
        assert_eq!(refusal(bomb), "gpx_document_type");
        assert_eq!(refusal("<!DOCTYPE gpx SYSTEM \"http://example.com/x.dtd\"><gpx/>"), "gpx_document_type");
        assert_eq!(refusal(&file(&"<extensions>".repeat(MAX_DEPTH))), "unreadable_gpx");
        let many = "<trkpt lat=\"1\" lon=\"1\"/>".repeat(MAX_POINTS + 1);
        assert_eq!(refusal(&file(&format!("<trk>{many}</trk>"))), "too_many_points");
        assert_eq!(refusal(&" ".repeat(crate::course::MAX_BYTES + 1)), "gpx_too_large");
    }
}
