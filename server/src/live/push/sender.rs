//! One message to a push service: encrypted for the browser, signed with this installation's key (RFC 8291, 8292).

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ipnet::IpNet;
use p256::PublicKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use sha2::{Digest, Sha256};
use url::Url;
use web_push_native::Auth;

use super::endpoint;
use super::store::Subscription;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::http::public;

/// How long a message may take, with the search for the service's address.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long a push service keeps a message for a device that is off, in seconds: as long as a passing is news.
const TTL_SECONDS: i64 = core_wasm::live::follow::TOO_OLD_MS / 1000;
/// How long a signature is valid, in seconds; a day is the most.
const SIGNED_FOR_SECONDS: i64 = 12 * 3600;
/// The longest pause that a service can ask for, in seconds.
const LONGEST_PAUSE: i64 = 3600;
/// The pause after a refusal that names none, in seconds.
const USUAL_PAUSE: i64 = 60;

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sent {
    /// The service took it.
    Taken,
    /// The service did not take it, and asks for a pause of so many milliseconds. It may be sent again.
    Later(i64),
    /// The subscription has ended.
    Gone,
    /// The service refused it, or did not answer: it may have arrived.
    Failed,
}

/// Sends messages.
pub(super) struct Sender {
    client: Client,
    key: SigningKey,
    /// Who is responsible for the messages, for the operators of push services.
    contact: String,
    networks: Vec<IpNet>,
}

impl Sender {
    /// With the installation's secret of 32 bytes.
    pub(super) fn new(secret: &[u8], config: &Config) -> Result<Self> {
        let networks = config.push_networks.clone();
        let client = Client::builder()
            .dns_resolver(Arc::new(PublicOnly))
            .redirect(Policy::none())
            .no_proxy()
            .timeout(TIMEOUT)
            .user_agent(concat!("splitline/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(Error::internal)?;
        let contact = if config.behind_tls() { config.site_url() } else { "mailto:admin@localhost".into() };
        Ok(Self { client, key: signing_key(secret)?, contact, networks })
    }

    /// The networks to which the operator allows connections beside public ones.
    pub(super) fn networks(&self) -> &[IpNet] {
        &self.networks
    }

    /// The public key, as a browser takes it: an uncompressed point as base64url.
    pub(super) fn public_key(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.key.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// Sends a message, which must fit into about 3,900 bytes.
    pub(super) async fn send(&self, to: &Subscription, message: Vec<u8>, now_ms: i64) -> Sent {
        // What was allowed when the browser subscribed may not be any more.
        let Some(url) = endpoint::parse(&to.endpoint, &self.networks) else { return Sent::Gone };
        let Some(body) = encrypted(to, message) else { return Sent::Gone };
        let request = self
            .client
            .post(url.clone())
            .header(AUTHORIZATION, self.authorization(&url, now_ms))
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .header("TTL", TTL_SECONDS)
            .header("Urgency", "high")
            .body(body);
        // The body of the answer is not read.
        let Ok(answer) = request.send().await else { return Sent::Failed };
        match answer.status() {
            status if status.is_success() => Sent::Taken,
            StatusCode::NOT_FOUND | StatusCode::GONE => Sent::Gone,
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                let asked = answer.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.trim().parse::<i64>().ok());
                Sent::Later(asked.unwrap_or(USUAL_PAUSE).clamp(1, LONGEST_PAUSE) * 1000)
            }
            _ => Sent::Failed,
        }
    }

    /// The header by which the service recognizes this installation (RFC 8292): a token signed by ES256 for the service's origin.
    fn authorization(&self, url: &Url, now_ms: i64) -> String {
        let claims = serde_json::json!({
            "aud": url.origin().ascii_serialization(),
            "exp": now_ms / 1000 + SIGNED_FOR_SECONDS,
            "sub": self.contact,
        });
        let part = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let signed = format!("{}.{}", part(r#"{"typ":"JWT","alg":"ES256"}"#), part(&claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("vapid t={signed}.{}, k={}", URL_SAFE_NO_PAD.encode(signature.to_bytes()), self.public_key())
    }
}

/// The key of a secret. A number that is not below the order of the curve, one in four thousand million, is hashed once more.
fn signing_key(secret: &[u8]) -> Result<SigningKey> {
    let mut bytes = secret.to_vec();
    for _ in 0..8 {
        if let Ok(key) = SigningKey::from_slice(&bytes) {
            return Ok(key);
        }
        bytes = Sha256::digest(&bytes).to_vec();
    }
    Err(Error::message("the key of push messages is not usable"))
}

fn encrypted(to: &Subscription, message: Vec<u8>) -> Option<Vec<u8>> {
    let key = PublicKey::from_sec1_bytes(&to.p256dh).ok()?;
    let auth: [u8; 16] = to.auth.as_slice().try_into().ok()?;
    web_push_native::encrypt(message, &key, &Auth::from(auth)).ok()
}

/// Resolves names to public addresses only: the connection goes to an address of the answer that was checked.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let good: Vec<SocketAddr> = found.into_iter().filter(|address| public::is_public(address.ip())).collect();
            if good.is_empty() {
                return Err("the name has no public address".into());
            }
            Ok(Box::new(good.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_name_of_this_machine_is_not_connected_to() {
        assert!(PublicOnly.resolve("localhost".parse().unwrap()).await.is_err());
    }

    #[test]
    fn every_secret_has_a_key() {
        let key = |secret: [u8; 32]| signing_key(&secret).unwrap().to_bytes();
        assert_eq!(key([7; 32]).as_slice(), [7; 32]);
        // Neither is a number below the order of the curve and above zero.
        assert_ne!(key([0xff; 32]), key([0; 32]));
    }
}
