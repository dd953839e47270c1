//! What is stored of a person, as rows of the file that [`super::export`] sends. Whose rows they are is decided by [`Person`].

use core_wasm::audit::Event;
use core_wasm::dates::format_instant;
use core_wasm::timing::Entrant;
use serde_json::{Map, Value, json};

use super::person::{self, Person};
use crate::db::{self, Store, Tx, params};
use crate::error::{Error, Result};

/// The most rows of the record of changes, the newest ones.
const MOST_RECORDED: i64 = 10_000;

pub(super) fn time(ms: i64) -> String {
    format_instant(ms, core_wasm::dates::zone_or_default("UTC"))
}

/// The columns that say yes or no, which the database stores as 1 or 0.
const FLAGS: [&str; 8] = ["isPrivate", "hideAge", "initialsOnly", "noticeResults", "noticeDevices", "passkey", "isShown", "own"];

/// The rows of a statement as objects with these names, in its order. A column whose name ends with `At` is a time.
pub(super) fn rows(tx: &Tx<'_>, sql: &str, values: &[&dyn Store], names: &[&str]) -> Result<Vec<Value>> {
    tx.query_all(sql, values, |row| {
        let mut object = Map::new();
        for (column, name) in names.iter().enumerate() {
            let value = match row.value(column)? {
                db::Value::Integer(at) if name.ends_with("At") => time(at).into(),
                db::Value::Integer(flag) if FLAGS.contains(name) => (flag != 0).into(),
                db::Value::Integer(number) => number.into(),
                db::Value::Text(text) => text.into(),
                db::Value::Null(_) | db::Value::Bytes(_) => Value::Null,
            };
            object.insert((*name).to_owned(), value);
        }
        Ok(object.into())
    })
}

/// The rows whose `email` is the account's, or that say `own`.
pub(super) fn with_address(tx: &Tx<'_>, person: &Person, sql: &str, values: &[&dyn Store], names: &[&str]) -> Result<Vec<Value>> {
    let mut all = rows(tx, sql, values, names)?;
    all.retain(|row| person.owns(row["email"].as_str().unwrap_or_default()) || row["own"] == true);
    Ok(all)
}

/// Who has a session need not have the mailbox: a subject may have a code.
pub(super) fn mails(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut mails = with_address(
        tx,
        person,
        "SELECT recipient, subject, created_at, sent_at FROM mail_outbox ORDER BY id",
        params![],
        &["email", "subject", "createdAt", "sentAt"],
    )?;
    for mail in &mut mails {
        let subject = mail["subject"].as_str().unwrap_or_default().replace(|c: char| c.is_ascii_digit(), "•");
        mail["subject"] = subject.into();
    }
    Ok(mails)
}

/// The name of a race; empty while it is hidden from everybody but administrators.
fn race_name(tx: &Tx<'_>, id: &str) -> Result<String> {
    let name = tx.query_opt("SELECT name FROM races WHERE id = $1 AND hidden = 0", params![id], |row| row.get(0))?;
    Ok(name.unwrap_or_default())
}

pub(super) fn results(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for public_id in person.people.keys() {
        all.extend(rows(
            tx,
            "SELECT coalesce(n.name, ''), v.race_date, v.contest, v.version, v.current, r.public_id, r.bib, r.first_name, r.last_name,
               r.gender, r.dob, r.age_group, r.wave, r.team, r.status, r.gun_ms, r.chip_ms, r.official_ms, r.overall_rank,
               r.gender_rank, r.group_rank
             FROM results r JOIN result_versions v ON v.id = r.version_id LEFT JOIN races n ON n.id = v.race_id AND n.hidden = 0
             WHERE r.public_id = $1 ORDER BY r.version_id",
            params![public_id],
            &[
                "race", "date", "contest", "version", "isShown", "id", "bib", "firstName", "lastName", "gender", "dob", "ageGroup",
                "wave", "team", "status", "gunMs", "chipMs", "officialMs", "overallRank", "genderRank", "ageGroupRank",
            ],
        )?);
    }
    Ok(all)
}

