//! The routes, and the layers that each request passes through.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{future::RouteFuture, get};
use axum::{Router, middleware};
use axum_extra::extract::CookieJar;
use futures_util::future::Either;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::cors::CorsLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::account::Accounts;
use crate::app::App;
use crate::config::Config;
use crate::db::{self, Db};
use crate::error::{Error, ErrorBody, InLog};
use crate::http::address::{ClientAddress, is_trusted};
use crate::http::answer::{CachedBody, SharedBody};
use crate::http::{self, BODY_LIMIT, Connection, FORM_LIMIT, Peer, Serve};
use crate::ids::new_id;
use crate::live::Polls;
use crate::metrics::{Metrics, count_request};
use crate::{
    account, announcements, audit_log, course, described, editor, images, leaving, live, packets, people, photos, profile, race,
    results, signup, site, ticket, timing, venue, words,
};

/// The document that describes the calls.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Splitline",
        description = "The calls of the race website and its timing. \
        Calls that change something need the site's own `Origin` and a session, or a timing key. A page may say in the header \
        `Splitline-Account` whose it is: if another account, or another sign-up, has the session by then, the call is refused with 409 \
        (`OTHER_ACCOUNT`, `OTHER_SIGNUP`). \
        Whatever is refused is told as `Refusal`, also a path or a method that there is not. A request must name one Host; HTTP/1.0 may leave it out."
    ),
    components(schemas(ErrorBody))
)]
struct Document;

/// The whole application as one service: polls that memory can answer, and the routes of everything else.
#[derive(Clone)]
pub struct Service {
    polls: Polls,
    routes: Router,
    metrics: Metrics,
}

impl Serve for Service {
    fn at_once<B>(
        &self,
        request: &axum::http::Request<B>,
        peer: IpAddr,
        connection: Option<&Arc<Connection>>,
    ) -> Option<Response> {
        let answer = self.polls.answer(request, peer, connection)?;
        self.metrics.polled();
        Some(answer)
    }

    fn routes(&self) -> Router {
        self.routes.clone()
    }
}

/// As a request from a peer: for tests and for what the program asks itself.
impl tower::Service<Request> for Service {
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Ready<Result<Response, Infallible>>, RouteFuture<Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let peer = request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
        match self.at_once(&request, peer, None) {
            Some(answer) => Either::Left(ready(Ok(answer))),
            None => Either::Right(self.routes.call(request)),
        }
    }
}

/// Returns the whole application as one service.
pub fn router(app: &App) -> Service {
    let polls =
        Polls { boards: app.boards.clone(), config: app.config.clone(), policy: app.policy.clone(), unread: app.unread.clone() };
    Service { polls, routes: routes(app), metrics: app.metrics.clone() }
}

fn routes(app: &App) -> Router {
    let calls = OpenApiRouter::new()
        .merge(account::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(account::pictures())
        .merge(signup::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(leaving::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(profile::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(people::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(ticket::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(announcements::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(audit_log::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(ticket::pictures::router())
        .merge(race::router())
        .merge(editor::router())
        .merge(timing::router())
        .merge(live::router())
        .merge(results::router())
        .merge(course::router())
        .merge(packets::router())
        .merge(venue::router())
        .merge(photos::router())
        .routes(routes!(health));
    let (api, mut document) = OpenApiRouter::with_openapi(Document::openapi()).nest("/api", calls).split_for_parts();
    described::complete(&mut document, app.accounts.session_name());

    let api: Router<App> = api
        .merge(documented(&document))
        // Three routes instead of one `{*rest}`, because `PUT /{race}/memory-images` (SPEC §7) begins with a parameter.
        .route("/api/{race}", axum::routing::any(no_such_call))
        .route("/api/{race}/", axum::routing::any(no_such_call))
        .route("/api/{race}/{*rest}", axum::routing::any(no_such_call))
        .route("/api", axum::routing::any(no_such_call))
        .route("/api/", axum::routing::any(no_such_call))
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::map_response(in_our_words));

    Router::new()
        .merge(api)
        .route("/healthz", get(alive))
        .route("/readyz", get(readiness))
        .merge(images::router())
        .merge(photos::pictures())
        .merge(site::router())
        .layer(
            // As one layer, so that a request is passed on in one box and not in ten; the first is the outermost.
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(app.metrics.clone(), count_request))
                .layer(middleware::from_fn_with_state(app.config.clone(), with_id))
                .layer(TraceLayer::new_for_http().make_span_with(span).on_failure(log_broken_body).on_response(log_failure))
                .layer(middleware::from_fn_with_state(app.policy.clone(), http::headers::secure))
                .layer(cors(&app.config))
                .layer(middleware::from_fn(http::time_limit))
                .layer(middleware::from_fn_with_state(app.clone(), with_source))
                .layer(middleware::from_fn_with_state(app.config.clone(), http::same_origin))
                .layer(DefaultBodyLimit::max(BODY_LIMIT))
                .layer(middleware::from_fn_with_state((app.unread.clone(), app.compressor.clone()), http::unread::limit_unread))
                .layer(CatchPanicLayer::custom(|_| Error::message("a handler panicked").into_response())),
        )
        .with_state(app.clone())
}

/// The id of a request, by which a row of the audit record is found in the log.
#[derive(Clone, Debug)]
struct RequestId(String);

/// The header with a request's id: of a proxy that is trusted, and in an answer that says that the server failed.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives a request its id: the one that a trusted proxy has in its log, too, or a new one. An answer that says that the server failed has it, so
/// that whoever reports it can name it.
async fn with_id(State(config): State<Arc<Config>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip().to_canonical());
    let is_trusted = peer.is_some_and(|peer| is_trusted(&peer, &config.trusted_proxies));
    let is_id =
        |id: &&str| (8..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    let of_proxy = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok()).filter(is_id).filter(|_| is_trusted);
    let id = of_proxy.map_or_else(new_id, str::to_owned);
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.run(request).await;
    if response.status().is_server_error()
        && let Ok(id) = HeaderValue::from_str(&id)
    {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// Runs a request so that its changes know where they come from.
async fn with_source(State(accounts): State<Accounts>, address: ClientAddress, request: Request, next: Next) -> Response {
    let has_session = CookieJar::from_headers(request.headers()).get(accounts.session_name()).is_some();
    let is_visitor = !has_session && matches!(*request.method(), Method::GET | Method::HEAD);
    let id = request.extensions().get::<RequestId>().map(|RequestId(id)| id.clone()).unwrap_or_default();
    db::guarded(db::Source::new(address.network(), id, is_visitor), next.run(request)).await
}

/// Answers `ok` as long as the program runs, also while its database is out of reach: it is not to be started anew for that.
async fn alive() -> &'static str {
    "ok"
}

/// Answers `ok` if the server runs and its database can be read. The database is migrated before the server takes its first request.
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, description = "ok", body = String, content_type = "text/plain")))]
async fn health(State(db): State<Db>) -> Result<&'static str, Error> {
    db.read(|tx| tx.query_one("SELECT 1", [], |row| row.get::<i64>(0))).await?;
    Ok("ok")
}

/// Answers `ok` when visitors may be sent here: the database can be read, the boards of the races that are live were made since the start, and
/// the program is not about to stop.
async fn readiness(State(app): State<App>) -> Result<&'static str, Error> {
    if app.connections.is_stopping() || !app.boards.is_warm() {
        return Err(Error::busy());
    }
    health(State(app.db.clone())).await
}

