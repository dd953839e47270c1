//! The desk for tickets: saved replies, many tickets at once, two that are one, who else is writing, and what is known beside them.

use core_wasm::account::Role;
use serde_json::{Value, json};

use crate::profile::zoe;
use crate::runner_pages::published;
use crate::tickets::{MINUTE_MS, form, keyed, ticket, token, with};
use crate::util::{Browser, TestApp};

/// Whether the ticket is told to be in the state, at which version.
async fn state(ada: &mut Browser, id: &str) -> (String, i64) {
    let seen = ada.get(&format!("/api/tickets/{id}")).await.ok().json();
    (seen["status"].as_str().unwrap().to_owned(), seen["version"].as_i64().unwrap())
}

fn texts(seen: &Value) -> Vec<&str> {
    seen["messages"].as_array().unwrap().iter().map(|message| message["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn replies_are_saved_changed_by_one_at_a_time_and_deleted() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let mut bob = app.with_account("bob", Role::Admin).await;
    let first = json!({ "title": " Pick-up ", "text": "Hello {name},\r\nbring {race}." });
    let saved = ada.post("/api/savedReplies", &first).await.is(201).json();
    assert_eq!(
        (&saved["title"], &saved["text"], &saved["version"]),
        (&"Pick-up".into(), &"Hello {name},\nbring {race}.".into(), &1.into())
    );
    let wrong = ada.post("/api/savedReplies", &json!({ "title": "", "text": "{nmae}" })).await.is(400).json();
    let codes: Vec<&Value> = wrong["fields"].as_array().unwrap().iter().map(|field| &field["code"]).collect();
    assert_eq!(codes, ["required", "unknown_placeholder"]);
    let alike = bob.post("/api/savedReplies", &json!({ "title": "PÍCK-UP", "text": "x" })).await.is(400).json();
    assert_eq!(alike["fields"][0]["code"], "title_taken");
    bob.post("/api/savedReplies", &json!({ "title": "Arrival", "text": "x" })).await.is(201);
    let listed = bob.get("/api/savedReplies").await.ok().json();
    assert_eq!([&listed["replies"][0]["title"], &listed["replies"][1]["title"]], ["Arrival", "Pick-up"]);

    let path = format!("/api/savedReplies/{}", saved["id"].as_str().unwrap());
    let change = json!({ "title": "Pick-up", "text": "Come early.", "version": 1 });
    assert_eq!(ada.put(&path, &change).await.ok().json()["version"], 2);
    let late = bob.put(&path, &json!({ "title": "Pick-up", "text": "Come late.", "version": 1 })).await.is(409).json();
    assert_eq!((&late["code"], &late["reply"]["text"]), (&"SAVED_REPLY_CHANGED".into(), &"Come early.".into()));
    let taken = bob.put(&path, &json!({ "title": "arrival", "text": "Come late.", "version": 2 })).await.is(400).json();
    assert_eq!(taken["fields"][0]["code"], "title_taken");
    bob.delete(&format!("{path}?version=1"), &json!({})).await.is(409);
    bob.delete(&format!("{path}?version=2"), &json!({})).await.ok();
    ada.put(&path, &json!({ "title": "Pick-up", "text": "x", "version": 2 })).await.is(404);
    ada.delete(&format!("{path}?version=2"), &json!({})).await.is(404);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action LIKE 'ticket.reply.%'").await, 4);
    assert_eq!(
        app.count("SELECT count(*) FROM audit WHERE action LIKE 'ticket.reply.%' AND (old || new) LIKE '%early%'").await,
        0
    );
}

#[tokio::test]
async fn there_are_two_hundred_saved_replies() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
        INSERT INTO saved_replies SELECT 'r' || i, 'R' || i, 'r' || i, 'x', 1, 0 FROM n";
    app.app.db().write(move |tx| tx.batch(many)).await.unwrap();
    ada.post("/api/savedReplies", &json!({ "title": "The last", "text": "x" })).await.is(201);
    let refused = ada.post("/api/savedReplies", &json!({ "title": "One more", "text": "x" })).await.is(409);
    assert_eq!(refused.code(), "TOO_MANY_SAVED");
}

#[tokio::test]
async fn many_tickets_are_solved_at_once_but_none_that_somebody_else_has_changed() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for number in 0..3 {
        ticket(&app, &with(&[("contact", &format!("runner{number}@example.test"))])).await;
    }
    let seen = |versions: [(&str, i64); 3]| {
        let tickets: Vec<Value> =
            versions.into_iter().map(|(id, version)| json!({ "ticketId": id, "version": version })).collect();
        json!({ "status": "solved", "tickets": tickets })
    };
    ada.post("/api/tickets/T-1002/replies", &json!({ "text": "A note", "kind": "note", "version": 1 })).await.is(201);
    let asked = seen([("T-1001", 1), ("T-1002", 1), ("T-1003", 1)]);
    let done = ada.post("/api/ticketsStatus", &asked).await.ok().json();
    assert_eq!(
        done,
        json!({
            "message": "2 tickets are solved. 1 was changed by somebody else meanwhile and stays as it is.",
            "changed": ["T-1001", "T-1003"], "overtaken": ["T-1002"]
        })
    );
    assert_eq!(state(&mut ada, "T-1002").await, ("open".to_owned(), 2));
    // A repetition after a lost answer says the same, and changes nothing.
    assert_eq!(ada.post("/api/ticketsStatus", &asked).await.ok().json(), done);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'ticket.changed'").await, 2);
    for tickets in [json!([]), json!(vec![json!({ "ticketId": "T-1001", "version": 1 }); 101])] {
        let refused = ada.post("/api/ticketsStatus", &json!({ "status": "solved", "tickets": tickets })).await.is(400).json();
        assert_eq!(refused["fields"][0]["message"], "Choose from 1 to 100 tickets.");
    }
    let nowhere = seen([("T-9999", 1), ("1001", 1), ("T-1001", 2)]);
    assert_eq!(ada.post("/api/ticketsStatus", &nowhere).await.ok().json()["overtaken"], json!(["T-9999"]));
}

