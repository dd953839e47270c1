//! Entity tags and compression: what a client has is not sent again.

use std::io::Read;

use axum::body::Body;
use axum::http::Request;
use image::ImageFormat;

use crate::util::{Browser, Form, Response, picture, two_directors};

async fn if_changed(browser: &mut Browser, path: &str, tag: &str) -> Response {
    browser.send(Request::get(path).header("if-none-match", tag).body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn the_lists_of_every_page_are_sent_only_when_they_changed() {
    let (app, mut ada, _) = two_directors().await;
    let mut visitor = app.visitor();
    for (n, path) in ["/api/getRaceDates", "/api/getRaceCards?images=url", "/api/getRaceCards"].into_iter().enumerate() {
        let first = visitor.get(path).await.ok();
        assert_eq!(first.header("cache-control"), "no-cache", "{path}");
        let tag = first.header("etag").to_owned();
        for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}")] {
            let same = if_changed(&mut visitor, path, &known).await.is(304);
            assert!(same.bytes.is_empty());
            assert_eq!(same.header("etag"), tag);
        }
        if_changed(&mut visitor, path, "\"stale\"").await.is(200);
        ada.create_page(Form::race(&format!("After {n}"))).await.is(201);
        let changed = if_changed(&mut visitor, path, &tag).await.is(200);
        assert_ne!(changed.header("etag"), tag);
    }
}

#[tokio::test]
async fn a_304_of_a_picture_has_the_same_security_headers() {
    let (app, mut ada, _) = two_directors().await;
    let logo = picture(40, 40, ImageFormat::Png);
    ada.create_page(Form::race("Autumn Half").file("raceLogo", &logo)).await.is(201);
    let mut visitor = app.visitor();
    let race = visitor.get("/api/race/Autumn%20Half?images=url").await.ok().json();
    let path = race["race"]["RaceLogo"]["url"].as_str().unwrap().to_owned();
    let first = visitor.get(&path).await.ok();
    let tag = first.header("etag").to_owned();
    for known in [tag.clone(), format!("W/{tag}")] {
        // The headers of the 304 replace those that the browser stored.
        let again = if_changed(&mut visitor, &path, &known).await.is(304);
        for name in ["content-security-policy", "cache-control", "etag", "x-content-type-options"] {
            assert_eq!(again.header(name), first.header(name), "{name}");
        }
    }
    let nothing = format!("/images/{}/480", "0".repeat(64));
    if_changed(&mut visitor, &nothing, &format!("\"{}-480\"", "0".repeat(64))).await.is(404);
}

#[tokio::test]
async fn answers_are_compressed() {
    let (app, ..) = two_directors().await;
    let mut visitor = app.visitor();
    for path in [
        "/races",
        "/feed.xml",
        "/sitemap.xml",
        "/calendar.ics",
        "/api/getRaceDates",
        "/api/race/Spring%20Half",
        "/api/openapi.json",
    ] {
        for (takes, encoding) in [("gzip", "gzip"), ("br, gzip;q=0.5", "gzip"), ("br", ""), ("identity;q=0, *;q=0", "")] {
            let request = Request::get(path).header("accept-encoding", takes).body(Body::empty()).unwrap();
            let answer = visitor.send(request).await.ok();
            assert_eq!(answer.header("content-encoding"), encoding, "{path} for {takes}");
            assert!(answer.header("vary").contains("accept-encoding"), "{path}");
            let mut text = answer.text();
            if encoding == "gzip" {
                text.clear();
                flate2::read::GzDecoder::new(&*answer.bytes).read_to_string(&mut text).unwrap();
            }
            assert!(
                text.replace("%20", " ").contains("Spring Half") || path == "/api/openapi.json" && text.ends_with('}'),
                "{path}: {text}"
            );
        }
    }
}

#[tokio::test]
async fn a_deleted_page_answers_404_even_with_its_old_tag() {
    let (_app, mut ada, mut ben) = two_directors().await;
    let tag = ben.get("/race/Spring%20Half").await.ok().header("etag").to_owned();
    if_changed(&mut ben, "/race/Spring%20Half", &tag).await.is(304);
    ada.delete("/api/deletePage", &serde_json::json!({ "RaceName": "Spring Half" })).await.ok();
    if_changed(&mut ben, "/race/Spring%20Half", &tag).await.is(404);
}
