//! Announcements: from the desk to the mailboxes, and the links with which people get no more of them.

use axum::http::Request;
use serde_json::{Value, json};
use splitline_server::audit;
use splitline_server::db::params;
use splitline_server::mail::{Letter, Mail};

use crate::mail::SmtpServer;
use crate::timing::{add_race_on, setup, timed_race};
use crate::util::{Browser, Response, TestApp, config};

const BASE: &str = "/api/announcements/Spring%20Half";
const LIST: &str = "bib,firstname,lastname,email,contest\n\
    1,Zoë,O’Brien,zoe@example.test,10K\n2,Max,O’Brien,Zoe@Example.test,10K\n3,Ann,Berg,ann@example.test,10K\n\
    4,Kim,Lee,,10K\n5,Bo,Lee,no address,10K\n6,Eve,Fox,eve@example.test,10K\n";

fn form() -> Value {
    json!({ "subject": "{race}: start moved", "text": "Hello {name},\n\nbib {bib} starts at {start}." })
}

/// A timed race whose entrants are those of a list, and its administrator.
pub async fn race(app: &TestApp, list: &str) -> Browser {
    let (mut ada, _) = timed_race(app, "Spring Half").await;
    ada.put_list("/api/timing/Spring%20Half", list).await;
    ada
}

/// A request to send the form, as its author has seen the race.
async fn seen(ada: &mut Browser, base: &str, key: &str) -> Value {
    let shown = ada.get(base).await.ok().json();
    let mut new = form();
    new["race"] = shown["race"].clone();
    new["people"] = shown["audience"]["people"].clone();
    new["last"] = shown["items"][0]["id"].clone();
    new["key"] = key.into();
    new
}

/// Sends the form; returns the number of the announcement.
pub async fn announce(ada: &mut Browser, key: &str) -> i64 {
    let new = seen(ada, BASE, key).await;
    ada.post(BASE, &new).await.is(201).json()["id"].as_i64().unwrap()
}

/// Sends an announcement to a race to its end.
pub async fn sent_to(app: &TestApp, ada: &mut Browser, race: &str) {
    let base = format!("/api/announcements/{}", race.replace(' ', "%20"));
    let new = seen(ada, &base, "sent").await;
    ada.post(&base, &new).await.is(201);
    deliver(app).await;
}

/// Mails everything that waits, as the workers do.
async fn deliver(app: &TestApp) -> Vec<Letter> {
    while app.app.deliver_announcements_once().await.unwrap() > 0 {
        app.app.send_mail().await.unwrap();
    }
    app.app.deliver_announcements_once().await.unwrap();
    app.app.mail().sent()
}

/// The last mail to an address, and the token of its link.
pub async fn links(app: &TestApp, to: &str) -> (Letter, String) {
    let sent = deliver(app).await;
    let letter = sent.into_iter().rfind(|letter| letter.to == to).expect("a mail was sent");
    let token = letter.body.split("/unsubscribe#").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    (letter, token)
}

/// Unsubscribes as a program for mail does: without cookies, and from no origin.
pub async fn one_click(visitor: &mut Browser, token: &str) -> Response {
    let mut program = visitor.clone();
    program.origin = None;
    program.cookies.clear();
    let request = Request::post(format!("/api/unsubscribe?token={token}"));
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    program.send(request.body("List-Unsubscribe=One-Click".into()).unwrap()).await
}

async fn progress(ada: &mut Browser) -> Value {
    ada.get(BASE).await.ok().json()["items"][0]["progress"].clone()
}

