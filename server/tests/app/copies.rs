//! Two copies of the program on one PostgreSQL, behind nginx with the file that docs/running.md names.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use core_wasm::live::Board;
use serde_json::{Value, json};

use crate::crowd::{Crowd, Watched};
use crate::home::Home;
use crate::postgres::on_server;
use crate::program::{Program, free_port, get, is_missing};
use crate::replay::{add_race, real_day, shuffle};
use crate::timing::setup;
use crate::wire::{Wire, address};

const NGINX: &str = "/usr/sbin/nginx";
const SITE: &str = include_str!("../../../deploy/nginx-two.conf");

/// Two copies of the program on one database behind nginx; all of them end when this value is dropped.
pub struct Copies {
    /// nginx's port.
    pub port: u16,
    /// The port of each copy.
    pub ports: [u16; 2],
    pub homes: [Home; 2],
    pub programs: [Program; 2],
    _nginx: Nginx,
}

impl Copies {
    /// Starts them; `None`, and a line that says why, when there is no nginx on this machine.
    pub fn start(home: Home) -> Option<Self> {
        let (port, ports) = (free_port(), [free_port(), free_port()]);
        let nginx = Nginx::start(port, ports)?;
        let homes = [home.another(), home];
        let programs = [0, 1].map(|one| Program::serve(&homes[one], ports[one], &FLAGS));
        Some(Self { port, ports, homes, programs, _nginx: nginx })
    }
}

/// What both copies are told.
const FLAGS: [&str; 4] = ["--trusted-proxies", "127.0.0.1", "--public-url", "http://races.example.com"];
/// How many spectators there are.
const SPECTATORS: usize = 2_000;

/// A running nginx; it ends when this value is dropped.
pub struct Nginx {
    process: Child,
    _folder: tempfile::TempDir,
}

impl Nginx {
    /// Starts it in front of two copies; `None`, and a line that says why, when there is none on this machine.
    pub fn start(port: u16, copies: [u16; 2]) -> Option<Self> {
        if is_missing(NGINX, "nginx-light, so no two copies ran behind it") {
            return None;
        }
        let folder = tempfile::Builder::new().prefix("nginx").tempdir_in("/tmp").unwrap();
        // Its workers are another user's when it is started by root.
        std::fs::set_permissions(folder.path(), std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
        let at = folder.path().display().to_string();
        let mut site = SITE.to_owned();
        for (of_file, here) in [
            ("10.0.0.11:8080", format!("127.0.0.1:{}", copies[0])),
            ("10.0.0.12:8080", format!("127.0.0.1:{}", copies[1])),
            ("listen 443 ssl http2", format!("listen 127.0.0.1:{port}")),
            ("    ssl_certificate     /etc/letsencrypt/live/races.example.com/fullchain.pem;\n", String::new()),
            ("    ssl_certificate_key /etc/letsencrypt/live/races.example.com/privkey.pem;\n", String::new()),
            ("/var/cache/nginx", at.clone()),
        ] {
            assert!(site.contains(of_file), "{of_file}");
            site = site.replace(of_file, &here);
        }
        let paths: String =
            ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|kind| format!("{kind}_temp_path {at}/{kind};\n")).concat();
        let main = format!(
            "daemon off; pid {at}/pid; error_log {at}/error.log; worker_rlimit_nofile 8192;\nevents {{ worker_connections 4096; }}\n\
             http {{ access_log off;\n{paths}{site}}}\n"
        );
        let file = folder.path().join("nginx.conf");
        std::fs::write(&file, main).unwrap();
        let process = Command::new(NGINX).arg("-c").arg(&file).stderr(Stdio::null()).spawn().unwrap();
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let log = std::fs::read_to_string(folder.path().join("error.log")).unwrap_or_default();
            assert!(began.elapsed() < Duration::from_secs(20), "nginx does not answer: {log}");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(Self { process, _folder: folder })
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let pid = rustix::process::Pid::from_child(&self.process);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        let _ = self.process.wait();
    }
}

/// Reads in batches, each with its mat and its kind.
struct Day {
    race: &'static str,
    setup: Value,
    kind: &'static str,
    batches: Vec<(String, String)>,
    distances: Vec<String>,
}

