//! Fills the audit record of a database with many rows, chained as the server chains them: for `web/bench/audit-log.mjs`.
//!
//! `audit_rows FOLDER ROWS`: the server must not run on the folder. A few accounts, races and actions have most of the rows, and every
//! action has some; the last row is of yesterday and each one before it of twenty seconds earlier.

use std::path::PathBuf;

use serde_json::json;
use splitline_server::audit::{About, Actor, Event, record};
use splitline_server::clock::Clock;
use splitline_server::db::{Db, FILE};
use splitline_server::error::{Error, Result};

/// Rows in one transaction.
const AT_ONCE: i64 = 10_000;
/// Milliseconds between two rows.
const STEP_MS: i64 = 20_000;
const DAY_MS: i64 = 24 * 3_600_000;

#[tokio::main]
async fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, rows] = words.as_slice() else { return Err(Error::message("audit_rows FOLDER ROWS")) };
    let rows: i64 = rows.parse().map_err(Error::internal)?;
    let db = Db::open(&PathBuf::from(folder).join(FILE))?;
    let first = Clock::System.now_ms() - DAY_MS - rows * STEP_MS;
    for from in (0..rows).step_by(usize::try_from(AT_ONCE).map_err(Error::internal)?) {
        let to = rows.min(from + AT_ONCE);
        db.write(move |tx| {
            for n in from..to {
                // The product of two numbers is often small: the first ones of each list are the frequent ones.
                let (a, b) = (n * 7_919 % 1_009, n * 104_729 % 1_013);
                let one = |of: i64| usize::try_from(a * b * of / (1_009 * 1_013)).unwrap_or_default();
                let (user, race) = (format!("user-{}", one(40)), format!("race-{}", one(300)));
                let event = Event::ALL.get((one(97) + one(13)) % Event::ALL.len()).copied().unwrap_or(Event::RaceUpdated);
                let actor = if n % 10 == 0 { Actor::key("box-7", "box 7") } else { Actor::user(&user, &user) };
                let (old, new) = (json!({ "StartTime": "7:30 AM", "n": n }), json!({ "StartTime": "7:45 AM", "n": n + 1 }));
                record(tx, first + n * STEP_MS, &actor, event, About { id: &race, name: &race }, &old, &new)?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}
