//! Entrants: lists in every form, what they would change, undoing, and one entrant by hand.

use std::io::Write;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::timing::{setup, timed_race};
use crate::util::{Browser, Response, TestApp};

const BASE: &str = "/api/timing/Spring%2010K";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const ADA: &str = "bib,firstname,lastname,gender,dob,contest,chip\n17,Ada,Oakes,f,1990-05-31,10K,C17\n";

async fn send(browser: &mut Browser, query: &str, kind: &str, body: impl Into<Body>) -> Response {
    let request = Request::put(format!("{BASE}/entrants{query}")).header("content-type", kind);
    browser.send(request.body(body.into()).unwrap()).await
}

async fn apply(browser: &mut Browser, list: &str) -> Value {
    send(browser, "", "text/csv", list.to_owned()).await.ok().json()
}

/// The entrant of a bib, as the timing calls answer it.
async fn entrant(browser: &mut Browser, bib: &str) -> Value {
    let all = browser.get(&format!("{BASE}/entrants")).await.ok().json();
    all.as_array().unwrap().iter().find(|one| one["bib"] == bib).cloned().unwrap_or_default()
}

async fn changes(browser: &mut Browser) -> Vec<Value> {
    browser.get(&format!("{BASE}/entrantChanges")).await.ok().json()["changes"].as_array().unwrap().clone()
}

async fn undo(browser: &mut Browser, change: &Value, query: &str) -> Response {
    let path = format!("{BASE}/entrantChanges/{}/undo{query}", change["id"].as_str().unwrap());
    browser.post(&path, &json!({})).await
}

#[tokio::test]
async fn a_list_changes_only_its_columns_and_says_first_what_it_would_empty() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    apply(&mut ada, ADA).await;
    let chips = apply(&mut ada, "bib,chip\n17,C18\n").await;
    assert_eq!(chips["warnings"], json!([]));
    let now = entrant(&mut ada, "17").await;
    assert_eq!((&now["firstname"], &now["dob"], &now["chip"]), (&json!("Ada"), &json!("1990-05-31"), &json!("C18")));

    let trial = send(&mut ada, "?dryRun=true", "text/csv", "bib,lastname,dob\n17,Byron,\n").await.ok().json();
    let first = "It would delete 1 date of birth, whose cells are empty in the list.";
    assert_eq!((&trial["warnings"][0]["text"], &trial["warnings"][0]["show"]), (&json!(first), &json!("emptied")));
    assert_eq!(trial["lines"][0]["fields"][0], json!({ "label": "Last name", "before": "Oakes", "after": "Byron" }));
}

#[tokio::test]
async fn what_a_person_says_about_columns_is_remembered_for_lists_like_it() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let list = "Dossard,Athlete,Pacer,Event\n17,\"Oakes, Ada\",yes,10K\n";
    let trial = send(&mut ada, "?dryRun=true", "text/csv", list).await.ok().json();
    assert_eq!(trial["warnings"][0]["text"], "No column of the list is the bib. Say what each column is.");
    let refused = send(&mut ada, "", "text/csv", list).await.is(400);
    assert_eq!(refused.code(), "columns_asked");
    assert_eq!(app.count("SELECT count(*) FROM timing_entrants").await, 0);

    send(&mut ada, "?columns=bib,name,-,contest", "text/csv", list).await.ok();
    assert_eq!(entrant(&mut ada, "17").await["lastname"], "Oakes");
    // The next list with the same columns needs no answer; one with other columns does.
    assert_eq!(apply(&mut ada, &list.replace("17", "18")).await["added"], 1);
    send(&mut ada, "", "text/csv", list.replace("Pacer", "Shoe")).await.is(400);
    send(&mut ada, "?columns=bib,bib,-,contest", "text/csv", list).await.is(400);
}