#[tokio::test]
async fn each_address_gets_one_mail_with_the_names_of_all_who_share_it() {
    let app = TestApp::init().await;
    let mut ada = race(&app, LIST).await;
    let shown = ada.get(BASE).await.ok().json();
    assert_eq!(shown["audience"], json!({ "people": 3, "entrants": 6, "withoutAddress": 2, "unsubscribed": 0 }));
    assert_eq!(shown["example"][1], json!({ "name": "Max O’Brien", "bib": "2", "start": "7:30 AM" }));
    assert_eq!(shown["items"], json!([]));

    // The preview is the mail, and nothing is sent by it.
    let preview = ada.post(&format!("{BASE}/preview"), &form()).await.ok().json();
    assert_eq!(preview["subject"], "Spring Half: start moved · Splitline");
    let text = preview["text"].as_str().unwrap();
    assert!(
        text.starts_with("Hello Zoë O’Brien and Max O’Brien,\n\nbib 1 and 2 starts at 7:30 AM.\n\n-- \nYou get this mail"),
        "{text}"
    );
    let html = preview["html"].as_str().unwrap();
    assert!(html.contains("<p style=\"margin:0 0 16px;\">bib 1 and 2 starts at 7:30 AM.</p>"), "{html}");
    assert_eq!(app.count("SELECT count(*) FROM mail_outbox").await, 0);
    ada.post(&format!("{BASE}/test"), &form()).await.ok();
    app.app.send_mail().await.unwrap();
    let test = app.app.mail().sent().pop().unwrap();
    assert_eq!((test.to.as_str(), test.subject.as_str()), ("ada@example.test", "Spring Half: start moved · Splitline"));

    let id = announce(&mut ada, "k1").await;
    assert_eq!(progress(&mut ada).await["waiting"], 3);
    let mails = deliver(&app).await;
    let of = |to: &str| mails.iter().filter(|letter| letter.to.eq_ignore_ascii_case(to)).collect::<Vec<_>>();
    assert_eq!((of("zoe@example.test").len(), of("ann@example.test").len(), of("eve@example.test").len()), (1, 1, 1));
    assert!(of("ann@example.test")[0].body.starts_with("Hello Ann Berg,\n\nbib 3 starts at 7:30 AM.\n"));
    let done = json!({ "total": 3, "sent": 3, "waiting": 0, "failed": 0, "notSent": 0, "stopped": false });
    assert_eq!(progress(&mut ada).await, done);
    let listed = ada.get(BASE).await.ok().json()["items"][0].clone();
    assert_eq!((&listed["author"], &listed["subject"]), (&json!("ada"), &json!("{race}: start moved")));

    // Who got it, searched by bib and by name.
    let detail = ada.get(&format!("{BASE}/{id}")).await.ok().json();
    assert_eq!((&detail["total"], &detail["recipients"][0]["state"]), (&json!(3), &json!("sent")));
    for (q, found) in [("2", "zoe@example.test"), ("berg", "ann@example.test"), ("fo", "eve@example.test")] {
        let detail = ada.get(&format!("{BASE}/{id}?q={q}")).await.ok().json();
        assert_eq!((&detail["total"], &detail["recipients"][0]["address"]), (&json!(1), &json!(found)), "{q}");
    }
    assert_eq!(ada.get(&format!("{BASE}/{id}?q=nobody")).await.ok().json()["total"], 0);
    assert_eq!(ada.get(&format!("{BASE}/{id}?page=2")).await.ok().json()["recipients"], json!([]));
    ada.get(&format!("{BASE}/{id}?page=0")).await.is(400);
    assert_eq!(ada.get(&format!("{BASE}/99")).await.is(404).code(), "NO_SUCH_ANNOUNCEMENT");
    add_race_on(&app, "Other Run", "October 3, 2027").await;
    ada.get(&format!("/api/announcements/Other%20Run/{id}")).await.is(404);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE new LIKE '%@%' OR new LIKE '%Hello%'").await, 0);
    app.app.db().read(audit::verify).await.unwrap();
}

#[tokio::test]
async fn what_can_not_be_said_is_refused_at_its_place() {
    let app = TestApp::init().await;
    let mut ada = race(&app, LIST).await;
    let wrong = json!({ "subject": "For {name}", "text": "Hello,\n\n{nmae}" });
    for path in [format!("{BASE}/preview"), format!("{BASE}/test")] {
        let fields = ada.post(&path, &wrong).await.is(400).json()["fields"].clone();
        assert_eq!(fields[0]["message"], "{name} can’t stand in the subject, only {race}.");
        assert_eq!(fields[1]["message"], "Line 3: {nmae} is not known. Write {name}, {bib}, {race} or {start}.");
    }
    let mut new = seen(&mut ada, BASE, "k1").await;
    new["text"] = "a\u{202e}b".into();
    assert_eq!(ada.post(BASE, &new).await.is(400).json()["fields"][0]["code"], "unprintable");
    for key in ["", "ü", &"x".repeat(101)] {
        new["key"] = key.into();
        assert_eq!(ada.post(BASE, &new).await.is(400).code(), "BAD_KEY");
    }
    assert_eq!(app.count("SELECT count(*) FROM announcements").await, 0);
}

