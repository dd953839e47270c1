//! What is counted of requests, for a Prometheus server.
//!
//! Labels are routes, methods and statuses of the program itself, so no visitor can add one.
//!
//! Not here: where it is read, and what else is told there (`cli/metrics.rs`).

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::db::durations;

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

    /// Adds what was counted to a registry.
    pub(crate) fn register(&self, registry: &mut Registry) {
        let counted = &self.0;
        registry.register("http_requests", "Requests answered by a route", counted.requests.clone());
        let help = "From a request's head to its answer's";
        registry.register_with_unit("http_request", help, Unit::Seconds, counted.seconds.clone());
        registry.register("live_polls", "Polls of live boards answered from memory, without a route", counted.polls.clone());
    }
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
