//! Pictures of tickets: sent before their message, shown to the team and to who has the link, and bounded.

use axum::body::Body;
use axum::http::Request;
use image::ImageFormat;
use serde_json::json;

use crate::tickets::{form, token};
use crate::util::{Browser, Form, PASSWORD, Response, TestApp, picture};

async fn by_link(browser: &mut Browser, token: &str, bytes: &[u8]) -> Response {
    let mut request = Form::default().file("picture", bytes).request("/api/ticketPictures");
    request.headers_mut().insert("splitline-ticket", format!("T-1001#{token}").parse().unwrap());
    browser.send(request).await
}

async fn by_team(browser: &mut Browser, bytes: &[u8]) -> Response {
    browser.send(Form::default().file("picture", bytes).request("/api/tickets/T-1001/pictures")).await
}

fn id(answer: &Response) -> String {
    answer.json()["id"].as_str().unwrap().to_owned()
}

async fn ticket() -> (TestApp, Browser, Browser, String) {
    let app = TestApp::init().await;
    let ada = app.with_admin().await;
    let mut visitor = app.visitor();
    visitor.post("/api/createTicket", &form()).await.is(201);
    let token = token(&app, "zoe@example.test").await;
    (app, ada, visitor, token)
}

#[tokio::test]
async fn pictures_are_sent_before_their_message_and_shown_on_both_sides() {
    let (app, mut ada, mut visitor, token) = ticket().await;
    let jpeg = picture(900, 600, ImageFormat::Jpeg);
    let own = id(&by_link(&mut visitor, &token, &jpeg).await.is(201));
    let want = |picture: &str, width: u32| json!({ "ticketId": "T-1001", "token": token, "picture": picture, "width": width });
    // Before the reply only its own side sees it.
    let shown = visitor.post("/api/ticketPicture", &want(&own, 100)).await.ok();
    assert_eq!((shown.header("content-type"), shown.header("cache-control")), ("image/webp", "private, no-store"));
    let small = image::load_from_memory(&shown.bytes).unwrap();
    assert_eq!((small.width(), small.height()), (480, 320));
    ada.get(&format!("/api/tickets/T-1001/pictures/{own}/960")).await.is(404);
    let reply = json!({ "ticketId": "T-1001", "token": token, "text": "See the picture.", "pictures": [own] });
    visitor.post("/api/ticketReply", &reply).await.is(201);
    let large = ada.get(&format!("/api/tickets/T-1001/pictures/{own}/5000")).await.ok();
    assert_eq!(image::load_from_memory(&large.bytes).unwrap().width(), 900);
    let seen = ada.get("/api/tickets/T-1001").await.ok().json();
    assert_eq!(seen["messages"][0]["pictures"], json!([{ "id": own, "width": 900, "height": 600 }]));
    // The same picture is in no second message.
    let again = json!({ "ticketId": "T-1001", "token": token, "text": "Once more.", "pictures": [own] });
    assert_eq!(visitor.post("/api/ticketReply", &again).await.is(400).code(), "NO_PICTURE");
    assert_eq!(app.count("SELECT count(*) FROM ticket_messages").await, 1, "and the text waits, too");

    // The team's answer, and a note that the runner does not see.
    let (teams, noted) = (id(&by_team(&mut ada, &jpeg).await.is(201)), id(&by_team(&mut ada, &jpeg).await.is(201)));
    let answer = json!({ "text": "This one?", "kind": "staff", "version": 2, "pictures": [teams] });
    ada.post("/api/tickets/T-1001/replies", &answer).await.is(201);
    let note = json!({ "text": "Odd.", "kind": "note", "version": 3, "pictures": [noted] });
    ada.post("/api/tickets/T-1001/replies", &note).await.is(201);
    visitor.post("/api/ticketPicture", &want(&teams, 960)).await.ok();
    let hidden = visitor.post("/api/ticketPicture", &want(&noted, 960)).await.is(404);
    let none = visitor.post("/api/ticketPicture", &want("x", 960)).await.is(404);
    assert_eq!(hidden.bytes, none.bytes);
    let status = visitor.post("/api/ticketStatus", &json!({ "ticketId": "T-1001", "token": token })).await.ok().json();
    assert_eq!(status["messages"][2]["pictures"][0]["id"], teams.as_str());
    assert!(!status.to_string().contains(&noted));
    app.app.send_mail().await.unwrap();
    assert!(app.app.mail().sent().pop().unwrap().body.contains("1 picture: see it under the link"));
    // Who has neither the link nor a session sees nothing.
    for wrong in ["", "x"] {
        let ask = json!({ "ticketId": "T-1001", "token": wrong, "picture": own, "width": 1 });
        visitor.post("/api/ticketPicture", &ask).await.is(404);
    }
    visitor.get(&format!("/api/tickets/T-1001/pictures/{own}/960")).await.is(401);
}

