//! Taking one's data along, and deleting an account: nothing names the person afterwards, and the results stay.

use std::collections::{BTreeMap, BTreeSet};

use core_wasm::account::Role;
use core_wasm::text::fold;
use serde_json::{Value, json};
use splitline_server::account::{password, store};
use splitline_server::audit;
use splitline_server::db::Tx;

use crate::home::{byte, sql, tables};
use crate::runner_pages::pages;
use crate::timing::{add_race_on, read, send, timed_race};
use crate::util::{Browser, NOW, PASSWORD, TestApp};

const TIMING: &str = "/api/timing/Spring%2010K";
const RESULTS: &str = "/api/results/Spring%2010K";
const EMAIL: &str = "zoe.obrien@example.test";

/// What no row may have after the deletion, folded.
const VALUES: [&str; 8] = ["zoe", "brien", "zoe.obrien@", "zoe.new@", "555-0199", "1972-06-02", "fastrunner42", "o'brien"];

/// The tables that can name a person; each has a row that names the one of the test.
const NAMING: [&str; 24] = [
    "announcement_recipients",
    "audit",
    "create_drafts",
    "email_changes",
    "entrant_change_rows",
    "invitations",
    "mail_outbox",
    "packet_actions",
    "passkeys",
    "race_history",
    "races",
    "reset_requests",
    "result_changes",
    "result_words",
    "results",
    "signups",
    "ticket_mail_texts",
    "ticket_mails_aside",
    "ticket_messages",
    "ticket_words",
    "tickets",
    "timing_entrants",
    "timing_pulled_results",
    "users",
];

/// The tables that name nobody: their texts are ids, hashes, labels of devices and boxes, settings, and what administrators write.
const NAMELESS: [&str; 78] = [
    "age_standards",
    "announcement_bibs",
    "announcement_tests",
    "announcements",
    "attempts",
    "courses",
    "entrant_changes",
    "entrant_list_columns",
    "finish_videos",
    "follows",
    "former_names",
    "image_variants",
    "images",
    "known_addresses",
    "known_devices",
    "league_decisions",
    "league_settings",
    "leases",
    // Bytes, not texts, and deleted when a name is taken out (`live_versions`).
    "live_frames",
    // Bytes again, kept for hours, and all deleted when anybody is taken out.
    "list_previews",
    "live_numbers",
    "live_versions",
    "names_due",
    "names_removed",
    "packet_links",
    "packet_settings",
    "passkey_ceremonies",
    "photo_bibs",
    "photo_cameras",
    "photo_races",
    "photo_removals",
    "photo_uploads",
    "photos",
    "privacy_changes",
    "private_results",
    "push_follows",
    "push_subscriptions",
    "race_history_images",
    "race_images",
    "race_summaries",
    "reads",
    "refinery_schema_history",
    "reset_tokens",
    "result_awards",
    "result_claims",
    "result_counts",
    "result_import_columns",
    "result_medians",
    "result_offer_rounds",
    "result_offers_told",
    "result_people",
    "result_places",
    "result_points",
    "result_splits",
    "result_versions",
    "saved_replies",
    "schema_reach",
    "secrets",
    "sessions",
    "site_settings",
    "ticket_keys",
    "ticket_limits",
    "ticket_mail_tries",
    "ticket_mails",
    "ticket_picture_sizes",
    "ticket_picture_sum",
    "ticket_pictures",
    "ticket_writers",
    "timing_corrections",
    "timing_guns",
    "timing_keys",
    "timing_marks",
    "timing_mylaps",
    "timing_pulls",
    "timing_races",
    "timing_runs",
    "timing_runs_taken_back",
    "unsubscribes",
];

/// Whether a text has a value that is no part of a longer word: a random id may have the letters of a short name in it.
fn has(text: &str, value: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let is_apart = |(at, _): (usize, &str)| {
        !text[..at].ends_with(is_word) && (value.ends_with('@') || !text[at + value.len()..].starts_with(is_word))
    };
    text.match_indices(value).any(is_apart)
}

