//! What is wrong with a form (SPEC §5).
//!
//! The spec asks for little: a page may be made with most of it blank. What is checked is what would break or endanger the
//! page: the name, what is a date, a time, a link or a frame by its nature, and sizes.

use super::CreateForm;
use crate::dates::{self, RaceDate, StartTime};
use crate::error::{CoreError, Problems};
use crate::flag::Flag;
use crate::links;
use crate::race::embed::{self, EmbedKind};
use crate::race::{DistanceStart, name};
use crate::text;

/// The longest one-line text, in characters.
const LONGEST_LINE: usize = 300;
/// The longest text, in characters.
const LONGEST_TEXT: usize = 20_000;
/// The most entries of a list.
const MOST_ENTRIES: usize = 100;
/// The most distances of a race.
const MOST_DISTANCES: usize = 20;

/// Everything wrong with a form, for the browser to show at its fields and for the server to refuse by.
///
/// `today` is the date at the race's place; `extra_hosts` is as in [`embed::parse`].
pub fn check(form: &CreateForm, today: RaceDate, extra_hosts: &[String]) -> Problems {
    let mut problems = Problems::default();
    problems.take("Race", name::check(&form.race));
    check_date(form, today, &mut problems);
    problems.take("TimeZone", dates::zone(&form.time_zone));
    check_distances(&form.distance_start_times, &mut problems);
    check_links(form, &mut problems);
    check_place(form, &mut problems);
    check_frames(form, extra_hosts, &mut problems);
    if form.age_requirement > 99 {
        problems.add("AgeRequirement", "age", "Please give an age of at most 99 years.");
    }
    check_sizes(form, &mut problems);
    problems
}

fn check_date(form: &CreateForm, today: RaceDate, problems: &mut Problems) {
    if form.date.trim().is_empty() {
        return;
    }
    let date = problems.take("Date", form.date.parse::<RaceDate>());
    if date.is_some_and(|date| date.years_after(today) > 10) {
        problems.add("Date", "far_date", "This date is more than ten years away. Please check the year.");
    }
}

/// A row that names a distance needs a start time; a row without a name may stay blank, but not hold half a time.
fn check_distances(rows: &[DistanceStart], problems: &mut Problems) {
    if rows.len() > MOST_DISTANCES {
        problems.add("DistanceStartTimes", "too_many", format!("Please keep to {MOST_DISTANCES} distances."));
        return;
    }
    let mut seen: Vec<String> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let (name, at) = (text::lowercase(row.distance.trim()), format!("DistanceStartTimes.{index}"));
        let nameless = text::is_blank(&name);
        if !(nameless && row.start_time.trim().is_empty()) {
            problems.take(&format!("{at}.startTime"), row.start_time.parse::<StartTime>());
        }
        if row.distance.chars().count() > 60 {
            problems.add(format!("{at}.distance"), "too_long", "Please keep a distance's name under 60 characters.");
        } else if !nameless && seen.contains(&name) {
            problems.add(format!("{at}.distance"), "duplicate_distance", "Two distances have this name.");
        }
        seen.push(name);
    }
}

/// Links behind a toggle count only when it is on (SPEC §5).
fn check_links(form: &CreateForm, problems: &mut Problems) {
    let links = [
        ("Link", Flag::TRUE, &form.link),
        ("MilitaryBaseFormLink", form.military_base, &form.military_base_form_link),
        ("DonateLink", form.donate_button_enabled, &form.donate_link),
        ("VolunteerLink", form.volunteer_button_enabled, &form.volunteer_link),
        ("SponsorLink", form.sponsor_button_enabled, &form.sponsor_link),
    ];
    for (field, _, link) in links.iter().filter(|(_, on, _)| on.0) {
        problems.take(field, links::check(link));
    }
    for (index, partner) in form.community_partners_data.iter().enumerate().take(MOST_ENTRIES) {
        if form.community_partners_enabled.0 {
            problems.take(&format!("CommunityPartnersData.{index}.Link"), links::check(&partner.link));
        }
    }
    problems.take("Info", links::check_path(&form.info));
}

fn check_place(form: &CreateForm, problems: &mut Problems) {
    if !form.coordinates.trim().is_empty() && embed::point(&form.coordinates).is_none() {
        problems.add("Coordinates", "unreadable_coordinates", "Please enter latitude and longitude like 40.8448, -73.8648.");
    }
}

fn check_frames(form: &CreateForm, extra_hosts: &[String], problems: &mut Problems) {
    let third = form.number_of_courses == 3;
    if form.number_of_courses != 2 && !third {
        problems.add("NumberOfCourses", "courses", "A race has 2 or 3 courses.");
    }
    let frames = [
        ("Course1", EmbedKind::Course, form.course1.as_str()),
        ("Course2", EmbedKind::Course, form.course2.as_str()),
        ("Course3", EmbedKind::Course, if third { form.course3.as_str() } else { "" }),
        ("RaceMap", EmbedKind::RaceMap, form.race_map.as_str()),
        ("YoutubeLink", EmbedKind::Video, form.youtube_link.as_str()),
        ("SmugMugEmbed", EmbedKind::Gallery, form.smug_mug_embed.as_str()),
    ];
    for (field, kind, pasted) in frames {
        problems.take(field, embed::parse(kind, pasted, extra_hosts));
    }
}

fn check_sizes(form: &CreateForm, problems: &mut Problems) {
    let lines = [
        ("Distance", &form.distance),
        ("CardLocation", &form.card_location),
        ("StringAddress", &form.string_address),
        ("MilitaryBaseName", &form.military_base_name),
        ("MilitaryBaseDeadline", &form.military_base_deadline),
    ];
    let texts = [
        ("About", &form.about),
        ("CourseDescription", &form.course_description),
        ("MoreInfo", &form.more_info),
        ("PacketPickUp", &form.packet_pick_up),
        ("Timing", &form.timing),
        ("Training", &form.training),
        ("Safety", &form.safety),
        ("Refund", &form.refund),
        ("AwardText", &form.award_text),
    ];
    for (field, text) in lines {
        problems.take(field, at_most(text, LONGEST_LINE));
    }
    for (field, text) in texts {
        problems.take(field, at_most(text, LONGEST_TEXT));
    }
    for (index, place) in form.accommodation.iter().enumerate().take(1) {
        problems.take(&format!("Accommodation.{index}.Description"), at_most(&place.description, LONGEST_TEXT));
    }
    let counts = [
        ("Rules", form.rules.len()),
        ("Amenities", form.amenities.len()),
        ("CommunityPartnersData", form.community_partners_data.len()),
    ];
    for (field, _) in counts.iter().filter(|(_, count)| *count > MOST_ENTRIES) {
        problems.add(*field, "too_many", format!("Please keep to {MOST_ENTRIES} entries."));
    }
    for (field, list) in [("Rules", &form.rules), ("Amenities", &form.amenities)] {
        for (index, text) in list.iter().enumerate().take(MOST_ENTRIES) {
            problems.take(&format!("{field}.{index}"), at_most(text, 2000));
        }
    }
}

/// Counted in characters, as people count.
fn at_most(text: &str, most: usize) -> Result<(), CoreError> {
    // No text of fewer bytes has more characters.
    if text.len() <= most || text.chars().count() <= most {
        return Ok(());
    }
    Err(CoreError::new("too_long", format!("Please keep this under {most} characters.")))
}
