//! Who an account is, and where the database names that person.

use std::collections::{HashMap, HashSet};

use core_wasm::privacy;
use core_wasm::race::Race;
use core_wasm::timing::Entrant;
use core_wasm::timing::formats::SentResult;
use core_wasm::timing::plan::EntrantChange;

use crate::account::store::{by_id, key as key_of};
use crate::db::{Row, Tx, params};
use crate::error::Result;
use crate::privacy::{is_unknown, namesakes, own_people, own_standing};
use crate::timed::{TimedRace, store};

/// The person of an account.
#[derive(Default)]
pub(super) struct Person {
    pub(super) id: String,
    pub(super) username: String,
    pub(super) email: String,
    first_name: String,
    last_name: String,
    dob: String,
    /// The persons of published results that are the account's, by their opaque ids, each with the race.
    pub(super) people: HashMap<String, String>,
    /// Their lines in every version.
    pub(super) lines: Vec<Line>,
    /// Who of start lists has a result of the account, by race, bib and name: claims are also granted without a date of birth.
    claimed: HashSet<(String, String, String)>,
    /// Whether start lists are compared with the name and date of birth, which are only typed.
    speaks: bool,
    /// The results of the person that keep the name, since somebody else claims them, too.
    pub(super) claimed_by_others: Vec<String>,
    /// The addresses of other accounts of the same name and date of birth: an entry with one of them is of that account.
    others: HashSet<String>,
}

impl Person {
    /// The person of the account with this id, as far as data is taken out when the account is deleted. A result that somebody else claims, too,
    /// stays until it is decided whose it is.
    pub(super) fn load(tx: &Tx<'_>, id: &str) -> Result<Option<Self>> {
        let takes_along = own_standing(tx, id)?.takes_along();
        let (mut people, mut claimed_by_others) = (HashMap::new(), Vec::new());
        for (public_id, race) in own_people(tx, id, takes_along)? {
            let others = "SELECT 1 FROM result_claims WHERE public_id = $1 AND user_id <> $2 AND state = 'waiting'";
            if tx.query_opt(others, params![public_id, id], |row| row.get::<i64>(0))?.is_some() {
                claimed_by_others.push(public_id);
            } else {
                people.insert(public_id, race);
            }
        }
        Ok(Self::with(tx, id, people, takes_along)?.map(|person| Self { claimed_by_others, ..person }))
    }

    /// Somebody of whom nothing is known but these results, by their opaque ids, each with the race.
    pub(super) fn of_results(tx: &Tx<'_>, people: HashMap<String, String>) -> Result<Self> {
        let mut person = Self { lines: lines(tx, &people)?, people, ..Self::default() };
        person.claimed = person.bibs_and_names();
        Ok(person)
    }

    /// The same without results that another account hides as well: nobody may learn here what it hides.
    pub(super) fn known(tx: &Tx<'_>, id: &str) -> Result<Option<Self>> {
        let speaks = own_standing(tx, id)?.speaks();
        let mut people = HashMap::new();
        for (public_id, race) in own_people(tx, id, speaks)? {
            if !is_unknown(tx, id, &public_id)? {
                people.insert(public_id, race);
            }
        }
        Self::with(tx, id, people, speaks)
    }

    fn with(tx: &Tx<'_>, id: &str, people: HashMap<String, String>, speaks: bool) -> Result<Option<Self>> {
        let Some(mut person) = Self::of_account(tx, id)? else { return Ok(None) };
        person.lines = lines(tx, &people)?;
        (person.people, person.speaks) = (people, speaks);
        person.claimed = person.bibs_and_names();
        for other in namesakes(tx, id)? {
            person.others.extend(by_id(tx, &other)?.map(|user| key_of(&user.email)));
        }
        Ok(Some(person))
    }

    fn bibs_and_names(&self) -> HashSet<(String, String, String)> {
        let key = |line: &Line| (line.race_id.clone(), line.bib.clone(), privacy::name(&line.first_name, &line.last_name));
        self.lines.iter().map(key).filter(|(.., name)| !name.is_empty()).collect()
    }

    fn of_account(tx: &Tx<'_>, id: &str) -> Result<Option<Self>> {
        tx.query_opt("SELECT id, username, email, first_name, last_name, dob FROM users WHERE id = $1", params![id], |row| {
            Ok(Self {
                id: row.get(0)?,
                username: row.get(1)?,
                email: row.get(2)?,
                first_name: row.get(3)?,
                last_name: row.get(4)?,
                dob: row.get(5)?,
                ..Self::default()
            })
        })
    }

