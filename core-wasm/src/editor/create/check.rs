//! The checks of a form (SPEC §5).
//!
//! The spec requires little: a page may be created with most fields blank. The checks find what would break or endanger the
//! page: the name; dates, times, links and frames that can't be read or are unsafe; and sizes.

use super::CreateForm;
use crate::dates::{self, RaceDate, StartTime};
use crate::editor::fields::{Field, FieldValue, Input};
use crate::error::{CoreError, Problems};
use crate::flag::Flag;
use crate::links;
use crate::race::embed;
use crate::race::{DistanceStart, framing, name};
use crate::text;

/// The maximum length of a one-line text, in characters.
const LONGEST_LINE: usize = 300;
/// The maximum length of a text, in characters.
const LONGEST_TEXT: usize = 20_000;
/// The maximum length of a list's entry, in characters.
const LONGEST_ENTRY: usize = 2000;
/// The maximum number of entries of a list.
const MOST_ENTRIES: usize = 100;
/// The maximum number of distances of a race.
const MOST_DISTANCES: usize = 20;
/// The maximum age that a race can require, in years.
const HIGHEST_AGE: u32 = 99;

/// Returns everything wrong with a form; the browser shows it at the fields, and the server refuses the form with it.
///
/// `today` is the date at the race's place; `extra_hosts` is as in [`embed::parse`].
pub fn check(form: &CreateForm, today: RaceDate, extra_hosts: &[String]) -> Problems {
    let mut problems = Problems::default();
    problems.take("Race", name::check(&form.race));
    check_distances(&form.distance_start_times, &mut problems);
    let values = form.direct_values();
    let is_on =
        |name: &str| values.iter().any(|(field, value)| field.name == name && matches!(value, FieldValue::Switch(Flag::TRUE)));
    for (field, value) in &values {
        // A third course of a race with two courses is not shown, nor is a field whose switch is off.
        let hidden =
            (field.name == "Course3" && form.number_of_courses != 3) || !(field.shown_by.is_empty() || is_on(field.shown_by));
        match value {
            FieldValue::Text(text) if !hidden => check_text(field, text, today, extra_hosts, &mut problems),
            FieldValue::Texts(texts) => check_entries(field, texts, &mut problems),
            FieldValue::Number(age) if *age > HIGHEST_AGE => problems.0.push(too_old().at(field.name)),
            _ => {}
        }
    }
    check_own(form, &mut problems);
    problems
}

/// Reads an age that was typed as any number; `NaN` is the blank field, which means 0. Fails for a number that the record cannot
/// store; [`check`] finds the stored ones that are too high.
pub fn read_age(typed: f64) -> Result<u32, CoreError> {
    if typed.is_nan() {
        return Ok(0);
    }
    if typed > f64::from(u32::MAX) {
        return Err(too_old());
    }
    if typed < 0.0 || typed.fract() != 0.0 {
        return Err(CoreError::new("fraction", "Please give the age in whole years."));
    }
    Ok(typed as u32)
}

fn too_old() -> CoreError {
    CoreError::new("age", format!("Please give an age of at most {HIGHEST_AGE} years."))
}

/// Checks a field's text by the kind of its input.
fn check_text(field: &Field, text: &str, today: RaceDate, extra_hosts: &[String], problems: &mut Problems) {
    let name = field.name;
    match field.input {
        Input::Line => drop(problems.take(name, at_most(text, LONGEST_LINE))),
        Input::Lines => drop(problems.take(name, at_most(text, LONGEST_TEXT))),
        Input::Date => check_date(name, text, today, problems),
        Input::Zone => drop(problems.take(name, dates::zone(text))),
        Input::Link => drop(problems.take(name, links::check(text))),
        Input::Path => drop(problems.take(name, links::check_path(text))),
        Input::Point if !text.trim().is_empty() && embed::point(text).is_none() => {
            problems.add(name, "unreadable_coordinates", "Please enter latitude and longitude like 40.8448, -73.8648.");
        }
        _ => {}
    }
    if let Some(kind) = field.frame {
        problems.take(name, embed::parse(kind, text, extra_hosts));
    }
}

fn check_entries(field: &Field, texts: &[String], problems: &mut Problems) {
    if field.input == Input::Sites {
        return framing::check(field.name, texts, problems);
    }
    check_count(field.name, texts.len(), problems);
    for (index, text) in texts.iter().enumerate().take(MOST_ENTRIES) {
        problems.take(&format!("{}.{index}", field.name), at_most(text, LONGEST_ENTRY));
    }
}

fn check_count(name: &str, count: usize, problems: &mut Problems) {
    if count > MOST_ENTRIES {
        problems.add(name, "too_many", format!("Please keep to {MOST_ENTRIES} entries."));
    }
}

fn check_date(name: &str, text: &str, today: RaceDate, problems: &mut Problems) {
    if text.trim().is_empty() {
        return;
    }
    let date = problems.take(name, text.parse::<RaceDate>());
    if date.is_some_and(|date| date.years_after(today) > 10) {
        problems.add(name, "far_date", "This date is more than ten years away. Please check the year.");
    }
}

/// A row with a distance needs a start time; a row without a distance may be blank, but must not contain an unreadable time.
fn check_distances(rows: &[DistanceStart], problems: &mut Problems) {
    if rows.len() > MOST_DISTANCES {
        problems.add("DistanceStartTimes", "too_many", format!("Please keep to {MOST_DISTANCES} distances."));
        return;
    }
    let mut names_so_far: Vec<String> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let (name, at) = (text::lowercase(row.distance.trim()), format!("DistanceStartTimes.{index}"));
        let nameless = text::is_blank(&name);
        if !(nameless && row.start_time.trim().is_empty()) {
            problems.take(&format!("{at}.startTime"), row.start_time.parse::<StartTime>());
        }
        if row.distance.chars().count() > 60 {
            problems.add(format!("{at}.distance"), "too_long", "Please keep a distance's name under 60 characters.");
        } else if !nameless && names_so_far.contains(&name) {
            problems.add(format!("{at}.distance"), "duplicate_distance", "Two distances have this name.");
        }
        names_so_far.push(name);
    }
}

/// Checks the fields that only the form has. The links of buttons are checked only when the button is enabled (SPEC §5).
fn check_own(form: &CreateForm, problems: &mut Problems) {
    if form.number_of_courses != 2 && form.number_of_courses != 3 {
        problems.add("NumberOfCourses", "courses", "A race has 2 or 3 courses.");
    }
    let links = [
        ("DonateLink", form.donate_button_enabled, &form.donate_link),
        ("VolunteerLink", form.volunteer_button_enabled, &form.volunteer_link),
        ("SponsorLink", form.sponsor_button_enabled, &form.sponsor_link),
    ];
    for (field, _, link) in links.iter().filter(|(_, on, _)| on.0) {
        problems.take(field, links::check(link));
    }
    check_count("CommunityPartnersData", form.community_partners_data.len(), problems);
    for (index, partner) in form.community_partners_data.iter().enumerate().take(MOST_ENTRIES) {
        if form.community_partners_enabled.0 {
            problems.take(&format!("CommunityPartnersData.{index}.Link"), links::check(&partner.link));
        }
    }
    if let Some(place) = form.accommodation.first() {
        problems.take("Accommodation.0.Description", at_most(&place.description, LONGEST_TEXT));
    }
}

/// Checks the length of a text in characters.
fn at_most(text: &str, most: usize) -> Result<(), CoreError> {
    // A text never has more characters than bytes.
    if text.len() <= most || text.chars().count() <= most {
        return Ok(());
    }
    Err(CoreError::new("too_long", format!("Please keep this under {most} characters.")))
}
