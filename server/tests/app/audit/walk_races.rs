//! The calls of pages, photos, packets, tickets and the record itself, and the rows that they leave.

use axum::body::Body;
use axum::http::Request;
use core_wasm::audit::Event;
use image::ImageFormat;
use serde_json::json;
use splitline_server::editor;

use super::walk::Walk;
use crate::edit;
use crate::util::{Browser, Form, picture};

pub(super) async fn pages(walk: &mut Walk<'_>, ada: &mut Browser) {
    ada.create_page(Form::race("Spring Half")).await.is(201);
    walk.left("POST /createPage", &[Event::RaceCreated]).await;
    for (path, body) in edit::calls().into_iter().map(|(path, body, _)| (path, body)) {
        ada.put(path, &edit::named(body, "Spring Half")).await.ok();
        walk.left(&format!("PUT {}", &path[4..]), &[Event::RaceUpdated]).await;
    }
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "Link": "https://tickets.test/" })).await.ok();
    walk.left("PUT /updateHeaderText", &[Event::RaceUpdated]).await;
    let logo = picture(40, 40, ImageFormat::Png);
    let partners = Form::default().text("RaceName", "Spring Half").text("CommunityPartnersEnabled", "True");
    let partners = partners.text("CommunityPartnersData", r#"[{"Link":"https://bank.test/"}]"#);
    for (call, path, form) in [
        ("/updateCommunityPartners", "updateCommunityPartners", partners.file("communityPartnerImages", &logo)),
        ("/updatePrizeImages/{race}", "updatePrizeImages/Spring%20Half", Form::default().file("shirt", &logo)),
        ("/updateRaceCard/{raceName}", "updateRaceCard/Spring%20Half", Form::default().file("raceLogo", &logo)),
        ("/{race}/memory-images", "Spring%20Half/memory-images", Form::default().text("action", "add").file("memories", &logo)),
    ] {
        ada.put_form(&format!("/api/{path}"), form).await.ok();
        walk.left(&format!("PUT {call}"), &[Event::RaceUpdated]).await;
    }
    let history = ada.get("/api/sectionHistory/Spring%20Half?part=safety").await.ok().json();
    let id = &history["entries"][1]["id"];
    ada.post("/api/restoreSection", &json!({ "RaceName": "Spring Half", "part": "safety", "id": id })).await.ok();
    walk.left("POST /restoreSection", &[Event::RaceUpdated]).await;
    for (hidden, event) in [("True", Event::RaceHidden), ("False", Event::RacePublished)] {
        ada.put("/api/pageVisibility", &json!({ "RaceName": "Spring Half", "isHidden": hidden })).await.ok();
        walk.left("PUT /pageVisibility", &[event]).await;
    }
}

pub(super) async fn photos(walk: &mut Walk<'_>, ada: &mut Browser) {
    let base = "/api/photos/Spring%20Half";
    let given_up = crate::photos::begin_at(ada, base, "a.jpg", b"half of it").await;
    walk.left("POST /photos/{RaceName}/uploads", &[]).await;
    ada.delete(&format!("{base}/uploads/{given_up}"), &json!({})).await.is(204);
    walk.left("DELETE /photos/{RaceName}/uploads/{hash}", &[]).await;
    let file = crate::photos::photo(1, None);
    let hash = crate::photos::begin_at(ada, base, "4712.jpg", &file).await;
    walk.left("POST /photos/{RaceName}/uploads", &[]).await;
    let piece = Request::put(format!("{base}/uploads/{hash}?offset=0")).body(Body::from(file));
    ada.send(piece.unwrap()).await.ok();
    walk.left("PUT /photos/{RaceName}/uploads/{hash}", &[Event::PhotosAdded]).await;
    let listed = ada.get(&format!("{base}/list?list=matched")).await.ok().json();
    let photo = format!("{base}/photo/{}", listed["photos"][0]["id"].as_str().unwrap());
    ada.put(&format!("{photo}/bibs"), &json!({ "bibs": ["4712"] })).await.ok();
    walk.left("PUT /photos/{RaceName}/photo/{photoID}/bibs", &[Event::PhotosAssigned]).await;
    ada.put(&format!("{base}/camera"), &json!({ "camera": "", "offsetMs": 0, "windowMs": 2000 })).await.ok();
    walk.left("PUT /photos/{RaceName}/camera", &[Event::PhotosCameraSet]).await;
    ada.post(&format!("{base}/match"), &json!({})).await.ok();
    walk.left("POST /photos/{RaceName}/match", &[Event::PhotosMatched]).await;
    walk.app.visitor().post(&format!("{photo}/remove"), &json!({})).await.ok();
    walk.left("POST /photos/{RaceName}/photo/{photoID}/remove", &[Event::PhotosRemoved]).await;
    ada.post(&format!("{photo}/restore"), &json!({})).await.ok();
    walk.left("POST /photos/{RaceName}/photo/{photoID}/restore", &[Event::PhotosRestored]).await;
    ada.delete(&photo, &json!({})).await.is(204);
    walk.left("DELETE /photos/{RaceName}/photo/{photoID}", &[Event::PhotosDeleted]).await;
}

