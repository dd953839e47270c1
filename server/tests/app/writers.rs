//! Two concurrent changes, each of which has read before the other writes: nothing is lost, and nothing is done twice.
//!
//! The one thread that runs all changes otherwise is not used here (`Db::concurrent`).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::Request;
use core_wasm::audit::Event;
use serde_json::{Value, json};
use splitline_server::audit::{self, About, Actor, NOTHING};
use splitline_server::db::{Db, Isolation, params};
use splitline_server::error::{Error, Result};
use splitline_server::mail::{self, Letter, Mail};
use tokio::sync::RwLock;

use crate::timing::setup;
use crate::util::{Browser, Form, Meeting, NOW, PASSWORD, Response, TestApp};

const BOTH: [Isolation; 2] = [Isolation::Committed, Isolation::Snapshot];
const MINUTE: i64 = 60_000;

/// An application whose changes run concurrently, its administrators `ada` and `ben`, and the race `Spring Half`.
async fn two_directors(isolation: Isolation) -> (TestApp, Meeting, Browser, Browser) {
    let (app, meeting) = TestApp::concurrent(isolation).await;
    let mut ada = app.with_admin().await;
    splitline_server::account::admin::create(app.app.db(), "ben", "ben@example.test", &PASSWORD.into(), NOW).await.unwrap();
    let mut ben = app.visitor();
    ben.login("ben", PASSWORD).await.ok();
    ada.create_page(Form::race("Spring Half")).await.is(201);
    (app, meeting, ada, ben)
}

/// Runs two changes that meet, and returns their results; checks that the audit record is valid afterwards.
async fn at_once<A, B>(app: &TestApp, meeting: &Meeting, one: impl Future<Output = A>, other: impl Future<Output = B>) -> (A, B) {
    meeting.arrange();
    let both = tokio::join!(one, other);
    assert!(meeting.took_place(), "the two changes did not meet");
    app.app.db().read(audit::verify).await.unwrap();
    both
}

#[tokio::test]
async fn changes_of_two_parts_of_a_page_are_both_saved() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let (about, safety) =
            (json!({ "RaceName": "Spring Half", "About": "Flat" }), json!({ "RaceName": "Spring Half", "Safety": "Look" }));
        let one = ada.put("/api/updateAboutDirectionsText", &about);
        let other = ben.put("/api/updateContentSections", &safety);
        let (one, other) = at_once(&app, &meeting, one, other).await;
        one.ok();
        other.ok();
        let (race, _) = ada.edited("Spring Half").await;
        assert_eq!((&race["About"], &race["Safety"]), (&json!("Flat"), &json!("Look")));
        assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'race.updated'").await, 2);
    }
}

#[tokio::test]
async fn of_two_changes_of_the_same_version_one_gets_a_conflict() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let (_, versions) = ada.edited("Spring Half").await;
        let change = |safety: &str| json!({ "RaceName": "Spring Half", "Safety": safety, "Versions": versions });
        let (one, other) = (change("Look"), change("Listen"));
        let (one, other) = (ada.put("/api/updateContentSections", &one), ben.put("/api/updateContentSections", &other));
        let (one, other) = at_once(&app, &meeting, one, other).await;
        let mut ends = [one.status.as_u16(), other.status.as_u16()];
        ends.sort_unstable();
        assert_eq!(ends, [200, 409]);
    }
}

#[tokio::test]
async fn both_states_of_a_part_are_in_its_history() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let (one, other) = ["Look", "Listen"].map(|safety| json!({ "RaceName": "Spring Half", "Safety": safety })).into();
        let (one, other) = (ada.put("/api/updateContentSections", &one), ben.put("/api/updateContentSections", &other));
        let (one, other) = at_once(&app, &meeting, one, other).await;
        one.ok();
        other.ok();
        let numbers = "SELECT number FROM race_history WHERE part = 'safety' ORDER BY number";
        let numbers = app.app.db().read(move |tx| tx.query_all(numbers, [], |row| row.get::<i64>(0))).await.unwrap();
        assert_eq!(numbers, [0, 1, 2]);
        let told = ada.get("/api/sectionHistory/Spring%20Half?part=safety").await.ok().json();
        assert_ne!(told["entries"][0]["changes"][0]["new"], told["entries"][1]["changes"][0]["new"]);
    }
}

#[tokio::test]
async fn a_page_is_deleted_once() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let race = json!({ "RaceName": "Spring Half" });
        let (one, other) = (ada.delete("/api/deletePage", &race), ben.delete("/api/deletePage", &race));
        let (one, other) = at_once(&app, &meeting, one, other).await;
        let mut ends = [one.status.as_u16(), other.status.as_u16()];
        ends.sort_unstable();
        assert_eq!(ends, [200, 404]);
        assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'race.deleted'").await, 1);
    }
}

