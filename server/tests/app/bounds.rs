//! The limits for one client, so that all others are served.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::home::{sql, sqlite_only};
use crate::program::{Program, free_port};
use crate::timing::{send, timed_race};
use crate::util::{Form, ORIGIN, TestApp, config, picture};

/// Long enough for a slow machine, and far shorter than any time limit of the server.
const SOON: Duration = Duration::from_secs(8);

/// A connection from the address `127.0.0.<host>`.
async fn connect(server: SocketAddr, host: u8) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, host], 0))).unwrap();
    socket.connect(server).await.unwrap()
}

/// Requests the races' dates; returns the status line of the answer, or the connection's error.
async fn ask(stream: &mut TcpStream) -> std::io::Result<String> {
    stream.write_all(b"GET /api/getRaceDates HTTP/1.1\r\nHost: splitline.test\r\n\r\n").await?;
    let mut answer = vec![0; 4096];
    let read = timeout(SOON, stream.read(&mut answer)).await??;
    Ok(String::from_utf8_lossy(&answer[..read]).lines().next().unwrap_or_default().to_owned())
}

async fn served(server: SocketAddr, host: u8) -> bool {
    ask(&mut connect(server, host).await).await.is_ok_and(|status| status == "HTTP/1.1 200 OK")
}

/// Whether the server has closed the connection.
async fn is_closed(stream: &mut TcpStream) -> bool {
    !matches!(timeout(Duration::from_millis(200), stream.read(&mut [0])).await, Err(_) | Ok(Ok(1)))
}

#[tokio::test]
async fn one_address_may_have_an_eighth_of_the_connections() {
    let app = TestApp::with_config(config(&["--connections", "40"])).await;
    let server = app.serve().await;
    let mut greedy = Vec::new();
    for _ in 0..60 {
        greedy.push(connect(server, 1).await);
    }
    assert!(served(server, 2).await, "another client is served");
    let mut open = 0;
    for stream in &mut greedy {
        open += usize::from(!is_closed(stream).await);
    }
    assert_eq!(open, 5, "an eighth");
    // A new connection from that address is served as well: its oldest one is closed.
    assert!(served(server, 1).await);
}

#[tokio::test]
async fn the_connection_that_is_idle_the_longest_is_closed_for_a_new_one() {
    let app = TestApp::with_config(config(&["--connections", "40"])).await;
    let server = app.serve().await;
    let mut quiet = Vec::new();
    for n in 0..40 {
        let mut stream = connect(server, 10 + n / 5).await;
        assert_eq!(ask(&mut stream).await.unwrap(), "HTTP/1.1 200 OK");
        quiet.push(stream);
    }
    assert!(served(server, 200).await, "the forty-first");
    assert!(is_closed(&mut quiet[0]).await, "the oldest is closed");
    assert_eq!(ask(&mut quiet[39]).await.unwrap(), "HTTP/1.1 200 OK");
}

#[tokio::test]
async fn the_share_of_one_address_does_not_apply_to_a_trusted_proxy() {
    let app = TestApp::with_config(config(&["--connections", "40", "--trusted-proxies", "127.0.0.7"])).await;
    let server = app.serve().await;
    let mut proxied = Vec::new();
    for _ in 0..30 {
        proxied.push(connect(server, 7).await);
    }
    for stream in &mut proxied {
        assert_eq!(ask(stream).await.unwrap(), "HTTP/1.1 200 OK");
    }
}

#[tokio::test]
async fn unread_answers_do_not_block_other_clients() {
    let app = TestApp::with_config(config(&["--connections", "40"])).await;
    let (_, key) = timed_race(&app, "Spring 10K").await;
    let reads: Vec<_> = (1..4000).map(|bib| crate::timing::read("START", bib, 5)).collect();
    for batch in reads.chunks(1000) {
        send(&app, "Spring 10K", &key, "application/json", None, json!(batch).to_string()).await.ok();
    }
    let server = app.serve().await;
    let mut unread = Vec::new();
    for n in 0..80 {
        let mut stream = connect(server, 20 + n / 4).await;
        let _ = stream.write_all(b"GET /api/live/Spring%2010K HTTP/1.1\r\nHost: splitline.test\r\n\r\n").await;
        unread.push(stream);
    }
    assert!(served(server, 3).await);
}

#[tokio::test]
async fn large_unread_answers_take_little_memory() {
    let app = TestApp::init().await;
    let page = Form::race("Spring Half").file("raceLogo", &picture(64, 64, image::ImageFormat::Png));
    app.with_admin().await.create_page(page).await.is(201);
    app.app
        .db()
        .write(|tx| {
            tx.batch(sql(
                "UPDATE image_variants SET data = zeroblob(4000000)",
                "UPDATE image_variants SET data = convert_to(repeat(' ', 4000000), 'UTF8')",
            ))
        })
        .await
        .unwrap();
    let folder = app.stop();
    let port = free_port();
    let site = Program::serve(&folder, port, &[]);
    let mut unread = Vec::new();
    for _ in 0..100 {
        let mut stream = connect(SocketAddr::from(([127, 0, 0, 1], port)), 1).await;
        stream.write_all(b"GET /api/race/Spring%20Half HTTP/1.1\r\nHost: splitline.test\r\n\r\n").await.unwrap();
        unread.push(stream);
    }
    // Each one has the beginning of its answer, or a 503, or is closed.
    for stream in &unread {
        timeout(Duration::from_secs(60), stream.readable()).await.unwrap().unwrap();
    }
    assert!(site.peak_mb() < 300, "{} MB for a hundred answers of 5 MB", site.peak_mb());
}

