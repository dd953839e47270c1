//! Results that another system computed: the rows of RACE RESULT's lists and of RunSignup's results.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Parsed;
use crate::timing::elapsed;
use crate::timing::entrants::quoted;
use crate::timing::read::clean_bib;
use crate::timing::status::Override;
use crate::timing::table::cell::gender;

/// The result of one runner, as another system computed it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SentResult {
    /// The list or contest in which it stands; a runner can stand in several.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub list: String,
    /// The bib, as cleaned by [`clean_bib`].
    pub bib: String,
    /// The place, where the sender tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// May be empty.
    #[serde(rename = "firstname")]
    pub first_name: String,
    /// May be empty.
    #[serde(rename = "lastname")]
    pub last_name: String,
    /// `m`, `f`, `a` (Non-Binary) or empty.
    pub gender: String,
    /// The age on race day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<u32>,
    /// The time from the gun in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gun_ms: Option<i64>,
    /// The time from the runner's own start in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chip_ms: Option<i64>,
    /// DNF, DQ or DNS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Override>,
    /// The times at the splits, in the order of the row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub splits: Vec<SentSplit>,
}

/// A time at a split.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentSplit {
    /// The sender's name or number of the split.
    pub label: String,
    /// Milliseconds since the start.
    pub ms: i64,
}

impl SentResult {
    /// Reads a row, whatever the case of its columns and the punctuation in their names.
    pub(super) fn take(list: &str, number: usize, fields: &Map<String, Value>, parsed: &mut Parsed) {
        match read(list, fields) {
            Ok((result, doubt)) => {
                parsed.results.push(result);
                if let Some(doubt) = doubt {
                    parsed.report(number, doubt);
                }
            }
            Err(reason) => parsed.refuse(number, reason),
        }
    }
}

/// The row's value in the first of these columns that it has; texts are trimmed, and empty ones count as absent.
fn column(fields: &Map<String, Value>, names: &[&str]) -> Option<String> {
    let plain = |name: &str| name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    let value = |name: &&str| {
        let (_, value) = fields.iter().find(|(key, _)| plain(key) == *name)?;
        match value {
            Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    };
    names.iter().find_map(value)
}

fn read(list: &str, fields: &Map<String, Value>) -> Result<(SentResult, Option<String>), String> {
    let bib = column(fields, &["bib", "startno", "bibnumber"]).map(|bib| clean_bib(&bib)).filter(|bib| bib != "0");
    let mut result = SentResult {
        list: column(fields, &["contestname", "contest"]).unwrap_or_else(|| list.to_owned()),
        bib: bib.ok_or("The row has no bib.")?,
        place: column(fields, &["place", "rank", "overallrank"]).and_then(|place| place.trim_end_matches('.').parse().ok()),
        first_name: column(fields, &["firstname"]).unwrap_or_default(),
        last_name: column(fields, &["lastname"]).unwrap_or_default(),
        gender: gender(&column(fields, &["gender", "sex"]).unwrap_or_default())?.to_owned(),
        age: column(fields, &["age"]).and_then(|age| age.parse().ok()).filter(|age| (1..=120).contains(age)),
        ..SentResult::default()
    };
    let mut doubt = None;
    for (names, time) in [
        (["clocktime", "guntime", "finishgun"], &mut result.gun_ms),
        (["chiptime", "nettime", "finishchip"], &mut result.chip_ms),
    ] {
        let Some(text) = column(fields, &names) else { continue };
        match Override::in_words(&text) {
            Some(status) => result.status = result.status.or(Some(status)),
            // RunSignup's "did not qualify" is no status of ours.
            None if text.eq_ignore_ascii_case("DNQ") => doubt = Some(format!("Bib {} has DNQ instead of a time.", result.bib)),
            None => {
                *time =
                    Some(elapsed::parse(&text).ok_or_else(|| format!("The time {} is not one like 1:23:45.6.", quoted(&text)))?)
            }
        }
    }
    if let Some(text) = column(fields, &["status"]) {
        match text.as_str() {
            "0" => {}
            "1" => doubt = Some(format!("Bib {} is out of competition.", result.bib)),
            "2" => result.status = Some(Override::Dq),
            "3" => result.status = Some(Override::Dnf),
            // 5: did not show up.
            "4" | "5" => result.status = Some(Override::Dns),
            other => match Override::in_words(other) {
                Some(status) => result.status = Some(status),
                None => doubt = Some(format!("The status {} of bib {} is unknown.", quoted(other), result.bib)),
            },
        }
    }
    for (name, value) in fields {
        let (Some(label), Some(text)) = (name.strip_prefix("split-"), value.as_str().map(str::trim)) else { continue };
        if let Some(ms) = elapsed::parse(text) {
            result.splits.push(SentSplit { label: label.to_owned(), ms });
        }
    }
    Ok((result, doubt))
}
