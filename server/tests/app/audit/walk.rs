//! Every call that changes something leaves a row, which refers by ids and has no personal data.

use std::collections::BTreeSet;

use core_wasm::audit::{Actor, Event, Kind, Object};
use splitline_server::{audit, db};

use super::walk_accounts::accounts;
use super::walk_races::{announcements, courses, followed, packets, pages, photos, the_end_of_pages, the_record, tickets};
use super::walk_timing::timing;
use crate::util::{PASSWORD, TestApp};

/// Personal data that must not be in any row: addresses, numbers, dates of birth, names and bibs of the people below.
const PERSONAL: [&str; 12] = [
    "example.test",
    "runner.test",
    "555-0100",
    "1990-05-31",
    "1985-01-02",
    "Quill",
    "Oakes",
    "Engines",
    "4711",
    "C4712",
    PASSWORD,
    // The end of the address from which every request of the tests comes.
    ".113.7",
];

/// The calls that change something without a row in the record, and why.
const UNRECORDED: [(&str, &str); 28] = [
    ("POST /changeEmail", "nothing changes until the code is typed"),
    ("DELETE /changeEmail", "as above"),
    ("POST /verifyRacer", "nobody has an account yet; the row of the sign-up goes with it"),
    ("POST /resendVerification", "as above"),
    ("POST /verifyEmail", "as above"),
    ("POST /auditLog/seal", "it changes nothing: the record is read"),
    ("POST /passkeys/options", "adding the passkey is recorded"),
    ("POST /passkeyLogin/options", "the login is recorded"),
    ("POST /forgotPassword", "anybody may send it, for any address"),
    ("POST /resetPassword/check", "it changes nothing; its token is in a body so that no log has it"),
    ("POST /invitation", "it changes nothing; its token is in a body so that no log has it"),
    ("PUT /createDraft", "a draft is visible to its author only"),
    ("DELETE /createDraft", "as for PUT"),
    ("POST /packets/{RaceName}/actions", "they are never altered, so they are a record themselves; another chip is recorded"),
    ("POST /photos/{RaceName}/uploads", "the photo is recorded that is made of the file"),
    ("DELETE /photos/{RaceName}/uploads/{hash}", "no photo was made of the file yet"),
    ("POST /announcements/{RaceName}/preview", "it changes nothing; the text is in a body so that no log has it"),
    ("POST /announcements/{RaceName}/test", "it mails its author alone"),
    ("POST /unsubscribe", "who has the link of a mail may change the choice any number of times; its row says when"),
    ("PUT /unsubscribe", "as above"),
    ("POST /unsubscribe/link", "it changes nothing; its token is in a body so that no log has it"),
    ("POST /ticketPicture", "it changes nothing; its token is in a body so that no log has it"),
    ("POST /ticketStatus", "it changes nothing; its token is in a body so that no log has it"),
    ("PUT /tickets/{ticketId}/writing", "it changes nothing about the ticket, and is forgotten after seconds"),
    ("PUT /follows/{RaceName}", "whom somebody follows, which others do not see"),
    ("PUT /push/{RaceName}", "whom a browser follows, which names nobody and is deleted after the race"),
    ("DELETE /push/{RaceName}", "as above"),
    ("POST /timing/{RaceName}/reads", "reads are never altered, so they are a record themselves"),
];

pub(super) struct Row {
    pub(super) actor: String,
    pub(super) actor_name: String,
    pub(super) action: String,
    pub(super) object: String,
    pub(super) object_name: String,
    pub(super) values: String,
    pub(super) role: Option<String>,
    pub(super) network: Option<String>,
    pub(super) request: Option<String>,
}

pub(super) async fn rows(app: &TestApp) -> Vec<Row> {
    let sql = "SELECT actor, coalesce(actor_name, ''), action, object, coalesce(object_name, ''), old || ' ' || new, role, network, request FROM audit ORDER BY id";
    let rows = app.app.db().read(move |tx| {
        tx.query_all(sql, [], |row| {
            Ok(Row {
                actor: row.get(0)?,
                actor_name: row.get(1)?,
                action: row.get(2)?,
                object: row.get(3)?,
                object_name: row.get(4)?,
                values: row.get(5)?,
                role: row.get(6)?,
                network: row.get(7)?,
                request: row.get(8)?,
            })
        })
    });
    rows.await.unwrap()
}

/// Collects the calls that were made, and checks the rows of each.
pub(super) struct Walk<'a> {
    pub(super) app: &'a TestApp,
    pub(super) calls: BTreeSet<String>,
    rows: usize,
}

