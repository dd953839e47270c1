//! What a process knows of the pulls: how they go, and when they run next.

use std::collections::HashMap;
use std::sync::Mutex;

use core_wasm::timing::entrants::Refused;
use core_wasm::timing::formats::Parsed;
use core_wasm::timing::pulls::PullKind;
use ipnet::IpNet;
use serde::Serialize;
use tokio::sync::watch;
use url::Url;
use utoipa::ToSchema;

use crate::config::Config;
use crate::work::lock;

/// How many refused or doubtful lines are shown.
const LINES: usize = 20;

/// How a pull goes.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
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

#[derive(Debug, Default)]
struct State {
    health: PullHealth,
    failures: u32,
    running: bool,
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

    pub(super) fn health(&self, race_id: &str, kind: PullKind) -> PullHealth {
        lock(&self.states).get(&(race_id.to_owned(), kind)).map(|state| state.health.clone()).unwrap_or_default()
    }

    /// Begins an attempt, if it is time for one and none is running.
    pub(super) fn begin(&self, race_id: &str, kind: PullKind, now: i64) -> bool {
        let mut states = lock(&self.states);
        let state = states.entry((race_id.to_owned(), kind)).or_default();
        let due = !state.running && state.health.next_at.is_none_or(|next| now >= next);
        state.running |= due;
        due
    }

    /// Ends an attempt: with nothing when it succeeded, else with the reason.
    pub(super) fn end(&self, race_id: &str, kind: PullKind, error: Option<String>, now: i64) {
        self.note(race_id, kind, |state| {
            state.running = false;
            state.health.connected = false;
            state.failures = if error.is_some() { state.failures.saturating_add(1) } else { 0 };
            match error {
                Some(_) => state.health.last_error_at = Some(now),
                None => state.health.last_success_at = Some(now),
            }
            state.health.last_error = error;
            state.health.next_at = Some(now + kind.pause_ms(state.failures));
        });
    }

    /// Notes what an answer or a portion of a stream contained.
    pub(super) fn took(&self, race_id: &str, kind: PullKind, new_reads: usize, results: Option<usize>, parsed: &Parsed) {
        self.note(race_id, kind, |state| {
            let health = &mut state.health;
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
            state.failures = 0;
            state.health.connected = true;
            state.health.last_success_at = Some(now);
            state.health.last_error = None;
        });
    }

    /// Begins anew with changed settings.
    pub(super) fn settings_changed(&self, race_id: &str) {
        for ((id, _), state) in lock(&self.states).iter_mut() {
            if id == race_id {
                state.failures = 0;
                state.health = PullHealth::default();
            }
        }
        self.settings.send_replace(());
    }

    pub(super) fn watch_settings(&self) -> watch::Receiver<()> {
        self.settings.subscribe()
    }

    fn note(&self, race_id: &str, kind: PullKind, change: impl FnOnce(&mut State)) {
        change(lock(&self.states).entry((race_id.to_owned(), kind)).or_default());
    }
}
