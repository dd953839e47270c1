//! The release before the last migration and this one, side by side on one database (docs/decisions/0089).

use std::ffi::OsString;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use splitline_server::db;

use crate::copies::{Nginx, follow};
use crate::home::Home;
use crate::postgres::on_server;
use crate::program::{Program, free_port, run};
use crate::tickets;
use crate::timing::setup;
use crate::util::PASSWORD;

const SITE: &str = "http://races.example.com";
const RACE: &str = "Spring%2010K";
const BOUNDARY: &str = "----upgrade";

#[tokio::test]
async fn an_older_program_starts_on_a_schema_whose_migrations_let_it() {
    let Some(home) = on_server() else { return };
    let change = |sql: &str| db::change_server(&home.address(), sql).unwrap();
    let open = || home.stores().open().map(drop);
    change("INSERT INTO refinery_schema_history VALUES (9998, 'later', '2030-01-01T00:00:00Z', '1')");
    assert!(open().unwrap_err().to_string().contains("use a newer program"), "it says nothing of older programs");
    change(
        "INSERT INTO schema_reach (version, oldest) SELECT 9998, max(version) FROM refinery_schema_history WHERE version < 9998",
    );
    open().unwrap();
    let db = home.stores().open().unwrap();
    crate::store::put(&db, "written".into()).await.unwrap();
    // Every migration that it does not know has to let it.
    change("INSERT INTO refinery_schema_history VALUES (9999, 'breaking', '2030-01-01T00:00:00Z', '1')");
    change("INSERT INTO schema_reach (version, oldest) VALUES (9999, 9998)");
    assert!(open().unwrap_err().to_string().contains("use a newer program"));
    crate::store::put(&db, "still".into()).await.unwrap();
}

#[tokio::test]
async fn every_migration_says_which_programs_can_go_on_with_it() {
    let home = Home::new();
    drop(home.stores().open().unwrap());
    let silent = home.number(
        "SELECT count(*) FROM refinery_schema_history h WHERE h.version >= 47
         AND NOT EXISTS (SELECT 1 FROM schema_reach s WHERE s.version = h.version AND s.oldest <= s.version)",
    );
    assert_eq!(silent, 0, "a migration ends with INSERT INTO schema_reach (migrations/README.md)");
}

/// A client of the site, which notes what was not answered well.
struct Client {
    port: u16,
    cookies: String,
    wrong: Mutex<Vec<String>>,
}

impl Client {
    fn call(&self, method: &str, path: &str, kind: &str, body: &str) -> Option<String> {
        let request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("http://127.0.0.1:{}{path}", self.port))
            .header("host", "races.example.com")
            .header("origin", SITE)
            .header("cookie", &self.cookies)
            .header("content-type", kind);
        let note = |what: String| self.wrong.lock().unwrap().push(format!("{method} {path}: {what}"));
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        match agent.run(request.body(body.to_owned()).unwrap()) {
            Ok(mut answer) => {
                let (status, text) = (answer.status(), answer.body_mut().read_to_string().unwrap_or_default());
                if status.is_success() {
                    return Some(text);
                }
                note(format!("{status} {text}"));
            }
            Err(error) => note(error.to_string()),
        }
        None
    }

    fn json(&self, method: &str, path: &str, body: &Value) -> Option<Value> {
        serde_json::from_str(&self.call(method, path, "application/json", &body.to_string())?).ok()
    }

    /// Logs in through the front.
    fn log_in(port: u16) -> Self {
        let answer = ureq::post(format!("http://127.0.0.1:{port}/api/login"))
            .header("host", "races.example.com")
            .header("origin", SITE)
            .header("content-type", "application/json")
            .send(json!({ "username": "ada@example.test", "password": PASSWORD }).to_string())
            .unwrap();
        let set =
            answer.headers().get_all("set-cookie").iter().map(|set| set.to_str().unwrap().split(';').next().unwrap().to_owned());
        Self { port, cookies: set.collect::<Vec<_>>().join("; "), wrong: Mutex::default() }
    }

    fn create_page(&self, name: &str, date: &str) {
        let field = |name: &str, value: &str| {
            format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let body = [field("Race", name), field("Date", date), format!("--{BOUNDARY}--\r\n")].concat();
        self.call("POST", "/api/createPage", &format!("multipart/form-data; boundary={BOUNDARY}"), &body).unwrap();
    }

    /// Publishes results from a file: each time one runner was a second faster.
    fn publish(&self, number: u32) -> Option<()> {
        let file = format!(
            "bib,name,sex,dob,time\n1,Ann Berg,F,1990-06-02,59:{:02}\n2,Max Brandt,M,1985-05-05,1:21:00\n",
            59 - number % 60
        );
        let path = "/api/results/import?race=Past%20Run&contest=10K&distance=10K&reason=again";
        if number == 0 {
            return self.call("POST", path, "text/csv", &file).map(drop);
        }
        let dry: Value = serde_json::from_str(&self.call("POST", &format!("{path}&dryRun=true"), "text/csv", &file)?).unwrap();
        let version = dry["version"].as_str().unwrap();
        self.call("POST", &format!("{path}&version={version}"), "text/csv", &file).map(drop)
    }
}

