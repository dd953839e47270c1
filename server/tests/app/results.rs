//! Results: published, changed, taken back, and found on the leaderboard.

use serde_json::{Value, json};

use crate::home::record_with;
use crate::timing::{add_race, read, send, timed_race};
use crate::util::{Browser, TestApp};

const RACE: &str = "Spring 10K";
const RESULTS: &str = "/api/results/Spring%2010K";
const TIMING: &str = "/api/timing/Spring%2010K";

/// Six runners: five finished, of whom two look alike in whole seconds, one is on the course.
async fn after_the_race(app: &TestApp) -> (Browser, String) {
    let (mut ada, key) = timed_race(app, RACE).await;
    let list = "bib,firstname,lastname,gender,dob,team\n\
                1,Zoë,O’Brien,f,1990-06-02,Harriers\n2,Ann,Berg,f,1960-01-01,\n3,José,Müller,m,1985-05-05,Harriers\n\
                4,Max,Brandt,m,,\n5,Kim,Lee,a,2000-01-01,\n6,Out,There,m,1999-09-09,\n";
    ada.put_list(TIMING, list).await;
    let mut reads: Vec<Value> = (1..=6).map(|bib| read("START", bib, 5)).collect();
    reads.extend((1..=6).map(|bib| read("5K", bib, 1200 + i64::from(bib))));
    reads.extend([(1, 2405), (2, 2505), (3, 2605), (4, 2705), (5, 2805)].map(|(bib, at)| read("FINISH", bib, at)));
    send(app, RACE, &key, "application/json", None, Value::from(reads).to_string()).await.ok();
    (ada, key)
}

async fn publish(ada: &mut Browser, more: Value) -> crate::util::Response {
    let mut body = json!({ "contest": "10K" });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    ada.post(&format!("{RESULTS}/publish"), &body).await
}

/// What a version has in the tables, as text.
async fn stored(app: &TestApp, version: i64) -> Vec<String> {
    let dump = move |sql: &'static str, columns: usize| {
        app.app.db().read(move |tx| {
            tx.query_all(sql, splitline_server::db::params![version], |row| {
                (0..columns).map(|at| row.get::<String>(at)).collect::<Result<Vec<_>, _>>().map(|cells| cells.join("|"))
            })
        })
    };
    let mut rows = dump(
        "SELECT r.public_id, r.bib, r.first_name || r.last_name || r.gender || coalesce(r.dob, '') || r.age_group || r.team || r.status,
           coalesce(CAST(r.start_ms AS TEXT), '') || '/' || coalesce(CAST(r.gun_ms AS TEXT), '') || '/' || coalesce(CAST(r.chip_ms AS TEXT), '') || '/' || r.overall_rank
         FROM results r JOIN result_versions v ON v.id = r.version_id WHERE v.version = $1 ORDER BY r.position",
        4,
    )
    .await
    .unwrap();
    rows.extend(
        dump(
            "SELECT s.bib, s.point || '=' || s.time_ms FROM result_splits s JOIN result_versions v ON v.id = s.version_id
             WHERE v.version = $1 ORDER BY s.bib, s.point",
            2,
        )
        .await
        .unwrap(),
    );
    rows.extend(dump("SELECT setup, reason FROM result_versions WHERE version = $1", 2).await.unwrap());
    rows
}

async fn lines(visitor: &mut Browser, query: &str) -> Vec<(String, i64)> {
    let answer = visitor.get(&format!("/api/leaderboard{query}")).await.ok().json();
    let items = answer["items"].as_array().unwrap().iter();
    items.map(|line| (line["bib"].as_str().unwrap().to_owned(), line["overallRank"].as_i64().unwrap())).collect()
}