#[tokio::test]
async fn a_request_that_waits_for_its_body_is_closed_for_a_new_one() {
    let app = TestApp::with_config(config(&["--connections", "40"])).await;
    let server = app.serve().await;
    let head = format!(
        "POST /api/login HTTP/1.1\r\nHost: splitline.test\r\nOrigin: {ORIGIN}\r\nContent-Type: application/json\r\n\
         Expect: 100-continue\r\nContent-Length: 5000\r\n\r\n"
    );
    let mut waiting = Vec::new();
    for n in 0..40 {
        let mut stream = connect(server, 10 + n / 5).await;
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server sends this line when it begins to wait for the body.
        let mut said = [0; 25];
        timeout(SOON, stream.read_exact(&mut said)).await.unwrap().unwrap();
        assert!(said.starts_with(b"HTTP/1.1 100 Continue"));
        waiting.push(stream);
    }
    assert!(served(server, 200).await, "another client");
    assert!(is_closed(&mut waiting[0]).await, "the first one has waited the longest");
    assert!(served(server, 17).await, "a new client of an address whose whole share waits");
    assert!(!is_closed(&mut waiting[34]).await);
}

#[tokio::test]
async fn readers_open_the_database_before_the_first_request() {
    if sqlite_only("connections to a server are made when they are needed, and again") {
        return;
    }
    let app = TestApp::init().await;
    // Opening the file would fail from now on.
    std::fs::rename(app.data().join("splitline.db"), app.data().join("elsewhere.db")).unwrap();
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let wait = std::sync::Arc::new(std::sync::Mutex::new(wait));
    let (inside, mut entered) = tokio::sync::mpsc::unbounded_channel();
    let mut readers = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let (db, wait, inside) = (app.app.db().clone(), wait.clone(), inside.clone());
        readers.spawn(async move {
            let read = move |tx: &splitline_server::db::Tx<'_>| {
                let races = tx.query_one("SELECT count(*) FROM races", [], |row| row.get::<i64>(0))?;
                let _ = inside.send(());
                let _ = wait.lock().map(|wait| wait.recv());
                Ok(races)
            };
            db.read(read).await.is_ok()
        });
    }
    drop(inside);
    for _ in 0..4 {
        assert!(timeout(SOON, entered.recv()).await.unwrap().is_some(), "all four read at once");
    }
    drop(go);
    assert_eq!(readers.join_all().await, [true; 4]);
}

#[tokio::test]
async fn long_reads_do_not_block_short_ones() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring Half").await;
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let wait = std::sync::Arc::new(std::sync::Mutex::new(wait));
    let mut held = tokio::task::JoinSet::new();
    for _ in 0..2 {
        let (db, wait) = (app.app.db().clone(), wait.clone());
        let read = move |_: &splitline_server::db::Tx<'_>| Ok(wait.lock().map(|wait| wait.recv().is_err()).is_ok());
        held.spawn(async move { db.read_long(read).await });
    }
    tokio::task::yield_now().await;
    let list = || {
        let list = axum::http::Request::put("/api/timing/Spring%20Half/entrants?dryRun=true").header("content-type", "text/csv");
        list.body("bib,firstname\n1,Ann\n".into()).unwrap()
    };
    let mut ben = ada.clone();
    let mut plan = Box::pin(async move { ben.send(list()).await.ok().json() });
    let mut visitor = app.visitor();
    let mut whole = Box::pin(async move { visitor.get("/api/race/Spring%20Half").await.ok().json() });
    // While both threads for long reads are taken, and two more wait for them, short reads are answered.
    for _ in 0..20 {
        assert!(futures_util::poll!(&mut plan).is_pending() && futures_util::poll!(&mut whole).is_pending());
        ada.get("/api/getRaceDates").await.ok();
    }
    drop(go);
    assert_eq!(plan.await["summary"], "1 added, 0 changed, 0 unchanged, 0 refused.");
    assert_eq!(whole.await["race"]["Race"], "Spring Half");
    assert!(held.join_all().await.into_iter().all(|held| held.is_ok()));
}

#[tokio::test]
async fn at_most_a_thousand_rejected_lines_are_listed_and_all_are_counted() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring Half").await;
    let lines = "nonsense\n".repeat(3000);
    let answer = send(&app, "Spring Half", &key, "text/vnd.chronotrack", Some("FINISH"), lines).await.ok();
    assert!(answer.bytes.len() < 200_000, "{}", answer.bytes.len());
    let answer = answer.json();
    assert_eq!((answer["rejected"].as_array().unwrap().len(), &answer["rejectedTotal"]), (1000, &json!(3000)));
    let list = axum::http::Request::put("/api/timing/Spring%20Half/entrants?dryRun=true").header("content-type", "text/csv");
    let answer = ada.send(list.body(format!("bib,wave\n{}", ",x\n".repeat(3000)).into()).unwrap()).await.ok().json();
    assert_eq!((answer["lines"].as_array().unwrap().len(), &answer["refused"]), (500, &json!(3000)));
    assert_eq!(answer["summary"], "0 added, 0 changed, 0 unchanged, 3,000 refused.");
}

#[tokio::test]
async fn the_body_of_a_call_without_login_is_limited() {
    let app = TestApp::init().await;
    let long = json!({ "username": "a", "password": "x".repeat(100_000) });
    app.visitor().post("/api/login", &long).await.is(413);
}
