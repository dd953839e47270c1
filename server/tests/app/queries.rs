//! Checks of every SQL statement in the source, and of how SQLite runs it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use splitline_server::db::Store;

use crate::home::sqlite_only;
use crate::util::TestApp;

/// Statements that may read a whole table, by their beginning, and why.
const WHOLE: [(&str, &str); 70] = [
    ("DELETE FROM leases WHERE until", "a row for each work that one copy does: some ten"),
    (
        "SELECT race_id, max(created_at) FROM push_subscriptions",
        "by an index, the subscriptions of races that are not over: some ten thousand",
    ),
    (
        "SELECT count(*) FROM mail_outbox WHERE announcement_id IS NOT NULL",
        "an index has only those that are not sent: some hundred",
    ),
    ("SELECT id, race_id, subject, body FROM announcements WHERE state", "an index has only those that are being sent"),
    ("SELECT version_id FROM result_offer_rounds", "the versions that were published since the last round of mail"),
    (
        "SELECT id, email, first_name, last_name, dob FROM users WHERE notice_results = 1",
        "once for each published version, between other mail",
    ),
    (
        "SELECT u.id, u.username, u.first_name, u.last_name, u.dob, u.gender, u.cell_phone",
        "the beginning of statements with an index each",
    ),
    ("SELECT race_id, bib, entrant FROM timing_entrants WHERE person IS NULL", "at a start, by an index of those without a key"),
    ("SELECT count(*) FROM result_claims c JOIN results r", "an index has only the claims that wait"),
    ("SELECT c.public_id, c.user_id, c.claimed_at, u.username", "as above; the oldest are listed"),
    ("SELECT race_id, summary, created_at, updated_at FROM race_summaries", "lists show every race, and summaries are small"),
    ("SELECT s.race_id, s.summary, coalesce(t.contests, 0), t.first_gun, EXISTS", "the live race is chosen among all"),
    (
        "SELECT m.race_id, m.senders FROM timing_mylaps",
        "when a MYLAPS timer connects; one row for each race that has such timers",
    ),
    (
        "SELECT v.id, v.race_id, r.name, v.contest, v.distance",
        "the leaderboard adds up the contests that are shown, by their index: a few for each race",
    ),
    (
        "SELECT r.name, v.published_at FROM result_versions",
        "the sitemap names every race with results, by the index of the contests that are shown",
    ),
    ("SELECT DISTINCT substr(v.race_date, 1, 4)", "the years of the race league, by the index of the contests that are shown"),
    (
        "SELECT id, kind, a, b, undoes FROM league_decisions ORDER BY id",
        "what administrators decided about persons, when standings are derived or one more is decided",
    ),
    ("SELECT d.id, d.kind, d.a, d.b, d.undoes", "the newest 100 decisions about persons, by their numbers"),
    ("SELECT gender, age, length_mm FROM age_standards", "an administrator looks at the table of age grades"),
    (
        "SELECT is_private, initials_only, hide_age, id, first_name, last_name, dob FROM users",
        "the accounts that hide something, by their index: when somebody becomes one, and when results are published",
    ),
    ("SELECT count(*), min(created_at) FROM mail_outbox", "a collector of metrics asks; an index has only the mails that wait"),
    ("SELECT coalesce(sum(bytes), 0) FROM photo_races", "one row for each race with photos"),
    ("SELECT race_id, matched FROM photo_races", "once a minute; one row for each race with photos"),
    ("SELECT race_id FROM photo_races WHERE NOT EXISTS", "once a minute; one row for each race with photos"),
    ("SELECT race_id, size FROM photo_uploads WHERE done = 0", "files that are being sent: limited in number for each race"),
    ("SELECT id FROM photo_uploads WHERE done = 0", "as above, once a minute"),
    ("DELETE FROM list_previews", "when somebody is taken out: some megabytes"),
    (
        "SELECT id, hash, name, size, kind, done, added, known, refused, refusals, received, race_id FROM photo_uploads",
        "as above, once a minute",
    ),
    ("SELECT i.id, i.email, i.role, u.username", "an administrator looks at the invitations: at most 200 are kept"),
    ("SELECT id, email FROM invitations WHERE used_at IS NULL", "as above, when somebody is invited"),
    ("DELETE FROM invitations WHERE", "as above"),
    ("UPDATE invitations SET revoked_at = $1 WHERE invited_by", "as above, when somebody is an administrator no longer"),
    ("SELECT count(*) FROM races", "at the start of a demo"),
    ("SELECT count(*) FROM reads GROUP BY run", "at the start of a demo"),
    ("SELECT count(*) FROM users WHERE role = 'admin'", "once, at a start that names an administrator"),
    ("SELECT count(*) FROM (SELECT 1 FROM audit WHERE", "at most 10,000 rows of a filter, by its index"),
    ("SELECT id, name FROM races WHERE deleted_at IS NOT NULL ORDER BY", "the deleted races of 30 days, by their index"),
    ("DELETE FROM images WHERE NOT EXISTS", "once an hour"),
    ("DELETE FROM reset_tokens WHERE expires_at", "there are at most five an hour for an account"),
    ("SELECT id FROM reset_requests LIMIT 1", "one row, or none"),
    ("SELECT id, email_key FROM reset_requests ORDER BY id", "the requests of the last two seconds"),
    ("DELETE FROM attempts WHERE forgotten_at <= (SELECT", "at most 20,000 counts, by their index, after a failed login"),
    ("DELETE FROM ticket_keys WHERE", "at most 50,000 keys, by their index, after a ticket or a reply with a key"),
    ("DELETE FROM ticket_mails WHERE", "at most 50,000 keys, by their index, after a mail was taken"),
    ("SELECT id, why, sender, subject, bytes, received_at FROM ticket_mails_aside", "at most a hundred for each of four reasons"),
    ("SELECT id, sender FROM ticket_mails_aside", "as above, when an account is deleted"),
    ("SELECT sender, subject, received_at FROM ticket_mails_aside", "as above, for a copy of the own data"),
    ("SELECT count(*) FROM (SELECT 1 FROM tickets WHERE", "at most 10,000 tickets of a list, by its index"),
    ("SELECT id, title, text, version FROM saved_replies ORDER BY", "at most 200 saved replies"),
    ("SELECT count(*) FROM saved_replies", "as above"),
    ("DELETE FROM signups WHERE expires_at <= (SELECT", "at most 20,000 sign-ups, by their index, after one more has begun"),
    ("DELETE FROM mail_outbox WHERE sent_at", "sent mail is kept for a week"),
    ("SELECT max(version)", "the history of the schema"),
    (
        "SELECT race_id, entrant FROM timing_entrants WHERE entrant LIKE",
        "once for a person's copy of the data, and at its deletion",
    ),
    ("SELECT r.change_id, r.position, c.race_id, c.at, r.change FROM entrant_change_rows", "as above"),
    ("SELECT kind, a, b, decided_at FROM league_decisions", "as above; what administrators decided"),
    ("SELECT r.name, h.part, h.at, h.by_name FROM race_history", "as above"),
    ("SELECT name, deleted_at, deleted_by FROM races", "as above"),
    ("SELECT i.email, i.role, i.created_at", "as above; invitations are few"),
    (
        "SELECT email, first_name, last_name, dob, gender, cell_phone, created_at, expires_at FROM signups",
        "as above; at most 20,000",
    ),
    ("SELECT recipient, subject, created_at, sent_at FROM mail_outbox", "as above; the mails of a week"),
    ("UPDATE race_history SET by_name", "as above"),
    ("SELECT id, recipient FROM mail_outbox", "as above; the mails of a week"),
    ("SELECT id, email FROM signups", "as above; at most 20,000"),
    ("SELECT id, email FROM invitations", "as above; invitations are few"),
    ("SELECT user_id, email FROM email_changes", "as above; those of an hour"),
    ("DELETE FROM reset_requests WHERE email_key", "the requests of the last two seconds"),
    ("UPDATE races SET deleted_by = $1 WHERE deleted_by", "as above"),
    ("SELECT count(*) FROM sqlite_schema", "at the start"),
    ("DELETE FROM live_versions", "after a restore of the database"),
];

