//! Feeds and calendars of the races, and their updates after changes.

use serde_json::json;

use crate::outside::{again, flag, spring};
use crate::util::{Form, ORIGIN, TestApp};

#[tokio::test]
async fn a_race_keeps_its_id_in_the_feed() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring()).await.is(201);
    let mut visitor = app.visitor();
    let answer = visitor.get("/feed.xml").await.ok();
    assert_eq!(answer.header("content-type"), "application/rss+xml; charset=utf-8");
    let channel = rss::Channel::read_from(answer.bytes.as_slice()).unwrap();
    let item = &channel.items()[0];
    assert_eq!(item.link(), Some(format!("{ORIGIN}/race/Spring%20Half").as_str()));
    assert_eq!(item.pub_date(), Some("Tue, 1 Jun 2027 12:00:00 +0000"));
    assert_eq!(item.categories().len(), 2);
    let guid = item.guid().unwrap().value().to_owned();
    again(&mut visitor, "/feed.xml", &answer).await.is(304);
    flag(&app, "Spring Half", "isCanceled").await;
    let changed = again(&mut visitor, "/feed.xml", &answer).await.is(200);
    let channel = rss::Channel::read_from(changed.bytes.as_slice()).unwrap();
    assert_eq!(channel.items()[0].guid().unwrap().value(), guid);
    assert!(channel.items()[0].description().unwrap().starts_with("Canceled."));
}

#[tokio::test]
async fn a_race_keeps_its_id_in_calendars() {
    use icalendar::{Component, EventLike};
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.create_page(spring()).await.is(201);
    let mut visitor = app.visitor();
    let answer = visitor.get("/calendar/spring%20half.ics").await.ok();
    assert_eq!(answer.header("content-type"), "text/calendar; charset=utf-8");
    let text = answer.text();
    assert!(text.contains("DTSTART;TZID=America/New_York:20270615T073000"), "{text}");
    // The half closes three and a half hours after its start.
    assert!(text.contains("DTEND;TZID=America/New_York:20270615T110000"), "{text}");
    assert!(text.contains("GEO:40.6413;-74.0176"), "{text}");
    for once in ["VERSION:", "PRODID:", "CALSCALE:"] {
        assert_eq!(text.matches(once).count(), 1, "{once} {text}");
    }
    assert_eq!(text.matches("UID:").count(), 1, "a time zone has no UID: {text}");
    assert!(text.lines().all(|line| line.len() <= 76), "lines are folded: {text}");
    let calendar: icalendar::Calendar = text.parse().unwrap();
    let first = calendar.events().next().unwrap().clone();
    assert_eq!(first.get_summary(), Some("Spring Half"));
    assert_eq!(first.get_location(), Some("Shore Road 1, Brooklyn, NY"));
    assert!(
        first.get_description().unwrap().starts_with("Half 7:30 AM\n10K 8:00 AM\nRegister: https://runsignup.example/spring\n")
    );
    assert_eq!(first.get_sequence(), Some(0));

    flag(&app, "Spring Half", "isCanceled").await;
    let all = visitor.get("/calendar.ics").await.ok();
    let calendar: icalendar::Calendar = all.text().parse().unwrap();
    let second = calendar.events().next().unwrap();
    assert_eq!(second.get_uid(), first.get_uid());
    assert_eq!(second.get_status(), Some(icalendar::EventStatus::Cancelled));
    assert!(second.get_sequence() > first.get_sequence());
    assert_eq!(second.get_summary(), Some("Canceled: Spring Half"));
    again(&mut visitor, "/calendar.ics", &all).await.is(304);
    assert_eq!(visitor.get("/calendar/Nothing.ics").await.is(404).code(), "RACE_NOT_FOUND");
    visitor.get("/calendar/Spring%20Half").await.is(404);
}

