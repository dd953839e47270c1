//! The race that a form makes, and the form of a race.

use super::{CreateForm, PartnerLink};
use crate::dates::DEFAULT_ZONE;
use crate::flag::Flag;
use crate::links;
use crate::race::{Accommodation, Button, CommunityPartners, Partner, Race, name, schedule};

/// The race of a form that [`super::check`] found right, without its pictures.
///
/// What follows from other fields is derived: the weekday and the written date, the earliest start, and the card's distances from
/// the rows' names (SPEC §5); the card's own text counts where no row has a name.
pub fn to_race(form: CreateForm) -> Race {
    let mut race = Race {
        name: name::check(&form.race).unwrap_or_default(),
        date: form.date,
        distance: form.distance,
        distance_start_times: form.distance_start_times,
        max_capacity: form.max_capacity,
        is_canceled: form.is_canceled,
        is_hidden: form.is_hidden,
        link: links::typed(&form.link),
        time_zone: crate::dates::zone_or_default(&form.time_zone).name().to_owned(),
        card_location: form.card_location,
        info: links::typed_path(&form.info),
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
    };
    schedule::derive_distance(&mut race);
    schedule::settle(&mut race);
    race
}

impl CreateForm {
    /// The form that would make this race: what [`super::check`] says of it, it says of the race.
    pub fn of(race: &Race) -> Self {
        let race = race.clone();
        let button = |list: Vec<Button>| list.into_iter().next().map(|first| (first.enabled, first.link)).unwrap_or_default();
        let (donate_button_enabled, donate_link) = button(race.donate_button);
        let (volunteer_button_enabled, volunteer_link) = button(race.volunteer_button);
        let (sponsor_button_enabled, sponsor_link) = button(race.sponsor_button);
        let partners = race.community_partners;
        Self {
            race: race.name,
            date: race.date,
            time_zone: if race.time_zone.is_empty() { DEFAULT_ZONE.name().into() } else { race.time_zone },
            distance: race.distance,
            distance_start_times: race.distance_start_times,
            max_capacity: race.max_capacity,
            is_canceled: race.is_canceled,
            is_hidden: race.is_hidden,
            link: race.link,
            card_location: race.card_location,
            info: race.info,
            about: race.about,
            string_address: race.string_address,
            coordinates: race.coordinates,
            military_base: race.military_base,
            military_base_name: race.military_base_name,
            military_base_deadline: race.military_base_deadline,
            military_base_form_link: race.military_base_form_link,
            course_description: race.course_description,
            number_of_courses: if race.course3.trim().is_empty() { 2 } else { 3 },
            course1: race.course1,
            course2: race.course2,
            course3: race.course3,
            more_info: race.more_info,
            packet_pick_up: race.packet_pick_up,
            timing: race.timing,
            training: race.training,
            safety: race.safety,
            refund: race.refund,
            award_text: race.award_text,
            rules: race.rules,
            amenities: race.amenities,
            require_id: race.require_id,
            no_coaches: race.no_coaches,
            age_requirement: race.age_requirement,
            accommodation_enabled: race.accommodation.first().map(|first| first.enabled).unwrap_or_default(),
            accommodation: race.accommodation,
            donate_button_enabled,
            donate_link,
            volunteer_button_enabled,
            volunteer_link,
            sponsor_button_enabled,
            sponsor_link,
            community_partners_enabled: partners.enabled,
            community_partners_data: partners.partners.into_iter().map(|partner| PartnerLink { link: partner.link }).collect(),
            race_map: race.race_map,
            youtube_link: race.youtube_link,
            smug_mug_embed: race.smug_mug_embed,
        }
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
    links::safe(&links::typed(link)).unwrap_or_default()
}
