//! The pages of runners: splits, places, comparison, age grade, the finish in the video, and the certificate.

use axum::http::Request;
use serde_json::{Value, json};

use crate::timing::{read, send, timed_race};
use crate::util::{Browser, TestApp};

const RACE: &str = "Spring 10K";
const RESULTS: &str = "/api/results/Spring%2010K";
const TIMING: &str = "/api/timing/Spring%2010K";

/// Three runners who finished and one who dropped out after 5K, published. Bib 2 overtakes bib 1 after 5K.
pub async fn published(app: &TestApp) -> Browser {
    let (mut ada, key) = timed_race(app, RACE).await;
    let list = "bib,firstname,lastname,gender,dob\n1,Zoë,O’Brien,f,1972-06-02\n2,Ann,Berg,f,1973-06-01\n3,José,Müller,m,\n4,Out,There,m,\n";
    let request = Request::put(format!("{TIMING}/entrants")).header("content-type", "text/csv");
    ada.send(request.body(list.into()).unwrap()).await.ok();
    let mut reads: Vec<Value> = (1..=4).map(|bib| read("START", bib, 5)).collect();
    reads.extend([(1, 1205), (2, 1305), (3, 1405), (4, 1105)].map(|(bib, at)| read("5K", bib, at)));
    reads.extend([(1, 2705), (2, 2505), (3, 2905)].map(|(bib, at)| read("FINISH", bib, at)));
    send(app, RACE, &key, "application/json", None, Value::from(reads).to_string()).await.ok();
    ada.put(&format!("{TIMING}/entrants/4/status"), &json!({ "status": "DNF" })).await.ok();
    ada.post(&format!("{RESULTS}/publish"), &json!({ "contest": "10K", "despiteOpen": true })).await.is(201);
    ada
}

/// The addresses of the runners' pages, by bib.
pub async fn pages(visitor: &mut Browser) -> impl Fn(&str) -> (String, String) + use<> {
    let items = visitor.get("/api/leaderboard?race=Spring+10K").await.ok().json()["items"].clone();
    move |bib: &str| {
        let line = items.as_array().unwrap().iter().find(|line| line["bib"] == bib).unwrap();
        let (race, person) = (line["raceID"].as_str().unwrap().replace(' ', "%20"), line["publicID"].as_str().unwrap());
        (format!("/media/{race}/{person}"), person.to_owned())
    }
}

#[tokio::test]
async fn a_runner_sees_where_the_race_was_won_and_lost() {
    let app = TestApp::init().await;
    published(&app).await;
    let mut visitor = app.visitor();
    let page = pages(&mut visitor).await;
    let ((first, _), (_, other)) = (page("2"), page("1"));

    let shown = visitor.get(&format!("/api{first}?with={other},nobody")).await.ok().json();
    let points = shown["points"].as_array().unwrap();
    let column = |name: &str| points.iter().map(|point| point[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("label"), [json!("5K"), json!("Finish")]);
    assert_eq!(column("time"), [json!("21:40"), json!("41:40")]);
    assert_eq!(column("segment"), [json!("21:40"), json!("20:00")]);
    assert_eq!(column("place"), [json!(3), json!(1)], "who dropped out was before her at 5K");
    assert_eq!((&points[1]["gained"], &points[1]["change"]), (&json!(2), &json!("2 places won")));
    assert_eq!(shown["compared"][0]["name"], "Zoë O’Brien");
    assert_eq!(shown["compared"][0]["times"], json!([{ "time": "20:00", "gap": "−1:40" }, { "time": "45:00", "gap": "+3:20" }]));
    assert_eq!(shown["chart"]["lines"].as_array().unwrap().len(), 3, "the runner, the field, the other one");
    assert_eq!(shown["chart"]["lines"][1]["name"], "Median of the field");
    assert!(!shown.to_string().contains("1973"), "no date of birth");

    // A line without a finish has no certificate; a page that there is not is 404, also one of another race.
    assert!(visitor.get(&format!("/api{}", page("4").0)).await.ok().json().get("certificate").is_none());
    let other_race = first.replace("/media/", "/media/x");
    assert_eq!(visitor.get(&format!("/api{other_race}")).await.is(404).code(), "NO_SUCH_RESULT");

    // The page without scripts and the picture of a shared link say the same; search engines are told not to list people.
    let html = visitor.get(&first).await.ok().text();
    assert!(html.contains("Ann Berg: 41:40") && html.contains("noindex"), "{html}");
    assert!(visitor.get(&other_race).await.is(404).text().contains("Page not found"));
    let picture = first.replace("/media/", "/og/result/");
    assert!(visitor.get(&format!("{picture}.png")).await.ok().bytes.starts_with(b"\x89PNG"));
    assert!(visitor.get("/sitemap.xml").await.ok().text().contains("/results?race=Spring%2010K"));
}

#[tokio::test]
async fn age_grades_come_from_the_table_that_is_loaded() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let mut visitor = app.visitor();
    let page = pages(&mut visitor).await;
    let mut grade = async |bib: &str| visitor.get(&format!("/api{}", page(bib).0)).await.ok().json()["ageGrade"].clone();
    assert_eq!(grade("1").await, Value::Null, "no table is part of the program");

    // On race day, June 1, 2027, bib 1 is 54 (one day before the birthday) and bib 2 is 54 as well (on the birthday).
    let table = "event,metres,sex,age,open_standard_s,factor\n10k,10000,F,54,1800,0.8\n10k,10000,F,55,1800,0.75\n";
    let put =
        |body: &str| Request::put("/api/ageGrades").header("content-type", "text/csv").body(body.to_owned().into()).unwrap();
    ada.send(put(table)).await.ok();
    assert_eq!(ada.get("/api/ageGrades").await.ok().json(), json!({ "lines": 2, "summary": "1 distance, ages 54 to 55." }));
    assert_eq!(grade("1").await, json!({ "percent": "83.33%", "time": "36:00" }), "2250 s of 2700 s");
    assert_eq!(grade("2").await, json!({ "percent": "90.00%", "time": "33:20" }));
    assert_eq!(grade("3").await, Value::Null, "the date of birth is not known");

    let refused = ada.send(put("metres,sex,age,open_standard_s,factor\n10000,F,54,1800,1.8\n")).await.is(400);
    assert!(refused.text().contains("Line 2:"), "{}", refused.text());
    assert_eq!(grade("1").await["percent"], "83.33%", "the table before stays");
    app.visitor().get("/api/ageGrades").await.is(401);
}

