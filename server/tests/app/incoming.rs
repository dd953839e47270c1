//! Mails that come in for tickets: a corpus of them (`tests/mails`) through a maildir and an IMAP server, forged ones, loops, limits and
//! crashes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use serde_json::{Value, json};
use splitline_server::db::params;
use splitline_server::mail::Mail;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use crate::dovecot::Dovecot;
use crate::tickets::form;
use crate::util::{Browser, PASSWORD, TestApp, config};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// An installation that takes mails, with the ticket T-1001, which was answered once.
struct Desk {
    app: TestApp,
    ada: Browser,
    /// Where its own mails are written.
    sent: tempfile::TempDir,
    /// What stands for `@REPLY@`, `@REF@` and `@REF0@`.
    reply: String,
    reference: String,
    confirmation: String,
}

impl Desk {
    async fn open(place: &[&str]) -> Self {
        let sent = tempfile::tempdir().unwrap();
        let from = "Races <races@races.example.test>";
        let mut flags = vec!["--mail-from", from, "--reply-address", "support@races.example.test"];
        flags.extend(place);
        let mail = Mail::from_settings(None, from, sent.path().into()).unwrap();
        let app = TestApp::with_mail(config(&flags), mail).await;
        let mut ada = app.with_admin().await;
        app.visitor().post("/api/createTicket", &form()).await.is(201);
        let answer = json!({ "text": "You get the money back.", "kind": "staff", "version": 1 });
        ada.post("/api/tickets/T-1001/replies", &answer).await.is(201);
        app.app.send_mail().await.unwrap();
        let mut desk = Self { app, ada, sent, reply: String::new(), reference: String::new(), confirmation: String::new() };
        let (confirmation, answer) = (desk.mail("Ticket T-1001 received"), desk.mail("Answer to ticket T-1001"));
        desk.confirmation = header(&confirmation, "Message-ID").trim_matches(['<', '>']).to_owned();
        desk.reference = header(&answer, "Message-ID").trim_matches(['<', '>']).to_owned();
        desk.reply = header(&answer, "Reply-To");
        desk
    }

    /// The text of the site's last mail with this subject.
    fn mail(&self, subject: &str) -> String {
        let files =
            std::fs::read_dir(self.sent.path()).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
        files
            .filter(|text| header(text, "Subject").contains(subject) || text.contains(subject))
            .last()
            .expect("the mail was sent")
    }

    /// A mail of the corpus, with the addresses of this installation.
    fn corpus(&self, file: &str) -> Vec<u8> {
        self.addressed(&std::fs::read(folder().join(format!("{file}.eml"))).unwrap())
    }

    fn addressed(&self, mail: &[u8]) -> Vec<u8> {
        let upper = self.reply.to_uppercase();
        // The tag of this ticket in the address of another one.
        let moved = self.reply.replace("+t1001-", "+t1002-");
        let mut made = mail.to_vec();
        for (name, value) in [
            ("@REPLY@", &self.reply),
            ("@REPLY_UPPER@", &upper),
            ("@REPLY_MOVED@", &moved),
            ("@REF@", &self.reference),
            ("@REF0@", &self.confirmation),
        ] {
            while let Some(at) = made.windows(name.len()).position(|part| part == name.as_bytes()) {
                made.splice(at..at + name.len(), value.bytes());
            }
        }
        made
    }

    /// How many rows each place has.
    async fn places(&self) -> Value {
        let rows = self.app.app.db().read(|tx| {
            tx.query_all("SELECT place, count(*) FROM ticket_mails GROUP BY place ORDER BY place COLLATE \"C\"", [], |row| {
                Ok((row.get::<String>(0)?, row.get::<i64>(1)?))
            })
        });
        json!(rows.await.unwrap().into_iter().collect::<std::collections::BTreeMap<_, _>>())
    }

    async fn ticket(&mut self, number: i64) -> Value {
        self.ada.get(&format!("/api/tickets/T-{number}")).await.ok().json()
    }

    async fn newest(&self) -> i64 {
        self.app.count("SELECT max(id) FROM tickets").await
    }

    /// Everything that a mail could change.
    async fn state(&self) -> [i64; 4] {
        [
            self.app.count("SELECT count(*) FROM tickets").await,
            self.app.count("SELECT count(*) FROM ticket_messages").await,
            self.app.count("SELECT count(*) FROM ticket_mails_aside").await,
            self.app.count("SELECT count(*) FROM ticket_pictures").await,
        ]
    }

