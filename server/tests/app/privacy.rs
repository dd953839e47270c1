//! Runners who chose to be private: their names are in no public answer, and the owner and administrators see them.

use serde_json::{Value, json};

use crate::runner_pages::{pages, published};
use crate::util::{Browser, TestApp};

const RESULTS: &str = "/api/results/Spring%2010K";
const TIMING: &str = "/api/timing/Spring%2010K";

/// Names of the private runner that no answer may have.
const NAMES: [&str; 3] = ["Brien", "Zoë", "Zoe"];

/// A user with the name and date of birth of bib 1, who finished 2nd.
async fn zoe(app: &TestApp) -> Browser {
    let ulf = app.with_user().await;
    let named = "UPDATE users SET first_name = 'ZOE', last_name = 'O''Brien', dob = '1972-06-02' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.batch(named)).await.unwrap();
    ulf
}

async fn set_private(user: &mut Browser, on: bool) {
    user.put("/api/updatePrivacy", &json!({ "isPrivate": on })).await.ok();
}

/// Where a visitor may look for the runner: every public call of the API, and the pages of the site.
///
/// A new call has to get an address here.
fn addresses(person: &str, code: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(include_str!("../../../web/src/api/openapi.json")).unwrap();
    let mut addresses = Vec::new();
    for (path, calls) in document["paths"].as_object().unwrap() {
        let Some(call) = calls.get("get").filter(|call| call.get("security").is_none()) else { continue };
        let has = |name: &str| {
            let parameters = call["parameters"].as_array();
            parameters.is_some_and(|all| all.iter().any(|one| one["name"] == name && one["in"] == "query"))
        };
        let runner = person.rsplit('/').next().unwrap();
        let values = [
            ("{publicID}", runner),
            ("{year}", "2027"),
            ("{RaceName}", "Spring%2010K"),
            ("{bib}", "1"),
            ("{code}", code),
            ("{file}", "certificate.pdf"),
            ("{Username}", "zoe"),
        ];
        let mut address = path.replace("/{raceID}/{publicID}", person);
        for (name, value) in values {
            address = address.replace(name, value);
        }
        assert!(!address.contains('{'), "what is asked for at {path}?");
        addresses.push(address.clone());
        for query in ["race=Spring%2010K", "q=brien", "q=zoe&race=Spring%2010K", "since=0", "name=Spring%2010K"] {
            let name = query.split('=').next().unwrap();
            addresses.extend(has(name).then(|| format!("{address}?{query}")));
        }
    }
    let pages = [
        "/",
        "/races",
        "/results",
        "/results?race=Spring%2010K",
        "/results?race=Spring%2010K&show=awards",
        "/results?race=Spring%2010K&show=records",
        "/live/Spring%2010K",
        "/live/Spring%2010K?bib=1",
        "/liveRace",
        "/raceleague",
        "/sitemap.xml",
        "/feed.xml",
        "/calendar.ics",
        "/og/runner/Spring%2010K/1.png",
    ];
    addresses.extend(pages.map(str::to_owned));
    addresses.extend([format!("/media{person}"), format!("/og/result{person}.png"), format!("/verify/{code}")]);
    addresses
}

/// The addresses whose answers have the runner's name.
async fn named(visitor: &mut Browser, addresses: &[String]) -> Vec<String> {
    let mut named = Vec::new();
    for address in addresses {
        let answer = visitor.get(address).await;
        let text = String::from_utf8_lossy(&answer.bytes).into_owned();
        if NAMES.iter().any(|name| text.contains(name)) {
            named.push(address.clone());
        }
    }
    named
}

