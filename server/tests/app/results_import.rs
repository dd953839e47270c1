//! Past results from files: what a file would make, and the versions that it makes.

use axum::http::Request;
use serde_json::{Value, json};

use crate::timing::{add_race, add_race_on, read, send, timed_race};
use crate::util::{Browser, TestApp};

const RACE: &str = "Pier 10K 2019";
const FILE: &str = "Place,Bib,Name,Sex,Age,Gun Time,Chip Time,City\n\
    1,11,\"Ng, Ada\",F,34,40:05,40:00,Ulm\n2,12,Bo Day,M,29,40:10,40:01,Ulm\n3,13,Zoë O’Brien,F,61,40:20,40:01,Ulm\n\
    4,14,Max Brandt,M,20,50:00,what,Ulm\n,15,Ed Roe,M,30,DNF,,Ulm\n";

async fn past_race(app: &TestApp) -> Browser {
    let ada = app.with_admin().await;
    add_race(app, RACE).await;
    ada
}

fn address(more: &str) -> String {
    format!("/api/results/import?race=Pier%2010K%202019&contest=10K&distance=10K{more}")
}

async fn import(ada: &mut Browser, kind: &str, body: impl Into<axum::body::Body>, more: &str) -> crate::util::Response {
    ada.send(Request::post(address(more)).header("content-type", kind).body(body.into()).unwrap()).await
}

async fn lines(visitor: &mut Browser, query: &str) -> Vec<(String, i64, String)> {
    let answer = visitor.get(&format!("/api/leaderboard?pageSize=100{query}")).await.ok().json();
    let text = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    let items = answer["items"].as_array().unwrap().iter();
    items.map(|line| (text(line, "bib"), line["overallRank"].as_i64().unwrap(), text(line, "chipTime"))).collect()
}

