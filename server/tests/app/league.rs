//! The race league: standings from published results, settings of a season, and who is one person.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use axum::http::Request;
use serde_json::{Value, json};
use splitline_server::db::params;

use crate::util::{Browser, NOW, TestApp};

/// Adds a race on a day of a year.
async fn race(app: &TestApp, name: &str, date: &str) {
    let record = json!({ "Race": name, "Date": date, "Day": "Sunday", "TimeZone": "America/New_York" });
    let (name, date) = (name.to_owned(), date.to_owned());
    let added = app.app.db().write(move |tx| {
        tx.execute(
            "INSERT INTO races (id, name, name_key, date, record, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)",
            params![format!("id of {name}"), name, name.to_lowercase(), date, record.to_string(), NOW],
        )
    });
    added.await.unwrap();
    app.update_summaries().await;
}

/// Publishes results from a file.
async fn publish(ada: &mut Browser, race: &str, contest: &str, file: &str, more: &str) {
    let race = race.replace(' ', "%20");
    let path = format!("/api/results/import?race={race}&contest={contest}&distance={contest}{more}");
    let request = |path: &str| Request::post(path).header("content-type", "text/csv").body(file.to_owned().into()).unwrap();
    if more.is_empty() {
        ada.send(request(&path)).await.is(201);
    } else {
        let dry = ada.send(request(&format!("{path}&dryRun=true"))).await.ok().json();
        ada.send(request(&format!("{path}&version={}", dry["version"].as_str().unwrap()))).await.is(201);
    }
}

const SPRING: &str = "bib,name,sex,dob,time\n1,Zoë O’Brien,F,1990-06-02,20:00\n2,Max Brandt,M,1985-05-05,21:00\n\
    3,Ann Berg,F,,22:00\n4,Kim Lee,F,1960-01-01,DNF\n";
const SUMMER: &str = "bib,name,sex,dob,time\n71,ZOE O'Brien,F,1990-06-02,45:00\n72,Ann Berg,F,1961-02-03,44:00\n\
    73,Kim Lee,F,1960-01-01,50:00\n";

async fn season(app: &TestApp) -> Browser {
    let mut ada = app.with_admin().await;
    race(app, "Spring Run", "April 12, 2026").await;
    race(app, "Summer Run", "July 12, 2026").await;
    publish(&mut ada, "Spring Run", "5K", SPRING, "").await;
    publish(&mut ada, "Summer Run", "10K", SUMMER, "").await;
    ada
}

/// The standings as text: the place, the name, the points of the races.
async fn standings(browser: &mut Browser, query: &str) -> Vec<String> {
    let answer = browser.get(&format!("/api/raceLeague?{query}")).await.ok().json();
    let items = answer["items"].as_array().unwrap().iter();
    let text = |line: &Value, field: &str| line[field].as_str().unwrap().to_owned();
    items
        .map(|line| {
            let name = format!("{} {}", text(line, "firstname"), text(line, "lastname"));
            format!("{}/{} {}: {} of {}", line["place"], line["genderPlace"], name.trim(), line["points"], line["races"])
        })
        .collect()
}

