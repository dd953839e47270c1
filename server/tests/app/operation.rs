//! What whoever runs the program sees of it: metrics, ids of requests in the log, whether it is ready, and how it stops.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::home::Home;
use crate::postgres::on_server;
use crate::program::{Program, free_port, get};

/// A connection that stays open between requests.
struct Kept(TcpStream);

impl Kept {
    fn open(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self(stream)
    }

    /// The head of an answer.
    fn get(&mut self, path: &str, header: &str) -> String {
        write!(self.0, "GET {path} HTTP/1.1\r\nhost: here\r\n{header}\r\n").unwrap();
        let (mut head, mut byte) = (Vec::new(), [0]);
        while !head.ends_with(b"\r\n\r\n") {
            self.0.read_exact(&mut byte).unwrap();
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).unwrap().to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).map_or(0, |n| n.parse().unwrap());
        self.0.read_exact(&mut vec![0; length]).unwrap();
        head
    }

    fn is_closed(&mut self) -> bool {
        matches!(self.0.read(&mut [0]), Ok(0) | Err(_))
    }
}

#[test]
fn metrics_have_a_port_of_their_own_and_no_label_of_a_visitor() {
    let (home, port, metrics) = (Home::new(), free_port(), free_port());
    let program = Program::serve(&home, port, &["--metrics-listen", &format!("127.0.0.1:{metrics}")]);
    for _ in 0..3 {
        get(port, "/api/liveRaces").unwrap();
    }
    let mut visitor = Kept::open(port);
    visitor.get("/api/made-up-by-a-visitor", "");
    visitor.get("/made-up-by-a-visitor/metrics", "");
    let told = get(metrics, "/metrics").unwrap();
    for line in [
        "splitline_http_requests_total{method=\"GET\",route=\"/api/liveRaces\",status=\"200\"} 3",
        "splitline_db_up 1",
        "splitline_mail_waiting 0",
        "splitline_stopping 0",
    ] {
        assert!(told.lines().any(|one| one == line), "{line} is not in {told}");
    }
    assert!(told.contains("splitline_http_request_seconds_bucket{") && told.ends_with("# EOF\n"), "{told}");
    let commits = |told: &str| {
        let line = told.lines().find_map(|line| line.strip_prefix("splitline_db_commits_total ")).unwrap();
        line.parse::<u64>().unwrap()
    };
    assert!(commits(&told) > 0, "a start writes something: {told}");
    assert!(!told.contains("made-up"), "{told}");
    assert!(!visitor.get("/metrics", "").contains("openmetrics"), "visitors do not get them");
    assert!(get(metrics, "/api/liveRaces").is_none(), "nothing else is there");
    drop(program);
}

#[test]
fn a_request_has_its_id_in_the_log_and_it_is_that_of_a_trusted_proxy() {
    let (home, port) = (Home::new(), free_port());
    let program = Program::serve(&home, port, &["--log-format", "json", "--log", "debug", "--trusted-proxies", "127.0.0.1"]);
    let mut proxy = Kept::open(port);
    proxy.get("/api/liveRaces", "x-request-id: 0123456789abcdef\r\n");
    proxy.get("/api/liveRaces", "x-request-id: not an id\r\n");
    program.wait_for_log("0123456789abcdef");
    let line = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap_or_else(|_| panic!("not JSON: {line}"));
    let logged = program.logged();
    let of_request = logged.lines().map(line).find(|line| line["span"]["request"] == "0123456789abcdef").unwrap();
    assert_eq!(of_request["span"]["path"], "/api/liveRaces");
    assert!(of_request["timestamp"].is_string() && of_request["level"].is_string());
    assert!(!logged.contains("not an id"));
    drop(program);

    let program = Program::serve(&home, port, &["--log-format", "json", "--log", "debug"]);
    Kept::open(port).get("/api/liveRaces", "x-request-id: fedcba9876543210\r\n");
    program.wait_for_log("/api/liveRaces");
    assert!(!program.logged().contains("fedcba9876543210"), "a visitor cannot choose the id");
}

#[test]
fn a_copy_that_is_to_stop_says_so_and_takes_requests_until_its_time_is_over() {
    let (home, port) = (Home::new(), free_port());
    let mut program = Program::serve(&home, port, &["--drain", "3"]);
    let mut proxy = Kept::open(port);
    let ready = proxy.get("/readyz", "");
    assert!(ready.starts_with("http/1.1 200") && !ready.contains("connection: close"), "{ready}");
    let mut silent = Kept::open(port);
    silent.get("/healthz", "");

    program.ask_to_stop();
    std::thread::sleep(Duration::from_millis(500));
    let last = proxy.get("/api/liveRaces", "");
    assert!(last.starts_with("http/1.1 200") && last.contains("connection: close"), "{last}");
    assert!(proxy.is_closed());
    let mut late = Kept::open(port);
    let refused = late.get("/readyz", "");
    assert!(refused.starts_with("http/1.1 503") && refused.contains("x-request-id: "), "{refused}");
    assert!(Kept::open(port).get("/healthz", "").starts_with("http/1.1 200"), "it runs");

    assert!(program.ended_well());
    assert!(silent.is_closed());
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
}

#[test]
fn whoever_asks_twice_to_stop_does_not_wait_until_the_time_is_over() {
    let (home, port) = (Home::new(), free_port());
    let mut program = Program::serve(&home, port, &["--drain", "30"]);
    let began = Instant::now();
    program.ask_to_stop();
    while Kept::open(port).get("/readyz", "").starts_with("http/1.1 200") {
        std::thread::sleep(Duration::from_millis(20));
    }
    program.ask_to_stop();
    assert!(program.ended_well());
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
}

#[test]
fn a_replica_that_is_away_is_logged_once_and_counted() {
    let Some(home) = on_server() else { return };
    let (port, metrics, nobody) = (free_port(), free_port(), free_port());
    let replica = format!("postgres://replicator:secret@127.0.0.1:{nobody}/splitline");
    let flags = ["--database-read", &replica, "--metrics-listen", &format!("127.0.0.1:{metrics}")];
    let program = Program::serve(&home, port, &flags);
    program.wait_for_log("the replica cannot be reached");
    std::thread::sleep(Duration::from_secs(3));
    let logged = program.logged();
    assert_eq!(
        logged.matches("replica").count(),
        3,
        "that it cannot be reached, and that it is not used, from db::postgres::replica: {logged}"
    );
    assert!(logged.contains(&format!("127.0.0.1:{nobody}/splitline")) && !logged.contains("secret"), "{logged}");
    let told = get(metrics, "/metrics").unwrap();
    assert!(told.contains("splitline_db_replica_used 0") && !told.contains("replica_lag"), "{told}");
    drop(program);
}
