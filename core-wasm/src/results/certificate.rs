//! Certificates: what stands on one, and what its check says. The signature is made and compared by the server.

use serde::{Deserialize, Serialize};

use super::leaderboard::ResultLine;
use crate::dates::{self, Tz};
use crate::text::ordinal;

/// What a certificate says. It is of one version of the results and never changes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Certificate {
    /// The race's name.
    pub race: String,
    /// Its date, `June 15, 2024`.
    pub date: String,
    /// The contest's name.
    pub contest: String,
    /// The finisher's name.
    pub name: String,
    /// The bib.
    pub bib: String,
    /// The official time.
    pub time: String,
    /// Which time that is: `Gun time` or `Chip time`.
    pub clock: String,
    /// The places in words: `3rd of 412 overall`, `1st of the women`, …
    pub places: Vec<String>,
}

/// What the check of a certificate's code says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    /// Whether the site made this certificate.
    pub genuine: bool,
    /// Whether the results still say the same.
    pub current: bool,
    /// What the check found, as a sentence.
    pub message: String,
    /// What the certificate says; absent for a code that the site did not make, and for a runner who is private.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// The path of the runner's page, where the results still have the runner; else empty.
    pub page: String,
}

/// What the check of a code finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// The code is not signed by this site.
    Altered,
    /// The results still say what the certificate says.
    Current,
    /// Corrected results, published at this instant, say otherwise.
    Corrected(i64),
    /// The results were taken back.
    TakenBack,
    /// The runner is private.
    Private,
}

impl Check {
    /// What it says, as a sentence.
    pub fn message(self, zone: Tz) -> String {
        match self {
            Self::Altered => "This is not one of our certificates: its address was altered or mistyped.".to_owned(),
            Self::Current => "This certificate is genuine, and the results still say the same.".to_owned(),
            Self::Corrected(at) => {
                let at = dates::minute_text(at, zone);
                format!("This certificate is genuine, but the results were corrected on {at} and now say otherwise.")
            }
            Self::TakenBack => "This certificate is genuine, but the results were taken back.".to_owned(),
            Self::Private => "This certificate is genuine. The runner has chosen to be private.".to_owned(),
        }
    }
}

/// The certificate of a finisher's line; `None` for a line without a finish or disqualified. `finishers`, `of_gender` and `of_group`
/// are how many lines have a place among all, in the gender, and in the gender's age group.
pub fn of(line: &ResultLine, by_gun: bool, [finishers, of_gender, of_group]: [i64; 3]) -> Option<Certificate> {
    if line.status != "finished" || line.official_time_ms.is_none() {
        return None;
    }
    let gender = match line.gender.as_str() {
        "m" => "men",
        "f" => "women",
        "a" => "non-binary runners",
        _ => "",
    };
    let mut places = Vec::new();
    if line.overall_rank > 0 {
        places.push(format!("{} of {finishers} overall", ordinal(line.overall_rank)));
    }
    // A place of one is none.
    if line.gender_rank > 0 && of_gender > 1 && !gender.is_empty() {
        places.push(format!("{} of {of_gender} {gender}", ordinal(line.gender_rank)));
    }
    if line.age_group_rank > 0 && of_group > 1 && !line.age_group.is_empty() {
        let group = if gender.is_empty() { line.age_group.clone() } else { format!("{gender} {}", line.age_group) };
        places.push(format!("{} of {of_group} {group}", ordinal(line.age_group_rank)));
    }
    // A hybrid contest ranks some by one time and some by the other: the one that decided is the official one.
    let gun = by_gun || line.by_gun;
    Some(Certificate {
        race: line.race.clone(),
        date: line.date.clone(),
        contest: line.contest.clone(),
        name: format!("{} {}", line.firstname, line.lastname).trim().to_owned(),
        bib: line.bib.clone(),
        time: if gun { line.gun_time.clone() } else { line.chip_time.clone() },
        clock: if gun { "Gun time" } else { "Chip time" }.to_owned(),
        places,
    })
}
