//! Public reads from a replica of the server (`--database-read`), as long as it is not far behind.
//!
//! How far it is behind is measured by positions in the write-ahead log, because a replica's own clock says nothing while nobody writes: whatever
//! the server had written at some moment is there once the replica has replayed up to the position of that moment. While the server is out of
//! reach nothing is written to it, and the replica counts as it did before.
//!
//! A copy that is cut off from the server, but not from the replica, cannot know what others write meanwhile: then visitors may see what was public
//! up to ten minutes before.
//!
//! Not here: which reads are public, and whether a visitor may get them ([`Db::read_public`](crate::db::Db::read_public)).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use super::client::Client;
use super::{Address, Server, Session};
use crate::db::pulse::Pulse;
use crate::db::tx::Transactions;
use crate::db::{QUEUE, READERS};
use crate::error::{Error, Result};
use crate::work::{Pool, lock};

/// How far behind the replica may be for visitors.
const BOUND: Duration = Duration::from_secs(5);
/// How often it is measured.
const EVERY: Duration = Duration::from_millis(500);
/// How long either may take to answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(2);
/// How long the server may be out of reach until its replica is not used either.
const ALONE_FOR: Duration = Duration::from_secs(600);
/// How many positions are held: with one every half second, those of two minutes. A replica further behind is as good as none.
const POSITIONS: usize = 240;

/// A position in the write-ahead log, in bytes.
type Position = i64;

/// A replica, with connections of its own.
pub(in crate::db) struct Replica {
    pub(in crate::db) readers: Pool<Box<dyn Transactions>>,
    /// Whether it answers.
    pub(in crate::db) pulse: Pulse,
    measured: Arc<Mutex<Measured>>,
}

/// What was measured.
#[derive(Default)]
struct Measured {
    /// Where the server was at which moment, oldest first; the first one is replayed, if any is.
    positions: VecDeque<(Instant, Position)>,
    /// The last moment of which the replica has all, and when that was seen.
    replayed: Option<(Instant, Instant)>,
    /// When the server told its position last.
    asked: Option<Instant>,
    /// The identity of the database, and of the server's cluster.
    cluster: Option<String>,
    /// Whether visitors read from it; `None` before that is known.
    is_used: Option<bool>,
}

impl Measured {
    /// The server is at this position.
    fn is_at(&mut self, at: Instant, position: Position) {
        self.asked = Some(at);
        self.positions.push_back((at, position));
        if self.positions.len() > POSITIONS {
            self.positions.pop_front();
        }
    }

    /// The replica has replayed up to this position.
    fn has_replayed(&mut self, at: Instant, position: Position) {
        let newest = self.positions.iter().rposition(|(_, of)| *of <= position);
        if let Some(newest) = newest {
            self.positions.drain(..newest);
            self.replayed = self.positions.front().map(|(moment, _)| (*moment, at));
        }
    }

    /// How far the replica is behind; `None` when that is not known.
    fn lag(&self, now: Instant) -> Option<Duration> {
        let (asked, (moment, _)) = (self.asked?, self.replayed?);
        let is_alone = now.saturating_duration_since(asked) > EVERY * 4;
        let until = if is_alone { asked } else { now };
        Some(until.saturating_duration_since(moment))
    }

    /// Whether visitors may read from it.
    fn is_usable(&self, now: Instant) -> bool {
        let is_near = |asked: Instant| now.saturating_duration_since(asked) < ALONE_FOR;
        // A replica that says nothing any more is not used either.
        let answers = self.replayed.is_some_and(|(_, seen)| now.saturating_duration_since(seen) < BOUND);
        answers && self.asked.is_some_and(is_near) && self.lag(now).is_some_and(|lag| lag <= BOUND)
    }
}

impl Replica {
    /// The replica at `address` of this server; both may be out of reach by now.
    ///
    /// # Errors
    /// When the address cannot be read, or threads cannot be started.
    pub(in crate::db) fn start(primary: &Arc<Server>, address: &str) -> Result<Self> {
        let replica = Server::at(Address::parse(address)?, "the replica");
        let sessions = (0..READERS).map(|_| Box::new(Session::reader(&replica, false)) as Box<dyn Transactions>);
        let readers = Pool::start("db-replica", sessions, QUEUE)?;
        let measured = Arc::<Mutex<Measured>>::default();
        // A thread each: one that hangs must not keep the other from being asked.
        let (primary, weak) = (primary.clone(), Arc::downgrade(&measured));
        std::thread::Builder::new().name("db-replica-of".into()).spawn(move || ask_server(&primary, &weak))?;
        let weak = Arc::downgrade(&measured);
        std::thread::Builder::new().name("db-replica-lag".into()).spawn(move || ask_replica(&replica, &weak))?;
        Ok(Self { readers, pulse: Pulse::default(), measured })
    }

