//! Which races there are to follow, and which one is meant when nobody says.

use core_wasm::live::window;
use core_wasm::race::{Race, RaceDateEntry};
use core_wasm::timing::setup::Contest;
use serde::Serialize;

use super::Boards;
use crate::account::Viewer;
use crate::error::Result;
use crate::race::names;
use crate::timed::{no_race, store};

/// A race that can be followed.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Followed {
    /// Its name, which the other calls take as `race`.
    pub(super) name: String,
    /// The heading of its live page.
    pub(super) event_name: String,
    /// Whether its live window is open.
    pub(super) live: bool,
    /// Its first start in epoch milliseconds: of its page, or of its guns.
    pub(super) starts_at: Option<i64>,
}

/// The races that are live, the one that started last first (DESIGN §5); after them those that are timed, latest first.
pub(super) async fn followed(boards: &Boards) -> Result<Vec<Followed>> {
    let now = boards.now_ms();
    boards
        .db()
        .read(move |tx| {
            let rows = tx.query_all(
                "SELECT id, name, record FROM races WHERE deleted_at IS NULL AND hidden = 0 ORDER BY name_key",
                [],
                |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?)),
            )?;
            let mut entries = Vec::new();
            let mut timed = Vec::new();
            for (id, name, record) in rows {
                let race: Race = serde_json::from_str(&record)?;
                let setup = store::state(tx, &id)?.setup;
                let entry = RaceDateEntry {
                    date: race.date,
                    distance_start_times: race.distance_start_times,
                    time_zone: race.time_zone,
                    race: name.clone(),
                    is_canceled: race.is_canceled,
                };
                let guns = setup.contests.iter().filter_map(Contest::gun_ms).min();
                let starts_at = window::window(&entry).map(|window| window.starts);
                entries.push(entry);
                // One that was called off is found by its name alone, also when it had begun.
                if !setup.contests.is_empty() && !race.is_canceled.0 {
                    timed.push(Followed { event_name: name.clone(), name, live: false, starts_at: guns.or(starts_at) });
                }
            }
            let mut races: Vec<Followed> = window::live_races(&entries, now)
                .into_iter()
                .map(|race| Followed {
                    event_name: race.race.clone(),
                    name: race.race,
                    live: true,
                    starts_at: Some(race.window.starts),
                })
                .collect();
            timed.retain(|other| races.iter().all(|race| race.name != other.name));
            // One that is yet to start comes after those that have.
            timed.sort_by_key(|race| {
                let starts = race.starts_at.unwrap_or_default();
                (starts > now, (now - starts).abs())
            });
            races.extend(timed);
            Ok(races)
        })
        .await
}

/// The id of the race of this name, or of one that had it before, and whether it is hidden.
///
/// # Errors
/// 404 when there is none for this viewer.
pub(super) async fn look_up(boards: &Boards, named: String, viewer: Viewer) -> Result<(String, bool)> {
    boards.db().read(move |tx| names::look_up(tx, &named, &viewer)).await?.ok_or_else(no_race)
}

/// The id of the race that was asked for, or of the first of [`followed`].
///
/// # Errors
/// 404 when there is no such race for this viewer, and when none was asked for and there is none to follow.
pub(super) async fn or_first(boards: &Boards, asked: Option<String>, viewer: Viewer) -> Result<String> {
    let named = match asked.filter(|name| !name.trim().is_empty()) {
        Some(name) => name,
        None => followed(boards).await?.into_iter().next().map(|race| race.name).ok_or_else(no_race)?,
    };
    Ok(look_up(boards, named, viewer).await?.0)
}