#[tokio::test]
async fn a_repetition_is_one_announcement_and_what_was_not_seen_is_refused() {
    let app = TestApp::init().await;
    let mut ada = race(&app, LIST).await;
    let first = seen(&mut ada, BASE, "k1").await;
    let sent = ada.post(BASE, &first).await.is(201).json();
    assert_eq!(sent["message"], "The announcement is on its way to 3 people.");
    for _ in 0..20 {
        assert_eq!(ada.post(BASE, &first).await.is(201).json()["id"], sent["id"]);
    }
    let mut other = first.clone();
    other["text"] = "Another".into();
    assert_eq!(ada.post(BASE, &other).await.is(409).code(), "KEY_REUSED");
    // Somebody who has not seen the first one.
    other["key"] = "k2".into();
    assert_eq!(ada.post(BASE, &other).await.is(409).code(), "ANNOUNCED_MEANWHILE");
    other["last"] = sent["id"].clone();
    other["race"] = "Autumn Half".into();
    assert_eq!(ada.post(BASE, &other).await.is(409).code(), "RENAMED");
    other["race"] = "Spring Half".into();
    other["people"] = 2.into();
    let refused = ada.post(BASE, &other).await.is(409);
    assert_eq!((refused.code().as_str(), &refused.json()["audience"]["people"]), ("OTHER_NUMBER", &json!(3)));
    assert_eq!(refused.json()["message"], "3 people would get it by now. Please look at it and send it again.");
    other["people"] = 3.into();
    ada.post(BASE, &other).await.is(201);
    assert_eq!(app.count("SELECT count(*) FROM announcements").await, 2);
    // The same key of another administrator is another one.
    assert_eq!(app.count("SELECT count(DISTINCT sent_key) FROM announcements").await, 2);
    assert_eq!(deliver(&app).await.len(), 6);
}

#[tokio::test]
async fn a_race_has_ten_announcements_a_day_and_an_administrator_thirty_tests() {
    let app = TestApp::init().await;
    let mut ada = race(&app, LIST).await;
    for n in 0..10 {
        announce(&mut ada, &format!("k{n}")).await;
    }
    let more = seen(&mut ada, BASE, "more").await;
    let refused = ada.post(BASE, &more).await.is(429);
    assert_eq!((refused.code().as_str(), refused.header("retry-after")), ("TOO_MANY_ANNOUNCEMENTS", "86400"));
    for _ in 0..30 {
        ada.post(&format!("{BASE}/test"), &form()).await.ok();
    }
    assert_eq!(ada.post(&format!("{BASE}/test"), &form()).await.is(429).code(), "TOO_MANY_TESTS");
    assert_eq!(app.count("SELECT count(*) FROM mail_outbox").await, 30);
    app.clock.advance(24 * 3_600_000);
    ada.login("ada", crate::util::PASSWORD).await.ok();
    ada.post(BASE, &more).await.is(201);
    ada.post(&format!("{BASE}/test"), &form()).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM announcement_tests").await, 1);
}

/// A list of so many entrants, each with an address.
pub fn many(count: usize) -> String {
    let lines = (1..=count).map(|bib| format!("{bib},Ann,Berg,ann{bib}@example.test,10K\n")).collect::<String>();
    format!("bib,firstname,lastname,email,contest\n{lines}")
}

#[tokio::test]
async fn mails_leave_at_a_pace_after_all_others_and_a_stop_keeps_the_rest() {
    let app = TestApp::init().await;
    let mut ada = race(&app, &many(45)).await;
    let id = announce(&mut ada, "k1").await;
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 10);
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 10);
    // A code leaves before the mails that were there before it.
    ada.post("/api/forgotPassword", &json!({ "email": "ada@example.test" })).await.ok();
    app.app.send_mail().await.unwrap();
    assert_eq!(app.app.mail().sent()[0].to, "ada@example.test");
    while app.app.send_mail().await.unwrap() > 0 {}
    assert_eq!(app.app.mail().sent().len(), 21);
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 10);
    let stop = format!("{BASE}/{id}/stop");
    assert_eq!(ada.post(&stop, &json!({})).await.ok().json()["message"], "Stopped. Nothing more is sent.");
    ada.post(&stop, &json!({})).await.ok();
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 0);
    while app.app.send_mail().await.unwrap() > 0 {}
    assert_eq!(app.app.mail().sent().len(), 21, "what was in the outbox is not sent either");
    let stopped = json!({ "total": 45, "sent": 20, "waiting": 0, "failed": 0, "notSent": 25, "stopped": true });
    assert_eq!(progress(&mut ada).await, stopped);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'announcement.stopped'").await, 1);
    let detail = ada.get(&format!("{BASE}/{id}?q=45")).await.ok().json();
    assert_eq!(detail["recipients"][0]["state"], "stopped");
    // Nothing is left of one that has been sent.
    let id = announce(&mut ada, "k2").await;
    deliver(&app).await;
    while app.app.send_mail().await.unwrap() > 0 {}
    assert_eq!(ada.post(&format!("{BASE}/{id}/stop"), &json!({})).await.is(409).code(), "NOTHING_TO_STOP");
}

