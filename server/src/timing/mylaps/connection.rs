//! One connection of a MYLAPS timer: bytes in, reads to the database, answers out.

use std::net::IpAddr;
use std::time::Duration;

use core_wasm::timing::formats::{Context, Format, Framer, Parsed};
use core_wasm::timing::mylaps_senders::MylapsSenders;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;

use super::health::Health;
use crate::error::{Error, Result};
use crate::timed::{TimedRace, store};
use crate::timing::Timing;

/// How many bytes are read before they are stored and acknowledged.
const PORTION: usize = 16 * 1024;
/// How long the timer may take to read an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// A connection, and the races that take reads from its address.
pub(super) struct Pump {
    timing: Timing,
    address: IpAddr,
    feeds: Vec<RaceFeed>,
    changed: watch::Receiver<()>,
}

/// A race, and what it takes from this connection. Each race reads the bytes with its own zone and date.
struct RaceFeed {
    race_id: String,
    senders: MylapsSenders,
    framer: Framer,
}

impl Pump {
    /// Returns the pump for a connection from this address; `None` when no race allows it.
    ///
    /// # Errors
    /// When the races cannot be read.
    pub(super) async fn open(timing: &Timing, address: IpAddr) -> Result<Option<Self>> {
        let changed = timing.mylaps.watch_settings();
        let feed = |(race_id, senders)| RaceFeed { race_id, senders, framer: Framer::new(Format::Mylaps) };
        let feeds: Vec<RaceFeed> = allowed(timing, address).await?.into_iter().map(feed).collect();
        if feeds.is_empty() {
            return Ok(None);
        }
        for feed in &feeds {
            timing.mylaps.note(&feed.race_id, Health::opened);
        }
        Ok(Some(Self { timing: timing.clone(), address, feeds, changed }))
    }

    /// Takes what the timer sends until it ends the connection, is silent for too long, or the desk changes what is taken.
    ///
    /// # Errors
    /// When the connection breaks or reads cannot be stored; what is not stored is not acknowledged.
    pub(super) async fn run(mut self, mut stream: TcpStream, idle: Duration) -> Result<()> {
        let mut portion = vec![0; PORTION];
        loop {
            let length = tokio::select! {
                read = tokio::time::timeout(idle, stream.read(&mut portion)) => match read {
                    Ok(read) => read?,
                    Err(_) => return Ok(()),
                },
                _ = self.changed.changed() => return Ok(()),
            };
            let Some(bytes) = portion.get(..length).filter(|bytes| !bytes.is_empty()) else { return Ok(()) };
            let answers = self.take(bytes).await?;
            let sent = tokio::time::timeout(WRITE_TIMEOUT, stream.write_all(answers.as_bytes())).await;
            sent.map_err(|_| Error::message("the timer does not read the answers"))??;
        }
    }

    /// Stores the reads of a portion, and returns the answers that may be sent then.
    async fn take(&mut self, bytes: &[u8]) -> Result<String> {
        // Another copy of the program may have changed it, or let a further race take this timer.
        let present = allowed(&self.timing, self.address).await?;
        if !present.iter().map(|(id, senders)| (id, senders)).eq(self.feeds.iter().map(|feed| (&feed.race_id, &feed.senders))) {
            return Err(Error::message("the addresses or points of a race were changed"));
        }
        let now = self.timing.clock.now_ms();
        let mut answers = String::new();
        for at in 0..self.feeds.len() {
            let parsed = self.parse(at, bytes, now).await?;
            let owner = |point: &str| {
                let mut owners = self.feeds.iter().enumerate().filter(|(_, feed)| feed.senders.has(point));
                // A point of two races is taken by neither.
                owners.next().filter(|_| owners.next().is_none()).map(|(owner, _)| owner)
            };
            let Some(feed) = self.feeds.get(at) else { continue };
            let race_id = feed.race_id.clone();
            self.timing.mylaps.note(&race_id, |health| health.note(&parsed, |point| owner(point).is_some()));
            let is_own = |point: &str| owner(point) == Some(at);
            for answer in &parsed.answers {
                // What concerns the connection is answered once, for all races.
                if answer.mat.as_deref().map_or(at == 0, is_own) {
                    answers += &answer.text;
                }
            }
            let reads: Vec<_> = parsed.reads.into_iter().filter(|read| is_own(&read.mat)).collect();
            let marks: Vec<_> = parsed.marks.into_iter().filter(|mark| is_own(&mark.mat)).collect();
            if reads.is_empty() && marks.is_empty() {
                continue;
            }
            let sender = format!("mylaps {}", self.address);
            let id = race_id.clone();
            let added = self.timing.db.write(move |tx| store::add(tx, &id, &reads, &marks, now, &sender)).await?;
            self.timing.mylaps.note(&race_id, |health| health.stored(added.reads, now));
            self.timing.boards.changed(&race_id);
        }
        Ok(answers)
    }

    /// Reads a portion as the race at `at` does.
    async fn parse(&mut self, at: usize, bytes: &[u8], now: i64) -> Result<Parsed> {
        let mut parsed = Parsed::default();
        let Some(feed) = self.feeds.get_mut(at) else { return Ok(parsed) };
        let race_id = feed.race_id.clone();
        let present = self.timing.db.read(move |tx| Ok((TimedRace::by_id(tx, &race_id)?, store::first_gun(tx, &race_id)?)));
        let (race, start) = present.await?;
        let context = Context { mat: None, zone: race.zone, date: Some(race.date_or(now).naive()), start };
        feed.framer.push(&context, bytes, &mut parsed)?;
        Ok(parsed)
    }
}

/// The races that take a timer at this address, and what they take.
async fn allowed(timing: &Timing, address: IpAddr) -> Result<Vec<(String, MylapsSenders)>> {
    let allowed = timing
        .db
        .read(move |tx| Ok(super::all_senders(tx)?.into_iter().filter(|(_, senders)| senders.allows(address)).collect()));
    allowed.await
}

impl Drop for Pump {
    fn drop(&mut self) {
        for feed in &self.feeds {
            self.timing.mylaps.note(&feed.race_id, Health::closed);
        }
    }
}
