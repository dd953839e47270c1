//! The race as it is sent (SPEC §3). Field names in JSON are the spec's.
//!
//! In native builds a missing field is blank. In the browser's build a missing field is an error, because `serde(default)` would
//! turn every field of the TypeScript type into an optional one.
//!
//! Dates and times are texts here, since a record may contain an old or a blank one; [`crate::dates`] parses them.

use serde::{Deserialize, Serialize};

use crate::flag::Flag;

/// One distance and when it starts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct DistanceStart {
    /// Its name: `Half`, `10K`, `5K`.
    pub distance: String,
    /// Its start, `h:mm AM`, in the race's zone.
    pub start_time: String,
}

/// A picture: its bytes in base64, or (with `?images=url`) the address where it can be fetched.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct Image {
    /// Its media type, `image/webp`.
    pub content_type: String,
    /// Its bytes in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub data: Option<String>,
    /// Its address on this site.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub url: Option<String>,
    /// Its width in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub width: Option<u32>,
    /// Its height in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub height: Option<u32>,
}

/// A picture of the memories gallery.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct MemImage {
    /// The id by which it is deleted.
    #[serde(alias = "id")]
    pub image_id: String,
    /// The picture.
    #[serde(flatten)]
    pub image: Image,
}

/// A sponsor: a link and a logo.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct Partner {
    /// The address that the logo links to; may be blank.
    pub link: String,
    /// The logo. A partner without one is not shown (SPEC §2).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub image: Option<Image>,
}

/// The sponsors of a race.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct CommunityPartners {
    /// Whether the section shows.
    pub enabled: Flag,
    /// The sponsors, in their order.
    pub partners: Vec<Partner>,
}

/// The Donate, Volunteer or Become a Sponsor button. A race has a list of each, of which only the first is used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct Button {
    /// Whether the button is active.
    pub enabled: Flag,
    /// The address that it opens.
    pub link: String,
}

/// Where runners can sleep. A race has a list of it, of which only the first is used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct Accommodation {
    /// Whether the section shows.
    pub enabled: Flag,
    /// Its text.
    pub description: String,
}

/// A page of another site that may be shown in a frame: rebuilt from the text that an administrator pasted, never the pasted
/// markup itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Frame {
    /// The name of the provider that serves it: `Google Maps`.
    pub provider: String,
    /// Its address: https, a known host, no user info and no port.
    pub url: String,
    /// The frame's title for screen readers.
    pub title: String,
}

/// The frames of a race's page, made by the rules of [`super::embed`] from the fields of the same names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[allow(missing_docs, reason = "each is the frame of the race's field of the same name")]
pub struct Frames {
    /// The map of the race's place, from `Coordinates` or `StringAddress`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub map: Option<Frame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub course1: Option<Frame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub course2: Option<Frame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub course3: Option<Frame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub race_map: Option<Frame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub youtube: Option<Frame>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub smug_mug: Option<Frame>,
}

/// The full record of a race (SPEC §3).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
// Serde treats a memory's flattened picture as a map, which would become a JavaScript Map.
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify), tsify(hashmap_as_object))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[allow(missing_docs, reason = "the fields are the spec's, named as there")]
pub struct Race {
    /// The name, which identifies the race everywhere.
    #[serde(rename = "Race")]
    pub name: String,
    /// The weekday of `Date`.
    pub day: String,
    /// `June 15, 2024`.
    pub date: String,
    /// The earliest of the start times.
    pub start_time: String,
    /// The distances' names, joined with commas.
    pub distance: String,
    pub distance_start_times: Vec<DistanceStart>,
    pub max_capacity: Flag,
    #[serde(rename = "isCanceled")]
    pub is_canceled: Flag,
    /// Whether only administrators see the page (DESIGN §5). Present for hidden races only.
    #[cfg_attr(target_arch = "wasm32", serde(default), tsify(optional))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Flag>))]
    #[serde(rename = "isHidden", skip_serializing_if = "Flag::is_false")]
    pub is_hidden: Flag,
    /// The address of the registration.
    pub link: String,
    /// The race's IANA zone, in which its times are given (DESIGN §5).
    pub time_zone: String,

