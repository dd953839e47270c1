//! Several copies of the program on one database: what one copy at a time does, and what each of them shows of it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use splitline_server::account::admin::{
    self,
    First::{Made, Present},
};
use splitline_server::app::App;
use splitline_server::config::Config;
use splitline_server::db::{Db, params};
use splitline_server::mail::Mail;
use splitline_server::router::router;

use crate::audit::seal::{checked, readable};
use crate::home::{Home, drop_triggers};
use crate::postgres::on_server;
use crate::program::{Program, free_port};
use crate::timing::{read, timed_race};
use crate::util::{Browser, NOW, PASSWORD, TestApp, config};
use crate::{announcements, pulls, push};

/// Another copy on the same database, with the same clock.
async fn copy_of(app: &TestApp, config: Config) -> (App, Home) {
    let home = app.another();
    let copy = App::open(config, &home.stores(), app.clock.clone(), Mail::memory()).await.unwrap();
    (copy, home)
}

/// A browser of another copy with the administrator logged in.
async fn ada_of(copy: &App) -> Browser {
    let mut ada = TestApp::visitor_of(router(copy));
    ada.login("ada", PASSWORD).await.ok();
    ada
}

const LEASES: &str = "SELECT count(*) FROM leases";

#[tokio::test]
async fn a_site_without_work_writes_no_lease_and_one_with_a_file_never_does() {
    let (app, key, device, mut visitor) = push::followed_race().await;
    let rounds = async || {
        app.app.push_once().await.unwrap();
        app.app.deliver_announcements_once().await.unwrap();
        app.app.pull_due().await;
    };
    let audit = app.count("SELECT count(*) FROM audit").await;
    rounds().await;
    assert_eq!(app.count(LEASES).await, 0, "there is nothing to do");
    visitor.put(push::PUSH, &device.asks(&["17"])).await.ok();
    push::reads(&app, &key, &[read("START", 17, 5), read("5K", 17, 1700)]).await;
    rounds().await;
    assert_eq!(device.bodies().len(), 1);
    assert_eq!(app.count(LEASES).await, i64::from(on_server().is_some()), "with a file there is one copy");
    assert_eq!(app.count("SELECT count(*) FROM audit").await, audit, "leases are not recorded");
}

#[tokio::test]
async fn announcements_leave_at_the_pace_of_one_copy_and_another_goes_on_when_it_dies() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let mut ada = announcements::race(&app, &announcements::many(55)).await;
    announcements::announce(&mut ada, "k1").await;
    let (other, _home) = copy_of(&app, config(&[])).await;
    let lots = async || (app.app.deliver_announcements_once().await.unwrap(), other.deliver_announcements_once().await.unwrap());
    assert_eq!(lots().await, (10, 0));
    app.clock.advance(8_000);
    assert_eq!(lots().await, (10, 0), "it renews its lease");
    app.clock.advance(8_000);
    assert_eq!(lots().await, (10, 0), "although the first fifteen seconds are over");
    // It dies; the other one waits until the lease is over.
    app.clock.advance(14_000);
    assert_eq!(other.deliver_announcements_once().await.unwrap(), 0);
    app.clock.advance(2_000);
    assert_eq!(other.deliver_announcements_once().await.unwrap(), 10);
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 0, "it comes back as from a long sleep");
    // A clean stop gives it back.
    other.give_leases_back().await;
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 10);
    assert_eq!(app.count("SELECT count(*) FROM mail_outbox WHERE announcement_id IS NOT NULL").await, 50);
}

#[tokio::test]
async fn a_push_message_is_sent_once_by_whichever_copy() {
    let Some(_server) = on_server() else { return };
    let (app, key, device, mut visitor) = push::followed_race().await;
    let (other, _home) = copy_of(&app, config(&push::FLAGS)).await;
    visitor.put(push::PUSH, &device.asks(&["17", "18", "19"])).await.ok();
    let round = async || {
        let (one, two) = tokio::join!(app.app.push_once(), other.push_once());
        one.unwrap();
        two.unwrap();
    };
    push::reads(&app, &key, &[read("START", 17, 5), read("START", 18, 5), read("START", 19, 5), read("5K", 17, 1700)]).await;
    round().await;
    assert_eq!(device.bodies().len(), 1);
    // Within the minute after it nothing is sent, also not by a copy that has the lease since then and did not send the first one.
    push::reads(&app, &key, &[read("5K", 18, 1720)]).await;
    app.clock.advance(20_000);
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    other.push_once().await.unwrap();
    round().await;
    assert!(device.bodies().is_empty());
    // The copy that waited for the end of the minute dies: the next one knows what is still to be told.
    app.clock.advance(41_000);
    app.app.push_once().await.unwrap();
    other.push_once().await.unwrap();
    assert_eq!(device.bodies().len(), 1);
    round().await;
    assert!(device.bodies().is_empty());
}

