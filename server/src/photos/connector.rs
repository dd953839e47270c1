//! The requests to a bucket, sent with the program's own HTTP client, so that it has one implementation of TLS.

use std::time::Duration;

use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse, HttpResponseBody, HttpService,
};

/// How long a connection to the bucket may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long a request may take, with its answer.
const WHOLE: Duration = Duration::from_secs(60);

/// Makes the client of a bucket.
#[derive(Debug)]
pub(super) struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let client = reqwest::Client::builder().connect_timeout(CONNECT).timeout(WHOLE).build();
        let client = client.map_err(|source| object_store::Error::Generic { store: "bucket", source: Box::new(source) })?;
        Ok(HttpClient::new(Client(client)))
    }
}

#[derive(Debug)]
struct Client(reqwest::Client);

#[async_trait::async_trait]
impl HttpService for Client {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let (parts, body) = request.into_parts();
        let url = parts.uri.to_string();
        // A picture is sent whole: its size is known, and it is small.
        let bytes: Vec<u8> = match body.as_bytes() {
            Some(bytes) => bytes.to_vec(),
            None => http_body_util::BodyExt::collect(body).await?.to_bytes().to_vec(),
        };
        let sent = self.0.request(parts.method, url).headers(parts.headers).body(bytes).send().await.map_err(failed)?;
        let response: axum::http::Response<reqwest::Body> = sent.into();
        let (parts, body) = response.into_parts();
        let body = HttpResponseBody::new(http_body_util::BodyExt::map_err(body, failed));
        Ok(HttpResponse::from_parts(parts, body))
    }
}

/// Which failures are tried again.
fn failed(error: reqwest::Error) -> HttpError {
    let kind = if error.is_timeout() {
        HttpErrorKind::Timeout
    } else if error.is_connect() {
        HttpErrorKind::Connect
    } else if error.is_decode() {
        HttpErrorKind::Decode
    } else {
        HttpErrorKind::Interrupted
    };
    // The address may contain a signature.
    HttpError::new(kind, error.without_url())
}
