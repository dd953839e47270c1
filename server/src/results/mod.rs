//! Published results, and the leaderboard over all races. Which rows are published, what is open, what changed and how a line is shown
//! is decided in the core.

mod age_table;
mod awards;
mod certificate;
mod choices;
mod export;
mod first_page;
mod import;
mod import_pages;
mod import_store;
mod leaderboard;
mod league;
mod lines;
mod own;
mod provisional;
mod publish;
mod records;
mod runner;
mod show;
mod versions;
mod video;
mod winners;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, FromRef};
use core_wasm::results::leaderboard::ResultLine;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::account::Accounts;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Db, Tx, params};
use crate::drawing::Drawings;
use crate::error::Result;
use crate::http::unread::UnreadBudget;
use crate::live::Boards;
use crate::previews::{LARGEST, Previews};
use crate::privacy::Eyes;
pub(crate) use certificate::Certificates;
pub(crate) use first_page::{first_page, named};
pub(crate) use own::{line_of, of_people, season_titles};

/// What the parts of a form take besides its file, in bytes.
const MULTIPART: usize = 16 * 1024;

/// What the calls of the slice need.
#[derive(Clone)]
pub(crate) struct Results {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) boards: Boards,
    pub(crate) config: Arc<Config>,
    pub(crate) drawings: Drawings,
    pub(crate) certificates: Certificates,
    pub(crate) unread: UnreadBudget,
    /// The files of the last dry runs.
    pub(crate) imports: Previews<import_store::Upload>,
    /// The lines of contests that are not published.
    pub(crate) standings: provisional::Standings,
    /// The standings of the race league.
    seasons: league::Seasons,
}

impl Results {
    /// The slice's state, with the key of its certificates.
    ///
    /// # Errors
    /// When the key can't be read.
    pub(crate) async fn open(
        db: Db,
        clock: Clock,
        boards: Boards,
        config: Arc<Config>,
        drawings: Drawings,
        unread: UnreadBudget,
    ) -> Result<Self> {
        let certificates = Certificates::open(&db).await?;
        Ok(Self {
            imports: Previews::new(db.clone(), clock.clone()),
            db,
            clock,
            boards,
            config,
            drawings,
            certificates,
            unread,
            standings: provisional::Standings::default(),
            seasons: league::Seasons::default(),
        })
    }
}

/// The published line of a runner of a race, as every visitor may see it; `None` when there is none, or when the runner is private.
///
/// # Errors
/// When the database can't be read.
pub(crate) fn line(tx: &Tx<'_>, race_id: &str, public_id: &str) -> Result<Option<ResultLine>> {
    Ok(runner::find(tx, &Eyes::Public, race_id, public_id)?.map(|found| found.line()))
}

/// Whether results of this race are published.
///
/// # Errors
/// When the database can't be read.
pub(crate) fn are_published(tx: &Tx<'_>, race_id: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM result_versions WHERE race_id = $1 AND current = 1)";
    Ok(tx.query_opt(sql, params![race_id], |row| row.get::<bool>(0))?.unwrap_or_default())
}

/// The names of the races of which results are shown, with when the last version was published, the newest race first.
///
/// # Errors
/// When the database can't be read.
pub(crate) fn races(tx: &Tx<'_>) -> Result<Vec<(String, i64)>> {
    let contests: Vec<(String, i64)> = tx.query_all(
        "SELECT r.name, v.published_at FROM result_versions v
         JOIN races r ON r.id = v.race_id AND r.deleted_at IS NULL AND r.hidden = 0
         WHERE v.current = 1 ORDER BY v.race_date COLLATE \"C\" DESC, v.race_id COLLATE \"C\"",
        params![],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    // The contests of a race are side by side.
    let races = contests.chunk_by(|(race, _), (next, _)| race == next);
    Ok(races.filter_map(|contests| contests.iter().max_by_key(|(_, at)| *at).cloned()).collect())
}

/// The slice's calls.
pub(crate) fn router<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Results: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(show::show))
        .routes(routes!(show::open))
        .routes(routes!(publish::publish))
        .routes(routes!(publish::unpublish))
        .routes(routes!(leaderboard::leaderboard))
        .routes(routes!(export::csv))
        .routes(routes!(export::json))
        .routes(routes!(choices::choices))
        .routes(routes!(records::records))
        .routes(routes!(awards::show, awards::set_rules))
        .routes(routes!(runner::runner))
        .routes(routes!(certificate::verify))
        .routes(routes!(certificate::file))
        .routes(routes!(video::show, video::put))
        .routes(routes!(winners::race_winners))
        .routes(routes!(age_table::show, age_table::put))
        .merge(league::router())
        .merge(imports())
}

/// The calls of the import, whose bodies may be larger.
fn imports<S>() -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Accounts: FromRef<S>,
    Db: FromRef<S>,
    Results: FromRef<S>,
{
    OpenApiRouter::new()
        .routes(routes!(import::import))
        .routes(routes!(import_pages::page))
        .routes(routes!(import_pages::refused))
        .layer(DefaultBodyLimit::max(LARGEST + MULTIPART))
}