#[tokio::test]
async fn an_announcement_goes_on_after_a_crash_and_no_mail_comes_twice() {
    let mut smtp = SmtpServer::start(0).await;
    let url = format!("smtp://127.0.0.1:{}", smtp.port);
    let mail = || Mail::from_settings(Some(&url.clone().into()), "Races <races@example.test>", "unused".into()).unwrap();
    let app = TestApp::with_mail(config(&[]), mail()).await;
    let mut ada = race(&app, &many(15)).await;
    announce(&mut ada, "k1").await;
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 10);
    assert_eq!(app.app.send_mail().await.unwrap(), 10);
    let mut got = Vec::new();
    for _ in 0..10 {
        got.push(smtp.next().await);
    }
    // As after a program that was killed before it had stored that one was sent.
    let forgotten = "UPDATE mail_outbox SET sent_at = NULL, claimed_until = 0, next_at = 0, body = 'x' WHERE id = (SELECT max(id) FROM mail_outbox)";
    app.app.db().write(move |tx| tx.execute(forgotten, [])).await.unwrap();
    let folder = app.stop();
    let again = splitline_server::app::App::open(
        config(&[]),
        &folder.stores(),
        // After the lease of the one that was killed.
        splitline_server::clock::Clock::fixed(crate::util::NOW + 15_000),
        mail(),
    )
    .await
    .unwrap();
    assert_eq!(again.deliver_announcements_once().await.unwrap(), 5);
    assert_eq!(again.deliver_announcements_once().await.unwrap(), 0);
    assert_eq!(again.send_mail().await.unwrap(), 6);
    for _ in 0..6 {
        got.push(smtp.next().await);
    }
    let line = |mail: &Value, name: &str| {
        mail["text"].as_str().unwrap().lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned()
    };
    let ids: std::collections::BTreeSet<String> = got.iter().map(|mail| line(mail, "Message-ID: ")).collect();
    assert_eq!((got.len(), ids.len()), (16, 15), "the one that came twice has the same id");
    for mail in &got {
        let head = mail["text"].as_str().unwrap().split("\r\n\r\n").next().unwrap().replace("\r\n ", "");
        let post = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
        assert!(
            head.contains("List-Unsubscribe: <http://splitline.localhost/api/unsubscribe?token=") && head.contains(post),
            "{head}"
        );
    }
}

#[tokio::test]
async fn entrants_who_change_meanwhile_get_it_where_they_are_by_now() {
    let app = TestApp::init().await;
    let mut ada = race(&app, LIST).await;
    announce(&mut ada, "k1").await;
    // Max gets an address of his own, Ann has Eve's from now on, Eve withdraws, and Zoë has another bib.
    ada.put_list(
        "/api/timing/Spring%20Half",
        "bib,firstname,lastname,email,contest\n2,Max,O’Brien,max@example.test,10K\n3,Ann,Berg,eve@example.test,10K\n",
    )
    .await;
    for bib in ["6", "1"] {
        ada.delete(&format!("/api/timing/Spring%20Half/entrants/{bib}"), &json!({})).await.ok();
    }
    let zoe = json!({ "bib": "11", "firstname": "Zoë", "lastname": "O’Brien", "email": "zoe@example.test", "contest": "10K" });
    ada.post("/api/timing/Spring%20Half/entrants", &zoe).await.is(201);
    let mails = deliver(&app).await;
    let mut said: Vec<(String, &str)> =
        mails.iter().map(|letter| (letter.to.clone(), letter.body.split('.').next().unwrap())).collect();
    said.sort();
    assert_eq!(
        said,
        [
            ("Zoe@Example.test".to_owned(), ""),
            ("eve@example.test".to_owned(), "Hello Ann Berg,\n\nbib 3 starts at 7:30 AM"),
            ("max@example.test".to_owned(), "Hello Max O’Brien,\n\nbib 2 starts at 7:30 AM"),
            ("zoe@example.test".to_owned(), "Hello Zoë O’Brien,\n\nbib 11 starts at 7:30 AM"),
        ][1..]
    );
    let last = progress(&mut ada).await;
    assert_eq!((&last["total"], &last["sent"], &last["notSent"]), (&json!(4), &json!(3), &json!(1)));
}

