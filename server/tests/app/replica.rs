//! Visitors read from a replica of the database that is near, and from the database itself otherwise (docs/decisions/0093).

use std::time::{Duration, Instant};

use serde_json::json;
use splitline_server::config::DataArgs;
use splitline_server::db;

use crate::cluster::Cluster;
use crate::home::Home;
use crate::postgres::on_server;
use crate::util::{Browser, Form, TestApp, picture};

const PAGE: &str = "/api/race/Spring%20Half?images=url";
/// A replica that is further behind is not used.
const BOUND: Duration = Duration::from_secs(5);

/// An application with a race, its administrator, and a replica from which its visitors read.
async fn with_replica(server: &Cluster, home: Home) -> (TestApp, Browser, Cluster, String) {
    let replica = server.replica();
    let address = replica.address_of(&home);
    let stores = DataArgs { database_read: Some(address.clone().into()), ..home.stores() };
    let app = TestApp::on(home, &stores).await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let began = Instant::now();
    // A visitor has read from it when it has a connection of this name in which a race was read.
    let is_used = "DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE application_name = 'splitline' AND backend_type = 'client backend'
        AND pid <> pg_backend_pid() AND query NOT LIKE '%pg_wal_lsn_diff%' AND state = 'idle') THEN RAISE EXCEPTION 'not yet'; END IF; END $$";
    while let Err(why) = db::change_server(&address, is_used) {
        assert!(began.elapsed() < Duration::from_secs(60), "no visitor reads from the replica: {why}");
        app.visitor().get(PAGE).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    (app, ada, replica, address)
}

async fn name(browser: &mut Browser) -> String {
    browser.get(PAGE).await.ok().json()["race"]["Race"].as_str().unwrap().to_owned()
}

async fn rename(ada: &mut Browser, from: &str, to: &str) {
    ada.put("/api/updateHeaderText", &json!({ "RaceName": from, "EditedName": to })).await.ok();
}

/// Asks until the name is this one; returns how long that took.
async fn until(browser: &mut Browser, wanted: &str) -> Duration {
    let began = Instant::now();
    while name(browser).await != wanted {
        assert!(began.elapsed() < Duration::from_secs(60), "it never became {wanted}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    began.elapsed()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn visitors_read_from_a_replica_as_long_as_it_is_near_and_the_team_never() {
    let (Some(_), Some(server)) = (on_server(), Cluster::start()) else { return };
    let home = server.home();
    let (app, mut ada, replica, address) = with_replica(&server, home).await;
    let mut visitor = app.visitor();
    db::change_server(&address, "SELECT pg_wal_replay_pause()").unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = Instant::now();
    rename(&mut ada, "Spring Half", "Fall Half").await;
    assert_eq!(name(&mut ada).await, "Fall Half", "whoever is logged in reads what was written");
    let seen = name(&mut visitor).await;
    assert!(seen == "Spring Half" || began.elapsed() > BOUND / 2, "the visitor read {seen} from the server");
    // A picture that is there now, and not at the replica.
    let logo = picture(640, 480, image::ImageFormat::Png);
    ada.create_page(Form::race("Summer 5K").file("raceLogo", &logo)).await.is(201);
    let page = ada.get("/api/race/Summer%205K?images=url").await.ok().text();
    let at = page.find("/images/").expect("a picture");
    let image = page[at..].split(['"', ' ', '?']).next().unwrap();
    visitor.get(image).await.ok();
    // It has fallen too far behind.
    let took = until(&mut visitor, "Fall Half").await;
    assert!(began.elapsed() < BOUND + Duration::from_secs(6), "{took:?}");
    db::change_server(&address, "SELECT pg_wal_replay_resume()").unwrap();
    rename(&mut ada, "Fall Half", "Winter Half").await;
    until(&mut visitor, "Winter Half").await;

    // Without the replica nothing is missing.
    replica.stop("immediate");
    for _ in 0..5 {
        assert_eq!(name(&mut visitor).await, "Winter Half");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_database_of_the_replica_is_not_used() {
    let (Some(_), Some(server)) = (on_server(), Cluster::start()) else { return };
    let (home, other) = (server.home(), server.home());
    let replica = server.replica();
    let stores = DataArgs { database_read: Some(replica.address_of(&other).into()), ..home.stores() };
    let app = TestApp::on(home, &stores).await;
    app.with_admin().await.create_page(Form::race("Spring Half")).await.is(201);
    let mut visitor = app.visitor();
    let began = Instant::now();
    // Its lag has been measured several times by then.
    while began.elapsed() < Duration::from_secs(4) {
        let cards = visitor.get("/api/getRaceCards?images=url").await.ok().json();
        assert_eq!(cards.as_array().unwrap().len(), 1, "{cards}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_server_is_out_of_reach_visitors_read_from_its_replica() {
    let (Some(_), Some(server)) = (on_server(), Cluster::start()) else { return };
    let home = server.home();
    let (app, mut ada, _replica, _) = with_replica(&server, home).await;
    let mut visitor = app.visitor();
    server.stop("fast");
    let began = Instant::now();
    while began.elapsed() < BOUND * 2 {
        assert_eq!(name(&mut visitor).await, "Spring Half");
        visitor.get("/api/getRaceCards?images=url").await.ok();
        visitor.get("/race/Spring%20Half").await.ok();
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    ada.get(PAGE).await.is(503);
    let refused =
        ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "EditedName": "Fall Half" })).await.is(503);
    assert_eq!(refused.code(), "UNREACHABLE");
    server.begin();
    let began = Instant::now();
    while ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "EditedName": "Fall Half" })).await.status != 200 {
        assert!(began.elapsed() < Duration::from_secs(30), "it never went on");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    until(&mut visitor, "Fall Half").await;
}