    pub card_location: String,
    /// The card's website path.
    pub info: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub race_logo: Option<Image>,

    pub about: String,
    pub string_address: String,
    /// Latitude and longitude in degrees, `40.8448, -73.8648`; may be blank.
    pub coordinates: String,
    pub military_base: Flag,
    pub military_base_name: String,
    /// Free text.
    pub military_base_deadline: String,
    pub military_base_form_link: String,

    pub course_description: String,
    pub course1: String,
    pub course2: String,
    pub course3: String,

    pub more_info: String,
    pub packet_pick_up: String,
    pub timing: String,
    pub training: String,
    pub safety: String,
    pub refund: String,
    pub award_text: String,
    pub rules: Vec<String>,
    pub amenities: Vec<String>,

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
    pub mem_images: Vec<MemImage>,

    /// The text that an administrator pasted for the live map.
    pub race_map: String,
    pub youtube_link: String,
    pub smug_mug_embed: String,
    /// The sites that may show the race's live results in a frame, as they were typed ([`super::framing`]); a record that was stored
    /// before has none.
    #[cfg_attr(target_arch = "wasm32", serde(default, deserialize_with = "crate::text::or_default"), tsify(optional))]
    pub live_sites: Vec<String>,

    #[serde(rename = "requireID")]
    pub require_id: Flag,
    #[serde(rename = "noCoaches")]
    pub no_coaches: Flag,
    /// In years; 12 by default.
    pub age_requirement: u32,

    /// The frames that the page shows; computed when the race is read, never stored.
    pub frames: Frames,
}

/// A race in an administrator's list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct RaceListItem {
    /// Its id, which stays the same when the race is renamed; blank for callers who may not change the race.
    #[cfg_attr(target_arch = "wasm32", serde(default), tsify(optional))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its date; may be blank.
    pub date: String,
    /// Its zone; blank means the default.
    #[cfg_attr(target_arch = "wasm32", serde(default), tsify(optional))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    #[serde(rename = "timeZone", skip_serializing_if = "String::is_empty")]
    pub time_zone: String,
    /// Whether only administrators see its page.
    #[cfg_attr(target_arch = "wasm32", serde(default), tsify(optional))]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Flag>))]
    #[serde(rename = "isHidden", skip_serializing_if = "Flag::is_false")]
    pub is_hidden: Flag,
}

/// The date and start times of a race: the fields that the live window needs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct RaceDateEntry {
    /// Its date.
    pub date: String,
    /// Its distances and their starts.
    pub distance_start_times: Vec<DistanceStart>,
    /// Its zone; blank means the default.
    pub time_zone: String,
    /// Its name.
    pub race: String,
    /// Whether it is canceled.
    #[cfg_attr(target_arch = "wasm32", serde(default, deserialize_with = "crate::text::or_default"), tsify(optional))]
    #[serde(rename = "isCanceled")]
    pub is_canceled: Flag,
}

impl From<Race> for RaceDateEntry {
    fn from(race: Race) -> Self {
        Self {
            date: race.date,
            distance_start_times: race.distance_start_times,
            time_zone: race.time_zone,
            race: race.name,
            is_canceled: race.is_canceled,
        }
    }
}

/// A race in the calendar.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct RaceCard {
    pub race: String,
    pub date: String,
    pub day: String,
    pub distance: String,
    pub distance_start_times: Vec<DistanceStart>,
    pub card_location: String,
    pub info: String,
    #[serde(rename = "isCanceled")]
    pub is_canceled: Flag,
    pub max_capacity: Flag,
    pub link: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub race_logo: Option<Image>,
    pub time_zone: String,
}