/// The recorded race, or, where it is not at hand, a made one.
fn day() -> Day {
    if let Some(folder) = real_day() {
        let setup: Value = serde_json::from_slice(&std::fs::read(folder.join("setup.json")).unwrap()).unwrap();
        let distances = setup["contests"].as_array().unwrap().iter().map(|contest| contest["name"].as_str().unwrap().to_owned());
        let distances = distances.collect();
        return Day {
            race: "Lake City Marathon",
            setup,
            kind: "text/vnd.chronotrack",
            batches: shuffle(&folder, 1500),
            distances,
        };
    }
    let read = |mat: &str, bib: u32, second: u32| {
        let time = format!("2027-06-01T{:02}:{:02}:{:02}.000-04:00", 7 + second / 3600, second / 60 % 60, second % 60);
        json!({ "source": mat, "mat": mat, "bib": bib.to_string(), "time": time })
    };
    let mats = [("START", 1800), ("5K", 3300), ("FINISH", 5100)];
    let batches = (0..60).map(|batch: u32| {
        let (mat, from) = mats[batch as usize % 3];
        let reads: Vec<Value> = (0..40).map(|n| read(mat, (batch / 3) * 40 + n + 1, from + n * 3 + batch % 7)).collect();
        (mat.to_owned(), Value::from(reads).to_string())
    });
    Day {
        race: "Spring 10K",
        setup: setup(),
        kind: "application/json",
        batches: batches.collect(),
        distances: vec!["10K".into()],
    }
}

impl Day {
    fn path(&self) -> String {
        self.race.replace(' ', "%20")
    }

    /// Sends every batch twice through `port`, from four senders; one that is not answered is sent again, as boxes do.
    fn send(&self, port: u16, key: &str, halfway: impl FnOnce() + Send) {
        let (sent, halfway) = (AtomicUsize::new(0), std::sync::Mutex::new(Some(halfway)));
        let all = self.batches.len() * 2;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    loop {
                        let number = sent.fetch_add(1, Ordering::Relaxed);
                        if number >= all {
                            return;
                        }
                        if number == all / 2 {
                            let then = halfway.lock().unwrap().take();
                            then.into_iter().for_each(|then| then());
                        }
                        let (mat, body) = &self.batches[number % self.batches.len()];
                        let began = Instant::now();
                        while self.send_one(port, key, mat, body).is_err() {
                            assert!(began.elapsed() < Duration::from_secs(120), "a batch was never taken");
                            std::thread::sleep(Duration::from_millis(200));
                        }
                    }
                });
            }
        });
    }

    fn send_one(&self, port: u16, key: &str, mat: &str, body: &str) -> Result<(), ureq::Error> {
        let address = format!("http://127.0.0.1:{port}/api/timing/{}/reads?mat={mat}", self.path());
        let request = ureq::post(address).header("authorization", format!("Bearer {key}")).header("content-type", self.kind);
        request.send(body).map(|_| ())
    }

    /// What the specification's call lists, of every distance.
    fn lists(&self, port: u16) -> Vec<String> {
        let of = |distance: &String| {
            let distance = distance.replace(' ', "%20");
            get(port, &format!("/api/getLiveTimes?race={}&raceDistance={distance}", self.path())).unwrap()
        };
        self.distances.iter().map(of).collect()
    }
}

