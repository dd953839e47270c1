//! What a copy of the program knows of the pulls: how they go, when they run next, and which of them it has.

use std::collections::HashMap;
use std::sync::Mutex;

use core_wasm::timing::entrants::Refused;
use core_wasm::timing::formats::Parsed;
use core_wasm::timing::pulls::{Pull, PullKind};
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use url::Url;
use utoipa::ToSchema;

use crate::config::Config;
use crate::error::Result;
use crate::leases::Leases;
use crate::work::lock;

/// How many refused or doubtful lines are shown.
const LINES: usize = 20;
/// How long the lease of a pull is, in milliseconds.
const LEASE_MS: i64 = 15_000;

/// The name of the lease of a pull.
pub(super) fn lease(race_id: &str, kind: PullKind) -> String {
    format!("pull {race_id} {}", kind.word())
}

/// How a pull goes.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PullHealth {
    /// When something was fetched last without an error, in epoch milliseconds.
    #[schema(required)]
    last_success_at: Option<i64>,
    /// When the last attempt failed.
    #[schema(required)]
    last_error_at: Option<i64>,
    /// Why it failed, in words; stays until an attempt succeeds.
    #[schema(required)]
    last_error: Option<String>,
    /// When the next attempt begins.
    #[schema(required)]
    next_at: Option<i64>,
    /// Whether a stream is connected.
    connected: bool,
    /// How many new reads were stored.
    reads: usize,
    /// How many results the last complete answer has. No times come from them.
    results: usize,
    /// Lines of the last answer that could not be read, each with its reason.
    refused: Vec<Refused>,
    /// What a person should know about lines of the last answer, for example that a time contradicts another.
    reported: Vec<Refused>,
}

/// What a pull's lease says of it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Known {
    health: PullHealth,
    failures: u32,
}

#[derive(Debug, Default)]
struct State {
    known: Known,
    running: bool,
    /// Whether this copy has the lease.
    ours: bool,
    /// Whether other copies are still to be told.
    changed: bool,
    /// With which settings it began last; `None` after they were changed here.
    begun_with: Option<Pull>,
}

/// The pulls of this process.
#[derive(Debug)]
pub(in crate::timing) struct Pulls {
    /// The networks to which its operator allows connections beside public ones.
    pub(super) networks: Vec<IpNet>,
    pub(super) race_result: Url,
    pub(super) runsignup: Url,
    states: Mutex<HashMap<(String, PullKind), State>>,
    /// Notified when a race's settings change: its streams end then and begin anew.
    settings: watch::Sender<()>,
}

impl Pulls {
    pub(in crate::timing) fn new(config: &Config) -> Self {
        Self {
            networks: config.pull_networks.clone(),
            race_result: config.race_result_url.clone(),
            runsignup: config.runsignup_url.clone(),
            states: Mutex::default(),
            settings: watch::Sender::new(()),
        }
    }

    /// How a pull goes, whichever copy of the program has it.
    pub(super) async fn health(&self, leases: &Leases, race_id: &str, kind: PullKind) -> Result<PullHealth> {
        let name = lease(race_id, kind);
        if leases.has(&name) {
            let states = lock(&self.states);
            return Ok(states.get(&(race_id.to_owned(), kind)).map(|state| state.known.health.clone()).unwrap_or_default());
        }
        let told = leases.find(&name).await?;
        Ok(told.map(|lease| known(&lease.note).health).unwrap_or_default())
    }

    /// Takes the lease of a pull, or renews it, and goes on from where the copy before it was; returns whether this copy has it.
    pub(super) async fn take(&self, leases: &Leases, race_id: &str, kind: PullKind) -> Result<bool> {
        let name = lease(race_id, kind);
        let has = leases.hold(&name, LEASE_MS).await?;
        let had = self.note(race_id, kind, |state| state.ours);
        if has && !had {
            let before = leases.find(&name).await?.map(|lease| known(&lease.note));
            self.note(race_id, kind, |state| {
                state.ours = true;
                if let Some(before) = before {
                    state.known = before;
                    state.known.health.connected = state.running;
                }
            });
        } else if had && !has {
            self.note(race_id, kind, |state| state.ours = false);
            // A stream that runs here ends.
            self.settings.send_replace(());
        }
        Ok(has)
    }

    /// Begins an attempt, if it is time for one and none is running.
    pub(super) fn begin(&self, race_id: &str, pull: &Pull, now: i64) -> bool {
        self.note(race_id, pull.kind, |state| {
            let due = !state.running && state.known.health.next_at.is_none_or(|next| now >= next);
            if due {
                state.running = true;
                state.begun_with = Some(pull.clone());
            }
            due
        })
    }

