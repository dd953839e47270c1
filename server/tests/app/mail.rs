//! The outbox, with a real mail server on the loopback interface (`tests/smtp`), and without one.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;
use splitline_server::db::params;
use splitline_server::mail::{self, Letter, Mail};
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

use crate::util::{NOW, TestApp, config};

/// The mail server of the tests.
pub struct SmtpServer {
    pub port: u64,
    lines: Lines<BufReader<ChildStdout>>,
    // Killed when this value is dropped.
    _process: Child,
}

impl SmtpServer {
    pub async fn start(refuse: u32) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smtp");
        if !["smtp-server", "mailauth"].iter().all(|name| folder.join("node_modules").join(name).exists()) {
            let install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
            let done = Command::new("npm").args(install).current_dir(&folder).status().await.expect("npm is needed");
            assert!(done.success(), "npm ci in {} failed", folder.display());
        }
        let mut process = Command::new("node")
            .arg("server.mjs")
            .env("REFUSE", refuse.to_string())
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("node is needed");
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut server = Self { port: 0, lines, _process: process };
        server.port = server.next().await["port"].as_u64().unwrap();
        server
    }

    /// The next mail that it gets.
    pub async fn next(&mut self) -> Value {
        let line = self.lines.next_line().await.unwrap().expect("the mail server runs");
        serde_json::from_str(&line).unwrap()
    }
}

async fn app(smtp: &SmtpServer) -> TestApp {
    let url = format!("smtp://127.0.0.1:{}", smtp.port);
    let mail = Mail::from_settings(Some(&url.into()), "Races <races@example.test>", "unused".into()).unwrap();
    TestApp::with_mail(config(&[]), mail).await
}

async fn enqueue(app: &TestApp, to: &str, subject: &str) {
    let letter = Letter { to: to.into(), subject: subject.into(), body: "Grüße\r\n.\r\nbis bald".into() };
    app.app.db().write(move |tx| mail::enqueue(tx, NOW, &letter)).await.unwrap();
}

#[tokio::test]
async fn mail_reaches_a_real_server() {
    let mut smtp = SmtpServer::start(0).await;
    let app = app(&smtp).await;
    enqueue(&app, "ada@example.test", "Choose\r\nBcc: eve@example.test").await;
    assert_eq!(app.app.send_mail().await.unwrap(), 1);
    let got = smtp.next().await;
    assert_eq!(got["from"], "races@example.test");
    assert_eq!(got["to"], serde_json::json!(["ada@example.test"]));
    let text = got["text"].as_str().unwrap();
    assert!(text.contains("Subject: Choose  Bcc: eve@example.test"), "{text}");
    assert!(text.contains("From: Races <races@example.test>") && text.contains("R3LDvMOfZQ0KLg0KYmlzIGJhbGQ="), "{text}");
    assert_eq!(app.app.send_mail().await.unwrap(), 0, "it is sent only once");
}

#[tokio::test]
async fn the_end_of_the_program_waits_for_the_mail_that_is_being_sent() {
    // A mail server that answers only once the test lets it.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", silent.local_addr().unwrap()).into();
    let mail = Mail::from_settings(Some(&url), "Races <races@example.test>", "unused".into()).unwrap();
    let app = TestApp::with_mail(config(&[]), mail).await;
    // Four are sent at the same time.
    for subject in ["First", "First", "First", "First", "Later"] {
        enqueue(&app, "ada@example.test", subject).await;
    }
    let (sender, stopping) = (app.app.clone(), app.app.clone());
    let sending = tokio::spawn(async move { sender.send_mail().await });
    let mut connections = Vec::new();
    for _ in 0..4 {
        connections.push(silent.accept().await.unwrap());
    }
    let mut stop = tokio::spawn(async move { stopping.stop_sending().await });
    tokio::select! {
        biased;
        _ = &mut stop => panic!("the program ended while a mail was being sent"),
        () = tokio::task::yield_now() => {}
    }
    // The server hangs up: these attempts have a result, the program may end, and the last mail is not begun.
    drop(connections);
    stop.await.unwrap();
    assert!(!sending.is_finished());
    assert_eq!(
        app.count("SELECT count(*) FROM mail_outbox WHERE subject = 'First' AND attempts = 1 AND claimed_until = 0").await,
        4
    );
    assert_eq!(app.count("SELECT attempts FROM mail_outbox WHERE subject = 'Later'").await, 0);
}

