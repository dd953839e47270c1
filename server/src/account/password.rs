//! Passwords: argon2id, a few at a time and on threads of their own, so that many logins cannot use up the machine.

use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use core_wasm::account::password::MOST_BYTES;

use crate::error::{Error, Result};
use crate::work::Pool;

/// How many passwords are hashed at once; each needs 19 MiB and a core.
const AT_ONCE: usize = 2;
/// How many callers may wait for a hash; further ones receive 503 (busy).
const WAITING: usize = 16;

/// Hashes and checks passwords.
pub(crate) struct Hasher {
    threads: Pool,
}

/// The hash against which an unknown name is checked, so that the answer takes as long as for a known one.
static DUMMY: LazyLock<String> = LazyLock::new(|| hash_now(&crate::ids::new_secret()).unwrap_or_default());

impl Hasher {
    /// Starts the threads.
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub(crate) fn start() -> Result<Self> {
        // Computed here, because the first login with an unknown name would otherwise take twice as long.
        LazyLock::force(&DUMMY);
        Ok(Self { threads: Pool::start("passwords", [(); AT_ONCE], WAITING)? })
    }

    /// Returns the hash to store for `password`.
    ///
    /// # Errors
    /// 503 when too many callers wait.
    pub(crate) async fn hash(&self, password: String) -> Result<String> {
        self.threads.run(move |()| hash_now(&password)).await?
    }

    /// Whether `password` matches `hash`; without a hash it takes as long and returns `false`.
    ///
    /// # Errors
    /// 503 when too many callers wait.
    pub(crate) async fn verify(&self, password: String, hash: Option<String>) -> Result<bool> {
        let check = move |(): &mut ()| {
            let known = hash.is_some();
            let right = verify_now(&password, hash.as_deref().unwrap_or(&DUMMY));
            known && right
        };
        self.threads.run(check).await
    }

    /// Runs other work that strangers can ask for on the same threads: checking the signature of a passkey.
    ///
    /// # Errors
    /// 503 when too many callers wait.
    pub(crate) async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        self.threads.run(move |()| work()).await
    }
}

/// Hashes on the calling thread: for the command line.
///
/// # Errors
/// When the operating system provides no randomness.
pub fn hash_now(password: &str) -> Result<String> {
    let hash = argon().hash_password(password.as_bytes()).map_err(|error| Error::message(error.to_string()))?;
    Ok(hash.to_string())
}

/// Whether `password` matches `hash`, on the calling thread: for the start of the program.
pub(crate) fn verify_now(password: &str, hash: &str) -> bool {
    password.len() <= MOST_BYTES
        && PasswordHash::new(hash).is_ok_and(|hash| argon().verify_password(password.as_bytes(), &hash).is_ok())
}

/// The parameters recommended by OWASP: 19 MiB, two passes, one lane.
fn argon() -> Argon2<'static> {
    let params = Params::new(19 * 1024, 2, 1, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}
