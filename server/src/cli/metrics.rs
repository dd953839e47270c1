//! The port of the metrics (`serve --metrics-listen`), which visitors never reach: what is told there says how much is going on, and is made anew
//! for each collector.
//!
//! Not here: alarms and pictures, which are the Prometheus server's work (docs/running.md says what is worth an alarm).

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::{Registry, Unit};

use crate::app::App;
use crate::db::params;
use crate::error::{Error, Result};
use crate::http::{Connection, Serve};

/// The content type of what Prometheus servers read.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// How many collectors may be connected.
pub(super) const COLLECTORS: usize = 16;
/// How long the database may take to tell what is asked here.
const ASK_WITHIN: Duration = Duration::from_secs(2);

/// What is served on the port of the metrics.
#[derive(Clone)]
pub(super) struct Service(Router);

impl Service {
    pub(super) fn new(app: &App) -> Self {
        Self(Router::new().route("/metrics", get(answer)).with_state(app.clone()))
    }
}

impl Serve for Service {
    fn at_once<B>(&self, _: &axum::http::Request<B>, _: IpAddr, _: Option<&Arc<Connection>>) -> Option<Response> {
        None
    }

    fn routes(&self) -> Router {
        self.0.clone()
    }
}

async fn answer(State(app): State<App>) -> Result<Response> {
    let text = written(&app).await?;
    Ok(([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response())
}

/// All that is counted, in the form that Prometheus servers read.
///
/// # Errors
/// When it cannot be written.
async fn written(app: &App) -> Result<String> {
    let mut registry = Registry::with_prefix("splitline");
    app.metrics.register(&mut registry);
    let answers = ConstCounter::new(app.boards.answers_made());
    registry.register("live_answers", "Answers of live boards that were made, each once for all who ask", answers);
    let mut gauge = |name: &str, help: &str, value: i64| registry.register(name, help, ConstGauge::new(value));
    gauge("live_boards", "Live boards in memory", count(app.boards.count()));
    gauge("connections", "Open connections of visitors", count(app.connections.count()));
    gauge("stopping", "1 while the program is stopping", i64::from(app.connections.is_stopping()));
    ask_database(app, &mut registry).await;
    let mut text = String::new();
    encode(&mut text, &registry).map_err(Error::internal)?;
    Ok(text)
}

/// Adds what the database is asked for, and how it is.
async fn ask_database(app: &App, registry: &mut Registry) {
    let counts = app.db.counts();
    registry.register("db_commits", "Transactions of changes that were committed", counts.commits.clone());
    registry.register("db_failed_commits", "Transactions of changes that were not", counts.failed.clone());
    registry.register("db_changes", "Changes that ran in them", counts.jobs.clone());
    let help = "From the begin of a transaction of changes, with the wait for its lock, to its end";
    registry.register_with_unit("db_commit", help, Unit::Seconds, counts.seconds.clone());
    let now = app.now_ms();
    let waiting = app.db.read(|tx| {
        let sql = "SELECT count(*), min(created_at) FROM mail_outbox WHERE sent_at IS NULL AND given_up_at IS NULL";
        tx.query_one(sql, params![], |row| Ok((row.get::<i64>(0)?, row.get::<Option<i64>>(1)?)))
    });
    let waiting = tokio::time::timeout(ASK_WITHIN, waiting).await.ok().and_then(Result::ok);
    let mut gauge = |name: &str, help: &str, value: i64| registry.register(name, help, ConstGauge::new(value));
    gauge("db_up", "1 when the database was read for this answer", i64::from(waiting.is_some()));
    if let Some((is_used, lag)) = app.db.replica() {
        gauge("db_replica_used", "1 when visitors read from the replica", i64::from(is_used));
        if let Some(lag) = lag {
            let lag = count(lag.as_millis().try_into().unwrap_or(usize::MAX));
            gauge("db_replica_lag_milliseconds", "How far the replica is behind", lag);
        }
    }
    if let Some((mails, oldest)) = waiting {
        gauge("mail_waiting", "Mails that are not sent yet", mails);
        let help = "Age of the oldest mail that is not sent yet, in seconds";
        gauge("mail_oldest_seconds", help, oldest.map_or(0, |oldest| (now - oldest).max(0) / 1000));
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
