//! The demo's client, which uses the program only through requests.

use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use core_wasm::timing::formats::JSON;
use serde_json::{Value, json};
use tower::ServiceExt;
use url::Url;

use crate::error::{Error, Result};
use crate::http::OwnRequest;
use crate::router::Service;

/// The limit of an answer, in bytes.
const ANSWER: usize = 64 * 1024 * 1024;
/// The boundary between the parts of a form.
const BOUNDARY: &str = "----demo-form";

/// A caller and its credentials.
#[derive(Clone)]
pub(super) struct Client {
    router: Service,
    /// The site's address, used as the origin of an administrator's calls.
    site: Url,
    /// The header with the credentials: an administrator's `Cookie`, or a timing box's `Authorization`.
    credentials: Option<(header::HeaderName, String)>,
}

impl Client {
    /// Logs a user in.
    pub(super) async fn log_in(router: Service, site: &str, username: &str, password: &str) -> Result<Self> {
        let client = Self { router, site: site.parse().map_err(Error::internal)?, credentials: None };
        let form = json!({ "username": username, "password": password });
        let response = client.send(Method::POST, &["login"], None, JSON, form.to_string()).await?;
        let cookies = response.headers().get_all(header::SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok());
        let cookies: Vec<&str> = cookies.filter_map(|cookie| cookie.split(';').next()).collect();
        Ok(Self { credentials: Some((header::COOKIE, cookies.join("; "))), ..client })
    }

    /// A timing box with this key.
    pub(super) fn with_key(&self, key: &str) -> Self {
        Self { credentials: Some((header::AUTHORIZATION, format!("Bearer {key}"))), ..self.clone() }
    }

    /// Returns a call's answer, `Null` for an empty one; the path is given by its segments after `/api`.
    ///
    /// # Errors
    /// When the call is refused.
    pub(super) async fn call(&self, method: Method, path: &[&str], body: &Value) -> Result<Value> {
        read(self.send(method, path, None, JSON, body.to_string()).await?).await
    }

    /// As [`Self::call`], with the name that confirms the call.
    ///
    /// # Errors
    /// When the call is refused.
    pub(super) async fn call_confirmed(&self, method: Method, path: &[&str], name: &str) -> Result<Value> {
        read(self.send(method, path, Some(("name", name)), JSON, "{}").await?).await
    }

    /// Returns the answer of a call that reads; `None` for 404.
    ///
    /// # Errors
    /// When the call is refused.
    pub(super) async fn find(&self, path: &[&str]) -> Result<Option<Value>> {
        match self.send(Method::GET, path, None, JSON, Body::empty()).await {
            Err(Error::Refused { status: StatusCode::NOT_FOUND, .. }) => Ok(None),
            answer => read(answer?).await.map(Some),
        }
    }

    /// Sends a form with its texts and pictures, as a browser does.
    ///
    /// # Errors
    /// When the call is refused.
    pub(super) async fn send_form<'a>(
        &self,
        path: &[&str],
        texts: impl IntoIterator<Item = (&'a String, &'a String)>,
        pictures: Vec<(&str, Bytes)>,
    ) -> Result<Value> {
        let mut body = Vec::new();
        let mut part = |head: String, content: &[u8]| {
            body.extend_from_slice(format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes());
            body.extend_from_slice(content);
            body.extend_from_slice(b"\r\n");
        };
        for (name, text) in texts {
            part(format!("name=\"{name}\""), text.as_bytes());
        }
        for (name, picture) in pictures {
            part(format!("name=\"{name}\"; filename=\"drawing.png\"\r\nContent-Type: image/png"), &picture);
        }
        body.extend_from_slice(format!("--{BOUNDARY}--\r\n").as_bytes());
        read(self.send(Method::POST, path, None, &format!("multipart/form-data; boundary={BOUNDARY}"), body).await?).await
    }

    /// Sends a request and returns its response, or an error when it is refused.
    async fn send(
        &self,
        method: Method,
        path: &[&str],
        query: Option<(&str, &str)>,
        kind: &str,
        body: impl Into<Body>,
    ) -> Result<axum::response::Response> {
        let mut address = self.site.clone();
        address.path_segments_mut().map_err(|()| Error::message("no path"))?.clear().push("api").extend(path);
        if query.is_some() {
            address.query_pairs_mut().extend_pairs(query);
        }
        let call = format!("{method} {}", address.path());
        let mut request = Request::builder()
            .method(method)
            .uri(&address[url::Position::BeforePath..])
            .header(header::HOST, self.site.authority())
            .header(header::ORIGIN, self.site.origin().ascii_serialization())
            .header(header::CONTENT_TYPE, kind)
            .body(body.into())
            .map_err(Error::internal)?;
        request.extensions_mut().insert(OwnRequest);
        if let Some((name, credentials)) = &self.credentials {
            request.headers_mut().insert(name, HeaderValue::from_str(credentials).map_err(Error::internal)?);
        }
        let response = self.router.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
        let status = response.status();
        if status.is_success() {
            return Ok(response);
        }
        let body = to_bytes(response.into_body(), ANSWER).await.map_err(Error::internal)?;
        Err(Error::refused(status, "DEMO", format!("{call}: {status} {}", String::from_utf8_lossy(&body))))
    }
}

async fn read(response: axum::response::Response) -> Result<Value> {
    let body = to_bytes(response.into_body(), ANSWER).await.map_err(Error::internal)?;
    if body.is_empty() { Ok(Value::Null) } else { Ok(serde_json::from_slice(&body)?) }
}
