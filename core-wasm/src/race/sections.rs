//! The sections of a race's page that are shown under a condition, and their contents (SPEC §2, §4, §9).

use serde::{Deserialize, Serialize};

use super::phase::RaceStage;
use super::{Accommodation, Button, CommunityPartners, DistanceStart, Frame, Frames, Image};
use crate::flag::Flag;
use crate::links;

/// The fields of a [`Race`](super::Race) from which these parts are computed; any full record has them under the same names. The
/// other fields are not passed to the browser's module, which would otherwise contain a reader for each of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct SectionFacts {
    pub military_base: Flag,
    pub military_base_name: String,
    pub military_base_deadline: String,
    pub military_base_form_link: String,
    pub accommodation: Vec<Accommodation>,
    pub donate_button: Vec<Button>,
    pub volunteer_button: Vec<Button>,
    pub sponsor_button: Vec<Button>,
    pub community_partners: CommunityPartners,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub medal_image: Option<Image>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub shirt_image: Option<Image>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub medals3_image: Option<Image>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub acrylic_image: Option<Image>,
    pub frames: Frames,
    pub distance_start_times: Vec<DistanceStart>,
}

/// The parts of the race page that are shown under a condition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct RaceSections {
    /// The notice about the military base; present when `MilitaryBase` is True.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub military_base: Option<MilitaryNotice>,
    /// The course maps, in their order.
    pub courses: Vec<Frame>,
    /// The prizes that have a picture, in their order: medal, shirt, medals of three, acrylic.
    pub prizes: Vec<Prize>,
    /// Whether the layout for four prizes is used: an acrylic picture exists (SPEC §9).
    pub four_prizes: bool,
    /// The sponsors; absent when they are not enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub partners: Option<PartnersSection>,
    /// The accommodation text; absent when it is not enabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub accommodation: Option<String>,
}

/// The notice about entering a military base.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct MilitaryNotice {
    /// The base's name; may be blank.
    pub base: String,
    /// The deadline, as the administrator typed it; may be blank.
    pub deadline: String,
    /// The form to fill in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub form: Option<String>,
}

/// A prize with its picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Prize {
    /// `medal`, `shirt`, `medals3` or `acrylic` (SPEC §3).
    pub kind: String,
    /// The label that is shown.
    pub label: String,
    /// The picture.
    pub image: Image,
}

/// The section of the sponsors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PartnersSection {
    /// The sponsors that have a logo; the others are not shown (SPEC §2).
    pub logos: Vec<Logo>,
    /// The text that is shown in place of logos; blank when there are some.
    pub empty: String,
    /// The buttons Donate, Volunteer and, when it is enabled, Become a Sponsor.
    pub buttons: Vec<PageButton>,
}

/// A sponsor's logo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Logo {
    /// The address that it links to; absent when the link is not safe.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub href: Option<String>,
    /// The logo's label for screen readers: the link's host.
    pub label: String,
    /// The picture.
    pub image: Image,
}

/// A button of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PageButton {
    /// The button's text.
    pub label: String,
    /// The address that it opens; without it the button is disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub href: Option<String>,
}

/// The text that is shown when no sponsor has a logo (SPEC §2).
pub const NO_SPONSOR: &str = "Be The First To Sponsor This Race";

