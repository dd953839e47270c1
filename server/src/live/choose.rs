//! The races that can be followed live, and the default race of a call that names none.

use std::collections::HashMap;
use std::time::Instant;

use core_wasm::live::window;
use core_wasm::race::{Race, RaceDateEntry, name};
use serde::Serialize;
use utoipa::ToSchema;

use super::Boards;
use crate::account::Viewer;
use crate::db::Row;
use crate::error::{Error, Result};
use crate::race::names;
use crate::timed::no_race;

/// A race that can be followed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Followed {
    /// Its id, which stays when the race is renamed.
    pub(super) id: String,
    /// Its name, which the other calls take as `race`.
    name: String,
    /// The heading of its live page.
    event_name: String,
    /// Whether its live window is open.
    pub(super) live: bool,
    /// Whether results of it are published.
    is_published: bool,
    /// The first start in epoch milliseconds: the page's, or the first gun's.
    #[schema(required)]
    starts_at: Option<i64>,
}

/// The races that can be followed, in the core's order.
pub(super) async fn followed(boards: &Boards) -> Result<Vec<Followed>> {
    let now = boards.now_ms();
    let sql = "SELECT s.race_id, s.summary, coalesce(t.contests, 0), t.first_gun,
                 EXISTS (SELECT 1 FROM result_versions v WHERE v.race_id = s.race_id AND v.current = 1)
               FROM race_summaries s LEFT JOIN timing_races t ON t.race_id = s.race_id WHERE s.hidden = 0";
    let columns = |row: &Row<'_>| {
        let (id, summary): (String, String) = (row.get(0)?, row.get(1)?);
        Ok((id, serde_json::from_str::<Race>(&summary)?, row.get::<i64>(2)?, row.get::<Option<i64>>(3)?, row.get::<bool>(4)?))
    };
    let mut rows = boards.db().read(move |tx| tx.query_all(sql, [], columns)).await?;
    // The key of a name is unique.
    rows.sort_by_cached_key(|(_, race, ..)| name::key(&race.name));
    let (mut entries, mut ids, mut guns) = (Vec::new(), HashMap::new(), HashMap::new());
    for (id, race, contests, first_gun, is_published) in rows {
        // The first gun of each timed race; `None` where no gun is set.
        if contests > 0 {
            guns.insert(race.name.clone(), first_gun);
        }
        ids.insert(race.name.clone(), (id, is_published));
        entries.push(RaceDateEntry::from(race));
    }
    let races = window::followable_races(&entries, |entry| guns.get(&entry.race).copied(), now).into_iter();
    Ok(races
        .map(|window::FollowableRace { race, live, starts_at }| {
            let (id, is_published) = ids.remove(&race).unwrap_or_default();
            Followed { id, event_name: race.clone(), name: race, live, is_published, starts_at }
        })
        .collect())
}

/// The id of the race that the live page shows when none is named, if that race is live now.
pub(crate) async fn first_live(boards: &Boards) -> Result<Option<String>> {
    Ok(followed(boards).await?.into_iter().next().filter(|race| race.live).map(|race| race.id))
}

/// Returns the id of the race that has this name, or had it before, and whether it is hidden.
///
/// # Errors
/// 404 when this viewer may see no such race.
pub(super) async fn look_up(boards: &Boards, named: String, viewer: Viewer) -> Result<(String, bool)> {
    if let Some(id) = boards.names().id_of(&named, Instant::now()) {
        return Ok((id.as_ref().to_owned(), false));
    }
    let mut may_ask_again = true;
    let (lookup, found) = loop {
        let lookup = boards.names().begin_lookup(&named);
        let (asked, viewer) = (named.clone(), viewer.clone());
        match boards.db().read(move |tx| names::look_up(tx, &asked, &viewer)).await {
            Err(Error::Unreachable) => {
                // Boards go on from memory while the database is out of reach.
                if let Some(id) = boards.names().last_id_of(&named, Instant::now()) {
                    return Ok((id.as_ref().to_owned(), false));
                }
                // All names are forgotten when the database is reached again: it was, after this read had failed.
                if !may_ask_again || !boards.names().have_changed_since(&lookup) {
                    return Err(Error::Unreachable);
                }
                may_ask_again = false;
            }
            found => break (lookup, found?),
        }
    };
    // Hidden or renamed by another process: the name is not answered from memory any more.
    if found.as_ref().is_none_or(|found| found.hidden || !found.is_current) {
        boards.names().forget(&named);
    }
    let found = found.ok_or_else(no_race)?;
    // A current name of a visible race means the same race for every viewer, so it can be cached.
    if found.is_current && !found.hidden {
        boards.names().store(lookup, &found.id);
    }
    Ok((found.id, found.hidden))
}

/// Returns the id of the named race, or of the first of [`followed`].
///
/// # Errors
/// 404 when this viewer may see no such race; and when none is named and none can be followed.
pub(crate) async fn named_or_first(boards: &Boards, named: Option<String>, viewer: Viewer) -> Result<String> {
    match named.filter(|name| !name.trim().is_empty()) {
        Some(name) => Ok(look_up(boards, name, viewer).await?.0),
        None => followed(boards).await?.into_iter().next().map(|race| race.id).ok_or_else(no_race),
    }
}