    /// Delivers the corpus, about one mail a day, and compares what becomes of each with the table.
    async fn deliver_corpus(&mut self, put: &dyn Fn(&str, &[u8])) {
        let table: Vec<Value> = serde_json::from_slice(&std::fs::read(folder().join("table.json")).unwrap()).unwrap();
        assert!(table.len() >= 60, "only {} mails", table.len());
        let files = std::fs::read_dir(folder())
            .unwrap()
            .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|end| end == "eml"));
        assert_eq!(files.count(), table.len(), "each mail has a line in the table");
        let mut wrong = Vec::new();
        for (day, want) in table.iter().enumerate() {
            let file = want["file"].as_str().unwrap();
            // Nearly a day, so that the first one is not yet forgotten at the end: keys are kept for ninety days.
            self.app.clock.advance(DAY_MS * 5 / 6);
            if day % 5 == 0 {
                // A session lasts a week.
                self.ada.login("ada", PASSWORD).await.ok();
            }
            // Solved, so that it is seen whether the mail opens it.
            let version = self.ticket(1001).await["version"].clone();
            let solved = json!({ "status": "solved", "version": version });
            self.ada.put("/api/tickets/T-1001", &solved).await.ok();
            let before = self.state().await;
            put(file, &self.corpus(file));
            let taken = self.app.app.take_mails_once().await.unwrap();
            if let Err(why) = self.compare(want, before, taken).await {
                wrong.push(format!("{file}: {why}"));
            }
        }
        assert!(wrong.is_empty(), "{}\n{}", wrong.join("\n"), self.places().await);
        // Once more, all at once: each is known.
        let before = self.state().await;
        for want in &table {
            let file = want["file"].as_str().unwrap();
            put(&format!("again-{file}"), &self.corpus(file));
        }
        let mut taken = 0;
        while taken < table.len() {
            let now = self.app.app.take_mails_once().await.unwrap();
            assert!(now > 0, "only {taken} were taken again");
            taken += now;
        }
        assert_eq!(self.state().await, before, "none is stored twice");
    }

    async fn compare(&mut self, want: &Value, before: [i64; 4], taken: usize) -> Result<(), String> {
        let place = want["place"].as_str().unwrap();
        let after = self.state().await;
        let more: Vec<i64> = after.iter().zip(before).map(|(after, before)| after - before).collect();
        let is_again = want["file"].as_str().unwrap().ends_with("-again");
        let (tickets, messages, aside) = match place {
            "reply" | "noted" => (0, 1, 0),
            "bounce" => (0, i64::from(!is_again), 0),
            "new" => (1, 0, 0),
            "aside" => (0, 0, 1),
            _ => (0, 0, 0),
        };
        let pictures = want["pictures"].as_i64().unwrap_or(0);
        if (taken, more.clone()) != (1, vec![tickets, messages, aside, pictures]) {
            return Err(format!("{taken} taken; tickets, messages, aside, pictures: {more:?}, wanted {place} and {pictures}"));
        }
        let first = self.ticket(1001).await;
        let status = if place == "reply" { "open" } else { "solved" };
        if first["status"] != status {
            return Err(format!("the ticket is {}", first["status"]));
        }
        if tickets + messages == 0 {
            return Ok(());
        }
        let (text, mail, shown) = if place == "new" {
            let number = self.newest().await;
            let made = self.ticket(number).await;
            for (field, key) in [("title", "title"), ("name", "name")] {
                if want.get(key).is_some_and(|wanted| made[field] != *wanted) {
                    return Err(format!("{field} {}", made[field]));
                }
            }
            (made["description"].clone(), made["mail"].clone(), made["pictures"].clone())
        } else {
            let last = first["messages"].as_array().unwrap().last().unwrap().clone();
            let kind = if place == "reply" { "runner" } else { "note" };
            if last["kind"] != kind || last["mail"]["automatic"] != (kind == "note") {
                return Err(format!("{last}"));
            }
            (last["text"].clone(), last["mail"].clone(), last["pictures"].clone())
        };
        let (text, wanted) = (text.as_str().unwrap().trim(), want["text"].as_str().unwrap_or_default());
        let is_part = place == "bounce" || want["textIsPart"] == true;
        if if is_part { !text.contains(wanted) } else { text != wanted.trim() } {
            return Err(format!("the text {text:?}"));
        }
        for field in ["quoted", "leftOut"] {
            let said = mail[field].as_str().unwrap_or_default();
            match want.get(field).and_then(Value::as_str) {
                Some("") if !said.is_empty() => return Err(format!("{field} {said:?}")),
                Some(part) if !said.contains(part) => return Err(format!("{field} {said:?}, without {part:?}")),
                _ => {}
            }
        }
        if shown.as_array().map(Vec::len) != Some(usize::try_from(pictures).unwrap()) {
            return Err(format!("pictures {shown}"));
        }
        Ok(())
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mails")
}

