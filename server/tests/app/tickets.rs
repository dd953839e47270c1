//! Support tickets: from the form to the desk and back.

use axum::http::Request;
use core_wasm::account::Role;
use serde_json::{Value, json};

use crate::util::{Browser, Response, TestApp};

pub const MINUTE_MS: i64 = 60_000;

/// A form that is right.
pub fn form() -> Value {
    json!({
        "name": "Zoë O’Brien", "contact": "zoe@example.test", "requestType": "Refund", "title": "Injured",
        "description": "I can't run.\nPlease help.", "raceDetails": "Spring Half, bib 12"
    })
}

pub fn with(change: &[(&str, &str)]) -> Value {
    let mut form = form();
    for (field, value) in change {
        form[*field] = (*value).into();
    }
    form
}

/// Sends JSON with an idempotency key.
pub async fn keyed(browser: &mut Browser, path: &str, key: &str, body: &Value) -> Response {
    let request = Request::post(path).header("content-type", "application/json").header("idempotency-key", key);
    browser.send(request.body(body.to_string().into()).unwrap()).await
}

/// A ticket of this form, written from an address of its own; returns its number.
pub async fn ticket(app: &TestApp, form: &Value) -> String {
    let mut visitor = app.visitor();
    let count = app.count("SELECT count(*) FROM tickets").await;
    visitor.peer = format!("198.51.100.{}:1", count + 1).parse().unwrap();
    visitor.post("/api/createTicket", form).await.is(201).json()["ticketId"].as_str().unwrap().to_owned()
}

/// The token of the link in the last mail to an address.
pub async fn token(app: &TestApp, email: &str) -> String {
    app.app.send_mail().await.unwrap();
    let sent = app.app.mail().sent();
    let body = sent.iter().rfind(|letter| letter.to == email).expect("a mail was sent").body.clone();
    body.split("/ticket/T-").nth(1).unwrap().split('#').nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn a_ticket_is_confirmed_answered_and_solved() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let mut visitor = app.visitor();
    let made = visitor.post("/api/createTicket", &form()).await.is(201).json();
    assert_eq!(
        made,
        json!({ "ticketId": "T-1001", "emailSent": true, "message": "Ticket Submitted Successfully!" }),
        "the mail is written to its folder at once"
    );
    let token = token(&app, "zoe@example.test").await;
    let letter = app.app.mail().sent().pop().unwrap();
    assert!(letter.subject.starts_with("Ticket T-1001 received"));
    assert!(!letter.body.contains("Injured") && !letter.body.contains("Zoë"), "nothing that a stranger typed is mailed");

    // The runner sees the ticket by the link, and by no other.
    let link = json!({ "ticketId": "t-1001", "token": token });
    let seen = visitor.post("/api/ticketStatus", &link).await.ok().json();
    assert_eq!((&seen["status"], &seen["messages"][0]["text"]), (&"open".into(), &"I can't run.\nPlease help.".into()));
    assert!(seen.get("contact").is_none());
    let wrong = visitor.post("/api/ticketStatus", &json!({ "ticketId": "T-1001", "token": "x" })).await.is(404);
    let none = visitor.post("/api/ticketStatus", &json!({ "ticketId": "T-9999", "token": token })).await.is(404);
    assert_eq!(wrong.bytes, none.bytes);

    // The desk: the ticket, a note that only the team sees, an answer that is mailed.
    let list = ada.get("/api/tickets").await.ok().json();
    assert_eq!((&list["total"], &list["counts"]["open"]), (&json!(1), &json!(1)));
    assert_eq!(list["items"][0]["ticketId"], "T-1001");
    let note = json!({ "text": "Ask the timer.", "kind": "note", "version": 1 });
    assert_eq!(ada.post("/api/tickets/T-1001/replies", &note).await.is(201).json()["version"], 2);
    app.clock.advance(5 * MINUTE_MS);
    let answer = json!({ "text": "You get the money back.", "kind": "staff", "version": 2 });
    let answered = ada.post("/api/tickets/T-1001/replies", &answer).await.is(201).json();
    assert_eq!(answered, json!({ "message": "The answer is on its way.", "version": 3 }));
    app.app.send_mail().await.unwrap();
    let letter = app.app.mail().sent().pop().unwrap();
    assert!(letter.to == "zoe@example.test" && letter.subject.starts_with("Answer to ticket T-1001"));
    assert!(letter.body.contains("You get the money back.") && !letter.body.contains("timer"));
    let seen = visitor.post("/api/ticketStatus", &link).await.ok().json();
    let texts: Vec<&Value> = seen["messages"].as_array().unwrap().iter().map(|one| &one["text"]).collect();
    assert_eq!(texts, ["I can't run.\nPlease help.", "You get the money back."]);
    assert_eq!(seen["status"], "waiting");
    let detail = ada.get("/api/tickets/T-1001").await.ok().json();
    assert_eq!(detail["messages"][1]["delivery"], "sent");
    assert_eq!((&detail["confirmation"], &detail["messages"][1]["author"]), (&"sent".into(), &"ada".into()));
    assert_eq!(ada.get("/api/tickets?status=waiting").await.ok().json()["medianFirstAnswerMs"], 5 * MINUTE_MS);

    // A reply opens it again; then it is solved.
    let reply = json!({ "ticketId": "T-1001", "token": token, "text": "Thank you!" });
    assert_eq!(visitor.post("/api/ticketReply", &reply).await.is(201).json()["message"], "We have your reply.");
    assert_eq!(ada.get("/api/tickets").await.ok().json()["counts"]["open"], 1);
    let solved = ada.put("/api/tickets/T-1001", &json!({ "status": "solved", "version": 4 })).await.ok().json();
    assert_eq!((&solved["status"], &solved["version"]), (&"solved".into(), &json!(5)));
    let what = "SELECT count(*) FROM audit WHERE object = 'ticket:1001' AND (old || new) LIKE '%back%'";
    assert_eq!(app.count(what).await, 0, "the record has no words of a ticket");
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE object = 'ticket:1001'").await, 5);
}