pub(super) fn told(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let told = person::told(tx, person)?;
    // A change of somebody else that mentions the person is told without that one's name.
    Ok(told
        .into_iter()
        .map(|told| json!({ "name": if told.own { told.name } else { String::new() }, "text": told.text }))
        .collect())
}

pub(super) fn league(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let all = rows(
        tx,
        "SELECT kind, a, b, decided_at FROM league_decisions WHERE a IS NOT NULL ORDER BY id",
        params![],
        &["kind", "a", "b", "decidedAt"],
    )?;
    let concerns =
        |row: &Value| ["a", "b"].iter().any(|side| row[*side].as_str().is_some_and(|id| person.people.contains_key(id)));
    Ok(all.into_iter().filter(concerns).collect())
}

/// An entrant as the person may have it: the whole own entry, but for another address; of other persons the address alone.
fn shown(person: &Person, race_id: &str, entrant: &Entrant) -> Result<Value> {
    let own_address = person.has_address(entrant);
    Ok(if person.is(race_id, entrant) {
        let email = entrant.email.clone().filter(|_| own_address);
        serde_json::to_value(Entrant { email, ..entrant.clone() })?
    } else {
        json!({ "bib": entrant.bib, "contest": entrant.contest, "email": entrant.email.as_ref().filter(|_| own_address) })
    })
}

pub(super) fn start_lists(tx: &Tx<'_>, person: &Person, entrants: &[(String, Entrant)]) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for (race, entrant) in entrants {
        all.push(json!({ "race": race_name(tx, race)?, "entrant": shown(person, race, entrant)? }));
    }
    Ok(all)
}

pub(super) fn changes(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for stored in person::changes(tx, person)? {
        let side = |side: &Option<Entrant>| side.as_ref().map(|one| shown(person, &stored.race_id, one)).transpose();
        let (before, after) = (side(&stored.change.before)?, side(&stored.change.after)?);
        all.push(json!({ "race": race_name(tx, &stored.race_id)?, "at": time(stored.at), "before": before, "after": after }));
    }
    Ok(all)
}

/// Notes of volunteers, for entries whose address or result proves that they are the account's.
pub(super) fn packets(tx: &Tx<'_>, person: &Person, entrants: &[(String, Entrant)]) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for (race, entrant) in entrants.iter().filter(|(race, entrant)| person.is(race, entrant) && person.has_address(entrant)) {
        all.extend(rows(
            tx,
            "SELECT coalesce(n.name, ''), a.bib, a.kind, a.value, a.received_at FROM packet_actions a
             LEFT JOIN races n ON n.id = a.race_id AND n.hidden = 0
             WHERE a.race_id = $1 AND a.bib = $2 AND a.refusal IS NULL ORDER BY a.seq",
            params![race, entrant.bib],
            &["race", "bib", "action", "value", "receivedAt"],
        )?);
    }
    Ok(all)
}

/// The bibs of the person, each with its race.
fn bibs(person: &Person, entrants: &[(String, Entrant)]) -> Vec<(String, String)> {
    let entered = entrants.iter().filter(|(race, entrant)| person.is(race, entrant));
    let mut bibs: Vec<_> = entered.map(|(race, entrant)| (race.clone(), entrant.bib.clone())).collect();
    bibs.extend(person.lines.iter().map(|line| (line.race_id.clone(), line.bib.clone())));
    bibs.sort();
    bibs.dedup();
    bibs
}

pub(super) fn sent(tx: &Tx<'_>, person: &Person, entrants: &[(String, Entrant)]) -> Result<Vec<Value>> {
    let bibs = bibs(person, entrants);
    let mut all = Vec::new();
    for race in bibs.iter().map(|(race, _)| race).collect::<std::collections::BTreeSet<_>>() {
        for result in person::sent(tx, person, race, &|bib| bibs.contains(&(race.clone(), bib.to_owned())))? {
            all.push(json!({ "race": race_name(tx, race)?, "result": result }));
        }
    }
    Ok(all)
}

