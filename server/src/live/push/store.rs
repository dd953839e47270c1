//! The rows of subscriptions and of what they follow.

use core_wasm::live::follow::Followed;
use core_wasm::timing::Override;

use crate::db::{Row, Tx, params};
use crate::error::Result;

/// How many browsers may subscribe to one race.
pub(super) const MOST_OF_RACE: i64 = 20_000;
/// How many of them from one address: a phone network gives one to thousands.
pub(super) const MOST_OF_ADDRESS: i64 = 1_000;
/// How many of them from one network (/24 of IPv4, /48 of IPv6): one customer can have all of its addresses, and may not fill the race.
pub(super) const MOST_OF_NETWORK: i64 = 4_000;
/// To how many races one browser may subscribe.
pub(super) const MOST_OF_BROWSER: i64 = 10;
/// After how many messages in a row that were not taken a subscription is deleted.
const MOST_FAILURES: i64 = 3;

/// A browser that subscribed to a race.
#[derive(Clone, Debug)]
pub(super) struct Subscription {
    pub(super) id: String,
    pub(super) endpoint: String,
    pub(super) p256dh: Vec<u8>,
    pub(super) auth: Vec<u8>,
    pub(super) told_at: Option<i64>,
    pub(super) not_before: i64,
}

/// What a browser sends to subscribe, checked.
pub(super) struct Subscribing {
    pub(super) race_id: String,
    pub(super) endpoint: String,
    pub(super) p256dh: Vec<u8>,
    pub(super) auth: Vec<u8>,
    /// The keyed hash of its network.
    pub(super) network: String,
    /// The keyed hash of its address.
    pub(super) address: String,
    pub(super) followed: Vec<Followed>,
}

impl Subscribing {
    /// The column `address`: the network before the address, so that those of a network are next to each other in the index. Programs before
    /// this one stored the address alone; those rows count for the race only.
    fn counted_as(&self) -> String {
        format!("{}.{}", self.network, self.address)
    }
}

/// Stores a subscription, or replaces the keys and the runners of the same browser; of runners that stay it is kept what was sent. Returns
/// whether there was room.
pub(super) fn subscribe(tx: &Tx<'_>, asked: &Subscribing, id: &str, now: i64) -> Result<bool> {
    // Two that take the last place do so one after the other.
    crate::race::store::lock(tx, &asked.race_id)?;
    let known = id_of(tx, &asked.race_id, &asked.endpoint)?;
    if known.is_none() && !has_room(tx, asked)? {
        return Ok(false);
    }
    tx.execute(
        "INSERT INTO push_subscriptions (id, race_id, endpoint, p256dh, auth, address, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (endpoint, race_id) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth",
        params![id, asked.race_id, asked.endpoint, asked.p256dh, asked.auth, asked.counted_as(), now],
    )?;
    let id = known.unwrap_or_else(|| id.to_owned());
    for Followed { bib, .. } in followed_by(tx, &id)? {
        if !asked.followed.iter().any(|followed| followed.bib == bib) {
            tx.execute("DELETE FROM push_follows WHERE subscription_id = $1 AND bib = $2", params![id, bib])?;
        }
    }
    for followed in &asked.followed {
        tx.execute(
            "INSERT INTO push_follows (subscription_id, race_id, bib, point, status) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (subscription_id, bib) DO NOTHING",
            params![id, asked.race_id, followed.bib, followed.point.unwrap_or(-1), told_status(followed)],
        )?;
    }
    Ok(true)
}

fn has_room(tx: &Tx<'_>, asked: &Subscribing) -> Result<bool> {
    let count = |sql: &str, values: [&str; 2], most: i64| -> Result<bool> {
        let [one, other] = values;
        Ok(tx.query_one(sql, params![one, other], |row| row.get::<i64>(0))? < most)
    };
    let of_race = "SELECT count(*) FROM push_subscriptions WHERE race_id = $1 AND $2 = ''";
    // '/' is the character after '.'.
    let of_network = "SELECT count(*) FROM push_subscriptions WHERE race_id = $1 AND address > $2 || '.' AND address < $2 || '/'";
    let of_address = "SELECT count(*) FROM push_subscriptions WHERE race_id = $1 AND address = $2";
    let of_browser = "SELECT count(*) FROM push_subscriptions WHERE endpoint = $1 AND race_id <> $2";
    Ok(count(of_race, [&asked.race_id, ""], MOST_OF_RACE)?
        && count(of_network, [&asked.race_id, &asked.network], MOST_OF_NETWORK)?
        && count(of_address, [&asked.race_id, &asked.counted_as()], MOST_OF_ADDRESS)?
        && count(of_browser, [&asked.endpoint, &asked.race_id], MOST_OF_BROWSER)?)
}

fn id_of(tx: &Tx<'_>, race_id: &str, endpoint: &str) -> Result<Option<String>> {
    let sql = "SELECT id FROM push_subscriptions WHERE endpoint = $1 AND race_id = $2";
    tx.query_opt(sql, params![endpoint, race_id], |row| row.get(0))
}

/// Deletes the subscription of a browser to a race.
pub(super) fn unsubscribe(tx: &Tx<'_>, race_id: &str, endpoint: &str) -> Result<()> {
    tx.execute("DELETE FROM push_subscriptions WHERE endpoint = $1 AND race_id = $2", params![endpoint, race_id])?;
    Ok(())
}