pub(super) async fn packets(walk: &mut Walk<'_>, ada: &mut Browser) {
    let base = "/api/packets/Spring%20Half";
    ada.put(&format!("{base}/places"), &json!({ "text": "1-500: Table A" })).await.ok();
    walk.left("PUT /packets/{RaceName}/places", &[Event::PacketsPlacesSet]).await;
    let link = ada.post(&format!("{base}/links"), &json!({ "label": "box 7" })).await.is(201).json();
    walk.left("POST /packets/{RaceName}/links", &[Event::PacketsLinkMade]).await;
    let action = crate::packets::action("a1", "4712", "note", "Oakes is waiting");
    crate::packets::act(walk.app, "Spring Half", link["token"].as_str().unwrap(), &[action]).await.ok();
    walk.left("POST /packets/{RaceName}/actions", &[]).await;
    ada.delete(&format!("{base}/links/{}", link["id"].as_str().unwrap()), &json!({})).await.is(204);
    walk.left("DELETE /packets/{RaceName}/links/{id}", &[Event::PacketsLinkRevoked]).await;
}

pub(super) async fn courses(walk: &mut Walk<'_>, ada: &mut Browser) {
    let path = "/api/courseFiles/Spring%20Half";
    let contest = ada.get(path).await.ok().json()["contests"][0]["contest"].as_str().unwrap().to_owned();
    let query = contest.replace(' ', "%20");
    crate::courses::put(ada, path, &query, &crate::courses::gpx(10_000)).await.ok();
    walk.left("PUT /courseFiles/{RaceName}", &[Event::RaceCourseSet]).await;
    ada.delete(&format!("{path}?contest={query}"), &json!({})).await.ok();
    walk.left("DELETE /courseFiles/{RaceName}", &[Event::RaceCourseSet]).await;
    let listed = ada.get(path).await.ok().json();
    let earlier = listed["contests"][0]["earlier"][0]["id"].clone();
    ada.post(&format!("{path}/restore"), &json!({ "contest": contest, "id": earlier })).await.ok();
    walk.left("POST /courseFiles/{RaceName}/restore", &[Event::RaceCourseSet]).await;
}

pub(super) async fn followed(walk: &mut Walk<'_>, ada: &mut Browser) {
    ada.put("/api/follows/Spring%20Half", &json!({ "add": ["7"], "remove": [] })).await.ok();
    walk.left("PUT /follows/{RaceName}", &[]).await;
    let (path, endpoint) = ("/api/push/Spring%20Half", "https://push.example.com/one");
    let keys = crate::push::browser_keys();
    let asked = json!({ "endpoint": endpoint, "p256dh": keys[0], "auth": keys[1], "bibs": ["7"] });
    ada.put(path, &asked).await.ok();
    walk.left("PUT /push/{RaceName}", &[]).await;
    ada.delete(path, &json!({ "endpoint": endpoint })).await.is(204);
    walk.left("DELETE /push/{RaceName}", &[]).await;
}