/// A header of a mail, unfolded.
fn header(mail: &str, name: &str) -> String {
    let head = mail.split("\r\n\r\n").next().unwrap().replace("\r\n ", " ").replace("\r\n\t", " ");
    let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned));
    line.unwrap_or_default()
}

/// A new maildir.
fn maildir() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("new")).unwrap();
    folder
}

fn put(folder: &Path, name: &str, mail: &[u8]) {
    std::fs::write(folder.join("new").join(name), mail).unwrap();
}

fn read_mails(folder: &Path, flags: &str) -> usize {
    let names = std::fs::read_dir(folder.join("cur")).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(&format!(":2,{flags}"))).count()
}

#[tokio::test]
async fn each_mail_of_the_corpus_lands_where_it_belongs_from_a_maildir() {
    let folder = maildir();
    let mut desk = Desk::open(&["--maildir", folder.path().to_str().unwrap()]).await;
    desk.deliver_corpus(&|name, mail| put(folder.path(), name, mail)).await;
    assert_eq!(std::fs::read_dir(folder.path().join("new")).unwrap().count(), 0, "each is marked as read");
    // Six were set aside; of the copies only the four that can't be read are not known.
    assert_eq!(read_mails(folder.path(), "FS"), 10, "those that were set aside are flagged");
    let sent = desk.app.app.send_mail().await.unwrap();
    assert!(sent > 10, "new tickets are confirmed");
    assert_eq!(desk.app.count("SELECT count(*) FROM audit WHERE (old || new) LIKE '%example.test%'").await, 0);
}

#[tokio::test]
async fn each_mail_of_the_corpus_lands_where_it_belongs_from_an_imap_server() {
    let Some(server) = Dovecot::start().await else { return };
    let mut desk = Desk::open(&["--imap-url", &server.url()]).await;
    desk.deliver_corpus(&|name, mail| server.deliver(name, mail)).await;
    assert_eq!(server.with_flags("FS"), 10, "those that were set aside are flagged");
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 0, "the others are read");
    // A certificate for which nobody vouches gets no password.
    let desk = Desk::open(&["--imap-url", &server.unknown_url()]).await;
    let error = desk.app.app.take_mails_once().await.unwrap_err().to_string();
    assert!(error.contains("TLS") && error.contains("certificate"), "{error}");
}

/// An IMAP server that ends the connection when one of its first mails is fetched, as servers do over a mail that they cannot read.
#[derive(Clone, Default)]
struct Unreadable {
    /// Up to which number they are so.
    until: Arc<AtomicU32>,
    /// How often one of them was fetched.
    fetched: Arc<AtomicUsize>,
}

impl Unreadable {
    /// Stands before a server; returns the setting of the mailbox.
    async fn before(&self, server: &Dovecot) -> String {
        let url = server.url();
        let (start, rest) = url.rsplit_once(':').unwrap();
        let (port, folder) = rest.split_once('/').unwrap();
        let (this, server) = (self.clone(), format!("127.0.0.1:{port}"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let far = TcpStream::connect(&server).await.unwrap();
                tokio::spawn(this.clone().pass(near, far));
            }
        });
        format!("{start}:{own}/{folder}")
    }

    async fn pass(self, near: TcpStream, far: TcpStream) {
        let ((asks, mut hears), (mut answers, mut asked)) = (near.into_split(), far.into_split());
        let answering = tokio::spawn(async move { tokio::io::copy(&mut answers, &mut hears).await });
        let mut asks = BufReader::new(asks).lines();
        while let Ok(Some(line)) = asks.next_line().await {
            let mut words = line.split(' ').skip_while(|word| *word != "FETCH");
            let mail: Option<u32> = words.nth(1).and_then(|uid| uid.parse().ok());
            if mail.is_some_and(|uid| uid <= self.until.load(Ordering::SeqCst)) {
                self.fetched.fetch_add(1, Ordering::SeqCst);
                break;
            }
            if asked.write_all(format!("{line}\r\n").as_bytes()).await.is_err() {
                break;
            }
        }
        answering.abort();
    }
}