#[tokio::test]
async fn a_ticket_becomes_a_part_of_another_one_of_the_same_runner() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let mut visitor = app.visitor();
    ticket(&app, &form()).await;
    let first = token(&app, "zoe@example.test").await;
    app.clock.advance(1_000);
    ticket(&app, &with(&[("title", "Again"), ("description", "Me again"), ("contact", "Zoe+x@example.test")])).await;
    ticket(&app, &with(&[("contact", "ann@example.test")])).await;
    let second = token(&app, "Zoe+x@example.test").await;
    app.clock.advance(1_000);
    ada.post("/api/tickets/T-1002/replies", &json!({ "text": "Which race?", "kind": "staff", "version": 1 })).await.is(201);

    let join = |into: &str, version: i64| json!({ "into": into, "version": version });
    let refused = |answer: &Value| answer["fields"][0]["code"].as_str().unwrap().to_owned();
    let path = "/api/tickets/T-1002/join";
    assert_eq!(refused(&ada.post(path, &join("T-1003", 2)).await.is(400).json()), "other_contact");
    assert_eq!(refused(&ada.post(path, &join("T-1002", 2)).await.is(400).json()), "same_ticket");
    assert_eq!(refused(&ada.post(path, &join("T-9999", 2)).await.is(400).json()), "no_such_ticket");
    assert_eq!(ada.post(path, &join("T-1001", 1)).await.is(409).code(), "TICKET_CHANGED");
    let whole = ada.post(path, &join("t-1001", 2)).await.ok().json();
    assert_eq!((&whole["ticketId"], &whole["parts"]), (&"T-1001".into(), &json!(["T-1002"])));
    assert_eq!(texts(&whole), ["Me again", "Which race?"]);
    assert_eq!(whole["messages"][1]["delivery"], "waiting", "its mail is still known");
    // A repetition after a lost answer says the same.
    assert_eq!(ada.post(path, &join("T-1001", 2)).await.ok().json(), whole);
    assert_eq!(ada.post(path, &join("T-1003", 3)).await.is(409).code(), "TICKET_JOINED");
    let part = ada.get("/api/tickets/T-1002").await.ok().json();
    assert_eq!((&part["joinedInto"], &part["status"], texts(&part).len()), (&"T-1001".into(), &"solved".into(), 0));
    for (method, path, body) in [
        ("put", "/api/tickets/T-1002", json!({ "status": "open", "version": 3 })),
        ("post", "/api/tickets/T-1002/replies", json!({ "text": "x", "kind": "staff", "version": 3 })),
    ] {
        let answer = if method == "put" { ada.put(path, &body).await } else { ada.post(path, &body).await };
        assert_eq!(answer.is(409).code(), "TICKET_JOINED");
    }

    // The links of both open the whole, and a reply by either comes to it.
    for (id, token) in [("T-1001", &first), ("T-1002", &second)] {
        let seen = visitor.post("/api/ticketStatus", &json!({ "ticketId": id, "token": token })).await.ok().json();
        assert_eq!((&seen["ticketId"], &seen["parts"]), (&"T-1001".into(), &json!(["T-1002"])));
        let reply = json!({ "ticketId": id, "token": token, "text": format!("The half, by {id}") });
        visitor.post("/api/ticketReply", &reply).await.is(201);
    }
    let seen = visitor.post("/api/ticketStatus", &json!({ "ticketId": "T-1002", "token": second })).await.ok().json();
    assert_eq!(
        texts(&seen),
        ["I can't run.\nPlease help.", "Me again", "Which race?", "The half, by T-1001", "The half, by T-1002"]
    );
    assert_eq!(
        ada.get("/api/tickets?q=again").await.ok().json()["items"][0]["ticketId"],
        "T-1001",
        "found by the words of its part"
    );

    // What became a part goes on when the whole becomes a part.
    ticket(&app, &with(&[("title", "Third")])).await;
    let (_, version) = state(&mut ada, "T-1001").await;
    ada.post("/api/tickets/T-1001/join", &join("T-1004", version)).await.ok();
    let seen = visitor.post("/api/ticketStatus", &json!({ "ticketId": "T-1002", "token": second })).await.ok().json();
    assert_eq!((&seen["ticketId"], &seen["parts"]), (&"T-1004".into(), &json!(["T-1001", "T-1002"])));
    assert_eq!(texts(&seen).len(), 6);
}