/// Every cell of a text column that has one of the values, with its table and column.
fn cells(tx: &Tx<'_>) -> splitline_server::error::Result<Vec<(String, String, String)>> {
    let columns: Vec<(String, String)> = tx.query_all(
        sql(
            "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND c.type = 'TEXT'",
            "SELECT table_name::TEXT, column_name::TEXT FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text'",
        ),
        [],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let mut found = Vec::new();
    for (table, column) in columns {
        let sql = format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL");
        for cell in tx.query_all(&sql, [], |row| row.get::<String>(0))? {
            let folded = fold(&cell);
            if VALUES.iter().any(|value| has(&folded, value)) {
                found.push((table.clone(), column.clone(), cell));
            }
        }
    }
    Ok(found)
}

async fn found(app: &TestApp) -> Vec<(String, String, String)> {
    app.app.db().read(cells).await.unwrap()
}

/// The texts in a JSON value.
fn leaves(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, into)),
        Value::Object(fields) => fields.values().for_each(|field| leaves(field, into)),
        _ => {}
    }
}

/// The account `fastrunner42` of Zoë O’Brien.
async fn zoe(app: &TestApp) -> Browser {
    let new = store::NewUser {
        username: "fastrunner42".into(),
        email: EMAIL.into(),
        role: Role::User,
        password_hash: password::hash_now(PASSWORD).unwrap(),
    };
    app.app.db().write(move |tx| store::add(tx, &new, NOW)).await.unwrap();
    let named =
        "UPDATE users SET first_name = 'Zoë', last_name = 'O''Brien', dob = '1972-06-02', gender = 'f', cell_phone = '555-0199'
        WHERE username = 'fastrunner42'";
    app.app.db().write(move |tx| tx.batch(named)).await.unwrap();
    let mut zoe = app.visitor();
    zoe.login("fastrunner42", PASSWORD).await.ok();
    zoe
}

/// A race that Zoë ran with bib 1, published twice: the second version corrects her name.
async fn race(app: &TestApp) -> Browser {
    let (mut ada, key) = timed_race(app, "Spring 10K").await;
    ada.put_list(
        TIMING,
        "bib,firstname,lastname,gender,dob,email\n1,Zoe,Brien,f,1972-06-02,zoe.obrien@example.test\n2,Ann,Berg,f,1973-06-01,ann@example.test\n\
         3,José,Müller,m,1972-06-01,zoe.obrien@example.test\n",
    )
    .await;
    let mut reads: Vec<Value> = (1..=3).map(|bib| read("START", bib, 5)).collect();
    reads.extend([(1, 1205), (2, 1305), (3, 1405)].map(|(bib, at)| read("5K", bib, at)));
    reads.extend([(1, 2705), (2, 2505), (3, 2905)].map(|(bib, at)| read("FINISH", bib, at)));
    send(app, "Spring 10K", &key, "application/json", None, Value::from(reads).to_string()).await.ok();
    ada.post(&format!("{RESULTS}/publish"), &json!({ "contest": "10K", "despiteOpen": true })).await.is(201);
    let one = |first: &str, last: &str| json!({ "bib": "1", "firstname": first, "lastname": last, "gender": "f", "dob": "1972-06-02", "email": EMAIL });
    let corrected = json!({ "before": one("Zoe", "Brien"), "after": one("Zoë", "O’Brien") });
    ada.put(&format!("{TIMING}/entrants/1"), &corrected).await.ok();
    let again = json!({ "contest": "10K", "despiteOpen": true, "reason": "A corrected name" });
    ada.post(&format!("{RESULTS}/publish"), &again).await.is(201);
    ada
}