#[tokio::test]
async fn every_field_has_its_message() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    let messages = |answer: Response| -> Vec<String> {
        let fields = answer.is(400).json()["fields"].clone();
        fields.as_array().unwrap().iter().map(|one| one["message"].as_str().unwrap().to_owned()).collect()
    };
    let empty = json!({ "name": " ", "contact": "", "requestType": "", "title": "", "description": "" });
    let said = messages(visitor.post("/api/createTicket", &empty).await);
    let wanted = ["Name", "Contact information", "Request type", "Title", "Description"];
    assert_eq!(said, wanted.map(|label| format!("{label} is required")));
    let said = messages(visitor.post("/api/createTicket", &with(&[("raceDetails", " ")])).await);
    assert_eq!(said, ["Race details are required"]);
    let wrong = visitor.post("/api/createTicket", &with(&[("contact", "zoe at home")])).await.is(400);
    assert_eq!(wrong.json()["message"], "Invalid email format");
    // A telephone number is a contact, too; nothing is mailed to it.
    let made = visitor.post("/api/createTicket", &with(&[("contact", "(518) 555-0199")])).await.is(201).json();
    assert_eq!((&made["emailSent"], &made["message"]), (&json!(false), &"Ticket Created - Email Not Sent".into()));
    assert_eq!(app.count("SELECT count(*) FROM mail_outbox").await, 0);
}

#[tokio::test]
async fn what_is_sent_twice_with_one_key_is_one_ticket() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    for _ in 0..50 {
        assert_eq!(keyed(&mut visitor, "/api/createTicket", "k1", &form()).await.is(201).json()["ticketId"], "T-1001");
    }
    let other = keyed(&mut visitor, "/api/createTicket", "k1", &with(&[("title", "Another")])).await.is(409);
    assert_eq!(other.code(), "KEY_REUSED");
    assert_eq!(keyed(&mut visitor, "/api/createTicket", "ü", &form()).await.is(400).code(), "BAD_KEY");
    app.app.send_mail().await.unwrap();
    assert_eq!(app.app.mail().sent().len(), 1);
    assert_eq!(app.count("SELECT count(*) FROM tickets").await, 1);
    let token = token(&app, "zoe@example.test").await;
    let reply = json!({ "ticketId": "T-1001", "token": token, "text": "And another thing." });
    for _ in 0..3 {
        keyed(&mut visitor, "/api/ticketReply", "k1", &reply).await.is(201);
    }
    assert_eq!(app.count("SELECT count(*) FROM ticket_messages").await, 1);
}