/// What was done, each answered well.
#[derive(Default)]
struct Done {
    reads: AtomicU32,
    edits: AtomicU32,
    tickets: AtomicU32,
    versions: AtomicU32,
}

/// Does something again and again until `over`, and counts it.
fn again(over: &AtomicBool, count: &AtomicU32, pause: u64, mut work: impl FnMut(u32) -> bool) {
    while !over.load(Ordering::Relaxed) {
        if work(count.load(Ordering::Relaxed)) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::sleep(Duration::from_millis(pause));
    }
}

fn reads(number: u32) -> String {
    let second = number * 2;
    let time = format!("2027-06-01T{:02}:{:02}:{:02}.000-04:00", 8 + second / 3600, second / 60 % 60, second % 60);
    json!([{ "source": "box", "mat": "START", "bib": (number % 900 + 1).to_string(), "time": time }]).to_string()
}

#[test]
fn a_release_takes_the_place_of_the_one_before_under_load() {
    let Some(before) = std::env::var_os("SPLITLINE_BEFORE").filter(|program| !program.is_empty()) else {
        eprintln!("\n*** NOT TESTED: there is no program of the release before. `make test-upgrade` builds it. ***\n");
        return;
    };
    let home = Home::empty().expect("a server (.ci/with-postgres)");
    let other = home.another();
    let ports = [free_port(), free_port(), free_port()];
    let Some(_nginx) = Nginx::start(ports[2], [ports[0], ports[1]]) else { return };
    let flags = [
        "--trusted-proxies",
        "127.0.0.1",
        "--public-url",
        SITE,
        "--admin-email",
        "ada@example.test",
        "--admin-password",
        PASSWORD,
    ];
    let mut first = Program::serve_by(&before, &home, ports[0], &flags);
    let mut second = Program::serve_by(&before, &other, ports[1], &flags);
    let ada = Client::log_in(ports[2]);
    ada.create_page("Spring 10K", "June 1, 2027");
    ada.create_page("Past Run", "April 12, 2026");
    ada.json("PUT", &format!("/api/timing/{RACE}/setup"), &setup()).unwrap();
    let key = ada.json("POST", &format!("/api/timing/{RACE}/keys"), &json!({ "label": "boxes" })).unwrap();
    let (key, done, over) = (key["key"].as_str().unwrap().to_owned(), Done::default(), AtomicBool::new(false));
    let send = |number: u32| {
        let address = format!("http://127.0.0.1:{}/api/timing/{RACE}/reads", ports[2]);
        let request =
            ureq::post(address).header("authorization", format!("Bearer {key}")).header("content-type", "application/json");
        let sent = request.send(reads(number));
        if let Err(error) = &sent {
            ada.wrong.lock().unwrap().push(format!("reads: {error}"));
        }
        sent.is_ok()
    };
    assert!(send(0));
    done.reads.store(1, Ordering::Relaxed);
    let schema = |home: &Home| home_version(home);
    let old_schema = schema(&home);
    let mut programs = Vec::new();
    let polls = std::thread::scope(|scope| {
        let pages: Vec<_> = (0..8).map(|_| scope.spawn(|| follow(ports[2], RACE, &over))).collect();
        scope.spawn(|| again(&over, &done.reads, 40, send));
        scope.spawn(|| {
            again(&over, &done.edits, 150, |number| {
                let times = json!([{ "distance": "10K", "startTime": format!("7:{:02} AM", 10 + number % 40) }]);
                let header = json!({ "RaceName": "Spring 10K", "Date": "June 1, 2027", "DistanceStartTimes": times });
                ada.call("PUT", "/api/updateHeaderText", "application/json", &header.to_string()).is_some()
            });
        });
        scope.spawn(|| {
            again(&over, &done.tickets, 300, |number| {
                // So many from one address are too many for a visitor.
                db::change_server(&home.address(), "DELETE FROM ticket_limits").unwrap();
                let form = tickets::with(&[("title", &format!("Ticket {number}"))]);
                ada.call("POST", "/api/createTicket", "application/json", &form.to_string()).is_some()
            });
        });
        scope.spawn(|| again(&over, &done.versions, 700, |number| ada.publish(number).is_some()));
        let until_over = || {
            std::thread::sleep(Duration::from_secs(4));
            second.ask_to_stop();
            assert!(second.ended_well());
            programs.push(second);
            // Migrates the database that the old one uses.
            programs.push(Program::serve(&other, ports[1], &flags));
            assert!(schema(&home) > old_schema, "there is nothing to migrate");
            std::thread::sleep(Duration::from_secs(6));
            first.ask_to_stop();
            assert!(first.ended_well());
            programs.push(first);
            // Started once more, as by a machine that restarts in the hour of the upgrade.
            programs.extend(old_on_new(&before, &home, ports[0], &flags, old_schema));
            if let Some(old) = programs.get_mut(3) {
                std::thread::sleep(Duration::from_secs(3));
                old.ask_to_stop();
                assert!(old.ended_well());
            }
            programs.push(Program::serve(&home, ports[0], &flags));
            std::thread::sleep(Duration::from_secs(4));
        };
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(until_over));
        over.store(true, Ordering::Relaxed);
        let pages: Vec<_> = pages.into_iter().map(|page| page.join().unwrap()).collect();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        pages
    });
    let [reads, edits, tickets, versions] =
        [&done.reads, &done.edits, &done.tickets, &done.versions].map(|count| i64::from(count.load(Ordering::Relaxed)));
    let polled: usize = polls.iter().map(|(asked, _)| asked).sum();
    eprintln!("{polled} polls, {reads} reads, {edits} edits, {tickets} tickets, {versions} versions of results");
    let wrong: Vec<String> =
        polls.into_iter().flat_map(|(_, wrong)| wrong).chain(std::mem::take(&mut *ada.wrong.lock().unwrap())).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(polled > 100 && reads > 50 && edits > 20 && tickets > 10 && versions > 5);
    let stored = ["SELECT count(*) FROM reads", "SELECT count(*) FROM tickets", "SELECT count(*) FROM result_versions"];
    assert_eq!(stored.map(|sql| home.number(sql)), [reads, tickets, versions]);
    assert_eq!(home.number("SELECT count(*) FROM audit WHERE action = 'race.updated'"), edits);
    for program in &programs {
        assert!(!program.logged().contains("ERROR"), "{}", program.logged());
    }
    run(&home, &["audit", "verify"]);
}

/// The newest migration of a database, asked without a program that would migrate it.
fn home_version(home: &Home) -> i64 {
    let answer = Command::new("psql")
        .args(["-Atc", "SELECT max(version) FROM refinery_schema_history", &home.address()])
        .output()
        .unwrap();
    String::from_utf8(answer.stdout).unwrap().trim().parse().unwrap()
}

/// The old program on the new schema: it runs when the migrations let it, and otherwise says why not.
fn old_on_new(before: &OsString, home: &Home, port: u16, flags: &[&str], old_schema: i64) -> Option<Program> {
    // Programs before migration 47 did not know that there is anything to ask.
    let refusing = format!("SELECT count(*) FROM schema_reach WHERE version > {old_schema} AND oldest > {old_schema}");
    if old_schema >= 47 && home.number(&refusing) == 0 {
        return Some(Program::serve_by(before, home, port, flags));
    }
    let began = Instant::now();
    let address = home.address();
    let refused = Command::new(before)
        .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--data"])
        .arg(home.path())
        .env("SPLITLINE_DATABASE", address)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && said.contains("use a newer program"), "{said}");
    assert!(began.elapsed() < Duration::from_secs(60));
    None
}