#[tokio::test]
async fn results_are_published_in_versions_that_never_change() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    let mut visitor = app.visitor();
    assert_eq!(visitor.get(RESULTS).await.ok().json()["contests"][0]["version"], 0, "provisional");

    // What is open is said first, and published only when somebody says so.
    let refused = publish(&mut ada, json!({})).await.is(409);
    assert_eq!(refused.code(), "STILL_OPEN");
    assert_eq!(refused.json()["open"][0]["text"], "1 runner started and has neither a finish nor a status.");
    let open = ada.get(&format!("{RESULTS}/open")).await.ok().json();
    assert_eq!(
        (&open[0]["contest"], &open[0]["lines"], &open[0]["open"][0]["key"]),
        (&json!("10K"), &json!(5), &json!("running"))
    );
    assert_eq!(publish(&mut ada, json!({ "despiteOpen": true })).await.is(201).json(), json!({ "version": 1, "lines": 5 }));
    let first = stored(&app, 1).await;
    assert_eq!(first.len(), 5 + 5 + 1);
    assert_eq!(publish(&mut ada, json!({ "despiteOpen": true, "reason": "again" })).await.is(409).code(), "NOTHING_CHANGED");

    // Another setup and a disqualification make the second version, with a reason that everybody can read.
    let mut setup = crate::timing::setup();
    setup["contests"][0]["ranking"] = "gun".into();
    let version = ada.get(TIMING).await.ok().json()["setupVersion"].as_str().unwrap().to_owned();
    ada.put(&format!("{TIMING}/setup?version={version}"), &setup).await.ok();
    for (bib, status) in [(1, "DQ"), (6, "DNF")] {
        ada.put(&format!("{TIMING}/entrants/{bib}/status"), &json!({ "status": status })).await.ok();
    }
    assert_eq!(publish(&mut ada, json!({})).await.is(400).code(), "REASON_NEEDED");
    assert_eq!(publish(&mut ada, json!({ "reason": "Bib 1 cut the course" })).await.is(201).json()["version"], 2);
    assert_eq!(stored(&app, 1).await, first, "the first version stays byte for byte");

    let shown = visitor.get(RESULTS).await.ok().json()["contests"][0].clone();
    assert_eq!((&shown["version"], &shown["versions"][0]["reason"]), (&json!(2), &json!("Bib 1 cut the course")));
    assert_eq!(shown["changed"], "6 runners changed. The ranking changed. Ranked by gun time: from the gun to the finish.");
    let change = |bib: &str| {
        let changes = shown["changes"].as_array().unwrap().iter();
        changes.clone().find(|change| change["bib"] == bib).map(|change| change["text"].as_str().unwrap().to_owned())
    };
    assert_eq!(change("1").unwrap(), "status Finished → Disqualified; place 1 → none");
    assert_eq!(change("6").unwrap(), "added");
    assert!(!shown.to_string().contains("1990"), "no date of birth");

    // Taken back, the contest is provisional, and the next version gets the next number.
    assert_eq!(
        ada.post(&format!("{RESULTS}/unpublish"), &json!({ "contest": "10K", "reason": " " })).await.is(400).code(),
        "REASON_NEEDED"
    );
    ada.post(&format!("{RESULTS}/unpublish"), &json!({ "contest": "10K", "reason": "A protest" })).await.ok();
    assert_eq!(
        ada.post(&format!("{RESULTS}/unpublish"), &json!({ "contest": "10K", "reason": "A protest" })).await.is(409).code(),
        "NOT_PUBLISHED"
    );
    let shown = visitor.get(RESULTS).await.ok().json()["contests"][0].clone();
    assert_eq!((&shown["version"], &shown["versions"][0]["takenBackReason"]), (&json!(0), &json!("A protest")));
    assert_eq!(lines(&mut visitor, "").await, []);
    assert_eq!(publish(&mut ada, json!({ "reason": "The protest was refused" })).await.is(201).json()["version"], 3);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action LIKE 'results.%'").await, 4);
    assert_eq!(app.count("SELECT count(*) FROM result_people").await, 6, "a runner keeps the id");
}

