//! The headers that every answer has; a content security policy only where the browser applies it, and few for data, which is fetched often.

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use url::Url;

use crate::config::Config;
use crate::http::answer::PageResource;

/// Marks a page that other sites may show in a frame, with their origins. Its content security policy allows nothing but this site besides.
#[derive(Clone, Debug)]
pub(crate) struct FramedBy(pub(crate) Vec<String>);

impl FramedBy {
    /// The page's policy. The origins are those that the core has read, which have no character that means something here.
    fn policy(&self) -> Option<HeaderValue> {
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
             connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors {}",
            self.0.join(" ")
        );
        HeaderValue::from_str(&policy).ok().filter(|_| !self.0.is_empty())
    }
}

/// Which sites' pages may read an answer.
const READERS: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The headers that depend on the settings; computed once.
#[derive(Clone, Debug)]
pub(crate) struct Policy {
    content: HeaderValue,
    /// `Cross-Origin-Resource-Policy`: which sites' pages may read an answer.
    readers: HeaderValue,
    behind_tls: bool,
}

impl Policy {
    pub(crate) fn new(config: &Config) -> Self {
        let readers = if config.allow_origin.is_empty() { "same-origin" } else { "cross-origin" };
        Self { content: content(config), readers: HeaderValue::from_static(readers), behind_tls: config.behind_tls() }
    }
}

/// Adds the security headers. An answer that has a content security policy of its own keeps it, and a [`PageResource`] has none.
pub(crate) async fn secure(State(policy): State<Policy>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let mut response = next.run(request).await;
    policy.apply(&mut response, is_api);
    response
}

impl Policy {
    /// Adds the headers to an answer, of the API or another one.
    pub(crate) fn apply(&self, response: &mut Response, is_api: bool) {
        let is_document = response.extensions_mut().remove::<PageResource>().is_none();
        let framed = response.extensions_mut().remove::<FramedBy>().and_then(|framed| framed.policy());
        let is_data = is_api && is_data(response);
        // Without content there is nothing whose type could be guessed or that another site could read.
        let is_nothing = is_api && response.status() == StatusCode::NO_CONTENT;
        let headers = response.headers_mut();
        if let Some(framed) = framed {
            headers.insert(header::CONTENT_SECURITY_POLICY, framed);
            // A page that is isolated from other origins may show only what says that it may be shown.
            headers.insert(READERS, HeaderValue::from_static("cross-origin"));
        }
        if !is_nothing {
            headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            headers.entry(READERS).or_insert_with(|| self.readers.clone());
        }
        if is_api {
            headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
        }
        if self.behind_tls {
            let seconds = HeaderValue::from_static("max-age=31536000; includeSubDomains");
            headers.insert(header::STRICT_TRANSPORT_SECURITY, seconds);
        }
        if is_data {
            return;
        }
        if is_document {
            headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| self.content.clone());
        }
        headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
        headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
        let features = "camera=(), microphone=(), geolocation=(), payment=(), usb=()";
        headers.insert("permissions-policy", HeaderValue::from_static(features));
    }
}

/// Whether a browser shows an answer of the API never as a page: JSON, bytes of no known type, events, or nothing at all.
fn is_data(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_empty = matches!(response.status(), StatusCode::NOT_MODIFIED | StatusCode::NO_CONTENT);
    is_empty || kind.starts_with("application/json") || matches!(kind, "application/octet-stream" | "text/event-stream")
}

/// The page's content security policy: only what the site needs is allowed.
fn content(config: &Config) -> HeaderValue {
    let frames = core_wasm::race::embed::frame_sources(&config.embed_hosts).join(" ");
    let frames = if frames.is_empty() { "'none'".to_owned() } else { frames };
    let analytics = config.analytics_url.as_ref().map(|url| format!(" {}", origin(url))).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{analytics}; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self' {} {}{analytics}; frame-src {frames}; worker-src 'self'; manifest-src 'self'; media-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        origin(&config.geocoding_url),
        origin(&config.forecast_url),
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::HeaderMap;
    use axum::response::IntoResponse;
    use axum::routing::get;
    use axum::{Extension, Router, middleware};
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_part_of_a_page_has_every_security_header_but_a_content_security_policy() {
        let policy = Policy {
            content: HeaderValue::from_static("default-src 'none'"),
            readers: HeaderValue::from_static("same-origin"),
            behind_tls: false,
        };
        let site = Router::new()
            .route("/page", get(|| async { "page" }))
            .route("/part.js", get(|| async { (Extension(PageResource), "part").into_response() }))
            .layer(middleware::from_fn_with_state(policy, secure));
        let headers = async |path: &str| -> HeaderMap {
            let request = axum::http::Request::get(path).body(Body::empty()).unwrap_or_default();
            site.clone().oneshot(request).await.into_response().headers().clone()
        };
        let (page, part) = (headers("/page").await, headers("/part.js").await);
        assert_eq!(page.get(header::CONTENT_SECURITY_POLICY), Some(&HeaderValue::from_static("default-src 'none'")));
        assert_eq!(part.get(header::CONTENT_SECURITY_POLICY), None);
        let others = |headers: &HeaderMap| {
            let mut names: Vec<String> = headers
                .keys()
                .map(ToString::to_string)
                .filter(|name| name != "content-security-policy" && name != "content-length")
                .collect();
            names.sort();
            names
        };
        assert_eq!(others(&part), others(&page));
        assert_eq!(part.get(header::X_CONTENT_TYPE_OPTIONS), Some(&HeaderValue::from_static("nosniff")));
        assert_eq!(part.get("cross-origin-resource-policy"), Some(&HeaderValue::from_static("same-origin")));
    }
}
