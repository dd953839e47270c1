//! The form as the browser holds it.

use serde::{Deserialize, Serialize};

use crate::editor::defaults;
use crate::flag::Flag;
use crate::race::{Accommodation, DistanceStart, schedule};

/// The link of a sponsor; its logo travels beside it as a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct PartnerLink {
    /// Where the logo leads; may be blank.
    pub link: String,
}

/// All fields of the Create Race form but its files. The names are those of the multipart fields (SPEC §7).
///
/// `Day`, `StartTime` and the frames are derived when the race is made. A missing field has its default, so that a draft of
/// an older form can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
#[allow(missing_docs, reason = "the fields are those of Race")]
pub struct CreateForm {
    pub race: String,
    pub date: String,
    pub time_zone: String,
    pub distance: String,
    pub distance_start_times: Vec<DistanceStart>,
    pub max_capacity: Flag,
    #[serde(rename = "isCanceled")]
    pub is_canceled: Flag,
    /// Whether administrators alone see the page until it is published.
    #[cfg_attr(target_arch = "wasm32", serde(default), tsify(optional))]
    #[serde(rename = "isHidden")]
    pub is_hidden: Flag,
    pub link: String,

    pub card_location: String,
    pub info: String,

    pub about: String,
    pub string_address: String,
    pub coordinates: String,
    pub military_base: Flag,
    pub military_base_name: String,
    pub military_base_deadline: String,
    pub military_base_form_link: String,

    pub course_description: String,
    /// 2 or 3.
    pub number_of_courses: u32,
    #[serde(alias = "CourseEmbed1")]
    pub course1: String,
    #[serde(alias = "CourseEmbed2")]
    pub course2: String,
    #[serde(alias = "CourseEmbed3")]
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
    #[serde(rename = "requireID")]
    pub require_id: Flag,
    #[serde(rename = "noCoaches")]
    pub no_coaches: Flag,
    pub age_requirement: u32,

    pub accommodation_enabled: Flag,
    pub accommodation: Vec<Accommodation>,
    pub donate_button_enabled: Flag,
    pub donate_link: String,
    pub volunteer_button_enabled: Flag,
    pub volunteer_link: String,
    pub sponsor_button_enabled: Flag,
    pub sponsor_link: String,
    pub community_partners_enabled: Flag,
    pub community_partners_data: Vec<PartnerLink>,

    pub race_map: String,
    pub youtube_link: String,
    pub smug_mug_embed: String,
}

impl Default for CreateForm {
    /// A new form (SPEC §5, §9): three distances at 8:30 AM, two courses, the company's usual texts and rules.
    fn default() -> Self {
        let settings = defaults::RuleSettings::default();
        Self {
            race: String::new(),
            date: String::new(),
            time_zone: crate::dates::DEFAULT_ZONE.name().into(),
            distance: "Half, 10K, 5K".into(),
            distance_start_times: schedule::default_rows(),
            max_capacity: Flag::FALSE,
            is_canceled: Flag::FALSE,
            is_hidden: Flag::FALSE,
            link: String::new(),
            card_location: String::new(),
            info: String::new(),
            about: String::new(),
            string_address: String::new(),
            coordinates: String::new(),
            military_base: Flag::FALSE,
            military_base_name: String::new(),
            military_base_deadline: String::new(),
            military_base_form_link: String::new(),
            course_description: String::new(),
            number_of_courses: 2,
            course1: String::new(),
            course2: String::new(),
            course3: String::new(),
            more_info: String::new(),
            packet_pick_up: defaults::PACKET_PICK_UP.into(),
            timing: defaults::TIMING.into(),
            training: String::new(),
            safety: String::new(),
            refund: defaults::REFUND.into(),
            award_text: defaults::AWARD_TEXT.into(),
            rules: defaults::rules(settings),
            amenities: Vec::new(),
            require_id: settings.require_id,
            no_coaches: settings.no_coaches,
            age_requirement: settings.age_requirement,
            accommodation_enabled: Flag::FALSE,
            accommodation: vec![Accommodation::default()],
            donate_button_enabled: Flag::FALSE,
            donate_link: String::new(),
            volunteer_button_enabled: Flag::FALSE,
            volunteer_link: String::new(),
            sponsor_button_enabled: Flag::FALSE,
            sponsor_link: String::new(),
            community_partners_enabled: Flag::FALSE,
            community_partners_data: Vec::new(),
            race_map: String::new(),
            youtube_link: String::new(),
            smug_mug_embed: String::new(),
        }
    }
}
