//! `GET /auditLog`: filters, pages, and what a row tells.

use std::collections::BTreeSet;

use core_wasm::account::Role;
use serde_json::{Value, json};
use splitline_server::audit::{About, Actor, Event, record};
use splitline_server::db::Store;

use crate::home::sqlite_only;
use crate::queries::statements;
use crate::util::{Browser, Form, NOW, TestApp};

const MINUTE: i64 = 60_000;

/// The list at this address.
async fn list(ada: &mut Browser, query: &str) -> Value {
    ada.get(&format!("/api/auditLog?{query}")).await.ok().json()
}

fn numbers(page: &Value) -> Vec<i64> {
    page["items"].as_array().unwrap().iter().map(|item| item["id"].as_i64().unwrap()).collect()
}

/// A row of the test: who, what, to what, and when.
type Written = (&'static str, Event, &'static str, i64);

/// Rows of three boxes about three races, some a day later; once the clock went back by an hour. The first ones are of logins.
async fn filled(app: &TestApp) -> Vec<Written> {
    let events = [Event::TimingGunSet, Event::TimingStatusSet, Event::TimingEntrantsPut];
    let mut rows = Vec::new();
    for n in 0..300_usize {
        let back = if (120..150).contains(&n) { 60 * MINUTE } else { 0 };
        let day = if n < 200 { 0 } else { 24 * 60 * MINUTE };
        let at = NOW + i64::try_from(n).unwrap() * MINUTE + day - back;
        rows.push((["k1", "k2", "k3"][n % 7 % 3], events[n % 5 % 3], ["r1", "r2", "r3"][n % 11 % 3], at));
    }
    let written = rows.clone();
    app.app
        .db()
        .write(move |tx| {
            for (key, event, race, at) in &written {
                record(tx, *at, &Actor::key(key, "box"), *event, About { id: race, name: "Race" }, &1, &2)?;
            }
            Ok(())
        })
        .await
        .unwrap();
    rows
}

#[tokio::test]
async fn every_combination_of_filters_lists_exactly_its_rows_page_by_page_in_both_directions() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let first = app.count("SELECT count(*) FROM audit").await + 1;
    let rows = filled(&app).await;
    let days = ["", "from=2027-06-01&to=2027-06-01", "from=2027-06-02"];
    let noon_to_midnight = NOW + 16 * 60 * MINUTE;
    let mut asked = 0;
    for bits in 1..8 {
        for (at, day) in days.iter().enumerate() {
            let (actor, action, object) = (bits & 1 > 0, bits & 2 > 0, bits & 4 > 0);
            let mut wanted: Vec<(i64, i64)> = rows
                .iter()
                .zip(first..)
                .filter(|((key, event, race, time), _)| {
                    (!actor || *key == "k2")
                        && (!action || *event == Event::TimingStatusSet)
                        && (!object || *race == "r3")
                        && match at {
                            1 => *time < noon_to_midnight,
                            2 => *time >= noon_to_midnight,
                            _ => true,
                        }
                })
                .map(|((.., time), id)| (*time, id))
                .collect();
            wanted.sort_unstable();
            wanted.reverse();
            let wanted: Vec<i64> = wanted.into_iter().map(|(_, id)| id).collect();
            let mut query = format!("pageSize=7&{day}");
            for (is_on, filter) in [(actor, "&actor=key:k2"), (action, "&action=timing.status.set"), (object, "&object=race:r3")]
            {
                query += if is_on { filter } else { "" };
            }
            let (mut by_number, mut by_row, mut page) = (Vec::new(), Vec::new(), 1);
            let mut cursor = String::new();
            loop {
                let numbered = list(&mut ada, &format!("{query}&page={page}")).await;
                let followed = list(&mut ada, &format!("{query}&page={page}{cursor}")).await;
                by_number.extend(numbers(&numbered));
                by_row.extend(numbers(&followed));
                asked += 2;
                assert_eq!(numbered["total"], wanted.len(), "{query}");
                assert_eq!((&numbered["more"], &numbered["newer"]), (&json!(false), &json!(page > 1)), "{query}");
                assert_eq!(numbered["older"], followed["older"], "{query}");
                let Some(last) = numbers(&followed).last().copied().filter(|_| followed["older"] == true) else { break };
                cursor = format!("&before={last}");
                page += 1;
            }
            assert_eq!(by_number, wanted, "{query}");
            assert_eq!(by_row, wanted, "{query}");
            // And back from the last row.
            let Some(last) = wanted.last() else { continue };
            let (mut back, mut cursor) = (vec![*last], *last);
            loop {
                let page = list(&mut ada, &format!("{query}&after={cursor}")).await;
                let found = numbers(&page);
                back.extend(found.iter().rev());
                if page["newer"] == false {
                    break;
                }
                cursor = found[0];
            }
            back.reverse();
            assert_eq!(back, wanted, "{query}, backwards");
        }
    }
    assert!(asked > 100, "{asked}");
}

