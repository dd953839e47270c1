//! What search engines, chats, feed readers and calendars receive. The built site is not needed.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::home::record_with;
use crate::util::{Browser, Form, ORIGIN, Response, TestApp, config, picture};

/// A race in the summer of 2027, when New York is four hours behind UTC.
pub(super) fn spring() -> Form {
    Form::race("Spring Half")
        .text(
            "DistanceStartTimes",
            &json!([{"distance": "Half", "startTime": "7:30 AM"}, {"distance": "10K", "startTime": "8:00 AM"}]).to_string(),
        )
        .text("CardLocation", "Brooklyn, NY")
        .text("StringAddress", "Shore Road 1, Brooklyn, NY")
        .text("Coordinates", "40.6413, -74.0176")
        .text("Link", "https://runsignup.example/spring")
        .text("About", "Along the water.\n\nAnd back.")
}

/// The structured data of a page, as an HTML parser would read it.
#[track_caller]
fn graph(page: &str) -> Vec<Value> {
    let (_, rest) = page.split_once("<script data-server type=\"application/ld+json\">").expect("structured data");
    let data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(data["@context"], "https://schema.org");
    data["@graph"].as_array().unwrap().clone()
}

fn events(page: &str) -> Vec<Value> {
    graph(page).into_iter().filter(|node| node["@type"] == "SportsEvent").collect()
}

/// The content of a meta tag, as text.
fn meta(page: &str, name: &str) -> Option<String> {
    let tag = page.split('<').find(|tag| tag.starts_with("meta ") && tag.contains(&format!("=\"{name}\"")))?;
    Some(unescape(tag.split_once("content=\"")?.1.split('"').next()?))
}

fn unescape(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&")
}

pub(super) async fn flag(ada: &TestApp, name: &'static str, field: &'static str) {
    let sql = format!(
        "UPDATE races SET record = {}, updated_at = updated_at + 5000 WHERE name = '{name}'",
        record_with(&[(field, json!("True"))])
    );
    ada.app.db().write(move |tx| tx.execute(&sql, []).map(|_| ())).await.unwrap();
    ada.update_summaries().await;
}

pub(super) async fn again(visitor: &mut Browser, path: &str, first: &Response) -> Response {
    let tag = first.header("etag").to_owned();
    assert!(!tag.is_empty(), "{path} has a tag");
    let request = axum::http::Request::get(path).header("if-none-match", tag);
    visitor.send(request.body(axum::body::Body::empty()).unwrap()).await
}

#[tokio::test]
async fn the_page_of_a_race_describes_its_date_and_place() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring().file("raceLogo", &picture(640, 480, image::ImageFormat::Jpeg))).await.is(201);
    let page = app.visitor().get("/RACE/spring%20half?from=mail").await.ok().text();
    assert!(page.contains(&format!("<link data-server rel=\"canonical\" href=\"{ORIGIN}/race/Spring%20Half\">")), "{page}");
    assert!(page.contains("href=\"/calendar/Spring%20Half.ics\"") && page.contains("href=\"/feed.xml\""), "{page}");
    assert_eq!(
        meta(&page, "description").unwrap(),
        "Tuesday, June 15, 2027 in Brooklyn, NY. Half 7:30 AM, 10K 8:00 AM. Along the water. And back."
    );
    assert_eq!(meta(&page, "og:title").unwrap(), "Spring Half");
    assert!(meta(&page, "og:image").unwrap().starts_with(&format!("{ORIGIN}/og/race/Spring%20Half.png?v=")));
    assert_eq!(meta(&page, "twitter:card").unwrap(), "summary_large_image");
    assert!(meta(&page, "robots").is_none());

    let both = events(&page);
    assert_eq!(both.len(), 2);
    assert_eq!(both[0]["name"], "Spring Half: Half");
    assert_eq!(both[0]["startDate"], "2027-06-15T07:30:00-04:00");
    assert_eq!(both[1]["startDate"], "2027-06-15T08:00:00-04:00");
    assert_eq!(both[0]["eventStatus"], "https://schema.org/EventScheduled");
    assert_eq!(both[0]["location"]["address"], "Shore Road 1, Brooklyn, NY");
    assert_eq!(both[0]["location"]["geo"]["latitude"], "40.6413");
    assert_eq!(both[0]["offers"]["availability"], "https://schema.org/InStock");
    assert_eq!(both[0]["offers"]["url"], "https://runsignup.example/spring");
    assert_eq!(both[0]["organizer"]["name"], "Splitline");
    assert_eq!(both[0]["image"].as_array().unwrap().len(), 2, "the bib and the race's own picture");
    let way = graph(&page).into_iter().find(|node| node["@type"] == "BreadcrumbList").unwrap();
    assert_eq!(way["itemListElement"][2]["item"], format!("{ORIGIN}/race/Spring%20Half"));

    // Readable before the scripts have run, and without them.
    for part in [
        "<div class=\"bib-band bg-dhalf text-on-fill\"><h1 class=\"bib-name\">Spring Half</h1>",
        "class=\"bib-numerals\">0615</p>",
        "<li>Tuesday, June 15, 2027</li>",
        "<li>Half 7:30 AM, 10K 8:00 AM</li>",
        "<p>Along the water.</p>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(page.contains("<a href=\"https://runsignup.example/spring\">Register</a>"), "{page}");
}