#[tokio::test]
async fn a_preview_is_shown_in_pages_and_its_refused_lines_are_a_file() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let lines: String = (1..=900).map(|n| format!("{n},Runner {n},{}\n", if n % 9 == 0 { "old" } else { "30" })).collect();
    let list = format!("bib,name,age\n{lines}");
    let trial = send(&mut ada, "?dryRun=true", "text/csv", list).await.ok().json();
    assert_eq!((trial["lines"].as_array().unwrap().len(), &trial["added"], &trial["refused"]), (500, &json!(800), &json!(100)));
    let preview = format!("{BASE}/listPreviews/{}", trial["preview"].as_str().unwrap());
    let page = ada.get(&format!("{preview}?show=refused&offset=98&limit=50")).await.ok().json();
    assert_eq!((&page["total"], page["lines"].as_array().unwrap().len()), (&json!(100), 2));
    let found = ada.get(&format!("{preview}?q=runner%20898")).await.ok().json();
    assert_eq!((&found["total"], &found["lines"][0]["line"]), (&json!(1), &json!(899)));
    let file = ada.get(&format!("{preview}/refused.csv")).await.ok();
    assert!(file.header("content-disposition").starts_with("attachment"));
    let text = file.text();
    assert_eq!(text.lines().count(), 101);
    assert_eq!(text.lines().nth(1), Some(r#"10,"The age ""old"" is not a number from 0 to 120.",9,Runner 9,old"#));
    ada.get(&format!("{BASE}/listPreviews/other")).await.is(404);

    // It shows what the list would change now: one of its lines is entered meanwhile.
    apply(&mut ada, "bib,name,age\n898,Runner 898,30\n").await;
    let unchanged = ada.get(&format!("{preview}?show=unchanged")).await.ok().json();
    assert_eq!((&unchanged["total"], &unchanged["lines"][0]["bib"]), (&json!(1), &json!("898")));
}

#[tokio::test]
async fn a_preview_follows_the_setup() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let trial = send(&mut ada, "?dryRun=true", "text/csv", "bib,contest\n1,10K\n2,5K\n").await.ok().json();
    assert_eq!((&trial["added"], &trial["refused"]), (&json!(1), &json!(1)));
    let preview = format!("{BASE}/listPreviews/{}?show=refused", trial["preview"].as_str().unwrap());
    assert_eq!(ada.get(&preview).await.ok().json()["total"], 1);
    ada.put(&format!("{BASE}/gun"), &json!({ "contest": "10K", "gun": null, "confirmed": true })).await.ok();
    let mut renamed = crate::timing::setup();
    renamed["contests"][0]["name"] = json!("5K");
    renamed["contests"][0]["gun"] = Value::Null;
    ada.put(&format!("{BASE}/setup"), &renamed).await.ok();
    let refused = ada.get(&preview).await.ok().json();
    assert_eq!((&refused["total"], &refused["lines"][0]["bib"]), (&json!(1), &json!("1")));
}

#[tokio::test]
async fn a_list_is_not_applied_when_it_would_change_something_else_than_its_dry_run() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    apply(&mut ada, ADA).await;
    let list = "bib,lastname\n17,Byron\n";
    let version = send(&mut ada, "?dryRun=true", "text/csv", list).await.ok().json()["version"].as_str().unwrap().to_owned();
    apply(&mut ada, "bib,firstname\n17,Augusta\n").await;
    let late = send(&mut ada, &format!("?version={version}"), "text/csv", list).await.is(409);
    assert_eq!(late.code(), "LIST_CHANGED");
    assert_eq!(entrant(&mut ada, "17").await["lastname"], "Oakes");
    let version = send(&mut ada, "?dryRun=true", "text/csv", list).await.ok().json()["version"].as_str().unwrap().to_owned();
    send(&mut ada, &format!("?version={version}"), "text/csv", list).await.ok();
}

#[tokio::test]
async fn a_list_is_undone_but_for_who_was_changed_since() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    apply(&mut ada, ADA).await;
    apply(&mut ada, "bib,firstname,chip\n17,Augusta,C20\n18,Bo,C17\n").await;
    apply(&mut ada, "bib,team\n18,Engines\n").await;
    let made = changes(&mut ada).await;
    assert_eq!(
        (made.len(), &made[1]["label"], &made[1]["by"], &made[1]["undone"]),
        (3, &json!("List"), &json!("ada"), &json!(false))
    );
    assert_eq!(made[1]["summary"], "1 added, 1 changed, 0 unchanged, 0 refused.");

    // Bib 18 has the chip that 17 had, and was changed since: so both stay.
    let refused = undo(&mut ada, &made[1], "").await.is(409).json();
    assert_eq!(
        (&refused["code"], &refused["message"]),
        (&json!("NOTHING_TO_UNDO"), &json!("Nothing can be undone. Bib 17's chip C17 belongs to bib 18 now."))
    );
    undo(&mut ada, &made[0], "").await.ok();
    let trial = undo(&mut ada, &made[1], "?dryRun=true").await.ok().json();
    assert_eq!(trial["summary"], "1 entrant changed back and 1 entrant taken out again.");
    assert_eq!(entrant(&mut ada, "17").await["firstname"], "Augusta");
    undo(&mut ada, &made[1], "").await.ok();
    let now = entrant(&mut ada, "17").await;
    assert_eq!((&now["firstname"], &now["chip"], entrant(&mut ada, "18").await), (&json!("Ada"), &json!("C17"), Value::Null));
    assert_eq!(undo(&mut ada, &made[1], "").await.is(409).code(), "UNDONE_ALREADY");
    // Undoing is a change, which can be undone, too.
    let last = changes(&mut ada).await.remove(0);
    undo(&mut ada, &last, "").await.ok();
    assert_eq!(entrant(&mut ada, "18").await["firstname"], "Bo");
    undo(&mut ada, &json!({ "id": "none" }), "").await.is(404);
}

