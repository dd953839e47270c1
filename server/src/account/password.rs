//! Passwords: argon2id, a few at a time, so that a flood of logins cannot take the machine.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use axum::http::StatusCode;
use core_wasm::account::messages;
use core_wasm::account::password::MOST_BYTES;
use tokio::sync::Semaphore;

use crate::error::{Error, Result};

/// Hashes at once; each takes 19 MiB and a core.
const AT_ONCE: usize = 2;
/// Callers that may wait for one; further ones are told that the server is busy.
const WAITING: usize = 16;

/// Hashes and checks passwords; cheap to clone.
#[derive(Clone)]
pub struct Hasher {
    inner: Arc<Inner>,
}

struct Inner {
    places: Semaphore,
    waiting: AtomicUsize,
}

/// What an unknown name is checked against, so that it takes as long as a known one.
static DUMMY: LazyLock<String> = LazyLock::new(|| hash_now(&crate::ids::new_secret()).unwrap_or_default());

impl Hasher {
    pub(crate) fn new() -> Self {
        // Made now: the first login of an unknown name would otherwise take twice as long.
        LazyLock::force(&DUMMY);
        Self { inner: Arc::new(Inner { places: Semaphore::new(AT_ONCE), waiting: AtomicUsize::new(0) }) }
    }

    /// The hash to store for `password`.
    ///
    /// # Errors
    /// 503 when too many are waiting.
    pub async fn hash(&self, password: String) -> Result<String> {
        self.run(move || hash_now(&password)).await?
    }

    /// Whether `password` is the one of `hash`; without a hash it takes as long and is never right.
    ///
    /// # Errors
    /// 503 when too many are waiting.
    pub async fn verify(&self, password: String, hash: Option<String>) -> Result<bool> {
        self.run(move || {
            let known = hash.is_some();
            let right = verify_now(&password, hash.as_deref().unwrap_or(&DUMMY));
            known && right
        })
        .await
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        let _waiting = Waiting::enter(&self.inner.waiting)?;
        let _place = self.inner.places.acquire().await.map_err(Error::internal)?;
        tokio::task::spawn_blocking(work).await.map_err(Error::internal)
    }
}

/// Counts who is inside or waiting, also when a caller goes away.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn enter(count: &'a AtomicUsize) -> Result<Self> {
        let before = count.fetch_add(1, Ordering::SeqCst);
        let entered = Self(count);
        if before >= AT_ONCE + WAITING {
            return Err(Error::refused(StatusCode::SERVICE_UNAVAILABLE, "BUSY", messages::BUSY).retry_after(2));
        }
        Ok(entered)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Hashes at once, on this thread: for the command line.
///
/// # Errors
/// When the system has no randomness to give.
pub fn hash_now(password: &str) -> Result<String> {
    let hash = argon().hash_password(password.as_bytes()).map_err(|error| Error::message(error.to_string()))?;
    Ok(hash.to_string())
}

fn verify_now(password: &str, hash: &str) -> bool {
    password.len() <= MOST_BYTES
        && PasswordHash::new(hash).is_ok_and(|hash| argon().verify_password(password.as_bytes(), &hash).is_ok())
}

/// OWASP's choice: 19 MiB, two passes, one lane.
fn argon() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}