    /// Whether an entrant of a race is the person: by the name and bib of a result of the account; by name and address, if no other date of
    /// birth is in the list; or by name and date of birth, if they decide and the entry is not another account's.
    pub(super) fn is(&self, race_id: &str, entrant: &Entrant) -> bool {
        let name = privacy::name(&entrant.first_name, &entrant.last_name);
        if self.claimed.contains(&(race_id.to_owned(), entrant.bib.clone(), name)) {
            return true;
        }
        if entrant.email.as_deref().is_some_and(|email| self.others.contains(&key_of(email))) {
            return false;
        }
        let person = |dob: &str| privacy::person(&entrant.first_name, &entrant.last_name, dob);
        let own_address = self.has_address(entrant);
        match entrant.dob.as_deref().map(str::trim).filter(|dob| !dob.is_empty()) {
            Some(dob) => {
                let own = privacy::person(&self.first_name, &self.last_name, &self.dob);
                (self.speaks || own_address) && own.is_some() && person(dob) == own
            }
            None => own_address && self.is_named(&[&entrant.first_name, " ", &entrant.last_name].concat()),
        }
    }

    /// Whether an entrant was registered with the address of the account.
    pub(super) fn has_address(&self, entrant: &Entrant) -> bool {
        entrant.email.as_deref().is_some_and(|email| self.owns(email))
    }

    /// Whether an address is that of the account.
    pub(super) fn owns(&self, address: &str) -> bool {
        !self.email.is_empty() && key_of(address) == key_of(&self.email)
    }

    /// Whether a name in one is that of the account.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let own = privacy::name(&self.first_name, &self.last_name);
        !own.is_empty() && privacy::name(name, "") == own
    }

    /// What rows have that may name the person, as patterns of `LIKE`: the date of birth and the address in the JSON of entrants.
    fn patterns(&self) -> (Option<String>, Option<String>) {
        let (dob, email) = (self.dob.trim(), self.email.trim().to_lowercase());
        (
            (!dob.is_empty()).then(|| format!("%\"dob\":\"{dob}\"%")),
            (!email.is_empty()).then(|| format!("%\"email\":\"%{email}%")),
        )
    }
}

/// A line of published results.
pub(super) struct Line {
    pub(super) version: i64,
    pub(super) position: i64,
    pub(super) current: bool,
    pub(super) race_id: String,
    pub(super) bib: String,
    pub(super) first_name: String,
    pub(super) last_name: String,
}

/// The lines of these persons in every version.
fn lines(tx: &Tx<'_>, people: &HashMap<String, String>) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for id in people.keys() {
        lines.extend(tx.query_all(
            "SELECT r.version_id, r.position, v.current, v.race_id, r.bib, r.first_name, r.last_name
             FROM results r JOIN result_versions v ON v.id = r.version_id WHERE r.public_id = $1 ORDER BY r.version_id",
            params![id],
            |row| {
                Ok(Line {
                    version: row.get(0)?,
                    position: row.get(1)?,
                    current: row.get(2)?,
                    race_id: row.get(3)?,
                    bib: row.get(4)?,
                    first_name: row.get(5)?,
                    last_name: row.get(6)?,
                })
            },
        )?);
    }
    Ok(lines)
}

/// The entrants of all races who are the person, or were registered with the person's address.
pub(super) fn entrants(tx: &Tx<'_>, person: &Person) -> Result<Vec<(String, Entrant)>> {
    let (dob, email) = person.patterns();
    let rows = tx.query_all(
        "SELECT race_id, entrant FROM timing_entrants WHERE entrant LIKE $1 OR lower(entrant) LIKE $2",
        params![dob, email],
        |row| Ok((row.get::<String>(0)?, serde_json::from_str::<Entrant>(&row.get::<String>(1)?)?)),
    )?;
    let mut found: Vec<_> =
        rows.into_iter().filter(|(race, entrant)| person.is(race, entrant) || person.has_address(entrant)).collect();
    for (race, bib, _) in &person.claimed {
        if let Some(entrant) = store::entrant(tx, race, bib)?.filter(|entrant| person.is(race, entrant))
            && found.iter().all(|(of, known)| of != race || known.bib != entrant.bib)
        {
            found.push((race.clone(), entrant));
        }
    }
    Ok(found)
}

/// A stored change of an entrant.
pub(super) struct StoredChange {
    pub(super) id: String,
    pub(super) position: i64,
    pub(super) race_id: String,
    pub(super) at: i64,
    pub(super) change: EntrantChange,
}