#[tokio::test]
async fn what_is_no_picture_or_too_much_is_refused() {
    let (app, mut ada, mut visitor, token) = ticket().await;
    let small = picture(8, 8, ImageFormat::Png);
    assert_eq!(by_link(&mut visitor, &token, b"hello").await.is(400).json()["fields"][0]["field"], "picture");
    by_link(&mut visitor, "x", &small).await.is(404);
    let mut request = Form::default().text("picture", "a text").request("/api/ticketPictures");
    request.headers_mut().insert("splitline-ticket", format!("T-1001#{token}").parse().unwrap());
    assert_eq!(visitor.send(request).await.is(400).json()["message"], "Choose a picture first.");
    let large = [picture(8, 8, ImageFormat::Jpeg), vec![0; 10_000_001]].concat();
    assert_eq!(
        by_link(&mut visitor, &token, &large).await.is(400).json()["message"],
        "This picture is too large. Please choose one under 10 MB."
    );
    let huge = Request::post("/api/ticketPictures")
        .header("splitline-ticket", format!("T-1001#{token}"))
        .header("content-type", "multipart/form-data; boundary=x");
    visitor.send(huge.header("content-length", 12_000_000).body(Body::from(vec![0; 12_000_000])).unwrap()).await.is(413);
    // A message has four, a ticket forty.
    let mut ids = Vec::new();
    for _ in 0..40 {
        ids.push(id(&by_link(&mut visitor, &token, &small).await.is(201)));
    }
    assert_eq!(by_link(&mut visitor, &token, &small).await.is(400).code(), "ticket_pictures_full");
    by_team(&mut ada, &small).await.is(400);
    let reply = |ids: &[String]| json!({ "ticketId": "T-1001", "token": token, "text": "Look.", "pictures": ids });
    assert_eq!(
        visitor.post("/api/ticketReply", &reply(&ids[..5])).await.is(400).json()["message"],
        "A message has at most 4 pictures."
    );
    visitor.post("/api/ticketReply", &reply(&ids[..4])).await.is(201);
    // The team sends none of the runner's, and no other ticket has them.
    let answer = json!({ "text": "Yours?", "kind": "staff", "version": 2, "pictures": [ids[5]] });
    assert_eq!(ada.post("/api/tickets/T-1001/replies", &answer).await.is(400).code(), "NO_PICTURE");
    // What is never sent is deleted after a day, and makes room.
    let kept = app.count("SELECT bytes FROM ticket_picture_sum").await;
    app.clock.advance(24 * 3_600_000);
    app.app.tidy_tickets_once().await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM ticket_pictures").await, 4);
    assert_eq!(app.count("SELECT count(*) FROM ticket_picture_sizes").await, 4);
    assert_eq!(app.count("SELECT bytes FROM ticket_picture_sum").await * 10, kept);
    by_link(&mut visitor, &token, &small).await.is(201);
}

#[tokio::test]
async fn pictures_are_cleaned_and_go_with_the_account() {
    let app = TestApp::init().await;
    let mut ulf = app.with_user().await;
    let mut own = form();
    own["contact"] = "ulf@example.test".into();
    ulf.post("/api/createTicket", &own).await.is(201);
    let token = token(&app, "ulf@example.test").await;
    // A comment of a JPEG is not kept.
    let jpeg = picture(40, 30, ImageFormat::Jpeg);
    let marked = [&jpeg[..2], &[0xff, 0xfe, 0, 14], b"a secret pl.", &jpeg[2..]].concat();
    let id = id(&by_link(&mut ulf, &token, &marked).await.is(201));
    let shown =
        ulf.post("/api/ticketPicture", &json!({ "ticketId": "T-1001", "token": token, "picture": id, "width": 9 })).await.ok();
    assert!(!shown.bytes.windows(6).any(|part| part == b"secret"));
    let reply = json!({ "ticketId": "T-1001", "token": token, "text": "Here.", "pictures": [id] });
    ulf.post("/api/ticketReply", &reply).await.is(201);
    let copy = ulf.get("/api/account/export").await.ok().json();
    let address = copy["tickets"][0]["messages"][0]["pictures"][0].as_str().unwrap().to_owned();
    assert_eq!(ulf.get(&address).await.ok().bytes, shown.bytes);
    app.visitor().get(&address).await.is(401);
    ulf.delete("/api/account", &json!({ "password": PASSWORD })).await.ok();
    assert_eq!(app.count("SELECT count(*) FROM ticket_picture_sizes").await, 0);
}
