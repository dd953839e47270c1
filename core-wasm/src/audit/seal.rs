//! What is said of the check of the chain of hashes.

use serde::{Deserialize, Serialize};

use super::words::moment;
use crate::dates::DEFAULT_ZONE;
use crate::notice::Tone;
use crate::text::grouped;

/// What a check has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SealVerdict {
    /// Every row is as it was written.
    Whole,
    /// A row was altered, or one is missing.
    Altered,
    /// The newest rows are missing: there were more at the check before.
    Cut,
    /// The record could not be read.
    Failed,
}

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SealResult {
    /// What it has found.
    pub verdict: SealVerdict,
    /// How many rows are as they were written, from the first one on.
    pub rows: i64,
    /// The first row that is not as it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub row: Option<i64>,
    /// When it ended, in epoch milliseconds.
    pub at: i64,
    /// How long it took, in milliseconds.
    pub took_ms: i64,
}

/// How far a check has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SealProgress {
    /// How many rows it has checked.
    pub rows: i64,
    /// Of how many.
    pub of: i64,
}

/// The seal of the record: the last check, and the one that is under way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AuditSeal {
    /// The last check since the program was started; absent when none has ended yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub last: Option<SealResult>,
    /// The check that is under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub running: Option<SealProgress>,
}

/// The words of the seal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SealWords {
    /// Green for success, red for an error.
    pub tone: Tone,
    /// The verdict.
    pub title: String,
    /// What it means: rows, and the time of the check.
    pub text: String,
    /// How far the check has come that is under way; empty when there is none.
    pub progress: String,
    /// The button that checks.
    pub button: String,
}

/// The words of the seal.
pub fn seal_words(seal: &AuditSeal) -> SealWords {
    let count = |rows: i64| match rows {
        1 => "1 row".to_owned(),
        rows => format!("{} rows", grouped(usize::try_from(rows).unwrap_or_default())),
    };
    let checked = |last: &SealResult| format!("Checked {}.", moment(last.at, DEFAULT_ZONE));
    let (tone, title, text) = match &seal.last {
        None => (Tone::Info, "The record is not checked yet", "It is checked when the server starts, and every day.".to_owned()),
        Some(last) => match last.verdict {
            SealVerdict::Whole if last.rows == 1 => {
                (Tone::Success, "The record is whole", format!("Its one row is as it was written. {}", checked(last)))
            }
            SealVerdict::Whole => (
                Tone::Success,
                "The record is whole",
                format!("All {} are as they were written, and none is missing. {}", count(last.rows), checked(last)),
            ),
            SealVerdict::Altered => (
                Tone::Error,
                "The record was altered",
                format!(
                    "Row {} is not as it was written, or the row before it is missing. Before it {} as written. {}",
                    grouped(last.row.and_then(|row| usize::try_from(row).ok()).unwrap_or_default()),
                    if last.rows == 1 { "1 row is".to_owned() } else { format!("{} are", count(last.rows)) },
                    checked(last)
                ),
            ),
            SealVerdict::Cut => (
                Tone::Error,
                "Rows of the record are missing",
                format!(
                    "The newest rows are gone: an earlier check found more than the {} of now. {}",
                    count(last.rows),
                    checked(last)
                ),
            ),
            SealVerdict::Failed => (
                Tone::Error,
                "The record could not be read",
                format!("The check did not come to its end: please check again. {}", checked(last)),
            ),
        },
    };
    let progress = seal.running.map_or_else(String::new, |running| {
        let number = |number: i64| grouped(usize::try_from(number).unwrap_or_default());
        format!("Checking: {} of {} rows.", number(running.rows), number(running.of))
    });
    let button = if seal.last.is_some() { "Check again" } else { "Check now" };
    SealWords { tone, title: title.to_owned(), text, progress, button: button.to_owned() }
}
