//! A running server: its lock of the data folder, its log, its stop.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use serde_json::json;

use crate::home::Home;
use crate::program::{self, Program, command, free_port, run, run_with};
use crate::timing::timed_race;
use crate::util::{PASSWORD, TestApp};

fn admin(home: &Home) {
    let create = ["admin", "create", "--username", "ada", "--email", "ada@example.test"];
    run_with(home, &create, &[("SPLITLINE_ADMIN_PASSWORD", PASSWORD)]);
}

/// Sends a JSON call as the site's pages do; returns the body and the cookies.
fn call(port: u16, method: &str, path: &str, cookies: &str, body: &serde_json::Value) -> (String, Vec<String>) {
    let request = ureq::http::Request::builder()
        .method(method)
        .uri(format!("http://127.0.0.1:{port}/api{path}"))
        .header("origin", format!("http://127.0.0.1:{port}"))
        .header("content-type", "application/json")
        .header("cookie", cookies)
        .body(body.to_string());
    let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let mut answer = agent.run(request.unwrap()).unwrap();
    let cookies = answer.headers().get_all("set-cookie").iter();
    let cookies = cookies.map(|value| value.to_str().unwrap().split(';').next().unwrap().to_owned()).collect();
    (answer.body_mut().read_to_string().unwrap(), cookies)
}

fn log_in(port: u16, password: &str) -> Vec<String> {
    call(port, "POST", "/login", "", &json!({ "username": "ada", "password": password })).1
}

#[test]
fn the_log_has_the_anchor_of_the_audit_record_and_a_warning_without_a_trusted_proxy() {
    let folder = Home::new();
    admin(&folder);
    let flags = ["--public-url", "https://races.example.test", "--log", "info"];
    let mut site = Program::serve(&folder, free_port(), &flags);
    site.wait_for_log("audit verify --anchor");
    let log = site.logged();
    assert_eq!(log.matches("no proxy is trusted").count(), 1, "{log}");
    let anchor = log.split("anchor=").nth(1).unwrap().split_whitespace().next().unwrap();
    run(&folder, &["audit", "verify", "--anchor", anchor]);
    // Logged again when the server stops.
    assert_eq!(site.logged().matches("anchor=").count(), 1);
    site.ask_to_stop();
    assert!(site.ended_well());
    site.wait_for_log("stopped");
    let log = site.logged();
    assert_eq!(log.matches(&format!("anchor={anchor}")).count(), 2, "{log}");
    for flags in [["--public-url", "https://races.example.test", "--trusted-proxies", "127.0.0.1"].as_slice(), &[]] {
        let log = Program::serve(&folder, free_port(), flags).logged();
        assert!(!log.contains("proxy"), "{log}");
    }
}

#[test]
fn a_start_without_an_administrator_says_how_to_make_one() {
    let (folder, port) = (Home::new(), free_port());
    let site = Program::serve(&folder, port, &[]);
    site.wait_for_log("there is no administrator, so nobody can create a race: `splitline admin create`");
    admin(&folder);
    assert_eq!(program::log_in(port, "ada", PASSWORD), 200, "the served site has the new account at once");
    drop(site);
    let log = Program::serve(&folder, port, &[]).logged();
    assert!(!log.contains("no administrator"), "{log}");
}

#[test]
fn a_second_server_on_the_same_folder_is_refused() {
    let folder = Home::new();
    let _first = Program::serve(&folder, free_port(), &[]);
    let upload = folder.path().join("spool/an-upload");
    std::fs::write(&upload, "under way").unwrap();
    let mut second = command(&folder, &["serve", "--listen", &format!("127.0.0.1:{}", free_port())])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The line that is printed before serving; empty if the process has ended.
    let mut said = String::new();
    BufReader::new(second.stdout.take().unwrap()).read_line(&mut said).unwrap();
    let _ = second.kill();
    assert_eq!(said, "", "the second server serves too");
    let mut why = String::new();
    second.stderr.take().unwrap().read_to_string(&mut why).unwrap();
    assert!(!second.wait().unwrap().success() && why.contains("another Splitline program uses it"), "{why}");
    assert!(upload.exists(), "the second server emptied the spool folder of the first one");
}