#[tokio::test]
async fn mails_that_an_imap_server_does_not_give_hold_up_no_others() {
    let Some(server) = Dovecot::start().await else { return };
    let unreadable = Unreadable::default();
    let desk = Desk::open(&["--imap-url", &unreadable.before(&server).await]).await;
    for n in 0..9 {
        let from = format!("max{n}@example.test");
        let mail = format!(
            "Return-Path: <{from}>\r\nFrom: {from}\r\nTo: support@races.example.test\r\nSubject: Number {n}\r\nMessage-ID: <{n}.{from}>\r\n\r\nText {n}\r\n"
        );
        server.deliver(&n.to_string(), mail.as_bytes());
    }
    let fetched = || unreadable.fetched.swap(0, Ordering::SeqCst);
    unreadable.until.store(7, Ordering::SeqCst);
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 0, "many of them end a round, which is no failure");
    assert_eq!(fetched(), 4);
    unreadable.until.store(3, Ordering::SeqCst);
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 6, "each of the others is taken");
    assert_eq!(fetched(), 3);
    unreadable.until.store(0, Ordering::SeqCst);
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 3, "they are tried again");
    assert_eq!(server.with_flags("S"), 9);
}

#[tokio::test]
async fn the_mails_of_a_ticket_name_each_other() {
    let folder = maildir();
    let mut desk = Desk::open(&["--maildir", folder.path().to_str().unwrap()]).await;
    let answer = desk.mail("Answer to ticket T-1001");
    assert_eq!(header(&answer, "In-Reply-To"), format!("<{}>", desk.confirmation));
    assert!(desk.reference.starts_with("t1001.1.") && desk.reference.ends_with("@races.example.test"), "{}", desk.reference);
    assert!(desk.reply.starts_with("support+t1001-") && desk.reply.ends_with("@races.example.test"), "{}", desk.reply);
    put(folder.path(), "1", &desk.corpus("gmail-web-reply"));
    desk.app.app.take_mails_once().await.unwrap();
    let version = desk.ticket(1001).await["version"].clone();
    let answer = json!({ "text": "You are welcome.", "kind": "staff", "version": version });
    desk.ada.post("/api/tickets/T-1001/replies", &answer).await.is(201);
    desk.app.clock.advance(1000);
    desk.app.app.send_mail().await.unwrap();
    let second = std::fs::read_dir(desk.sent.path()).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let second = second.filter(|text| text.contains("You are welcome")).last().unwrap();
    assert_eq!(header(&second, "In-Reply-To"), "<mail1@client.example.test>");
    assert_eq!(header(&second, "References"), format!("<{}> <mail1@client.example.test>", desk.confirmation));
    assert_eq!(header(&second, "Reply-To"), desk.reply, "the address stays the same");
    // What a person writes doesn't say that a program sent it; what confirms a ticket does.
    assert_eq!(header(&second, "Auto-Submitted"), "");
    assert_eq!(header(&desk.mail("Ticket T-1001 received"), "Auto-Submitted"), "auto-generated");
}

#[tokio::test]
async fn a_mail_is_stored_once_when_the_program_ends_before_it_is_marked() {
    let folder = maildir();
    let mut desk = Desk::open(&["--maildir", folder.path().to_str().unwrap()]).await;
    let mail = desk.corpus("mutt");
    put(folder.path(), "1", &mail);
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 1);
    // As if the file had never been moved; and by another way, with other lines of delivery.
    put(folder.path(), "1", &mail);
    put(folder.path(), "2", &[b"Received: from a by b; Tue, 1 Jun 2027 12:00:00 +0000\r\n".as_slice(), &mail].concat());
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 2);
    assert_eq!(desk.ticket(1001).await["messages"].as_array().unwrap().len(), 2);
    // Begun, and the process ended over it each time.
    let bad = desk.corpus("yahoo");
    let hash = splitline_server::ids::sha256(&bad);
    put(folder.path(), "3", &bad);
    for tries in [1, 6] {
        let (hash, now) = (hash.clone(), desk.app.app.now_ms());
        let sql = "INSERT INTO ticket_mail_tries (hash, tries, at) VALUES ($1, $2, $3)
                   ON CONFLICT (hash) DO UPDATE SET tries = excluded.tries, at = excluded.at";
        desk.app.app.db().write(move |tx| tx.execute(sql, params![hash, tries, now])).await.unwrap();
        let taken = desk.app.app.take_mails_once().await.unwrap();
        assert_eq!(taken, usize::from(tries == 6), "it waits, and is set aside after the sixth time");
    }
    let aside = desk.ada.get("/api/ticketMails").await.ok().json();
    assert_eq!(aside["items"][0]["why"], "This mail could not be read.");
    assert_eq!(aside["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_limits_of_the_site_hold_for_mails() {
    let folder = maildir();
    let mut desk = Desk::open(&["--maildir", folder.path().to_str().unwrap()]).await;
    let write = |n: usize, from: &str, to: &str| {
        let mail = format!(
            "Return-Path: <{from}>\r\nFrom: {from}\r\nTo: {to}\r\nSubject: Number {n}\r\nMessage-ID: <{n}.{from}>\r\n\r\nText {n}\r\n"
        );
        put(folder.path(), &format!("{n:04}"), mail.as_bytes());
    };
    for n in 0..5 {
        write(n, "max@example.test", "support@races.example.test");
    }
    let to = desk.reply.clone();
    for n in 5..30 {
        write(n, "zoe@example.test", &to);
    }
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 30, "none stops the others");
    assert_eq!(desk.app.count("SELECT count(*) FROM tickets").await, 1 + 3);
    assert_eq!(desk.app.count("SELECT count(*) FROM ticket_messages WHERE kind = 'runner'").await, 20);
    let aside = desk.ada.get("/api/ticketMails").await.ok().json();
    let why = |text: &str| aside["items"].as_array().unwrap().iter().filter(|one| one["why"] == text).count();
    assert_eq!(why("Too many new tickets came by mail within an hour."), 2);
    assert_eq!(why("Its ticket has too many replies."), 5);
    assert_eq!(read_mails(folder.path(), "FS"), 7);
    // Off the list, once.
    let id = aside["items"][0]["id"].as_i64().unwrap();
    let said = desk.ada.delete(&format!("/api/ticketMails/{id}"), &json!({})).await.ok().json();
    assert_eq!(said["message"], "The mail is off the list. It stays in the mailbox.");
    desk.ada.delete(&format!("/api/ticketMails/{id}"), &json!({})).await.is(404);
}