pub(super) async fn tickets(walk: &mut Walk<'_>, ada: &mut Browser) {
    let mut visitor = walk.app.visitor();
    let form = json!({ "name": "Quill Oakes", "contact": "quill@runner.test", "requestType": "Other", "title": "Oakes", "description": "4711" });
    visitor.post("/api/createTicket", &form).await.is(201);
    walk.left("POST /createTicket", &[Event::TicketCreated]).await;
    let token = crate::tickets::token(walk.app, "quill@runner.test").await;
    visitor.post("/api/ticketStatus", &json!({ "ticketId": "T-1001", "token": token })).await.ok();
    walk.left("POST /ticketStatus", &[]).await;
    visitor.post("/api/ticketReply", &json!({ "ticketId": "T-1001", "token": token, "text": "Oakes" })).await.is(201);
    walk.left("POST /ticketReply", &[Event::TicketReplied]).await;
    let picture = || crate::util::Form::default().file("picture", &crate::util::picture(8, 8, image::ImageFormat::Png));
    let mut sent = picture().request("/api/ticketPictures");
    sent.headers_mut().insert("splitline-ticket", format!("T-1001#{token}").parse().unwrap());
    let id = visitor.send(sent).await.is(201).json()["id"].clone();
    walk.left("POST /ticketPictures", &[Event::TicketPictureAdded]).await;
    let wanted = json!({ "ticketId": "T-1001", "token": token, "picture": id, "width": 1 });
    visitor.post("/api/ticketPicture", &wanted).await.ok();
    walk.left("POST /ticketPicture", &[]).await;
    ada.send(picture().request("/api/tickets/T-1001/pictures")).await.is(201);
    walk.left("POST /tickets/{ticketId}/pictures", &[Event::TicketPictureAdded]).await;
    let aside = "INSERT INTO ticket_mails_aside VALUES (1, 'unreadable', 'quill@runner.test', 'Oakes', 9, 0)";
    walk.app.app.db().write(move |tx| tx.execute(aside, [])).await.unwrap();
    ada.delete("/api/ticketMails/1", &json!({})).await.ok();
    walk.left("DELETE /ticketMails/{mailID}", &[Event::TicketMailDone]).await;
    let path = "/api/tickets/T-1001";
    let message = |kind: &str, version: i64| json!({ "text": "Engines", "kind": kind, "version": version });
    ada.post(&format!("{path}/replies"), &message("note", 2)).await.is(201);
    walk.left("POST /tickets/{ticketId}/replies", &[Event::TicketNoted]).await;
    ada.post(&format!("{path}/replies"), &message("staff", 3)).await.is(201);
    walk.left("POST /tickets/{ticketId}/replies", &[Event::TicketAnswered]).await;
    ada.put(path, &json!({ "status": "solved", "version": 4 })).await.ok();
    walk.left("PUT /tickets/{ticketId}", &[Event::TicketChanged]).await;
    ada.put(&format!("{path}/writing"), &json!({ "writing": true })).await.is(204);
    walk.left("PUT /tickets/{ticketId}/writing", &[]).await;
    let seen = json!({ "ticketId": "T-1001", "version": 5 });
    ada.post("/api/ticketsStatus", &json!({ "status": "open", "tickets": [seen] })).await.ok();
    walk.left("POST /ticketsStatus", &[Event::TicketChanged]).await;
    visitor.post("/api/createTicket", &form).await.is(201);
    walk.left("POST /createTicket", &[Event::TicketCreated]).await;
    ada.post("/api/tickets/T-1002/join", &json!({ "into": "T-1001", "version": 1 })).await.ok();
    walk.left("POST /tickets/{ticketId}/join", &[Event::TicketJoined]).await;
    let saved = ada.post("/api/savedReplies", &json!({ "title": "Oakes", "text": "Quill" })).await.is(201).json();
    walk.left("POST /savedReplies", &[Event::SavedReplyChanged]).await;
    let reply = format!("/api/savedReplies/{}", saved["id"].as_str().unwrap());
    ada.put(&reply, &json!({ "title": "Oakes", "text": "Engines", "version": 1 })).await.ok();
    walk.left("PUT /savedReplies/{id}", &[Event::SavedReplyChanged]).await;
    ada.delete(&format!("{reply}?version=2"), &json!({})).await.ok();
    walk.left("DELETE /savedReplies/{id}", &[Event::SavedReplyDeleted]).await;
}