#[tokio::test]
async fn a_list_is_listed_with_the_name_of_its_file() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    send(&mut ada, "?name=may%2Fstart%20list.csv", "text/csv", ADA.to_owned()).await.ok();
    assert_eq!(changes(&mut ada).await[0]["summary"], "start list.csv: 1 added, 0 changed, 0 unchanged, 0 refused.");
}

#[tokio::test]
async fn changes_of_entrants_are_append_only_and_go_with_their_race() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    apply(&mut ada, ADA).await;
    for sql in [
        "UPDATE entrant_changes SET summary = ''",
        "DELETE FROM entrant_changes",
        "UPDATE entrant_change_rows SET change = ''",
        "DELETE FROM entrant_change_rows",
    ] {
        app.app.db().write(move |tx| tx.execute(sql, [])).await.unwrap_err();
    }
    app.app.db().write(|tx| tx.execute("DELETE FROM races", [])).await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM entrant_change_rows").await, 0);
}

#[tokio::test]
async fn one_entrant_is_added_changed_and_withdrawn() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    apply(&mut ada, ADA).await;
    let bo = json!({ "bib": "018", "firstname": "Bo", "lastname": "Lund", "gender": "M", "dob": "1/2/85", "contest": "10k", "chip": "C18" });
    let added = ada.post(&format!("{BASE}/entrants"), &bo).await.is(201).json();
    assert_eq!(
        (&added["bib"], &added["gender"], &added["dob"], &added["contest"]),
        (&json!("18"), &json!("m"), &json!("1985-01-02"), &json!("10K"))
    );
    let wrong = ada.post(&format!("{BASE}/entrants"), &json!({ "bib": "17", "chip": "C18" })).await.is(400).json();
    let fields: Vec<&Value> = wrong["fields"].as_array().unwrap().iter().map(|field| &field["field"]).collect();
    assert_eq!(fields, ["bib", "chip"]);

    ada.put(&format!("{BASE}/entrants/18/status"), &json!({ "status": "DNS" })).await.ok();
    let form = |bib: &str, first: &str| json!({ "bib": bib, "firstname": first, "lastname": "Lund", "gender": "m", "dob": "1985-01-02", "contest": "10K", "chip": "C18" });
    let edit = json!({ "before": form("18", "Bo"), "after": form("19", "Beau") });
    ada.put(&format!("{BASE}/entrants/18"), &edit).await.ok();
    assert_eq!((entrant(&mut ada, "18").await, &entrant(&mut ada, "19").await["firstname"]), (Value::Null, &json!("Beau")));
    let runner = ada.get(&format!("{BASE}/runners/19")).await.ok().json();
    assert_eq!((&runner["status"], &runner["name"]), (&json!("DNS"), &json!("Beau Lund")), "the status follows the runner");
    ada.put(&format!("{BASE}/entrants/18"), &edit).await.is(404);
    let stale = json!({ "before": form("19", "Bo"), "after": form("19", "B.") });
    let refused = ada.put(&format!("{BASE}/entrants/19"), &stale).await.is(409).json();
    assert_eq!((&refused["code"], &refused["entrant"]["firstname"]), (&json!("ENTRANT_CHANGED"), &json!("Beau")));

    // Every desk hears of it, and who made it.
    let desk = ada.get(BASE).await.ok().json();
    assert_eq!(
        (&desk["entrantChanges"][0]["label"], &desk["entrantChanges"][0]["summary"]),
        (&json!("Entrant changed"), &json!("Bib 19, before 18: first name."))
    );
    ada.delete(&format!("{BASE}/entrants/19"), &json!({})).await.ok();
    ada.delete(&format!("{BASE}/entrants/19"), &json!({})).await.is(404);
    let made = changes(&mut ada).await;
    let told: Vec<(&Value, &Value)> = made.iter().map(|change| (&change["label"], &change["summary"])).collect();
    assert_eq!(told[0], (&json!("Entrant withdrawn"), &json!("Bib 19.")));
    assert_eq!(told[1], (&json!("Entrant changed"), &json!("Bib 19, before 18: first name.")));
    undo(&mut ada, &made[0], "").await.ok();
    undo(&mut ada, &made[1], "").await.ok();
    assert_eq!(entrant(&mut ada, "18").await["firstname"], "Bo");
}