/// Rows of the tables that other calls than those of the story write.
async fn rows_elsewhere(app: &TestApp) {
    let write = |tx: &Tx<'_>| {
        let rows =
            "INSERT INTO signups VALUES ('s1', 'x', 'Zoë', 'O''Brien', '1972-06-02', 'f', '555-0199', 'Zoe.OBrien@example.test', '', 0, 0, 0, 0, NULL, 0, 9999999999999);
             INSERT INTO email_changes VALUES ((SELECT id FROM users WHERE username = 'fastrunner42'), 'zoe.new@example.test', 'h', 0, 0, 1, 0, 9999999999999);
             INSERT INTO passkeys (id, user_id, name, fixed, changing, transports, created_at)
               VALUES ('p1', (SELECT id FROM users WHERE username = 'fastrunner42'), 'Phone of Zoë', BYTE, BYTE, 0, 0);
             INSERT INTO invitations VALUES ('i1', 'h1', 'zoe.obrien@example.test', 'timer', (SELECT id FROM users WHERE username = 'ada'), 0, 1, 2, NULL, NULL);
             INSERT INTO create_drafts VALUES ((SELECT id FROM users WHERE username = 'fastrunner42'), '{\"Race\":\"Run of Zoë\"}', 1, 0);
             INSERT INTO reset_requests (email_key) VALUES ('zoe.obrien@example.test');
             INSERT INTO mail_outbox (recipient, subject, body, created_at, next_at) VALUES ('Zoe.OBrien@example.test', 'Results', '', 0, 9999999999999),
               ('zoe.new@example.test', 'Your code', '', 0, 9999999999999);
             INSERT INTO packet_actions VALUES ('id of Spring 10K', 1, 'a1', '1', 'note', 'Zoë comes late', '', 0, 'Table A', 'l', 0, NULL, NULL);
             INSERT INTO race_history VALUES ('h1', 'id of Spring 10K', 'safety', 0, 0, 'fastrunner42', '{}');
             INSERT INTO tickets VALUES (1001, 'Zoë O’Brien', 'Zoe.OBrien@example.test', 'zoe.obrien@example.test', 'Refund', 'Zoë is ill', 'I am Zoë', 'Bib of Zoë', 'open',
               NULL, NULL, 2, 1, 0, 0, NULL, NULL);
             INSERT INTO ticket_messages (ticket_id, kind, at, text) VALUES (1001, 'runner', 0, 'Zoë again'), (1001, 'note', 0, 'Call Ann Berg');
             INSERT INTO ticket_words VALUES (1001, 'zoe');
             INSERT INTO ticket_mail_texts VALUES (1001, 1, 'zoe.obrien@example.test', 0, 'Zoë wrote', 'zoe.pdf', '', 0);
             INSERT INTO ticket_mails_aside VALUES (1, 'full', 'zoe.obrien@example.test', 'From Zoë', 9, 0);
             INSERT INTO races (id, name, name_key, date, record, created_at, updated_at, deleted_at, deleted_by)
               VALUES ('gone', 'Old Run', '/gone', '', '{}', 0, 0, 1, 'fastrunner42');
             INSERT INTO timing_pulled_results VALUES ('id of Spring 10K', 'runsignup',
               '[{\"bib\":\"1\",\"firstname\":\"Zoë\",\"lastname\":\"O’Brien\",\"gender\":\"f\",\"splits\":[]},{\"bib\":\"2\",\"firstname\":\"Ann\",\"lastname\":\"Berg\",\"gender\":\"f\",\"splits\":[]}]', 0);";
        tx.batch(&rows.replace("BYTE", byte()))
    };
    app.app.db().write(write).await.unwrap();
}

async fn delete(zoe: &mut Browser) -> crate::util::Response {
    zoe.delete("/api/account", &json!({ "password": PASSWORD })).await
}