pub(super) fn photos(tx: &Tx<'_>, person: &Person, entrants: &[(String, Entrant)]) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for (race, bib) in bibs(person, entrants) {
        let shown = rows(
            tx,
            "SELECT p.id, b.bib FROM photo_bibs b JOIN photos p ON p.number = b.photo
             WHERE b.race_id = $1 AND b.bib = $2 AND p.list = 'matched' ORDER BY p.number",
            params![race, bib],
            &["id", "bib"],
        )?;
        all.extend(shown.into_iter().map(|photo| {
            let address = format!("/photo/{}/2560", photo["id"].as_str().unwrap_or_default());
            json!({ "bib": photo["bib"], "address": address })
        }));
    }
    Ok(all)
}

pub(super) fn drafts(tx: &Tx<'_>, id: &str) -> Result<Vec<Value>> {
    tx.query_all("SELECT form, saved_at FROM create_drafts WHERE user_id = $1", params![id], |row| {
        let form: Value = serde_json::from_str(&row.get::<String>(0)?)?;
        Ok(json!({ "form": form, "savedAt": time(row.get(1)?) }))
    })
}

pub(super) fn pages(tx: &Tx<'_>, person: &Person) -> Result<Vec<Value>> {
    let mut all = rows(
        tx,
        "SELECT r.name, h.part, h.at, h.by_name FROM race_history h JOIN races r ON r.id = h.race_id WHERE h.by_name = $1",
        params![person.username],
        &["race", "part", "changedAt", "by"],
    )?;
    all.extend(rows(
        tx,
        "SELECT name, deleted_at, deleted_by FROM races WHERE deleted_by = $1",
        params![person.username],
        &["race", "deletedAt", "by"],
    )?);
    Ok(all)
}

/// The rows of the record about the account, without other people's names, and without decisions about claims of which it must not know.
pub(super) fn record(tx: &Tx<'_>, whose: &str, claims: &[Value]) -> Result<Vec<Value>> {
    let is_known = |action: &str, new: &Value| {
        action != Event::AccountClaimDecided.info().name || claims.iter().any(|claim| claim["result"] == new["result"])
    };
    let mut all = Vec::new();
    for sql in [
        "SELECT id, at, action, old, new, actor, actor_name, object, object_name, network FROM audit WHERE actor = $1 ORDER BY at DESC, audit.id DESC LIMIT $2",
        "SELECT id, at, action, old, new, actor, actor_name, object, object_name, network FROM audit WHERE object = $1 ORDER BY at DESC, audit.id DESC LIMIT $2",
    ] {
        all.extend(tx.query_all(sql, params![whose, MOST_RECORDED], |row| {
            let name = |id: usize, name: usize| {
                Ok::<_, Error>(row.get::<Option<String>>(name)?.filter(|_| row.get::<String>(id).is_ok_and(|id| id == whose)))
            };
            let action: String = row.get(2)?;
            let label = Event::parse(&action).map(|event| event.info().label).unwrap_or_default();
            let (old, new): (String, String) = (row.get(3)?, row.get(4)?);
            let (old, new): (Value, Value) = (serde_json::from_str(&old)?, serde_json::from_str(&new)?);
            let known = is_known(&action, &new);
            // The network is that of who did it.
            let network = row.get::<Option<String>>(9)?.filter(|_| row.get::<String>(5).is_ok_and(|actor| actor == whose));
            let what = json!({
                "at": time(row.get(1)?), "action": action, "label": label, "by": name(5, 6)?, "about": name(7, 8)?,
                "network": network, "old": old, "new": new
            });
            Ok(known.then_some((row.get::<i64>(0)?, what)))
        })?);
    }
    let mut all: Vec<_> = all.into_iter().flatten().collect();
    all.sort_by_key(|(id, _)| std::cmp::Reverse(*id));
    all.dedup_by_key(|(id, _)| *id);
    all.truncate(usize::try_from(MOST_RECORDED).unwrap_or(usize::MAX));
    Ok(all.into_iter().map(|(_, what)| what).collect())
}
