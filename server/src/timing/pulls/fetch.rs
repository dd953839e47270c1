//! One request to a service: its answer within a limit of bytes and time.

use std::time::Duration;

use core_wasm::timing::pulls::{self, Pull, PullKind};
use reqwest::redirect::Policy;
use url::Url;

use super::address;
use super::state::Pulls;

/// How long a request may take, with its answer.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Fetches a page of a pull.
///
/// # Errors
/// The sentence for the desk. It never contains the request's address, in which the key stands.
pub(super) async fn page(pulls: &Pulls, pull: &Pull, number: usize) -> Result<Vec<u8>, String> {
    let base = match pull.kind {
        PullKind::RaceResult => &pulls.race_result,
        PullKind::Runsignup => &pulls.runsignup,
        PullKind::Chronotrack => return Err(pulls::UNREACHABLE.into()),
    };
    let unreachable = || pulls::UNREACHABLE.to_owned();
    let url: Url = base.join(&pull.path(number)).map_err(|_| unreachable())?;
    // An IPv6 address is in brackets in a URL.
    let host = url.host_str().map(|host| host.trim_matches(['[', ']'])).ok_or_else(unreachable)?;
    let port = url.port_or_known_default().ok_or_else(unreachable)?;
    let addresses = address::resolve(host, port, &pulls.networks).await?;
    let client = reqwest::Client::builder()
        .resolve_to_addrs(host, &addresses)
        .redirect(Policy::none())
        .no_proxy()
        .timeout(TIMEOUT)
        .user_agent(concat!("splitline/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|_| unreachable())?;
    let failed = |error: reqwest::Error| if error.is_timeout() { pulls::SLOW } else { pulls::UNREACHABLE };
    let mut answer = client.get(url).send().await.map_err(failed)?;
    if answer.status() != reqwest::StatusCode::OK {
        return Err(pulls::status_words(answer.status().as_u16()));
    }
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(failed)? {
        if body.len() + chunk.len() > pulls::ANSWER_BYTES {
            return Err(pulls::TOO_LARGE.into());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