/// The conditional parts of a race's page.
pub fn sections(race: &SectionFacts) -> RaceSections {
    let frames = &race.frames;
    let prize = |kind: &str, label: &str, image: &Option<Image>| {
        image.clone().map(|image| Prize { kind: kind.into(), label: label.into(), image })
    };
    RaceSections {
        military_base: race.military_base.0.then(|| MilitaryNotice {
            base: race.military_base_name.trim().into(),
            deadline: race.military_base_deadline.trim().into(),
            form: links::safe(&race.military_base_form_link),
        }),
        courses: courses([&frames.course1, &frames.course2, &frames.course3], &race.distance_start_times),
        prizes: [
            prize("medal", "Finisher medal", &race.medal_image),
            prize("shirt", "Race shirt", &race.shirt_image),
            prize("medals3", "Age-group medals", &race.medals3_image),
            prize("acrylic", "Acrylic award", &race.acrylic_image),
        ]
        .into_iter()
        .flatten()
        .collect(),
        four_prizes: race.acrylic_image.is_some(),
        partners: race.community_partners.enabled.0.then(|| partners(race)),
        accommodation: race.accommodation.first().filter(|first| first.enabled.0).map(|first| first.description.clone()),
    }
}

/// The editor's hint at a course map, counted from 1: the distance for which the map will be shown.
pub fn course_hint(number: usize, rows: &[DistanceStart]) -> String {
    let what = "An address, or the embed code of the map.";
    distance_of_map(number, rows).map_or_else(
        || what.to_owned(),
        |distance| [what, " Shown as that of the ", distance, ": maps stand in the order of the distances."].concat(),
    )
}

/// The title of a course map in the editor, counted from 1: it contains the map's distance, or its number.
pub fn course_title(number: usize, rows: &[DistanceStart]) -> String {
    map_title("Course map", number, rows, true)
}

/// The title of a map: its distance; without one, its number when there are several.
fn map_title(title: &str, number: usize, rows: &[DistanceStart], several: bool) -> String {
    match distance_of_map(number, rows) {
        Some(distance) => [distance, " course map"].concat(),
        None if several => [title, " ", usize::to_string(&number).as_str()].concat(),
        None => title.to_owned(),
    }
}

/// The distance of a course map, counted from 1: the maps are in the order of the distances.
fn distance_of_map(number: usize, rows: &[DistanceStart]) -> Option<&str> {
    rows.get(number.checked_sub(1)?).map(|row| row.distance.trim()).filter(|name| !name.is_empty())
}

/// The existing course maps, each with a title that tells them apart: the distance, or, without one, the map's number when
/// there are several.
fn courses(slots: [&Option<Frame>; 3], rows: &[DistanceStart]) -> Vec<Frame> {
    let mut maps: Vec<Frame> = Vec::new();
    let several = slots.iter().filter(|slot| slot.is_some()).count() > 1;
    for (number, slot) in (1..).zip(slots) {
        let Some(map) = slot else { continue };
        maps.push(Frame { title: map_title(&map.title, number, rows, several), ..map.clone() });
    }
    maps
}

fn partners(race: &SectionFacts) -> PartnersSection {
    let logos: Vec<Logo> = race
        .community_partners
        .partners
        .iter()
        .filter_map(|partner| {
            let href = links::safe(&partner.link);
            let label = href.as_deref().map_or("Partner", links::host).to_owned();
            Some(Logo { href, label, image: partner.image.clone()? })
        })
        .collect();
    // Donate and Volunteer are always shown, active or not; Become a Sponsor only when it is enabled (SPEC §4).
    let mut buttons = vec![button("Donate", &race.donate_button), button("Volunteer", &race.volunteer_button)];
    if race.sponsor_button.first().is_some_and(|first| first.enabled.0) {
        buttons.push(button("Become a Sponsor", &race.sponsor_button));
    }
    PartnersSection { empty: if logos.is_empty() { NO_SPONSOR.into() } else { String::new() }, logos, buttons }
}

fn button(label: &str, list: &[Button]) -> PageButton {
    let href = list.first().filter(|first| first.enabled.0).and_then(|first| links::safe(&first.link));
    PageButton { label: label.into(), href }
}

/// One of the three parts of a race's media page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MediaPart {
    /// `stream`, `map` or `gallery`.
    pub kind: String,
    /// Its label in the bar that shows which parts are available.
    pub label: String,
    /// `Available` or `Unavailable`.
    pub state: String,
    /// The frame that it shows; absent when it is unavailable.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub frame: Option<Frame>,
    /// The heading of its placeholder.
    pub missing: String,
    /// The sentence of its placeholder; may be blank.
    pub explained: String,
}

