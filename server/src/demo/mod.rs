//! `serve --demo`: a company that is worth looking at, in an empty database.
//!
//! Everything goes in through the doors that people and boxes use: races through the create form's function, entrants through
//! the desk's, reads through the parser and the table of real ones. So the demo can show nothing that the product could not.
//! It never touches a database that it did not fill itself. No name or face in it is a real person's.

mod art;
mod company;
mod director;
mod field;
mod live;
mod past;
mod seed;

pub(crate) use director::Director;
pub(crate) use live::run;

use std::collections::HashMap;
use std::io::Write;

use core_wasm::dates::{DEFAULT_ZONE, Tz};
use tempfile::NamedTempFile;
use tokio::task::JoinSet;

use crate::account::Viewer;
use crate::app::App;
use crate::audit::Actor;
use crate::db::{Tx, params};
use crate::editor::{self, Uploaded};
use crate::error::{Error, Result};
use crate::race::names;
use crate::timed::TimedRace;
use company::DemoRace;

/// Decides the whole company.
const SEED: u64 = 0x5911_71e5;
/// Where the company is at home: all its races are in New York and New Jersey.
const ZONE: Tz = DEFAULT_ZONE;
/// The name of the row that says how far the filling came.
const MARK: &str = "demo";
/// Races that are drawn and created at once.
const AT_ONCE: usize = 3;
/// The label of the demo's timing keys.
const KEY_LABEL: &str = "Demo boxes";

/// Fills an empty database and answers who may log in; a database that the demo filled before is taken as it is.
///
/// `None` when the database holds something else: then nothing is added. A start that was cut off is finished by the next.
/// `say` is told what is being done.
///
/// # Errors
/// When something cannot be stored.
pub(crate) async fn open(app: &App, say: &(dyn Fn(&str) + Sync)) -> Result<Option<Director>> {
    let (mark, races) = app.db().read(|tx| Ok((mark(tx)?, count_races(tx)?))).await?;
    match (mark.as_deref(), races) {
        (None, 1..) => {
            say("The database holds races of its own: the demo adds nothing.");
            return Ok(None);
        }
        (Some("filled"), _) => return director::open(app).await.map(Some),
        _ => {}
    }
    say("Filling the empty database with the demo company");
    let began = std::time::Instant::now();
    set_mark(app, "filling").await?;
    let director = director::open(app).await?;
    let plan = live::Guns::around(app.now_ms());
    let races = company::races(SEED, plan.date().naive(), &plan.start_times());
    create(app, &races, say).await?;
    for race in races.iter().filter(|race| race.runners > 0 && !race.live) {
        past::time(app, race, say).await?;
    }
    say("Entering the runners of the race that runs now");
    live::enter(app, &plan).await?;
    set_mark(app, "filled").await?;
    say(&format!("The demo is ready after {:.1} seconds", began.elapsed().as_secs_f64()));
    Ok(Some(director))
}

/// Draws and creates the races that are not there yet, a few at once.
async fn create(app: &App, races: &[DemoRace], say: &(dyn Fn(&str) + Sync)) -> Result<()> {
    let mut tasks = JoinSet::new();
    let mut made = 0;
    let mut told = |name: Result<String>| -> Result<()> {
        made += 1;
        say(&format!("Race {made} of {}: {}", races.len(), name?));
        Ok(())
    };
    for race in races {
        if tasks.len() >= AT_ONCE
            && let Some(done) = tasks.join_next().await
        {
            told(done.map_err(Error::internal)?)?;
        }
        let (app, form) = (app.clone(), race.form.clone());
        let drawings: Vec<(&'static str, String)> = race.drawings.iter().map(|d| (d.field, d.svg.clone())).collect();
        tasks.spawn(async move {
            let name = form.race.clone();
            if app.db().read(move |tx| Ok(names::id_of(tx, &name, &Viewer::Staff)?.is_some())).await? {
                return Ok(form.race);
            }
            let spool = app.spool().to_owned();
            let files = tokio::task::spawn_blocking(move || draw(drawings, &spool)).await.map_err(Error::internal)??;
            editor::make(&app.desk, &Actor::system(), form, files).await
        });
    }
    while let Some(done) = tasks.join_next().await {
        told(done.map_err(Error::internal)?)?;
    }
    Ok(())
}

/// Draws the pictures into the spool, as a browser's would arrive there; equal ones are drawn once.
fn draw(drawings: Vec<(&'static str, String)>, spool: &std::path::Path) -> Result<Vec<Uploaded>> {
    let mut drawn = HashMap::<String, Vec<u8>>::new();
    let mut files = Vec::with_capacity(drawings.len());
    for (field, svg) in drawings {
        let png = match drawn.get(&svg) {
            Some(png) => png.clone(),
            None => art::render(&svg).map_err(Error::message)?,
        };
        let mut file = NamedTempFile::new_in(spool)?;
        file.write_all(&png)?;
        drawn.insert(svg, png);
        files.push(Uploaded { field: field.to_owned(), file: Some(file) });
    }
    Ok(files)
}

fn mark(tx: &Tx<'_>) -> Result<Option<String>> {
    let value = tx.query_opt("SELECT value FROM secrets WHERE name = $1", params![MARK], |row| row.get::<_, Vec<u8>>(0))?;
    Ok(value.map(|value| String::from_utf8_lossy(&value).into_owned()))
}

fn count_races(tx: &Tx<'_>) -> Result<i64> {
    tx.query_one("SELECT count(*) FROM races", [], |row| row.get(0))
}

async fn set_mark(app: &App, value: &'static str) -> Result<()> {
    app.db()
        .write(move |tx| {
            tx.execute(
                "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                params![MARK, value.as_bytes()],
            )?;
            Ok(())
        })
        .await
}

/// A race of the demo as timing looks at it.
async fn find(app: &App, name: &str) -> Result<TimedRace> {
    let name = name.to_owned();
    app.db().read(move |tx| names::timed(tx, &name, &Viewer::Staff)).await
}

/// Takes the demo's own keys of a race back: nobody knows them any more.
async fn revoke_keys(app: &App, race: &TimedRace) -> Result<()> {
    let (id, now) = (race.id.clone(), app.now_ms());
    app.db()
        .write(move |tx| {
            tx.execute(
                "UPDATE timing_keys SET revoked_at = $1 WHERE race_id = $2 AND label = $3 AND revoked_at IS NULL",
                params![now, id, KEY_LABEL],
            )?;
            Ok(())
        })
        .await
}
