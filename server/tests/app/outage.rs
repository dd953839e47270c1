//! PostgreSQL itself stops, crashes and hangs, under the load of a race day through two copies: nothing that was acknowledged is lost, and nothing
//! is there twice.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use core_wasm::timing::feed::{self, Received};
use serde_json::{Value, json};

use crate::cluster::Cluster;
use crate::copies::Copies;
use crate::crowd::{Crowd, Watched};
use crate::faulty_proxy::{Fault, FaultyProxy};
use crate::home::Home;
use crate::packets::{act, action, link_token};
use crate::postgres::on_server;
use crate::program::run;
use crate::replay::add_race;
use crate::tickets::{keyed, with};
use crate::timing::{read, send, setup, timed_race};
use crate::util::{Browser, Form, NOW, PASSWORD, TestApp};
use crate::wire::{Answer, Wire, address};

const RACE: &str = "Spring 10K";
const PATH: &str = "Spring%2010K";
/// A write is answered in this time at most, whatever the server does.
const SOON: Duration = Duration::from_secs(9);
/// As many runners as may pick up a packet in the story.
const RUNNERS: usize = 900;

/// What the writers have been told.
#[derive(Default)]
struct Told {
    /// By kind: what was acknowledged, each by a name of its own.
    saved: Mutex<BTreeSet<(&'static str, String)>>,
    /// The writes that were answered with 503, with how long that took.
    refused: Mutex<Vec<Duration>>,
    wrong: Mutex<Vec<String>>,
    over: AtomicBool,
}

impl Told {
    fn count(&self, kind: &str) -> usize {
        self.saved.lock().unwrap().iter().filter(|(of, _)| *of == kind).count()
    }

    fn counts(&self) -> Vec<(&'static str, usize)> {
        KINDS.iter().map(|kind| (*kind, self.count(kind))).collect()
    }

