//! A new form (SPEC §5, §9).

use serde::{Deserialize, Serialize};

use crate::editor::defaults::{self, RuleSettings};
use crate::editor::table::CreateForm;
use crate::race::{Accommodation, schedule};

/// The link of a sponsor; its logo is sent as a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase")]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct PartnerLink {
    /// The address that the logo links to; may be blank.
    pub link: String,
}

impl Default for CreateForm {
    /// A new form: three distances at 8:30 AM, two courses, the company's default texts and rules.
    fn default() -> Self {
        let settings = RuleSettings::default();
        Self {
            time_zone: crate::dates::DEFAULT_ZONE.name().into(),
            distance: "Half, 10K, 5K".into(),
            distance_start_times: schedule::default_rows(),
            number_of_courses: 2,
            packet_pick_up: defaults::PACKET_PICK_UP.into(),
            timing: defaults::TIMING.into(),
            refund: defaults::REFUND.into(),
            award_text: defaults::AWARD_TEXT.into(),
            rules: defaults::rules(settings),
            require_id: settings.require_id,
            no_coaches: settings.no_coaches,
            age_requirement: settings.age_requirement,
            accommodation: vec![Accommodation::default()],
            ..Self::blank()
        }
    }
}
