//! `serve --demo`: fills an empty database with a company.
//!
//! Everything is sent as requests to the application's own routes (`client`): the company's director logs in, creates the races and
//! enters the runners; timing boxes send reads with a key. So the demo can do nothing that another caller could not do. It never
//! changes a database that it has not filled itself. No name or face in it is a real person's.

mod art;
mod client;
mod company;
mod director;
mod field;
mod live;
mod past;
mod seed;

pub(crate) use director::Director;

use std::collections::HashMap;

use axum::body::Bytes;
use core_wasm::dates::{DEFAULT_ZONE, Tz};
use tokio::task::JoinSet;

use crate::app::App;
use crate::clock::Clock;
use crate::db::{Db, Tx, params};
use crate::error::{Error, Result};
use crate::leases::Leases;
use crate::router::Service;
use client::Client;
use company::{DemoRace, Drawing};

/// The seed of everything in the demo.
const SEED: u64 = 0x5911_71e5;
/// The time zone of the company: all its races are in New York and New Jersey.
const ZONE: Tz = DEFAULT_ZONE;
/// The name of the row that records how far the database was filled.
const MARK: &str = "demo";
/// The lease of the copy that fills the database, and its length in milliseconds.
const LEASE: (&str, i64) = ("demo", 15_000);
/// How often a copy looks whether another one has filled it.
const LOOK: std::time::Duration = std::time::Duration::from_secs(1);
/// How many races are drawn and created at once.
const AT_ONCE: usize = 3;
/// The label of the demo's timing keys.
const KEY_LABEL: &str = "Demo boxes";

/// The filled demo.
pub(crate) struct Demo {
    /// The administrator.
    pub(crate) director: Director,
    router: Service,
    /// The site's address.
    site: String,
    clock: Clock,
    leases: Leases,
}

impl Demo {
    async fn log_in(&self) -> Result<Client> {
        Client::log_in(self.router.clone(), &self.site, &self.director.email, &self.director.password).await
    }

    /// Runs the live race until the task is stopped.
    pub(crate) async fn run(self) {
        live::run(&self).await;
    }
}

/// Fills an empty database; one that the demo has filled before is left as it is.
///
/// Of several copies of the program that start at once, one fills it and the others wait. Returns `None`, and adds nothing, when the database contains other races. If a start was interrupted, the next one continues.
/// `say` is called with messages about the progress.
///
/// # Errors
/// When a call or a write fails.
pub(crate) async fn open(app: &App, router: Service, say: &(dyn Fn(&str) + Sync)) -> Result<Option<Demo>> {
    let mut is_told = false;
    while !app.leases.hold(LEASE.0, LEASE.1).await? {
        if !std::mem::replace(&mut is_told, true) {
            say("Another copy of the program fills the database: waiting for it");
        }
        tokio::time::sleep(LOOK).await;
    }
    let opened = app.leases.during(LEASE.0, LEASE.1, open_alone(app, router, say)).await;
    app.leases.give_back(LEASE.0).await?;
    opened
}

async fn open_alone(app: &App, router: Service, say: &(dyn Fn(&str) + Sync)) -> Result<Option<Demo>> {
    let (mark, races) = app.db.read(|tx| Ok((mark(tx)?, count_races(tx)?))).await?;
    if mark.is_none() && races > 0 {
        say("The database holds races of its own: the demo adds nothing.");
        return Ok(None);
    }
    let director = director::open(app).await?;
    let demo = Demo { director, router, site: app.config.site_url(), clock: app.clock.clone(), leases: app.leases.clone() };
    if mark.as_deref() != Some("filled") {
        say("Filling the empty database with the demo company");
        set_mark(&app.db, "filling").await?;
        fill(&demo, say).await?;
        set_mark(&app.db, "filled").await?;
    }
    Ok(Some(demo))
}

async fn fill(demo: &Demo, say: &(dyn Fn(&str) + Sync)) -> Result<()> {
    let began = std::time::Instant::now();
    let client = demo.log_in().await?;
    let guns = live::Guns::around(demo.clock.now_ms());
    let races = company::races(SEED, guns.date().naive(), &guns.start_times())?;
    create(&client, &races, say).await?;
    for race in races.iter().filter(|race| race.runners > 0 && !race.live) {
        past::time(&client, race, say).await?;
    }
    say("Entering the runners of the race that runs now");
    live::enter(&client, &guns).await?;
    say(&format!("The demo is ready after {:.1} seconds", began.elapsed().as_secs_f64()));
    Ok(())
}

/// Draws and creates the races that do not exist yet, a few at once.
async fn create(client: &Client, races: &[DemoRace], say: &(dyn Fn(&str) + Sync)) -> Result<()> {
    let mut tasks = JoinSet::new();
    let mut made = 0;
    let mut done = |name: Result<String>| -> Result<()> {
        made += 1;
        say(&format!("Race {made} of {}: {}", races.len(), name?));
        Ok(())
    };
    for race in races {
        if tasks.len() >= AT_ONCE
            && let Some(task) = tasks.join_next().await
        {
            done(task.map_err(Error::internal)?)?;
        }
        let (client, name, fields) = (client.clone(), race.name.clone(), race.fields.clone());
        let drawings: Vec<(&'static str, String)> =
            race.drawings.iter().map(|Drawing { field, svg }| (*field, svg.clone())).collect();
        tasks.spawn(async move {
            if client.find(&["race", &name]).await?.is_none() {
                let pictures = tokio::task::spawn_blocking(move || draw(drawings)).await.map_err(Error::internal)??;
                client.send_form(&["createPage"], &fields, pictures).await?;
            }
            Ok(name)
        });
    }
    while let Some(task) = tasks.join_next().await {
        done(task.map_err(Error::internal)?)?;
    }
    Ok(())
}

/// Draws the pictures of a form; equal ones are drawn once.
fn draw(drawings: Vec<(&'static str, String)>) -> Result<Vec<(&'static str, Bytes)>> {
    let mut drawn = HashMap::<String, Bytes>::new();
    let mut pictures = Vec::with_capacity(drawings.len());
    for (field, svg) in drawings {
        let png = match drawn.get(&svg) {
            Some(png) => png.clone(),
            None => Bytes::from(art::render(&svg).map_err(Error::message)?),
        };
        drawn.insert(svg, png.clone());
        pictures.push((field, png));
    }
    Ok(pictures)
}

fn mark(tx: &Tx<'_>) -> Result<Option<String>> {
    let value = tx.query_opt("SELECT value FROM secrets WHERE name = $1", params![MARK], |row| row.get::<Vec<u8>>(0))?;
    Ok(value.map(|value| String::from_utf8_lossy(&value).into_owned()))
}

fn count_races(tx: &Tx<'_>) -> Result<i64> {
    tx.query_one("SELECT count(*) FROM races", [], |row| row.get(0))
}

async fn set_mark(db: &Db, value: &'static str) -> Result<()> {
    db.write(move |tx| {
        tx.execute(
            "INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            params![MARK, value.as_bytes()],
        )?;
        Ok(())
    })
    .await
}
