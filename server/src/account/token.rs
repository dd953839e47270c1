//! The session cookie and the page cookie.
//!
//! `session` is HttpOnly and contains the id of a row of the sessions table; role and validity are read from there at every
//! request. `token` can be read by the page's scripts and contains the role and the expiry; it has another audience, and no call
//! accepts it. Both are JWTs with HS256 as the only algorithm.

use std::sync::Once;

use axum::http::HeaderMap;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error as JwtError, ErrorKind};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use ring::hmac;
use serde::{Deserialize, Serialize};

use super::device::{self, Device};
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::error::{Error, Result};
use core_wasm::account::Role;
use core_wasm::account::login::Stay;

const ISSUER: &str = "splitline";
const SESSION: &str = "splitline-session";
const PAGE: &str = "splitline-page";

/// Creates and reads both cookies.
pub struct Tokens {
    signing: EncodingKey,
    reading: DecodingKey,
    clock: Clock,
    behind_tls: bool,
}

#[derive(Serialize, Deserialize)]
struct SessionClaims {
    iss: String,
    aud: String,
    /// The user's id.
    sub: String,
    /// The session's id.
    sid: String,
    /// Epoch seconds.
    exp: i64,
}

#[derive(Serialize)]
struct PageClaims {
    iss: &'static str,
    aud: &'static str,
    role: &'static str,
    /// Epoch seconds.
    exp: i64,
}

/// The user and the session of a valid session cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SessionIds {
    pub(crate) user_id: String,
    pub(crate) session_id: String,
}

/// A session that has begun.
#[derive(Debug, Clone)]
pub(crate) struct Begun {
    pub(crate) ids: SessionIds,
    /// When it ends on the server, in epoch milliseconds.
    pub(crate) expires_ms: i64,
    /// Whether its cookies outlive the browser.
    pub(crate) stay: Stay,
}

impl Tokens {
    /// Reads the signing key from the database, creating it at the first start.
    pub(crate) async fn open(db: &Db, config: &Config, clock: Clock) -> Result<Self> {
        install_crypto();
        let key = crate::secrets::key(db, "session-key").await?;
        Ok(Self {
            signing: EncodingKey::from_secret(&key),
            reading: DecodingKey::from_secret(&key),
            clock,
            behind_tls: config.behind_tls(),
        })
    }

    /// Adds both cookies of a session, and that by which its device is recognized.
    pub(crate) fn cookies(&self, jar: CookieJar, begun: &Begun, role: Role, device: Option<&Device>) -> Result<CookieJar> {
        let Begun { ids: named, expires_ms, stay } = begun;
        let exp = expires_ms / 1000;
        let session = SessionClaims {
            iss: ISSUER.into(),
            aud: SESSION.into(),
            sub: named.user_id.clone(),
            sid: named.session_id.clone(),
            exp,
        };
        let page = PageClaims { iss: ISSUER, aud: PAGE, role: role.as_str(), exp };
        let life = time::Duration::seconds((expires_ms - self.clock.now_ms()) / 1000);
        let session = self.cookie(self.session_name(), self.sign(&session)?, true);
        let page = self.cookie(self.page_name(), self.sign(&page)?, false);
        // A browser deletes a cookie without an age when it is closed.
        let kept = |cookie| match stay {
            Stay::Remembered => with_max_age(cookie, life),
            Stay::UntilClosed => cookie,
        };
        let jar = jar.add(kept(session)).add(kept(page));
        Ok(match device {
            Some(device) => {
                let known = self.cookie(device::cookie_name(self.behind_tls), device.cookie.clone(), true);
                jar.add(with_max_age(known, time::Duration::milliseconds(device::KNOWN_MS)))
            }
            None => jar,
        })
    }

    /// Deletes both cookies in the browser.
    pub(crate) fn delete_cookies(&self, jar: CookieJar) -> CookieJar {
        let gone = |cookie| with_max_age(cookie, time::Duration::ZERO);
        jar.add(gone(self.cookie(self.session_name(), String::new(), true))).add(gone(self.cookie(
            self.page_name(),
            String::new(),
            false,
        )))
    }

    /// Returns the session of the request's cookie, if its signature, audience and expiry are valid.
    pub(crate) fn read(&self, headers: &HeaderMap) -> Option<SessionIds> {
        let jar = CookieJar::from_headers(headers);
        let cookie = jar.get(self.session_name())?;
        let mut rules = Validation::new(Algorithm::HS256);
        rules.leeway = 0;
        rules.set_issuer(&[ISSUER]);
        rules.set_audience(&[SESSION]);
        rules.set_required_spec_claims(&["iss", "aud", "exp", "sub"]);
        // Compared below with the program's own clock, which tests set.
        rules.validate_exp = false;
        let claims = jsonwebtoken::decode::<SessionClaims>(cookie.value(), &self.reading, &rules).ok()?.claims;
        (claims.exp > self.clock.now_ms() / 1000).then_some(SessionIds { user_id: claims.sub, session_id: claims.sid })
    }

    fn sign(&self, claims: &impl Serialize) -> Result<String> {
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), claims, &self.signing).map_err(Error::internal)
    }

    fn cookie(&self, name: &'static str, value: String, hidden: bool) -> Cookie<'static> {
        Cookie::build((name, value)).path("/").same_site(SameSite::Lax).http_only(hidden).secure(self.behind_tls).build()
    }

    /// Behind TLS the prefix `__Host-` makes browsers accept the cookie from this very host only.
    pub(crate) fn session_name(&self) -> &'static str {
        if self.behind_tls { "__Host-session" } else { "session" }
    }

    /// The spec's name, which the page's scripts look for.
    fn page_name(&self) -> &'static str {
        "token"
    }
}

fn with_max_age(mut cookie: Cookie<'static>, life: time::Duration) -> Cookie<'static> {
    cookie.set_max_age(life);
    cookie
}

/// HS256 by ring, which TLS for mail needs anyway. The library's own backends include RSA (with an open advisory) or need cmake.
fn install_crypto() {
    static ONCE: Once = Once::new();
    static PROVIDER: CryptoProvider = CryptoProvider {
        signer_factory: |algorithm, key| Ok(Box::new(Hs256::of(*algorithm, key.as_bytes())?)),
        verifier_factory: |algorithm, key| Ok(Box::new(Hs256::of(*algorithm, key.try_get_as_bytes()?)?)),
        key_utils: KeyUtils::new_unimplemented(),
    };
    ONCE.call_once(|| {
        // Another instance in the same process (in tests) has installed the same provider.
        let _ = PROVIDER.install_default();
    });
}

struct Hs256(hmac::Key);

impl Hs256 {
    fn of(algorithm: Algorithm, key: &[u8]) -> std::result::Result<Self, JwtError> {
        if algorithm == Algorithm::HS256 {
            Ok(Self(hmac::Key::new(hmac::HMAC_SHA256, key)))
        } else {
            Err(ErrorKind::InvalidAlgorithm.into())
        }
    }
}

impl signature::Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, signature::Error> {
        Ok(hmac::sign(&self.0, message).as_ref().to_vec())
    }
}

impl signature::Verifier<Vec<u8>> for Hs256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), signature::Error> {
        hmac::verify(&self.0, message, signature).map_err(|_| signature::Error::new())
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}