    /// Whether visitors may read from it now.
    pub(in crate::db) fn is_usable(&self) -> bool {
        lock(&self.measured).is_usable(Instant::now())
    }

    /// How far it is behind; `None` when that is not known.
    pub(in crate::db) fn lag(&self) -> Option<Duration> {
        lock(&self.measured).lag(Instant::now())
    }
}

/// Asks the server for its position until the replica is not used any more.
fn ask_server(primary: &Server, measured: &Weak<Mutex<Measured>>) {
    let mut client = None;
    loop {
        let at = Instant::now();
        let told = ask(&mut client, primary, "pg_current_wal_flush_lsn()");
        let Some(measured) = measured.upgrade() else { return };
        if let Ok((Some(position), cluster)) = told {
            let mut measured = lock(&measured);
            measured.cluster = Some(cluster);
            measured.is_at(at, position);
        }
        std::thread::sleep(EVERY.saturating_sub(at.elapsed()));
    }
}

/// Asks the replica up to which position it has replayed, until it is not used any more.
fn ask_replica(replica: &Server, measured: &Weak<Mutex<Measured>>) {
    let mut client = None;
    loop {
        let at = Instant::now();
        let told = ask(&mut client, replica, "CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END");
        let Some(measured) = measured.upgrade() else { return };
        let mut measured = lock(&measured);
        let why = match told {
            Ok((None, _)) => "it is no replica".to_owned(),
            Ok((_, cluster)) if measured.cluster.as_ref().is_some_and(|of| *of != cluster) => {
                "it has another database".to_owned()
            }
            Ok((Some(position), _)) => {
                measured.has_replayed(Instant::now(), position);
                "it is too far behind".to_owned()
            }
            // The reason was logged when the connection failed.
            Err(Error::Unreachable) => "it does not answer".to_owned(),
            Err(why) => why.to_string(),
        };
        let (is_usable, lag) = (measured.is_usable(Instant::now()), measured.lag(Instant::now()));
        if measured.is_used.replace(is_usable) != Some(is_usable) {
            match is_usable {
                true => tracing::info!(database = %replica.address, ?lag, "visitors read from the replica"),
                false => tracing::warn!(database = %replica.address, ?lag, why, "visitors do not read from the replica"),
            }
        }
        drop(measured);
        std::thread::sleep(EVERY.saturating_sub(at.elapsed()));
    }
}

/// Asks for a position and the identity of the database in its cluster, on a connection that is made again when it is lost.
fn ask(slot: &mut Option<Client>, server: &Server, position: &str) -> Result<(Option<Position>, String)> {
    let mut client = match slot.take() {
        Some(client) => client,
        None => server.connect(ANSWERS_WITHIN)?,
    };
    let sql = format!(
        "SELECT pg_wal_lsn_diff({position}, '0/0')::BIGINT, c.system_identifier || '/' || d.oid
         FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()"
    );
    // Whatever the failure: the next time there is another connection.
    let rows = client.query(&*sql, &[]).map_err(|_| Error::Unreachable)?;
    let found = rows.first().map(|row| (row.get(0), row.get(1))).ok_or_else(|| Error::message("a statement returned no row"))?;
    *slot = Some(client);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_is_as_old_as_the_last_moment_of_which_it_has_all() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut measured = Measured::default();
        assert!(!measured.is_usable(at(0)), "nothing is known");
        measured.is_at(at(0), 100);
        measured.has_replayed(at(0), 90);
        assert_eq!(measured.lag(at(0)), None, "it lacks something of the first moment");
        measured.is_at(at(1), 150);
        measured.has_replayed(at(1), 120);
        assert_eq!(measured.lag(at(1)), Some(Duration::from_secs(1)), "it has all of the first moment");
        assert!(measured.is_usable(at(1)));
        for second in 2..=6 {
            measured.is_at(at(second), 200);
            measured.has_replayed(at(second), 120);
        }
        assert_eq!(measured.lag(at(6)), Some(Duration::from_secs(6)));
        assert!(!measured.is_usable(at(6)), "it is too far behind");
        measured.has_replayed(at(6), 200);
        assert_eq!(measured.lag(at(6)), Some(Duration::ZERO));
        assert!(measured.is_usable(at(6)));
    }

    #[test]
    fn a_replica_alone_is_used_as_it_was_and_a_silent_one_is_not() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut measured = Measured::default();
        measured.is_at(at(0), 100);
        measured.has_replayed(at(0), 100);
        for second in 1..=60 {
            measured.has_replayed(at(second), 100);
        }
        assert!(measured.is_usable(at(60)), "the server has been out of reach for a minute, and the replica had everything");
        assert!(!measured.is_usable(at(66)), "the replica has said nothing for six seconds");
        measured.has_replayed(at(601), 100);
        assert!(!measured.is_usable(at(601)), "nobody knows any more how old it is");
    }
}
