//! Photos: sent in pieces over a line that breaks, matched with runners, shown, removed on request.

use std::io::Write;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use image::ImageFormat;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::timing::{read, send, timed_race};
use crate::util::{Browser, NOW, Response, TestApp, config, picture};

const RACE: &str = "Spring 10K";
const PHOTOS: &str = "/api/photos/Spring%2010K";
const PIECE: usize = 1024 * 1024;

/// The hash by which a file is announced.
pub fn hash(file: &[u8]) -> String {
    let mut pieces = Sha256::new();
    file.chunks(PIECE).for_each(|piece| pieces.update(Sha256::digest(piece)));
    pieces.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Begins to send a file to the race of this path; returns its hash.
pub async fn begin_at(ada: &mut Browser, photos: &str, name: &str, file: &[u8]) -> String {
    ada.post(&format!("{photos}/uploads"), &json!({ "name": name, "size": file.len(), "hash": hash(file) })).await.ok();
    hash(file)
}

async fn begin(ada: &mut Browser, name: &str, file: &[u8]) -> Response {
    ada.post(&format!("{PHOTOS}/uploads"), &json!({ "name": name, "size": file.len(), "hash": hash(file) })).await
}

async fn piece(ada: &mut Browser, file: &[u8], offset: usize) -> Response {
    let end = (offset + PIECE).min(file.len());
    let request = Request::put(format!("{PHOTOS}/uploads/{}?offset={offset}", hash(file)))
        .header("content-type", "application/octet-stream")
        .body(Body::from(file[offset..end].to_vec()));
    ada.send(request.unwrap()).await
}

/// Sends a whole file, and waits until its photos are stored.
async fn upload(ada: &mut Browser, name: &str, file: &[u8]) -> Value {
    let mut state = begin(ada, name, file).await.ok().json();
    while state["received"].as_u64().unwrap() < file.len() as u64 {
        let offset = state["received"].as_u64().unwrap() as usize;
        state = piece(ada, file, offset).await.ok().json();
    }
    for _ in 0..600 {
        if state["done"] == true {
            return state;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        state = ada.get(&format!("{PHOTOS}/uploads/{}", hash(file))).await.ok().json();
    }
    panic!("it was never done: {state}");
}

/// A small JPEG that no other number gives, taken by a camera at this time of its clock (`2027:06:01 08:10:12`), if one is given.
pub fn photo(number: u32, taken: Option<&str>) -> Vec<u8> {
    // A block of eight pixels for each bit of the number, so that no two numbers give the same file.
    let pixels = image::RgbImage::from_fn(64, 48, |x, y| {
        let is_set = number >> ((y / 8 * 8 + x / 8) % 32) & 1 == 1;
        if is_set { image::Rgb([240, 240, 230]) } else { image::Rgb([20, 60, 200]) }
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, ImageFormat::Jpeg).unwrap();
    let bytes = bytes.into_inner();
    let Some(taken) = taken else { return bytes };
    let mut tiff = b"MM\0*\0\0\0\x08\0\x02".to_vec();
    // The model's name, and where the second directory is: after this one (8 + 2 + 2 × 12 + 4 = 38).
    tiff.extend(b"\x01\x10\0\x02\0\0\0\x04Cam\0\x87\x69\0\x04\0\0\0\x01\0\0\0\x26\0\0\0\0");
    tiff.extend(b"\0\x01\x90\x03\0\x02\0\0\0\x14\0\0\0\x38\0\0\0\0");
    tiff.extend(taken.as_bytes());
    tiff.push(0);
    let length = (8 + tiff.len() as u16).to_be_bytes();
    [&bytes[..2], &[0xff, 0xe1], &length, b"Exif\0\0", &tiff, &bytes[2..]].concat()
}

/// Six runners, of whom three finished at 8:10:10, 8:10:12 and 8:15:00.
async fn after_the_race(app: &TestApp) -> (Browser, String) {
    let (mut ada, key) = timed_race(app, RACE).await;
    let list = "bib,firstname,lastname,gender,contest\n1,Zoe,A,f,10K\n2,Ann,B,f,10K\n3,Max,C,m,10K\n456,Kim,D,f,10K\n789,Bo,E,m,10K\n1234,Jo,F,f,10K\n";
    ada.put_list("/api/timing/Spring%2010K", list).await;
    let mut reads: Vec<Value> = [456, 789, 1].map(|bib| read("START", bib, 5)).into();
    reads.extend([(456, 2410), (789, 2412), (1, 2700)].map(|(bib, at)| read("FINISH", bib, at)));
    send(app, RACE, &key, "application/json", None, Value::from(reads).to_string()).await.ok();
    (ada, key)
}

async fn list(ada: &mut Browser, list: &str) -> Vec<Value> {
    let answer = ada.get(&format!("{PHOTOS}/list?list={list}")).await.ok().json();
    answer["photos"].as_array().unwrap().clone()
}

/// Who is in the photo with this file name, and how that is known.
async fn bibs(ada: &mut Browser, name: &str) -> Vec<(String, String)> {
    for which in ["matched", "unmatched", "removed"] {
        if let Some(photo) = list(ada, which).await.iter().find(|photo| photo["name"] == name) {
            let bibs = photo["bibs"].as_array().unwrap().iter();
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            return bibs.map(|found| (text(&found["bib"]), text(&found["by"]))).collect();
        }
    }
    panic!("there is no {name}");
}

fn found(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(bib, by)| ((*bib).to_owned(), (*by).to_owned())).collect()
}

#[tokio::test]
async fn photos_are_matched_by_name_and_by_time_and_assigned_by_hand() {
    let app = TestApp::init().await;
    let (mut ada, key) = after_the_race(&app).await;
    for (name, file) in [
        ("IMG_1234_0456-0789.jpg", photo(1, None)),
        ("IMG_0002.jpg", photo(2, Some("2027:06:01 08:11:12"))),
        ("789.jpg", photo(3, Some("2027:06:01 08:11:11"))),
        ("crowd.jpg", photo(4, None)),
    ] {
        let state = upload(&mut ada, name, &file).await;
        assert_eq!((&state["added"], &state["refused"]), (&json!(1), &json!(0)), "{name}: {state}");
    }
    assert_eq!(bibs(&mut ada, "IMG_1234_0456-0789.jpg").await, found(&[("456", "name"), ("789", "name")]));
    assert_eq!(bibs(&mut ada, "IMG_0002.jpg").await, [], "nobody knows the camera's clock");
    let summary = ada.get(PHOTOS).await.ok().json();
    assert_eq!((&summary["photos"], &summary["matched"], &summary["unmatched"]), (&json!(4), &json!(2), &json!(2)));
    assert_eq!(summary["cameras"][1]["camera"], "Cam");

    // The camera is a minute ahead: two finished at that time, and who is in the name, too, wins.
    let set = |offset: Value| json!({ "camera": "Cam", "offsetMs": offset, "windowMs": 2000 });
    assert_eq!(ada.put(&format!("{PHOTOS}/camera"), &set(json!(60_000))).await.ok().json()["changed"], 2);
    assert_eq!(bibs(&mut ada, "IMG_0002.jpg").await, found(&[("456", "time"), ("789", "time")]));
    assert_eq!(bibs(&mut ada, "789.jpg").await, found(&[("789", "both")]));
    assert_eq!(
        ada.put(&format!("{PHOTOS}/camera"), &json!({ "camera": "?", "offsetMs": 0, "windowMs": 0 })).await.is(404).code(),
        "NO_SUCH_CAMERA"
    );
    assert_eq!(
        ada.put(&format!("{PHOTOS}/camera"), &json!({ "camera": "Cam", "offsetMs": 0, "windowMs": 61_000 })).await.is(400).code(),
        "bad_window"
    );

    // By hand, which matching anew does not change.
    let crowd = list(&mut ada, "unmatched").await.into_iter().find(|photo| photo["name"] == "crowd.jpg").unwrap();
    let path = format!("{PHOTOS}/photo/{}/bibs", crowd["id"].as_str().unwrap());
    assert_eq!(ada.put(&path, &json!({ "bibs": ["3", "9999"] })).await.is(400).json()["message"], "The race has no bib 9999.");
    let assigned = ada.put(&path, &json!({ "bibs": ["3", "1234", "3"] })).await.ok().json();
    assert_eq!((&assigned["list"], &assigned["byHand"]), (&json!("matched"), &json!(true)));
    assert_eq!(ada.post(&format!("{PHOTOS}/match"), &json!({})).await.ok().json()["text"], "Nothing changed.");

    // A time that comes in later matches photos within a round.
    upload(&mut ada, "IMG_0005.jpg", &photo(5, Some("2027:06:01 08:17:00"))).await;
    assert_eq!(bibs(&mut ada, "IMG_0005.jpg").await, []);
    let late = Value::from(vec![read("START", 2, 5), read("FINISH", 2, 2760)]);
    send(&app, RACE, &key, "application/json", None, late.to_string()).await.ok();
    app.app.tidy_photos_once().await;
    assert_eq!(bibs(&mut ada, "IMG_0005.jpg").await, found(&[("2", "time")]));
    assert_eq!(bibs(&mut ada, "crowd.jpg").await, found(&[("1234", "hand"), ("3", "hand")]));
    assert_eq!(ada.put(&path, &json!({ "bibs": null })).await.ok().json()["list"], "unmatched");
}

#[tokio::test]
async fn two_thousand_photos_over_a_line_that_breaks_are_there_once_in_little_memory() {
    const PHOTOS_SENT: u32 = 2000;
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    let breaks = [150, 611, 1000, 1404, 1999];
    let before = resident();
    let mut most = before;
    for number in 0..PHOTOS_SENT {
        let file = photo(number, None);
        if breaks.contains(&number) {
            // After the line is back the file is asked for, and goes on.
            break_line(&app, &ada, &format!("{number}.jpg"), &file).await;
        }
        let state = upload(&mut ada, &format!("P_{number}.jpg"), &file).await;
        assert_eq!(state["added"], 1, "{number}: {state}");
        if number % 100 == 0 {
            most = most.max(resident());
        }
    }
    // All of them once more, as after a reload: nothing is sent and nothing is there twice.
    for number in (0..PHOTOS_SENT).step_by(7) {
        let state = begin(&mut ada, "again.jpg", &photo(number, None)).await.ok().json();
        assert_eq!((&state["done"], &state["received"]), (&json!(true), &state["size"]));
    }
    let summary = ada.get(PHOTOS).await.ok().json();
    assert_eq!(summary["photos"], PHOTOS_SENT);
    assert_eq!(app.count("SELECT count(DISTINCT content) FROM photos").await, i64::from(PHOTOS_SENT));
    assert_eq!(app.count("SELECT sum(bytes) FROM photos").await, summary["bytes"].as_i64().unwrap());
    let stored = walk(&app.data().join("photos"));
    assert_eq!(stored, (PHOTOS_SENT as usize, summary["bytes"].as_u64().unwrap()), "one file of each photo");
    // The memory is that of the whole process: it tells something where each test has a process of its own, as nextest gives it.
    let is_alone = std::env::var_os("NEXTEST").is_some();
    assert!(!is_alone || most.saturating_sub(before) < 80 * 1024 * 1024, "the memory grew from {before} to {most} bytes");
}

/// Sends the begin of a file over a connection that ends in the middle of a piece.
async fn break_line(app: &TestApp, ada: &Browser, name: &str, file: &[u8]) {
    let mut ada = ada.clone();
    begin(&mut ada, name, file).await.ok();
    let address = app.serve().await;
    let cookies: Vec<String> = ada.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let head = format!(
        "PUT {PHOTOS}/uploads/{}?offset=0 HTTP/1.1\r\nHost: splitline.test\r\nOrigin: {}\r\nCookie: {}\r\n\
         Content-Type: application/octet-stream\r\nContent-Length: {}\r\n\r\n",
        hash(file),
        crate::util::ORIGIN,
        cookies.join("; "),
        file.len()
    );
    let part = file[..file.len() / 2].to_vec();
    let sent = tokio::task::spawn_blocking(move || {
        let mut line = std::net::TcpStream::connect(address)?;
        line.write_all(head.as_bytes())?;
        line.write_all(&part)
    });
    sent.await.unwrap().unwrap();
}

/// The number of files in a folder, and their bytes.
fn walk(folder: &std::path::Path) -> (usize, u64) {
    let mut all = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        let meta = entry.metadata().unwrap();
        let (files, bytes) = if meta.is_dir() { walk(&entry.path()) } else { (1, meta.len()) };
        all = (all.0 + files, all.1 + bytes);
    }
    all
}

/// The memory of this process that is in use, in bytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[tokio::test]
async fn pieces_follow_each_other_and_a_damaged_file_is_sent_again() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    // A file of several pieces: what follows the picture is ignored by its decoder.
    let mut file = photo(1, None);
    file.resize(2 * PIECE + 5000, 7);
    assert_eq!(piece(&mut ada, &file, 0).await.is(404).code(), "NO_SUCH_UPLOAD");
    assert_eq!(begin(&mut ada, "a.jpg", &file).await.ok().json()["received"], 0);
    assert_eq!(piece(&mut ada, &file, PIECE).await.is(409).json()["received"], 0);
    assert_eq!(piece(&mut ada, &file, 0).await.ok().json()["received"], PIECE);
    let twice = piece(&mut ada, &file, 0).await.is(409).json();
    assert_eq!((&twice["code"], &twice["received"]), (&json!("WRONG_PLACE"), &json!(PIECE)));
    let short = Request::put(format!("{PHOTOS}/uploads/{}?offset={PIECE}", hash(&file))).body(Body::from(vec![1; 10]));
    ada.send(short.unwrap()).await.is(409);
    // After a restart the file goes on where it was.
    assert_eq!(begin(&mut ada, "a.jpg", &file).await.ok().json()["received"], PIECE);
    piece(&mut ada, &file, PIECE).await.ok();
    let other = vec![9; 5000];
    let wrong = Request::put(format!("{PHOTOS}/uploads/{}?offset={}", hash(&file), 2 * PIECE)).body(Body::from(other));
    let damaged = ada.send(wrong.unwrap()).await.is(409).json();
    assert_eq!((&damaged["code"], &damaged["received"]), (&json!("PHOTO_DAMAGED"), &json!(0)));
    let state = upload(&mut ada, "a.jpg", &file).await;
    assert_eq!((&state["added"], &state["refused"]), (&json!(1), &json!(0)), "{state}");

    // Nobody waits for what becomes of a zip file: its state says that it arrived damaged, until it has arrived.
    let zip = zip_of(&[("z.jpg", photo(8, None))]);
    begin(&mut ada, "z.zip", &zip).await.ok();
    let wrong = Request::put(format!("{PHOTOS}/uploads/{}?offset=0", hash(&zip))).body(Body::from(vec![9; zip.len()]));
    ada.send(wrong.unwrap()).await.ok();
    let state = loop {
        let state = ada.get(&format!("{PHOTOS}/uploads/{}", hash(&zip))).await.ok().json();
        if state["received"] == 0 {
            break state;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!((&state["done"], &state["refused"]), (&json!(false), &json!(1)), "{state}");
    assert_eq!(state["refusals"][0]["message"], "The file arrived damaged or incomplete, so it has to be sent again.");
    let state = upload(&mut ada, "z.zip", &zip).await;
    assert_eq!((&state["added"], &state["refused"]), (&json!(1), &json!(0)), "{state}");

    // What is no photo is refused, and a file that is given up is forgotten.
    let state = upload(&mut ada, "b.jpg", b"no picture").await;
    assert_eq!((&state["refused"], &state["refusals"][0]["name"]), (&json!(1), &json!("b.jpg")));
    for (name, code) in [("a.heic", "photo_kind"), ("a.exe", "photo_kind")] {
        assert_eq!(begin(&mut ada, name, b"x").await.is(400).code(), code);
    }
    let mut half = photo(9, None);
    half.resize(PIECE + 1, 0);
    begin(&mut ada, "half.jpg", &half).await.ok();
    piece(&mut ada, &half, 0).await.ok();
    ada.delete(&format!("{PHOTOS}/uploads/{}", hash(&half)), &json!({})).await.is(204);
    assert_eq!(walk(&app.data().join("photos/uploads")).0, 0);
    begin(&mut ada, "half.jpg", &half).await.ok();
    app.clock.advance(49 * 3_600_000);
    app.app.tidy_photos_once().await;
    assert_eq!(app.count("SELECT count(*) FROM photo_uploads WHERE done = 0").await, 0, "it was given up long ago");
    app.visitor().get(PHOTOS).await.is(401);
    app.with_user().await.post(&format!("{PHOTOS}/uploads"), &json!({})).await.is(403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_copy_reports_whose_turn_was_taken_by_another_one_is_ignored() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    let zip = zip_of(&[("a.jpg", photo(1, None)), ("b.jpg", photo(2, None)), ("c.jpg", photo(3, None))]);
    begin(&mut ada, "day.zip", &zip).await.ok();
    piece(&mut ada, &zip, 0).await.ok();
    // It was stopped for a minute, in which another copy did the work.
    let taken = "UPDATE photo_uploads SET worker = 'another', done = 1, added = 77 WHERE done = 0";
    assert_eq!(app.app.db().write(move |tx| tx.execute(taken, [])).await.unwrap(), 1);
    while app.count("SELECT count(*) FROM photos").await < 3 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let state = ada.get(&format!("{PHOTOS}/uploads/{}", hash(&zip))).await.ok().json();
    assert_eq!((&state["done"], &state["added"], &state["refused"]), (&json!(true), &json!(77), &json!(0)), "{state}");
}

/// A zip file of these files.
fn zip_of(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[tokio::test]
async fn zip_files_are_read_file_by_file_and_bombs_are_refused() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    upload(&mut ada, "known.jpg", &photo(3, None)).await;
    let file = zip_of(&[
        ("day/456.jpg", photo(1, None)),
        ("day/789.jpg", photo(2, None)),
        ("known.jpg", photo(3, None)),
        ("../out.jpg", photo(4, None)),
        ("DAY/456.jpg", photo(5, None)),
        ("day/notes.txt", b"x".to_vec()),
        ("day/broken.jpg", b"no picture".to_vec()),
        ("__MACOSX/day/456.jpg", b"x".to_vec()),
        ("inner.zip", zip_of(&[])),
    ]);
    let state = upload(&mut ada, "day.zip", &file).await;
    assert_eq!((&state["added"], &state["known"], &state["refused"]), (&json!(2), &json!(1), &json!(5)), "{state}");
    let refusals: Vec<&str> = state["refusals"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(refusals, ["out.jpg", "456.jpg", "notes.txt", "broken.jpg", "inner.zip"]);
    assert_eq!(bibs(&mut ada, "456.jpg").await, found(&[("456", "name")]));
    // 80 MB of zeros in less than a megabyte.
    let bomb = zip_of(&[("a.jpg", vec![0; 80 * 1024 * 1024]), ("b.jpg", photo(6, None))]);
    assert!(bomb.len() < PIECE);
    let state = upload(&mut ada, "bomb.zip", &bomb).await;
    assert_eq!((&state["added"], state["refused"].as_i64().unwrap() > 0), (&json!(1), true), "{state}");
    let state = upload(&mut ada, "none.zip", b"PK no zip file at all").await;
    assert_eq!(state["refusals"][0]["message"], "The zip file cannot be read.");
}

#[tokio::test]
async fn everybody_sees_a_runners_photos_and_removes_one_by_one_press() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    upload(&mut ada, "456.jpg", &picture(1200, 800, ImageFormat::Jpeg)).await;
    upload(&mut ada, "crowd.jpg", &photo(2, None)).await;
    let mut visitor = app.visitor();
    let of = format!("{PHOTOS}/runner/456");
    let answer = visitor.get(&of).await.ok().json();
    let id = answer["photos"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(answer["photos"][0]["widths"], json!([480, 960, 1200]));
    assert_eq!(visitor.get(&format!("{PHOTOS}/runner/nobody")).await.ok().json()["photos"], json!([]));

    // By the opaque id of published results.
    ada.post("/api/results/Spring%2010K/publish", &json!({ "contest": "10K", "despiteOpen": true })).await.is(201);
    let board = visitor.get("/api/leaderboard?q=kim").await.ok().json();
    let public_id = board["items"][0]["publicID"].as_str().unwrap();
    let by_id = format!("/api/runnerPhotos/id%20of%20Spring%2010K/{public_id}");
    assert_eq!(visitor.get(&by_id).await.ok().json()["photos"][0]["id"], id);
    visitor.get("/api/runnerPhotos/id%20of%20Spring%2010K/nobody").await.is(404);

    // Every size is sent with headers for a year; shared caches keep none, because a photo may be removed.
    for (asked, width) in [(1, 480), (480, 480), (700, 960), (5000, 1200)] {
        let sent = visitor.get(&format!("/photo/{id}/{asked}")).await.ok();
        assert_eq!(
            (sent.header("content-type"), sent.header("cache-control")),
            ("image/webp", "private, max-age=31536000, immutable")
        );
        assert_eq!(sent.header("x-content-type-options"), "nosniff");
        assert!(sent.header("content-security-policy").contains("sandbox"));
        assert_eq!(image::load_from_memory(&sent.bytes).unwrap().width(), width);
        let again = Request::get(format!("/photo/{id}/{asked}")).header("if-none-match", sent.header("etag"));
        visitor.send(again.body(Body::empty()).unwrap()).await.is(304);
    }
    let crowd = list(&mut ada, "unmatched").await[0]["id"].as_str().unwrap().to_owned();
    visitor.get(&format!("/photo/{crowd}/480")).await.is(404);
    ada.get(&format!("/photo/{crowd}/480")).await.ok();

    // One press hides it for everybody, and the second says the same.
    let remove = format!("{PHOTOS}/photo/{id}/remove");
    for _ in 0..2 {
        let removed = visitor.post(&remove, &json!({})).await.ok().json();
        assert_eq!(removed["text"], "The photo is removed. Nobody sees it any more.");
    }
    assert_eq!(visitor.get(&of).await.ok().json()["photos"], json!([]));
    visitor.get(&format!("/photo/{id}/480")).await.is(404);
    visitor.post(&format!("{PHOTOS}/photo/{crowd}/remove"), &json!({})).await.is(404);
    let removed = list(&mut ada, "removed").await;
    assert!(removed[0]["removed"].as_str().unwrap().starts_with("Removed June 1, 2027, 8:00 AM by visitor "));
    assert_eq!(app.count("SELECT count(*) FROM photo_removals WHERE address LIKE '%203%.%'").await, 0, "no address is stored");
    // The administrator shows it again, or deletes it with its files.
    assert_eq!(ada.post(&format!("{PHOTOS}/photo/{id}/restore"), &json!({})).await.ok().json()["list"], "matched");
    visitor.get(&format!("/photo/{id}/480")).await.ok();
    ada.delete(&format!("{PHOTOS}/photo/{id}"), &json!({})).await.is(204);
    visitor.get(&format!("/photo/{id}/480")).await.is(404);
    assert_eq!(walk(&app.data().join("photos")).0, 1, "the other photo");
    // What was deleted can be sent again.
    assert_eq!(upload(&mut ada, "456.jpg", &picture(1200, 800, ImageFormat::Jpeg)).await["added"], 1);
}

#[tokio::test]
async fn visitors_remove_a_limited_number_of_photos() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    let mut ids = Vec::new();
    for number in 0..61 {
        upload(&mut ada, &format!("456_{number}.jpg"), &photo(number, None)).await;
    }
    let answer = app.visitor().get(&format!("{PHOTOS}/runner/456")).await.ok().json();
    ids.extend(answer["photos"].as_array().unwrap().iter().map(|photo| photo["id"].as_str().unwrap().to_owned()));
    assert_eq!(ids.len(), 61);
    let mut visitor = app.visitor();
    for id in &ids[..60] {
        visitor.post(&format!("{PHOTOS}/photo/{id}/remove"), &json!({})).await.ok();
    }
    let refused = visitor.post(&format!("{PHOTOS}/photo/{}/remove", ids[60]), &json!({})).await.is(429);
    assert_eq!((refused.code(), refused.header("retry-after")), ("TOO_MANY".into(), "3600"));
    visitor.peer = "198.51.100.9:1".parse().unwrap();
    visitor.post(&format!("{PHOTOS}/photo/{}/remove", ids[60]), &json!({})).await.ok();
    app.clock.advance(31 * 24 * 3_600_000);
    app.app.tidy_photos_once().await;
    assert_eq!(app.count("SELECT count(*) FROM photo_removals WHERE address > ''").await, 0, "marks are forgotten after a month");
}

#[tokio::test]
async fn there_is_room_for_what_the_settings_allow() {
    let app = TestApp::with_config(config(&["--photos-per-race", "1K"])).await;
    let (mut ada, _) = after_the_race(&app).await;
    let mut refused = None;
    for number in 0..50 {
        let file = photo(number, None);
        let state = begin(&mut ada, "a.jpg", &file).await;
        let sent = if state.status == 200 { piece(&mut ada, &file, 0).await } else { state };
        if sent.status != 200 {
            refused = Some(sent.is(409).code());
            break;
        }
    }
    assert_eq!(refused.as_deref(), Some("PHOTOS_FULL"));
    let bytes = app.count("SELECT bytes FROM photo_races").await;
    let [all, pieces] = ["photos", "photos/uploads"].map(|folder| walk(&app.data().join(folder)).1);
    assert!(bytes <= 1024 && all - pieces == bytes as u64, "{bytes}");
}

#[tokio::test]
async fn what_arrived_before_a_stop_is_finished_and_a_deleted_races_photos_go() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    let file = photo(1, None);
    begin(&mut ada, "456.jpg", &file).await.ok();
    // As if the server had been stopped after the last byte.
    let id = app.app.db().read(|tx| tx.query_one("SELECT id FROM photo_uploads", [], |row| row.get::<String>(0))).await.unwrap();
    let pieces = app.data().join("photos/uploads");
    std::fs::create_dir_all(&pieces).unwrap();
    std::fs::write(pieces.join(format!("{id}.0")), &file).unwrap();
    app.app.db().write(|tx| tx.execute("UPDATE photo_uploads SET received = size", [])).await.unwrap();
    app.app.tidy_photos_once().await;
    assert_eq!(bibs(&mut ada, "456.jpg").await, found(&[("456", "name")]));
    app.app.db().write(|tx| tx.execute("DELETE FROM races", [])).await.unwrap();
    app.app.tidy_photos_once().await;
    assert_eq!(app.count("SELECT count(*) FROM photos").await + app.count("SELECT count(*) FROM photo_races").await, 0);
    assert_eq!(walk(&app.data().join("photos")), (0, 0));
    assert!(app.clock.now_ms() >= NOW);
}

#[tokio::test]
async fn photos_of_hidden_races_and_of_private_runners_are_for_nobody_else() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    let before = json!({ "bib": "456", "firstname": "Kim", "lastname": "D", "gender": "f", "contest": "10K" });
    let after =
        json!({ "bib": "456", "firstname": "Kim", "lastname": "Doe", "gender": "f", "contest": "10K", "dob": "1990-02-28" });
    let kim = json!({ "before": before, "after": after });
    ada.put("/api/timing/Spring%2010K/entrants/456", &kim).await.ok();
    let mut ulf = app.with_user().await;
    let named = "UPDATE users SET first_name = 'kim', last_name = 'DOE', dob = '1990-02-28' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.batch(named)).await.unwrap();
    upload(&mut ada, "456.jpg", &photo(1, None)).await;
    upload(&mut ada, "456-789.jpg", &photo(2, None)).await;
    let mut visitor = app.visitor();
    let of = format!("{PHOTOS}/runner/456");
    let ids = visitor.get(&of).await.ok().json()["photos"].clone();
    let [alone, together] = [0, 1].map(|photo| format!("/photo/{}/480", ids[photo]["id"].as_str().unwrap()));
    let mut sees = async |browser: &str, page: &str| {
        let browser = match browser {
            "ada" => &mut ada,
            "ulf" => &mut ulf,
            _ => &mut visitor,
        };
        browser.get(page).await.status
    };

    // Private before results are published: as an entrant. A photo with somebody else in it stays that runner's.
    assert_eq!(sees("visitor", &alone).await, 200);
    app.app.db().write(|tx| tx.batch("UPDATE users SET is_private = 1 WHERE username = 'ulf'")).await.unwrap();
    assert_eq!([sees("visitor", &alone).await, sees("ulf", &alone).await, sees("ada", &alone).await], [404, 200, 200]);
    assert_eq!(sees("visitor", &together).await, 200);

    // A hidden race's are for administrators, a deleted one's for nobody.
    app.app.db().write(|tx| tx.batch("UPDATE races SET hidden = 1")).await.unwrap();
    assert_eq!([sees("visitor", &together).await, sees("ulf", &alone).await, sees("ada", &together).await], [404, 404, 200]);
    app.app.db().write(|tx| tx.batch("UPDATE races SET deleted_at = 1")).await.unwrap();
    assert_eq!(sees("ada", &together).await, 404);
}