#[tokio::test]
async fn a_dry_run_tells_what_becomes_of_each_line_and_changes_nothing() {
    let app = TestApp::init().await;
    let mut ada = past_race(&app).await;
    let before = app.count("SELECT count(*) FROM audit").await;
    let answer = import(&mut ada, "text/csv", FILE, "&dryRun=true").await.ok().json();
    assert_eq!(answer["summary"], "Of 5 lines 4 are results, 1 is refused.");
    assert_eq!(answer["refused"][0]["line"], 5);
    assert_eq!(answer["differences"][0]["why"], "The file places equal times one after the other; here they share a place.");
    assert_eq!((&answer["resultVersion"], &answer["needsReason"], &answer["timedHere"]), (&json!(1), &json!(false), &json!("")));
    assert!(answer["warnings"].as_array().unwrap().iter().any(|one| one["text"] == "Left out: City."));
    let id = answer["preview"].as_str().unwrap();
    let page = format!("/api/results/import/{id}?race=Pier%2010K%202019");
    let refused = ada.get(&format!("{page}&show=refused")).await.ok().json();
    assert_eq!((&refused["total"], &refused["lines"][0]["bib"]), (&json!(1), &json!("14")));
    assert_eq!(
        ada.get(&format!("{page}&q=brien")).await.ok().json()["lines"][0]["becomes"],
        "Place 2 · 40:01 · Female · 60 & better"
    );
    let file = ada.get(&format!("/api/results/import/{id}/refused.csv?race=Pier%2010K%202019")).await.ok().text();
    assert!(file.contains("Line,Reason,Place,Bib") && file.contains("Max Brandt"), "{file}");
    assert_eq!(app.count("SELECT count(*) FROM audit").await, before);
    assert_eq!(app.count("SELECT count(*) FROM result_versions").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM timing_races").await, 0, "nothing is stored for the race");
    // Nobody else may do any of it.
    let mut visitor = app.visitor();
    visitor.get(&format!("{page}&show=all")).await.is(401);
    import(&mut visitor, "text/csv", FILE, "&dryRun=true").await.is(401);
}

#[tokio::test]
async fn an_import_is_a_version_and_the_next_one_says_why_it_differs() {
    let app = TestApp::init().await;
    let mut ada = past_race(&app).await;
    let first = import(&mut ada, "text/csv", FILE, "").await.is(201).json();
    assert_eq!((&first["resultVersion"], &first["distance"]), (&json!(1), &json!("10K")));
    let mut visitor = app.visitor();
    let expected = [("11", 1, "40:00"), ("12", 2, "40:01"), ("13", 2, "40:01"), ("15", -1, "")];
    assert_eq!(lines(&mut visitor, "").await, expected.map(|(bib, rank, time)| (bib.to_owned(), rank, time.to_owned())));
    assert_eq!(lines(&mut visitor, "&q=zoe").await.len(), 1);
    assert_eq!(import(&mut ada, "text/csv", FILE, "").await.is(409).code(), "NOTHING_CHANGED");

    let corrected = FILE.replace("what", "49:50").replace("40:10,40:01", "40:10,39:59");
    assert_eq!(import(&mut ada, "text/csv", corrected.clone(), "").await.is(400).code(), "REASON_NEEDED");
    let dry = import(&mut ada, "text/csv", corrected.clone(), "&dryRun=true").await.ok().json();
    assert_eq!(
        (&dry["needsReason"], &dry["changed"]),
        (&json!(true), &json!("2 runners changed, and with them the places of 2 others."))
    );
    let token = dry["version"].as_str().unwrap();
    let seen = format!("&reason=The%20timer%20corrected%20two%20times&version={token}");
    assert_eq!(import(&mut ada, "text/csv", FILE.replace("40:10", "40:11"), &seen).await.is(409).code(), "IMPORT_CHANGED");
    assert_eq!(import(&mut ada, "text/csv", corrected, &seen).await.is(201).json()["resultVersion"], 2);
    let shown = visitor.get("/api/results/Pier%2010K%202019").await.ok().json()["contests"][0].clone();
    assert_eq!((&shown["version"], &shown["versions"][0]["reason"]), (&json!(2), &json!("The timer corrected two times")));
    let change = shown["changes"].as_array().unwrap().iter().find(|change| change["bib"] == "12").unwrap();
    assert_eq!(change["text"], "time 40:01 → 39:59; place 2 → 1");
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'results.imported'").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM result_people").await, 5, "a runner keeps the id");

    // Another contest of the race: a bib is one runner's.
    let other = "bib,name,time\n11,Somebody Else,20:00\n12,BO DAY,21:00\n";
    let request = |path: String| Request::post(path).header("content-type", "text/csv").body(other.into()).unwrap();
    let five = |more: &str| format!("/api/results/import?race=Pier%2010K%202019&contest=Fun%20Run{more}");
    let refused = ada.send(request(five(""))).await.is(400).json();
    assert_eq!(refused["fields"][0]["field"], "distance");
    let other = ada.send(request(five("&distance=5K&sport=run&ranking=gun"))).await.is(201).json();
    assert_eq!(other["refused"][0]["reason"], "The bib \"11\" is that of Ada Ng in the results of 10K.");
    let usatf = visitor.get("/api/leaderboard.csv?format=usatf&contest=10K").await.ok().text();
    assert!(usatf.starts_with("\u{feff}Place,First Name,Last Name,Age,Sex,Age Division,"), "{usatf}");
    assert!(usatf.contains("1,Bo,Day,,M,20-29,,,40:10,39:59,12,,\r\n"), "{usatf}");
    let all = visitor.get("/api/leaderboard.json").await.ok().json();
    assert_eq!(all.as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn every_encoding_and_format_makes_the_same_version() {
    let app = TestApp::init().await;
    let mut ada = past_race(&app).await;
    let table = FILE.replace("\"Ng, Ada\"", "Ada Ng").replace(',', "\t");
    let utf16: Vec<u8> = std::iter::once(0xfeff).chain(table.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let windows: Vec<u8> = FILE.chars().map(|c| if c == '’' { 0x92 } else { u8::try_from(u32::from(c)).unwrap() }).collect();
    let boundary = "----b";
    let form = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"mapping\"\r\n\r\n[\"place\",\"bib\",\"name\",\"gender\",\"age\",\"gun\",\"chip\",\"-\"]\r\n\
         --{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"r.csv\"\r\nContent-Type: application/octet-stream\r\n\r\n{FILE}\r\n--{boundary}--\r\n"
    );
    let json = json!({"individual_results_sets": [{"individual_result_set_name": "10K", "public_results": "T", "results": [
        {"place": 1, "bib": 11, "first_name": "Ada", "last_name": "Ng", "gender": "F", "age": 34, "clock_time": "40:05", "chip_time": "40:00"},
        {"place": 2, "bib": 12, "first_name": "Bo", "last_name": "Day", "gender": "M", "age": 29, "clock_time": "40:10", "chip_time": "40:01"},
        {"place": 3, "bib": 13, "first_name": "Zoë", "last_name": "O’Brien", "gender": "F", "age": 61, "clock_time": "40:20", "chip_time": "40:01"},
        {"bib": 15, "first_name": "Ed", "last_name": "Roe", "gender": "M", "age": 30, "clock_time": "DNF", "chip_time": ""}]}]});
    let mut versions = Vec::new();
    for (kind, body) in [
        ("text/csv; charset=utf-8", FILE.as_bytes().to_vec()),
        ("text/tab-separated-values", table.into_bytes()),
        ("text/csv", utf16),
        ("text/csv", windows),
        ("multipart/form-data; boundary=----b", form.into_bytes()),
        ("application/json", json.to_string().into_bytes()),
    ] {
        let answer = import(&mut ada, kind, body, "&dryRun=true").await.ok().json();
        assert_eq!(answer["accepted"], 4, "{kind}");
        versions.push(answer["version"].as_str().unwrap().to_owned());
    }
    versions.dedup();
    assert_eq!(versions.len(), 1);
    import(&mut ada, "application/pdf", "x", "").await.is(415);
    assert_eq!(import(&mut ada, "text/csv", "%PDF-1.7", "").await.is(400).code(), "unreadable_results");
    let long = format!("bib,time\n{}", "1,40:00\n".repeat(100_001));
    assert_eq!(import(&mut ada, "text/csv", long, "").await.is(400).code(), "too_many_lines");
}

#[tokio::test]
async fn what_was_said_about_columns_is_remembered() {
    let app = TestApp::init().await;
    let mut ada = past_race(&app).await;
    let odd = "Nr,Who,Zeit\n1,Ada Ng,40:00\n";
    assert_eq!(import(&mut ada, "text/csv", odd, "").await.is(400).code(), "columns_asked");
    import(&mut ada, "text/csv", odd, "&columns=bib,name,chip").await.is(201);
    let next = "Nr,Who,Zeit\n2,Bo Day,41:00\n";
    assert_eq!(import(&mut ada, "text/csv", next, "&dryRun=true").await.ok().json()["columns"][2]["meaning"], "chip");
}

#[tokio::test]
async fn a_contest_that_is_timed_here_asks_first() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    let list = "bib,firstname,lastname\n1,Zoë,O’Brien\n";
    let request = Request::put("/api/timing/Spring%2010K/entrants").header("content-type", "text/csv");
    ada.send(request.body(list.into()).unwrap()).await.ok();
    let reads = json!([read("START", 1, 5), read("5K", 1, 1200), read("FINISH", 1, 2405)]);
    send(&app, "Spring 10K", &key, "application/json", None, reads.to_string()).await.ok();
    let file = "bib,name,time\n1,Zoë O’Brien,40:00\n";
    let mut post = async |more: &str| {
        let path = format!("/api/results/import?race=Spring%2010K&contest=10k{more}");
        ada.send(Request::post(path).header("content-type", "text/csv").body(file.into()).unwrap()).await
    };
    let refused = post("").await.is(409);
    assert_eq!(refused.code(), "TIMED_HERE");
    assert_eq!(
        post("&dryRun=true").await.ok().json()["timedHere"],
        "10K is timed here and has 1 result of its own. Publish those instead, or import the file all the same."
    );
    assert_eq!(post("&despiteTimed=true").await.is(201).json()["contest"], "10K", "the setup's own way of writing");
}