#[tokio::test]
async fn who_unsubscribes_gets_no_more_and_can_come_back() {
    let app = TestApp::init().await;
    let mut ada = race(&app, LIST).await;
    announce(&mut ada, "k1").await;
    let (_, token) = links(&app, "ann@example.test").await;
    let mut visitor = app.visitor();

    // Scanners of mail open links: that changes nothing.
    let opened = visitor.get(&format!("/api/unsubscribe?token={token}")).await.is(303);
    assert_eq!(opened.header("location"), format!("/unsubscribe#{token}"));
    let opened = visitor.get("/api/unsubscribe?token=a%0d%0aSet-Cookie:%20x").await.is(303);
    assert_eq!(opened.header("location"), "/unsubscribe#aSet-Cookiex");
    visitor.get("/unsubscribe").await.ok();
    let link = json!({ "token": token });
    let state = visitor.post("/api/unsubscribe/link", &link).await.ok().json();
    assert_eq!((&state["raceName"], &state["race"], &state["all"]), (&json!("Spring Half"), &json!(false), &json!(false)));
    assert_eq!(app.count("SELECT count(*) FROM unsubscribes").await, 0);

    // A program for mail does, with neither cookies nor an origin, however often; and only with the link and its body.
    for _ in 0..3 {
        let said = one_click(&mut visitor, &token).await.ok().json();
        assert!(said["message"].as_str().unwrap().starts_with("You get no announcements about Spring Half any more"));
    }
    assert_eq!(app.count("SELECT count(*) FROM unsubscribes").await, 1);
    let wrong = format!("{}x", &token[..token.len() - 1]);
    assert_eq!(one_click(&mut visitor, &wrong).await.is(404).code(), "NO_LINK");
    visitor.post("/api/unsubscribe/link", &json!({ "token": "" })).await.is(404);
    let mut program = visitor.clone();
    program.origin = None;
    for body in ["", "List-Unsubscribe=Two-Clicks"] {
        let request = Request::post(format!("/api/unsubscribe?token={token}"));
        let request = request.header("content-type", "application/x-www-form-urlencoded").body(body.to_owned().into());
        assert_eq!(program.send(request.unwrap()).await.is(400).code(), "NOT_ONE_CLICK");
    }
    // No other call of the link is open to other origins.
    program.put("/api/unsubscribe", &json!({ "token": token, "race": false, "all": false })).await.is(403);

    let before = app.app.mail().sent().len();
    assert_eq!(ada.get(BASE).await.ok().json()["audience"]["unsubscribed"], 1);
    announce(&mut ada, "k2").await;
    assert_eq!(deliver(&app).await.len(), before + 2);
    // Codes still arrive.
    ada.post(
        "/api/createTicket",
        &json!({ "name": "Ann", "contact": "ann@example.test", "requestType": "Other", "title": "t", "description": "d" }),
    )
    .await
    .is(201);
    app.app.send_mail().await.unwrap();
    assert_eq!(app.app.mail().sent().last().unwrap().to, "ann@example.test");

    // All races, and back.
    let choose = |race: bool, all: bool| json!({ "token": token, "race": race, "all": all });
    let state = visitor.put("/api/unsubscribe", &choose(true, true)).await.ok().json();
    assert!(state["text"].as_str().unwrap().starts_with("You get no announcements about any race."));
    let state = visitor.put("/api/unsubscribe", &choose(false, false)).await.ok().json();
    assert!(state["text"].as_str().unwrap().starts_with("You get announcements about Spring Half"));
    assert_eq!(app.count("SELECT count(*) FROM unsubscribes").await, 0);
    assert_eq!(ada.get(BASE).await.ok().json()["audience"]["people"], 3);
    // The name of a hidden race is told to nobody.
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": "True" })).await.ok();
    assert!(visitor.post("/api/unsubscribe/link", &link).await.ok().json().get("raceName").is_none());
}