impl Walk<'_> {
    /// Checks that these are the rows of the call that was just made.
    pub(super) async fn left(&mut self, call: &str, events: &[Event]) {
        let rows = rows(self.app).await;
        let found: Vec<_> = rows[self.rows..].iter().map(|row| Event::parse(&row.action)).collect();
        assert_eq!(found, events.iter().copied().map(Some).collect::<Vec<_>>(), "{call}");
        assert_eq!(events.is_empty(), UNRECORDED.iter().any(|(unrecorded, _)| *unrecorded == call), "{call}");
        self.rows = rows.len();
        self.calls.insert(call.to_owned());
    }
}

#[tokio::test]
async fn the_rows_of_every_call_refer_by_id_and_contain_no_personal_data() {
    let app = TestApp::init().await;
    let mut walk = Walk { app: &app, calls: BTreeSet::new(), rows: 0 };
    let mut ada = accounts(&mut walk).await;
    pages(&mut walk, &mut ada).await;
    timing(&mut walk, &mut ada).await;
    photos(&mut walk, &mut ada).await;
    packets(&mut walk, &mut ada).await;
    courses(&mut walk, &mut ada).await;
    followed(&mut walk, &mut ada).await;
    tickets(&mut walk, &mut ada).await;
    announcements(&mut walk, &mut ada).await;
    the_record(&mut walk, &mut ada).await;
    the_end_of_pages(&mut walk, &mut ada).await;

    let described = ada.get("/api/openapi.json").await.ok().json();
    let paths = described["paths"].as_object().unwrap().iter();
    let calls =
        paths.flat_map(|(path, calls)| calls.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path)));
    let changing = calls.filter(|(method, _)| method != "GET").map(|(method, path)| format!("{method} {}", &path[4..]));
    assert_eq!(walk.calls, changing.collect(), "the calls of this test, and those of the document");

    let rows = rows(&app).await;
    assert_eq!(rows.last().unwrap().action, "race.purged");
    let known = app
        .app
        .db()
        .read(|tx| {
            let ids =
                "SELECT 'user:' || id FROM users UNION SELECT 'race:' || id FROM races UNION SELECT 'key:' || id FROM timing_keys
                       UNION SELECT 'link:' || id FROM packet_links UNION SELECT 'ticket:' || id FROM tickets";
            tx.query_all(ids, [], |row| row.get::<String>(0))
        })
        .await
        .unwrap();
    let purged = &rows.last().unwrap().object;
    // The key and the link were deleted together with their race.
    // The account that was deleted: its rows stay, without its name.
    let deleted = rows.iter().find(|row| row.action == "account.deleted").unwrap().object.clone();
    let is_known = |object: &Object| {
        known.contains(&object.to_string())
            || object.to_string() == *purged
            || object.to_string() == deleted
            || matches!(object.kind, Kind::Key | Kind::Link | Kind::Database)
    };
    for Row { actor, actor_name, action, object, object_name, values, role, network, request } in &rows {
        let event = Event::parse(action).unwrap_or_else(|| panic!("{action} is not in the table"));
        let object = Object::parse(object).unwrap_or_else(|| panic!("{action}: {object}"));
        assert_eq!(event.info().kind, object.kind, "{action}");
        assert!(is_known(&object), "{action}: {object} is no id");
        assert!(Actor::parse(actor).is_some(), "{action}: {actor}");
        // What the program does by itself, or a person at its command line, comes from nowhere.
        let own = ["account.created", "race.purged"].contains(&action.as_str()) && actor == "system";
        assert_eq!(network.as_deref(), (!own).then_some("203.0.113.0/24"), "{action}");
        assert_eq!(request.as_ref().map(String::len), (!own).then_some(22), "{action}");
        assert_eq!(role.is_some(), actor.starts_with("user:"), "{action} by {actor}");
        let names = [
            "ada",
            "ulf",
            "eve",
            "tom",
            "system",
            "box 7",
            "Spring Half",
            "Spring Half again",
            "Next Half",
            "Winter Run",
            "T-1001",
            "T-1002",
            "Mails that were set aside",
            db::FILE,
        ]
        .map(str::to_owned);
        let named = |id: &str, name: &String| if id == deleted { name.is_empty() } else { names.contains(name) };
        assert!(named(actor, actor_name) && named(&object.to_string(), object_name), "{action}: {actor_name}, {object_name}");
        for personal in PERSONAL {
            let row = format!("{actor} {actor_name} {object} {object_name} {values}");
            assert!(!row.contains(personal), "{action}: {personal} is in {row}");
        }
        // As words: ids may have any letters.
        let mut words = values.split(|c: char| !c.is_alphanumeric());
        assert!(!words.any(|word| ["ada", "ulf"].contains(&word)), "{action}: {values}");
    }
    assert_eq!(app.app.db().read(audit::verify).await.unwrap(), i64::try_from(rows.len()).unwrap());
}