#[tokio::test]
async fn control_characters_do_not_break_the_feeds() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    // Some word processors paste a vertical tab for a new line.
    let form = Form::race("Spring Half").text("CardLocation", "Tren\u{b}ton,\u{1} NJ").text("StringAddress", "1 Main\u{b}Street");
    let form = form.text("DistanceStartTimes", r#"[{"distance":"5\u0001K","startTime":"8:30 AM"}]"#);
    ada.create_page(form).await.is(201);
    let mut visitor = app.visitor();
    for path in ["/feed.xml", "/sitemap.xml", "/calendar.ics", "/calendar/Spring%20Half.ics"] {
        let text = visitor.get(path).await.ok().text();
        assert!(!text.contains(|c: char| c.is_control() && !matches!(c, '\r' | '\n' | '\t')), "{path}: {text}");
        assert!(text.contains("Spring"), "{path}");
    }
}

#[tokio::test]
async fn characters_that_are_invalid_in_xml_or_calendars_are_left_out() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let form = Form::race("Spring Half").text("CardLocation", "Tren\u{fffe}ton,\u{ffff} NJ");
    let form = form.text("StringAddress", "1 Main Street\rTrenton\r\nNJ\u{2028}08601\u{1fffe}");
    let row = r#"[{"distance":"5K\ufffe\rEND:VEVENT","startTime":"8:30 AM"}]"#;
    ada.create_page(form.text("DistanceStartTimes", row).text("About", "A\u{ffff}ll")).await.is(201);
    let mut visitor = app.visitor();
    for path in ["/feed.xml", "/sitemap.xml"] {
        let text = visitor.get(path).await.ok().text();
        assert!(!text.contains(['\u{fffe}', '\u{ffff}', '\u{1fffe}']), "{path}: {text}");
        assert!(path != "/feed.xml" || rss::Channel::read_from(text.as_bytes()).is_ok(), "{text}");
    }
    for path in ["/calendar.ics", "/calendar/Spring%20Half.ics"] {
        let text = visitor.get(path).await.ok().text();
        let lines = text.replace("\r\n ", "").replace("\r\n", "\n");
        assert!(!lines.contains(['\r', '\u{2028}', '\u{fffe}']), "{path}: {lines:?}");
        assert!(lines.contains("LOCATION:1 Main Street\\nTrenton\\nNJ\\n08601\n"), "{path}: {lines:?}");
        assert_eq!(lines.lines().filter(|line| *line == "END:VEVENT").count(), 1, "{path}: {lines:?}");
    }
}

#[tokio::test]
async fn a_race_is_over_by_the_date_in_its_own_time_zone() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for (name, zone, start) in [("Bronx Half", "America/New_York", "8:30 AM"), ("Waikiki Half", "Pacific/Honolulu", "9:00 PM")] {
        let rows = json!([{ "distance": "Half", "startTime": start }]).to_string();
        let form =
            Form::race(name).text("TimeZone", zone).text("Link", "https://register.example/").text("DistanceStartTimes", &rows);
        ada.create_page(form).await.is(201);
    }
    // 1 AM on June 16 in New York, 7 PM on June 15 in Honolulu.
    app.clock.advance((14 * 24 + 17) * 3_600_000);
    let mut visitor = app.visitor();
    for list in ["/api/getRaceCards", "/api/getAllPageRaces"] {
        let text = visitor.get(list).await.ok().text();
        assert!(text.find("Waikiki").unwrap() < text.find("Bronx").unwrap(), "{list}: upcoming first: {text}");
    }
    let calendar = visitor.get("/calendar.ics").await.ok().text();
    assert!(calendar.contains("Waikiki Half") && !calendar.contains("Bronx Half"), "{calendar}");
    let races = visitor.get("/races").await.ok().text();
    assert!(races.contains("Waikiki Half") && !races.contains("Bronx Half"), "{races}");
    assert!(visitor.get("/race/Waikiki%20Half").await.ok().text().contains(">Register</a>"));
    assert!(!visitor.get("/race/Bronx%20Half").await.ok().text().contains(">Register</a>"));
}
