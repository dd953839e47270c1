//! `GET /auditLog.csv`

use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use serde_json::json;
use splitline_server::audit::{self, Actor};
use splitline_server::http::Peer;
use tower::ServiceExt;

use crate::util::{Browser, Form, NOW, TestApp};

/// The rows of a file, without its line of names, as cells.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let (mut quoted, mut chars) = (false, csv.trim_start_matches('\u{feff}').chars().peekable());
    while let Some(c) = chars.next() {
        let line = lines.last_mut().unwrap();
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => line.last_mut().unwrap().push(chars.next().unwrap()),
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(String::new()),
            '\r' if !quoted => {}
            '\n' if !quoted => lines.push(vec![String::new()]),
            c => line.last_mut().unwrap().push(c),
        }
    }
    assert_eq!(lines.pop().unwrap(), [""], "the last line is ended");
    lines.split_off(1)
}

#[tokio::test]
async fn the_file_has_every_row_of_the_filters_however_many_pieces_it_has() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    app.app.db().write(|tx| super::add_rows(tx, &Actor::key("k", "box"), 1_000, NOW - 2_000 * 60_000)).await.unwrap();
    for (query, most) in [("actor=key:k", 1_000), ("actor=key:k&page=3&pageSize=10", 1_000), ("actor=nobody", 0)] {
        let answer = ada.get(&format!("/api/auditLog.csv?{query}")).await.ok();
        assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(answer.header("content-disposition"), "attachment; filename=\"audit-log.csv\"");
        assert_eq!(answer.header("cache-control"), "no-store");
        let rows = rows(&answer.text());
        assert_eq!(rows.len(), most, "{query}");
        let numbers: Vec<i64> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] > pair[1]), "the newest first, none twice");
    }
    // All rows, also those that tell of the files before; each has the hash by which it is found in the chain.
    let all = rows(&ada.get("/api/auditLog.csv").await.ok().text());
    assert_eq!(i64::try_from(all.len()).unwrap(), app.count("SELECT count(*) FROM audit").await);
    let end = app.app.db().read(audit::anchor).await.unwrap();
    assert_eq!((&all[0][0], all[0].last().unwrap()), (&end.rows.to_string(), &end.hash));
    assert_eq!(all[0][11..14], ["", "", "{}"].map(str::to_owned));
    let told: Vec<&str> = all[1..4].iter().map(|row| &*row[13]).collect();
    assert_eq!(told, ["{\"rows\":\"none\"}", "{\"actor\":\"key:k\"}", "{\"actor\":\"key:k\"}"]);
}

#[tokio::test]
async fn names_that_a_spreadsheet_would_run_are_texts() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("=1+1")).await.is(201);
    let rows = rows(&ada.get("/api/auditLog.csv?action=race.created").await.ok().text());
    assert_eq!((&*rows[0][7], &*rows[0][2], &*rows[0][4], &*rows[0][9]), ("'=1+1", "ada", "administrator", "203.0.113.0/24"));
    assert!(rows[0][11].contains("Race name: =1+1"), "{}", rows[0][11]);
}

/// The answer to a request whose body is not read yet.
async fn begun(app: &TestApp, ada: &Browser) -> axum::response::Response {
    let cookies: Vec<String> = ada.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut request = Request::get("/api/auditLog.csv").header(header::COOKIE, cookies.join("; ")).body(Body::empty()).unwrap();
    request.extensions_mut().insert(Peer(ada.peer));
    app.router.clone().oneshot(request).await.unwrap()
}

#[tokio::test]
async fn two_files_are_sent_at_once_in_pieces_and_a_client_that_is_gone_takes_no_place() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    app.app.db().write(|tx| super::add_rows(tx, &Actor::key("k", "box"), 1_000, NOW - 2_000 * 60_000)).await.unwrap();
    let mut first = begun(&app, &ada).await;
    let second = begun(&app, &ada).await;
    let refused = ada.get("/api/auditLog.csv").await.is(503);
    assert_eq!((refused.code().as_str(), refused.header("retry-after")), ("EXPORTS_BUSY", "60"));
    // Only the rows of one piece have been read.
    let piece = first.body_mut().frame().await.unwrap().unwrap().into_data().unwrap();
    assert_eq!(rows(std::str::from_utf8(&piece).unwrap()).len(), 100);
    drop(second);
    ada.get("/api/auditLog.csv").await.ok();
    let mut whole = piece.to_vec();
    while let Some(frame) = first.body_mut().frame().await {
        whole.extend_from_slice(&frame.unwrap().into_data().unwrap());
    }
    drop(first);
    // The rows of what was recorded meanwhile are not in it.
    assert_eq!(rows(std::str::from_utf8(&whole).unwrap()).len(), 1_004);
    ada.get("/api/auditLog.csv").await.ok();
    let recorded = app.count("SELECT count(*) FROM audit WHERE action = 'audit.exported'").await;
    assert_eq!(recorded, 4, "not the one that was refused");
}

#[tokio::test]
async fn a_download_of_entrants_is_recorded() {
    let app = TestApp::init().await;
    let (mut ada, _) = crate::timing::timed_race(&app, "Spring Half").await;
    ada.get("/api/timing/Spring%20Half/entrants.csv").await.ok();
    let page = ada.get("/api/auditLog?action=timing.entrants.exported").await.ok().json();
    assert_eq!((&page["items"][0]["actorText"], &page["items"][0]["objectText"]), (&json!("ada"), &json!("Spring Half")));
    assert_eq!(page["items"][0]["changes"][0]["field"], "Entrants");
}