#[tokio::test]
async fn a_joined_ticket_was_answered_when_its_part_was_and_not_when_they_were_joined() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ticket(&app, &form()).await;
    app.clock.advance(MINUTE_MS);
    ticket(&app, &with(&[("title", "Again")])).await;
    app.clock.advance(5 * MINUTE_MS);
    let answer = json!({ "text": "Which race?", "kind": "staff", "version": 1 });
    ada.post("/api/tickets/T-1002/replies", &answer).await.is(201);
    app.clock.advance(60 * MINUTE_MS);
    ada.post("/api/tickets/T-1002/join", &json!({ "into": "T-1001", "version": 2 })).await.ok();
    let waited = "SELECT first_answer_at - created_at FROM tickets WHERE id = 1001";
    assert_eq!(app.count(waited).await, 6 * MINUTE_MS);
    // A ticket that was written after this answer still waits for its own.
    ticket(&app, &with(&[("title", "Third")])).await;
    ada.post("/api/tickets/T-1001/join", &json!({ "into": "T-1003", "version": 2 })).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM tickets WHERE id = 1003 AND first_answer_at IS NULL").await, 1);
}

#[tokio::test]
async fn a_lost_answer_is_known_and_a_new_one_refused_after_the_ticket_became_a_part() {
    let app = TestApp::init().await;
    let (mut ada, mut bob) = (app.with_admin().await, app.with_account("bob", Role::Admin).await);
    ticket(&app, &form()).await;
    ticket(&app, &with(&[("title", "Again")])).await;
    let path = "/api/tickets/T-1002/replies";
    let answer = |text: &str| json!({ "text": text, "kind": "staff", "version": 1 });
    keyed(&mut ada, path, "k1", &answer("Yes.")).await.is(201);
    bob.post("/api/tickets/T-1002/join", &json!({ "into": "T-1001", "version": 2 })).await.ok();
    keyed(&mut ada, path, "k1", &answer("Yes.")).await.is(201);
    let refused = keyed(&mut ada, path, "k2", &answer("Or no.")).await.is(409);
    assert_eq!((refused.code(), &refused.json()["ticket"]["joinedInto"]), ("TICKET_JOINED".into(), &"T-1001".into()));
    // Taken to the whole and sent there, it is the same answer, too.
    let repeated = "/api/tickets/T-1001/replies";
    assert_eq!(keyed(&mut ada, repeated, "k1", &answer("Yes.")).await.is(409).code(), "TICKET_CHANGED");
    let read = json!({ "text": "Yes.", "kind": "staff", "version": 2 });
    keyed(&mut ada, repeated, "k1", &read).await.is(201);
    let whole = ada.get("/api/tickets/T-1001").await.ok().json();
    assert_eq!(whole["status"], "waiting", "the whole is answered, too");
    assert_eq!(texts(&whole).iter().filter(|text| **text == "Yes.").count(), 1);
    ticket(&app, &with(&[("title", "Another")])).await;
    let other = keyed(&mut ada, "/api/tickets/T-1003/replies", "k1", &answer("Yes.")).await.is(409);
    assert_eq!(other.code(), "KEY_REUSED");
}