#[tokio::test]
async fn a_private_runner_is_named_in_no_public_answer() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let mut ulf = zoe(&app).await;
    let mut visitor = app.visitor();
    let (page, _) = pages(&mut visitor).await("1");
    let person = page.strip_prefix("/media").unwrap();
    let code = visitor.get(&format!("/api{page}")).await.ok().json()["certificate"].as_str().unwrap().to_owned();
    // A second version, which says that the name was corrected.
    let zoe_with = |last: &str| json!({ "bib": "1", "firstname": "Zoë", "lastname": last, "gender": "f", "dob": "1972-06-02" });
    let corrected = json!({ "before": zoe_with("O’Brien"), "after": zoe_with("O’Brien-Kelly") });
    ada.put(&format!("{TIMING}/entrants/1"), &corrected).await.ok();
    ada.put(&format!("{TIMING}/entrants/3/status"), &json!({ "status": "DQ" })).await.ok();
    let again = json!({ "contest": "10K", "despiteOpen": true, "reason": "A judge's decision" });
    ada.post(&format!("{RESULTS}/publish"), &again).await.is(201);

    let addresses = addresses(person, &code);
    let before = named(&mut visitor, &addresses).await;
    for path in [
        "/api/leaderboard",
        "/api/leaderboard.csv",
        "/api/live/",
        "/api/getLiveTimes",
        "/api/media/",
        "/api/raceLeague",
        "/api/raceLeague/2027/runners/",
        "/api/verify/",
        "/media/",
        "/results?race=Spring%2010K",
        "/results?race=Spring%2010K&show=awards",
        "/verify/",
    ] {
        assert!(before.iter().any(|address| address.starts_with(path)), "the test looks at the right places: {path}: {before:?}");
    }

    set_private(&mut ulf, true).await;
    // Boards in memory look at the tables once a second.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert_eq!(named(&mut visitor, &addresses).await, [""; 0]);

    // The line stays, without a name and without a page. It is found by the bib.
    let line = |answer: &Value| answer["items"].as_array().unwrap().iter().find(|line| line["bib"] == "1").cloned().unwrap();
    let all = visitor.get("/api/leaderboard?q=1").await.ok().json();
    let shown = line(&all);
    assert_eq!((&shown["firstname"], &shown["lastname"], &shown["publicID"]), (&json!("Private runner"), &json!(""), &json!("")));
    assert_eq!(shown["overallRank"], 2);
    assert_eq!(visitor.get("/api/leaderboard?q=brien").await.ok().json()["total"], 0);
    let live = visitor.get("/api/getLiveTimes?race=Spring%2010K").await.ok().text();
    assert!(live.contains("Private runner"));
    visitor.get(&format!("/api{page}")).await.is(404);
    visitor.get(&page).await.is(404);
    visitor.get(&format!("/og/result{person}.png")).await.is(404);
    visitor.get(&format!("/api/verify/{code}/certificate.pdf")).await.is(404);
    let check = visitor.get(&format!("/api/verify/{code}")).await.ok().json();
    assert_eq!(check["message"], "This certificate is genuine. The runner has chosen to be private.");
    let (other, _) = pages(&mut visitor).await("2");
    let compared = visitor.get(&format!("/api{other}?with={}", person.rsplit('/').next().unwrap())).await.ok().json();
    assert_eq!(compared["compared"], json!([]), "nobody is compared with a private runner");

    // The owner and administrators see the name, in answers that nobody else gets from a cache.
    for browser in [&mut ulf, &mut ada] {
        assert_eq!(line(&browser.get("/api/leaderboard?q=1").await.ok().json())["firstname"], "Zoë");
        let own = browser.get(&format!("/api{page}")).await.ok();
        assert!(own.text().contains("Brien") && own.header("cache-control").contains("private"));
        browser.get(&format!("/api/verify/{code}/certificate.pdf")).await.is(410);
        let code = own.json()["certificate"].as_str().unwrap().to_owned();
        let pdf = browser.get(&format!("/api/verify/{code}/certificate.pdf")).await.ok();
        assert!(pdf.bytes.starts_with(b"%PDF") && pdf.header("cache-control").contains("private"));
    }
    assert!(ada.get(&format!("{TIMING}/runners/1")).await.ok().text().contains("Brien"), "the desk works with names");

    set_private(&mut ulf, false).await;
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert_eq!(named(&mut visitor, &addresses).await, before, "who is public again is found as before");
}

#[tokio::test]
async fn who_is_private_already_is_so_in_results_that_come_later() {
    let app = TestApp::init().await;
    let mut ulf = zoe(&app).await;
    set_private(&mut ulf, true).await;
    published(&app).await;
    let mut visitor = app.visitor();
    let answer = visitor.get("/api/leaderboard?race=Spring+10K").await.ok().text();
    assert!(answer.contains("Private runner") && NAMES.iter().all(|name| !answer.contains(name)), "{answer}");
    assert_eq!(visitor.get("/api/leaderboard?q=zoe").await.ok().json()["total"], 0);
    // Another one of this name is not the same person.
    assert!(answer.contains("Berg"));
    set_private(&mut ulf, false).await;
    assert_eq!(visitor.get("/api/leaderboard?q=zoe").await.ok().json()["total"], 1);
}