#[tokio::test]
async fn no_statement_reads_a_whole_table_without_a_reason() {
    if sqlite_only("plans are read") {
        return;
    }
    let app = TestApp::init().await;
    let mut seen = 0;
    let mut slow = Vec::new();
    for (file, sql) in statements() {
        seen += 1;
        let explain = format!("EXPLAIN QUERY PLAN {sql}");
        let plan = app.app.db().read(move |tx| {
            let nothing = vec![&None::<i64> as &dyn Store; values(&explain)];
            tx.query_all(&explain, nothing.as_slice(), |row| row.get::<String>(3))
        });
        let plan = plan.await.unwrap_or_else(|error| panic!("{file}: {error:?}: {sql}"));
        let scans: Vec<&String> = plan.iter().filter(|step| step.starts_with("SCAN") && *step != "SCAN CONSTANT ROW").collect();
        let last_row = sql.ends_with("ORDER BY id DESC LIMIT 1");
        if !scans.is_empty() && !last_row && !WHOLE.iter().any(|(begins, _)| sql.starts_with(begins)) {
            slow.push(format!("{file}: {scans:?}: {sql}"));
        }
    }
    assert!(seen > 80, "only {seen} statements were found");
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

#[test]
fn pictures_are_read_one_at_a_time() {
    // The bytes are in a table of their own, and are read for one picture by its hash.
    let bytes = statements().into_iter().filter(|(_, sql)| sql.contains("image_variants") && sql.starts_with("SELECT"));
    let bytes: Vec<String> = bytes.map(|(_, sql)| sql).collect();
    assert!(bytes.len() >= 2);
    for sql in bytes {
        assert!(sql.contains("WHERE hash = $1") && sql.ends_with("LIMIT 1"), "{sql}");
    }
}

/// How many parameters a statement has: `$1` twice is one.
fn values(sql: &str) -> usize {
    let numbers = sql.split('$').skip(1).map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    numbers.filter(|number| !number.is_empty()).collect::<BTreeSet<_>>().len()
}

/// Columns of whole numbers, which every engine sorts alike.
const NUMBERS: [&str; 40] = [
    "a.id",
    "a.seq",
    "announcement_id",
    "at",
    "audit.id",
    "b.photo",
    "c.claimed_at",
    "c.id",
    "created_at",
    "d.id",
    "deleted_at",
    "expires_at",
    "first_answer_at",
    "forgotten_at",
    "gender_group_position",
    "gender_position",
    "group_position",
    "last_at",
    "f.created_at",
    "i.created_at",
    "m.at",
    "m.id",
    "mail_outbox.id",
    "message_id",
    "number",
    "p.number",
    "position",
    "r.id",
    "r.position",
    "r.version_id",
    "received_at",
    "run",
    "s.version",
    "seen_at",
    "v.contest_order",
    "v.id",
    "version",
    "version_id",
    "wall",
    "width",
];

#[test]
fn text_is_sorted_by_code_point_on_every_engine() {
    let mut sorted = 0;
    for (file, sql) in statements() {
        for order in sql.split("ORDER BY ").skip(1) {
            let order = order.split(" LIMIT ").next().unwrap().split(')').next().unwrap();
            for (place, term) in order.split(", ").enumerate() {
                sorted += 1;
                let column = term.split(' ').next().unwrap();
                // An id that is sorted first is a row number; an id after another column is text.
                let number = NUMBERS.contains(&column) || (column == "id" && place == 0);
                assert!(number || term.contains("COLLATE 'C'"), "{file}: {term} in {sql}");
            }
        }
    }
    assert!(sorted > 15, "only {sorted} were found");
}

/// Every statement in the source, with its file.
pub fn statements() -> Vec<(String, String)> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut statements = Vec::new();
    for file in files(&sources).into_iter().filter(|file| !file.components().any(|part| part.as_os_str() == "db")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let text: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect();
        let mut literals = literals(&text);
        // The text of the constant `SELECT` of the file, which replaces `{SELECT}` in its statements.
        let select = text.split_once("const SELECT: &str = \"").map(|(_, rest)| rest.split('"').next().unwrap().to_owned());
        literals.retain(|literal| Some(literal) != select.as_ref());
        for literal in literals {
            let literal = literal.replace("{SELECT}", select.as_deref().unwrap_or("{SELECT}"));
            let literal = literal.split_whitespace().collect::<Vec<_>>().join(" ");
            let verbs = ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM "];
            if verbs.iter().any(|verb| literal.starts_with(verb)) {
                statements.push((file.strip_prefix(&sources).unwrap().display().to_string(), literal));
            }
        }
    }
    statements
}

/// The string literals of a source file.
fn literals(text: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let text = text.replace("'\"'", "' '").replace("\\\\", "");
    let mut parts = text.replace("\\\"", "'").split('"').map(str::to_owned).collect::<Vec<_>>().into_iter();
    while let (Some(_code), Some(literal)) = (parts.next(), parts.next()) {
        literals.push(literal.replace("\\\n", " "));
    }
    literals
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    files.filter(|file| file.extension().is_some_and(|ending| ending == "rs")).collect()
}