#[tokio::test]
async fn twenty_thousand_lines_get_the_places_of_an_independent_count() {
    let app = TestApp::init().await;
    let mut ada = past_race(&app).await;
    let mut file = String::from("Bib,Name,Sex,Age,Chip Time\n");
    let mut times: Vec<(i64, u32)> = Vec::new();
    for bib in 1..=20_000_u32 {
        // Some share a time; every thirtieth did not finish.
        let seconds = 2400 + i64::from(bib.wrapping_mul(7919) % 9000);
        let time = if bib % 30 == 0 { "DNF".to_owned() } else { format!("{}:{:02}", seconds / 60, seconds % 60) };
        if bib % 30 != 0 {
            times.push((seconds, bib));
        }
        let gender = ["F", "M", "X"][bib as usize % 3];
        file += &format!("{bib},\"Ø’Neill-{bib}, Zoë\",{gender},{},{time}\n", 14 + bib % 60);
    }
    let answer = import(&mut ada, "text/csv", file, "").await.is(201).json();
    assert_eq!((&answer["accepted"], &answer["refusedLines"]), (&json!(20_000), &json!(0)));
    let mut visitor = app.visitor();
    times.sort_unstable();
    for (bib, place, _) in lines(&mut visitor, "").await {
        let own = times.iter().find(|(_, other)| other.to_string() == bib).unwrap().0;
        let faster = times.iter().filter(|(seconds, _)| *seconds < own).count();
        assert_eq!(place, 1 + i64::try_from(faster).unwrap(), "bib {bib}");
    }
    assert_eq!(app.count("SELECT count(*) FROM results").await, 20_000);
    assert_eq!(lines(&mut visitor, "&q=neill%2019999").await.len(), 1);
}