#[tokio::test]
async fn without_filters_every_page_has_its_number() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    filled(&app).await;
    let all = app.count("SELECT count(*) FROM audit").await;
    let first = list(&mut ada, "").await;
    assert_eq!(numbers(&first), (all - 24..=all).rev().collect::<Vec<_>>());
    assert_eq!(
        (&first["total"], &first["more"], &first["older"], &first["newer"]),
        (&json!(all), &json!(false), &json!(true), &json!(false))
    );
    assert_eq!(numbers(&list(&mut ada, "page=3&pageSize=10").await), (all - 29..=all - 20).rev().collect::<Vec<_>>());
    let last = list(&mut ada, &format!("page={}&pageSize=1", all)).await;
    assert_eq!((numbers(&last), &last["older"], &last["newer"]), (vec![1], &json!(false), &json!(true)));
    assert_eq!(numbers(&list(&mut ada, "page=9999").await), Vec::<i64>::new());
    assert_eq!(numbers(&list(&mut ada, "before=3").await), [2, 1]);
    let newer = list(&mut ada, "after=1&pageSize=2").await;
    assert_eq!((numbers(&newer), &newer["newer"]), (vec![3, 2], &json!(true)));
    assert_eq!(list(&mut ada, "after=999999").await["items"], json!([]));
    assert_eq!(list(&mut ada, "actor=system&before=999999").await["items"], json!([]));
}

#[tokio::test]
async fn at_most_ten_thousand_rows_of_a_filter_are_counted_and_the_others_reached_all_the_same() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    app.app.db().write(|tx| super::add_rows(tx, &Actor::key("k", "box"), 10_001, NOW)).await.unwrap();
    let query = "actor=key:k&pageSize=100";
    let first = list(&mut ada, query).await;
    assert_eq!((&first["total"], &first["more"]), (&json!(10_000), &json!(true)));
    let hundredth = list(&mut ada, &format!("{query}&page=100")).await;
    assert_eq!((numbers(&hundredth).len(), &hundredth["older"]), (100, &json!(true)));
    let refused = ada.get(&format!("/api/auditLog?{query}&page=101")).await.is(400).json();
    assert_eq!(refused["fields"][0]["message"], "Give a number from 1 to 100.");
    let last = numbers(&hundredth)[99];
    let beyond = list(&mut ada, &format!("{query}&page=101&before={last}")).await;
    assert_eq!((numbers(&beyond).len(), &beyond["older"], &beyond["page"]), (1, &json!(false), &json!(101)));
}

#[tokio::test]
async fn a_row_tells_who_in_which_role_from_where_what_and_to_what() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    ada.peer = "[2001:db8:7:9::1]:4000".parse().unwrap();
    ada.create_page(Form::race("Spring Half")).await.is(201);
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "Date": "June 16, 2027" })).await.ok();
    let page = list(&mut ada, "action=race.updated").await;
    let row = page["items"][0].clone();
    let id = app.race_id("Spring Half").await;
    for (field, value) in [
        ("actorText", "ada"),
        ("role", "administrator"),
        ("actionText", "Page changed"),
        ("object", &format!("race:{id}")),
        ("objectText", "Spring Half"),
        ("page", "/race/Spring%20Half"),
        ("network", "2001:db8:7::/48"),
        ("when", "June 1, 2027, 8:00:00 AM EDT"),
    ] {
        assert_eq!(row[field], value, "{field}");
    }
    let changed = row["changes"].as_array().unwrap().iter().find(|change| change["field"] == "Header, Date").unwrap();
    assert_eq!(
        *changed,
        json!({ "field": "Header, Date", "kind": "changed", "before": "June 15, 2027", "after": "June 16, 2027" })
    );
    // The rows of one request have its id, those of another one another id.
    let ids: BTreeSet<String> =
        list(&mut ada, "actor=ada").await["items"].as_array().unwrap().iter().map(|row| row["request"].to_string()).collect();
    assert_eq!(ids.len(), 3, "a login, a new page and its change: {ids:?}");
}

#[tokio::test]
async fn the_role_is_the_one_with_which_the_request_began() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let mut ben = app.with_account("ben", Role::Admin).await;
    let id = crate::people::id(&mut ada, "ben").await;
    ben.put(&format!("/api/people/{id}/role"), &json!({ "role": "user" })).await.ok();
    let row = list(&mut ada, "action=account.role.set").await["items"][0].clone();
    assert_eq!((&row["actorText"], &row["role"]), (&json!("ben"), &json!("administrator")));
    // Who logs in has no session yet: the present role counts.
    ben.login("ben", crate::util::PASSWORD).await.ok();
    let row = list(&mut ada, "action=account.login&actor=ben").await["items"][0].clone();
    assert_eq!(row["role"], "user");
}

