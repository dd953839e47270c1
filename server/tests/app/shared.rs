//! Shared links: to a race's board, to a runner on it, to a race's calendar file, and to a text page without scripts.

use serde_json::{Value, json};

use crate::timing::{read, send, setup, timed_race};
use crate::util::{ORIGIN, TestApp, config};

const RACE: &str = "Spring 10K";

/// The content of a meta tag.
fn meta(page: &str, name: &str) -> Option<String> {
    let tag = page.split('<').find(|tag| tag.starts_with("meta ") && tag.contains(&format!("=\"{name}\"")))?;
    Some(tag.split_once("content=\"")?.1.split('"').next()?.replace("&amp;", "&"))
}

fn canonical(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("rel=\"canonical\" href=\"")?;
    Some(rest.split('"').next()?.replace("&amp;", "&"))
}

#[tokio::test]
async fn a_link_to_a_runner_previews_the_runner() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let list = json!([{ "bib": "17", "firstname": "Ann", "lastname": "Ng", "gender": "f", "age": 30, "contest": "10K" }]);
    ada.put("/api/timing/Spring%2010K/entrants", &list).await.ok();
    let reads = |reads: &[Value]| send(&app, RACE, &key, "application/json", None, json!(reads).to_string());
    reads(&[read("START", 17, 12), read("5K", 17, 1262)]).await.ok();
    let mut visitor = app.visitor();
    let page = visitor.get("/liveRace?race=spring%2010K&bib=17").await.ok().text();
    assert_eq!(meta(&page, "og:title").as_deref(), Some("Ann Ng, bib 17"));
    assert_eq!(meta(&page, "og:description").as_deref(), Some("10K at Spring 10K: 20:50, At 5K."));
    assert_eq!(meta(&page, "og:url"), Some(format!("{ORIGIN}/liveRace?race=Spring%2010K&bib=17")));
    assert_eq!(canonical(&page), Some(format!("{ORIGIN}/liveRace?race=Spring%2010K")));
    assert_eq!(meta(&page, "robots").as_deref(), Some("noindex"), "pages of runners are not indexed");
    assert!(page.contains("<h1>Ann Ng, bib 17</h1>") && page.contains("<title>Live Race · Splitline</title>"), "{page}");
    let image = meta(&page, "og:image").unwrap();
    let picture = visitor.get(image.strip_prefix(ORIGIN).unwrap()).await.ok();
    assert_eq!((picture.header("content-type"), picture.header("cache-control")), ("image/png", "no-cache"));

    // The picture and its address change with the runner's state.
    reads(&[read("FINISH", 17, 2580)]).await.ok();
    let page = visitor.get("/liveRace?race=Spring%2010K&runner=17").await.ok().text();
    assert_eq!(meta(&page, "og:description").as_deref(), Some("10K at Spring 10K: 42:48, Chip time, Place 1."));
    assert_ne!(meta(&page, "og:image").unwrap(), image);
    let later = visitor.get("/og/runner/Spring%2010K/17.png").await.ok();
    assert_ne!(later.bytes, picture.bytes);

    for gone in ["/og/runner/Spring%2010K/18.png", "/og/runner/Nothing/17.png", "/og/runner/Spring%2010K/17"] {
        visitor.get(gone).await.is(404);
    }
}

#[tokio::test]
async fn the_address_of_a_board_contains_its_race() {
    let app = TestApp::init().await;
    timed_race(&app, RACE).await;
    let mut visitor = app.visitor();
    // An unknown bib shows the board.
    for path in
        ["/liveRace?race=spring%2010k", "/LIVERACE/?race=Spring%2010K&distance=10K", "/liveRace?race=Spring%2010K&bib=999"]
    {
        let page = visitor.get(path).await.ok().text();
        assert_eq!(canonical(&page), Some(format!("{ORIGIN}/liveRace?race=Spring%2010K")), "{path}");
        assert_eq!(meta(&page, "og:title").as_deref(), Some("Spring 10K live"), "{path}");
        assert_eq!(meta(&page, "robots"), None, "{path}");
    }
    for path in ["/liveRace", "/liveRace?race=Nothing", "/liveRace?race=&bib=17"] {
        let page = visitor.get(path).await.ok().text();
        assert_eq!(canonical(&page), Some(format!("{ORIGIN}/liveRace")), "{path}");
    }
}