/// A page that follows the race until `over`: it returns how often it asked, and what went wrong.
pub fn follow(port: u16, path: &str, over: &AtomicBool) -> (usize, Vec<String>) {
    let (mut board, mut asked, mut wrong) = (Board::new(), 0, Vec::new());
    let (mut version, mut newest) = (String::new(), 0_u64);
    while !over.load(Ordering::Relaxed) {
        asked += 1;
        let since = if version.is_empty() { String::new() } else { format!("?since={version}") };
        match ureq::get(format!("http://127.0.0.1:{port}/api/live/{path}{since}")).call() {
            Ok(mut answer) if answer.status() == 200 => {
                let bytes = answer.body_mut().with_config().limit(50 << 20).read_to_vec().unwrap();
                board.load(&bytes).unwrap();
                version.clone_from(&board.document().version);
                let number = version.rsplit_once('-').unwrap().1.parse().unwrap();
                if number < newest {
                    wrong.push(format!("{newest} became {number}"));
                }
                newest = number;
            }
            Ok(_) => {}
            Err(error) => wrong.push(error.to_string()),
        }
        std::thread::sleep(Duration::from_millis(150));
    }
    (asked, wrong)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_copies_behind_nginx_give_the_standings_of_one_although_one_is_killed() {
    let Some(home) = on_server() else { return };
    let day = day();
    let ports = [free_port(), free_port(), free_port()];
    let Some(_nginx) = Nginx::start(ports[2], [ports[0], ports[1]]) else { return };
    // One on SQLite, for comparison.
    let single = Home::in_a_folder();
    let key = add_race(&single, day.race, &day.setup).await;
    let expected = {
        let port = free_port();
        let _one = Program::serve(&single, port, &[]);
        day.send(port, &key, || ());
        day.lists(port)
    };
    assert!(expected.iter().all(|list| list.len() > 100));

    let key = add_race(&home, day.race, &day.setup).await;
    let other = home.another();
    let mut first = Program::serve(&home, ports[0], &FLAGS);
    let _second = Program::serve(&other, ports[1], &FLAGS);
    let crowd = Crowd::follow(SPECTATORS, ports[2], &day.path(), None);
    // All of them have opened the page before the first runner starts.
    crowd.wait_for_polls(1);
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let pages: Vec<_> = (0..20).map(|_| scope.spawn(|| follow(ports[2], &day.path(), &over))).collect();
        let again = &mut first;
        day.send(ports[2], &key, || {
            again.kill();
            std::thread::sleep(Duration::from_secs(1));
            *again = Program::serve(&home, ports[0], &FLAGS);
        });
        // Everybody begins one more poll, and has its answer.
        crowd.wait_for_polls(2);
        over.store(true, Ordering::Relaxed);
        let followed: Vec<_> = pages.into_iter().map(|page| page.join().unwrap()).collect();
        let wrong: Vec<&String> = followed.iter().flat_map(|(_, wrong)| wrong).collect();
        let asked: usize = followed.iter().map(|(asked, _)| asked).sum();
        eprintln!("{asked} polls of 20 boards through nginx, {} wrong", wrong.len());
        assert!(wrong.is_empty() && asked > 100, "{asked} polls: {wrong:?}");
    });
    let Watched { polls, news, epochs, wrong, slowest } = crowd.end().await;
    assert_eq!(epochs, 0);
    eprintln!(
        "{polls} polls of {SPECTATORS} pages through nginx, {news} with news, {} wrong, the slowest {slowest:?}",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{} of {polls} polls: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    assert!(polls >= SPECTATORS * 3 && news >= SPECTATORS * 2, "{polls} polls, {news} with news");
    for port in [ports[0], ports[1], ports[2]] {
        assert!(day.lists(port) == expected, "the lists of the copy at {port} are others");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nginx_answers_for_copies_that_are_gone_is_marked() {
    let Some(home) = on_server() else { return };
    add_race(&home, "Spring 10K", &setup()).await;
    let Some(mut copies) = Copies::start(home) else { return };
    let mut wire = Wire::new(copies.port, address(1));
    let live = "/api/live/Spring%2010K";
    let shown = wire.get(live).await.unwrap().is(200);
    assert_eq!(shown.header("data-stale"), Some("none"));
    assert_eq!(shown.header("cache-control"), Some("no-cache"), "a browser asks at every poll");
    let date = |header: Option<&str>| chrono::DateTime::parse_from_rfc2822(header.unwrap()).unwrap().timestamp();
    let shown_at = date(shown.header("date"));
    copies.programs.iter_mut().for_each(Program::kill);
    // nginx counts in whole seconds, so an answer that may be used for one is used for up to two.
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    for _ in 0..3 {
        let stale = wire.get(live).await.unwrap().is(200);
        assert!((shown_at - 1..=shown_at).contains(&date(stale.header("data-stale"))), "when a copy answered");
        assert!(date(stale.header("date")) > shown_at, "when nginx does");
        assert_eq!(stale.bytes, shown.bytes);
    }
    copies.programs[0] = Program::serve(&copies.homes[0], copies.ports[0], &FLAGS);
    let began = Instant::now();
    while wire.get(live).await.unwrap().is(200).header("data-stale") != Some("none") {
        assert!(began.elapsed() < Duration::from_secs(10), "it goes on for a copy that is there again");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