#[tokio::test]
async fn an_open_question_is_not_lost_in_a_ticket_that_is_closed() {
    for closed in ["solved", "waiting", "spam"] {
        let app = TestApp::init().await;
        let mut ada = app.with_admin().await;
        ticket(&app, &form()).await;
        ticket(&app, &with(&[("title", "Again")])).await;
        ada.put("/api/tickets/T-1001", &json!({ "status": closed, "version": 1 })).await.ok();
        let whole = ada.post("/api/tickets/T-1002/join", &json!({ "into": "T-1001", "version": 1 })).await.ok().json();
        assert_eq!(whole["status"], "open", "{closed}");
    }
}

#[tokio::test]
async fn tickets_of_two_accounts_are_not_joined_and_a_deletion_finds_every_part() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let mut ulf = app.with_user().await;
    let mut eve = app.with_account("eve", Role::User).await;
    let contact = &with(&[("contact", "+1 555 123 4567")]);
    for author in [&mut ulf, &mut eve] {
        author.post("/api/createTicket", contact).await.is(201);
    }
    ticket(&app, contact).await;
    let join = |version: i64| json!({ "into": "T-1003", "version": version });
    ada.post("/api/tickets/T-1001/join", &join(1)).await.ok();
    let refused = ada.post("/api/tickets/T-1002/join", &join(1)).await.is(400).json();
    assert_eq!(refused["fields"][0]["code"], "other_contact");
    let password = json!({ "password": crate::util::PASSWORD });
    ulf.delete("/api/account", &password).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM ticket_messages WHERE text <> ''").await, 0, "the part's text is ulf's");
    assert_eq!(app.count("SELECT count(*) FROM tickets WHERE description <> ''").await, 1, "eve's is not");
}

#[tokio::test]
async fn the_others_see_who_is_writing() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let mut bob = app.with_account("bob", Role::Admin).await;
    ticket(&app, &form()).await;
    let writers = async |browser: &mut Browser| browser.get("/api/tickets/T-1001").await.ok().json()["writers"].clone();
    let path = "/api/tickets/T-1001/writing";
    ada.put(path, &json!({ "writing": true })).await.is(204);
    assert_eq!((writers(&mut bob).await, writers(&mut ada).await), (json!(["ada"]), json!([])));
    app.clock.advance(20_001);
    assert_eq!(writers(&mut bob).await, json!([]), "who has closed the page is not writing any more");
    ada.put(path, &json!({ "writing": true })).await.is(204);
    ada.put(path, &json!({ "writing": false })).await.is(204);
    assert_eq!(writers(&mut bob).await, json!([]));
    ada.put(path, &json!({ "writing": true })).await.is(204);
    let answer = json!({ "text": "Yes.", "kind": "staff", "version": 1 });
    ada.post("/api/tickets/T-1001/replies", &answer).await.is(201);
    assert_eq!(writers(&mut bob).await, json!([]), "the answer is sent");
    assert_eq!(state(&mut ada, "T-1001").await.1, 2, "writing is no change");
    ada.put("/api/tickets/T-9999/writing", &json!({ "writing": true })).await.is(404);
}

#[tokio::test]
async fn entries_and_results_under_the_name_are_beside_the_ticket() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut zoe = zoe(&app).await;
    let mut ada = app.visitor();
    ada.login("ada", crate::util::PASSWORD).await.ok();
    let id = ticket(&app, &with(&[("name", "ZOE O'Brien")])).await;
    let path = format!("/api/tickets/{id}");
    let seen = ada.get(&path).await.ok().json();
    assert_eq!((&seen["results"][0]["bib"], &seen["results"][0]["race"]), (&"1".into(), &"Spring 10K".into()));
    assert_eq!((&seen["entries"][0]["bib"], &seen["entries"][0]["sameAddress"]), (&"1".into(), &false.into()));
    // A ticket tells an administrator no more than a search as a visitor does.
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    assert_eq!(ada.get(&path).await.ok().json()["results"], json!([]));
    let other = ticket(&app, &with(&[("name", "Zoe"), ("contact", "else@example.test")])).await;
    let seen = ada.get(&format!("/api/tickets/{other}")).await.ok().json();
    assert_eq!((&seen["entries"], &seen["results"]), (&json!([]), &json!([])), "a part of a name is another one");
}
