//! `POST /timing/{RaceName}/reads`: stores the reads of timing boxes.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use core_wasm::timing::entrants::Refused;
use core_wasm::timing::formats::{self, Context, JSON, Parsed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::ByKey;
use super::{Timing, words};
use crate::db::params;
use crate::error::{Error, Result};
use crate::http::extract::Query;
use crate::timed::{TimedRace, store};

/// The result of a batch of reads.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Taken {
    /// The number of new reads; they are on disk.
    pub accepted: usize,
    /// The number of reads that were already stored.
    pub duplicate: usize,
    /// The first thousand lines (or elements) that are not valid reads, counted from 1, each with its reason.
    pub rejected: Vec<Refused>,
    /// The number of all lines that are not valid reads.
    pub rejected_total: usize,
    /// The number of new marks of boxes, such as guns; they are on disk.
    pub marks: usize,
    /// What a person should know about the first thousand such lines that were read, for example that a time contradicts another.
    pub reported: Vec<Refused>,
    /// The number of all lines of which something is to be known.
    pub reported_total: usize,
}

#[derive(Debug, Deserialize)]
pub(super) struct Sender {
    mat: Option<String>,
}

/// A read in the JSON format.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the core reads it field by field, so that one bad read refuses no other")]
struct SentRead {
    /// The name of the sender; by default the mat.
    source: Option<String>,
    /// The reader of the source.
    device: Option<String>,
    /// The source's running number of the read.
    seq: Option<i64>,
    /// Required when the query has no mat.
    mat: Option<String>,
    /// Bib or chip is required.
    bib: Option<String>,
    chip: Option<String>,
    /// RFC 3339.
    time: String,
    /// Invalidates the read that is equal to this one.
    invalid: Option<bool>,
    /// The timer's code; the boxes of another race have another one.
    timer: Option<String>,
    event: Option<String>,
    /// P normal, I immediate, K entered by a person.
    kind: Option<String>,
}

/// Store a batch of reads.
///
/// The answer comes only after the batch is on disk. A read that is sent twice is stored once, so a sender that is unsure can send
/// again.
#[utoipa::path(
    post,
    path = "/timing/{RaceName}/reads",
    tag = "timing",
    security(("timingKey" = [])),
    params(("RaceName" = String, Path), ("mat" = Option<String>, Query, description = "The mat, where the format does not name it")),
    request_body(
        description = "An array of reads, or a timer's own format by content type: application/json, text/vnd.chronotrack, \
            application/vnd.raceresult+json, text/vnd.mylaps, text/vnd.ipico, text/csv",
        content = Vec<SentRead>,
        example = json!([{ "source": "box-7", "seq": 12, "mat": "5K", "bib": "1234", "chip": null,
            "time": "2027-06-15T08:52:11.340-04:00", "invalid": false }])
    ),
    responses(
        (status = 200, description = "What became of each line", body = Taken),
        (status = 400, description = "Nothing can be made of the body"),
        (status = 401, description = "No key, a wrong or a revoked one"),
        (status = 415, description = "No such format"),
    )
)]
pub(super) async fn post(
    State(timing): State<Timing>,
    by: ByKey,
    Query(sender): Query<Sender>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<Taken>> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or(JSON).to_owned();
    Ok(Json(take(&timing, &by.race, &by.key.id, kind, sender.mat, body).await?))
}

/// Parses a batch in a timer's format and adds its reads to the race's current run, in one transaction.
///
/// # Errors
/// 415 and 400 for a body that cannot be parsed, 401 when the key was revoked in the meantime; nothing is stored then.
async fn take(timing: &Timing, race: &TimedRace, key_id: &str, kind: String, mat: Option<String>, body: Bytes) -> Result<Taken> {
    let now = timing.clock.now_ms();
    let race_id = race.id.clone();
    let start = timing.db.read(move |tx| store::first_gun(tx, &race_id)).await?;
    let (zone, date) = (race.zone, Some(race.date_or(now).naive()));
    let parse = move |(): &mut ()| {
        let context = Context { mat: mat.as_deref(), zone, date, start };
        formats::parse(&kind, &context, &body)
    };
    let Parsed { reads, marks, rejected, rejected_total, reported, reported_total, .. } =
        timing.parser.run(parse).await?.map_err(|refusal| match refusal.code.as_str() {
            "unsupported_format" => Error::refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, refusal.code, refusal.message),
            _ => refusal.into(),
        })?;

    let (race_id, key_id) = (race.id.clone(), key_id.to_owned());
    let sent = reads.len();
    let added = timing
        .db
        .write(move |tx| {
            let used = tx.execute(
                "UPDATE timing_keys SET last_used_at = $1 WHERE id = $2 AND race_id = $3 AND revoked_at IS NULL",
                params![now, key_id, race_id],
            )?;
            if used == 0 {
                return Err(Error::say(StatusCode::UNAUTHORIZED, words::KEY_WRONG));
            }
            store::add(tx, &race_id, &reads, &marks, now, &key_id)
        })
        .await?;
    timing.boards.changed(&race.id);
    Ok(Taken {
        accepted: added.reads,
        duplicate: sent - added.reads,
        rejected,
        rejected_total,
        marks: added.marks,
        reported,
        reported_total,
    })
}
