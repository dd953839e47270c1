//! An administrator creates and deletes pages.

use image::ImageFormat;
use serde_json::json;

use crate::util::{Form, TestApp, picture};

#[tokio::test]
async fn a_page_is_created_with_every_field_and_picture() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let form = Form::race("Spring Half")
        .text("About", "Along the river")
        .text("DistanceStartTimes", r#"[{"distance":"Half","startTime":"8:30 AM"},{"distance":"5K","startTime":"9:00 AM"}]"#)
        .text("MaxCapacity", "True")
        .text("Amenities", r#"["Water","Music"]"#)
        .text("Rules", r#"["Run"]"#)
        .text("AccommodationEnabled", "True")
        .text("Accommodation", r#"[{"Enabled":"True","Description":"The inn"}]"#)
        .text("CommunityPartnersEnabled", "True")
        .text("CommunityPartnersData", r#"[{"Link":"https://one.test/"},{"Link":"https://two.test/"}]"#)
        .file("raceLogo", &picture(2000, 1000, ImageFormat::Jpeg))
        .file("shirt", &picture(300, 300, ImageFormat::Png))
        .file("medal", &picture(300, 310, ImageFormat::WebP))
        .file("medals3", &picture(300, 320, ImageFormat::Gif))
        .file("acrylic", b"")
        .file("memImages", &picture(600, 400, ImageFormat::Jpeg))
        .file("memImages", &picture(610, 400, ImageFormat::Jpeg))
        .file("communityPartnerImages", b"")
        .file("communityPartnerImages", &picture(120, 60, ImageFormat::Png));
    let made = ada.create_page(form).await.is(201);
    assert_eq!(made.json()["message"], "Race created successfully!");

    let race = app.visitor().get("/api/race/spring%20HALF?images=url").await.ok().json()["race"].clone();
    assert_eq!(race["Race"], "Spring Half");
    assert_eq!(race["Day"], "Tuesday");
    assert_eq!(race["About"], "Along the river");
    assert_eq!(race["MaxCapacity"], "True");
    assert_eq!(race["Amenities"], json!(["Water", "Music"]));
    assert_eq!(race["Accommodation"][0]["Description"], "The inn");
    assert_eq!(race["DistanceStartTimes"][1], json!({ "distance": "5K", "startTime": "9:00 AM" }));
    assert_eq!((&race["RaceLogo"]["width"], &race["RaceLogo"]["height"]), (&json!(2000), &json!(1000)));
    assert_eq!(race["MedalImage"]["height"], 310);
    assert_eq!(race["Medals3Image"]["contentType"], "image/webp");
    assert!(race["AcrylicImage"].is_null());
    assert_eq!(race["MemImages"][1]["width"], 610);
    assert!(race["MemImages"][0]["imageId"].is_string());
    let partners = &race["CommunityPartners"]["Partners"];
    assert!(partners[0]["Image"].is_null());
    assert_eq!((&partners[1]["Link"], &partners[1]["Image"]["width"]), (&json!("https://two.test/"), &json!(120)));
}

#[tokio::test]
async fn a_name_is_taken_in_any_case_of_its_letters() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let refused = ada.create_page(Form::race(" SPRING  half ")).await.is(409);
    assert_eq!(refused.code(), "DUPLICATE_NAME");
    assert_eq!(refused.json()["message"], "A race with this name already exists. Please use a different name.");
    assert_eq!(app.count("SELECT count(*) FROM races").await, 1);
}

#[tokio::test]
async fn an_invalid_date_is_reported_for_its_field_and_nothing_is_saved() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let form =
        Form::default().text("Race", "Spring Half").text("Date", "June 35, 2027").file("shirt", &picture(9, 9, ImageFormat::Png));
    let refused = ada.create_page(form).await.is(400).json();
    assert_eq!(refused["fields"][0]["field"], "Date");
    assert_eq!(app.count("SELECT count(*) FROM races").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM images").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'race.created'").await, 0);
}

#[tokio::test]
async fn a_file_that_is_no_picture_is_reported_for_its_field_and_nothing_is_saved() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let mut cut = picture(400, 400, ImageFormat::Png);
    cut.truncate(cut.len() / 2);
    let good = picture(40, 40, ImageFormat::Png);
    let form =
        Form::race("Spring Half").file("raceLogo", svg).file("memImages", &good).file("memImages", &cut).file("shirt", &good);
    let refused = ada.create_page(form).await.is(400).json();
    let fields: Vec<&str> = refused["fields"].as_array().unwrap().iter().map(|f| f["field"].as_str().unwrap()).collect();
    assert_eq!(fields, ["raceLogo", "memImages.1"]);
    assert_eq!(app.count("SELECT count(*) FROM races").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM images").await, 0);
    assert_eq!(std::fs::read_dir(app.app.spool()).unwrap().count(), 0, "the spool folder is empty again");
}

#[tokio::test]
async fn a_picture_with_too_many_pixels_is_refused_before_it_is_decoded() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    // The header announces this size; the pixels are missing.
    for (width, height) in [(8000_u32, 8000_u32), (8193, 1), (1, 8193)] {
        let mut bomb = picture(1, 1, ImageFormat::Png);
        bomb[16..20].copy_from_slice(&width.to_be_bytes());
        bomb[20..24].copy_from_slice(&height.to_be_bytes());
        let crc = crc32(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&crc.to_be_bytes());
        let refused = ada.create_page(Form::race("Spring Half").file("shirt", &bomb)).await.is(400).json();
        assert_eq!(refused["fields"][0]["code"], "too_many_pixels", "{width} × {height}");
    }
}

