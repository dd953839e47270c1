//! The statements that a call runs: its race is read once, and lists read no record.

use std::collections::HashSet;
use std::sync::{Arc, Barrier, LazyLock, Mutex};
use std::thread::{self, ThreadId};

use serde_json::json;
use splitline_server::db::Tx;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};

use crate::home::sqlite_only;
use crate::util::{Form, TestApp, picture};

/// The number of threads for short reads.
const READERS: usize = 4;
/// The number of threads for long reads.
const LONG_READERS: usize = 2;

/// Every statement of this process, with the thread that ran it.
static STATEMENTS: LazyLock<Mutex<Vec<(ThreadId, String)>>> = LazyLock::new(|| {
    // Set once for all threads, since the statements run on threads of the database and not of the test.
    let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry().with(Collect));
    Mutex::default()
});

struct Collect;

impl<S: Subscriber> Layer<S> for Collect {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "splitline_server::db::tx" {
            event.record(&mut Statement);
        }
    }
}

struct Statement;

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "sql" {
            STATEMENTS.lock().unwrap().push((thread::current().id(), value.to_owned()));
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

/// Returns the threads of an application's database.
pub async fn threads(app: &TestApp) -> HashSet<ThreadId> {
    LazyLock::force(&STATEMENTS);
    // All at once, so that each is answered by another thread.
    let (short, long) = (Arc::new(Barrier::new(READERS)), Arc::new(Barrier::new(LONG_READERS)));
    let meet = |barrier: &Arc<Barrier>| {
        let barrier = barrier.clone();
        move |_: &Tx<'_>| {
            barrier.wait();
            Ok(thread::current().id())
        }
    };
    let short = futures_util::future::try_join_all((0..READERS).map(|_| app.app.db().read(meet(&short))));
    let long = futures_util::future::try_join_all((0..LONG_READERS).map(|_| app.app.db().read_long(meet(&long))));
    let (short, long) = futures_util::future::try_join(short, long).await.unwrap();
    let mut threads: HashSet<ThreadId> = short.into_iter().chain(long).collect();
    threads.insert(app.app.db().write(|_| Ok(thread::current().id())).await.unwrap());
    assert_eq!(threads.len(), READERS + LONG_READERS + 1);
    threads
}

/// Returns the statements that these threads have run since the last call, and clears them.
pub fn take_statements(threads: &HashSet<ThreadId>) -> Vec<String> {
    let mut statements = STATEMENTS.lock().unwrap();
    let (ours, others) = std::mem::take(&mut *statements).into_iter().partition(|(thread, _)| threads.contains(thread));
    *statements = others;
    let ours: Vec<(ThreadId, String)> = ours;
    ours.into_iter().map(|(_, sql)| sql).collect()
}

fn read_records(statements: &[String]) -> usize {
    statements
        .iter()
        .filter(|sql| sql.starts_with("SELECT") && (sql.contains("record,") || sql.contains("SELECT record ")))
        .count()
}

/// Returns the statement of the migration that begins with this text.
fn of_migration(begins: &str) -> &'static str {
    let statements = include_str!("../../../migrations/sqlite/V10__race_summaries.sql").split(";\n");
    let code = |statement: &'static str| statement.find(begins).map(|at| &statement[at..]);
    statements.filter_map(code).next().unwrap()
}

async fn with_a_race() -> (TestApp, crate::util::Browser) {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let form = Form::race("Spring Half").file("raceLogo", &picture(40, 30, image::ImageFormat::Png));
    ada.create_page(form).await.is(201);
    (app, ada)
}

#[tokio::test]
async fn the_race_in_a_calls_path_is_read_once() {
    let (app, mut ada) = with_a_race().await;
    let threads = threads(&app).await;
    let mut visitor = app.visitor();
    for path in [
        "/api/race/spring%20half",
        "/api/race/Spring%20Half?images=url",
        "/api/race-media/Spring%20Half?images=url",
        "/api/AllRacePages?name=Spring%20Half",
        "/api/AllRacePages?name=Spring%20Half&images=url",
        "/api/raceMap?race=Spring%20Half",
        "/race/Spring%20Half",
        "/race/Spring%20Half/media",
        "/calendar/Spring%20Half.ics",
    ] {
        take_statements(&threads);
        visitor.get(path).await.ok();
        let statements = take_statements(&threads);
        assert_eq!(read_records(&statements), 1, "{path}: {statements:#?}");
    }
    // A timing box that uses the present name of the race.
    let key = ada.post("/api/timing/Spring%20Half/keys", &json!({ "label": "box" })).await.is(201).json();
    let mut timer = app.visitor();
    (timer.origin, timer.key) = (None, Some(key["key"].as_str().unwrap().to_owned()));
    take_statements(&threads);
    timer.post("/api/timing/Spring%20Half/reads", &json!([])).await.ok();
    let statements = take_statements(&threads);
    assert_eq!(read_records(&statements), 1, "{statements:#?}");
}