#[tokio::test]
async fn the_winners_are_those_of_the_published_results() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    let mut visitor = app.visitor();
    let path = "/api/raceWinners?race=Spring%2010K";
    let before = visitor.get(path).await.ok().json();
    assert_eq!(before["provisional"], true);
    let is_published = async |visitor: &mut Browser| visitor.get("/api/liveRaces").await.ok().json()[0]["isPublished"].clone();
    assert_eq!(is_published(&mut visitor).await, false);
    publish(&mut ada, json!({ "despiteOpen": true })).await.is(201);
    assert_eq!(is_published(&mut visitor).await, true);
    let after = visitor.get(path).await.ok().json();
    assert_eq!((&after["provisional"], &after["contests"]), (&json!(false), &before["contests"]));
    let names = after["contests"][0]["winners"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["Zoë O’Brien", "José Müller", "Kim Lee"]);

    // A status that is set now counts once it is published.
    ada.put(&format!("{TIMING}/entrants/1/status"), &json!({ "status": "DQ" })).await.ok();
    assert_eq!(visitor.get(path).await.ok().json(), after);
    ada.post(&format!("{RESULTS}/unpublish"), &json!({ "contest": "10K", "reason": "A protest" })).await.ok();
    let open = visitor.get(path).await.ok().json();
    assert_eq!((&open["provisional"], &open["contests"][0]["winners"][0]["name"]), (&json!(true), &json!("Ann Berg")));

    // A race that is canceled afterwards has none, published or not.
    publish(&mut ada, json!({ "despiteOpen": true, "reason": "Canceled for the heat" })).await.is(201);
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring 10K", "isCanceled": "True" })).await.ok();
    assert_eq!(visitor.get(path).await.ok().json(), json!({ "provisional": false, "contests": [] }));
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring 10K", "isCanceled": "False" })).await.ok();
    assert_eq!(visitor.get(path).await.ok().json()["provisional"], false);
}

#[tokio::test]
async fn what_is_timed_and_not_published_is_listed_as_unofficial() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    let mut visitor = app.visitor();
    const OF_RACE: &str = "?race=Spring+10K";

    let before = visitor.get(&format!("/api/leaderboard{OF_RACE}")).await.ok().json();
    assert_eq!((&before["provisional"], &before["publishedAt"], &before["total"]), (&json!(true), &Value::Null, &json!(5)));
    assert!(before["notice"].as_str().unwrap().starts_with("Unofficial: "));
    assert_eq!(before["rule"], "Ranked by chip time: from the own crossing of the start to the finish.");
    assert_eq!(before["items"][0]["publicID"], "", "nobody has a page yet");
    assert_eq!(lines(&mut visitor, "").await, [], "no race is wanted");
    let all = lines(&mut visitor, OF_RACE).await;
    let pages = [1, 2, 3].map(|page| format!("{OF_RACE}&pageSize=2&page={page}"));
    let mut paged = Vec::new();
    for page in &pages {
        paged.extend(lines(&mut visitor, page).await);
    }
    assert_eq!(paged, all);
    let name = before["items"][0]["lastname"].as_str().unwrap();
    let found = visitor.get(&format!("/api/leaderboard{OF_RACE}&q={name}")).await.ok().json();
    assert_eq!((&found["items"][0]["lastname"], &found["provisional"]), (&json!(name), &json!(true)));
    let choices = visitor.get(&format!("/api/leaderboard/choices{OF_RACE}")).await.ok().json();
    assert_eq!(choices["contests"], json!(["10K"]));
    for of in ["&contest=5K", "&year=1999", "&distance=Mile", "&team=nobody", "&q=%3F"] {
        assert_eq!(lines(&mut visitor, &format!("{OF_RACE}{of}")).await, [], "{of}");
    }
    assert_eq!(visitor.get(&format!("/api/leaderboard.csv{OF_RACE}")).await.ok().text().lines().count(), 6);

    // Published, the same lines are official, and every runner has a page.
    publish(&mut ada, json!({ "despiteOpen": true })).await.is(201);
    let after = visitor.get(&format!("/api/leaderboard{OF_RACE}")).await.ok().json();
    assert_eq!((&after["provisional"], &after["notice"], &after["total"]), (&json!(false), &Value::Null, &json!(5)));
    assert_eq!(lines(&mut visitor, OF_RACE).await, all);
    assert_ne!(after["items"][0]["publicID"], "");

    // Taken back, they are unofficial again; of a hidden race administrators see them, of a canceled or deleted one nobody.
    ada.post(&format!("{RESULTS}/unpublish"), &json!({ "contest": "10K", "reason": "A protest" })).await.ok();
    assert_eq!(lines(&mut visitor, OF_RACE).await, all);
    let change = async |sql: &str| {
        let sql = sql.to_owned();
        app.app.db().write(move |tx| tx.batch(&sql)).await.unwrap();
    };
    change("UPDATE races SET hidden = 1").await;
    assert_eq!((lines(&mut visitor, OF_RACE).await.len(), lines(&mut ada, OF_RACE).await.len()), (0, 5));
    change(&format!("UPDATE races SET hidden = 0, record = {}", record_with(&[("isCanceled", json!(true))]))).await;
    assert_eq!(lines(&mut visitor, OF_RACE).await, []);
    change(&format!("UPDATE races SET record = {}, deleted_at = 1", record_with(&[("isCanceled", json!(false))]))).await;
    assert_eq!(lines(&mut visitor, OF_RACE).await, []);
}