#[tokio::test]
async fn ancillary_chunks_do_not_reach_the_decoder() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let png = picture(40, 30, ImageFormat::Png);
    let chunk = |name: &[u8; 4], data: &[u8]| {
        let named = [name.as_slice(), data].concat();
        [&u32::try_from(data.len()).unwrap().to_be_bytes(), named.as_slice(), &crc32(&named).to_be_bytes()].concat()
    };
    // An animation with wrong frame numbers, which a decoder that reads them would refuse.
    let animation = chunk(b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    let mut frame = [0; 26];
    frame[..4].copy_from_slice(&9_u32.to_be_bytes());
    frame[7] = 41;
    frame[11] = 31;
    let padded = [&png[..33], &animation, &chunk(b"fcTL", &frame), &png[33..]].concat();
    ada.create_page(Form::race("Spring Half").file("shirt", &padded)).await.is(201);
    let race = app.visitor().get("/api/race/Spring%20Half?images=url").await.ok().json();
    assert_eq!(race["race"]["ShirtImage"]["width"], 40);
}

#[tokio::test]
async fn the_limit_is_smaller_for_a_picture_that_is_decoded_as_a_whole() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let drawn = |width, height| Form::race("Spring Half").file("shirt", &picture(width, height, ImageFormat::Gif));
    let refused = ada.create_page(drawn(4001, 3000)).await.is(400).json();
    assert_eq!(refused["fields"][0]["code"], "too_many_pixels");
    assert!(refused["fields"][0]["message"].as_str().unwrap().contains("12 megapixels"), "{refused}");
    ada.create_page(drawn(4000, 3000)).await.is(201);
}

#[tokio::test]
async fn a_picture_is_turned_upright_and_loses_its_metadata() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    // Orientation 6: the camera was turned, so 40 × 20 is shown as 20 × 40.
    let jpeg = picture(40, 20, ImageFormat::Jpeg);
    let mut tiff = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0".to_vec();
    tiff.extend_from_slice(b"SECRET PLACE");
    let mut exif = vec![0xff, 0xe1];
    exif.extend_from_slice(&u16::try_from(tiff.len() + 8).unwrap().to_be_bytes());
    exif.extend_from_slice(b"Exif\0\0");
    exif.extend_from_slice(&tiff);
    let turned = [&jpeg[..2], &exif, &jpeg[2..]].concat();
    ada.create_page(Form::race("Spring Half").file("shirt", &turned)).await.is(201);

    let race = ada.get("/api/race/Spring%20Half").await.ok().json()["race"].clone();
    use base64::Engine;
    let bytes = base64::engine::general_purpose::STANDARD.decode(race["ShirtImage"]["data"].as_str().unwrap()).unwrap();
    assert!(!bytes.windows(6).any(|part| part == b"SECRET"));
    let shown = image::load_from_memory(&bytes).unwrap();
    assert_eq!((shown.width(), shown.height()), (20, 40));
}

#[tokio::test]
async fn a_large_picture_is_reduced_to_the_largest_size_that_is_shown() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let form = Form::race("Spring Half")
        .file("raceLogo", &picture(6000, 2000, ImageFormat::Jpeg))
        .file("medal", &picture(5120, 320, ImageFormat::Png))
        .file("shirt", &picture(3000, 600, ImageFormat::WebP))
        .file("medals3", &picture(2700, 90, ImageFormat::Gif));
    ada.create_page(form).await.is(201);
    let race = app.visitor().get("/api/race/Spring%20Half?images=url").await.ok().json()["race"].clone();
    let size = |field: &str| (race[field]["width"].as_u64().unwrap(), race[field]["height"].as_u64().unwrap());
    assert_eq!(size("RaceLogo"), (2560, 853));
    assert_eq!(size("MedalImage"), (2560, 160));
    assert_eq!(size("ShirtImage"), (2560, 512));
    assert_eq!(size("Medals3Image"), (2560, 85));
    for field in ["RaceLogo", "MedalImage", "ShirtImage", "Medals3Image"] {
        let shown = app.visitor().get(race[field]["url"].as_str().unwrap()).await.ok().bytes;
        let shown = image::load_from_memory(&shown).unwrap().into_rgb8();
        let (top, bottom) = (shown.get_pixel(9, 3), shown.get_pixel(9, shown.height() - 4));
        assert!(top.0[2] > 150 && bottom.0[0] > 180, "{field}: {top:?} above, {bottom:?} below");
    }
}