#[tokio::test]
async fn answering_machines_are_noted_thrice_a_day_and_never_answered() {
    let folder = maildir();
    let mut desk = Desk::open(&["--maildir", folder.path().to_str().unwrap()]).await;
    let mails = desk.app.count("SELECT count(*) FROM mail_outbox").await;
    for n in 0..50 {
        let head = format!(
            "From: zoe@example.test\r\nTo: {}\r\nAuto-Submitted: auto-replied\r\nMessage-ID: <loop{n}@x.test>\r\n",
            desk.reply
        );
        put(folder.path(), &format!("{n:03}"), format!("{head}Subject: Away\r\n\r\nI am away.\r\n").as_bytes());
    }
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 50);
    let ticket = desk.ticket(1001).await;
    assert_eq!((&ticket["status"], ticket["messages"].as_array().unwrap().len()), (&"waiting".into(), 1 + 3));
    assert_eq!(desk.app.count("SELECT count(*) FROM mail_outbox").await, mails, "nothing is sent");
}

#[tokio::test]
async fn what_came_by_mail_goes_with_the_account() {
    let folder = maildir();
    let desk = Desk::open(&["--maildir", folder.path().to_str().unwrap()]).await;
    let mut ulf = desk.app.with_user().await;
    let mail = String::from_utf8(desk.corpus("new-with-picture")).unwrap().replace("max2@example.test", "ulf@example.test");
    put(folder.path(), "1", mail.as_bytes());
    assert_eq!(desk.app.app.take_mails_once().await.unwrap(), 1);
    assert_eq!(desk.app.count("SELECT bytes > 0 FROM ticket_picture_sum").await, 1);
    let copy = ulf.get("/api/account/export").await.ok().json();
    let address = copy["tickets"][0]["pictures"][0].as_str().unwrap().to_owned();
    let picture = ulf.get(&address).await.ok();
    assert_eq!((picture.header("content-type"), picture.header("cache-control")), ("image/webp", "private, no-store"));
    desk.app.with_account("eve", core_wasm::account::Role::User).await.get(&address).await.is(404);
    ulf.delete("/api/account", &json!({ "password": PASSWORD })).await.ok();
    for sql in [
        "SELECT count(*) FROM ticket_pictures",
        "SELECT count(*) FROM ticket_picture_sizes",
        "SELECT bytes FROM ticket_picture_sum",
    ] {
        assert_eq!(desk.app.count(sql).await, 0, "{sql}");
    }
    assert_eq!(desk.app.count("SELECT count(*) FROM ticket_mail_texts").await, 0);
}

#[tokio::test]
async fn a_mailbox_that_cannot_be_read_is_an_error_and_nothing_else() {
    let desk = Desk::open(&["--maildir", "/nowhere/at/all"]).await;
    assert!(desk.app.app.take_mails_once().await.is_err());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let desk = Desk::open(&["--imap-url", &format!("imap://a:secret-word@127.0.0.1:{port}/INBOX")]).await;
    let error = desk.app.app.take_mails_once().await.unwrap_err().to_string();
    assert!(error.contains("cannot be reached") && !error.contains("secret-word"), "{error}");
}
