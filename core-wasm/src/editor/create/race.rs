//! The race that a form makes.

use super::CreateForm;
use crate::dates::RaceDate;
use crate::flag::Flag;
use crate::links;
use crate::race::{Accommodation, Button, CommunityPartners, Partner, Race, name, schedule};

/// The race of a form that [`super::check`] found right, without its pictures.
///
/// What the form does not say is derived: the weekday and the written date, the earliest start, and the distances' names
/// when the card's own text is blank.
pub fn to_race(form: CreateForm) -> Race {
    let date = form.date.parse::<RaceDate>().ok();
    let rows = form.distance_start_times;
    let distance = form.distance.trim();
    Race {
        name: name::check(&form.race).unwrap_or_default(),
        day: date.map(|date| date.weekday_name().to_owned()).unwrap_or_default(),
        date: date.map(|date| date.to_string()).unwrap_or_default(),
        start_time: schedule::earliest(&rows).map(|time| time.to_string()).unwrap_or_default(),
        distance: if distance.is_empty() { schedule::join(&rows) } else { distance.to_owned() },
        distance_start_times: rows,
        max_capacity: form.max_capacity,
        is_canceled: form.is_canceled,
        link: form.link.trim().to_owned(),
        time_zone: crate::dates::zone_or_default(&form.time_zone).name().to_owned(),
        card_location: form.card_location,
        info: form.info.trim().to_owned(),
        about: form.about,
        string_address: form.string_address,
        coordinates: form.coordinates.trim().to_owned(),
        military_base: form.military_base,
        military_base_name: form.military_base_name,
        military_base_deadline: form.military_base_deadline,
        military_base_form_link: kept(&form.military_base_form_link),
        course_description: form.course_description,
        course1: form.course1,
        course2: form.course2,
        course3: if form.number_of_courses == 3 { form.course3 } else { String::new() },
        more_info: form.more_info,
        packet_pick_up: form.packet_pick_up,
        timing: form.timing,
        training: form.training,
        safety: form.safety,
        refund: form.refund,
        award_text: form.award_text,
        rules: form.rules,
        amenities: form.amenities,
        accommodation: accommodation(form.accommodation_enabled, form.accommodation),
        donate_button: button(form.donate_button_enabled, &form.donate_link),
        volunteer_button: button(form.volunteer_button_enabled, &form.volunteer_link),
        sponsor_button: button(form.sponsor_button_enabled, &form.sponsor_link),
        community_partners: CommunityPartners {
            enabled: form.community_partners_enabled,
            partners: form.community_partners_data.iter().map(|p| Partner { link: kept(&p.link), image: None }).collect(),
        },
        race_map: form.race_map,
        youtube_link: form.youtube_link,
        smug_mug_embed: form.smug_mug_embed,
        require_id: form.require_id,
        no_coaches: form.no_coaches,
        age_requirement: form.age_requirement,
        ..Race::default()
    }
}

fn button(enabled: Flag, link: &str) -> Vec<Button> {
    vec![Button { enabled, link: kept(link) }]
}

/// The toggle `AccommodationEnabled` goes before what the list says (SPEC §4).
fn accommodation(enabled: Flag, list: Vec<Accommodation>) -> Vec<Accommodation> {
    let description = list.into_iter().next().map(|first| first.description).unwrap_or_default();
    vec![Accommodation { enabled, description }]
}

/// A link behind a toggle that is off is not checked on the screen, where nobody sees it; so it is kept only when it is safe.
fn kept(link: &str) -> String {
    links::safe(link).unwrap_or_default()
}