#[tokio::test]
async fn awards_and_records_follow_from_published_results() {
    let app = TestApp::init().await;
    let mut ada = past_race(&app).await;
    add_race(&app, "Pier 10K 2018").await;
    import(&mut ada, "text/csv", FILE, "").await.is(201);
    let older = FILE.replace("40:00", "39:30").replace("Ng, Ada", "Old, Olga");
    let address = address("").replace("2019", "2018");
    ada.send(Request::post(address).header("content-type", "text/csv").body(older.into()).unwrap()).await.is(201);

    let mut visitor = app.visitor();
    let awards = "/api/results/Pier%2010K%202019/awards";
    let titles = |answer: &Value, kind: &str| -> Vec<String> {
        let lists = answer["contests"][0]["awards"][kind].as_array().unwrap().iter();
        lists.map(|list| list["title"].as_str().unwrap().to_owned()).collect()
    };
    let answer = visitor.get(awards).await.ok().json();
    assert_eq!(titles(&answer, "overall"), ["Women overall", "Men overall"]);
    assert_eq!(titles(&answer, "groups"), ["Men 20-29", "Women 30-39", "Women 60 & better"]);
    // The race takes overall winners out of their age groups; only its administrator may.
    visitor.put(awards, &json!({ "overallOutOfGroups": true })).await.is(401);
    ada.put(awards, &json!({ "overallOutOfGroups": true })).await.ok();
    let answer = visitor.get(awards).await.ok().json();
    assert_eq!(titles(&answer, "groups"), [""; 0]);
    assert!(answer["rule"].as_str().unwrap().contains("without them"));

    // Records are those of the course in all its years; a wrong race has none.
    let records = visitor.get("/api/leaderboard/records?race=Pier%2010K%202019").await.ok().json();
    let best = &records["distances"][0]["records"][0];
    assert_eq!(
        (&best["gender"], &best["lines"][0]["lastname"], &best["lines"][0]["race"]),
        (&json!("f"), &json!("Old"), &json!("Pier 10K 2018"))
    );
    assert!(records["distances"][0]["records"].as_array().unwrap().iter().any(|best| best["ageGroup"] == "60 & better"));
    let all = visitor.get("/api/leaderboard/records").await.ok().json();
    assert_eq!(all["distances"][0]["records"].as_array().unwrap().len(), 2, "without a race no age groups: {all}");
    assert_eq!(visitor.get("/api/leaderboard/records?race=Nowhere").await.ok().json()["distances"], json!([]));
}