pub(super) async fn announcements(walk: &mut Walk<'_>, ada: &mut Browser) {
    let base = "/api/announcements/Spring%20Half";
    let form = json!({ "subject": "Oakes", "text": "Hello Oakes, bib 4711" });
    ada.post(&format!("{base}/preview"), &form).await.ok();
    walk.left("POST /announcements/{RaceName}/preview", &[]).await;
    ada.post(&format!("{base}/test"), &form).await.ok();
    walk.left("POST /announcements/{RaceName}/test", &[]).await;
    let people = ada.get(base).await.ok().json()["audience"]["people"].clone();
    let mut new = form.clone();
    for (field, value) in [("race", json!("Spring Half")), ("people", people), ("last", json!(null)), ("key", json!("k1"))] {
        new[field] = value;
    }
    let id = ada.post(base, &new).await.is(201).json()["id"].clone();
    walk.left("POST /announcements/{RaceName}", &[Event::AnnouncementSent]).await;
    let (_, token) = crate::announcements::links(walk.app, "quill@runner.test").await;
    let mut visitor = walk.app.visitor();
    visitor.post("/api/unsubscribe/link", &json!({ "token": token })).await.ok();
    walk.left("POST /unsubscribe/link", &[]).await;
    crate::announcements::one_click(&mut visitor, &token).await.ok();
    walk.left("POST /unsubscribe", &[]).await;
    visitor.put("/api/unsubscribe", &json!({ "token": token, "race": false, "all": false })).await.ok();
    walk.left("PUT /unsubscribe", &[]).await;
    let stop = "UPDATE announcement_recipients SET state = 'waiting'";
    walk.app.app.db().write(move |tx| tx.execute(stop, [])).await.unwrap();
    ada.post(&format!("{base}/{id}/stop"), &json!({})).await.ok();
    walk.left("POST /announcements/{RaceName}/{announcementID}/stop", &[Event::AnnouncementStopped]).await;
}

pub(super) async fn the_end_of_pages(walk: &mut Walk<'_>, ada: &mut Browser) {
    ada.post("/api/duplicatePage", &json!({ "RaceName": "Spring Half", "NewName": "Next Half" })).await.is(201);
    walk.left("POST /duplicatePage", &[Event::RaceCreated, Event::TimingSetupSet]).await;
    let race = json!({ "RaceName": "Spring Half" });
    ada.delete("/api/deletePage", &race).await.ok();
    walk.left("DELETE /deletePage", &[Event::RaceDeleted]).await;
    let id = ada.get("/api/deletedRaces").await.ok().json()["races"][0]["id"].clone();
    ada.post("/api/restoreRace", &json!({ "id": id, "name": "Spring Half again" })).await.ok();
    walk.left("POST /restoreRace", &[Event::RaceRestored]).await;
    ada.delete("/api/deletePage", &json!({ "RaceName": "Spring Half again" })).await.ok();
    walk.left("DELETE /deletePage", &[Event::RaceDeleted]).await;
    walk.app.clock.advance(31 * 24 * 3_600_000);
    assert_eq!(editor::purge(walk.app.app.desk()).await.unwrap(), 1);
}

/// Personal data leaves the site by it, so the call is recorded, although nothing changes.
pub(super) async fn the_record(walk: &mut Walk<'_>, ada: &mut Browser) {
    ada.post("/api/auditLog/seal", &json!({})).await.ok();
    walk.left("POST /auditLog/seal", &[]).await;
    ada.get("/api/auditLog.csv?actor=ada&object=Spring%20Half").await.ok();
    walk.left("GET /auditLog.csv", &[Event::AuditExported]).await;
    walk.calls.remove("GET /auditLog.csv");
}
