//! How the document describes answers whose types are the core's.

use utoipa::ToSchema;

/// A line that was not taken.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the core's type")]
pub(super) struct RefusedLine {
    /// Of a text the line, of JSON the element, counted from 1.
    line: usize,
    /// Why, for the person who sent it.
    reason: String,
}

/// What a list of entrants changed, or would change.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "describes the core's type")]
pub(super) struct ListOutcome {
    /// Whether nothing was changed.
    dry_run: bool,
    /// All of it in a sentence.
    summary: String,
    /// Who is new.
    added: Vec<serde_json::Value>,
    /// Whose fields differ: `{bib, before, after}`.
    changed: Vec<serde_json::Value>,
    /// How many are on the list as they stand.
    unchanged: usize,
    /// The first thousand lines that were not taken.
    refused: Vec<RefusedLine>,
    /// How many lines were not taken in all.
    refused_total: usize,
}