#[tokio::test]
async fn rows_are_found_by_names_and_lead_to_the_page_that_there_is_now() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    let mut ulf = app.with_user().await;
    ada.create_page(Form::race("Spring Half")).await.is(201);
    ada.put("/api/updateHeaderText", &json!({ "RaceName": "Spring Half", "EditedName": "Autumn Half" })).await.ok();
    for name in ["Spring%20Half", "autumn%20half"] {
        let page = list(&mut ada, &format!("object={name}")).await;
        assert_eq!((&page["total"], &page["items"][0]["page"]), (&json!(2), &json!("/race/Autumn%20Half")), "{name}");
    }
    ada.delete("/api/deletePage", &json!({ "RaceName": "Autumn Half" })).await.ok();
    // Who has deleted it is asked by its name.
    let deleted = list(&mut ada, "object=Autumn%20Half").await;
    assert_eq!((&deleted["items"][0]["action"], &deleted["items"][0]["page"]), (&json!("race.deleted"), &json!("/EditRaces")));
    let form =
        json!({ "name": "Quill", "contact": "quill@runner.test", "requestType": "Other", "title": "x", "description": "y" });
    app.visitor().post("/api/createTicket", &form).await.is(201);
    let ticket = list(&mut ada, "object=t-1001").await["items"][0].clone();
    assert_eq!((&ticket["actorText"], &ticket["page"]), (&json!("a visitor"), &json!("/ResolveTickets?ticket=T-1001")));
    assert_eq!((ticket.get("role"), &ticket["network"]), (None, &json!("203.0.113.0/24")));
    let login = list(&mut ada, "object=ulf").await["items"][0].clone();
    assert_eq!((&login["action"], &login["page"]), (&json!("account.login"), &json!("/people?q=ulf")));
    // The rows of a deleted account stay, under an id that belongs to nobody.
    let user = login["object"].as_str().unwrap().to_owned();
    ulf.delete("/api/account", &json!({ "password": crate::util::PASSWORD })).await.ok();
    let gone = list(&mut ada, &format!("actor={user}")).await;
    assert_eq!((&gone["total"], &gone["items"][0]["actorText"]), (&json!(2), &json!("somebody whose account was deleted")));
    assert_eq!((&gone["items"][0]["objectText"], gone["items"][0].get("page")), (&json!("an account that was deleted"), None));
    assert_eq!(list(&mut ada, "actor=ulf").await["items"], json!([]), "nobody has this name");
    assert_eq!(list(&mut ada, "object=No%20such%20race").await["total"], 0);
}

#[tokio::test]
async fn a_filter_that_cannot_be_read_is_refused_at_its_field() {
    let app = TestApp::init().await;
    let mut ada = app.with_admin().await;
    for (query, field) in [
        ("action=race.eaten", "action"),
        ("from=someday", "from"),
        ("to=2027-02-30", "to"),
        ("from=2027-06-02&to=2027-06-01", "to"),
        ("page=0", "page"),
        ("pageSize=101", "pageSize"),
        ("before=x", "before"),
        ("before=1&after=1", "after"),
    ] {
        for call in ["auditLog", "auditLog.csv"] {
            let refused = ada.get(&format!("/api/{call}?{query}")).await.is(400).json();
            assert_eq!(refused["fields"][0]["field"], field, "{query}");
            assert!(!refused["fields"][0]["message"].as_str().unwrap().is_empty());
        }
    }
}

/// The index of each combination of filters, in the order of the bits: 1 actor, 2 action, 4 object.
const INDEXES: [&str; 8] = ["time", "actor", "action", "actor_action", "object", "actor_object", "object_action", "all"];

#[tokio::test]
async fn every_combination_of_filters_is_read_along_an_index_without_sorting() {
    if sqlite_only("plans are read; of a server, see postgres.rs") {
        return;
    }
    let app = TestApp::init().await;
    filled(&app).await;
    let mut checked = [0; 3];
    for analyzed in [false, true] {
        if analyzed {
            app.app.db().write(|tx| tx.batch("ANALYZE")).await.unwrap();
        }
        let of_list =
            statements().into_iter().filter(|(file, sql)| file.ends_with("audit_log/store.rs") && sql.contains("FROM audit"));
        for (_, sql) in of_list.filter(|(_, sql)| sql.contains("at >= $") || sql.contains("at < $")) {
            let compared = sql.split_once("WHERE").unwrap().1.split("ORDER BY").next().unwrap();
            let has = |filter: &str| compared.contains(filter);
            let bits = usize::from(has("actor")) + 2 * usize::from(has("action")) + 4 * usize::from(has("object"));
            let explain = format!("EXPLAIN QUERY PLAN {sql}");
            let count = sql.split('$').count() - 1;
            let plan = app.app.db().read(move |tx| {
                let nothing = vec![&None::<i64> as &dyn Store; count];
                tx.query_all(&explain, nothing.as_slice(), |row| row.get::<String>(3))
            });
            let plan = plan.await.unwrap().join("; ");
            let index = format!("INDEX audit_by_{} (", INDEXES[bits]);
            assert!(plan.contains(&index) && !plan.contains("TEMP B-TREE") && !plan.contains("SCAN audit"), "{sql}: {plan}");
            checked[if sql.starts_with("SELECT count") { 0 } else { 1 + usize::from(sql.contains("DESC")) }] += 1;
        }
    }
    assert_eq!(checked, [16, 16, 16]);
}
