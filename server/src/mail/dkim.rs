//! DKIM (RFC 6376): signs the site's mail with a key of which the domain's DNS has the public half.

use std::path::Path;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::dkim::{DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey};
use lettre::message::header::HeaderName;
use ring::signature::{Ed25519KeyPair, KeyPair};
use rsa::RsaPrivateKey;
use rsa::pkcs1::{DecodeRsaPrivateKey, EncodeRsaPrivateKey, LineEnding};
use rsa::pkcs8::{DecodePrivateKey, EncodePublicKey, ObjectIdentifier, PrivateKeyInfo, SecretDocument};
use rsa::traits::PublicKeyParts;

use crate::config::DkimArgs;
use crate::error::{Error, Result};

/// The headers that are signed, as far as a mail has them. Mail programs trust a link to unsubscribe only if it is signed (RFC 8058).
const SIGNED: [&str; 13] = [
    "From",
    "Reply-To",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "MIME-Version",
    "Content-Type",
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
];
/// The sizes of RSA keys: receivers take no shorter ones, and DNS has no place for longer ones.
const RSA_BITS: std::ops::RangeInclusive<usize> = 2048..=4096;
/// Ed25519 (RFC 8410).
const ED25519: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.112");
/// What is before the 32 bytes of an Ed25519 key: the head of an octet string.
const OCTETS: [u8; 2] = [0x04, 0x20];
/// The longest piece of a text in DNS, in bytes.
const TXT_PIECE: usize = 255;

/// Signs mail; cheap to clone.
#[derive(Clone)]
pub struct Signer(Arc<Inner>);

struct Inner {
    selector: String,
    domain: String,
    key: Key,
}

/// A private key in the forms that lettre reads, and the public half as DNS has it.
struct Key {
    kind: &'static str,
    algorithm: DkimSigningAlgorithm,
    private: secrecy::SecretString,
    public: String,
}

impl DkimArgs {
    /// The signer of these settings, for the domain of the sender `from`; `None` when nothing is set.
    ///
    /// # Errors
    /// When only one of them is set, the selector can't be one, or the file has no key that can be used.
    pub fn signer(&self, from: &str) -> Result<Option<Signer>> {
        let (selector, file) = match (&self.dkim_selector, &self.dkim_key) {
            (None, None) => return Ok(None),
            (Some(selector), Some(file)) => (selector.trim(), file),
            (Some(_), None) => return Err(Error::message("--dkim-selector is set and --dkim-key is not: DKIM needs both")),
            (None, Some(_)) => return Err(Error::message("--dkim-key is set and --dkim-selector is not: DKIM needs both")),
        };
        let is_label = |label: &str| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
        };
        if !selector.split('.').all(is_label) {
            return Err(Error::message(format!(
                "--dkim-selector {selector:?}: letters, digits and hyphens are needed, like mail2026"
            )));
        }
        let from: Mailbox = from.parse().map_err(|error| Error::message(format!("the sender {from:?}: {error}")))?;
        let key = Key::read(file)?;
        let signer = Signer(Arc::new(Inner { selector: selector.to_owned(), domain: from.email.domain().to_owned(), key }));
        // A key that lettre can't read is noticed at the start, not at the first mail.
        signer.config(Vec::new())?;
        Ok(Some(signer))
    }
}

impl Key {
    fn read(file: &Path) -> Result<Self> {
        let wrong = |why: &str| Error::message(format!("--dkim-key {}: {why}", file.display()));
        let pem = std::fs::read_to_string(file).map_err(|error| wrong(&error.to_string()))?;
        let unreadable = || wrong("a private key in PEM is needed: RSA of 2048 bits or more, or Ed25519, without a password");
        if pem.contains("BEGIN RSA PRIVATE KEY") {
            let key = RsaPrivateKey::from_pkcs1_pem(pem.trim()).map_err(|_| unreadable())?;
            return Self::rsa(&key).map_err(|why| wrong(&why));
        }
        let (label, document) = SecretDocument::from_pem(pem.trim()).map_err(|_| unreadable())?;
        let info =
            PrivateKeyInfo::try_from(document.as_bytes()).ok().filter(|_| label == "PRIVATE KEY").ok_or_else(unreadable)?;
        if info.algorithm.oid == ED25519 {
            let seed = info.private_key.strip_prefix(&OCTETS).ok_or_else(unreadable)?;
            let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| unreadable())?;
            return Ok(Self {
                kind: "ed25519",
                algorithm: DkimSigningAlgorithm::Ed25519,
                private: STANDARD.encode(seed).into(),
                public: STANDARD.encode(pair.public_key()),
            });
        }
        let key = RsaPrivateKey::from_pkcs8_der(document.as_bytes()).map_err(|_| unreadable())?;
        Self::rsa(&key).map_err(|why| wrong(&why))
    }

    fn rsa(key: &RsaPrivateKey) -> Result<Self, String> {
        let bits = key.n().bits();
        if !RSA_BITS.contains(&bits) {
            return Err(format!("the RSA key has {bits} bits, and {} to {} are needed", RSA_BITS.start(), RSA_BITS.end()));
        }
        let private = key.to_pkcs1_pem(LineEnding::LF).map_err(|error| error.to_string())?;
        let public = key.to_public_key().to_public_key_der().map_err(|error| error.to_string())?;
        Ok(Self {
            kind: "rsa",
            algorithm: DkimSigningAlgorithm::Rsa,
            private: private.as_str().into(),
            public: STANDARD.encode(public.as_bytes()),
        })
    }
}

impl Signer {
    fn config(&self, headers: Vec<HeaderName>) -> Result<DkimConfig> {
        use secrecy::ExposeSecret;
        let Inner { selector, domain, key } = &*self.0;
        let private = DkimSigningKey::new(key.private.expose_secret(), key.algorithm)
            .map_err(|error| Error::message(format!("the key of DKIM: {error}")))?;
        let relaxed = DkimCanonicalization { header: DkimCanonicalizationType::Relaxed, body: DkimCanonicalizationType::Relaxed };
        Ok(DkimConfig::new(selector.clone(), domain.clone(), private, headers, relaxed))
    }

    /// The name of the record in DNS.
    #[must_use]
    pub fn record_name(&self) -> String {
        format!("{}._domainkey.{}", self.0.selector, self.0.domain)
    }

    /// The text of the record.
    #[must_use]
    pub fn record_text(&self) -> String {
        format!("v=DKIM1; k={}; p={}", self.0.key.kind, self.0.key.public)
    }

    /// The record as a line of a zone file: a text of DNS is written in pieces of at most 255 bytes.
    #[must_use]
    pub fn record_line(&self) -> String {
        let text = self.record_text();
        // Base64 and the names of the tags are ASCII.
        let pieces = text.as_bytes().chunks(TXT_PIECE).map(|piece| format!("\"{}\"", String::from_utf8_lossy(piece)));
        format!("{}. IN TXT ( {} )", self.record_name(), pieces.collect::<Vec<_>>().join(" "))
    }
}

/// Signs a mail, if there is a key.
pub(super) fn signed(mut message: Message, signer: Option<&Signer>) -> Message {
    let Some(signer) = signer else { return message };
    let has = |name: &&str| message.headers().get_raw(name).is_some();
    let headers = SIGNED.into_iter().filter(has).map(HeaderName::new_from_ascii_str).collect();
    match signer.config(headers) {
        Ok(config) => message.sign(&config),
        // It was read at the start, so this does not happen; an unsigned mail is better than none.
        Err(error) => tracing::error!(%error, "a mail was not signed"),
    }
    message
}
