//! What others see of runners who chose to be private, to show initials only, or to hide the age; the owner and administrators see all.

use serde_json::{Value, json};
use splitline_server::db::params;

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

/// What the account chose.
#[derive(Clone, Copy, Default)]
struct Choice {
    private: bool,
    initials: bool,
    hide_age: bool,
}

const INITIALS: Choice = Choice { private: false, initials: true, hide_age: false };
const HIDE_AGE: Choice = Choice { private: false, initials: false, hide_age: true };

/// Sets what the account of `user` shows, as its profile does.
async fn choose(app: &TestApp, user: &mut Browser, choice: Choice) {
    let Choice { private, initials, hide_age } = choice;
    let sql = "UPDATE users SET initials_only = $1, hide_age = $2, is_private = $3 WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.execute(sql, params![initials, hide_age, !private])).await.unwrap();
    set_private(user, private).await;
    // Boards in memory look at the tables once a second.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
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
        "/liveRace?race=Spring%2010K",
        "/liveRace?race=Spring%2010K&q=1",
        "/liveRace?race=Spring%2010K&bib=1",
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
    telling(visitor, addresses, &NAMES).await
}

/// The addresses whose answers have one of the texts.
async fn telling(visitor: &mut Browser, addresses: &[String], texts: &[&str]) -> Vec<String> {
    let mut named = Vec::new();
    for address in addresses {
        let answer = visitor.get(address).await;
        let text = String::from_utf8_lossy(&answer.bytes).into_owned();
        if texts.iter().any(|told| text.contains(told)) {
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
    let mut after = zoe_with("O’Brien-Kelly");
    after["team"] = "Hares".into();
    let corrected = json!({ "before": zoe_with("O’Brien"), "after": after });
    ada.put(&format!("{TIMING}/entrants/1"), &corrected).await.ok();
    ada.put(&format!("{TIMING}/entrants/3/status"), &json!({ "status": "DQ" })).await.ok();
    let again = json!({ "contest": "10K", "despiteOpen": true, "reason": "A judge's decision" });
    ada.post(&format!("{RESULTS}/publish"), &again).await.is(201);

    let addresses = addresses(person, &code);
    let before = named(&mut visitor, &addresses).await;
    let of_team = async |visitor: &mut Browser| visitor.get("/api/leaderboard?team=Hares").await.ok().json()["total"].clone();
    assert_eq!(of_team(&mut visitor).await, 1);
    for path in [
        "/api/leaderboard",
        "/api/leaderboard.csv",
        "/api/live/",
        "/api/getLiveTimes",
        "/api/media/",
        "/api/raceLeague",
        "/api/raceLeague/2027/runners/",
        "/api/verify/",
        "/liveRace?race=Spring%2010K",
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
    assert_eq!(of_team(&mut visitor).await, 0, "the team would tell who it is");
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

/// The line with bib 1 of the leaderboard that a query chooses.
async fn line_of_one(browser: &mut Browser, query: &str) -> Value {
    let answer = browser.get(&format!("/api/leaderboard?race=Spring+10K&{query}")).await.ok().json();
    answer["items"].as_array().unwrap().iter().find(|line| line["bib"] == "1").cloned().unwrap_or_default()
}

#[tokio::test]
async fn initials_stand_for_a_name_wherever_it_would_be_hidden() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let mut ulf = zoe(&app).await;
    let mut visitor = app.visitor();
    let (page, _) = pages(&mut visitor).await("1");
    let person = page.strip_prefix("/media").unwrap();
    let code = visitor.get(&format!("/api{page}")).await.ok().json()["certificate"].as_str().unwrap().to_owned();
    let zoe_with = |last: &str| json!({ "bib": "1", "firstname": "Zoë", "lastname": last, "gender": "f", "dob": "1972-06-02" });
    let corrected = json!({ "before": zoe_with("O’Brien"), "after": zoe_with("O’Brien-Kelly") });
    ada.put(&format!("{TIMING}/entrants/1"), &corrected).await.ok();
    ada.put(&format!("{TIMING}/entrants/2/status"), &json!({ "status": "DQ" })).await.ok();
    let again = json!({ "contest": "10K", "despiteOpen": true, "reason": "A corrected name" });
    ada.post(&format!("{RESULTS}/publish"), &again).await.is(201);
    let addresses = addresses(person, &code);
    let before = named(&mut visitor, &addresses).await;

    choose(&app, &mut ulf, INITIALS).await;
    assert_eq!(named(&mut visitor, &addresses).await, [""; 0]);
    let shown = line_of_one(&mut visitor, "").await;
    assert_eq!((&shown["firstname"], &shown["lastname"]), (&json!("Z."), &json!("O.")));
    assert!(shown["publicID"] != "" && shown["ageGroup"] != "");
    for (address, told) in [
        (format!("/api{page}"), "Z."),
        (page.clone(), "Z. O."),
        (format!("/api/verify/{code}"), "Z. O."),
        ("/api/getLiveTimes?race=Spring%2010K".into(), "\"Z.\""),
        ("/api/live/Spring%2010K".into(), "\"Z.\",\"O.\""),
        ("/api/raceWinners?race=Spring%2010K".into(), "Z. O."),
        ("/api/leaderboard.csv".into(), "Z."),
        ("/api/raceLeague".into(), "\"Z.\""),
        ("/api/results/Spring%2010K".into(), "\"name\":\"Z. O.\",\"text\":\"changed\""),
        ("/api/results/Spring%2010K/awards".into(), "\"Z.\""),
        ("/results?race=Spring%2010K".into(), "Z. O."),
    ] {
        let answer = visitor.get(&address).await;
        assert!(answer.text().contains(told), "{address}: {}", answer.text());
    }
    // Found by the bib, and not by what the initials leave out.
    for (q, found) in [("brien", 0), ("zo", 0), ("z", 0), ("1", 1)] {
        assert_eq!(visitor.get(&format!("/api/leaderboard?q={q}")).await.ok().json()["total"], found, "{q}");
        assert_eq!(visitor.get(&format!("/api/raceLeague?q={q}")).await.ok().json()["total"].as_i64(), Some(0), "{q}");
    }
    let search = visitor.get("/api/raceDaySearch/Spring%2010K?q=brien").await.ok().json();
    assert_eq!(search, json!([]));
    // The certificate is drawn with the initials, for whoever has its address.
    let code = visitor.get(&format!("/api{page}")).await.ok().json()["certificate"].as_str().unwrap().to_owned();
    let public = visitor.get(&format!("/api/verify/{code}/certificate.png")).await.ok().bytes;
    let own = ulf.get(&format!("/api/verify/{code}/certificate.png")).await.ok();
    assert!(public.starts_with(b"\x89PNG") && own.bytes != public && own.header("cache-control").contains("private"));
    for browser in [&mut ulf, &mut ada] {
        assert_eq!(line_of_one(browser, "").await["firstname"], "Zoë");
        assert!(browser.get(&format!("/api{page}")).await.ok().text().contains("Brien"));
    }

    // Being private is stronger, and leaves the initials when it ends.
    choose(&app, &mut ulf, Choice { private: true, ..INITIALS }).await;
    assert_eq!(line_of_one(&mut visitor, "").await["firstname"], "Private runner");
    visitor.get(&format!("/api{page}")).await.is(404);
    set_private(&mut ulf, false).await;
    assert_eq!(line_of_one(&mut visitor, "").await["firstname"], "Z.");
    choose(&app, &mut ulf, Choice::default()).await;
    assert_eq!(named(&mut visitor, &addresses).await, before);
}

#[tokio::test]
async fn a_hidden_age_is_in_no_public_answer() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let mut ulf = zoe(&app).await;
    let mut visitor = app.visitor();
    // Nobody else is in the age group, so its label tells of this runner, wherever it is.
    let born = |dob: &str| json!({ "bib": "1", "firstname": "Zoë", "lastname": "O’Brien", "gender": "f", "dob": dob });
    let corrected = json!({ "before": born("1972-06-02"), "after": born("1920-06-02") });
    ada.put(&format!("{TIMING}/entrants/1"), &corrected).await.ok();
    let own = "UPDATE users SET dob = '1920-06-02' WHERE username = 'ulf'";
    app.app.db().write(move |tx| tx.batch(own)).await.unwrap();
    let again = json!({ "contest": "10K", "despiteOpen": true, "reason": "A corrected date of birth" });
    ada.post(&format!("{RESULTS}/publish"), &again).await.is(201);
    let (page, _) = pages(&mut visitor).await("1");
    let person = page.strip_prefix("/media").unwrap();
    let group = line_of_one(&mut ada, "").await["ageGroup"].as_str().unwrap().to_owned();
    let code = visitor.get(&format!("/api{page}")).await.ok().json()["certificate"].as_str().unwrap().to_owned();
    let mut addresses = addresses(person, &code);
    // The document of the live board and the awards' rules have the labels of all groups.
    addresses.retain(|address| !address.starts_with("/api/live/"));
    let escaped = group.replace('&', "&amp;");
    let labels = [group.as_str(), escaped.as_str()];
    let before = telling(&mut visitor, &addresses, &labels).await;
    assert!(before.len() > 8, "{before:?}");

    choose(&app, &mut ulf, HIDE_AGE).await;
    assert_eq!(telling(&mut visitor, &addresses, &labels).await, [""; 0]);
    let all = visitor.get("/api/leaderboard?race=Spring+10K").await.ok().json();
    assert_eq!((all["total"].as_i64(), all["items"].as_array().unwrap().len()), (Some(4), 4));
    let shown = line_of_one(&mut visitor, "").await;
    assert_eq!((&shown["firstname"], &shown["ageGroup"], &shown["ageGroupRank"]), (&json!("Zoë"), &json!(""), &json!(-1)));
    assert_eq!((&shown["overallRank"], &shown["genderRank"]), (&json!(2), &json!(2)));
    let live = visitor.get("/api/live/Spring%2010K").await.ok().json();
    let row = live["runners"].as_array().unwrap().iter().find(|row| row[0] == "1").unwrap();
    assert_eq!(&row.as_array().unwrap()[10..13], [-1, -1, -1], "a row has no places");
    assert_eq!(row[4], -1);
    let query = group.replace(' ', "+").replace('&', "%26");
    let league = visitor.get(&format!("/api/raceLeague?ageGroup={query}")).await.ok().json();
    assert_eq!((&league["total"], &league["items"]), (&json!(0), &json!([])));
    let timed = visitor.get(&format!("/api/getLiveTimes?race=Spring%2010K&ageGroup={query}")).await.ok().json();
    assert_eq!(timed["finished"], json!([]));
    for list in ["", "&gender=f", "&q=zoe"] {
        let of_group = format!("ageGroup={query}{list}");
        let found = visitor.get(&format!("/api/leaderboard?race=Spring+10K&{of_group}")).await.ok().json();
        assert_eq!((&found["total"], &found["items"], &found["rule"]), (&json!(0), &json!([]), &Value::Null), "{list}");
        for browser in [&mut ulf, &mut ada] {
            assert_eq!(line_of_one(browser, &of_group).await["ageGroup"], group, "{list}");
        }
    }
    // What nobody may know is in no list either: a runner of the group without a name.
    choose(&app, &mut ulf, Choice { private: true, ..HIDE_AGE }).await;
    assert_eq!(telling(&mut visitor, &addresses, &labels).await, [""; 0]);
    choose(&app, &mut ulf, Choice::default()).await;
    assert_eq!(telling(&mut visitor, &addresses, &labels).await, before);
}

#[tokio::test]
async fn a_list_of_an_age_group_skips_who_hides_the_age_and_keeps_the_places() {
    let app = TestApp::init().await;
    let mut ada = published(&app).await;
    let mut ulf = zoe(&app).await;
    let mut visitor = app.visitor();
    // Both women are of one age group from now on.
    let ann = |dob: &str| json!({ "bib": "2", "firstname": "Ann", "lastname": "Berg", "gender": "f", "dob": dob });
    ada.put(&format!("{TIMING}/entrants/2"), &json!({ "before": ann("1973-06-01"), "after": ann("1972-06-02") })).await.ok();
    let last = |last: &str| json!({ "bib": "3", "firstname": "José", "lastname": last, "gender": "m" });
    let born = json!({ "bib": "3", "firstname": "José", "lastname": "Müller", "gender": "m", "dob": "1972-01-01" });
    ada.put(&format!("{TIMING}/entrants/3"), &json!({ "before": last("Müller"), "after": born })).await.ok();
    let again = json!({ "contest": "10K", "despiteOpen": true, "reason": "Corrected dates of birth" });
    ada.post(&format!("{RESULTS}/publish"), &again).await.is(201);
    let group = line_of_one(&mut ada, "").await["ageGroup"].as_str().unwrap().to_owned();
    choose(&app, &mut ulf, HIDE_AGE).await;
    let list = |query: &str| format!("/api/leaderboard?race=Spring+10K&ageGroup={group}{query}");
    let bibs = |answer: &Value| -> Vec<String> {
        answer["items"].as_array().unwrap().iter().map(|line| line["bib"].as_str().unwrap().to_owned()).collect()
    };
    // Bib 1 is the second of three: page by page, and with every other filter, the others follow each other.
    let all = visitor.get(&list("")).await.ok().json();
    assert_eq!((bibs(&all), &all["total"]), (vec!["2".into(), "3".into()], &json!(2)));
    let ranks: Vec<_> = all["items"].as_array().unwrap().iter().map(|line| line["overallRank"].clone()).collect();
    assert_eq!(ranks, [1, 3]);
    for (page, bib) in [(1, "2"), (2, "3")] {
        let one = visitor.get(&list(&format!("&pageSize=1&page={page}"))).await.ok().json();
        assert_eq!((bibs(&one), &one["total"]), (vec![bib.to_owned()], &json!(2)));
    }
    assert_eq!(bibs(&visitor.get(&list("&pageSize=1&page=3")).await.ok().json()), [""; 0]);
    assert_eq!(bibs(&visitor.get(&list("&gender=f")).await.ok().json()), ["2"]);
    assert_eq!(bibs(&ulf.get(&list("&pageSize=1&page=2")).await.ok().json()), ["1"]);
    let csv = visitor.get(&list("").replace("leaderboard?", "leaderboard.csv?")).await.ok().text();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    // The award of the second place stays away, and nobody moves up to it.
    let awards = visitor.get("/api/results/Spring%2010K/awards").await.ok().json();
    let lists = awards["contests"][0]["awards"].clone();
    let of = |kind: &str, title: &str| {
        let found =
            lists[kind].as_array().unwrap().iter().find(|list| list["title"].as_str().unwrap().starts_with(title)).unwrap();
        let places = found["places"].as_array().unwrap();
        places.iter().map(|place| (place["place"].as_i64().unwrap(), place["line"]["bib"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(of("groups", "Women"), [(1, json!("2"))]);
    assert_eq!(of("overall", "Women"), [(1, json!("2")), (2, json!("1"))]);
}

#[tokio::test]
async fn choices_hold_for_results_that_come_later_and_for_a_name_that_is_corrected() {
    let app = TestApp::init().await;
    let mut ulf = zoe(&app).await;
    choose(&app, &mut ulf, Choice { hide_age: true, ..INITIALS }).await;
    let mut ada = published(&app).await;
    let mut visitor = app.visitor();
    let shown = line_of_one(&mut visitor, "").await;
    assert_eq!((&shown["firstname"], &shown["ageGroup"]), (&json!("Z."), &json!("")));
    // Corrected at the desk, the entrant is not the account's person any more; the published result tells who it is.
    let zoe_with =
        |first: &str| json!({ "bib": "1", "firstname": first, "lastname": "O’Brien", "gender": "f", "dob": "1972-06-02" });
    ada.put(&format!("{TIMING}/entrants/1"), &json!({ "before": zoe_with("Zoë"), "after": zoe_with("Zoela") })).await.ok();
    let again = json!({ "contest": "10K", "despiteOpen": true, "reason": "A corrected name" });
    for published in [false, true] {
        if published {
            ada.post(&format!("{RESULTS}/publish"), &again).await.is(201);
        }
        let live = visitor.get("/api/live/Spring%2010K").await.ok().text();
        let results = visitor.get("/api/leaderboard?race=Spring+10K").await.ok().text();
        assert!(NAMES.iter().all(|name| !live.contains(name) && !results.contains(name)), "{live} {results}");
        assert_eq!(line_of_one(&mut visitor, "").await["ageGroup"], "");
    }
    // Taken back, the lines are those of the live board; an administrator finds them by the age group.
    ada.post(&format!("{RESULTS}/unpublish"), &json!({ "contest": "10K", "reason": "A wrong mat" })).await.ok();
    let shown = line_of_one(&mut visitor, "").await;
    assert_eq!((&shown["firstname"], &shown["ageGroup"], &shown["ageGroupRank"]), (&json!("Z."), &json!(""), &json!(-1)));
    let group = line_of_one(&mut ada, "").await["ageGroup"].as_str().unwrap().to_owned();
    assert_eq!(line_of_one(&mut visitor, &format!("ageGroup={group}")).await, Value::Null);
    assert_eq!(line_of_one(&mut ada, &format!("ageGroup={group}")).await["firstname"], "Zoela");
}