#[tokio::test]
async fn who_unsubscribes_while_it_is_sent_does_not_get_it() {
    let app = TestApp::init().await;
    let mut ada = race(&app, LIST).await;
    announce(&mut ada, "k1").await;
    let (_, token) = links(&app, "ann@example.test").await;
    announce(&mut ada, "k2").await;
    // Eve's and Ann's mails are in the outbox.
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 3);
    let before = app.app.mail().sent().len();
    one_click(&mut app.visitor(), &token).await.ok();
    app.app.send_mail().await.unwrap();
    assert_eq!(app.app.mail().sent().len(), before + 2);
    announce(&mut ada, "k3").await;
    deliver(&app).await;
    let last = progress(&mut ada).await;
    assert_eq!((&last["total"], &last["sent"]), (&json!(2), &json!(2)));
}

#[tokio::test]
async fn a_race_that_is_renamed_hidden_or_deleted_meanwhile() {
    let app = TestApp::init().await;
    let mut ada = race(&app, &many(25)).await;
    let id = app.race_id("Spring Half").await.replace(' ', "%20");
    announce(&mut ada, "k1").await;
    app.app.deliver_announcements_once().await.unwrap();
    let rename =
        "UPDATE races SET name = 'Autumn Half', name_key = 'autumn half', record = replace(record, 'Spring Half', 'Autumn Half')";
    app.app.db().write(move |tx| tx.execute(rename, [])).await.unwrap();
    app.app.deliver_announcements_once().await.unwrap();
    app.app.send_mail().await.unwrap();
    app.app.send_mail().await.unwrap();
    let subjects: Vec<String> = app.app.mail().sent().iter().map(|letter| letter.subject.clone()).collect();
    assert_eq!(subjects[0], "Spring Half: start moved · Splitline");
    assert_eq!(subjects[19], "Autumn Half: start moved · Splitline");
    // By its id the page stays with its race.
    assert_eq!(ada.get(&format!("{BASE}?id={id}")).await.ok().json()["race"], "Autumn Half");
    ada.get(BASE).await.is(404);
    ada.put("/api/pageVisibility", &json!({ "RaceName": "Autumn Half", "isHidden": "True" })).await.ok();
    assert_eq!(ada.get(&format!("{BASE}?id={id}")).await.ok().json()["isHidden"], true);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Autumn Half" })).await.ok();
    assert_eq!(app.app.deliver_announcements_once().await.unwrap(), 0);
    assert_eq!(app.count("SELECT count(*) FROM announcement_recipients WHERE state = 'stopped'").await, 5);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'announcement.stopped' AND actor = 'system'").await, 1);
    ada.get(&format!("{BASE}?id={id}")).await.is(404);
}

#[tokio::test]
async fn who_deletes_the_account_is_in_no_row_and_stays_unsubscribed() {
    let app = TestApp::init().await;
    let mut ada = race(&app, "bib,firstname,lastname,email,contest\n1,Ulf,Berg,ulf@example.test,10K\n").await;
    let mut ulf = app.with_user().await;
    sent_to(&app, &mut ada, "Spring Half").await;
    let (_, token) = links(&app, "ulf@example.test").await;
    one_click(&mut app.visitor(), &token).await.ok();
    let copy = ulf.get("/api/account/export").await.ok().json()["announcements"].clone();
    assert_eq!((&copy[0]["email"], &copy[0]["subject"]), (&json!("ulf@example.test"), &json!("{race}: start moved")));
    assert_eq!((&copy[1]["unsubscribed"], &copy[1]["race"]), (&json!(true), &json!("Spring Half")));
    ulf.delete("/api/account", &json!({ "password": crate::util::PASSWORD })).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM announcement_recipients WHERE address <> '' OR address_key IS NOT NULL").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM unsubscribes").await, 1);
    let rows = "SELECT count(*) FROM unsubscribes WHERE address LIKE '%ulf%'";
    assert_eq!(app.count(rows).await, 0);
}

#[tokio::test]
async fn a_race_without_entrants_gets_none_and_nobody_else_may_send() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring Half").await;
    ada.put("/api/timing/Spring%20Half/setup", &setup()).await;
    let new = seen(&mut ada, BASE, "k1").await;
    let refused = ada.post(BASE, &new).await.is(409);
    assert_eq!((refused.code().as_str(), &refused.json()["audience"]["people"]), ("NOBODY", &json!(0)));
    app.with_timer().await.post(BASE, &new).await.is(403);
    app.visitor().post(BASE, &new).await.is(401);
    let nothing = app.app.db().read(|tx| tx.query_one("SELECT count(*) FROM announcements", params![], |row| row.get::<i64>(0)));
    assert_eq!(nothing.await.unwrap(), 0);
}
