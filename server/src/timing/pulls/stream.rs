//! The stream of a ChronoTrack box: the server connects, tells the settings when the box greets, and stores what comes.

use std::time::Duration;

use core_wasm::timing::formats::{Framer, Parsed};
use core_wasm::timing::pulls::{self, Pull};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::address;
use super::supervisor::{context, internal, keep};
use crate::timed::TimedRace;
use crate::timing::Timing;

/// How long connecting and writing may take.
const TIMEOUT: Duration = Duration::from_secs(10);
/// A box from which nothing came for this time is connected anew: a mat may be silent for long.
const IDLE: Duration = Duration::from_secs(15 * 60);
/// How often the race's window is looked at.
const LOOK: Duration = Duration::from_secs(60);
/// How many bytes are read before they are stored.
const PORTION: usize = 16 * 1024;

/// Takes what a box sends, until it ends the connection, the settings change, or the race is over.
///
/// # Errors
/// The sentence for the desk. The box sends everything from the beginning on the next connection, and each read counts once.
pub(super) async fn run(timing: &Timing, race: &TimedRace, pull: &Pull) -> Result<(), String> {
    let mut changed = timing.pulls.watch_settings();
    let (host, port) = pull.host_and_port().ok_or(pulls::UNREACHABLE)?;
    let addresses = address::resolve(host, port, &timing.pulls.networks).await?;
    let connected = tokio::time::timeout(TIMEOUT, TcpStream::connect(addresses.as_slice())).await;
    let mut stream = connected.map_err(|_| pulls::SLOW)?.map_err(|_| pulls::UNREACHABLE)?;
    timing.pulls.connected(&race.id, pull.kind, timing.clock.now_ms());
    let mut framer = Framer::new(pull.kind.format());
    let mut portion = vec![0; PORTION];
    let mut silent = Duration::ZERO;
    loop {
        let read = tokio::select! {
            read = tokio::time::timeout(LOOK, stream.read(&mut portion)) => read,
            _ = changed.changed() => return Ok(()),
        };
        let Ok(read) = read else {
            silent += LOOK;
            let over = pulls::waits(pull.enabled, race.date, race.zone, timing.clock.now_ms()).is_some();
            match (over, silent >= IDLE) {
                (true, _) => return Ok(()),
                (_, true) => return Err(pulls::SLOW.into()),
                _ => continue,
            }
        };
        silent = Duration::ZERO;
        let length = read.map_err(|_| pulls::ENDED)?;
        let Some(bytes) = portion.get(..length).filter(|bytes| !bytes.is_empty()) else { return Err(pulls::ENDED.into()) };
        let mut parsed = Parsed::default();
        let context = context(timing, race).await.map_err(internal)?;
        framer.push(&context, bytes, &mut parsed).map_err(|refusal| refusal.message)?;
        let added = keep(timing, race, pull, &parsed).await.map_err(internal)?;
        timing.pulls.took(&race.id, pull.kind, added, None, &parsed);
        let answers: String = parsed.answers.iter().map(|answer| answer.text.as_str()).collect();
        let sent = tokio::time::timeout(TIMEOUT, stream.write_all(answers.as_bytes())).await;
        sent.map_err(|_| pulls::SLOW)?.map_err(|_| pulls::ENDED)?;
    }
}