    /// Begins anew what began with other settings than those of now, which may have been changed through another copy of the program.
    pub(super) fn compare<'a>(&self, enabled: impl Iterator<Item = (&'a str, &'a Pull)>) {
        let enabled: HashMap<(String, PullKind), &Pull> = enabled.map(|(id, pull)| ((id.to_owned(), pull.kind), pull)).collect();
        let mut is_changed = false;
        for (key, state) in lock(&self.states).iter_mut() {
            let Some(begun_with) = &state.begun_with else { continue };
            match enabled.get(key) {
                Some(pull) if *pull == begun_with => continue,
                Some(_) => state.begin_anew(),
                // It is over or off: what it has done is still shown.
                None => state.begun_with = None,
            }
            is_changed = true;
        }
        if is_changed {
            self.settings.send_replace(());
        }
    }

    /// Tells other copies of the program what has changed.
    pub(super) async fn tell(&self, leases: &Leases) -> Result<()> {
        if leases.is_alone() {
            return Ok(());
        }
        let take = |((race_id, kind), state): (&(String, PullKind), &mut State)| {
            let is_told = state.ours && std::mem::take(&mut state.changed);
            is_told.then(|| Some((lease(race_id, *kind), serde_json::to_string(&state.known).ok()?))).flatten()
        };
        let changed: Vec<(String, String)> = lock(&self.states).iter_mut().filter_map(take).collect();
        for (name, note) in changed {
            leases.note(&name, note).await?;
        }
        Ok(())
    }

    /// Ends an attempt with these settings: with nothing when it succeeded, else with the reason.
    pub(super) fn end(&self, race_id: &str, pull: &Pull, error: Option<String>, now: i64) {
        let kind = pull.kind;
        self.note(race_id, kind, |state| {
            state.running = false;
            state.changed = true;
            if state.begun_with.as_ref() != Some(pull) {
                // How it went with other settings says nothing of the present ones, which begin at once.
                state.known.health.connected = false;
                return;
            }
            let Known { health, failures } = &mut state.known;
            health.connected = false;
            *failures = if error.is_some() { failures.saturating_add(1) } else { 0 };
            match error {
                Some(_) => health.last_error_at = Some(now),
                None => health.last_success_at = Some(now),
            }
            health.last_error = error;
            health.next_at = Some(now + kind.pause_ms(*failures));
        });
    }

    /// Notes what an answer or a portion of a stream contained.
    pub(super) fn took(&self, race_id: &str, kind: PullKind, new_reads: usize, results: Option<usize>, parsed: &Parsed) {
        self.note(race_id, kind, |state| {
            state.changed = true;
            let health = &mut state.known.health;
            health.reads += new_reads;
            health.results = results.unwrap_or(health.results);
            let first = |lines: &[Refused]| lines.iter().take(LINES).cloned().collect::<Vec<_>>();
            // A stream comes in portions: what was said of an earlier one stays until there is something new.
            if kind != PullKind::Chronotrack || !parsed.rejected.is_empty() || !parsed.reported.is_empty() {
                health.refused = first(&parsed.rejected);
                health.reported = first(&parsed.reported);
            }
        });
    }

    /// Notes that a stream is connected.
    pub(super) fn connected(&self, race_id: &str, kind: PullKind, now: i64) {
        self.note(race_id, kind, |state| {
            state.changed = true;
            let Known { health, failures } = &mut state.known;
            *failures = 0;
            health.connected = true;
            health.last_success_at = Some(now);
            health.last_error = None;
        });
    }

    /// Begins anew with changed settings.
    pub(super) fn settings_changed(&self, race_id: &str) {
        for ((id, _), state) in lock(&self.states).iter_mut() {
            if id == race_id {
                state.begin_anew();
            }
        }
        self.settings.send_replace(());
    }

    pub(super) fn watch_settings(&self) -> watch::Receiver<()> {
        self.settings.subscribe()
    }

    fn note<T>(&self, race_id: &str, kind: PullKind, change: impl FnOnce(&mut State) -> T) -> T {
        change(lock(&self.states).entry((race_id.to_owned(), kind)).or_default())
    }
}

impl State {
    fn begin_anew(&mut self) {
        self.known = Known::default();
        self.changed = true;
        self.begun_with = None;
    }
}

/// What a lease says; nothing when another release of the program has written it otherwise.
fn known(note: &str) -> Known {
    serde_json::from_str(note).unwrap_or_default()
}
