//! One connection of a MYLAPS timer: bytes in, reads to the database, answers out.

use std::net::IpAddr;
use std::time::Duration;

use core_wasm::timing::formats::{Context, Format, Framer, Parsed};
use core_wasm::timing::mylaps_door::MylapsDoor;
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
    doors: Vec<Door>,
    changed: watch::Receiver<()>,
}

/// A race, and what it takes from this connection. Each race reads the bytes with its own zone and date.
struct Door {
    race_id: String,
    rules: MylapsDoor,
    framer: Framer,
}

impl Pump {
    /// Returns the pump for a connection from this address; `None` when no race allows it.
    ///
    /// # Errors
    /// When the races cannot be read.
    pub(super) async fn open(timing: &Timing, address: IpAddr) -> Result<Option<Self>> {
        let changed = timing.mylaps.watch_doors();
        let doors = timing.db.read(move |tx| {
            let allowed = super::doors(tx)?.into_iter().filter(|(_, rules)| rules.allows(address));
            Ok(allowed.map(|(race_id, rules)| Door { race_id, rules, framer: Framer::new(Format::Mylaps) }).collect::<Vec<_>>())
        });
        let doors = doors.await?;
        if doors.is_empty() {
            return Ok(None);
        }
        for door in &doors {
            timing.mylaps.note(&door.race_id, Health::opened);
        }
        Ok(Some(Self { timing: timing.clone(), address, doors, changed }))
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
        let now = self.timing.clock.now_ms();
        let mut answers = String::new();
        for at in 0..self.doors.len() {
            let parsed = self.parse(at, bytes, now).await?;
            let owner = |point: &str| {
                let mut owners = self.doors.iter().enumerate().filter(|(_, door)| door.rules.has(point));
                // A point of two races is taken by neither.
                owners.next().filter(|_| owners.next().is_none()).map(|(owner, _)| owner)
            };
            let Some(door) = self.doors.get(at) else { continue };
            let race_id = door.race_id.clone();
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
        let Some(door) = self.doors.get_mut(at) else { return Ok(parsed) };
        let (race_id, rules) = (door.race_id.clone(), door.rules.clone());
        let present = self.timing.db.read(move |tx| {
            if super::door(tx, &race_id)? != rules {
                return Err(Error::message("the race's addresses or points were changed"));
            }
            Ok((TimedRace::by_id(tx, &race_id)?, store::first_gun(tx, &race_id)?))
        });
        let (race, start) = present.await?;
        let context = Context { mat: None, zone: race.zone, date: Some(race.date_or(now).naive()), start };
        door.framer.push(&context, bytes, &mut parsed)?;
        Ok(parsed)
    }
}

impl Drop for Pump {
    fn drop(&mut self) {
        for door in &self.doors {
            self.timing.mylaps.note(&door.race_id, Health::closed);
        }
    }
}