#[tokio::test]
async fn a_mail_has_the_same_message_id_at_each_attempt() {
    let mut smtp = SmtpServer::start(0).await;
    let app = app(&smtp).await;
    enqueue(&app, "ada@example.test", "Hello").await;
    enqueue(&app, "ada@example.test", "Hello").await;
    assert_eq!(app.app.send_mail().await.unwrap(), 2);
    let mut ids = [id_of(&smtp.next().await), id_of(&smtp.next().await)];
    assert_ne!(ids[0], ids[1]);
    // As after a program that was killed before it had stored that the mails were sent.
    app.app
        .db()
        .write(|tx| tx.execute("UPDATE mail_outbox SET sent_at = NULL, claimed_until = 0, next_at = 0", params![]).map(|_| ()))
        .await
        .unwrap();
    assert_eq!(app.app.send_mail().await.unwrap(), 2);
    let mut again = [id_of(&smtp.next().await), id_of(&smtp.next().await)];
    ids.sort();
    again.sort();
    assert_eq!(again, ids);
}

/// The `Message-ID` of a mail that the server has received.
fn id_of(mail: &Value) -> String {
    let line = mail["text"].as_str().unwrap().lines().find(|line| line.starts_with("Message-ID: <"));
    let line = line.unwrap_or_else(|| panic!("no Message-ID: {mail}"));
    assert!(line.ends_with("@example.test>"), "{line}");
    line.to_owned()
}

#[tokio::test]
async fn a_refused_mail_is_sent_again_after_a_pause() {
    let mut smtp = SmtpServer::start(2).await;
    let app = app(&smtp).await;
    enqueue(&app, "ada@example.test", "Hello").await;
    assert_eq!(app.app.send_mail().await.unwrap(), 0);
    assert_eq!(app.app.send_mail().await.unwrap(), 0, "it is not sent again before the pause is over");
    app.clock.advance(30_000);
    assert_eq!(app.app.send_mail().await.unwrap(), 0);
    app.clock.advance(30_000);
    assert_eq!(app.app.send_mail().await.unwrap(), 0, "the pauses grow");
    app.clock.advance(90_000);
    assert_eq!(app.app.send_mail().await.unwrap(), 1);
    assert_eq!(smtp.next().await["to"][0], "ada@example.test");
}

#[tokio::test]
async fn a_mail_with_an_invalid_address_does_not_block_the_others() {
    let mut smtp = SmtpServer::start(0).await;
    let app = app(&smtp).await;
    enqueue(&app, "nobody\r\nRCPT TO:<eve@example.test>", "Hello").await;
    enqueue(&app, "ada@example.test", "Hello").await;
    assert_eq!(app.app.send_mail().await.unwrap(), 1);
    assert_eq!(smtp.next().await["to"], serde_json::json!(["ada@example.test"]));
    for _ in 0..10 {
        app.clock.advance(48 * 3_600_000);
        app.app.send_mail().await.unwrap();
    }
    assert_eq!(
        app.count("SELECT count(*) FROM mail_outbox WHERE given_up_at IS NOT NULL AND attempts = 9 AND body = ''").await,
        1
    );
}

#[tokio::test]
async fn without_a_mail_server_mail_is_written_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let files = folder.path().join("mail");
    let mail = Mail::from_settings(None, "Races <races@example.test>", files.clone()).unwrap();
    let app = TestApp::with_mail(config(&[]), mail).await;
    enqueue(&app, "ada@example.test", "Hello").await;
    assert_eq!(app.app.send_mail().await.unwrap(), 1);
    let file = std::fs::read_dir(files).unwrap().next().unwrap().unwrap();
    assert!(std::fs::read_to_string(file.path()).unwrap().contains("To: ada@example.test"));
}

#[tokio::test]
async fn files_with_mail_can_only_be_read_by_their_owner() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let files = folder.path().join("mail");
    std::fs::create_dir(&files).unwrap();
    std::fs::set_permissions(&files, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mail = Mail::from_settings(None, "Races <races@example.test>", files.clone()).unwrap();
    let app = TestApp::with_mail(config(&[]), mail).await;
    enqueue(&app, "ada@example.test", "Hello").await;
    assert_eq!(app.app.send_mail().await.unwrap(), 1);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let file = std::fs::read_dir(&files).unwrap().next().unwrap().unwrap().path();
    assert_eq!((mode(&files), mode(&file)), (0o700, 0o600));
}