#[tokio::test]
async fn a_live_page_has_its_first_runners_before_any_script_and_can_be_searched() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let runner = |bib: u32, name: &str, gender: &str| json!({ "bib": bib.to_string(), "firstname": name, "lastname": "Ng", "gender": gender, "age": 30, "contest": "10K" });
    let list = json!([runner(17, "Ann", "f"), runner(18, "Bo <b>", "m"), runner(19, "Cyd", "f")]);
    ada.put("/api/timing/Spring%2010K/entrants", &list).await.ok();
    let reads = |reads: &[Value]| send(&app, RACE, &key, "application/json", None, json!(reads).to_string());
    reads(&[read("START", 17, 12), read("5K", 17, 1262), read("START", 18, 13)]).await.ok();
    let mut visitor = app.visitor();
    let page = visitor.get("/liveRace?race=Spring%2010K").await.ok().text();
    assert!(page.contains("<table data-list=\"active\"><caption>Active Participants: 2 (1 not started)</caption>"), "{page}");
    assert!(!page.contains("data-list=\"finished\"") && page.contains("<p>No finished participants found.</p>"), "{page}");
    assert!(page.contains("<p>Last update: "), "{page}");
    let ann = "<th scope=\"row\"><a href=\"/liveRace?race=Spring%2010K&amp;bib=17\">Ann Ng</a>\
               <small>Bib 17 · 10K · Female · 30-39 · 5K</small></th><td>20:50</td>";
    assert!(page.contains(ann), "{page}");
    assert!(page.contains("Bo &lt;b&gt; Ng"), "names are escaped: {page}");
    let form = "<form role=\"search\" action=\"/liveRace\" class=\"reading-search\"><input type=\"hidden\" name=\"race\" value=\"Spring 10K\">";
    assert!(page.contains(form), "{page}");

    // Without a race the page is that of the live one, under its own address.
    let unnamed = visitor.get("/liveRace?gender=f").await.ok().text();
    assert!(unnamed.contains("Ann Ng") && !unnamed.contains("Bo &lt;b&gt; Ng") && unnamed.contains(form), "{unnamed}");
    assert_eq!(canonical(&unnamed), Some(format!("{ORIGIN}/liveRace")));

    // What happens meanwhile is on the next page, and somebody who finishes is in the other list.
    reads(&[read("FINISH", 17, 2580)]).await.ok();
    let page = visitor.get("/liveRace?race=Spring%2010K").await.ok().text();
    assert!(
        page.contains("Finished Participants: 1</caption>") && page.contains("<tr><td>1</td>") && page.contains(">42:48<"),
        "{page}"
    );

    // A search of the form: by name, by bib, with the filters of the address, and one that finds nobody.
    let names = |page: &str| {
        let rows = page.split("<th scope=\"row\">").skip(1);
        rows.map(|row| row.split('>').nth(1).unwrap().split('<').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (query, found) in [
        ("q=cyd", vec!["Cyd Ng"]),
        ("q=%2318", vec!["Bo &lt;b&gt; Ng"]),
        ("q=ng&gender=f", vec!["Cyd Ng", "Ann Ng"]),
        ("gender=M", vec!["Bo &lt;b&gt; Ng"]),
        ("q=nobody", vec![]),
    ] {
        let page = visitor.get(&format!("/liveRace?race=Spring%2010K&{query}")).await.ok().text();
        assert_eq!(names(&page), found, "{query}");
        assert_eq!(canonical(&page), Some(format!("{ORIGIN}/liveRace?race=Spring%2010K")), "{query}");
    }
    let page = visitor.get("/liveRace?race=Spring%2010K&q=%22%3E%3Cscript%3E&gender=f").await.ok().text();
    assert!(page.contains("<p>No active participants found.</p>") && !page.contains("\"><script>\""), "{page}");
    assert!(
        page.contains("name=\"q\" value=\"&quot;&gt;&lt;script&gt;\"") && page.contains("name=\"gender\" value=\"f\""),
        "{page}"
    );

    // What the race does not have is not carried on, however long it is; and a long text is cut as the form says.
    let (long, text) = ("x".repeat(30_000), "y".repeat(90));
    let page = visitor.get(&format!("/liveRace?race=Spring%2010K&team={long}&ageGroup=12&q={text}")).await.ok().text();
    assert!(!page.contains("xxx") && !page.contains("name=\"ageGroup\""), "{page}");
    assert!(page.contains(&format!("name=\"q\" value=\"{}\" maxlength=\"80\"", &text[..80])), "{page}");

    // Who is private is not named, and a hidden race has no page for visitors.
    ada.put("/api/pageVisibility", &json!({ "RaceName": RACE, "isHidden": "True" })).await.ok();
    let page = visitor.get("/liveRace?race=Spring%2010K").await.ok().text();
    assert!(!page.contains("Ann Ng") && !page.contains("reading-search"), "{page}");
    let unnamed = visitor.get("/liveRace").await.ok().text();
    assert!(!unnamed.contains("Ann Ng") && !unnamed.contains("reading-search"), "{unnamed}");
    let own = ada.get("/liveRace?race=Spring%2010K").await.ok();
    assert!(own.text().contains("Ann Ng") && own.header("cache-control") == "private, no-store");
}

#[tokio::test]
async fn without_scripts_the_distances_and_filters_of_a_live_page_are_named_and_can_be_changed() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    let version = ada.get("/api/timing/Spring%2010K").await.ok().json()["setupVersion"].as_str().unwrap().to_owned();
    let mut two = setup();
    let mut half = two["contests"][0].clone();
    (half["name"], half["bibs"], half["acceptUnlisted"]) = (json!("Half"), json!([{ "from": 1000, "to": 1999 }]), json!(false));
    two["contests"].as_array_mut().unwrap().push(half);
    ada.put(&format!("/api/timing/Spring%2010K/setup?version={version}"), &two).await.ok();
    let runner = |bib: u32, name: &str, gender: &str, contest: &str| json!({ "bib": bib.to_string(), "firstname": name, "lastname": "Ng", "gender": gender, "age": 30, "contest": contest });
    let list = json!([runner(17, "Ann", "f", "10K"), runner(1001, "Bo", "m", "Half"), runner(1002, "Cyd", "f", "Half")]);
    ada.put("/api/timing/Spring%2010K/entrants", &list).await.ok();
    let reads = json!([read("START", 17, 12), read("START", 1001, 12), read("START", 1002, 13), read("FINISH", 17, 2580)]);
    send(&app, RACE, &key, "application/json", None, reads.to_string()).await.ok();

    let mut visitor = app.visitor();
    let page = visitor.get("/liveRace?race=Spring%2010K").await.ok().text();
    let option = |query: &str, current: &str, label: &str| {
        format!("<li><a href=\"/liveRace?race=Spring%2010K&amp;{query}\"{current}>{label}</a></li>")
    };
    let current = " aria-current=\"true\"";
    let options = [option("distance=10K", current, "10K"), option("distance=Half", "", "Half")].concat();
    assert!(page.contains(&(options + &option("distance=all", "", "All distances"))), "{page}");
    assert!(page.contains(">Ann Ng<") && !page.contains(">Cyd Ng<") && !page.contains("All runners"), "{page}");

    // Another distance, a filter and a search stay together, also on the way to a runner and back.
    let page = visitor.get("/liveRace?race=Spring%2010K&distance=half&gender=f&q=n").await.ok().text();
    assert!(page.contains(">Cyd Ng<") && !page.contains(">Bo Ng<"), "{page}");
    assert!(page.contains(&option("distance=all&amp;gender=f&amp;q=n", "", "All distances")), "{page}");
    assert!(
        page.contains("<p>Only Female. <a href=\"/liveRace?race=Spring%2010K&amp;distance=Half&amp;q=n\">All runners</a></p>"),
        "{page}"
    );
    let runner = "/liveRace?race=Spring%2010K&amp;bib=1002&amp;distance=Half&amp;gender=f&amp;q=n";
    assert!(page.contains(runner), "{page}");
    let person = visitor.get(&runner.replace("&amp;", "&")).await.ok().text();
    let back = "<a href=\"/liveRace?race=Spring%2010K&amp;distance=Half&amp;gender=f&amp;q=n\">Back to the search</a>";
    assert!(
        person.contains(back) && person.contains("<a href=\"/liveRace?race=Spring%2010K\">All runners of Spring 10K</a>"),
        "{person}"
    );

    // Once results are published the page leads there.
    assert!(!page.contains("Results of"), "{page}");
    ada.post("/api/results/Spring%2010K/publish", &json!({ "contest": "10K", "despiteOpen": true })).await.is(201);
    let page = visitor.get("/liveRace?race=Spring%2010K").await.ok().text();
    assert!(page.contains("<a href=\"/results?race=Spring%2010K\">Results of Spring 10K</a>"), "{page}");
}