#[tokio::test]
async fn nothing_names_who_has_left_and_everything_was_taken_along() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    let mut zoe = zoe(&app).await;
    let mut visitor = app.visitor();
    crate::announcements::sent_to(&app, &mut ada, "Spring 10K").await;
    rows_elsewhere(&app).await;
    let (page, public_id) = pages(&mut visitor).await("1");
    let line = |answer: &Value| answer["items"].as_array().unwrap().iter().find(|line| line["bib"] == "1").cloned().unwrap();
    let before = line(&visitor.get("/api/leaderboard").await.ok().json());

    // Every table is known to name people or not, and those that do name this one.
    let tables: BTreeSet<String> = app
        .app
        .db()
        .read(|tx| {
            let sql = tables();
            tx.query_all(sql, [], |row| row.get::<String>(0))
        })
        .await
        .unwrap()
        .into_iter()
        .collect();
    let known = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    let (naming, nameless) = (known(&NAMING), known(&NAMELESS));
    let all: BTreeSet<String> = naming.union(&nameless).cloned().collect();
    assert_eq!(tables, all, "a new table: does it name people? Then the export and the deletion of accounts must know it");
    let cells = found(&app).await;
    let having: BTreeSet<String> = cells.iter().map(|(table, ..)| table.clone()).collect();
    assert_eq!(having, naming);

    // The file has the value of each of them.
    let file = zoe.get("/api/account/export").await.ok();
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"splitline-account.json\"");
    assert_eq!(file.header("cache-control"), "no-store");
    let account = &file.json()["account"];
    for flag in ["isPrivate", "hideAge", "initialsOnly", "noticeResults", "noticeDevices"] {
        assert!(account[flag].is_boolean(), "{flag}: {account}");
    }
    for flag in [&file.json()["sessions"][0]["passkey"], &file.json()["results"][0]["isShown"]] {
        assert!(flag.is_boolean(), "{}", file.text());
    }
    let mut texts = Vec::new();
    leaves(&file.json(), &mut texts);
    let told = fold(&texts.join("\n"));
    // The key of an entrant is made of the name and the date of birth that stand beside it.
    let is_key = |(table, column, _): &&(String, String, String)| table == "timing_entrants" && column == "person";
    for (table, column, cell) in cells.iter().filter(|cell| !is_key(cell)) {
        let mut parts = Vec::new();
        match serde_json::from_str::<Value>(cell) {
            Ok(json @ (Value::Object(_) | Value::Array(_))) => leaves(&json, &mut parts),
            _ => parts.push(cell.clone()),
        }
        for part in parts.iter().map(|part| fold(part)).filter(|part| VALUES.iter().any(|value| part.contains(value))) {
            assert!(told.contains(&part), "{table}.{column}: {part} is not in {told}");
        }
    }
    for other in ["ann@", "berg", "jose", "muller", "ada"] {
        assert!(!told.split('\n').any(|text| text.contains(other)), "{other} is somebody else");
    }
    assert_eq!(zoe.get("/api/account/export").await.is(429).code(), "EXPORTED_JUST_NOW");
    app.clock.advance(60_000);
    zoe.get("/api/account/export").await.ok();

    let gone = delete(&mut zoe).await.ok();
    assert_eq!(gone.json(), json!({ "message": "Your account has been deleted.", "kept": [] }));
    assert!(["session", "token"].iter().all(|name| !zoe.cookies.contains_key(*name)));
    app.app.send_mail().await.unwrap();
    assert_eq!(found(&app).await, []);
    let last = app.app.mail().sent().pop().unwrap();
    assert_eq!((last.to.as_str(), last.subject.contains("deleted")), (EMAIL, true));
    app.app.db().read(audit::verify).await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'account.deleted'").await, 1);

    // The line is there, with its times and places, under the same address, and is nobody's.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    let after = line(&visitor.get("/api/leaderboard").await.ok().json());
    assert_eq!((&after["firstname"], &after["lastname"]), (&json!("Name removed"), &json!("")));
    let rest = |line: &Value| {
        let mut fields: BTreeMap<String, Value> = serde_json::from_value(line.clone()).unwrap();
        fields.retain(|name, _| name != "firstname" && name != "lastname");
        fields
    };
    assert_eq!(rest(&after), rest(&before));
    assert_eq!(visitor.get("/api/leaderboard?q=zoe").await.ok().json()["total"], 0);
    assert_eq!(visitor.get("/api/leaderboard?q=1").await.ok().json()["total"], 1);
    let own = visitor.get(&format!("/api{page}")).await.ok();
    assert_eq!(own.json()["result"]["firstname"], "Name removed");
    assert!(visitor.get(&page).await.ok().text().contains("Name removed"));
    let code = own.json()["certificate"].as_str().unwrap().to_owned();
    assert_eq!(visitor.get(&format!("/api/verify/{code}")).await.ok().json()["certificate"]["name"], "Name removed");
    let standing = visitor.get(&format!("/api/raceLeague/2027/runners/{public_id}")).await.ok().json();
    assert_eq!(standing["line"]["firstname"], "Name removed");
    let changed = visitor.get(RESULTS).await.ok().json()["contests"][0]["changes"][0].clone();
    assert_eq!((&changed["name"], &changed["text"]), (&json!("Name removed"), &json!("changed")));
    for live in ["/api/live/Spring%2010K", "/api/getLiveTimes?race=Spring%2010K"] {
        let answer = visitor.get(live).await.ok().text();
        assert!(answer.contains("Name removed") && !answer.contains("Zoë"), "{answer}");
    }
    // At the desk, the bib has its contest, and the age group: nothing has changed that could be published.
    let again = json!({ "contest": "10K", "despiteOpen": true, "reason": "Again" });
    assert_eq!(ada.post(&format!("{RESULTS}/publish"), &again).await.is(409).code(), "NOTHING_CHANGED");
    // Who was registered with the same address keeps the name, and not the address.
    let entrants = ada.get(&format!("{TIMING}/runners/3")).await.ok().text();
    assert!(entrants.contains("Müller") && !entrants.contains("zoe.obrien"), "{entrants}");

    // The name is an unknown one, and free.
    let unknown = visitor.login("nobody", PASSWORD).await.is(401);
    assert_eq!(visitor.login("fastrunner42", PASSWORD).await.is(401).bytes, unknown.bytes);
    let mut other = self::zoe(&app).await;
    other.get("/api/profile").await.ok();
}

