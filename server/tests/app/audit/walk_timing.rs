//! The calls of timing, results and the race league, and the rows that they leave.

use axum::body::Body;
use axum::http::Request;
use core_wasm::audit::Event;
use serde_json::json;
use splitline_server::db::params;

use super::walk::{Walk, rows};
use crate::timing::{read, setup};
use crate::util::{Browser, PASSWORD};

pub(super) async fn timing(walk: &mut Walk<'_>, ada: &mut Browser) {
    let base = "/api/timing/Spring%20Half";
    ada.put(&format!("{base}/setup"), &setup()).await.ok();
    walk.left("PUT /timing/{RaceName}/setup", &[Event::TimingSetupSet]).await;
    ada.put(&format!("{base}/gun"), &json!({ "contest": "10K", "gun": "2027-06-15T07:31:00.000-04:00", "confirmed": true }))
        .await
        .ok();
    walk.left("PUT /timing/{RaceName}/gun", &[Event::TimingGunSet]).await;
    let guns = json!({ "guns": [{ "contest": "10K", "gun": "2027-06-15T07:32:00.000-04:00", "replaces": "2027-06-15T07:31:00.000-04:00" }] });
    ada.post(&format!("{base}/guns"), &guns).await.ok();
    walk.left("POST /timing/{RaceName}/guns", &[Event::TimingGunSet]).await;
    let key = ada.post(&format!("{base}/keys"), &json!({ "label": "box 7" })).await.is(201).json();
    walk.left("POST /timing/{RaceName}/keys", &[Event::TimingKeyMade]).await;
    let mut timer = walk.app.visitor();
    timer.key = Some(key["key"].as_str().unwrap().to_owned());
    timer.origin = None;
    let list = "Bib,First,Last,Sex,DOB,Email,Chip,Team,Contest\n4711,Quill,Oakes,F,1990-05-31,quill@runner.test,,Engines,10K\n\
        4712,Bo,Oakes,M,1985-01-02,bo@runner.test,C4712,,10K\n";
    // Once by an administrator, and again, with another team, by a timing box.
    for (browser, list) in [(&mut *ada, list.to_owned()), (&mut timer, list.replace("Engines", "Engines 2"))] {
        let request = Request::put(format!("{base}/entrants")).header("content-type", "text/csv");
        browser.send(request.body(Body::from(list)).unwrap()).await.ok();
        walk.left("PUT /timing/{RaceName}/entrants", &[Event::TimingEntrantsPut]).await;
    }
    let rows = rows(walk.app).await;
    let lists: Vec<&str> = rows[rows.len() - 2..].iter().map(|row| row.values.as_str()).collect();
    assert_eq!(lists, [r#"null {"added":2,"changed":0,"fields":[]}"#, r#"null {"added":0,"changed":1,"fields":["team"]}"#]);
    let one = json!({ "bib": "4713", "firstname": "Quill", "lastname": "Oakes", "dob": "1990-05-31", "contest": "10K" });
    ada.post(&format!("{base}/entrants"), &one).await.is(201);
    walk.left("POST /timing/{RaceName}/entrants", &[Event::TimingEntrantAdded]).await;
    let other = json!({ "bib": "4714", "firstname": "Quill", "lastname": "Oakes", "dob": "1990-05-31", "contest": "10K" });
    ada.put(&format!("{base}/entrants/4713"), &json!({ "before": one, "after": other })).await.ok();
    walk.left("PUT /timing/{RaceName}/entrants/{bib}", &[Event::TimingEntrantChanged]).await;
    ada.get(&format!("{base}/entrants.csv")).await.ok();
    walk.left("GET /timing/{RaceName}/entrants.csv", &[Event::TimingEntrantsExported]).await;
    walk.calls.remove("GET /timing/{RaceName}/entrants.csv");
    ada.delete(&format!("{base}/entrants/4714"), &json!({})).await.ok();
    walk.left("DELETE /timing/{RaceName}/entrants/{bib}", &[Event::TimingEntrantWithdrawn]).await;
    let changes = ada.get(&format!("{base}/entrantChanges")).await.ok().json();
    let undo = format!("{base}/entrantChanges/{}/undo", changes["changes"][0]["id"].as_str().unwrap());
    ada.post(&undo, &json!({})).await.ok();
    walk.left("POST /timing/{RaceName}/entrantChanges/{id}/undo", &[Event::TimingEntrantsUndone]).await;
    let desk = ada.get(base).await.ok().json();
    let mut renamed = desk["setup"].clone();
    renamed["contests"][0]["name"] = json!("10 Kilometres");
    ada.put(&format!("{base}/setup?version={}", desk["setupVersion"].as_str().unwrap()), &renamed).await.ok();
    walk.left("PUT /timing/{RaceName}/setup", &[Event::TimingContestRenamed, Event::TimingSetupSet]).await;
    // The row of a status contains the bib, which identifies a person only together with the list of entrants.
    timer.put(&format!("{base}/entrants/4712/status"), &json!({ "status": "dnf" })).await.ok();
    walk.left("PUT /timing/{RaceName}/entrants/{bib}/status", &[Event::TimingStatusSet]).await;
    let status = ada.get(&format!("{base}/corrections")).await.ok().json()["corrections"][0]["id"].to_string();
    ada.delete(&format!("{base}/corrections/{status}"), &json!({})).await.ok();
    walk.left("DELETE /timing/{RaceName}/corrections/{id}", &[Event::TimingCorrectionUndone]).await;
    let by_hand = json!({ "kind": "add", "bib": "4712", "mat": "5K", "time": "2027-06-15T07:59:00.000-04:00", "reason": "Seen" });
    ada.post(&format!("{base}/corrections"), &by_hand).await.is(201);
    walk.left("POST /timing/{RaceName}/corrections", &[Event::TimingCorrected]).await;
    timer.post(&format!("{base}/reads"), &json!([read("START", 4711, 12)])).await.ok();
    walk.left("POST /timing/{RaceName}/reads", &[]).await;
    ada.put(&format!("{base}/mylaps"), &json!({ "points": ["START"], "addresses": ["192.168.7.20"] })).await.ok();
    walk.left("PUT /timing/{RaceName}/mylaps", &[Event::TimingMylapsSet]).await;
    let pull = json!({ "kind": "raceResult", "enabled": true, "event": "7", "key": "SECRET7" });
    ada.put(&format!("{base}/pulls"), &json!({ "pulls": [pull] })).await.ok();
    walk.left("PUT /timing/{RaceName}/pulls", &[Event::TimingPullsSet]).await;
    for (mat, time) in [("START", "07:32:05"), ("FINISH", "08:20:00")] {
        let time = format!("2027-06-15T{time}.000-04:00");
        let seen = json!({ "kind": "add", "bib": "18", "mat": mat, "time": time, "reason": "seen" });
        ada.post(&format!("{base}/corrections"), &seen).await.is(201);
        walk.left("POST /timing/{RaceName}/corrections", &[Event::TimingCorrected]).await;
    }
    let results = "/api/results/Spring%20Half";
    let contest = ada.get(base).await.ok().json()["setup"]["contests"][0]["name"].clone();
    ada.post(&format!("{results}/publish"), &json!({ "contest": contest, "despiteOpen": true })).await.is(201);
    walk.left("POST /results/{RaceName}/publish", &[Event::ResultsPublished]).await;
    ada.put(&format!("{results}/awards"), &json!({ "overallOutOfGroups": true })).await.ok();
    walk.left("PUT /results/{RaceName}/awards", &[Event::ResultsAwardsSet]).await;
    let video = json!({ "address": "https://youtu.be/abcdefghijk", "startsAt": "2027-06-15T08:00:00-04:00" });
    ada.put(&format!("{results}/video"), &video).await.ok();
    walk.left("PUT /results/{RaceName}/video", &[Event::FinishVideoSet]).await;
    let table = "metres,sex,age,open_standard_s,factor\n21097.5,F,30,3832,1\n";
    let request = Request::put("/api/ageGrades").header("content-type", "text/csv");
    ada.send(request.body(table.into()).unwrap()).await.ok();
    walk.left("PUT /ageGrades", &[Event::AgeTableLoaded]).await;
    ada.post(&format!("{results}/unpublish"), &json!({ "contest": contest, "reason": "a protest" })).await.ok();
    walk.left("POST /results/{RaceName}/unpublish", &[Event::ResultsUnpublished]).await;
    crate::timing::add_race(walk.app, "Winter Run").await;
    for (contest, file) in
        [("Fun%20Run", "bib,name,time\n4711,Zoë Private,1:20:00\n"), ("Long%20Run", "bib,name,time\n4712,Max Private,1:21:00\n")]
    {
        let path = format!("/api/results/import?race=Winter%20Run&contest={contest}&distance=5K");
        let request = axum::http::Request::post(path).header("content-type", "text/csv").body(file.into()).unwrap();
        ada.send(request).await.is(201);
        walk.left("POST /results/import", &[Event::ResultsImported]).await;
    }
    league(walk, ada).await;
    claim(walk, ada).await;
    let name = "UPDATE users SET first_name = 'Max', last_name = 'Private', dob = '1985-01-02' WHERE username = 'ada'";
    walk.app.app.db().write(move |tx| tx.execute(name, [])).await.unwrap();
    let offered = ada.get("/api/myResults").await.ok().json()["offered"][0]["resultId"].clone();
    ada.post("/api/claimResults", &json!({ "claims": [offered] })).await.ok();
    walk.left("POST /claimResults", &[Event::AccountResultsClaimed]).await;
    ada.post(&format!("{base}/runs?name=Spring%20Half"), &json!({})).await.is(201);
    walk.left("POST /timing/{RaceName}/runs", &[Event::TimingRunStarted]).await;
    ada.delete(&format!("{base}/runs/2"), &json!({})).await.ok();
    walk.left("DELETE /timing/{RaceName}/runs/{run}", &[Event::TimingRunTakenBack]).await;
    ada.delete(&format!("{base}/keys/{}", key["id"].as_str().unwrap()), &json!({})).await.is(204);
    walk.left("DELETE /timing/{RaceName}/keys/{id}", &[Event::TimingKeyRevoked]).await;
}

pub(super) async fn league(walk: &mut Walk<'_>, ada: &mut Browser) {
    let year = ada.get("/api/raceLeague").await.ok().json()["year"].as_i64().unwrap();
    let settings = format!("/api/raceLeague/{year}/settings");
    let mut form = ada.get(&settings).await.ok().json()["form"].clone();
    form["best"] = "3".into();
    ada.put(&settings, &json!({ "version": 0, "form": form })).await.ok();
    walk.left("PUT /raceLeague/{year}/settings", &[Event::LeagueSettingsSet]).await;
    let listed = ada.get("/api/leaderboard").await.ok().json()["items"].clone();
    let (a, b) = (&listed[0]["publicID"], &listed[1]["publicID"]);
    let joined = ada.post("/api/raceLeague/decisions", &json!({ "a": a, "b": b })).await.is(201).json();
    walk.left("POST /raceLeague/decisions", &[Event::LeagueJoined]).await;
    ada.post("/api/raceLeague/decisions", &json!({ "a": a })).await.is(201);
    walk.left("POST /raceLeague/decisions", &[Event::LeagueSplit]).await;
    ada.delete(&format!("/api/raceLeague/decisions/{}", joined["id"]), &json!({})).await.ok();
    walk.left("DELETE /raceLeague/decisions/{decisionID}", &[Event::LeagueUndone]).await;
}

pub(super) async fn claim(walk: &mut Walk<'_>, ada: &mut Browser) {
    let result = ada.get("/api/leaderboard").await.ok().json()["items"][0]["publicID"].as_str().unwrap().to_owned();
    let of_eve = "INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at) SELECT $1, id, 'waiting', 0, 1 FROM users WHERE username = 'eve'";
    walk.app.app.db().write(move |tx| tx.execute(of_eve, params![result])).await.unwrap();
    let waiting = ada.get("/api/claims").await.ok().json()["claims"][0].clone();
    let address = format!("/api/claims/{}/{}", waiting["resultId"].as_str().unwrap(), waiting["userId"].as_str().unwrap());
    ada.put(&address, &json!({ "grant": false })).await.ok();
    walk.left("PUT /claims/{resultID}/{userID}", &[Event::AccountClaimDecided]).await;
    let mut eve = walk.app.visitor();
    eve.login("eve", PASSWORD).await.ok();
    walk.left("POST /login", &[Event::AccountLogin]).await;
    // Nothing changes but the record: personal data left the site.
    eve.get("/api/account/export").await.ok();
    walk.left("GET /account/export", &[Event::AccountExported]).await;
    walk.calls.remove("GET /account/export");
    eve.delete("/api/account", &json!({ "password": PASSWORD })).await.ok();
    walk.left("DELETE /account", &[Event::AccountDeleted]).await;
}
