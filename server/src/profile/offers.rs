//! Mails about published results of an account's name: once for each account and race, unless the account wants none.
//!
//! They are written by the round that sends mail, not while results are published.

use std::collections::HashMap;

use core_wasm::dates::RaceDate;
use core_wasm::privacy::name;
use core_wasm::signup::fits_group;

use crate::account::{Accounts, letters};
use crate::db::{Tx, params};
use crate::error::Result;
use crate::privacy;

/// The mail's subject and text.
const OFFER: letters::Words<'static> = ("New results under your name", include_str!("offer_mail.txt"));

/// Writes the mails about versions that were published since the last round; returns how many.
///
/// # Errors
/// When the database cannot be read or written.
pub(crate) async fn write_letters(accounts: &Accounts) -> Result<usize> {
    let rounds = accounts.db.read(|tx| {
        tx.query_all("SELECT version_id FROM result_offer_rounds ORDER BY version_id LIMIT 10", [], |row| row.get::<i64>(0))
    });
    let mut written = 0;
    for version in rounds.await? {
        // Read beforehand: a large field should not keep other changes waiting.
        let told = accounts.db.read_long(move |tx| named(tx, version)).await?;
        let (now, config) = (accounts.clock.now_ms(), accounts.config.clone());
        written += accounts
            .db
            .write(move |tx| {
                if tx.execute("DELETE FROM result_offer_rounds WHERE version_id = $1", params![version])? == 0 {
                    // Another process has written them.
                    return Ok(0);
                }
                let mut written = 0;
                for (race_id, user_id, email) in &told {
                    let first = tx.execute(
                        "INSERT INTO result_offers_told (race_id, user_id)
                         SELECT $1, id FROM users WHERE id = $2 ON CONFLICT (race_id, user_id) DO NOTHING",
                        params![race_id, user_id],
                    )?;
                    if first > 0 {
                        letters::enqueue(tx, &config, email, OFFER, now)?;
                        written += 1;
                    }
                }
                Ok(written)
            })
            .await?;
    }
    Ok(written)
}

/// The accounts whose name and age are those of a line of a version that is shown and that the account neither has nor declined: race,
/// account and address.
fn named(tx: &Tx<'_>, version: i64) -> Result<Vec<(String, String, String)>> {
    let shown = tx.query_opt(
        "SELECT v.race_id, v.race_date FROM result_versions v
         JOIN races r ON r.id = v.race_id AND r.deleted_at IS NULL AND r.hidden = 0 WHERE v.id = $1 AND v.current = 1",
        params![version],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?)),
    )?;
    let Some((race_id, day)) = shown else { return Ok(Vec::new()) };
    let Ok(day) = day.parse::<RaceDate>() else { return Ok(Vec::new()) };
    let mut accounts: HashMap<String, Vec<(String, String, RaceDate)>> = HashMap::new();
    tx.for_each(
        "SELECT id, email, first_name, last_name, dob FROM users WHERE notice_results = 1 AND dob <> '' AND last_name <> ''",
        params![],
        |row| {
            let (first, last): (String, String) = (row.get(2)?, row.get(3)?);
            if let Ok(born) = row.get::<String>(4)?.parse::<RaceDate>() {
                accounts.entry(name(&first, &last)).or_default().push((row.get(0)?, row.get(1)?, born));
            }
            Ok(())
        },
    )?;
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let lines = tx.query_all(
        "SELECT public_id, first_name, last_name, age_group FROM results WHERE version_id = $1
         AND NOT EXISTS (SELECT 1 FROM result_claims c WHERE c.public_id = results.public_id AND c.state = 'granted')",
        params![version],
        |row| Ok((row.get::<String>(0)?, row.get::<String>(1)?, row.get::<String>(2)?, row.get::<String>(3)?)),
    )?;
    let mut told = Vec::new();
    for (public_id, first, last, group) in lines {
        for (user_id, email, born) in accounts.get(&name(&first, &last)).into_iter().flatten() {
            let said = "SELECT 1 FROM result_claims WHERE public_id = $1 AND user_id = $2";
            let said = tx.query_opt(said, params![public_id, user_id], |row| row.get::<i64>(0))?.is_some();
            // What another account hides is told to nobody else.
            if !said && !privacy::is_unknown(tx, user_id, &public_id)? && fits_group(&group, *born, day) {
                told.push((race_id.clone(), user_id.clone(), email.clone()));
            }
        }
    }
    Ok(told)
}