#[tokio::test]
async fn a_race_can_be_canceled_sold_out_or_over() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring()).await.is(201);
    let mut visitor = app.visitor();
    let open = visitor.get("/og/race/Spring%20Half.png").await.ok();

    flag(&app, "Spring Half", "MaxCapacity").await;
    let page = visitor.get("/race/Spring%20Half").await.ok().text();
    assert_eq!(events(&page)[0]["offers"]["availability"], "https://schema.org/SoldOut");
    assert!(meta(&page, "description").unwrap().starts_with("Sold out. "));
    assert!(page.contains("<li>Registration is closed. This race is at max capacity.</li>"), "{page}");
    let full = visitor.get("/og/race/Spring%20Half.png").await.ok();
    assert_ne!(full.header("etag"), open.header("etag"));

    flag(&app, "Spring Half", "isCanceled").await;
    let page = visitor.get("/race/Spring%20Half").await.ok().text();
    assert_eq!(events(&page)[0]["eventStatus"], "https://schema.org/EventCancelled");
    assert!(events(&page)[0].get("offers").is_none());
    assert!(page.contains("<li>Canceled</li>"));

    // A race in the past has no registration.
    let yesterday =
        record_with(&[("Date", json!("May 31, 2027")), ("isCanceled", json!("False")), ("MaxCapacity", json!("False"))]);
    let yesterday = format!("UPDATE races SET record = {yesterday}");
    app.app.db().write(move |tx| tx.execute(&yesterday, []).map(|_| ())).await.unwrap();
    let page = visitor.get("/race/Spring%20Half").await.ok().text();
    assert!(events(&page)[0].get("offers").is_none() && !page.contains(">Register</a>"), "{page}");
}

#[tokio::test]
async fn a_start_has_the_offset_of_its_date_and_time_zone() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for (name, date, zone, start) in [
        ("Before", "March 12, 2028", "America/New_York", "2028-03-12T08:30:00-04:00"),
        ("Winter", "March 11, 2028", "America/New_York", "2028-03-11T08:30:00-05:00"),
        ("Autumn", "November 5, 2028", "America/New_York", "2028-11-05T08:30:00-05:00"),
        ("Desert", "July 1, 2028", "America/Phoenix", "2028-07-01T08:30:00-07:00"),
        ("Island", "July 1, 2028", "Pacific/Honolulu", "2028-07-01T08:30:00-10:00"),
    ] {
        let rows = json!([{"distance": "5K", "startTime": "8:30 AM"}]).to_string();
        let form = Form::default().text("Race", name).text("Date", date).text("TimeZone", zone).text("DistanceStartTimes", &rows);
        ada.create_page(form).await.is(201);
        let page = ada.get(&format!("/race/{name}")).await.ok().text();
        assert_eq!(events(&page)[0]["startDate"], start, "{name}");
    }
    let calendar = ada.get("/calendar.ics").await.ok().text();
    assert!(calendar.contains("DTSTART;TZID=Pacific/Honolulu:20280701T083000"), "{calendar}");
    let parsed: icalendar::Calendar = calendar.parse().unwrap();
    assert_eq!(parsed.events().count(), 5);
    // Each time zone is defined once, and those without summer time have only their standard time.
    for zone in ["America/New_York", "America/Phoenix", "Pacific/Honolulu"] {
        assert_eq!(calendar.matches(&format!("BEGIN:VTIMEZONE\r\nTZID:{zone}\r\n")).count(), 1, "{calendar}");
    }
    assert_eq!(calendar.matches("BEGIN:DAYLIGHT").count(), 1);
    assert!(calendar.contains("TZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nEND:DAYLIGHT"), "{calendar}");
}