#[tokio::test]
async fn a_deleted_race_shows_no_runner() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    send(&app, RACE, &key, "application/json", None, json!([read("START", 17, 12)]).to_string()).await.ok();
    let mut visitor = app.visitor();
    visitor.get("/og/runner/Spring%2010K/17.png").await.ok();
    ada.delete("/api/deletePage", &json!({ "RaceName": RACE })).await.ok();
    visitor.get("/og/runner/Spring%2010K/17.png").await.is(404);
    let page = visitor.get("/liveRace?race=Spring%2010K&bib=17").await.ok().text();
    assert!(!page.contains("Bib 17") && !page.contains(RACE), "{page}");
}

#[tokio::test]
async fn a_calendar_file_has_the_races_name() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for (name, path, file) in [
        ("Spring Half", "Spring%20Half", "attachment; filename=\"Spring Half.ics\"; filename*=UTF-8''Spring%20Half.ics"),
        (
            "Łódź \"5K\"",
            "%C5%81%C3%B3d%C5%BA%20%225K%22",
            "attachment; filename=\"d 5K.ics\"; filename*=UTF-8''%C5%81%C3%B3d%C5%BA%20%225K%22.ics",
        ),
        ("夏", "%E5%A4%8F", "attachment; filename=\"race.ics\"; filename*=UTF-8''%E5%A4%8F.ics"),
    ] {
        ada.create_page(crate::util::Form::race(name)).await.is(201);
        let answer = ada.get(&format!("/calendar/{path}.ics")).await.ok();
        assert_eq!(answer.header("content-disposition"), file);
    }
}

