//! The winners of a race: those of the published results; of a contest that is not published, those of the live board.

use axum::Json;
use axum::extract::State;
use core_wasm::results::leaderboard::Wanted;
use core_wasm::results::winners::{ContestWinners, Winners, are_shown, first_of_each};
use core_wasm::timing::setup::Contest;
use serde::Deserialize;

use super::Results;
use super::leaderboard::{Shown, contests_of};
use super::lines::{self, Listed};
use crate::account::Viewer;
use crate::db::Tx;
use crate::error::Result;
use crate::http::extract::Query;
use crate::privacy::Eyes;
use crate::race::store::Stored;
use crate::timed::{self, no_race};
use crate::{live, race};

/// How many lines of a list are read to find those who share its first place.
const MOST_TIED: i64 = 10;

#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    race: Option<String>,
}

/// The winners of a race: the first of each gender in each contest. Empty as long as nobody has finished, and for a canceled race.
#[utoipa::path(
    get,
    path = "/raceWinners",
    tag = "results",
    params(("race" = Option<String>, Query, description = "Without it, the live race that started last")),
    responses((status = 200, body = Winners), (status = 404, description = "No such race"))
)]
pub(super) async fn race_winners(
    State(results): State<Results>,
    viewer: Viewer,
    Query(Asked { race }): Query<Asked>,
) -> Result<Json<Winners>> {
    let race_id = live::named_or_first(&results.boards, race, viewer).await?;
    let id = race_id.clone();
    let found = results.db.read(move |tx| shown(tx, &id)).await?;
    let Some((published, all)) = found else { return Ok(Json(Winners::default())) };
    if all {
        // The times of a race that is over are not read from its board.
        return Ok(Json(Winners::default().after(published)));
    }
    let (winners, published) = results.boards.read_field(&race_id, move |field| (field.winners(&published), published)).await?;
    Ok(Json(winners.after(published)))
}

/// As [`published`]; `None` when the race's winners are not shown.
fn shown(tx: &Tx<'_>, race_id: &str) -> Result<Option<(Vec<ContestWinners>, bool)>> {
    let Stored { race, .. } = race::store::bare(tx, race_id)?.ok_or_else(no_race)?;
    if are_shown(&race) { published(tx, race_id).map(Some) } else { Ok(None) }
}

/// The winners of the contests that are published, as every visitor may see them; and whether those are all contests of the race.
fn published(tx: &Tx<'_>, race_id: &str) -> Result<(Vec<ContestWinners>, bool)> {
    let contests = contests_of(tx, Some(race_id.to_owned()), &Wanted::default())?;
    let is_published = |timed: &Contest| contests.iter().any(|contest| contest.contest == timed.name);
    let all = timed::store::state(tx, race_id)?.setup.contests.iter().all(is_published);
    Ok((contests.iter().map(|contest| of_contest(tx, contest)).collect::<Result<_>>()?, all))
}

fn of_contest(tx: &Tx<'_>, contest: &Shown) -> Result<ContestWinners> {
    let mut first = Vec::new();
    for list in [Listed::Gender("f"), Listed::Gender("m"), Listed::Gender("a"), Listed::All] {
        first.extend(lines::page(tx, contest.id, list, 0, MOST_TIED)?);
    }
    let mut shown = Vec::new();
    for stored in first_of_each(first) {
        shown.push(contest.line(tx, &Eyes::Public, stored)?);
    }
    Ok(ContestWinners::of_lines(contest.contest.clone(), &shown))
}