#[tokio::test]
async fn two_new_runs_have_two_numbers() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let path = "/api/timing/Spring%20Half/runs?name=Spring%20Half";
        let nothing = json!({});
        let (one, other) = at_once(&app, &meeting, ada.post(path, &nothing), ben.post(path, &nothing)).await;
        let mut runs = [one, other].map(|answer| answer.is(201).json()["run"].as_i64().unwrap());
        runs.sort_unstable();
        assert_eq!(runs, [2, 3]);
    }
}

#[tokio::test]
async fn two_guns_are_both_saved() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let mut two = setup();
        two["contests"][0]["gun"] = Value::Null;
        let mut fives = two["contests"][0].clone();
        fives["name"] = json!("5K");
        fives["bibs"] = json!([{ "from": 1000, "to": 1999 }]);
        two["contests"].as_array_mut().unwrap().push(fives);
        ada.put("/api/timing/Spring%20Half/setup", &two).await.ok();
        let gun = |contest: &str| json!({ "contest": contest, "gun": "2027-06-15T08:00:00.000-04:00" });
        let (ten, five) = (gun("10K"), gun("5K"));
        let path = "/api/timing/Spring%20Half/gun";
        let (one, other) = at_once(&app, &meeting, ada.put(path, &ten), ben.put(path, &five)).await;
        one.ok();
        other.ok();
        let desk = ada.get("/api/timing/Spring%20Half").await.ok().json();
        assert!((0..2).all(|contest| desk["setup"]["contests"][contest]["gun"].is_string()), "{}", desk["setup"]);
    }
}

async fn send_list(browser: &mut Browser, list: &str) -> Response {
    let request = Request::put("/api/timing/Spring%20Half/entrants").header("content-type", "text/csv");
    browser.send(request.body(Body::from(list.to_owned())).unwrap()).await
}

#[tokio::test]
async fn the_second_of_two_lists_is_checked_against_the_first() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        ada.put("/api/timing/Spring%20Half/setup", &setup()).await.ok();
        // Both lists contain the same chip.
        let (one, other) = (send_list(&mut ada, "bib,chip\n7,C1\n"), send_list(&mut ben, "bib,chip\n8,C1\n"));
        let (one, other) = at_once(&app, &meeting, one, other).await;
        let refused = [one, other].map(|answer| answer.ok().json()["refused"].as_u64().unwrap());
        assert_eq!(refused.iter().sum::<u64>(), 1, "{refused:?}");
        assert_eq!(app.count("SELECT count(*) FROM timing_entrants").await, 1);
    }
}

#[tokio::test]
async fn the_draft_with_the_higher_revision_wins() {
    for isolation in BOTH {
        let (app, meeting, mut ada, _) = two_directors(isolation).await;
        let draft = |revision: i64| json!({ "form": { "Race": format!("revision {revision}") }, "revision": revision });
        ada.put("/api/createDraft", &draft(1)).await.ok();
        let (mut tab, third, second) = (ada.clone(), draft(3), draft(2));
        let (one, other) =
            at_once(&app, &meeting, ada.put("/api/createDraft", &third), tab.put("/api/createDraft", &second)).await;
        one.ok();
        assert!([200, 409].contains(&other.status.as_u16()));
        assert_eq!(ada.get("/api/createDraft").await.ok().json()["revision"], 3);
    }
}

#[tokio::test]
async fn two_wrong_passwords_count_as_two() {
    for isolation in BOTH {
        let (app, meeting, _, _) = two_directors(isolation).await;
        let (mut eve, mut mallory) = (app.visitor(), app.visitor());
        let (one, other) = at_once(&app, &meeting, eve.login("ada", "wrong"), mallory.login("ada", "wrong too")).await;
        one.is(401);
        other.is(401);
        let counts = "SELECT forgotten_at FROM attempts WHERE forgotten_at > 0";
        let counts = app.app.db().read(move |tx| tx.query_all(counts, [], |row| row.get::<i64>(0))).await.unwrap();
        // For the account at this address, for the account, and for the address: each failure counts for a quarter of an hour.
        let left: Vec<i64> = counts.iter().map(|at| (at - NOW) / MINUTE).filter(|left| *left > 0).collect();
        assert_eq!(left, [30, 30, 30]);
    }
}