#[tokio::test]
async fn a_hostile_name_is_escaped_everywhere() {
    let app = TestApp::with_config(config(&["--site-name", "\"><script>alert(1)</script>"])).await;
    let mut ada = app.with_admin().await;
    let name = "</script><img src=x onerror=alert(1)> \"'& <!-- ]]>";
    // The create form refuses a slash; a record from another source may have one.
    ada.create_page(spring()).await.is(201);
    let link = json!("javascript:alert(1)");
    let record = record_with(&[("Race", json!(name)), ("About", json!(name)), ("Link", link), ("CardLocation", json!(name))]);
    app.app
        .db()
        .write(move |tx| {
            let sql = format!("UPDATE races SET name = $1, name_key = $2, record = {record}");
            tx.execute(&sql, splitline_server::db::params![name, core_wasm::race::name::key(name)]).map(|_| ())
        })
        .await
        .unwrap();
    app.update_summaries().await;
    let path = "/race/%3C%2Fscript%3E%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E%20%22%27%26%20%3C%21--%20%5D%5D%3E";
    let mut visitor = app.visitor();
    for page in [path, "/", "/races", "/nothing"] {
        let text = visitor.get(page).await.text();
        assert!(!text.contains("<img src=x") && !text.contains("<script>alert") && !text.contains("<!-- ]]>"), "{page}: {text}");
        assert!(!text.contains("javascript:alert(1)\""), "{page}: {text}");
    }
    let page = visitor.get(path).await.ok().text();
    assert_eq!(events(&page)[0]["name"].as_str().unwrap(), format!("{name}: Half"));
    assert_eq!(meta(&page, "og:title").unwrap(), name);
    for feed in ["/feed.xml", "/sitemap.xml"] {
        let text = visitor.get(feed).await.ok().text();
        assert!(!text.contains("<img src=x"), "{feed}: {text}");
        parse_sitemap(&text);
    }
    let channel = rss::Channel::read_from(visitor.get("/feed.xml").await.ok().bytes.as_slice()).unwrap();
    assert_eq!(channel.items()[0].title(), Some(name));
    let calendar: icalendar::Calendar = visitor.get("/calendar.ics").await.ok().text().parse().unwrap();
    assert_eq!(icalendar::Component::get_summary(calendar.events().next().unwrap()), Some(name));
    visitor.get(&format!("/og{path}.png")).await.ok();
}