#[tokio::test]
async fn published_results_lose_names_as_a_whole_and_nothing_else() {
    let app = TestApp::init().await;
    race(&app).await;
    for change in [
        "UPDATE results SET first_name = 'Eve', last_name = '', dob = NULL WHERE bib = '1'",
        "UPDATE results SET first_name = '' WHERE bib = '1'",
        "UPDATE results SET first_name = '', last_name = '', dob = NULL, official_ms = 1 WHERE bib = '1'",
        "UPDATE results SET dob = NULL WHERE bib = '1'",
        "UPDATE results SET team = '' WHERE bib = '1'",
        "UPDATE entrant_change_rows SET change = replace(change, 'Ann', 'Eve')",
        "UPDATE entrant_change_rows SET change = replace(change, '\"bib\":\"1\"', '\"bib\":\"9\"')",
    ] {
        let refused = app.app.db().write(move |tx| tx.execute(change, [])).await.unwrap_err().to_string();
        assert!(refused.contains("never changed") || refused.contains("append-only"), "{change}: {refused}");
    }
}

#[tokio::test]
async fn a_wrong_password_counts_as_at_the_login() {
    let app = TestApp::init().await;
    let mut zoe = zoe(&app).await;
    let wrong = json!({ "password": "not this one at all" });
    for _ in 0..5 {
        assert!(zoe.delete("/api/account", &wrong).await.is(400).text().contains("wrong_password"));
    }
    zoe.delete("/api/account", &wrong).await.is(429);
    delete(&mut zoe).await.is(429);
    zoe.get("/api/checkLogin").await.ok();
    app.visitor().delete("/api/account", &wrong).await.is(401);
    app.visitor().get("/api/account/export").await.is(401);
    app.clock.advance(15 * 60_000);
    delete(&mut zoe).await.ok();
    zoe.get("/api/checkLogin").await.is(401);
}

#[tokio::test]
async fn somebody_stays_who_can_administer_the_site() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let refused = ada.delete("/api/account", &json!({ "password": PASSWORD })).await.is(409);
    assert_eq!(refused.code(), "LAST_ADMIN");
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'account.deleted'").await, 0);
    splitline_server::account::admin::create(app.app.db(), "ben", "ben@example.test", &PASSWORD.into(), NOW).await.unwrap();
    let mut ben = app.visitor();
    ben.login("ben", PASSWORD).await.ok();
    // An invitation that waits goes with who invited; one that was used is of the other account, which stays.
    let invited =
        "INSERT INTO invitations SELECT 'i' || role, 'h' || role, 'tim@example.test', 'timer', id, 0, 1, NULL, NULL, NULL
        FROM users WHERE username = 'ada'";
    app.app.db().write(move |tx| tx.batch(invited)).await.unwrap();
    let (one, other) = (json!({ "password": PASSWORD }), json!({ "password": PASSWORD }));
    let (first, second) = tokio::join!(ada.delete("/api/account", &one), ben.delete("/api/account", &other));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "of two who leave at once one stays");
    assert_eq!(app.count("SELECT count(*) FROM users WHERE role = 'admin'").await, 1);
}

#[tokio::test]
async fn an_account_is_deleted_once() {
    let app = TestApp::init().await;
    race(&app).await;
    let mut zoe = zoe(&app).await;
    let mut also = zoe.clone();
    let confirmed = json!({ "password": PASSWORD });
    let (first, second) = tokio::join!(zoe.delete("/api/account", &confirmed), also.delete("/api/account", &confirmed));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 401]);
    assert_eq!(app.count("SELECT count(*) FROM audit WHERE action = 'account.deleted'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM mail_outbox").await, 1);
}

#[tokio::test]
async fn results_of_others_keep_their_names() {
    let app = TestApp::init().await;
    race(&app).await;
    let mut zoe = zoe(&app).await;
    app.with_user().await;
    // An administrator has given the result to somebody else; another claim waits.
    let claims = "INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at, decided_at, decided_by) SELECT public_id, (SELECT id FROM users WHERE username = 'ulf'), 'granted', 0, 0, NULL, NULL
          FROM results WHERE bib = '1' GROUP BY public_id;
        INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at, decided_at, decided_by) SELECT public_id, (SELECT id FROM users WHERE username = 'fastrunner42'), 'waiting', 1, 0, NULL, NULL
          FROM results WHERE bib IN ('1', '2') GROUP BY public_id";
    app.app.db().write(move |tx| tx.batch(claims)).await.unwrap();
    delete(&mut zoe).await.ok();
    let answer = app.visitor().get("/api/leaderboard").await.ok().text();
    assert!(answer.contains("O’Brien") && answer.contains("Berg"), "{answer}");
    assert_eq!(app.count("SELECT count(*) FROM result_claims").await, 1);
}