#[tokio::test]
async fn one_administrator_remains_when_two_demote_each_other() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let (first, second) = (crate::people::id(&mut ada, "ada").await, crate::people::id(&mut ada, "ben").await);
        let user = json!({ "role": "user" });
        let (of_ben, of_ada) = (format!("/api/people/{second}/role"), format!("/api/people/{first}/role"));
        let (one, other) = at_once(&app, &meeting, ada.put(&of_ben, &user), ben.put(&of_ada, &user)).await;
        let mut ends = [one.status.as_u16(), other.status.as_u16()];
        ends.sort_unstable();
        // The other one has no session any more (401), or no right (403) if both had begun to write.
        assert!(ends == [200, 401] || ends == [200, 403], "{ends:?}");
        assert_eq!(app.count("SELECT count(*) FROM users WHERE role = 'admin'").await, 1);
    }
}

#[tokio::test]
async fn one_administrator_remains_when_two_step_back() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let (first, second) = (crate::people::id(&mut ada, "ada").await, crate::people::id(&mut ada, "ben").await);
        let user = json!({ "role": "timer" });
        let (of_ada, of_ben) = (format!("/api/people/{first}/role"), format!("/api/people/{second}/role"));
        let (one, other) = at_once(&app, &meeting, ada.put(&of_ada, &user), ben.put(&of_ben, &user)).await;
        let mut ends = [one.status.as_u16(), other.status.as_u16()];
        ends.sort_unstable();
        assert_eq!(ends, [200, 409]);
        assert_eq!(app.count("SELECT count(*) FROM users WHERE role = 'admin'").await, 1);
    }
}

#[tokio::test]
async fn an_invitation_is_accepted_once() {
    for isolation in BOTH {
        let (app, meeting, mut ada, _) = two_directors(isolation).await;
        ada.post("/api/invitations", &json!({ "email": "tom@example.test", "role": "timer" })).await.is(201);
        let token = crate::people::token(&app, "tom@example.test").await;
        let form = |name: &str| json!({ "token": token, "Username": name, "password": PASSWORD });
        let (mut one, mut other, first, second) = (app.visitor(), app.visitor(), form("tom"), form("tim"));
        let path = "/api/acceptInvitation";
        let (one, other) = at_once(&app, &meeting, one.post(path, &first), other.post(path, &second)).await;
        let mut ends = [one.status.as_u16(), other.status.as_u16()];
        ends.sort_unstable();
        assert_eq!(ends, [200, 400]);
        assert_eq!(app.count("SELECT count(*) FROM users WHERE role = 'timer'").await, 1);
    }
}

#[tokio::test]
async fn two_workers_write_one_mail() {
    for isolation in BOTH {
        let (app, meeting, mut ada, _) = two_directors(isolation).await;
        ada.post("/api/forgotPassword", &json!({ "email": "ada@example.test" })).await.ok();
        let (one, other) = at_once(&app, &meeting, app.app.send_mail(), app.app.send_mail()).await;
        one.unwrap();
        other.unwrap();
        assert_eq!(app.count("SELECT count(*) FROM reset_tokens").await, 1);
        assert_eq!(app.app.mail().sent().len(), 1);
    }
}

fn letter() -> Letter {
    Letter { to: "ada@example.test".into(), subject: "Hello".into(), body: "There".into() }
}

#[tokio::test]
async fn two_senders_send_a_mail_once() {
    for isolation in BOTH {
        let (app, meeting, _, _) = two_directors(isolation).await;
        app.app.db().write(|tx| mail::enqueue(tx, NOW, &letter())).await.unwrap();
        let sending = RwLock::default();
        let send = || mail::send_due(app.app.db(), &app.clock, app.app.mail(), &sending);
        let (one, other) = at_once(&app, &meeting, send(), send()).await;
        assert_eq!(one.unwrap() + other.unwrap(), 1);
        assert_eq!(app.app.mail().sent(), [letter()]);
    }
}

#[tokio::test]
async fn a_mail_whose_sender_stopped_is_sent_later() {
    let app = TestApp::init().await;
    app.app.db().write(|tx| mail::enqueue(tx, NOW, &letter())).await.unwrap();
    // A mail server that never answers, and a sender that is stopped while it waits.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", silent.local_addr().unwrap()).into();
    let stuck = Mail::from_settings(Some(&url), "Splitline <no-reply@example.test>", app.data().join("mail")).unwrap();
    let (db, clock) = (app.app.db().clone(), app.clock.clone());
    let sender = tokio::spawn(async move { mail::send_due(&db, &clock, &stuck, &RwLock::default()).await });
    let _connection = silent.accept().await.unwrap();
    sender.abort();
    assert!(sender.await.unwrap_err().is_cancelled());
    let sending = RwLock::default();
    let send = || mail::send_due(app.app.db(), &app.clock, app.app.mail(), &sending);
    // The first pause is over by then, but the mail is still reserved for the stopped sender.
    app.clock.advance(2 * MINUTE);
    assert_eq!(send().await.unwrap(), 0);
    app.clock.advance(3 * MINUTE);
    assert_eq!((send().await.unwrap(), send().await.unwrap()), (1, 0));
}