#[tokio::test]
async fn entrants_are_found_and_exported_in_the_form_that_is_read() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    apply(&mut ada, "bib,name,team\n9,José Núñez,=1+1\n10,Ada Oakes,Engines\n100,Bo Lund,\n").await;
    let found = ada.get(&format!("{BASE}/entrantSearch?q=jose")).await.ok().json();
    assert_eq!((&found["total"], &found["entrants"][0]["bib"]), (&json!(1), &json!("9")));
    let found = ada.get(&format!("{BASE}/entrantSearch?q=10&limit=1")).await.ok().json();
    assert_eq!((&found["total"], &found["entrants"][0]["bib"]), (&json!(2), &json!("10")));
    let file = ada.get(&format!("{BASE}/entrants.csv")).await.ok();
    assert!(file.text().contains("José,Núñez") && file.text().contains(",'=1+1,\r\n"), "{}", file.text());
    let again = send(&mut ada, "", "text/csv", file.bytes.to_vec()).await.ok().json();
    assert_eq!(again["summary"], "0 added, 0 changed, 3 unchanged, 0 refused.");
}

/// Saves a setup from the one as it is now.
async fn save(ada: &mut Browser, setup: &Value) {
    let version = ada.get(BASE).await.ok().json()["setupVersion"].as_str().unwrap().to_owned();
    ada.put(&format!("{BASE}/setup?version={version}"), setup).await.ok();
}

#[tokio::test]
async fn a_renamed_contest_keeps_its_entrants() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    apply(&mut ada, ADA).await;
    let mut renamed = setup();
    renamed["contests"][0]["name"] = json!("10 Kilometres");
    save(&mut ada, &renamed).await;
    assert_eq!(entrant(&mut ada, "17").await["contest"], "10 Kilometres");
    let history = ada.get(&format!("{BASE}/entrantChanges")).await.ok().json();
    assert_eq!(history["changes"][0]["summary"], "10K is now 10 Kilometres; 1 entrant went with it.");
    assert_eq!((&history["warning"], &history["contests"]), (&Value::Null, &json!(["10 Kilometres"])));
    // Another contest in its place is no new name: that nobody is in it any more is said.
    renamed["contests"][0]["name"] = json!("Half");
    renamed["contests"][0]["distanceMetres"] = json!(21097.5);
    save(&mut ada, &renamed).await;
    let history = ada.get(&format!("{BASE}/entrantChanges")).await.ok().json();
    assert_eq!(history["warning"], "1 entrant is in no contest of the setup and will have no time: 10 Kilometres.");
}

#[tokio::test]
async fn a_renamed_wave_keeps_its_entrants() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let mut waves = setup();
    waves["contests"][0]["gun"] = Value::Null;
    waves["contests"][0]["acceptUnlisted"] = json!(false);
    waves["contests"][0]["bibs"] = json!([]);
    waves["contests"][0]["waves"] = json!([{ "name": "A", "gun": null }, { "name": "B", "gun": null }]);
    save(&mut ada, &waves).await;
    let list = "bib,contest,wave\n17,10K,b\n18,10K,C\n";
    let applied = apply(&mut ada, list).await;
    assert_eq!((&applied["added"], &applied["refused"]), (&json!(1), &json!(1)));
    waves["contests"][0]["waves"][1]["name"] = json!("Second");
    save(&mut ada, &waves).await;
    assert_eq!(entrant(&mut ada, "17").await["wave"], "Second");
    let history = ada.get(&format!("{BASE}/entrantChanges")).await.ok().json();
    assert_eq!(history["changes"][0]["summary"], "B (10K) is now Second; 1 entrant went with it.");
    assert_eq!(history["warning"], Value::Null);
}