/// The changes of entrants who are the person or have the person's address, before or after.
pub(super) fn changes(tx: &Tx<'_>, person: &Person) -> Result<Vec<StoredChange>> {
    let (dob, email) = person.patterns();
    let mut rows = tx.query_all(
        "SELECT r.change_id, r.position, c.race_id, c.at, r.change FROM entrant_change_rows r JOIN entrant_changes c ON c.id = r.change_id
         WHERE r.change LIKE $1 OR lower(r.change) LIKE $2",
        params![dob, email],
        stored_change,
    )?;
    for (race, bib, _) in &person.claimed {
        rows.extend(tx.query_all(
            "SELECT r.change_id, r.position, c.race_id, c.at, r.change FROM entrant_changes c JOIN entrant_change_rows r ON r.change_id = c.id
             WHERE c.race_id = $1 AND r.change LIKE $2",
            params![race, format!("%\"bib\":\"{bib}\"%")],
            stored_change,
        )?);
    }
    let concerns = |row: &StoredChange| {
        let named = |entrant: &Entrant| person.is(&row.race_id, entrant) || person.has_address(entrant);
        row.change.before.iter().chain(&row.change.after).any(named)
    };
    rows.retain(concerns);
    rows.sort_by(|a, b| (&a.id, a.position).cmp(&(&b.id, b.position)));
    rows.dedup_by(|a, b| (&a.id, a.position) == (&b.id, b.position));
    Ok(rows)
}

fn stored_change(row: &Row<'_>) -> Result<StoredChange> {
    Ok(StoredChange {
        id: row.get(0)?,
        position: row.get(1)?,
        race_id: row.get(2)?,
        at: row.get(3)?,
        change: serde_json::from_str(&row.get::<String>(4)?)?,
    })
}

/// The changes of a version's list that tell of a person.
pub(super) struct Told {
    pub(super) version: i64,
    pub(super) position: i64,
    pub(super) name: String,
    pub(super) text: String,
    /// Whether it is the person's own change; another one only mentions the name.
    pub(super) own: bool,
}

/// The listed changes of results that name the person.
pub(super) fn told(tx: &Tx<'_>, person: &Person) -> Result<Vec<Told>> {
    let Person { people, lines, .. } = person;
    let folded = |first: &str, last: &str| privacy::name(first, last);
    let names: HashSet<String> =
        lines.iter().map(|line| folded(&line.first_name, &line.last_name)).filter(|name| !name.is_empty()).collect();
    let mut told = Vec::new();
    for race in people.values().collect::<HashSet<_>>() {
        tx.for_each(
            "SELECT c.version_id, c.position, c.name, c.text, r.public_id
             FROM result_versions v JOIN result_changes c ON c.version_id = v.id
             LEFT JOIN results r ON r.version_id = c.version_id AND r.bib = c.bib WHERE v.race_id = $1",
            params![race],
            |row| {
                let (name, text): (String, String) = (row.get(2)?, row.get(3)?);
                let own = match row.get::<Option<String>>(4)? {
                    Some(id) => people.contains_key(&id),
                    None => person.is_named(&name) || names.contains(&folded(&name, "")),
                };
                let in_text = folded(&text, "");
                if own || names.iter().any(|one| in_text.contains(one.as_str())) {
                    told.push(Told { version: row.get(0)?, position: row.get(1)?, name, text, own });
                }
                Ok(())
            },
        )?;
    }
    Ok(told)
}

/// The race of a row, also one that is deleted; `None` when its page is gone for good.
pub(super) fn race(tx: &Tx<'_>, id: &str) -> Result<Option<TimedRace>> {
    let record = tx.query_opt("SELECT record FROM races WHERE id = $1", params![id], |row| row.get::<String>(0))?;
    let race: Option<Race> = record.map(|record| serde_json::from_str(&record)).transpose()?;
    Ok(race.map(|race| TimedRace::new(id.to_owned(), &race)))
}

/// Ids of rows of a table whose column has the person's address.
pub(super) fn with_address(tx: &Tx<'_>, person: &Person, sql: &str) -> Result<Vec<String>> {
    let rows = tx.query_all(sql, params![], |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)))?;
    Ok(rows.into_iter().filter(|(_, address)| person.owns(address)).map(|(id, _)| id).collect())
}

/// The person's results among those that timers' services sent of a race, at one of these bibs.
pub(super) fn sent(tx: &Tx<'_>, person: &Person, race_id: &str, is_own_bib: &dyn Fn(&str) -> bool) -> Result<Vec<SentResult>> {
    let mut own = Vec::new();
    for (_, results) in all_sent(tx, race_id)? {
        own.extend(results.into_iter().filter(|result| is_own_bib(&result.bib) && person.is_named(&sent_name(result))));
    }
    Ok(own)
}

/// The results that timers' services sent of a race, by the kind of service.
pub(super) fn all_sent(tx: &Tx<'_>, race_id: &str) -> Result<Vec<(String, Vec<SentResult>)>> {
    tx.query_all("SELECT kind, results FROM timing_pulled_results WHERE race_id = $1", params![race_id], |row| {
        Ok((row.get(0)?, serde_json::from_str(&row.get::<String>(1)?)?))
    })
}

/// The name of a sent result in one.
pub(super) fn sent_name(result: &SentResult) -> String {
    [&result.first_name, " ", &result.last_name].concat()
}