#[tokio::test]
async fn a_misspelled_field_is_refused() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let refused = ada.create_page(Form::race("Spring Half").text("Abuot", "x").file("shrit", b"x")).await.is(400).json();
    assert_eq!(refused["fields"][0]["field"], "Abuot");
}

#[tokio::test]
async fn only_an_administrator_may_create_or_delete_a_page() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let name = json!({ "RaceName": "Spring Half" });
    let mut visitor = app.visitor();
    visitor.create_page(Form::race("Mine")).await.is(401);
    visitor.delete("/api/deletePage", &name).await.is(401);
    let mut ulf = app.with_user().await;
    ulf.create_page(Form::race("Mine")).await.is(403);
    ulf.delete("/api/deletePage", &name).await.is(403);
    assert_eq!(app.count("SELECT count(*) FROM races").await, 1);
}

#[tokio::test]
async fn the_role_is_checked_before_the_body_is_read() {
    let app = TestApp::init().await;
    let body = axum::body::Body::from_stream(futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>());
    let request =
        axum::http::Request::post("/api/createPage").header("content-type", "multipart/form-data; boundary=x").body(body);
    let mut visitor = app.visitor();
    let answer = tokio::time::timeout(std::time::Duration::from_secs(20), visitor.send(request.unwrap())).await;
    answer.expect("answered without the body").is(401);
}

#[tokio::test]
async fn more_than_fifty_megabytes_is_refused() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let large = vec![0xff; 51 * 1024 * 1024];
    let form = Form::race("Spring Half").file("raceLogo", &large);
    ada.create_page(form.clone()).await.is(413);
    // The same without a Content-Length.
    let mut request = form.request("/api/createPage");
    request.headers_mut().remove("content-length");
    ada.send(request).await.is(413);
    // With a Content-Length, it is refused before the body is sent.
    let body = axum::body::Body::from_stream(futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>());
    let request = axum::http::Request::post("/api/createPage").header("content-type", "multipart/form-data; boundary=x");
    let request = request.header("content-length", large.len()).body(body).unwrap();
    let answer = tokio::time::timeout(std::time::Duration::from_secs(5), ada.send(request)).await;
    answer.expect("answered without the body").is(413);
    assert_eq!(std::fs::read_dir(app.app.spool()).unwrap().count(), 0);
}

#[tokio::test]
async fn eight_uploads_at_once_are_not_held_in_memory() {
    let app = TestApp::init().await;
    let ada = app.with_admin().await;
    let before = peak_memory();
    let mut uploads = tokio::task::JoinSet::new();
    for n in 0..8 {
        let mut ada = ada.clone();
        uploads.spawn(async move { ada.send(long_upload(&format!("Race {n}"))).await.is(400).json() });
    }
    for refused in uploads.join_all().await {
        assert_eq!(refused["fields"][0]["field"], "raceLogo");
    }
    let grown = peak_memory() - before;
    assert!(grown < 100, "8 × 45 MB took {grown} MB of memory");
}

/// A request with a file of 45 MB that is no picture, produced while it is read.
fn long_upload(name: &str) -> axum::http::Request<axum::body::Body> {
    use axum::body::{Body, Bytes};
    use futures_util::StreamExt;
    let (parts, body) = Form::race(name).file("raceLogo", b"CUT").request("/api/createPage").into_parts();
    let head = futures_util::stream::once(async move {
        use http_body_util::BodyExt;
        let whole = body.collect().await.unwrap().to_bytes();
        let cut = whole.windows(3).position(|part| part == b"CUT").unwrap();
        (whole.slice(..cut), whole.slice(cut + 3..))
    });
    let stream = head.flat_map(|(before, after)| {
        let middle = std::iter::repeat_n(Bytes::from_static(&[7; 64 * 1024]), 45 * 16);
        futures_util::stream::iter(std::iter::once(before).chain(middle).chain(std::iter::once(after)))
    });
    let mut request = axum::http::Request::from_parts(parts, Body::from_stream(stream.map(Ok::<_, std::io::Error>)));
    request.headers_mut().remove("content-length");
    request
}

/// The peak memory of this process so far, in megabytes.
fn peak_memory() -> i64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.split_whitespace().next().unwrap().parse::<i64>().unwrap() / 1024
}

/// The checksum of a PNG chunk.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
    })
}
