//! The stored settings and decisions of the league.

use core_wasm::results::league::identity::{Decision, Identity, Ran};
use core_wasm::results::league::settings::LeagueSettings;

use crate::audit::Actor;
use crate::db::{Row, Tx, params};
use crate::error::{Error, Result};

/// Settings of a season as they were stored.
pub(super) struct Stored {
    /// From 1; 0 for a season without settings.
    pub(super) version: i64,
    pub(super) settings: LeagueSettings,
}

/// The settings of a season; the default until somebody has set them.
pub(super) fn settings(tx: &Tx<'_>, year: i32) -> Result<Stored> {
    let found = tx.query_opt(
        "SELECT version, settings FROM league_settings WHERE year = $1 ORDER BY version DESC LIMIT 1",
        params![i64::from(year)],
        |row| Ok(Stored { version: row.get(0)?, settings: serde_json::from_str(&row.get::<String>(1)?)? }),
    )?;
    Ok(found.unwrap_or(Stored { version: 0, settings: LeagueSettings::default() }))
}

/// Stores the next settings of a season; returns their version.
pub(super) fn add_settings(tx: &Tx<'_>, year: i32, last: i64, settings: &LeagueSettings, actor: &Actor, now: i64) -> Result<i64> {
    let version = last + 1;
    tx.execute(
        "INSERT INTO league_settings (year, version, settings, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5)",
        params![i64::from(year), version, serde_json::to_string(settings)?, now, actor.id.to_string()],
    )?;
    Ok(version)
}

/// The number of the last decision; 0 without any.
pub(super) fn last_decision(tx: &Tx<'_>) -> Result<i64> {
    let last = tx.query_opt("SELECT id FROM league_decisions ORDER BY id DESC LIMIT 1", params![], |row| row.get(0))?;
    Ok(last.unwrap_or_default())
}

/// All decisions, with their numbers.
pub(super) fn decisions(tx: &Tx<'_>) -> Result<Vec<(i64, Decision)>> {
    tx.query_all("SELECT id, kind, a, b, undoes FROM league_decisions ORDER BY id", params![], decision)
}

/// Reads a decision from the columns of [`decisions`].
pub(super) fn decision(row: &Row<'_>) -> Result<(i64, Decision)> {
    let kind: String = row.get(1)?;
    let (a, b): (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
    let decision = match (kind.as_str(), a, b, row.get(4)?) {
        ("join", Some(a), Some(b), None) => Decision::Join { a, b },
        ("split", Some(a), None, None) => Decision::Split { a },
        ("undo", None, None, Some(of)) => Decision::Undo { of },
        _ => return Err(Error::message("a decision of the league can't be read")),
    };
    Ok((row.get(0)?, decision))
}

/// Stores a decision; returns its number.
pub(super) fn add_decision(tx: &Tx<'_>, decision: &Decision, actor: &Actor, now: i64) -> Result<i64> {
    let (kind, a, b, undoes) = match decision {
        Decision::Join { a, b } => ("join", Some(a), Some(b), None),
        Decision::Split { a } => ("split", Some(a), None, None),
        Decision::Undo { of } => ("undo", None, None, Some(*of)),
    };
    tx.query_one(
        "INSERT INTO league_decisions (kind, a, b, undoes, decided_at, decided_by) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
        params![kind, a, b, undoes, now, actor.id.to_string()],
        |row| row.get(0),
    )
}

/// Who the runners with these ids are, by the newest line of each.
pub(super) fn identities<'a>(tx: &Tx<'_>, ids: impl IntoIterator<Item = &'a str>) -> Result<Vec<Identity>> {
    let mut found = Vec::new();
    for id in ids {
        found.extend(tx.query_opt(
            "SELECT public_id, first_name, last_name, dob FROM results WHERE public_id = $1 ORDER BY version_id DESC LIMIT 1",
            params![id],
            identity,
        )?);
    }
    Ok(found)
}

/// Who the runners born on a day are.
pub(super) fn born_on(tx: &Tx<'_>, dob: &str) -> Result<Vec<Identity>> {
    tx.query_all(
        "SELECT r.public_id, r.first_name, r.last_name, r.dob FROM results r JOIN result_versions v ON v.id = r.version_id
         WHERE r.dob = $1 AND v.current = 1",
        params![dob],
        identity,
    )
}

/// The shown results of a person.
pub(super) fn ran(tx: &Tx<'_>, ids: &[&str]) -> Result<Vec<Ran>> {
    let mut found = Vec::new();
    for id in ids {
        found.extend(tx.query_all(
            "SELECT v.id, r.gender FROM results r JOIN result_versions v ON v.id = r.version_id
             WHERE r.public_id = $1 AND v.current = 1",
            params![id],
            |row| Ok(Ran { contest: row.get(0)?, gender: row.get(1)? }),
        )?);
    }
    Ok(found)
}

fn identity(row: &Row<'_>) -> Result<Identity> {
    Ok(Identity { public_id: row.get(0)?, first_name: row.get(1)?, last_name: row.get(2)?, dob: row.get(3)? })
}

/// The ids that decisions name.
pub(super) fn named(decisions: &[(i64, Decision)]) -> impl Iterator<Item = &str> {
    decisions.iter().flat_map(|(_, decision)| match decision {
        Decision::Join { a, b } => vec![a.as_str(), b.as_str()],
        Decision::Split { a } => vec![a.as_str()],
        Decision::Undo { .. } => Vec::new(),
    })
}
