//! What the program counts, for a Prometheus server (`serve --metrics-listen`).
//!
//! It has a port of its own, which visitors never reach: the answer tells how much is going on, and is made anew for each caller. Labels are
//! routes, methods and statuses of the program itself, so no visitor can add one.
//!
//! Not here: alarms and pictures, which are the Prometheus server's work (docs/running.md says what is worth an alarm).

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::app::App;
use crate::db::{durations, params};
use crate::error::{Error, Result};
use crate::http::{Connection, Serve};

/// The content type of what Prometheus servers read.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// How many collectors may be connected.
pub(crate) const COLLECTORS: usize = 16;
/// How long the database may take to tell what is asked here.
const ASK_WITHIN: Duration = Duration::from_secs(2);

/// What requests are counted by. `route` is the pattern of a route, never the path that was asked for.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Requested {
    method: &'static str,
    route: String,
    status: u16,
}

/// What durations are counted by.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Timed {
    method: &'static str,
}

/// The counters of requests; cheap to clone, and every clone is the same.
#[derive(Clone)]
pub(crate) struct Metrics(Arc<Counted>);

struct Counted {
    requests: Family<Requested, Counter>,
    seconds: Family<Timed, Histogram>,
    polls: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        let counted = Counted {
            requests: Family::default(),
            seconds: Family::new_with_constructor(durations as fn() -> Histogram),
            polls: Counter::default(),
        };
        Self(Arc::new(counted))
    }
}

impl Metrics {
    /// Counts a poll that was answered from memory, without the routes.
    pub(crate) fn polled(&self) {
        self.0.polls.inc();
    }

    /// All that is counted, in the form that Prometheus servers read.
    ///
    /// # Errors
    /// When it cannot be written.
    async fn written(&self, app: &App) -> Result<String> {
        let mut registry = Registry::with_prefix("splitline");
        let counted = &self.0;
        registry.register("http_requests", "Requests answered by a route", counted.requests.clone());
        registry.register_with_unit(
            "http_request",
            "From a request's head to its answer's",
            Unit::Seconds,
            counted.seconds.clone(),
        );
        registry.register("live_polls", "Polls of live boards answered from memory, without a route", counted.polls.clone());
        let answers = ConstCounter::new(app.boards.answers_made());
        registry.register("live_answers", "Answers of live boards that were made, each once for all who ask", answers);
        let mut gauge = |name: &str, help: &str, value: i64| registry.register(name, help, ConstGauge::new(value));
        gauge("live_boards", "Live boards in memory", count(app.boards.count()));
        gauge("connections", "Open connections of visitors", count(app.connections.count()));
        gauge("stopping", "1 while the program is stopping", i64::from(app.connections.is_stopping()));
        self.ask_database(app, &mut registry).await;
        let mut text = String::new();
        encode(&mut text, &registry).map_err(Error::internal)?;
        Ok(text)
    }

    /// Adds what the database is asked for, and how it is.
    async fn ask_database(&self, app: &App, registry: &mut Registry) {
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
        if let Some(lag) = app.db.replica_lag().flatten() {
            let lag = count(lag.as_millis().try_into().unwrap_or(usize::MAX));
            gauge("db_replica_lag_milliseconds", "How far the replica is behind", lag);
        }
        if let Some((mails, oldest)) = waiting {
            gauge("mail_waiting", "Mails that are not sent yet", mails);
            let help = "Age of the oldest mail that is not sent yet, in seconds";
            gauge("mail_oldest_seconds", help, oldest.map_or(0, |oldest| (now - oldest).max(0) / 1000));
        }
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Counts a request of the routes, and how long it took.
pub(crate) async fn count_request(State(metrics): State<Metrics>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let method = method(request.method());
    let route = request.extensions().get::<MatchedPath>().map_or_else(|| "other".to_owned(), |path| path.as_str().to_owned());
    let response = next.run(request).await;
    metrics.0.requests.get_or_create(&Requested { method, route, status: response.status().as_u16() }).inc();
    metrics.0.seconds.get_or_create(&Timed { method }).observe(began.elapsed().as_secs_f64());
    response
}

/// The method's name; a client may make names up.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// What is served on the port of the metrics.
#[derive(Clone)]
pub(crate) struct Service(Router);

impl Service {
    pub(crate) fn new(app: &App) -> Self {
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
    let text = app.metrics.written(&app).await?;
    Ok(([(header::CONTENT_TYPE, OPEN_METRICS)], text).into_response())
}