#[tokio::test]
async fn three_tickets_an_hour_are_free_for_an_address_and_for_a_contact() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    for n in 0..3 {
        let form = with(&[("contact", &format!("runner{n}@example.test"))]);
        visitor.post("/api/createTicket", &form).await.is(201);
    }
    // A forwarding header that no trusted proxy has written changes nothing.
    for n in 0..200 {
        let request = Request::post("/api/createTicket").header("content-type", "application/json");
        let request = request.header("x-forwarded-for", format!("203.0.113.{n}"));
        let form = with(&[("contact", &format!("other{n}@example.test"))]);
        let refused = visitor.send(request.body(form.to_string().into()).unwrap()).await.is(429);
        assert_eq!(refused.json()["message"], "You've submitted too many requests recently. Please try again in one hour.");
        assert_eq!(refused.header("retry-after"), "3600");
    }
    assert_eq!(app.count("SELECT count(*) FROM tickets").await, 3);
    // The same contact from elsewhere, however it is written.
    for contact in ["zoe@example.test", "Zoe+2@example.test", "zoe+refund@Example.test"] {
        ticket(&app, &with(&[("contact", contact)])).await;
    }
    let mut elsewhere = app.visitor();
    elsewhere.peer = "192.0.2.9:1".parse().unwrap();
    assert_eq!(elsewhere.post("/api/createTicket", &form()).await.is(429).code(), "TICKET_LIMIT");
    app.clock.advance(60 * MINUTE_MS);
    elsewhere.post("/api/createTicket", &form()).await.is(201);
}

#[tokio::test]
async fn of_two_who_answer_at_once_the_second_is_told() {
    let app = TestApp::init().await;
    let (mut ada, mut bob) = (app.with_admin().await, app.with_account("bob", Role::Admin).await);
    let id = ticket(&app, &form()).await;
    let path = format!("/api/tickets/{id}/replies");
    let answer = |text: &str, version: i64| json!({ "text": text, "kind": "staff", "version": version });
    ada.post(&path, &answer("Yes.", 1)).await.is(201);
    let refused = bob.post(&path, &answer("No.", 1)).await.is(409);
    assert_eq!(refused.code(), "TICKET_CHANGED");
    assert_eq!(refused.json()["ticket"]["messages"][0]["text"], "Yes.", "the answer of the first one comes with the refusal");
    let late = bob.put(&format!("/api/tickets/{id}"), &json!({ "status": "spam", "version": 1 })).await.is(409);
    assert_eq!(late.code(), "TICKET_CHANGED");
    bob.post(&path, &answer("Sorry: no.", 2)).await.is(201);
    app.app.send_mail().await.unwrap();
    assert_eq!(app.app.mail().sent().iter().filter(|letter| letter.subject.starts_with("Answer")).count(), 2);
}