async fn no_such_call() -> Response {
    Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_CALL).into_response()
}

async fn wrong_method() -> Response {
    Error::say(StatusCode::METHOD_NOT_ALLOWED, words::METHOD).into_response()
}

/// Gives errors of libraries, which have other texts or none, the form of every other refusal.
async fn in_our_words(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_ours = kind.is_some_and(|kind| kind == "application/json");
    if is_ours || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    Error::say(status, words::of(status)).into_response()
}

/// The document, and the page that shows it. Both are in memory once for all clients, compressed.
fn documented(document: &utoipa::openapi::OpenApi) -> Router<App> {
    const DOCUMENT: &str = "/api/openapi.json";
    let page = SwaggerUi::new("/api/docs").config(utoipa_swagger_ui::Config::from(DOCUMENT));
    let mut document = serde_json::to_value(document).unwrap_or_default();
    described::settle(&mut document);
    let kept = Arc::new((document.to_string(), OnceLock::new()));
    let written = move |request_headers: HeaderMap| async move {
        let (document, kept) = &*kept;
        kept.get_or_init(|| CachedBody::json(document.clone().into_bytes())).answer(&request_headers)
    };
    Router::from(page).layer(middleware::map_response(shared)).route(DOCUMENT, get(written))
}

async fn shared(mut response: Response) -> Response {
    response.extensions_mut().insert(SharedBody);
    response
}

/// Another site may use the API if `--allow-origin` names it.
fn cors(config: &Config) -> CorsLayer {
    if config.allow_origin.is_empty() {
        return CorsLayer::new().vary([]);
    }
    let origins = config.allow_origin.iter().filter_map(|url| HeaderValue::from_str(&url.origin().ascii_serialization()).ok());
    let layer = CorsLayer::new().allow_origin(origins.collect::<Vec<_>>());
    layer.allow_credentials(true).allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE]).allow_headers([
        header::CONTENT_TYPE,
        header::IF_NONE_MATCH,
        HeaderName::from_static("idempotency-key"),
        HeaderName::from_static(account::MEANT),
    ])
}

/// Logs an answer that says that the server failed, unless the log has the reason already.
fn log_failure<B>(response: &axum::http::Response<B>, latency: Duration, _: &tracing::Span) {
    let status = response.status();
    if status.is_server_error() && response.extensions().get::<InLog>().is_none() {
        tracing::error!(status = status.as_u16(), ?latency, "a request was answered as failed");
    } else {
        tracing::debug!(status = status.as_u16(), ?latency, "answered");
    }
}

/// Logs an answer whose body failed after its status was sent.
fn log_broken_body(failure: ServerErrorsFailureClass, latency: Duration, _: &tracing::Span) {
    if let ServerErrorsFailureClass::Error(error) = failure {
        tracing::error!(error, ?latency, "an answer broke off");
    }
}

/// The log has the path only: a query may contain what a visitor searched for, or a token.
fn span<B>(request: &axum::http::Request<B>) -> tracing::Span {
    let id = request.extensions().get::<RequestId>().map_or("", |RequestId(id)| id);
    tracing::info_span!("http", method = %request.method(), path = request.uri().path(), request = id)
}