#[tokio::test]
async fn copies_without_leases_do_not_send_a_push_message_twice_either() {
    // As if the lease had changed hands in the middle of a round: with a file each copy has every lease.
    let (app, key, device, mut visitor) = push::followed_race().await;
    let flags = config(&push::FLAGS);
    let other = App::open(flags, &app.stores(), app.clock.clone(), Mail::memory()).await.unwrap();
    let bibs: Vec<String> = (17..37).map(|bib: u32| bib.to_string()).collect();
    visitor.put(push::PUSH, &device.asks(&bibs.iter().map(String::as_str).collect::<Vec<_>>())).await.ok();
    for bib in 17..37 {
        push::reads(&app, &key, &[read("START", bib, 5)]).await;
        let passes = [read("5K", bib, 1600 + i64::from(bib))];
        let (_, one, two) = tokio::join!(push::reads(&app, &key, &passes), app.app.push_once(), other.push_once());
        one.unwrap();
        two.unwrap();
        assert!(device.bodies().len() <= 1, "more than one within the minute");
        app.clock.advance(61_000);
    }
}

#[tokio::test]
async fn one_copy_fetches_from_a_service_and_each_shows_how_that_goes() {
    let Some(_server) = on_server() else { return };
    let service = pulls::Service::default();
    let url = format!("http://{}/", service.serve().await);
    let flags = || config(&["--race-result-url", &url, "--pull-networks", "127.0.0.0/8"]);
    let app = TestApp::with_config(flags()).await;
    let (mut here, _) = timed_race(&app, "Spring 10K").await;
    let (other, _home) = copy_of(&app, flags()).await;
    let mut there = ada_of(&other).await;
    let due = async || {
        app.app.pull_due().await;
        other.pull_due().await;
        service.asked()
    };
    let shown = async |ada: &mut Browser| ada.get(pulls::PATH).await.ok().json()["pulls"][0].clone();
    service.answer(&[(200, pulls::PASSING)]);
    here.put(pulls::PATH, &pulls::race_result()).await.ok();
    assert_eq!(due().await, ["/180000/KEYOFTHELIST"], "one of them asks");
    let of_holder = shown(&mut here).await;
    assert_eq!((&of_holder["reads"], &of_holder["lastError"]), (&json!(1), &Value::Null));
    assert_eq!(shown(&mut there).await, of_holder);
    app.clock.advance(10_000);
    assert_eq!(due().await.len(), 1);
    // A failure is told by both, and the pause goes on at the copy that takes over.
    service.answer(&[(401, "")]);
    app.clock.advance(10_000);
    due().await;
    let failed = shown(&mut there).await;
    assert!(failed["lastError"].as_str().unwrap().contains("refused the key"), "{failed}");
    assert_eq!(failed, shown(&mut here).await);
    app.clock.advance(16_000);
    other.pull_due().await;
    assert_eq!(service.asked().len(), 0, "the pause of twenty seconds is not over");
    service.answer(&[(200, pulls::PASSING)]);
    app.clock.advance(4_000);
    other.pull_due().await;
    assert_eq!(service.asked().len(), 1);
    assert_eq!(shown(&mut here).await, shown(&mut there).await);
    assert_eq!(shown(&mut here).await["reads"], 1);
    // Changed through the copy that does not fetch: the other one begins anew at once.
    let changed = json!({ "pulls": [{ "kind": "raceResult", "enabled": true, "event": "190000" }] });
    here.put(pulls::PATH, &changed).await.ok();
    assert_eq!(shown(&mut there).await["event"], "190000");
    assert_eq!(shown(&mut here).await["lastSuccessAt"], Value::Null);
    assert_eq!(due().await, ["/190000/KEYOFTHELIST"]);
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 1);
}

