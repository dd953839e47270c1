//! Accepts the connections of MYLAPS timers.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::connection::Pump;
use super::health::Health;
use crate::http::Connections;
use crate::timing::Timing;
use crate::work::lock;

/// The limits of the port.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once; one address may have an eighth of them.
    pub connections: usize,
    /// A connection from which nothing came for this time is closed. A mat may be silent for long.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { connections: 512, idle: Duration::from_secs(15 * 60) }
    }
}

/// The state of the port.
#[derive(Debug)]
pub(in crate::timing) struct MylapsPort {
    /// Set once the port is served.
    number: OnceLock<u16>,
    /// Notified when the desk changes a race's addresses or points: connections end then, and the timers connect again.
    settings: watch::Sender<()>,
    /// By the race's id. Only races with senders are in it.
    health: Mutex<HashMap<String, Health>>,
}

impl Default for MylapsPort {
    fn default() -> Self {
        Self { number: OnceLock::new(), settings: watch::Sender::new(()), health: Mutex::default() }
    }
}

impl MylapsPort {
    pub(super) fn number(&self) -> Option<u16> {
        self.number.get().copied()
    }

    pub(super) fn health(&self, race_id: &str) -> Health {
        lock(&self.health).get(race_id).cloned().unwrap_or_default()
    }

    pub(super) fn note(&self, race_id: &str, change: impl FnOnce(&mut Health)) {
        change(lock(&self.health).entry(race_id.to_owned()).or_default());
    }

    pub(super) fn settings_changed(&self) {
        self.settings.send_replace(());
    }

    pub(super) fn watch_settings(&self) -> watch::Receiver<()> {
        self.settings.subscribe()
    }
}

/// Serves the port for ever. What is dropped when this is dropped was not acknowledged, so the timers send it again.
pub(crate) async fn serve(listener: TcpListener, timing: Timing, limits: Limits) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!(%address, "MYLAPS timers can connect");
        let _ = timing.mylaps.number.set(address.port());
    }
    let connections = Connections::new(limits.connections, Vec::new());
    let mut pumps = JoinSet::new();
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "could not accept a MYLAPS connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        while pumps.try_join_next().is_some() {}
        let address = peer.ip().to_canonical();
        // Before a slot is given: strangers must not take the slots of timers.
        let pump = match Pump::open(&timing, address).await {
            Ok(Some(pump)) => pump,
            Ok(None) => {
                tracing::warn!(%address, "a MYLAPS connection from an address that no race allows was closed");
                continue;
            }
            Err(error) => {
                tracing::warn!(%error, %address, "a MYLAPS connection could not be served");
                continue;
            }
        };
        let Some(slot) = connections.acquire(peer.ip()).await else { continue };
        pumps.spawn(async move {
            tokio::select! {
                ended = pump.run(stream, limits.idle) => if let Err(error) = ended {
                    tracing::warn!(%error, %address, "a MYLAPS connection was closed");
                },
                () = slot.must_close() => {}
            }
        });
    }
}