#[tokio::test]
async fn a_claimed_result_without_a_date_of_birth_loses_its_name_and_so_does_its_entrant() {
    let app = TestApp::init().await;
    let (mut ada, key) = timed_race(&app, "Spring 10K").await;
    ada.put_list(TIMING, "bib,firstname,lastname,gender\n7,Z.,Brien-Smith,f\n8,Kim,Lee,f\n").await;
    let mut reads: Vec<Value> = [7, 8].map(|bib| read("START", bib, 5)).to_vec();
    reads.extend([(7, 2705), (8, 2905)].map(|(bib, at)| read("FINISH", bib, at)));
    send(&app, "Spring 10K", &key, "application/json", None, Value::from(reads).to_string()).await.ok();
    ada.post(&format!("{RESULTS}/publish"), &json!({ "contest": "10K", "despiteOpen": true })).await.is(201);
    let mut zoe = zoe(&app).await;
    let claim = "INSERT INTO result_claims (public_id, user_id, state, wrong, claimed_at, decided_at, decided_by) SELECT public_id, (SELECT id FROM users WHERE username = 'fastrunner42'), 'granted', 0, 0, NULL, NULL
        FROM results WHERE bib = '7'";
    app.app.db().write(move |tx| tx.batch(claim)).await.unwrap();
    assert!(zoe.get("/api/account/export").await.ok().text().contains("Brien-Smith"));
    delete(&mut zoe).await.ok();
    app.app.send_mail().await.unwrap();
    assert_eq!(found(&app).await, []);
}

#[tokio::test]
async fn who_is_registered_for_a_race_to_come_stays_so_with_the_name() {
    let app = TestApp::init().await;
    let mut ada = race(&app).await;
    add_race_on(&app, "Autumn Run", "October 3, 2027").await;
    let autumn = "/api/timing/Autumn%20Run";
    ada.put(&format!("{autumn}/setup"), &crate::timing::setup()).await.ok();
    ada.put_list(autumn, "bib,firstname,lastname,gender,dob,email\n11,Zoë,O’Brien,f,1972-06-02,zoe.obrien@example.test\n").await;
    let mut zoe = zoe(&app).await;
    zoe.put("/api/updatePrivacy", &json!({ "isPrivate": true })).await.ok();
    let mut visitor = app.visitor();
    assert!(visitor.get("/api/live/Autumn%20Run").await.ok().text().contains("Private runner"));
    let gone = delete(&mut zoe).await.ok().json();
    assert_eq!(gone["kept"], json!(["Autumn Run"]));
    assert_eq!(gone["message"], "Your account has been deleted. You are still registered for Autumn Run.");
    app.app.send_mail().await.unwrap();
    let left: BTreeSet<String> = found(&app).await.into_iter().map(|(table, ..)| table).collect();
    assert_eq!(left, ["entrant_change_rows", "timing_entrants"].map(str::to_owned).into());
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert!(visitor.get("/api/live/Autumn%20Run").await.ok().text().contains("O’Brien"), "nobody hides the name any more");
    assert!(visitor.get("/api/live/Spring%2010K").await.ok().text().contains("Name removed"));
}

#[tokio::test]
async fn a_person_without_a_name_is_joined_with_nobody() {
    let app = TestApp::init().await;
    race(&app).await;
    let mut visitor = app.visitor();
    let joined = "INSERT INTO league_decisions (kind, a, b, decided_at, decided_by)
        SELECT 'join', max(public_id) FILTER (WHERE bib = '1'), max(public_id) FILTER (WHERE bib = '2'), 0, 'system' FROM results";
    app.app.db().write(move |tx| tx.batch(joined)).await.unwrap();
    let people =
        |league: &Value| league["items"].as_array().unwrap().iter().map(|line| line["firstname"].clone()).collect::<Vec<_>>();
    let before = visitor.get("/api/raceLeague?year=2027").await.ok().json();
    assert_eq!(before["total"], 2, "{before}");
    let mut zoe = zoe(&app).await;
    delete(&mut zoe).await.ok();
    let after = visitor.get("/api/raceLeague?year=2027").await.ok().json();
    let people = people(&after);
    assert!(people.len() == 3 && people.contains(&json!("Name removed")) && people.contains(&json!("Ann")), "{after}");
}