#[tokio::test]
async fn each_row_of_the_record_follows_another_one() {
    for isolation in BOTH {
        let (app, meeting) = TestApp::concurrent(isolation).await;
        let record = |id: &'static str| {
            app.app.db().write(move |tx| {
                let about = About { id, name: "Spring Half" };
                audit::record(tx, NOW, &Actor::system(), Event::RaceDeleted, about, &NOTHING, &NOTHING)
            })
        };
        let (one, other) = at_once(&app, &meeting, record("a"), record("b")).await;
        one.unwrap();
        other.unwrap();
        assert_eq!(app.app.db().read(audit::verify).await.unwrap(), 2);
    }
}

/// Inserts a row, and fails with `Raced` `times` times; returns the result, and how often the job ran.
async fn raced(db: &Db, times: usize) -> (Result<()>, usize) {
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = runs.clone();
    let done = db
        .write(move |tx| {
            tx.execute("INSERT INTO secrets (name, value) VALUES ($1, $2)", params!["raced", [1_u8; 2]])?;
            if counted.fetch_add(1, Ordering::Relaxed) < times { Err(Error::Raced) } else { Ok(()) }
        })
        .await;
    (done, runs.load(Ordering::Relaxed))
}

#[tokio::test]
async fn a_job_that_is_raced_is_undone_and_run_again_up_to_ten_times() {
    let (app, _) = TestApp::concurrent(Isolation::Committed).await;
    let one_writer = TestApp::init().await;
    for app in [app, one_writer] {
        let (given_up, runs) = raced(app.app.db(), usize::MAX).await;
        assert_eq!((given_up.unwrap_err().status().as_u16(), runs), (503, 10));
        assert_eq!(app.count("SELECT count(*) FROM secrets WHERE name = 'raced'").await, 0);
        let (done, runs) = raced(app.app.db(), 3).await;
        done.unwrap();
        assert_eq!(runs, 4);
        assert_eq!(app.count("SELECT count(*) FROM secrets WHERE name = 'raced'").await, 1);
    }
}

/// Takes a list of entrants of the race in; returns what is sent for an announcement to them.
async fn announcement(ada: &mut Browser) -> Value {
    ada.put("/api/timing/Spring%20Half/setup", &setup()).await.ok();
    let list = "bib,firstname,email,contest\n1,Ann,ann@example.test,10K\n2,Bo,bo@example.test,10K\n";
    let request = Request::put("/api/timing/Spring%20Half/entrants").header("content-type", "text/csv");
    ada.send(request.body(Body::from(list)).unwrap()).await.ok();
    json!({ "subject": "News", "text": "Hello {name}", "race": "Spring Half", "people": 2, "last": null, "key": "k" })
}

#[tokio::test]
async fn of_two_administrators_who_announce_at_once_one_sees_the_others() {
    for isolation in BOTH {
        let (app, meeting, mut ada, mut ben) = two_directors(isolation).await;
        let new = announcement(&mut ada).await;
        let path = "/api/announcements/Spring%20Half";
        let (one, other) = at_once(&app, &meeting, ada.post(path, &new), ben.post(path, &new)).await;
        let mut ends = [one.status.as_u16(), other.status.as_u16()];
        ends.sort_unstable();
        assert_eq!(ends, [201, 409]);
        // A press that is sent twice at once is one announcement.
        let mut again = new.clone();
        (again["last"], again["key"]) = (json!(1), json!("k2"));
        let mut also = ada.clone();
        let (one, other) = at_once(&app, &meeting, ada.post(path, &again), also.post(path, &again)).await;
        assert_eq!(one.is(201).json()["id"], other.is(201).json()["id"]);
        assert_eq!(app.count("SELECT count(*) FROM announcements").await, 2);
    }
}

#[tokio::test]
async fn two_workers_mail_an_announcement_once() {
    for isolation in BOTH {
        let (app, meeting, mut ada, _) = two_directors(isolation).await;
        let new = announcement(&mut ada).await;
        ada.post("/api/announcements/Spring%20Half", &new).await.is(201);
        let work = || app.app.deliver_announcements_once();
        let (one, other) = at_once(&app, &meeting, work(), work()).await;
        assert_eq!(one.unwrap() + other.unwrap(), 2);
        assert_eq!(app.count("SELECT count(*) FROM mail_outbox WHERE announcement_id IS NOT NULL").await, 2);
    }
}