#[tokio::test]
async fn without_scripts_the_long_texts_are_complete() {
    let app = TestApp::with_config(config(&["--contact", "hello@races.example", "--site-name", "Blue <Line>"])).await;
    let mut visitor = app.visitor();
    for (path, parts) in [
        (
            "/termsAndConditions",
            [
                "<h1>Terms and conditions</h1>",
                "Blue &lt;Line&gt; organizes",
                "<h2 id=\"changes\">Changes and law</h2>",
                "mailto:hello@races.example",
            ],
        ),
        (
            "/privacypolicy",
            [
                "<h1>Privacy policy</h1>",
                "Logs of our servers: thirty days.",
                "This site counts no visits now.",
                "How it is kept safe",
            ],
        ),
        (
            "/refundtransfer",
            [
                "<h1>Refunds and transfers</h1>",
                "Refunds are not currently offered",
                "<a href=\"https://refund.active.com/\">Active insurance claim</a>",
                "<ol><li><strong>Open your profile</strong> Log in at RunSignUp.",
            ],
        ),
        ("/raceleague", ["<h1>Race league</h1>", "Who is in it", "nothing to pay.", "nobody has points in it."]),
    ] {
        let page = visitor.get(path).await.ok().text();
        for part in parts {
            assert!(page.contains(part), "{path}: {part}: {page}");
        }
    }
    let counted = TestApp::with_config(config(&["--analytics-url", "https://count.example/script.js"])).await;
    let page = counted.visitor().get("/privacypolicy").await.ok().text();
    assert!(page.contains("A script of count.example counts which pages are read."), "{page}");
    assert!(page.contains("Write to us at packet pick-up"), "{page}");
}