#[tokio::test]
async fn a_stream_ends_here_when_it_is_turned_off_through_another_copy() {
    let Some(_server) = on_server() else { return };
    let flags = || config(&["--pull-networks", "127.0.0.0/8"]);
    let app = TestApp::with_config(flags()).await;
    let (mut here, _) = timed_race(&app, "Spring 10K").await;
    let (other, _home) = copy_of(&app, flags()).await;
    let mut there = ada_of(&other).await;
    let mut a_box = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = a_box.local_addr().unwrap().to_string();
    let settings = |enabled: bool| json!({ "pulls": [{ "kind": "chronotrack", "enabled": enabled, "address": address }] });
    here.put(pulls::PATH, &settings(true)).await.ok();
    let workers = [tokio::spawn(app.app.serve_pulls()), tokio::spawn(other.serve_pulls())];
    let accept = async |listener: &mut tokio::net::TcpListener| {
        tokio::time::timeout(Duration::from_secs(20), listener.accept()).await.expect("a connection").unwrap().0
    };
    let mut stream = accept(&mut a_box).await;
    let began = Instant::now();
    for ada in [&mut here, &mut there] {
        while ada.get(pulls::PATH).await.ok().json()["pulls"][0]["connected"] != true {
            assert!(began.elapsed() < Duration::from_secs(20), "it is not shown as connected");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    let second = tokio::time::timeout(Duration::from_secs(3), a_box.accept()).await;
    assert!(second.is_err(), "the other copy connects, too");
    // Through each of them, so through the one that is not connected, too.
    for ada in [&mut here, &mut there] {
        ada.put(pulls::PATH, &settings(false)).await.ok();
        let mut end = Vec::new();
        let read = tokio::io::AsyncReadExt::read_to_end(&mut stream, &mut end);
        tokio::time::timeout(Duration::from_secs(20), read).await.expect("the end of the connection").unwrap();
        ada.put(pulls::PATH, &settings(true)).await.ok();
        app.clock.advance(6_000);
        stream = accept(&mut a_box).await;
    }
    workers.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test]
async fn the_record_is_checked_by_one_copy_at_a_time_and_each_shows_the_check() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let mut here = app.with_admin().await;
    let (other, _home) = copy_of(&app, config(&[])).await;
    let mut there = ada_of(&other).await;
    const SEAL: &str = "/api/auditLog/seal";
    // The check of the first copy cannot go on.
    let busy = app.occupy_long_reads().await;
    assert!(here.post(SEAL, &json!({})).await.ok().json()["running"].is_object());
    assert!(there.get(SEAL).await.ok().json()["running"].is_object());
    let second = there.post(SEAL, &json!({})).await.ok().json();
    assert!(second["running"].is_object() && second["last"].is_null(), "{second}");
    busy.release().await;
    let began = Instant::now();
    while there.get(SEAL).await.ok().json()["last"].is_null() {
        assert!(began.elapsed() < Duration::from_secs(30), "the other copy does not see the end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let of_both = [here.get(SEAL).await.ok().json(), there.get(SEAL).await.ok().json()];
    assert_eq!(of_both[0], of_both[1]);
    assert_eq!((&of_both[0]["last"]["verdict"], &of_both[0]["running"]), (&json!("whole"), &Value::Null));
    // A copy that died in the middle of a check is not waited for.
    let dead =
        "UPDATE leases SET holder = 'dead', until = 1, note = '{\"running\":{\"rows\":5,\"of\":9}}' WHERE name = 'audit check'";
    app.app.db().write(move |tx| tx.execute(dead, [])).await.unwrap();
    assert!(there.get(SEAL).await.ok().json()["running"].is_null());
    there.post(SEAL, &json!({})).await.ok();
    let began = Instant::now();
    while there.get(SEAL).await.ok().json()["last"]["verdict"] != "whole" {
        assert!(began.elapsed() < Duration::from_secs(30), "it was not checked again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_cut_record_does_not_become_whole_because_another_copy_knew_less_of_it() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let mut here = app.with_admin().await;
    assert_eq!(checked(&mut here).await["verdict"], "whole");
    app.app.db().write(|tx| tx.batch(&drop_triggers("audit", &["audit_no_update", "audit_no_delete"]))).await.unwrap();
    // Its last row, which the check has seen, and what a login adds is as good as another one.
    let cut = "DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)";
    app.app.db().write(move |tx| tx.execute(cut, [])).await.unwrap();
    // A copy that starts afterwards learns the end of the record from the one that checked it.
    let (other, _home) = copy_of(&app, config(&[])).await;
    let mut there = TestApp::visitor_of(router(&other));
    there.cookies = here.cookies.clone();
    assert_eq!(checked(&mut there).await["verdict"], "cut");
    let found = checked(&mut here).await;
    assert_eq!(found["verdict"], "cut");
    // A check that fails says nothing better of it.
    app.clock.advance(1_000);
    readable(&app, false).await;
    assert_eq!(checked(&mut here).await, found);
    readable(&app, true).await;
    // Who can alter the record can alter what the database says of it, but not what this copy has seen.
    app.app.db().write(|tx| tx.execute("UPDATE leases SET note = ''", [])).await.unwrap();
    let (third, _home) = copy_of(&app, config(&[])).await;
    let mut elsewhere = TestApp::visitor_of(router(&third));
    elsewhere.cookies = here.cookies.clone();
    assert_eq!(checked(&mut elsewhere).await["verdict"], "whole", "it can know nothing better");
    assert_eq!(here.get("/api/auditLog/seal").await.ok().json()["last"], found);
    assert_eq!(checked(&mut here).await["verdict"], "cut", "it is not forgotten");
}

#[tokio::test]
async fn what_another_copy_has_found_is_shown_until_it_says_otherwise() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let mut ada = app.with_admin().await;
    assert_eq!(checked(&mut ada).await["verdict"], "whole");
    const SEAL: &str = "/api/auditLog/seal";
    let another_says = async |verdict: &'static str, until: i64| {
        app.clock.advance(1_000);
        let last = json!({ "verdict": verdict, "rows": 1, "at": app.clock.now_ms(), "tookMs": 1 });
        let note = json!({ "last": last }).to_string();
        let says = "UPDATE leases SET holder = 'another', until = $1, note = $2 WHERE name = 'audit check'";
        app.app.db().write(move |tx| tx.execute(says, params![until, note])).await.unwrap();
    };
    // While the other copy checks, this one may not.
    another_says("cut", NOW + 30_000).await;
    let refused = ada.post(SEAL, &json!({})).await.ok().json();
    assert_eq!((&refused["last"]["verdict"], &refused["running"]), (&json!("cut"), &Value::Null));
    another_says("whole", NOW).await;
    assert_eq!(ada.get(SEAL).await.ok().json()["last"]["verdict"], "whole");
    // A check that fails here does not hide what the other copy has found, nor make it a finding of this one.
    another_says("cut", NOW).await;
    app.clock.advance(1_000);
    readable(&app, false).await;
    assert_eq!(checked(&mut ada).await["verdict"], "cut");
    readable(&app, true).await;
    another_says("whole", NOW).await;
    assert_eq!(ada.get(SEAL).await.ok().json()["last"]["verdict"], "whole");
}

#[tokio::test]
async fn a_lease_of_a_copy_whose_clock_was_wrong_is_taken() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    let mut ada = announcements::race(&app, &announcements::many(35)).await;
    announcements::announce(&mut ada, "k1").await;
    let (other, _home) = copy_of(&app, config(&[])).await;
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 10);
    app.clock.advance(8_000);
    assert_eq!(other.deliver_announcements_once().await.unwrap(), 0);
    // It was an hour ahead, and died.
    app.app.db().write(|tx| tx.execute("UPDATE leases SET until = until + 3600000", [])).await.unwrap();
    assert_eq!(other.deliver_announcements_once().await.unwrap(), 10);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_copies_that_start_with_the_same_settings_make_one_administrator() {
    let app = TestApp::init().await;
    let (one, two) = (app.stores().open().unwrap(), app.stores().open().unwrap());
    let first = async |db: &Db| admin::first(db, Some("ada@example.test"), Some(&PASSWORD.into()), NOW).await.unwrap();
    let (a, b) = tokio::join!(first(&one), first(&two));
    assert!(matches!((a, b), (Made, Present) | (Present, Made)), "one of them made it: {a:?} {b:?}");
    assert_eq!(app.count("SELECT count(*) FROM users").await, 1);
}

#[test]
fn two_copies_that_start_with_the_demo_fill_the_database_once() {
    let Some(home) = on_server() else { return };
    let other = home.another();
    let start = |home: &Home| Program::serve(home, free_port(), &["--demo"]);
    let (first, second) = std::thread::scope(|scope| {
        let (one, two) = (scope.spawn(|| start(&home)), scope.spawn(|| start(&other)));
        (one.join().unwrap(), two.join().unwrap())
    });
    let filled = [&first, &second].map(|program| usize::from(program.said().contains("Filling")));
    assert_eq!(filled.iter().sum::<usize>(), 1, "{} {}", first.said(), second.said());
    let waited = [&first, &second].map(|program| usize::from(program.said().contains("waiting for it")));
    assert_eq!(waited.iter().sum::<usize>(), 1, "{} {}", first.said(), second.said());
    assert!(home.number("SELECT count(*) FROM races") >= 12);
    // Both run the live race's boxes in turns: each read is there once, and there is one run.
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(
        home.number(
            "SELECT count(DISTINCT run) FROM reads r WHERE race_id = (SELECT id FROM races WHERE name = 'New York Skyline Half')"
        ),
        1
    );
    assert!(home.number("SELECT count(*) FROM leases WHERE name = 'demo race'") == 1, "one of them has the boxes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_at_once_through_two_copies_have_the_limit_of_one() {
    let Some(home) = on_server() else { return };
    let app = TestApp::at(home).await;
    app.with_admin().await;
    let (other, _home) = copy_of(&app, config(&[])).await;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 0..24_u8 {
        let mut guess = if number % 2 == 0 { app.visitor() } else { TestApp::visitor_of(router(&other)) };
        guess.peer = format!("198.51.100.{number}:1").parse().unwrap();
        // The right one is among the last.
        let password = if number == 23 { PASSWORD } else { "wrong" };
        tasks.spawn(async move { guess.login("ada", password).await.status.as_u16() });
    }
    let statuses = tasks.join_all().await;
    let looked_at = statuses.iter().filter(|status| matches!(**status, 200 | 401)).count();
    assert!((1..=5).contains(&looked_at), "{statuses:?}");
}