/// Fails unless a text is well-formed XML; returns the texts of every `loc` and `lastmod`.
#[track_caller]
fn parse_sitemap(xml: &str) -> Vec<(String, String)> {
    use resvg::usvg::roxmltree::Document;
    let document = Document::parse(xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let text = |node: resvg::usvg::roxmltree::Node<'_, '_>, name: &str| {
        let child = node.children().find(|child| child.has_tag_name(("http://www.sitemaps.org/schemas/sitemap/0.9", name)));
        child.and_then(|child| child.text()).unwrap_or_default().to_owned()
    };
    document
        .descendants()
        .filter(|node| node.tag_name().name() == "url")
        .map(|node| (text(node, "loc"), text(node, "lastmod")))
        .collect()
}

#[tokio::test]
async fn the_home_page_names_the_company_and_lists_upcoming_races() {
    let mut config = config(&["--site-name", "Blue Line Races", "--embed-hosts", "maps.example"]);
    config.embed_hosts.push("\"x".into());
    let app = TestApp::with_config(config).await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring()).await.is(201);
    ada.create_page(Form::default().text("Race", "Earlier 5K").text("Date", "June 2, 2027")).await.is(201);
    let mut visitor = app.visitor();
    let home = visitor.get("/home").await.ok().text();
    let kinds: Vec<Value> = graph(&home).into_iter().map(|node| node["@type"].clone()).collect();
    assert_eq!(kinds, ["Organization", "WebSite"]);
    assert!(home.contains(&format!("rel=\"canonical\" href=\"{ORIGIN}/\"")), "{home}");
    let settings: Value = serde_json::from_str(&meta(&home, "splitline-site").unwrap()).unwrap();
    assert_eq!(settings["siteName"], "Blue Line Races");
    assert_eq!(settings["publicUrl"], ORIGIN);
    assert_eq!(settings["embedHosts"], json!(["maps.example", "\"x"]));
    assert_eq!(settings["forecastUrl"], "https://api.open-meteo.com/v1/forecast");
    assert!(settings.get("analyticsUrl").is_none() && settings.get("contact").is_none());
    for path in ["/", "/races", "/no/such/page", "/race/Unknown"] {
        let page = visitor.get(path).await.text();
        assert!(page.contains("<a href=\"/race/Spring%20Half\">Spring Half</a>"), "{path}: {page}");
    }
    let races = visitor.get("/Races?distance=10K").await.ok().text();
    assert!(races.contains(&format!("rel=\"canonical\" href=\"{ORIGIN}/races\"")), "{races}");
}

#[tokio::test]
async fn forms_profiles_and_missing_pages_are_not_indexed() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring()).await.is(201);
    for path in [
        "/login",
        "/forgotpass",
        "/resetpass?token=abc",
        "/profile",
        "/profile/ulf",
        "/RaceDaySearch/Spring%20Half",
        "/media/a/b",
        "/EditRaces",
        "/createrace",
        "/AuditLog",
        "/Timing",
        "/unauthorized",
        "/verifyRacer",
        "/nothing",
        "/race/Unknown",
    ] {
        let page = ada.get(path).await.text();
        assert_eq!(meta(&page, "robots").as_deref(), Some("noindex"), "{path}");
        assert!(!page.contains("rel=\"canonical\"") && !page.contains("abc"), "{path}: {page}");
    }
    for path in ["/", "/races", "/race/Spring%20Half", "/race/Spring%20Half/media", "/refundtransfer", "/privacypolicy"] {
        assert!(meta(&ada.get(path).await.ok().text(), "robots").is_none(), "{path}");
    }
}

#[tokio::test]
async fn the_shell_contains_the_installations_settings_and_no_page() {
    let app =
        TestApp::with_config(config(&["--contact", "hello@races.example", "--social", "https://www.instagram.com/splitline"]))
            .await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring()).await.is(201);
    let shell = app.visitor().get("/index.html").await.is(200).text();
    let settings: Value = serde_json::from_str(&meta(&shell, "splitline-site").unwrap()).unwrap();
    assert_eq!(settings["contact"], "hello@races.example");
    assert_eq!(settings["social"], json!([{"kind": "instagram", "url": "https://www.instagram.com/splitline"}]));
    assert_eq!(meta(&shell, "robots").as_deref(), Some("noindex"));
    assert!(!shell.contains("Spring Half") && !shell.contains("class=\"reading\"") && !shell.contains("canonical"), "{shell}");
}

#[tokio::test]
async fn the_analytics_script_is_configured_and_allowed_by_the_policy() {
    let app = TestApp::with_config(config(&["--analytics-url", "https://count.example/script.js"])).await;
    let page = app.visitor().get("/").await.ok();
    let settings: Value = serde_json::from_str(&meta(&page.text(), "splitline-site").unwrap()).unwrap();
    assert_eq!(settings["analyticsUrl"], "https://count.example/script.js");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval' https://count.example;"), "{policy}");
    assert!(!policy.contains("unsafe-inline"));
}