#[tokio::test]
async fn an_answer_that_is_repeated_after_the_ticket_was_read_again_is_sent_once() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let id = ticket(&app, &form()).await;
    let path = format!("/api/tickets/{id}/replies");
    let answer = |text: &str, version: i64| json!({ "text": text, "kind": "staff", "version": version });
    let sent = json!({ "message": "The answer is on its way.", "version": 2 });
    assert_eq!(keyed(&mut ada, &path, "k1", &answer("Yes.", 1)).await.is(201).json(), sent);
    // The response was lost. Ada sends the answer again, at first without having seen that it is there, and then after reading it.
    for version in [1, 2] {
        assert_eq!(keyed(&mut ada, &path, "k1", &answer("Yes.", version)).await.is(201).json(), sent);
    }
    // What is new in a repetition is its status, which nobody changes unseen.
    let solving = |version: i64| json!({ "text": "Yes.", "kind": "staff", "version": version, "status": "solved" });
    assert_eq!(keyed(&mut ada, &path, "k1", &solving(1)).await.is(409).code(), "TICKET_CHANGED");
    for _ in 0..2 {
        assert_eq!(keyed(&mut ada, &path, "k1", &solving(2)).await.is(201).json()["version"], 3);
    }
    assert_eq!(ada.get(&format!("/api/tickets/{id}")).await.ok().json()["status"], "solved");
    let reused = keyed(&mut ada, &path, "k1", &answer("No.", 3)).await.is(409);
    assert_eq!((reused.code().as_str(), &reused.json()["ticket"]["version"]), ("KEY_REUSED", &json!(3)));
    assert_eq!(app.count("SELECT count(*) FROM ticket_messages").await, 1);
    app.app.send_mail().await.unwrap();
    assert_eq!(app.app.mail().sent().iter().filter(|letter| letter.subject.starts_with("Answer")).count(), 1);
}

#[tokio::test]
async fn tickets_are_listed_searched_and_assigned() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ticket(&app, &form()).await;
    let bug =
        with(&[("contact", "max@example.test"), ("name", "Max Brandt"), ("requestType", "Website Bug"), ("title", "A typo")]);
    ticket(&app, &bug).await;
    app.clock.advance(25 * 60 * MINUTE_MS);
    ticket(&app, &with(&[("contact", "(518) 555-0199"), ("name", "Ann Berg"), ("raceDetails", "Autumn 10K")])).await;
    let mut ids = async |query: &str| -> Vec<String> {
        let list = ada.get(&format!("/api/tickets?{query}")).await.ok().json();
        list["items"].as_array().unwrap().iter().map(|one| one["ticketId"].as_str().unwrap().to_owned()).collect()
    };
    for (query, wanted) in [
        ("", vec!["T-1003", "T-1002", "T-1001"]),
        ("q=zoe", vec!["T-1001"]),
        ("q=obri%20run", vec!["T-1001"]),
        ("q=T-1002", vec!["T-1002"]),
        ("q=5185550199", vec!["T-1003"]),
        ("q=%25", vec![]),
        ("type=Website%20Bug", vec!["T-1002"]),
        ("race=Spring%20Half", vec!["T-1001"]),
        ("race=Autumn%2010K", vec!["T-1003"]),
        ("age=day", vec!["T-1002", "T-1001"]),
        ("status=solved", vec![]),
        ("pageSize=2&page=2", vec!["T-1001"]),
    ] {
        assert_eq!(ids(query).await, wanted, "{query}");
    }
    for query in ["status=lost", "type=x", "age=year", "page=0", "pageSize=101"] {
        ada.get(&format!("/api/tickets?{query}")).await.is(400);
    }
    // Who takes care of one, and who can't.
    let own = ada.get("/api/profile").await.ok().json()["UserID"].clone();
    app.with_user().await;
    let taken = ada.put("/api/tickets/T-1001", &json!({ "assignee": own, "version": 1 })).await.ok().json();
    assert_eq!(taken["assignee"], "ada");
    assert_eq!(ada.get("/api/tickets?status=mine").await.ok().json()["total"], 1);
    let ulf = ada.get("/api/people?q=ulf").await.ok().json()["items"][0]["userID"].clone();
    let refused = ada.put("/api/tickets/T-1001", &json!({ "assignee": ulf, "version": 2 })).await.is(400);
    assert_eq!(refused.json()["fields"][0]["field"], "assignee");
    ada.put("/api/tickets/T-1001", &json!({ "assignee": null, "version": 2 })).await.ok();
    assert_eq!(ada.get("/api/tickets?status=mine").await.ok().json()["total"], 0);
    // The record has the id; who reads it sees the name.
    let log = ada.get("/api/auditLog?object=T-1001&action=ticket.changed").await.ok().json();
    let changes: Vec<_> = log["items"].as_array().unwrap().iter().map(|row| &row["changes"]).collect();
    assert!(changes.iter().all(|change| change.to_string().contains("\"ada\"")), "{changes:?}");
    // A search in one list tells in which others something is found.
    ada.put("/api/tickets/T-1002", &json!({ "status": "solved", "version": 1 })).await.ok();
    let found = ada.get("/api/tickets?q=T-1002").await.ok().json();
    assert_eq!(
        (&found["total"], &found["counts"]),
        (&0.into(), &json!({ "open": 0, "mine": 0, "waiting": 0, "solved": 1, "spam": 0 }))
    );
    ada.get("/api/tickets/T-7").await.is(404);
}