#[tokio::test]
async fn a_finish_is_found_in_the_video() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let mut visitor = app.visitor();
    let page = pages(&mut visitor).await;
    // The gun is at 7:30; bib 2 finished 41:45 after it, the video begins at 8:00.
    let video = json!({ "address": "https://www.youtube.com/watch?v=abcdefghijk", "startsAt": "2027-06-01T08:00:00.000-04:00" });
    ada.put(&format!("{RESULTS}/video"), &video).await.ok();
    let clip = visitor.get(&format!("/api{}", page("2").0)).await.ok().json()["clip"].clone();
    assert_eq!(clip["frame"]["url"], "https://www.youtube-nocookie.com/embed/abcdefghijk?start=700");
    assert!(visitor.get(&format!("/api{}", page("4").0)).await.ok().json().get("clip").is_none(), "no finish");

    let evil = json!({ "address": "https://evil.example/x", "startsAt": "2027-06-01T08:00:00.000-04:00" });
    ada.put(&format!("{RESULTS}/video"), &evil).await.is(400);
    ada.put(&format!("{RESULTS}/video"), &json!({ "address": video["address"], "startsAt": "noon" })).await.is(400);
    ada.put(&format!("{RESULTS}/video"), &json!({ "address": "", "startsAt": "" })).await.ok();
    assert!(visitor.get(&format!("/api{}", page("2").0)).await.ok().json().get("clip").is_none());
    visitor.put(&format!("{RESULTS}/video"), &video).await.is(401);
}

#[tokio::test]
async fn a_certificate_is_checked_by_anybody_and_an_altered_one_fails() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let mut visitor = app.visitor();
    let page = pages(&mut visitor).await;
    let code = async |visitor: &mut Browser, bib: &str| {
        visitor.get(&format!("/api{}", page(bib).0)).await.ok().json()["certificate"].as_str().unwrap().to_owned()
    };
    let first = code(&mut visitor, "2").await;
    let verified = visitor.get(&format!("/api/verify/{first}")).await.ok().json();
    assert_eq!(
        (&verified["genuine"], &verified["current"], &verified["page"]),
        (&json!(true), &json!(true), &json!(page("2").0))
    );
    assert_eq!(
        verified["certificate"],
        json!({ "race": RACE, "date": "June 1, 2027", "contest": "10K", "name": "Ann Berg", "bib": "2", "time": "41:40",
            "clock": "Chip time", "places": ["1st of 3 overall", "1st of 2 women", "1st of 2 women 50-59"] })
    );
    let pdf = visitor.get(&format!("/api/verify/{first}/certificate.pdf")).await.ok();
    assert!(pdf.bytes.starts_with(b"%PDF-") && pdf.bytes.len() < 200_000);
    let png = visitor.get(&format!("/api/verify/{first}/certificate.png")).await.ok();
    assert_eq!(image::load_from_memory(&png.bytes).map(|image| (image.width(), image.height())).unwrap(), (1584, 1224));

    // Every altered character, a cut code and another's signature fail, and have no file.
    let other = code(&mut visitor, "1").await;
    let mut altered: Vec<String> = (0..first.len())
        .map(|at| {
            let letter = if first.as_bytes()[at] == b'A' { "B" } else { "A" };
            [&first[..at], letter, &first[at + 1..]].concat()
        })
        .collect();
    altered.extend([first[..31].to_owned(), format!("{first}A"), [&other[..16], &first[16..]].concat(), "x".to_owned()]);
    for altered in altered {
        let answer = visitor.get(&format!("/api/verify/{altered}")).await.ok().json();
        assert_eq!((&answer["genuine"], answer.get("certificate")), (&json!(false), None), "{altered}");
        assert_eq!(visitor.get(&format!("/api/verify/{altered}/certificate.pdf")).await.is(404).code(), "NO_SUCH_CERTIFICATE");
    }

    // Corrected results say otherwise about bib 2, the same about bib 1; taken back, neither stands.
    ada.put(&format!("{TIMING}/entrants/2/status"), &json!({ "status": "DQ" })).await.ok();
    let reason = json!({ "contest": "10K", "despiteOpen": true, "reason": "Cut the course" });
    ada.post(&format!("{RESULTS}/publish"), &reason).await.is(201);
    let corrected = visitor.get(&format!("/api/verify/{first}")).await.ok().json();
    assert_eq!((&corrected["genuine"], &corrected["current"]), (&json!(true), &json!(false)));
    assert_eq!(corrected["certificate"], verified["certificate"], "what it says never changes");
    ada.post(&format!("{RESULTS}/unpublish"), &json!({ "contest": "10K", "reason": "A protest" })).await.ok();
    let back = visitor.get(&format!("/api/verify/{other}")).await.ok().json();
    assert_eq!(back["message"], "This certificate is genuine, but the results were taken back.");
}