/// The parts of a race's media page (SPEC §2). The text of a placeholder depends on the race's stage: visitors are not told to
/// check back on a day that is past.
pub fn media(race: &SectionFacts, stage: RaceStage) -> Vec<MediaPart> {
    let part = |kind: &str, label: &str, frame: &Option<Frame>, (missing, explained): (&str, &str)| MediaPart {
        kind: kind.into(),
        label: label.into(),
        state: if frame.is_some() { "Available" } else { "Unavailable" }.into(),
        frame: frame.clone(),
        missing: missing.into(),
        explained: explained.into(),
    };
    vec![
        part("stream", "Live Stream", &race.frames.youtube, ("Live Stream Not Currently Available", no_stream(stage))),
        part("map", "Course Maps", &race.frames.race_map, no_map(stage)),
        part("gallery", "Photo Gallery", &race.frames.smug_mug, no_photos(stage)),
    ]
}

/// A part of the media page in its editor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EditedMedia {
    /// `map`, `stream` or `gallery`.
    pub kind: String,
    /// Its heading.
    pub title: String,
    /// The heading of its placeholder (SPEC §8).
    pub missing: String,
    /// The sentence of its placeholder: what visitors see instead.
    pub explained: String,
}

/// The parts of the media page in the order of their editor, with the texts that are shown there for a missing part (SPEC §8).
pub fn edited_media(race: &SectionFacts, stage: RaceStage) -> Vec<EditedMedia> {
    let shown = media(race, stage);
    let part = |kind: &str, title: &str| EditedMedia {
        kind: kind.into(),
        title: title.into(),
        missing: [title, " Not Added"].concat(),
        explained: shown
            .iter()
            .find(|part| part.kind == kind)
            .map(|part| ["Until something is there, the media page says “", &part.missing, "”."].concat())
            .unwrap_or_default(),
    };
    vec![part("map", "Course Map"), part("stream", "Live Stream"), part("gallery", "Photo Gallery")]
}

fn no_stream(stage: RaceStage) -> &'static str {
    match stage {
        RaceStage::Coming => "Streaming will be available during the race. Check back on race day.",
        RaceStage::Opening => "Streaming will be available during the race.",
        RaceStage::Running => "This race has started, and there is no stream of it so far. Its live board follows every runner.",
        RaceStage::Over => "This race is over, and no recording of it is kept here.",
        RaceStage::Canceled => "This race is canceled.",
        RaceStage::Missed => "This race did not take place.",
    }
}

fn no_map(stage: RaceStage) -> (&'static str, &'static str) {
    match stage {
        RaceStage::Coming | RaceStage::Opening => ("Course Map Coming Soon", ""),
        RaceStage::Running => ("No Course Map", "This race has started, and no map of it was added."),
        RaceStage::Over => ("No Course Map", "This race is over, and no map of it was kept."),
        RaceStage::Canceled => ("No Course Map", "This race is canceled."),
        RaceStage::Missed => ("No Course Map", "This race did not take place."),
    }
}