#[tokio::test]
async fn the_leaderboard_lists_filters_and_finds() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    ada.put(&format!("{TIMING}/entrants/6/status"), &json!({ "status": "DNF" })).await.ok();
    publish(&mut ada, json!({})).await.is(201);
    let mut visitor = app.visitor();
    let bibs = |lines: Vec<(String, i64)>| lines.into_iter().map(|(bib, _)| bib).collect::<Vec<_>>();
    let all = lines(&mut visitor, "").await;
    assert_eq!(all, [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", -1)].map(|(bib, rank)| (bib.to_owned(), rank)));
    for (query, expected) in [
        ("?gender=f", vec!["1", "2"]),
        ("?gender=a", vec!["5"]),
        ("?ageGroup=30-39", vec!["1"]),
        ("?gender=m&ageGroup=40-49", vec!["3"]),
        ("?gender=m&page=2&pageSize=1", vec!["4"]),
        ("?page=2&pageSize=4", vec!["5", "6"]),
        ("?page=9", vec![]),
        ("?q=zoe", vec!["1"]),
        ("?q=O%E2%80%99br", vec!["1"]),
        ("?q=br", vec!["1", "4"]),
        ("?q=br%20max", vec!["4"]),
        ("?q=obrien", vec!["1"]),
        ("?q=%25", vec![]),
        ("?gender=X", vec!["5"]),
        ("?wave=&q=b&gender=f", vec!["1", "2"]),
        ("?q=mull&gender=m", vec!["3"]),
        ("?q=mull&gender=f", vec![]),
        ("?q=5", vec!["5"]),
        ("?team=Harriers", vec!["1", "3"]),
        ("?race=spring%2010k&contest=10K&year=2027&distance=10K&gender=f", vec!["1", "2"]),
        ("?year=2026", vec![]),
        ("?distance=5K", vec![]),
        ("?race=Nowhere", vec![]),
    ] {
        assert_eq!(bibs(lines(&mut visitor, query).await), expected, "{query}");
    }
    for query in ["?page=0", "?pageSize=101", "?year=abc"] {
        visitor.get(&format!("/api/leaderboard{query}")).await.is(400);
    }
    let answer = visitor.get("/api/leaderboard?pageSize=2&gender=m").await.ok().json();
    assert_eq!((&answer["total"], &answer["pageSize"]), (&json!(3), &json!(2)));
    assert_eq!(answer["rule"], "Ranked by chip time: from the own crossing of the start to the finish.");
    let line = &answer["items"][0];
    let of_line = |name: &str| line[name].clone();
    assert_eq!(
        ["race", "date", "contest", "distance", "chipTime", "gunTime", "pace", "ageGroup"].map(of_line),
        [
            json!(RACE),
            json!("June 1, 2027"),
            json!("10K"),
            json!("10K"),
            json!("43:20"),
            json!("43:25"),
            json!("6:58"),
            json!("40-49")
        ]
    );
    let text = answer.to_string();
    assert!(!text.contains("1985") && !text.contains("dob"), "no date of birth");
    let csv = visitor.get("/api/leaderboard.csv?gender=f").await.ok();
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(csv.text().lines().count(), 3);
    let choices = visitor.get("/api/leaderboard/choices?race=Spring%2010K").await.ok().json();
    assert_eq!(choices["ageGroups"], json!(["20-29", "30-39", "40-49", "60 & better"]));
    assert_eq!((&choices["races"], &choices["years"], &choices["contests"]), (&json!([RACE]), &json!([2027]), &json!(["10K"])));

    // A hidden or deleted race has no results; brought back it has.
    let page = json!({ "RaceName": RACE });
    ada.delete("/api/deletePage", &page).await.ok();
    assert_eq!(lines(&mut visitor, "").await, []);
    visitor.get(RESULTS).await.is(404);
}

#[tokio::test]
async fn only_administrators_publish() {
    let app = TestApp::init().await;
    let (_ada, _) = after_the_race(&app).await;
    add_race(&app, "Other Race").await;
    let mut visitor = app.visitor();
    publish(&mut visitor, json!({})).await.is(401);
    visitor.post(&format!("{RESULTS}/unpublish"), &json!({ "contest": "10K", "reason": "x" })).await.is(401);
    visitor.get(&format!("{RESULTS}/open")).await.is(401);
    let mut ada = app.visitor();
    ada.login("ada", crate::util::PASSWORD).await.ok();
    ada.post("/api/results/Other%20Race/publish", &json!({ "contest": "10K" })).await.is(404);
    assert_eq!(ada.post(&format!("{RESULTS}/publish"), &json!({ "contest": "5K" })).await.is(404).code(), "NO_SUCH_CONTEST");
}

#[tokio::test]
async fn an_address_stays_with_the_person_and_a_renamed_contest_goes_on() {
    let app = TestApp::init().await;
    let (mut ada, key) = after_the_race(&app).await;
    publish(&mut ada, json!({ "despiteOpen": true })).await.is(201);
    let mut visitor = app.visitor();
    let ids = async |visitor: &mut Browser| {
        let items = visitor.get("/api/leaderboard").await.ok().json()["items"].clone();
        let line = |line: &Value| {
            let text = |name: &str| line[name].as_str().unwrap().to_owned();
            (text("firstname"), (text("bib"), text("publicID")))
        };
        items.as_array().unwrap().iter().map(line).collect::<std::collections::BTreeMap<_, _>>()
    };
    let before = ids(&mut visitor).await;

    // Two runners stood with each other's bib, and one bib was mistyped: names and bibs are put right at the desk.
    for (bib, first, last, new) in
        [("1", "Zoë", "O’Brien", "91"), ("2", "Ann", "Berg", "1"), ("91", "Zoë", "O’Brien", "2"), ("3", "José", "Müller", "303")]
    {
        let found = ada.get(&format!("{TIMING}/entrantSearch?q={bib}")).await.ok().json()["entrants"].clone();
        let mut form = found.as_array().unwrap().iter().find(|one| one["bib"] == bib).unwrap().clone();
        assert_eq!((&form["firstname"], &form["lastname"]), (&json!(first), &json!(last)));
        form.as_object_mut().unwrap().remove("chips");
        let mut after = form.clone();
        after["bib"] = new.into();
        ada.put(&format!("{TIMING}/entrants/{bib}"), &json!({ "before": form, "after": after })).await.ok();
    }
    let reads = [("START", 5), ("5K", 1203), ("FINISH", 2605)].map(|(mat, at)| read(mat, 303, at));
    send(&app, RACE, &key, "application/json", None, json!(reads).to_string()).await.ok();
    publish(&mut ada, json!({ "despiteOpen": true, "reason": "Bibs put right" })).await.is(201);
    let after = ids(&mut visitor).await;
    for (name, (_, id)) in &before {
        assert_eq!(&after[name].1, id, "{name} keeps the address");
    }
    assert_eq!((after["Zoë"].0.as_str(), after["Ann"].0.as_str(), after["José"].0.as_str()), ("2", "1", "303"));
    let shown = visitor.get(RESULTS).await.ok().json()["contests"][0].clone();
    let texts: Vec<&str> = shown["changes"].as_array().unwrap().iter().map(|change| change["text"].as_str().unwrap()).collect();
    assert!(texts.iter().any(|text| text.starts_with("bib 3 → 303")), "{texts:?}");
    // The old bib's reads are a runner without a name now, whom the contest accepts.
    assert_eq!(texts.iter().filter(|text| **text == "added").count(), 1, "{texts:?}");
    assert!(!texts.contains(&"taken out"), "{texts:?}");

    // Renamed, the contest goes on under its new name: it is not shown twice.
    let version = ada.get(TIMING).await.ok().json()["setupVersion"].as_str().unwrap().to_owned();
    let mut setup = ada.get(TIMING).await.ok().json()["setup"].clone();
    setup["contests"][0]["name"] = "Ten K".into();
    setup["contests"][0]["ranking"] = "gun".into();
    ada.put(&format!("{TIMING}/setup?version={version}"), &setup).await.ok();
    let renamed = json!({ "contest": "Ten K", "despiteOpen": true });
    assert_eq!(ada.post(&format!("{RESULTS}/publish"), &renamed).await.is(400).code(), "REASON_NEEDED");
    let renamed = json!({ "contest": "Ten K", "despiteOpen": true, "reason": "New name" });
    assert_eq!(ada.post(&format!("{RESULTS}/publish"), &renamed).await.is(201).json()["version"], 3);
    assert_eq!(visitor.get("/api/leaderboard").await.ok().json()["total"], 6, "not twice");
    let all = visitor.get(RESULTS).await.ok().json()["contests"].clone();
    assert_eq!(all.as_array().unwrap().len(), 1, "{all}");
    let changed = all[0]["changed"].as_str().unwrap();
    assert!(changed.contains("10K is now Ten K.") && changed.contains("The ranking changed. Ranked by gun time"), "{changed}");
}

#[tokio::test]
async fn the_page_itself_has_the_first_results() {
    let app = TestApp::init().await;
    let (mut ada, _) = after_the_race(&app).await;
    publish(&mut ada, json!({ "despiteOpen": true })).await.is(201);
    let mut visitor = app.visitor();
    let page = visitor.get("/results?race=spring%2010k").await.ok().text();
    let line = visitor.get("/api/leaderboard?race=Spring%2010K").await.ok().json()["items"][0].clone();
    let race = line["raceID"].as_str().unwrap().replace(' ', "%20");
    let address = format!("/media/{race}/{}", line["publicID"].as_str().unwrap());
    let row = format!("<td>1</td><th scope=\"row\"><a href=\"{address}\">");
    assert!(page.contains(&row), "{page}");
    assert!(page.contains("Bib 1 · 10K") && page.contains("<h1>Spring 10K</h1>"), "{page}");
    let description = "<meta data-server name=\"description\" content=\"Results of Spring 10K, ";
    assert!(page.contains(description) && !page.contains("noindex"), "{page}");
    assert!(page.contains("/results?race=Spring%2010K\""), "its address is under the race's present name");
    // All results, one of them by a search, another view, an address that is refused, an unknown race.
    let all = visitor.get("/Results/").await.ok().text();
    assert!(all.contains("Spring 10K, 10K") && all.contains("<h1>Results</h1>") && !all.contains("noindex"), "{all}");
    assert_eq!(visitor.get("/results?q=berg").await.ok().text().matches("<tr>").count(), 2);
    // The other views, and a certificate's check.
    let awards = visitor.get("/results?race=spring%2010k&show=awards").await.ok().text();
    assert!(awards.contains("<caption>Women overall</caption>") && awards.contains(&row), "{awards}");
    assert!(
        awards.contains("content=\"Awards of Spring 10K, ") && awards.contains("race=Spring%2010K&amp;show=awards\""),
        "{awards}"
    );
    let records = visitor.get("/results?show=records").await.ok().text();
    assert!(records.contains("<caption>10K</caption>") && records.contains("<td>Women</td>"), "{records}");
    let own = visitor.get(&format!("/api{address}")).await.ok().json();
    let code = own["certificate"].as_str().unwrap();
    let check = visitor.get(&format!("/verify/{code}")).await.ok().text();
    let name = format!("{} {}", line["firstname"].as_str().unwrap(), line["lastname"].as_str().unwrap());
    assert!(check.contains("certificate-time") && check.contains(&name) && check.contains("noindex"), "{check}");
    let altered = visitor.get("/verify/AAAA").await.ok().text();
    assert!(altered.contains("not one of our certificates") && !altered.contains("certificate-time"), "{altered}");
    for path in [
        "/results?show=awards",
        "/results?race=Nothing&show=awards",
        "/results?page=0",
        "/results?race=Nothing",
        "/results?q=%25",
    ] {
        assert!(!visitor.get(path).await.ok().text().contains("<tr>"), "{path}");
    }
    ada.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "True" })).await.ok();
    for path in ["/results", "/results?show=records", "/results?race=Spring%2010K&show=awards"] {
        assert!(!visitor.get(path).await.ok().text().contains("<tr>"), "of a hidden race: {path}");
    }
}
