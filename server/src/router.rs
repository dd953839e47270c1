//! Every route, and what each request passes through on its way.

use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};
use tower_http::compression::{CompressionLayer, CompressionLevel};
use tower_http::cors::CorsLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::app::App;
use crate::config::Config;
use crate::error::{Error, ErrorBody};
use crate::http::answer::is_made_for_one;
use crate::http::{self, BODY_LIMIT, FORM_LIMIT};
use crate::{account, described, editor, images, live, race, site, timing, words};

/// The document that describes the calls.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Splitline",
        description = "The calls of the race website and its timing. \
        Calls that change something need the site's own `Origin` and a session, or a timing key. \
        Whatever is refused is told as `Refusal`, also a path or a method that there is not. A request must name one Host; HTTP/1.0 may leave it out."
    ),
    components(schemas(ErrorBody))
)]
struct Document;

/// The whole application as one service.
pub fn router(app: &App) -> Router {
    let calls = OpenApiRouter::new()
        .merge(account::router().layer(DefaultBodyLimit::max(FORM_LIMIT)))
        .merge(race::router())
        .merge(editor::router())
        .merge(timing::router())
        .merge(live::router())
        .routes(routes!(health));
    let (api, mut document) = OpenApiRouter::with_openapi(Document::openapi()).nest("/api", calls).split_for_parts();
    described::complete(&mut document, app.tokens().session_name());

    let api: Router<App> = api
        .merge(SwaggerUi::new("/api/docs").url("/api/openapi.json", document))
        // Not one `{*rest}` for both: `PUT /{race}/memory-images` (SPEC §7) begins with a name.
        .route("/api/{race}", axum::routing::any(no_such_call))
        .route("/api/{race}/{*rest}", axum::routing::any(no_such_call))
        .route("/api", axum::routing::any(no_such_call))
        .route("/api/", axum::routing::any(no_such_call))
        .method_not_allowed_fallback(wrong_method)
        .layer(compression())
        .layer(middleware::map_response(in_our_words));

    Router::new()
        .merge(api)
        .merge(images::router())
        .merge(site::router())
        .layer(CatchPanicLayer::custom(|_| Error::message("a handler panicked").into_response()))
        .layer(middleware::from_fn_with_state(app.clone(), http::unread::counted))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(middleware::from_fn_with_state(app.clone(), http::same_origin))
        .layer(middleware::from_fn(http::time_limit))
        .layer(cors(app.config()))
        .layer(middleware::from_fn_with_state(app.clone(), http::headers::secure))
        .layer(TraceLayer::new_for_http().make_span_with(span))
        .with_state(app.clone())
}

/// Says that the server runs and its database answers.
#[utoipa::path(get, path = "/health", tag = "server", responses((status = 200, description = "ok", body = String, content_type = "text/plain")))]
async fn health(axum::extract::State(app): axum::extract::State<App>) -> Result<&'static str, Error> {
    app.db().read(|tx| tx.query_one("SELECT 1", [], |row| row.get::<_, i64>(0))).await?;
    Ok("ok")
}

async fn no_such_call() -> Response {
    Error::say(StatusCode::NOT_FOUND, words::NO_SUCH_CALL).into_response()
}

async fn wrong_method() -> Response {
    Error::say(StatusCode::METHOD_NOT_ALLOWED, words::METHOD).into_response()
}

/// Whatever refuses a call says so as every call does: what a library answers by itself has words of its own, or none.
async fn in_our_words(response: Response) -> Response {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_ours = status != StatusCode::NOT_ACCEPTABLE && kind.is_some_and(|kind| kind == "application/json");
    if is_ours || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    Error::say(status, words::of(status)).into_response()
}

/// Answers leave compressed; those that are shared are so already.
fn compression() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(DefaultPredicate::new().and(is_made_for_one))
}

/// A site on another host may use the API when it is named in `--allow-origin`.
fn cors(config: &Config) -> CorsLayer {
    if config.allow_origin.is_empty() {
        return CorsLayer::new().vary([]);
    }
    let origins = config.allow_origin.iter().filter_map(|url| HeaderValue::from_str(&url.origin().ascii_serialization()).ok());
    let layer = CorsLayer::new().allow_origin(origins.collect::<Vec<_>>());
    layer
        .allow_credentials(true)
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([header::CONTENT_TYPE, header::IF_NONE_MATCH])
}

/// The path alone: a query may hold what a visitor searched for, or a token.
fn span<B>(request: &axum::http::Request<B>) -> tracing::Span {
    tracing::info_span!("http", method = %request.method(), path = request.uri().path())
}