async fn id_of(browser: &mut Browser, query: &str, at: usize) -> String {
    let answer = browser.get(&format!("/api/raceLeague?{query}")).await.ok().json();
    answer["items"][at]["publicID"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn standings_follow_what_is_published() {
    let app = TestApp::init().await;
    let mut visitor = app.visitor();
    let empty = visitor.get("/api/raceLeague").await.ok().json();
    assert_eq!((&empty["year"], &empty["years"], &empty["total"]), (&json!(2027), &json!([]), &json!(0)));
    let mut ada = season(&app).await;

    let page = visitor.get("/api/raceLeague").await.ok().json();
    assert_eq!((&page["year"], &page["years"], &page["total"]), (&json!(2026), &json!([2026]), &json!(5)));
    assert_eq!(page["rules"][0], "The best 4 races count.");
    assert_eq!(page["races"][0]["race"], "Summer Run");
    assert_eq!(page["ageGroups"], json!(["30-39", "40-49", "60 & better"]));
    assert_eq!(page["items"][0]["title"], "2026 champion", "the year is over");
    assert!(!page.to_string().contains("1990"), "no date of birth");
    let all = ["1/1 ZOE O'Brien: 195 of 2", "2/2 Ann Berg: 100 of 1", "3/1 Max Brandt: 100 of 1"];
    assert_eq!(standings(&mut visitor, "").await[..3], all);
    // Ann Berg without a date of birth is another person, and a runner who did not finish once has the other race.
    assert_eq!(standings(&mut visitor, "").await[3..], ["4/3 Ann Berg: 95 of 1", "5/4 Kim Lee: 92 of 1"]);
    assert_eq!(standings(&mut visitor, "gender=m").await, ["3/1 Max Brandt: 100 of 1"]);
    assert_eq!(standings(&mut visitor, "q=berg&pageSize=1&page=2").await, ["4/3 Ann Berg: 95 of 1"]);
    assert_eq!(standings(&mut visitor, "year=2026&ageGroup=60%20%26%20better&gender=f").await.len(), 2);
    assert_eq!(standings(&mut visitor, "year=2019").await.len(), 0);
    visitor.get("/api/raceLeague?page=0").await.is(400);

    // What the points are made of.
    let zoe = id_of(&mut visitor, "q=zoe", 0).await;
    let own = visitor.get(&format!("/api/raceLeague/2026/runners/{zoe}")).await.ok().json();
    assert_eq!((&own["results"][0]["result"]["race"], &own["results"][0]["points"]), (&json!("Summer Run"), &json!(95)));
    assert_eq!((&own["results"][1]["place"], &own["results"][1]["why"]), (&json!(1), &json!("Counts")));
    assert_eq!(own["achievements"]["raceCounts"], json!({ "fiveK": 1, "tenK": 1, "half": 0 }));
    assert_eq!(visitor.get("/api/raceLeague/2026/runners/nobody").await.is(404).code(), "NO_SUCH_STANDING");

    // A new version, a hidden race, a race that is back, results taken back, a deleted race.
    publish(&mut ada, "Spring Run", "5K", &SPRING.replace("20:00", "23:00"), "&reason=A%20wrong%20time").await;
    assert_eq!(standings(&mut visitor, "q=zoe").await, ["1/1 ZOE O'Brien: 190 of 2"]);
    let hide = |hidden: &str| json!({ "RaceName": "Spring Run", "isHidden": hidden });
    ada.put("/api/pageVisibility", &hide("True")).await.ok();
    assert_eq!(standings(&mut visitor, "q=zoe").await, ["2/2 ZOE O'Brien: 95 of 1"]);
    assert_eq!(visitor.get("/api/raceLeague").await.ok().json()["races"].as_array().unwrap().len(), 1);
    ada.put("/api/pageVisibility", &hide("False")).await.ok();
    assert_eq!(standings(&mut visitor, "q=zoe").await, ["1/1 ZOE O'Brien: 190 of 2"]);
    let back = json!({ "contest": "5K", "reason": "A protest" });
    ada.post("/api/results/Spring%20Run/unpublish", &back).await.ok();
    assert_eq!(standings(&mut visitor, "q=zoe").await, ["2/2 ZOE O'Brien: 95 of 1"]);
    ada.delete("/api/deletePage", &json!({ "RaceName": "Summer Run" })).await.ok();
    assert_eq!(standings(&mut visitor, "year=2026").await.len(), 0);
}

#[tokio::test]
async fn settings_are_tried_saved_and_kept() {
    let app = TestApp::init().await;
    let mut ada = season(&app).await;
    let mut visitor = app.visitor();
    let path = "/api/raceLeague/2026/settings";
    visitor.get(path).await.is(401);
    let stored = ada.get(path).await.ok().json();
    assert_eq!((&stored["version"], &stored["form"]["best"]), (&json!(0), &json!("4")));
    assert_eq!(stored["form"]["points"], "100, 95, 92, 90, 88, 86, 84, 82, 80-1");
    assert_eq!(
        (&stored["contests"][0]["race"], &stored["form"]["weights"][0]["distance"]),
        (&json!("Summer Run"), &json!("10K"))
    );

    let mut form = stored["form"].clone();
    form["weights"][0]["percent"] = "200".into();
    form["best"] = "1".into();
    let wanted = json!({ "version": 0, "form": form });
    let tried = ada.put(&format!("{path}?dryRun=true"), &wanted).await.ok().json();
    // Ann Berg won the 10K, which gives twice the points.
    assert_eq!((&tried["first"][0]["line"]["firstname"], &tried["first"][0]["before"]), (&json!("Ann"), &json!(2)));
    assert_eq!((&tried["version"], &tried["rules"][0]), (&json!(0), &json!("Only the best race counts.")));
    assert_eq!(standings(&mut visitor, "").await[0], "1/1 ZOE O'Brien: 195 of 2", "nothing is changed by that");
    assert_eq!(ada.put(path, &wanted).await.ok().json()["version"], 1);
    assert_eq!(standings(&mut visitor, "").await[..2], ["1/1 Ann Berg: 200 of 1", "2/2 ZOE O'Brien: 190 of 2"]);

    assert_eq!(ada.put(path, &wanted).await.is(409).code(), "SETTINGS_CHANGED");
    assert_eq!(ada.put(path, &json!({ "version": 1, "form": form })).await.is(409).code(), "SETTINGS_SAME");
    form["points"] = "90, 100".into();
    ada.put("/api/raceLeague/99999/settings", &json!({ "version": 0, "form": stored["form"] })).await.is(400);
    let refused = ada.put(path, &json!({ "version": 1, "form": form })).await.is(400).json();
    assert_eq!(refused["fields"][0]["field"], "points");
    let history = ada.get(path).await.ok().json()["history"].clone();
    assert_eq!((&history[0]["by"], &history.as_array().unwrap().len()), (&json!("ada"), &1));
    // A contest is left out.
    let mut form = ada.get(path).await.ok().json()["form"].clone();
    form["contests"][0]["counts"] = false.into();
    ada.put(path, &json!({ "version": 1, "form": form })).await.ok();
    assert_eq!(standings(&mut visitor, "q=zoe").await, ["1/1 Zoë O’Brien: 100 of 1"]);
}

#[tokio::test]
async fn persons_are_joined_taken_apart_and_decisions_taken_back() {
    let app = TestApp::init().await;
    let mut ada = season(&app).await;
    let mut visitor = app.visitor();
    let pairs = ada.get("/api/raceLeague/2026/suggestions").await.ok().json()["pairs"].clone();
    assert_eq!(pairs.as_array().unwrap().len(), 1, "{pairs}");
    assert_eq!((&pairs[0]["a"]["lastname"], &pairs[0]["b"]["points"]), (&json!("Berg"), &json!(95)));

    let decisions = "/api/raceLeague/decisions";
    let (a, b) = (id_of(&mut visitor, "q=berg", 0).await, id_of(&mut visitor, "q=berg", 1).await);
    visitor.post(decisions, &json!({ "a": a, "b": b })).await.is(401);
    assert_eq!(ada.post(decisions, &json!({ "a": a, "b": "x" })).await.is(400).code(), "NO_SUCH_PERSON");
    assert_eq!(ada.post(decisions, &json!({ "a": a })).await.is(409).code(), "NOTHING_TO_SPLIT");
    // Nobody runs twice in one contest, or among women and among men.
    let others = ["q=zoe", "q=max"].map(str::to_owned);
    for (query, code) in others.iter().zip(["SAME_CONTEST", "OTHER_GENDER"]) {
        let mut found = Vec::new();
        for own in [&a, &b] {
            let other = id_of(&mut visitor, query, 0).await;
            found.push(ada.post(decisions, &json!({ "a": own, "b": other })).await.is(409).code());
        }
        assert!(found.contains(&code.to_owned()), "{query}: {found:?}");
    }
    let joined = ada.post(decisions, &json!({ "a": a, "b": b })).await.is(201).json();
    // Both have the places 1 and 2; in the more recent race Ann was first.
    assert_eq!(standings(&mut visitor, "").await[..2], ["1/1 Ann Berg: 195 of 2", "2/2 ZOE O'Brien: 195 of 2"]);
    assert_eq!(ada.post(decisions, &json!({ "a": b, "b": a })).await.is(409).code(), "ALREADY_ONE");
    let own = visitor.get(&format!("/api/raceLeague/2026/runners/{b}")).await.ok().json();
    assert_eq!(own["results"].as_array().unwrap().len(), 2, "either id leads to the person");

    let listed = ada.get(decisions).await.ok().json()["decisions"].clone();
    assert_eq!(
        (&listed[0]["kind"], &listed[0]["a"], &listed[0]["undone"]),
        (&json!("join"), &json!("Ann Berg (Summer Run, bib 72)"), &json!(false))
    );
    ada.delete(&format!("{decisions}/{}", joined["id"]), &json!({})).await.ok();
    assert_eq!(ada.delete(&format!("{decisions}/{}", joined["id"]), &json!({})).await.is(409).code(), "ALREADY_UNDONE");
    assert_eq!(ada.delete(&format!("{decisions}/77"), &json!({})).await.is(404).code(), "NO_SUCH_DECISION");
    assert_eq!(standings(&mut visitor, "q=berg").await.len(), 2);
    assert_eq!(ada.get(decisions).await.ok().json()["decisions"][0]["undone"], true);

    // Two of one name and date of birth are taken apart.
    let zoe = visitor.get("/api/leaderboard?race=Summer%20Run&q=zoe").await.ok().json()["items"][0]["publicID"].clone();
    ada.post(decisions, &json!({ "a": zoe })).await.is(201);
    assert_eq!(standings(&mut visitor, "q=zoe").await.len(), 2);
}

#[tokio::test]
async fn standings_of_a_large_season_are_those_of_an_independent_count() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    // The points that each runner got, the best first.
    let mut points: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for number in 0..30_u32 {
        let name = format!("Run {number}");
        race(&app, &name, &format!("{} {}, 2026", ["May", "June", "July"][number as usize / 10], number % 10 + 1)).await;
        let mut file = String::from("bib,name,sex,dob,time\n");
        let mut places = [0_u32; 2];
        for bib in 0..667 {
            let who = (bib * 7 + number * 131) % 5_000;
            let (gender, sex) = if who % 2 == 0 { (0, "F") } else { (1, "M") };
            let day = format!("{}-{:02}-{:02}", 1950 + who % 50, who % 12 + 1, who % 28 + 1);
            writeln!(file, "{bib},Runner{who} Of{},{sex},{day},{}:{:02}", who % 97, 20 + bib / 60, bib % 60).unwrap();
            places[gender] += 1;
            let first = [100, 95, 92, 90, 88, 86, 84, 82];
            let of_place =
                first.get(places[gender] as usize - 1).copied().unwrap_or(89_u32.saturating_sub(places[gender]).max(1));
            points.entry(who).or_default().push(of_place);
        }
        publish(&mut ada, &name, "5K", &file, "").await;
    }
    let mut counted: Vec<u32> = points
        .into_values()
        .map(|mut all| {
            all.sort_unstable_by(|a, b| b.cmp(a));
            all.iter().take(4).sum()
        })
        .collect();
    counted.sort_unstable_by(|a, b| b.cmp(a));
    let mut visitor = app.visitor();
    let mut shown: Vec<u32> = Vec::new();
    for page in 1.. {
        let answer = visitor.get(&format!("/api/raceLeague?pageSize=100&page={page}")).await.ok().json();
        assert_eq!(answer["total"], counted.len());
        let items = answer["items"].as_array().unwrap();
        if items.is_empty() {
            break;
        }
        shown.extend(items.iter().map(|line| u32::try_from(line["points"].as_u64().unwrap()).unwrap()));
    }
    assert_eq!(shown, counted);
}