#[tokio::test]
async fn lists_are_one_statement_that_reads_no_record() {
    let (app, _ada) = with_a_race().await;
    let threads = threads(&app).await;
    let mut visitor = app.visitor();
    for path in [
        "/api/getRaceDates",
        "/api/getRaceCards?images=url",
        "/api/getAllPageRaces",
        "/api/liveRaces",
        "/sitemap.xml",
        "/feed.xml",
        "/calendar.ics",
        "/home",
        "/races",
    ] {
        take_statements(&threads);
        let text = visitor.get(path).await.ok().text();
        let statements = take_statements(&threads);
        // The sitemap lists the races and those with results.
        let expected = if path == "/sitemap.xml" { 2 } else { 1 };
        assert_eq!((statements.len(), read_records(&statements)), (expected, 0), "{path}: {statements:#?}");
        assert!(path == "/api/liveRaces" || text.contains("Spring Half") || text.contains("Spring%20Half"), "{path}: {text}");
    }
}

#[tokio::test]
async fn a_second_request_for_a_board_needs_no_database() {
    let (app, mut ada) = with_a_race().await;
    let threads = threads(&app).await;
    let mut visitor = app.visitor();
    visitor.get("/api/live/Spring%20Half").await.ok();
    assert!(!take_statements(&threads).is_empty());
    visitor.get("/api/live/spring%20half").await.ok();
    assert_eq!(take_statements(&threads), Vec::<String>::new());
    // A race that is hidden is not found any more, although its name was cached a moment ago.
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": "True" })).await.ok();
    visitor.get("/api/live/Spring%20Half").await.is(404);
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": "False" })).await.ok();
    visitor.get("/api/live/Spring%20Half").await.ok();
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half" })).await.ok();
    visitor.get("/api/live/Spring%20Half").await.is(404);
}

#[tokio::test]
async fn rows_of_pictures_are_written_only_when_pictures_change() {
    let (app, mut ada) = with_a_race().await;
    let threads = threads(&app).await;
    let written = |statements: Vec<String>| {
        let writes = |sql: &String| !sql.starts_with("SELECT") && sql.contains(" race_images ");
        statements.into_iter().filter(writes).map(|sql| sql.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let form = json!({ "RaceName": "Spring Half", "About": "Along the river" });
    take_statements(&threads);
    ada.put("/api/updateAboutDirectionsText", &form).await.ok();
    assert_eq!(written(take_statements(&threads)), Vec::<String>::new());
    let memories = Form::default().text("action", "add").file("memories", &picture(20, 20, image::ImageFormat::Png));
    ada.put_form("/api/Spring%20Half/memory-images", memories).await.ok();
    assert_eq!(written(take_statements(&threads)), ["INSERT"]);
    let id = ada.edited("Spring Half").await.0["MemImages"][0]["imageId"].clone();
    take_statements(&threads);
    ada.put("/api/Spring%20Half/memory-images", &json!({ "action": "remove", "imageId": id })).await.ok();
    assert_eq!(written(take_statements(&threads)), ["DELETE"]);
}

#[tokio::test]
async fn the_migration_writes_the_summaries_of_existing_races() {
    if sqlite_only("no database there has rows from before this migration") {
        return;
    }
    let (app, mut ada) = with_a_race().await;
    let mut setup = crate::timing::setup();
    setup["contests"][0]["gun"] = "2027-06-01T07:30:00.123-04:00".into();
    ada.put("/api/timing/Spring%20Half/setup", &setup).await.ok();
    let mut visitor = app.visitor();
    let lists = async |visitor: &mut crate::util::Browser| {
        let mut lists = Vec::new();
        for path in
            ["/api/getRaceCards?images=url", "/api/getRaceDates", "/api/liveRaces", "/feed.xml", "/calendar.ics", "/races"]
        {
            lists.push(visitor.get(path).await.ok().text());
        }
        lists
    };
    let written = lists(&mut visitor).await;
    assert!(written[0].contains("/images/") && written[2].contains("startsAt"), "{written:?}");
    let forget = "DELETE FROM race_summaries; UPDATE timing_races SET contests = 0, first_gun = NULL";
    app.app.db().write(move |tx| tx.batch(forget)).await.unwrap();
    assert_ne!(lists(&mut visitor).await, written);
    for statement in ["INSERT INTO race_summaries", "UPDATE timing_races"].map(of_migration) {
        app.app.db().write(move |tx| tx.batch(statement)).await.unwrap();
    }
    assert_eq!(lists(&mut visitor).await, written);
}