#[test]
fn a_stopping_server_completes_an_upload_and_leaves_one_database_file() {
    let folder = Home::new();
    admin(&folder);
    let port = free_port();
    let mut server = Program::serve(&folder, port, &[]);
    let cookies = log_in(port, PASSWORD).join("; ");
    let body = "--x\r\nContent-Disposition: form-data; name=\"Race\"\r\n\r\nSpring Half\r\n--x\r\nContent-Disposition: form-data; name=\"Date\"\r\n\r\nJune 15, 2027\r\n--x--\r\n";
    let head = format!(
        "POST /api/createPage HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nCookie: {cookies}\r\n\
         Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let mut upload = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let (early, late) = body.split_at(70);
    upload.write_all((head + early).as_bytes()).unwrap();
    // When this call is answered, the server has begun to handle the one before.
    log_in(port, PASSWORD);
    server.ask_to_stop();
    while TcpStream::connect(("127.0.0.1", port)).is_ok() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    upload.write_all(late.as_bytes()).unwrap();
    let mut answer = String::new();
    upload.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    assert!(server.ended_well());
    let files: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("splitline.db"))
        .collect();
    let expected: &[&str] = if folder.stores().file().is_some() { &["splitline.db"] } else { &[] };
    assert_eq!(files, expected, "the log is merged into the database");
    assert_eq!(folder.value::<String>("SELECT name FROM races"), "Spring Half");
}

#[tokio::test]
async fn a_stopping_server_ends_the_streams_that_name_versions() {
    let app = TestApp::init().await;
    timed_race(&app, "Half").await;
    let folder = app.stop();
    let port = free_port();
    let mut server = Program::serve(&folder, port, &["--log", "info"]);
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let request = format!("GET /api/live/Half/versions HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("data: ")));
    server.ask_to_stop();
    assert!(server.ended_well());
    let log = server.logged();
    assert!(!log.contains("did not finish in time"), "{log}");
}

#[test]
fn no_secret_is_in_the_log_at_any_level() {
    let folder = Home::new();
    admin(&folder);
    let port = free_port();
    let server = Program::serve(&folder, port, &["--log", "trace"]);
    let (wrong, fresh) = ("wrong horse battery", "another horse battery");
    log_in(port, wrong);
    let cookies = log_in(port, PASSWORD);
    let all = cookies.join("; ");
    let page = json!({ "username": "ada" });
    call(port, "POST", "/login", &all, &page);
    call(port, "GET", "/checkLogin", &all, &page);
    call(port, "POST", "/forgotPassword", "", &json!({ "email": "ada@example.test" }));
    let mails = folder.path().join("mail");
    let letter = loop {
        let file = std::fs::read_dir(&mails).ok().and_then(|mut files| files.next());
        if let Some(text) =
            file.and_then(|file| std::fs::read_to_string(file.unwrap().path()).ok()).filter(|text| text.ends_with('\n'))
        {
            break text;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    let body = letter.split_once("\r\n\r\n").unwrap().1;
    let body = if letter.contains("base64") {
        use base64::Engine;
        let line: String = body.split_whitespace().collect();
        String::from_utf8(base64::engine::general_purpose::STANDARD.decode(line).unwrap()).unwrap()
    } else {
        body.replace("=\r\n", "").replace("=3D", "=")
    };
    let token = body.split("/resetpass#").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    ureq::get(format!("http://127.0.0.1:{port}/resetpass?token={token}")).call().unwrap();
    let (said, _) = call(port, "POST", "/resetPassword", "", &json!({ "token": token, "password": fresh }));
    assert!(said.contains("message"), "{said}");
    ureq::get(format!("http://127.0.0.1:{port}/api/timing/x/entrants"))
        .header("authorization", "Bearer a-timing-key")
        .call()
        .unwrap_err();

    let log = server.logged();
    assert!(log.contains("/api/forgotPassword") && log.contains("DEBUG"), "{log}");
    let values = cookies.iter().map(|cookie| cookie.split_once('=').unwrap().1);
    for secret in values.chain([PASSWORD, wrong, fresh, &token, "a-timing-key", "argon2"]) {
        assert!(!log.contains(secret), "{secret} is in the log");
    }
}