fn no_photos(stage: RaceStage) -> (&'static str, &'static str) {
    match stage {
        RaceStage::Coming | RaceStage::Opening | RaceStage::Running => {
            ("Photo Gallery Coming Soon", "Photos will be available after the event.")
        }
        RaceStage::Over => ("No Photos Yet", "This race is over. Its photos appear here once they are added."),
        RaceStage::Canceled => ("No Photo Gallery", "This race is canceled."),
        RaceStage::Missed => ("No Photo Gallery", "This race did not take place."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::Partner;

    fn on(link: &str) -> Vec<Button> {
        vec![Button { enabled: Flag(true), link: link.into() }]
    }

    #[test]
    fn an_empty_race_has_no_conditional_part() {
        assert_eq!(sections(&SectionFacts::default()), RaceSections::default());
    }

    #[test]
    fn partners_without_a_logo_are_not_shown_and_without_logos_a_text_is_shown() {
        let partners = vec![Partner { link: "https://www.example.com/a".into(), image: None }];
        let mut race = SectionFacts {
            community_partners: CommunityPartners { enabled: Flag(true), partners },
            donate_button: on(""),
            volunteer_button: on("https://example.com/help"),
            ..SectionFacts::default()
        };
        let shown = sections(&race).partners.unwrap_or_else(|| unreachable!());
        assert_eq!((shown.logos.len(), shown.empty.as_str()), (0, NO_SPONSOR));
        let links: Vec<_> = shown.buttons.iter().map(|button| (button.label.as_str(), button.href.is_some())).collect();
        assert_eq!(links, [("Donate", false), ("Volunteer", true)]);

        race.sponsor_button = on("https://example.com/sponsor");
        if let Some(first) = race.community_partners.partners.first_mut() {
            first.image = Some(Image::default());
        }
        let shown = sections(&race).partners.unwrap_or_else(|| unreachable!());
        assert_eq!(shown.logos.first().map(|logo| logo.label.as_str()), Some("example.com"));
        assert_eq!((shown.empty.as_str(), shown.buttons.len()), ("", 3));
    }

    #[test]
    fn the_title_of_a_map_contains_its_distance_or_its_number() {
        let map = |url: &str| Some(Frame { provider: "RideWithGPS".into(), url: url.into(), title: "Course map".into() });
        let titles = |frames, distances: &[&str]| {
            let row = |distance: &&str| DistanceStart { distance: (*distance).into(), ..DistanceStart::default() };
            let distance_start_times = distances.iter().map(row).collect();
            let race = SectionFacts { frames, distance_start_times, ..SectionFacts::default() };
            sections(&race).courses.into_iter().map(|map| map.title).collect::<Vec<_>>()
        };
        let one = Frames { course2: map("a"), ..Frames::default() };
        assert_eq!(titles(one.clone(), &[]), ["Course map"]);
        assert_eq!(titles(one.clone(), &["Half", "10K"]), ["10K course map"]);
        let two = Frames { course3: map("b"), ..one };
        assert_eq!(titles(two.clone(), &[]), ["Course map 2", "Course map 3"]);
        assert_eq!(titles(two, &["Half", " 10K ", ""]), ["10K course map", "Course map 3"]);
    }

    #[test]
    fn an_acrylic_picture_selects_the_layout_for_four() {
        let race = SectionFacts {
            medal_image: Some(Image::default()),
            acrylic_image: Some(Image::default()),
            ..SectionFacts::default()
        };
        let shown = sections(&race);
        assert!(shown.four_prizes);
        assert_eq!(shown.prizes.iter().map(|prize| prize.kind.as_str()).collect::<Vec<_>>(), ["medal", "acrylic"]);
    }

    #[test]
    fn accommodation_shows_only_when_its_first_entry_is_enabled() {
        let entry = |enabled| Accommodation { enabled: Flag(enabled), description: "Rooms".into() };
        let race = SectionFacts { accommodation: vec![entry(false), entry(true)], ..SectionFacts::default() };
        assert_eq!(sections(&race).accommodation, None);
        let race = SectionFacts { accommodation: vec![entry(true)], ..SectionFacts::default() };
        assert_eq!(sections(&race).accommodation.as_deref(), Some("Rooms"));
    }

    #[test]
    fn media_parts_without_a_frame_are_unavailable() {
        let states: Vec<_> =
            media(&SectionFacts::default(), RaceStage::Coming).into_iter().map(|part| (part.label, part.state)).collect();
        let expected = ["Live Stream", "Course Maps", "Photo Gallery"].map(|label| (label.into(), "Unavailable".into()));
        assert_eq!(states, expected);
    }
}
