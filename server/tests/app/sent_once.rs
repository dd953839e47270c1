//! Mail of two copies of the program on one database: each mail once, although one copy is killed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;
use splitline_server::clock::Clock;
use splitline_server::db::params;
use splitline_server::mail::{self, Letter, Mail};

use crate::mail::SmtpServer;
use crate::postgres::on_server;
use crate::program::{Program, free_port};
use crate::util::{NOW, TestApp, config};

/// How many mails are sent.
const MAILS: usize = 400;
/// How many one copy sends at the same time (`mail/outbox.rs`): so many may be between the server's answer and the mark when it is killed.
const AT_ONCE: usize = 4;

const UNSENT: &str = "SELECT count(*) FROM mail_outbox WHERE sent_at IS NULL";

#[tokio::test(flavor = "multi_thread")]
async fn of_two_copies_one_of_which_is_killed_each_mail_leaves_once() {
    let Some(home) = on_server() else { return };
    let mut smtp = SmtpServer::start(0).await;
    let url = format!("smtp://127.0.0.1:{}", smtp.port);
    let received = Arc::<Mutex<Vec<Value>>>::default();
    let all = received.clone();
    let listening = tokio::spawn(async move {
        loop {
            let mail = smtp.next().await;
            all.lock().unwrap().push(mail);
        }
    });
    let count = || received.lock().unwrap().len();
    let db = home.stores().open().unwrap();
    let now = Clock::System.now_ms();
    db.write(move |tx| {
        for n in 0..MAILS {
            let letter = Letter { to: format!("mail{n}@example.test"), subject: format!("Mail {n}"), body: "Hello".into() };
            mail::enqueue(tx, now, &letter)?;
        }
        Ok(())
    })
    .await
    .unwrap();
    let unsent = async || db.read(|tx| tx.query_one(UNSENT, [], |row| row.get::<i64>(0))).await.unwrap();

    let other = home.another();
    let flags = ["--smtp-url", &url, "--mail-from", "Races <races@example.test>"];
    let mut first = Program::serve(&home, free_port(), &flags);
    let second = Program::serve(&other, free_port(), &flags);
    let began = Instant::now();
    while count() < MAILS / 4 {
        assert!(began.elapsed() < Duration::from_secs(60), "{} mails arrived", count());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    first.kill();
    assert!(count() < MAILS - 20, "all mails had left before the copy was killed");
    first = Program::serve(&home, free_port(), &flags);
    // All but those that the killed copy had in hand.
    let (mut left, mut since) = (unsent().await, Instant::now());
    while left > i64::try_from(AT_ONCE).unwrap() || since.elapsed() < Duration::from_secs(5) {
        assert!(began.elapsed() < Duration::from_secs(120), "{left} mails are not sent");
        tokio::time::sleep(Duration::from_millis(100)).await;
        let still = unsent().await;
        if still != left {
            (left, since) = (still, Instant::now());
        }
    }
    let in_hand: BTreeSet<String> = db
        .read(|tx| tx.query_all("SELECT recipient FROM mail_outbox WHERE sent_at IS NULL", [], |row| row.get::<String>(0)))
        .await
        .unwrap()
        .into_iter()
        .collect();
    // As five minutes later, when they are reserved no longer.
    let later = "UPDATE mail_outbox SET claimed_until = 0, next_at = 0 WHERE sent_at IS NULL";
    db.write(move |tx| tx.execute(later, params![])).await.unwrap();
    while unsent().await > 0 {
        assert!(began.elapsed() < Duration::from_secs(180), "mails of the killed copy are lost");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    listening.abort();

    let mut mails: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for mail in &*received.lock().unwrap() {
        let id = mail["text"].as_str().unwrap().lines().find(|line| line.starts_with("Message-ID: ")).unwrap();
        mails.entry(id.to_owned()).or_default().push(mail["to"][0].as_str().unwrap().to_owned());
    }
    assert_eq!(mails.len(), MAILS, "none is lost, and each has an id of its own");
    let twice: BTreeSet<String> = mails.values().filter(|to| to.len() > 1).map(|to| to[0].clone()).collect();
    eprintln!("{} mails, {} in the hands of the killed copy, {} of these came twice", mails.len(), in_hand.len(), twice.len());
    assert!(in_hand.len() <= AT_ONCE, "{in_hand:?}");
    assert!(twice.is_subset(&in_hand), "twice: {twice:?}, in hand: {in_hand:?}");
    assert!(mails.values().all(|to| to.len() <= 2));
    for program in [&first, &second] {
        assert!(!program.logged().contains("ERROR"), "{}", program.logged());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_was_taken_is_noted_although_the_database_is_locked_meanwhile() {
    let Some(_server) = on_server() else { return };
    let mut smtp = SmtpServer::start(0).await;
    let url = format!("smtp://127.0.0.1:{}", smtp.port).into();
    let mail = Mail::from_settings(Some(&url), "Races <races@example.test>", "unused".into()).unwrap();
    let app = TestApp::with_mail(config(&[]), mail).await;
    let letter = Letter { to: "slow@example.test".into(), subject: "Hello".into(), body: "Hello".into() };
    app.app.db().write(move |tx| mail::enqueue(tx, NOW, &letter)).await.unwrap();
    let sender = app.app.clone();
    let sending = tokio::spawn(async move { sender.send_mail().await });
    smtp.next().await;
    // The server has it and tells it in a second; another copy of the program has the lock for longer than a change waits for it.
    app.locked_by_another(Duration::from_secs(8)).await;
    assert_eq!(sending.await.unwrap().unwrap(), 1);
    assert_eq!(app.count(UNSENT).await, 0);
}