#[tokio::test]
async fn a_runner_replies_twenty_times_a_day() {
    let app = TestApp::init().await;
    let id = ticket(&app, &form()).await;
    let token = token(&app, "zoe@example.test").await;
    let mut visitor = app.visitor();
    let reply = |text: &str| json!({ "ticketId": id, "token": token, "text": text });
    assert_eq!(
        visitor.post("/api/ticketReply", &reply(" ")).await.is(400).json()["fields"][0]["message"],
        "Write an answer first."
    );
    for n in 0..20 {
        visitor.post("/api/ticketReply", &reply(&format!("Reply {n}"))).await.is(201);
    }
    assert_eq!(visitor.post("/api/ticketReply", &reply("One more")).await.is(429).code(), "TICKET_LIMIT");
    app.clock.advance(24 * 60 * MINUTE_MS);
    visitor.post("/api/ticketReply", &reply("The next day")).await.is(201);
}

#[tokio::test]
async fn spam_stays_closed_and_a_deleted_account_leaves_an_empty_ticket() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let mut ulf = app.with_user().await;
    let form = with(&[("contact", "ulf@example.test"), ("name", "Ulf"), ("description", "It is me, Ulf.")]);
    let id = ulf.post("/api/createTicket", &form).await.is(201).json()["ticketId"].as_str().unwrap().to_owned();
    let token = token(&app, "ulf@example.test").await;
    ada.put(&format!("/api/tickets/{id}"), &json!({ "status": "spam", "version": 1 })).await.ok();
    let reply = json!({ "ticketId": id, "token": token, "text": "Why?" });
    ulf.post("/api/ticketReply", &reply).await.is(201);
    assert_eq!(ada.get(&format!("/api/tickets/{id}")).await.ok().json()["status"], "spam");
    let copy = ulf.get("/api/account/export").await.ok().json();
    assert_eq!((&copy["tickets"][0]["ticketId"], &copy["tickets"][0]["messages"][0]["text"]), (&json!(id), &"Why?".into()));
    ulf.delete("/api/account", &json!({ "password": crate::util::PASSWORD })).await.ok();
    let left = ada.get(&format!("/api/tickets/{id}")).await.ok();
    assert!(!left.text().to_lowercase().contains("ulf"), "{}", left.text());
    assert_eq!(ada.get("/api/tickets?status=spam&q=ulf").await.ok().json()["total"], 0);
    // What is written now would belong to nobody.
    assert_eq!(app.visitor().post("/api/ticketReply", &reply).await.is(409).code(), "TICKET_EMPTIED");
}

#[tokio::test]
async fn one_network_does_not_fill_the_outbox_with_confirmations() {
    let app = TestApp::init().await;
    let write = async |network: u16, n: u16, contact: &str| {
        let mut visitor = app.visitor();
        visitor.peer = format!("[2001:db8:{network:x}:{n:x}::1]:1").parse().unwrap();
        visitor.post("/api/createTicket", &with(&[("contact", contact)])).await.status.as_u16()
    };
    let mut written = 0;
    for n in 0..210 {
        match write(1, n, &format!("somebody{n}@example.test")).await {
            201 => written += 1,
            status => assert_eq!(status, 429),
        }
    }
    assert_eq!(written, 200);
    assert_eq!(app.count("SELECT count(*) FROM tickets").await, 200, "what is refused leaves nothing");
    assert_eq!(write(1, 999, "(518) 555-0199").await, 201, "nothing is mailed to a telephone number");
    assert_eq!(write(2, 0, "zoe@example.test").await, 201);
}
