//! The texts and rules that a new race starts with (SPEC §9).

use serde::{Deserialize, Serialize};

use crate::flag::Flag;

/// The settings of the default rules (SPEC §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(not(target_arch = "wasm32"), serde(default))]
pub struct RuleSettings {
    /// Whether a photo ID is shown at packet pick-up.
    #[serde(rename = "requireID")]
    pub require_id: Flag,
    /// Whether coaches and pacers are forbidden on the course.
    #[serde(rename = "noCoaches")]
    pub no_coaches: Flag,
    /// The minimum age in years; 0 means any.
    #[serde(rename = "AgeRequirement")]
    pub age_requirement: u32,
}

impl Default for RuleSettings {
    fn default() -> Self {
        Self { require_id: Flag::TRUE, no_coaches: Flag::FALSE, age_requirement: 12 }
    }
}

/// The awards (SPEC §9). The oldest age group is written `60+` here; results and filters have another label for it
/// ([`crate::timing::age::GROUPS`]).
pub const AWARD_TEXT: &str = "The top three male and top three female runners overall in each distance receive acrylic awards. \
    Age-group medals go to the top three in each group: 13 and under, 14-19, 20-29, 30-39, 40-49, 50-59 and \
    60+.";

/// Refunds and transfers (SPEC §9).
pub const REFUND: &str = "A refund can be requested up to 48 hours before the start. You can also transfer your entry to another race: \
    transfer fees start at $25, and the deadline is 1-4 weeks before race day, depending on the race.";

/// Where and when bibs are given out (SPEC §9).
pub const PACKET_PICK_UP: &str = "Bibs are picked up on race day only, at the start, until 30 minutes before the start.";

/// How the race is timed (SPEC §9).
pub const TIMING: &str =
    "Chip timing with splits along the course. Your chip is on your bib: wear it on the front and keep it flat.";

/// The rules of a new race, generated once when its list is empty (SPEC §4, §9).
pub fn rules(settings: RuleSettings) -> Vec<String> {
    let mut rules = vec!["Bib pick-up is on race day only and closes 30 minutes before the start.".to_owned()];
    if settings.require_id.0 {
        rules.push("Bring a photo ID to pick up your bib. Nobody can pick it up for you.".into());
    }
    if settings.age_requirement > 0 {
        rules.push(format!("Runners must be at least {} years old on race day.", settings.age_requirement));
    }
    rules.push("Wear your bib on the front, with its chip, so that your splits and your finish are timed.".into());
    rules
        .push("The half marathon has a limit of 3 hours. The finish chute closes 2 hours and 45 minutes after the start.".into());
    rules.push("If you start late, cross the timing mat within 3 minutes of the start to count for awards.".into());
    rules.push("Water stations stand about every 1.5 miles.".into());
    if settings.no_coaches.0 {
        rules.push("Coaches, pacers and bicycles may not go along with a runner on the course.".into());
    }
    rules
}

/// Whether the rules differ from the default ones, so that replacing them would lose text.
pub fn has_own(rules: &[String], settings: RuleSettings) -> bool {
    !rules.is_empty() && rules != self::rules(settings)
}

/// The rules after their settings changed: default rules are generated again, rules that a person edited stay unchanged.
pub fn updated_rules(rules: Vec<String>, before: RuleSettings, after: RuleSettings) -> Vec<String> {
    if rules == self::rules(before) { self::rules(after) } else { rules }
}
