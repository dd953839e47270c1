//! Tickets while the mail server misbehaves, and their limit while the program is started again and again.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use lettre::{AsyncSmtpTransport, Tokio1Executor};
use serde_json::Value;
use splitline_server::mail::Mail;

use crate::home::Home;
use crate::mail::SmtpServer;
use crate::program::{Program, free_port};
use crate::tickets::with;
use crate::util::{TestApp, config};

const MINUTE_MS: i64 = 60_000;

/// The `Message-ID` of a mail.
fn message_id(mail: &Value) -> String {
    let text = mail["text"].as_str().unwrap();
    text.lines().find_map(|line| line.strip_prefix("Message-ID: ")).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_misbehaves_loses_no_ticket_and_no_mail() {
    let mut smtp = SmtpServer::start(0).await;
    // As in the program, but a server that hangs is given up sooner.
    let url = format!("smtp://127.0.0.1:{}", smtp.port);
    let transport = Box::new(AsyncSmtpTransport::<Tokio1Executor>::from_url(&url).unwrap().build());
    let from = Box::new("Races <races@example.test>".parse().unwrap());
    let mail = Mail::Smtp { transport, from, patience: Duration::from_secs(5), signer: None };
    let app = TestApp::with_mail(config(&[]), mail).await;
    let mut ada = app.with_admin().await;

    let names = ["accepted", "refused", "grey", "hang", "drop", "lost"];
    let asked = names.into_iter().enumerate().map(|(number, name)| {
        let mut visitor = app.visitor();
        visitor.peer = format!("198.51.100.{number}:1").parse().unwrap();
        async move {
            let began = Instant::now();
            let form = with(&[("contact", &format!("{name}@example.test"))]);
            let answer = visitor.post("/api/createTicket", &form).await.is(201).json();
            // The wait for the mail server ends after three seconds.
            assert!(began.elapsed() < Duration::from_secs(4), "{name}: {:?}", began.elapsed());
            (name, answer["ticketId"].as_str().unwrap().to_owned(), answer["emailSent"].as_bool().unwrap())
        }
    });
    let answers = futures_util::future::join_all(asked).await;
    let sent: BTreeSet<&str> = answers.iter().filter(|(.., sent)| *sent).map(|(name, ..)| *name).collect();
    assert_eq!(sent, BTreeSet::from(["accepted"]));
    assert_eq!(app.count("SELECT count(*) FROM tickets").await, 6);

    // The outbox goes on: after a minute, five, half an hour, two hours, and six.
    let mut arrived: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for minutes in [2, 6, 31, 121, 361, 1] {
        while app.count("SELECT count(*) FROM mail_outbox WHERE claimed_until > 0 AND sent_at IS NULL").await > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        app.clock.advance(minutes * MINUTE_MS);
        app.app.send_mail().await.unwrap();
    }
    let expected = 6;
    while arrived.values().map(Vec::len).sum::<usize>() < expected {
        let mail = smtp.next().await;
        arrived.entry(mail["to"][0].as_str().unwrap().to_owned()).or_default().push(message_id(&mail));
    }
    let times: Vec<(&str, usize)> = arrived.iter().map(|(to, ids)| (to.split('@').next().unwrap(), ids.len())).collect();
    assert_eq!(times, [("accepted", 1), ("drop", 1), ("grey", 1), ("hang", 1), ("lost", 2)]);
    assert_eq!(arrived["lost@example.test"][0], arrived["lost@example.test"][1], "a mail server can recognise the second one");
    let all: BTreeSet<&String> = arrived.values().flatten().collect();
    assert_eq!(all.len(), 5, "every mail has a Message-ID of its own");

    // The desk sees what became of each.
    for (name, ticket, _) in answers {
        let seen = ada.get(&format!("/api/tickets/{ticket}")).await.ok().json();
        assert_eq!(seen["confirmation"], if name == "refused" { "failed" } else { "sent" }, "{name}");
    }
    assert_eq!(app.count("SELECT attempts FROM mail_outbox WHERE recipient = 'refused@example.test'").await, 6);
}

/// Sends a ticket with a forged address to a running program; returns the status of the answer.
fn submit(port: u16, number: usize, key: Option<&str>, contact: &str) -> u16 {
    let form = with(&[("contact", contact)]).to_string();
    let forged = format!("203.0.{}.{}", number / 250, number % 250);
    let key = key.map_or(String::new(), |key| format!("Idempotency-Key: {key}\r\n"));
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    write!(
        stream,
        "POST /api/createTicket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nX-Forwarded-For: {forged}\r\n\
         Forwarded: for={forged}\r\nX-Real-IP: {forged}\r\nCF-Connecting-IP: {forged}\r\n{key}Content-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{form}",
        form.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn no_forged_address_and_no_restart_gives_a_fourth_ticket() {
    let data = Home::new();
    let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
    for start in 0..11 {
        let port = free_port();
        let _program = Program::serve(&data, port, &[]);
        for number in 0..91 {
            let number = start * 91 + number;
            let status = submit(port, number, None, &format!("runner{number}@example.test"));
            *statuses.entry(status).or_default() += 1;
        }
    }
    assert_eq!(statuses, BTreeMap::from([(201, 3), (429, 998)]));
}

#[tokio::test]
async fn fifty_repetitions_give_one_ticket_through_two_starts() {
    let data = Home::new();
    for _ in 0..2 {
        let port = free_port();
        let _program = Program::serve(&data, port, &[]);
        let sent: Vec<_> =
            (0..25).map(|number| std::thread::spawn(move || submit(port, number, Some("one-key"), "zoe@example.test"))).collect();
        for one in sent {
            assert_eq!(one.join().unwrap(), 201);
        }
    }
    assert_eq!(data.number("SELECT count(*) FROM tickets"), 1);
}