    /// Sends a write again and again until it is taken, as pages and boxes do; `None` when something is wrong with it.
    async fn until_saved(
        &self,
        wire: &mut Wire,
        (method, path): (&str, &str),
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Option<Answer> {
        loop {
            let began = Instant::now();
            match wire.json(method, path, headers, body).await {
                Ok(answer) if answer.status < 300 || answer.status == 409 => return Some(answer),
                Ok(answer) if answer.status == 503 => {
                    let said = answer.json();
                    let (code, words) = (said["code"].as_str(), said["message"].as_str());
                    if !matches!(code, Some("UNREACHABLE" | "LOCKED" | "BUSY")) || words.is_none_or(str::is_empty) {
                        self.wrong.lock().unwrap().push(format!("503 without words: {said}"));
                    }
                    if answer.header("retry-after").is_none() {
                        self.wrong.lock().unwrap().push(format!("503 without a time to wait: {said}"));
                    }
                    self.refused.lock().unwrap().push(began.elapsed());
                    tokio::time::sleep(Duration::from_millis(300)).await;
                }
                Ok(answer) => {
                    self.wrong.lock().unwrap().push(format!("{}: {}", answer.status, answer.json()));
                    return None;
                }
                Err(error) => {
                    self.wrong.lock().unwrap().push(error.to_string());
                    return None;
                }
            }
        }
    }

    fn acknowledge(&self, kind: &'static str, name: String) {
        self.saved.lock().unwrap().insert((kind, name));
    }
}

const KINDS: [&str; 4] = ["read", "ticket", "edit", "packet"];

/// A timing box: batches of five reads.
async fn reads(told: Arc<Told>, mut wire: Wire, key: String, number: usize) {
    let bearer = format!("Bearer {key}");
    for batch in 0.. {
        if told.over.load(Ordering::Relaxed) {
            return;
        }
        let ids: Vec<usize> = (0..5).map(|n| batch * 5 + n).collect();
        let of = |seq: &usize| {
            json!({ "source": format!("box {number}"), "seq": seq, "mat": "START", "bib": (seq % RUNNERS + 1).to_string(),
                    "time": "2027-06-01T07:30:12.000-04:00" })
        };
        let body = Value::from(ids.iter().map(of).collect::<Vec<_>>());
        let path = format!("/api/timing/{PATH}/reads");
        let headers = [("authorization", &*bearer)];
        let Some(answer) = told.until_saved(&mut wire, ("POST", &path), &headers, &body).await else { return };
        let said = answer.json();
        if said["accepted"].as_u64().unwrap_or_default() + said["duplicate"].as_u64().unwrap_or_default() != 5 {
            told.wrong.lock().unwrap().push(format!("reads: {said}"));
        }
        ids.iter().for_each(|seq| told.acknowledge("read", format!("box {number}/{seq}")));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Runners who write to the company, each from an address of their own.
async fn tickets(told: Arc<Told>, port: u16, number: usize) {
    for count in 0.. {
        if told.over.load(Ordering::Relaxed) {
            return;
        }
        let title = format!("t{number}-{count}");
        let contact = format!("(518) 555-{:04}", number * 3000 + count);
        let body = with(&[("title", &title), ("contact", &contact)]);
        let mut wire = Wire::new(port, address(10_000 + number * 3000 + count));
        let headers = [("idempotency-key", &*title)];
        let answer = told.until_saved(&mut wire, ("POST", "/api/createTicket"), &headers, &body).await;
        if answer.is_none_or(|answer| answer.status != 201) {
            told.wrong.lock().unwrap().push(format!("{title} was not taken"));
            return;
        }
        told.acknowledge("ticket", title);
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
}

/// An editor: each save adds a word to a page's text, with the version of the page that was opened.
async fn edits(told: Arc<Told>, mut wire: Wire, number: usize) {
    for count in 0.. {
        if told.over.load(Ordering::Relaxed) {
            return;
        }
        let page = format!("/api/AllRacePages?name=Page%20{number}&images=url");
        let Some(opened) = told.until_saved(&mut wire, ("GET", &page), &[], &Value::Null).await else { return };
        let opened = opened.json();
        let (word, before) = (format!("e{number}-{count}"), opened["race"]["Refund"].as_str().unwrap_or_default());
        let text = format!("{before} {word}").trim().to_owned();
        let body = json!({ "RaceName": format!("Page {number}"), "Refund": text, "Versions": { "refund": opened["versions"]["refund"] } });
        let save = ("PUT", "/api/updateContentSections");
        let Some(answer) = told.until_saved(&mut wire, save, &[], &body).await else { return };
        // Nobody else edits it: it is either saved by this call, or by one before whose answer was lost.
        if answer.status == 409 && answer.json()["conflict"]["race"]["Refund"] != text {
            told.wrong.lock().unwrap().push(format!("{word}: {}", answer.json()));
        }
        told.acknowledge("edit", word);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// A volunteer who hands out packets.
async fn packets(told: Arc<Told>, mut wire: Wire, token: String) {
    let bearer = format!("Bearer {token}");
    for bib in 1..=RUNNERS {
        if told.over.load(Ordering::Relaxed) {
            return;
        }
        let act = action(&format!("p{bib}"), &bib.to_string(), "out", "");
        let (path, body) = (format!("/api/packets/{PATH}/actions"), json!({ "actions": [act] }));
        let headers = [("authorization", &*bearer)];
        let Some(answer) = told.until_saved(&mut wire, ("POST", &path), &headers, &body).await else { return };
        if !answer.json()["outcomes"][0]["refusal"].is_null() {
            told.wrong.lock().unwrap().push(format!("packet {bib}: {}", answer.json()));
        }
        told.acknowledge("packet", act["id"].as_str().unwrap().to_owned());
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
    told.wrong.lock().unwrap().push("no packets are left".into());
}

/// A browser with an administrator logged in.
pub async fn administrator(home: &Home, port: u16) -> Wire {
    let db = home.stores().open().unwrap();
    splitline_server::account::admin::create(&db, "ada", "ada@example.test", &PASSWORD.into(), NOW).await.unwrap();
    let mut wire = Wire::new(port, address(9_999));
    let login = json!({ "username": "ada", "password": PASSWORD });
    wire.json("POST", "/api/login", &[], &login).await.unwrap().is(200);
    wire
}

/// Two copies with the writers of a race day, and pages that follow.
struct Day {
    cluster: Cluster,
    copies: Copies,
    told: Arc<Told>,
    writers: tokio::task::JoinSet<()>,
    crowd: Crowd,
    /// The key of the timing boxes.
    key: String,
}

impl Day {
    async fn begin() -> Option<Self> {
        // They run once: the stories on SQLite have no server.
        drop(on_server()?);
        let cluster = Cluster::start()?;
        let home = cluster.home();
        let key = add_race(&home, RACE, &setup()).await;
        let copies = Copies::start(home)?;
        let mut ada = administrator(&copies.homes[0], copies.port).await;
        let list: String = (1..=RUNNERS).map(|bib| format!("{bib},Ann,Berg{bib},f,30,10K\n")).collect();
        let list = format!("bib,firstname,lastname,gender,age,distance\n{list}");
        let kind = [("content-type", "text/csv")];
        ada.send("PUT", &format!("/api/timing/{PATH}/entrants"), &kind, list.as_bytes()).await.unwrap().is(200);
        let link = ada.json("POST", &format!("/api/packets/{PATH}/links"), &[], &json!({ "label": "Table A" })).await.unwrap();
        let token = link.is(201).json()["token"].as_str().unwrap().to_owned();
        let told = Arc::<Told>::default();
        let mut writers = tokio::task::JoinSet::new();
        for number in 0..2 {
            ada.request(Form::race(&format!("Page {number}")).request("/api/createPage")).await.unwrap().is(201);
            writers.spawn(reads(told.clone(), Wire::new(copies.port, address(5_000 + number)), key.clone(), number));
            writers.spawn(tickets(told.clone(), copies.port, number));
            writers.spawn(edits(told.clone(), ada.beside(address(5_100 + number)), number));
        }
        writers.spawn(packets(told.clone(), Wire::new(copies.port, address(5_200)), token));
        let crowd = Crowd::follow(50, copies.port, PATH, Some(Duration::from_millis(700)));
        let mut this = Self { cluster, copies, told, writers, crowd, key };
        this.goes_on("at the start").await;
        Some(this)
    }

    /// Waits until writes of every kind are taken, and returns how long that took.
    async fn goes_on(&mut self, when: &str) -> Duration {
        let (began, before) = (Instant::now(), self.told.counts());
        while self.told.counts().iter().zip(&before).any(|((_, now), (_, before))| *now < before + 10) {
            assert!(
                began.elapsed() < Duration::from_secs(30),
                "{when}, writes do not go on: {:?} {:?}",
                before,
                self.told.counts()
            );
            assert!(self.told.wrong.lock().unwrap().is_empty(), "{when}: {:?}", self.told.wrong.lock().unwrap());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        began.elapsed()
    }

    /// Lets an outage happen, and says what the writers were told in it.
    async fn without_server(&mut self, name: &str, begins: impl Fn(&Cluster), ends: impl Fn(&Cluster), seconds: u64) {
        let (before, refused) = (self.told.counts(), self.told.refused.lock().unwrap().len());
        let lines = self.lines_logged();
        tokio::task::block_in_place(|| begins(&self.cluster));
        // What was under way is answered.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let at_once = self.told.counts();
        tokio::time::sleep(Duration::from_secs(seconds - 1)).await;
        assert_eq!(self.told.counts(), at_once, "{name}: a write was acknowledged without a server");
        tokio::task::block_in_place(|| ends(&self.cluster));
        let resumed = self.goes_on(name).await;
        let shown = self.shows_news(name).await;
        let all = self.told.refused.lock().unwrap()[refused..].to_vec();
        let slowest = all.iter().max().copied().unwrap_or_default();
        eprintln!(
            "{name}, {seconds} s: acknowledged before {before:?}; {} writes answered 503, the slowest after {slowest:?}; ten more writes of each kind {resumed:?} after the start; then a passing was shown after {shown:?}",
            all.len()
        );
        // The outage is told in some lines, not in one for each request that met it.
        let lines = self.lines_logged() - lines;
        eprintln!("{name}: {lines} lines of the log");
        assert!(lines < 40, "{name}: {lines} lines of the log");
        assert!(all.len() > 7 && slowest < SOON, "{name}: {} refusals, the slowest after {slowest:?}", all.len());
        assert!(resumed < Duration::from_secs(20), "{name}: {resumed:?}");
    }

    /// How many lines both copies have logged.
    fn lines_logged(&self) -> usize {
        self.copies.programs.iter().map(|program| program.logged().lines().count()).sum()
    }

    /// Sends a passing of a runner that none was sent of, waits until a page has it, and returns how long that took.
    async fn shows_news(&mut self, after: &str) -> Duration {
        let mut wire = Wire::new(self.copies.port, address(5_300));
        let bearer = format!("Bearer {}", self.key);
        let seq = after.len();
        let passing = json!([{ "source": after, "seq": seq, "mat": "5K", "bib": seq.to_string(), "time": "2027-06-01T07:59:12.000-04:00" }]);
        let path = format!("/api/timing/{PATH}/reads");
        let version = async |wire: &mut Wire| {
            let answer = wire.get(&format!("/api/live/{PATH}")).await.unwrap();
            match feed::read(&answer.bytes).unwrap() {
                Received::Whole(document) => document.version,
                Received::Since(..) => panic!("the whole field was asked for"),
            }
        };
        let before = version(&mut wire).await;
        let began = Instant::now();
        wire.json("POST", &path, &[("authorization", &bearer)], &passing).await.unwrap().is(200);
        self.told.acknowledge("read", format!("{after}/{seq}"));
        while version(&mut wire).await == before {
            assert!(began.elapsed() < Duration::from_secs(10), "{after}: the board stays as it was");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        began.elapsed()
    }

    /// Ends the load, and compares what was acknowledged with what is there.
    async fn end(self) {
        let Self { cluster, copies, told, writers, crowd, .. } = self;
        told.over.store(true, Ordering::Relaxed);
        writers.join_all().await;
        let Watched { polls, epochs, wrong, slowest, .. } = crowd.end().await;
        eprintln!("{polls} polls of live pages, {epochs} of another epoch, {} wrong, the slowest {slowest:?}", wrong.len());
        assert!(wrong.is_empty(), "{:?}", &wrong[..wrong.len().min(20)]);
        assert!(told.wrong.lock().unwrap().is_empty(), "{:?}", told.wrong.lock().unwrap());
        let home = &copies.homes[0];
        let found = |kind: &str| -> Vec<String> {
            let one = |sql: &str| home.value::<Option<String>>(sql).unwrap_or_default().split('|').map(str::to_owned).collect();
            match kind {
                "read" => one("SELECT string_agg(source || '/' || seq, '|') FROM reads"),
                "ticket" => one("SELECT string_agg(title, '|') FROM tickets"),
                "packet" => one("SELECT string_agg(action_id, '|') FROM packet_actions WHERE refusal IS NULL"),
                _ => {
                    let texts = "SELECT string_agg(record::json ->> 'Refund', ' ') FROM races WHERE name LIKE 'Page %'";
                    let texts: String = home.value(texts);
                    texts
                        .split_whitespace()
                        .filter(|word| word.starts_with('e') && word.contains('-'))
                        .map(str::to_owned)
                        .collect()
                }
            }
        };
        for kind in KINDS {
            let (found, saved) = (found(kind), told.saved.lock().unwrap().clone());
            let acknowledged: BTreeSet<_> = saved.into_iter().filter(|(of, _)| *of == kind).map(|(_, name)| name).collect();
            let there: BTreeSet<String> = found.iter().cloned().collect();
            let lost = acknowledged.difference(&there).count();
            eprintln!(
                "{kind}: {} acknowledged, {} found, {lost} lost, {} twice",
                acknowledged.len(),
                found.len(),
                found.len() - there.len()
            );
            assert!(
                lost == 0 && there == acknowledged,
                "{kind}: {:?}",
                acknowledged.symmetric_difference(&there).collect::<Vec<_>>()
            );
            assert_eq!(found.len(), there.len(), "{kind}: something is there twice");
        }
        for home in &copies.homes {
            run(home, &["audit", "verify"]);
        }
        drop(copies);
        drop(cluster);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_stopped_for_twenty_seconds_loses_nothing_and_everything_resumes() {
    let Some(mut day) = Day::begin().await else { return };
    day.without_server("stopped", |cluster| cluster.stop("fast"), Cluster::begin, 20).await;
    day.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_crashes_or_hangs_loses_nothing_and_everything_resumes() {
    let Some(mut day) = Day::begin().await else { return };
    day.without_server("crashed", |cluster| cluster.stop("immediate"), Cluster::begin, 20).await;
    day.without_server("frozen", Cluster::freeze, Cluster::thaw, 15).await;
    day.end().await;
}

/// Sends a write whose answer from the server is lost, and then again; both answers.
async fn twice<T>(proxy: &FaultyProxy, fault: Fault, mut write: impl AsyncFnMut() -> T) -> (T, T) {
    let before = proxy.commits_lost();
    proxy.set(fault);
    let began = Instant::now();
    let first = write().await;
    assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    assert_eq!(proxy.commits_lost(), before + 1, "the write was not the one whose answer was lost");
    if fault == Fault::SwallowsCommit {
        // As long as `Retry-After` says: a server that was silent is left alone for a second.
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
    (first, write().await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_saved_although_its_answer_was_lost_is_not_saved_twice() {
    let Some(home) = on_server() else { return };
    let (proxy, through) = FaultyProxy::to(&home).await;
    let app = TestApp::on(home, &through).await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    ada.put_list(
        &format!("/api/timing/{PATH}"),
        "bib,firstname,lastname,gender,age,distance\n1,Ana,Ruiz,f,30,10K\n2,Bo,Ruiz,m,31,10K\n",
    )
    .await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    let token = link_token(&mut ada, RACE).await;
    let mut visitor = app.visitor();
    for (number, fault) in [(1, Fault::LosesCommit), (2, Fault::SwallowsCommit)] {
        let lines = json!([read("START", 17 + number, 5), read("START", 27 + number, 6)]).to_string();
        let box_sends = async || send(&app, RACE, &key, "application/json", None, lines.clone()).await;
        let (first, again) = twice(&proxy, fault, box_sends).await;
        assert_eq!(first.is(503).code(), "UNREACHABLE");
        let again = again.ok().json();
        assert_eq!((&again["accepted"], &again["duplicate"]), (&json!(0), &json!(2)), "they were saved, and the box learns it");

        let ticket = with(&[("title", &format!("Lost {number}")), ("contact", &format!("(518) 555-010{number}"))]);
        let key = format!("key {number}").replace(' ', "-");
        let writes = async || keyed(&mut visitor, "/api/createTicket", &key, &ticket).await;
        let (first, again) = twice(&proxy, fault, writes).await;
        assert_eq!(first.is(503).code(), "UNREACHABLE");
        assert_eq!(again.is(201).json()["ticketId"], format!("T-{}", 1000 + number));

        if fault == Fault::SwallowsCommit {
            // Six seconds each: the rest is the same.
            continue;
        }
        let hand_out = [action(&format!("p{number}"), &number.to_string(), "out", "")];
        let (first, again) = twice(&proxy, fault, async || act(&app, RACE, &token, &hand_out).await).await;
        assert_eq!(first.is(503).code(), "UNREACHABLE");
        assert!(again.ok().json()["outcomes"][0]["refusal"].is_null(), "the same action is no second hand-out");

        let (_, versions) = ada.edited("Spring Half").await;
        let edit = json!({ "RaceName": "Spring Half", "Refund": format!("Text {number}"), "Versions": { "refund": versions["refund"] } });
        let saves = async || ada.put("/api/updateContentSections", &edit).await;
        let (first, again) = twice(&proxy, fault, saves).await;
        assert_eq!(first.is(503).code(), "UNREACHABLE");
        assert_eq!(again.is(200).code(), "NO_CHANGES", "the text is there, and this is no conflict with oneself");

        let page = Form::race(&format!("Page {number}"));
        let (first, again) = twice(&proxy, fault, async || ada.create_page(page.clone()).await).await;
        assert_eq!(first.is(503).code(), "UNREACHABLE");
        again.is(409);
    }
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 4);
    assert_eq!(app.count("SELECT count(*) FROM tickets").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM packet_actions WHERE refusal IS NULL").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM races WHERE name LIKE 'Page %'").await, 1);
    let history = ada.get("/api/sectionHistory/Spring%20Half?part=refund").await.ok().json();
    assert_eq!(history["entries"].as_array().unwrap().len(), 2, "the first text, and the change once");
    let rows = app.app.db().read(splitline_server::audit::verify).await.unwrap();
    assert_eq!(rows, app.count("SELECT count(*) FROM audit").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_that_answers_nothing_is_one_that_cannot_be_reached() {
    let Some(home) = on_server() else { return };
    let (proxy, through) = FaultyProxy::to(&home).await;
    let app = TestApp::on(home, &through).await;
    let (mut ada, key) = timed_race(&app, RACE).await;
    send(&app, RACE, &key, "application/json", None, json!([read("START", 17, 5)]).to_string()).await.ok();
    let live = format!("/api/live/{PATH}");
    let shown = app.visitor().get(&live).await.ok();
    proxy.set(Fault::Silent);
    let began = Instant::now();
    let mut writers = tokio::task::JoinSet::new();
    for number in 0..100_u32 {
        let (app, key) = (app.visitor(), key.clone());
        writers.spawn(async move {
            tokio::time::sleep(Duration::from_millis(100) * number).await;
            let began = Instant::now();
            let refused = box_of(app, &key, number).await.is(503);
            assert_eq!(refused.code(), "UNREACHABLE");
            assert!(!refused.header("retry-after").is_empty());
            began.elapsed()
        });
    }
    // The board is there all the time.
    let mut visitor = app.visitor();
    let mut slowest = Duration::ZERO;
    let mut age = String::new();
    while began.elapsed() < Duration::from_secs(13) {
        let asked = Instant::now();
        let answer = visitor.get(&live).await.ok();
        assert_eq!(answer.bytes, shown.bytes);
        age = answer.header("data-age").to_owned();
        assert!(age == "0" || began.elapsed() > Duration::from_secs(8), "{age} s after {:?}", began.elapsed());
        slowest = slowest.max(asked.elapsed());
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert!(age.parse::<u64>().is_ok_and(|age| (10..=16).contains(&age)), "the page learns how old its board is: {age}");
    let times = writers.join_all().await;
    let longest = times.iter().max().unwrap();
    eprintln!("a silent server: 100 writes answered 503, the slowest after {longest:?}; the slowest poll {slowest:?}");
    assert!(*longest < SOON && slowest < Duration::from_secs(6), "{longest:?} {slowest:?}");
    proxy.set(Fault::None);
    let healed = Instant::now();
    while send(&app, RACE, &key, "application/json", None, json!([read("START", 18, 5)]).to_string()).await.status != 200 {
        assert!(healed.elapsed() < Duration::from_secs(10), "writes do not go on");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    ada.create_page(Form::race("Spring Half")).await.is(201);
    assert_eq!(visitor.get(&live).await.ok().header("data-age"), "0", "it is up to date again");
    assert_eq!(app.count("SELECT count(*) FROM reads").await, 2, "what was refused was not done later");
}

async fn box_of(mut browser: Browser, key: &str, number: u32) -> crate::util::Response {
    let body = json!([read("START", 100 + number, 5)]).to_string();
    let request = axum::http::Request::post(format!("/api/timing/{PATH}/reads"))
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {key}"));
    browser.send(request.body(body.into()).unwrap()).await
}