#[tokio::test]
async fn the_sitemap_has_every_race_and_no_profiles() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring()).await.is(201);
    let mut visitor = app.visitor();
    let answer = visitor.get("/sitemap.xml").await.ok();
    assert_eq!(answer.header("content-type"), "application/xml; charset=utf-8");
    let entries = parse_sitemap(&answer.text());
    let places: HashSet<&str> = entries.iter().map(|(place, _)| place.as_str()).collect();
    assert!(places.contains(format!("{ORIGIN}/").as_str()) && places.contains(format!("{ORIGIN}/races").as_str()));
    assert!(!places.iter().any(|place| place.contains("profile") || place.contains("login") || place.contains("Edit")));
    let race = entries.iter().find(|(place, _)| place == &format!("{ORIGIN}/race/Spring%20Half")).unwrap();
    assert_eq!(race.1, "2027-06-01T12:00:00Z");
    again(&mut visitor, "/sitemap.xml", &answer).await.is(304);
    for (place, _) in &entries {
        visitor.get(place.strip_prefix(ORIGIN).unwrap()).await.ok();
    }

    let robots = visitor.get("/robots.txt").await.ok();
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    for line in ["Disallow: /api/", "Disallow: /EditRaces", &format!("Sitemap: {ORIGIN}/sitemap.xml")] {
        assert!(robots.text().lines().any(|one| one == line), "{line}");
    }
}

#[tokio::test]
async fn the_share_picture_shows_the_race_as_a_bib() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring()).await.is(201);
    ada.create_page(Form::default().text("Race", "Łódź & Đà Nẵng Friendship Run").text("Date", "December 31, 2027"))
        .await
        .is(201);
    ada.create_page(Form::race("A very long name ".repeat(5).trim())).await.is(201);
    ada.create_page(Form::race(&"W".repeat(100))).await.is(201);
    ada.create_page(Form::race("東京 🏃")).await.is(201);
    let mut visitor = app.visitor();
    let mut seen = HashSet::new();
    let long = format!("/og/race/{}.png", "A%20very%20long%20name%20".repeat(5).trim_end_matches("%20"));
    let wide = format!("/og/race/{}.png", "W".repeat(100));
    let paths = [
        "/og/site.png",
        "/og/race/Spring%20Half.png",
        "/og/race/%C5%81%C3%B3d%C5%BA%20%26%20%C4%90%C3%A0%20N%E1%BA%B5ng%20Friendship%20Run.png",
        &wide,
        &long,
        "/og/race/%E6%9D%B1%E4%BA%AC%20%F0%9F%8F%83.png",
    ];
    for path in paths {
        let answer = visitor.get(path).await.ok();
        assert_eq!(answer.header("content-type"), "image/png");
        assert_eq!(answer.header("cross-origin-resource-policy"), "cross-origin");
        let drawn = image::load_from_memory(&answer.bytes).unwrap();
        assert_eq!((drawn.width(), drawn.height()), (1200, 630));
        assert!(answer.bytes.len() < 200_000);
        assert!(seen.insert(answer.bytes.clone()), "{path} equals another picture");
        again(&mut visitor, path, &answer).await.is(304);
        assert_eq!(visitor.get(path).await.ok().bytes, answer.bytes);
        if let Some(folder) = std::env::var_os("SPLITLINE_KEEP_PICTURES") {
            let file = std::path::Path::new(&folder).join(format!("og-{}.png", seen.len()));
            std::fs::write(file, &answer.bytes).unwrap();
        }
    }
    assert_eq!(visitor.get("/og/race/Nothing.png").await.is(404).code(), "RACE_NOT_FOUND");
    visitor.get("/og/race/Spring%20Half").await.is(404);
    visitor.get("/og/race/Spring%20Half.svg").await.is(404);
    // Concurrent requests get the same picture.
    let many = (0..6).map(|_| {
        let mut visitor = app.visitor();
        tokio::spawn(async move { visitor.get("/og/race/Spring%20Half.png?v=1").await.ok().bytes })
    });
    let all: HashSet<Vec<u8>> = futures_util::future::join_all(many).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(all.len(), 1);
}