/// A workbook of these sheets, each with its rows of cells as XML.
fn workbook(sheets: &[&str]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut part = |name: &str, text: String| {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    };
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let numbers = || (1..).zip(sheets);
    let listed: String = numbers().map(|(n, _)| format!(r#"<sheet name="Sheet {n}" sheetId="{n}" r:id="r{n}"/>"#)).collect();
    let related: String = numbers()
        .map(|(n, _)| format!(r#"<Relationship Id="r{n}" Type="{office}/worksheet" Target="worksheets/sheet{n}.xml"/>"#))
        .collect();
    part("[Content_Types].xml", r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#.into());
    part(
        "_rels/.rels",
        format!(
            r#"<Relationships xmlns="{package}"><Relationship Id="r" Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
        ),
    );
    part("xl/workbook.xml", format!(r#"<workbook xmlns="{main}" xmlns:r="{office}"><sheets>{listed}</sheets></workbook>"#));
    part(
        "xl/_rels/workbook.xml.rels",
        format!(
            r#"<Relationships xmlns="{package}">{related}<Relationship Id="s" Type="{office}/styles" Target="styles.xml"/></Relationships>"#
        ),
    );
    part(
        "xl/styles.xml",
        format!(
            r#"<styleSheet xmlns="{main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>"#
        ),
    );
    for (n, rows) in numbers() {
        part(
            &format!("xl/worksheets/sheet{n}.xml"),
            format!(r#"<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>"#),
        );
    }
    zip.finish().unwrap().into_inner()
}

/// A cell with text.
fn text(at: &str, text: &str) -> String {
    format!(r#"<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>"#)
}

#[tokio::test]
async fn a_workbook_is_read_as_a_list() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let rows = [
        format!(r#"<row r="1">{}</row>"#, text("A1", "Entrants of 2027")),
        format!(r#"<row r="3">{}{}{}</row>"#, text("A3", "Bib"), text("B3", "Name"), text("C3", "Birth Date")),
        format!(r#"<row r="4"><c r="A4"><v>17</v></c>{}<c r="C4" s="1"><v>33024</v></c></row>"#, text("B4", "Oakes, Ada")),
        format!(r#"<row r="5"><c r="A5"><v>18</v></c>{}</row>"#, text("B5", "Bo Lund")),
    ];
    let trial = send(&mut ada, "?dryRun=true", XLSX, workbook(&["", &rows.concat(), &rows[0]])).await.ok().json();
    let told: Vec<&str> = trial["warnings"].as_array().unwrap().iter().map(|warning| warning["text"].as_str().unwrap()).collect();
    assert_eq!(
        told,
        [
            "Only the sheet \"Sheet 2\" was read; 1 other sheet was not.",
            "1 line stands above the names of the columns and was not read."
        ]
    );
    assert_eq!(trial["lines"][1]["line"], 5);
    send(&mut ada, "", XLSX, workbook(&[&rows.concat()])).await.ok();
    let now = entrant(&mut ada, "17").await;
    assert_eq!((&now["lastname"], &now["dob"]), (&json!("Oakes"), &json!("1990-05-31")));
}

#[tokio::test]
async fn a_workbook_that_is_none_or_too_large_is_refused() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    // Small as a file, and 60 MB inside.
    let bomb = workbook(&[&" ".repeat(60 * 1024 * 1024)]);
    assert!(bomb.len() < 200_000);
    let wide = workbook(&[&format!(r#"<row r="1">{}</row>"#, text("XFD1", "Bib"))]);
    for (body, words) in [
        (
            b"PK\x03\x04 and nothing".to_vec(),
            "This is not an Excel workbook that can be read. Save the sheet as CSV, and send that.",
        ),
        (bomb, "The workbook is too large. Save the sheet as CSV, and send that."),
        (wide, "The sheet has more than 250 columns."),
        (workbook(&[""]), "The list is empty: its first line must name the columns."),
    ] {
        assert_eq!(send(&mut ada, "?dryRun=true", XLSX, body).await.is(400).json()["message"], words);
    }
}

#[tokio::test]
async fn a_list_in_utf_16_or_windows_1252_is_read() {
    let app = TestApp::init().await;
    let (mut ada, _) = timed_race(&app, "Spring 10K").await;
    let list = "bib;name\r\n17;Zoë Núñez\r\n";
    let utf16: Vec<u8> = list.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let windows: Vec<u8> = list.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    for body in [utf16, windows] {
        send(&mut ada, "", "text/csv; charset=unknown", body).await.ok();
        assert_eq!(entrant(&mut ada, "17").await["firstname"], "Zoë");
    }
    assert_eq!(changes(&mut ada).await.len(), 1, "the second list changed nothing");
}
