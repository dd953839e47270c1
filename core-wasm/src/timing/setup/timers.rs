//! The timer codes of a setup: read from one text or from a list.

use serde::{Deserialize, Deserializer};

use super::Setup;
use crate::timing::read::clean_bib;

/// The entry that means every code.
const ALL: &str = "all";

impl Setup {
    /// Whether the setup says which timer codes are the race's own.
    pub fn names_timers(&self) -> bool {
        self.timer_codes.iter().any(|code| !code.trim().is_empty())
    }

    /// Whether reads with this code count, by the codes that the setup names. Zeros before a code do not matter.
    pub fn has_timer(&self, code: &str) -> bool {
        self.timer_codes.iter().any(|own| own.trim().eq_ignore_ascii_case(ALL) || clean_bib(own) == clean_bib(code))
    }
}

/// Reads one code, a list of codes, or null.
pub(super) fn one_or_several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Codes {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Option::deserialize(deserializer)? {
        None => Vec::new(),
        Some(Codes::One(code)) => Some(code).filter(|code| !code.trim().is_empty()).into_iter().collect(),
        Some(Codes::Several(codes)) => codes,
    })
}
