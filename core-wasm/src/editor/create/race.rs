//! Converts a form to a race, and a race to a form.

use super::{CreateForm, PartnerLink};
use crate::dates::DEFAULT_ZONE;
use crate::flag::Flag;
use crate::links;
use crate::race::{Accommodation, Button, CommunityPartners, Partner, Race, name, schedule};
use crate::text;

/// The race of a form in which [`super::check`] found no problem, without its pictures.
///
/// These fields are derived: the weekday and the date's standard form, the earliest start, and the card's distances from
/// the names of the rows (SPEC §5); the card's own text is used when no row has a name. Rows without a name are left out, because
/// a page would show them as empty labels.
pub fn to_race(form: CreateForm) -> Race {
    let third = form.number_of_courses == 3;
    let mut race = Race::from(form);
    race.name = name::check(&race.name).unwrap_or_default();
    race.link = links::completed(&race.link);
    race.time_zone = crate::dates::zone_or_default(&race.time_zone).name().to_owned();
    race.info = links::completed_path(&race.info);
    race.coordinates = race.coordinates.trim().to_owned();
    race.military_base_form_link = safe_or_blank(&race.military_base_form_link);
    race.distance_start_times.retain(|row| !text::is_blank(&row.distance));
    if !third {
        race.course3.clear();
    }
    let buttons = [&mut race.donate_button, &mut race.volunteer_button, &mut race.sponsor_button];
    for button in buttons.into_iter().flatten() {
        button.link = safe_or_blank(&button.link);
    }
    for partner in &mut race.community_partners.partners {
        partner.link = safe_or_blank(&partner.link);
    }
    schedule::derive_distance(&mut race);
    schedule::derive_fields(&mut race);
    race
}

impl From<CreateForm> for Race {
    /// Converts the form's fields to the record, as they were typed.
    fn from(form: CreateForm) -> Self {
        let button = |enabled: Flag, link: &str| vec![Button { enabled, link: link.into() }];
        // The switch takes precedence over the list's own flag (SPEC §4).
        let description = form.accommodation.first().map(|first| first.description.clone()).unwrap_or_default();
        let partner = |link: &PartnerLink| Partner { link: link.link.clone(), image: None };
        let mut race = Self {
            name: form.race.clone(),
            distance_start_times: form.distance_start_times.clone(),
            is_hidden: form.is_hidden,
            accommodation: vec![Accommodation { enabled: form.accommodation_enabled, description }],
            donate_button: button(form.donate_button_enabled, &form.donate_link),
            volunteer_button: button(form.volunteer_button_enabled, &form.volunteer_link),
            sponsor_button: button(form.sponsor_button_enabled, &form.sponsor_link),
            community_partners: CommunityPartners {
                enabled: form.community_partners_enabled,
                partners: form.community_partners_data.iter().map(partner).collect(),
            },
            ..Self::default()
        };
        form.copy_direct_fields(&mut race);
        race
    }
}

impl CreateForm {
    /// The form that would create this race: the problems that [`super::check`] finds in it are those of the race.
    pub fn of(race: &Race) -> Self {
        let button = |list: &[Button]| list.first().map(|first| (first.enabled, first.link.clone())).unwrap_or_default();
        let (donate_button_enabled, donate_link) = button(&race.donate_button);
        let (volunteer_button_enabled, volunteer_link) = button(&race.volunteer_button);
        let (sponsor_button_enabled, sponsor_link) = button(&race.sponsor_button);
        let partners = &race.community_partners;
        Self {
            race: race.name.clone(),
            time_zone: if race.time_zone.is_empty() { DEFAULT_ZONE.name().into() } else { race.time_zone.clone() },
            distance_start_times: race.distance_start_times.clone(),
            is_hidden: race.is_hidden,
            number_of_courses: if race.course3.trim().is_empty() { 2 } else { 3 },
            accommodation_enabled: race.accommodation.first().map(|first| first.enabled).unwrap_or_default(),
            accommodation: race.accommodation.clone(),
            donate_button_enabled,
            donate_link,
            volunteer_button_enabled,
            volunteer_link,
            sponsor_button_enabled,
            sponsor_link,
            community_partners_enabled: partners.enabled,
            community_partners_data: partners.partners.iter().map(|one| PartnerLink { link: one.link.clone() }).collect(),
            ..Self::from_direct_fields(race.clone())
        }
    }
}

/// The form that would create this race, with this number of course maps when it is known.
pub fn form(race: &Race, courses: Option<u32>) -> CreateForm {
    let form = CreateForm::of(race);
    CreateForm { number_of_courses: courses.unwrap_or(form.number_of_courses), ..form }
}

/// Returns a link only when it is safe, otherwise blank: a link whose switch is off is not shown and was not checked.
fn safe_or_blank(link: &str) -> String {
    links::safe(&links::completed(link)).unwrap_or_default()
}