#[tokio::test]
async fn corrected_lines_are_added_and_nobody_is_taken_out_unasked() {
    let app = TestApp::init().await;
    let mut ada = past_race(&app).await;
    let preview = import(&mut ada, "text/csv", FILE, "&dryRun=true").await.ok().json();
    import(&mut ada, "text/csv", FILE, "").await.is(201);

    // The refused line is downloaded, corrected and sent as it is, with the columns of its own.
    let id = preview["preview"].as_str().unwrap();
    let refused = ada.get(&format!("/api/results/import/{id}/refused.csv?race=Pier%2010K%202019")).await.ok().text();
    let corrected = refused.replace("what", "40:00.5");
    let asked = import(&mut ada, "text/csv", corrected.clone(), "&dryRun=true").await.ok().json();
    let takes_out = "4 runners of the published results are not in the file. They stay in 10K if the file only adds to the results, and are \
                     taken out if it is all of them.";
    assert_eq!(asked["takesOut"], takes_out);
    let refusal = import(&mut ada, "text/csv", corrected.clone(), "&reason=A%20time").await.is(409).json();
    assert_eq!((&refusal["code"], &refusal["message"]), (&json!("TAKES_OUT"), &json!(takes_out)));
    assert_eq!(lines(&mut ada, "").await.len(), 4);

    // Added, the runner has the place among all; the others stay as they were, with the places behind.
    let added = import(&mut ada, "text/csv", corrected.clone(), "&reason=A%20time&others=stay").await.is(201).json();
    assert_eq!((&added["takesOut"], &added["accepted"]), (&json!(""), &json!(1)));
    let places: Vec<(String, i64)> = lines(&mut ada, "").await.into_iter().map(|(bib, place, _)| (bib, place)).collect();
    let expected = [("11", 1), ("14", 2), ("12", 3), ("13", 3), ("15", -1)];
    assert_eq!(places, expected.map(|(bib, place)| (bib.to_owned(), place)));

    // And when the file is all of the results, that is said.
    import(&mut ada, "text/csv", corrected, "&reason=A%20time&others=takenOut").await.is(201);
    assert_eq!(lines(&mut ada, "").await.len(), 1);
}

#[tokio::test]
async fn a_race_that_has_not_been_has_no_results_and_impossible_lines_are_said() {
    let app = TestApp::init().await;
    let mut ada = past_race(&app).await;
    let file = "bib,name,sex,dob,gun,chip\n1,Ada Ng,F,1990-06-02,40:00,41:00\n2,Bo Day,M,2090-01-01,40:10,40:00\n";
    let answer = import(&mut ada, "text/csv", file, "&dryRun=true").await.ok().json();
    assert_eq!((&answer["overGun"], &answer["refusedLines"]), (&json!(1), &json!(1)));
    assert_eq!(answer["refused"][0]["reason"], "The date of birth, January 1, 2090, is after race day.");

    add_race_on(&app, "Pier 10K 2099", "May 9, 2099").await;
    let address = "/api/results/import?race=Pier%2010K%202099&contest=10K&distance=10K&dryRun=true";
    let sent = Request::post(address).header("content-type", "text/csv").body(FILE.into()).unwrap();
    assert_eq!(ada.send(sent).await.is(400).json()["code"], "NOT_YET");
}