/// Deletes a subscription.
pub(super) fn delete(tx: &Tx<'_>, id: &str) -> Result<()> {
    tx.execute("DELETE FROM push_subscriptions WHERE id = $1", params![id])?;
    Ok(())
}

/// The races with subscriptions, with the time of the newest of each.
pub(super) fn races(tx: &Tx<'_>) -> Result<Vec<(String, i64)>> {
    tx.query_all("SELECT race_id, max(created_at) FROM push_subscriptions GROUP BY race_id", [], |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// The status that was told of a runner, as its column has it; empty for none.
fn told_status(followed: &Followed) -> &'static str {
    followed.status.map(Override::word).unwrap_or_default()
}

fn follow(row: &Row<'_>) -> Result<(String, Followed)> {
    let point = i32::try_from(row.get::<i64>(2)?).unwrap_or(i32::MAX);
    let status = Override::parse(&row.get::<String>(3)?);
    Ok((row.get(0)?, Followed { bib: row.get(1)?, point: Some(point), status }))
}

/// The subscriptions, by their ids, that follow one of these runners of a race; those that follow anybody for `None`.
pub(super) fn following(tx: &Tx<'_>, race_id: &str, bibs: Option<&[String]>) -> Result<Vec<(String, Followed)>> {
    let Some(bibs) = bibs else {
        let sql = "SELECT subscription_id, bib, point, status FROM push_follows WHERE race_id = $1";
        return tx.query_all(sql, params![race_id], follow);
    };
    let mut found = Vec::new();
    for bib in bibs {
        let sql = "SELECT subscription_id, bib, point, status FROM push_follows WHERE race_id = $1 AND bib = $2";
        found.extend(tx.query_all(sql, params![race_id, bib], follow)?);
    }
    Ok(found)
}

/// The runners that a subscription follows.
pub(super) fn followed_by(tx: &Tx<'_>, id: &str) -> Result<Vec<Followed>> {
    let sql = "SELECT subscription_id, bib, point, status FROM push_follows WHERE subscription_id = $1";
    Ok(tx.query_all(sql, params![id], follow)?.into_iter().map(|(_, followed)| followed).collect())
}

/// A subscription.
pub(super) fn subscription(tx: &Tx<'_>, id: &str) -> Result<Option<Subscription>> {
    let sql = "SELECT id, endpoint, p256dh, auth, told_at, not_before FROM push_subscriptions WHERE id = $1";
    tx.query_opt(sql, params![id], |row| {
        Ok(Subscription {
            id: row.get(0)?,
            endpoint: row.get(1)?,
            p256dh: row.get(2)?,
            auth: row.get(3)?,
            told_at: row.get(4)?,
            not_before: row.get(5)?,
        })
    })
}

/// Records what has been sent of a runner, unless it is not as it was read: somebody unfollowed the runner, or another process was first.
pub(super) fn advance(tx: &Tx<'_>, id: &str, before: &Followed, after: &Followed) -> Result<bool> {
    let changed = tx.execute(
        "UPDATE push_follows SET point = $1, status = $2 WHERE subscription_id = $3 AND bib = $4 AND point = $5 AND status = $6",
        params![after.point.unwrap_or(-1), told_status(after), id, before.bib, before.point.unwrap_or(-1), told_status(before)],
    )?;
    Ok(changed > 0)
}

/// Records when a message was sent, `None` when it was not taken, unless the time of the last one is not as it was read (`before`): another copy of
/// the program was first.
pub(super) fn set_told(tx: &Tx<'_>, id: &str, before: Option<i64>, told_at: Option<i64>, not_before: i64) -> Result<bool> {
    let sql = "UPDATE push_subscriptions SET told_at = $1, not_before = $2 WHERE id = $3 AND coalesce(told_at, -1) = $4";
    Ok(tx.execute(sql, params![told_at, not_before, id, before.unwrap_or(-1)])? > 0)
}

/// When a subscription was told something last, in epoch milliseconds.
pub(super) fn told_at(tx: &Tx<'_>, id: &str) -> Result<Option<i64>> {
    let sql = "SELECT told_at FROM push_subscriptions WHERE id = $1";
    Ok(tx.query_opt(sql, params![id], |row| row.get::<Option<i64>>(0))?.flatten())
}

/// Counts a message that was taken, or one that was not: after some of them the subscription is deleted.
pub(super) fn count(tx: &Tx<'_>, id: &str, taken: bool) -> Result<()> {
    if taken {
        tx.execute("UPDATE push_subscriptions SET failures = 0 WHERE id = $1 AND failures > 0", params![id])?;
        return Ok(());
    }
    tx.execute("UPDATE push_subscriptions SET failures = failures + 1 WHERE id = $1", params![id])?;
    tx.execute("DELETE FROM push_subscriptions WHERE id = $1 AND failures >= $2", params![id, MOST_FAILURES])?;
    Ok(())
}

/// Deletes the subscriptions of a race.
pub(super) fn delete_of_race(tx: &Tx<'_>, race_id: &str) -> Result<()> {
    tx.execute("DELETE FROM push_subscriptions WHERE race_id = $1", params![race_id])?;
    Ok(())
}
