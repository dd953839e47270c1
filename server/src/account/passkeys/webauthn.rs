//! The ceremonies of WebAuthn, by the crate `webauthn_rp`: this is the only file that uses it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use core_wasm::account::passkey as words;
use sha2::{Digest, Sha256};
use url::{Host, Url};
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::{AllowedCredentials, AuthenticationVerificationOptions};
use webauthn_rp::request::register::{PublicKeyCredentialUserEntity, RegistrationVerificationOptions, UserHandle};
use webauthn_rp::request::{AsciiDomain, Credentials, PublicKeyCredentialDescriptor, RpId, UserVerificationRequirement};
use webauthn_rp::response::auth::error::AuthCeremonyErr;
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions, NonDiscoverableAuthentication, NonDiscoverableAuthenticationServerState,
    NonDiscoverableCredentialRequestOptions, PublicKeyCredentialCreationOptions, Registration, RegistrationServerState,
};

use super::shapes::{CreationOptions, NewCredential, RequestOptions, UsedCredential};
use crate::config::Config;
use crate::error::{Error, Result};
use axum::http::StatusCode;

/// The longest public key that is stored, in bytes with what belongs to it: RSA of 4,096 bits. A longer one would make each check of
/// a signature expensive.
const LONGEST_KEY: usize = 600;

/// What a passkey knows of its account: 16 bytes that say nothing about the person.
type Handle = UserHandle<16>;
type StoredKey = StaticState<CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>>;

/// The site as passkeys know it: each belongs to one name, and signs for pages of one origin.
#[derive(Debug, Clone)]
pub(super) struct Party {
    id: RpId,
    origin: String,
}

/// A passkey as it is stored.
#[derive(Debug, Clone)]
pub(super) struct Stored {
    /// In base64url.
    pub(super) id: String,
    pub(super) user_id: String,
    pub(super) fixed: Vec<u8>,
    pub(super) changing: Vec<u8>,
    pub(super) transports: u8,
}

/// How a login by passkey began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// For any passkey of the site.
    Any,
    /// For a passkey of one account, after its password.
    Second,
}

impl Party {
    /// The site in the settings.
    ///
    /// # Errors
    /// 409 when browsers would not use passkeys there: its address has no name, or no TLS and another name than `localhost`.
    pub(super) fn of(config: &Config) -> Result<Self> {
        Self::at(&config.site_url())
            .ok_or_else(|| Error::refused(StatusCode::CONFLICT, "PASSKEYS_UNAVAILABLE", words::UNAVAILABLE))
    }

    fn at(address: &str) -> Option<Self> {
        let url = Url::parse(address).ok()?;
        let Some(Host::Domain(name)) = url.host() else { return None };
        let is_local = name == "localhost" || name.ends_with(".localhost");
        if url.scheme() != "https" && !is_local {
            return None;
        }
        let id = RpId::Domain(AsciiDomain::try_from(name.to_owned()).ok()?);
        Some(Self { id, origin: url.origin().ascii_serialization() })
    }

    /// Begins the registration of a passkey; returns what the server keeps until its answer, and what the browser needs.
    pub(super) fn begin_registration(&self, user_id: &str, present: &[Stored]) -> Result<(Vec<u8>, CreationOptions)> {
        let handle = handle(user_id);
        let exclude = present.iter().map(Stored::descriptor).collect::<Result<_>>()?;
        let user = PublicKeyCredentialUserEntity::from(&handle);
        let options = PublicKeyCredentialCreationOptions::passkey(&self.id, user, exclude);
        let (kept, sent) = options.start_ceremony().map_err(Error::internal)?;
        let kept = kept.encode().map_err(Error::internal)?;
        Ok((kept, serde_json::from_value(serde_json::to_value(&sent)?)?))
    }

    /// Checks a new passkey; an error is the reason, for the log.
    pub(super) fn registered(&self, kept: &[u8], user_id: &str, new: &NewCredential) -> Result<Stored, String> {
        let state = RegistrationServerState::<16>::decode(kept).map_err(|error| error.to_string())?;
        let json = serde_json::to_vec(new).map_err(|error| error.to_string())?;
        let new = Registration::from_json_relaxed(&json).map_err(|error| error.to_string())?;
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &[&self.origin],
            // Password managers add some that nobody asked for.
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let made = state.verify(&self.id, &new, &options).map_err(|error| error.to_string())?;
        let (id, transports, owner, fixed, changing, _) = made.into_parts();
        if owner.as_ref() != handle(user_id).as_ref() {
            return Err("it was requested for another account".into());
        }
        let Ok(fixed) = fixed.encode();
        let Ok(changing) = changing.encode();
        let Ok(transports) = transports.encode();
        if fixed.len() > LONGEST_KEY {
            return Err("the key is too long".into());
        }
        let id = URL_SAFE_NO_PAD.encode(id.as_ref());
        Ok(Stored { id, user_id: user_id.to_owned(), fixed, changing: changing.to_vec(), transports })
    }

    /// Begins a login by any passkey of the site; as [`Party::begin_registration`].
    pub(super) fn begin_login(&self) -> Result<(Vec<u8>, RequestOptions)> {
        let options = DiscoverableCredentialRequestOptions::passkey(&self.id);
        let (kept, sent) = options.start_ceremony().map_err(Error::internal)?;
        let kept = kept.encode().map_err(Error::internal)?;
        Ok((kept, serde_json::from_value(serde_json::to_value(&sent)?)?))
    }

    /// Begins a login by one of these passkeys; as [`Party::begin_registration`].
    pub(super) fn begin_second(&self, present: &[Stored]) -> Result<(Vec<u8>, RequestOptions)> {
        let mut allowed = AllowedCredentials::with_capacity(present.len());
        for one in present {
            allowed.push(one.descriptor()?.into());
        }
        let mut options = NonDiscoverableCredentialRequestOptions::second_factor(&self.id, allowed).map_err(Error::internal)?;
        options.options().user_verification = UserVerificationRequirement::Required;
        let (kept, sent) = options.start_ceremony().map_err(Error::internal)?;
        let kept = kept.encode().map_err(Error::internal)?;
        Ok((kept, serde_json::from_value(serde_json::to_value(&sent)?)?))
    }

    /// Checks the answer of a passkey and returns what changes of it; an error is the reason, for the log.
    pub(super) fn used(&self, asked: Asked, kept: &[u8], stored: &Stored, used: &UsedCredential) -> Result<Vec<u8>, String> {
        let json = serde_json::to_vec(used).map_err(|error| error.to_string())?;
        let id = URL_SAFE_NO_PAD.decode(&stored.id).map_err(|error| error.to_string())?;
        let id = CredentialId::<&[u8]>::decode(&id).map_err(|error| error.to_string())?;
        let handle = handle(&stored.user_id);
        let fixed = StoredKey::decode(&stored.fixed).map_err(|error| error.to_string())?;
        let changing = stored.changing.as_slice().try_into().map_err(|_| "what is stored has another length".to_owned())?;
        let changing = DynamicState::decode(changing).map_err(|error| error.to_string())?;
        let mut passkey = AuthenticatedCredential::new(id, &handle, fixed, changing).map_err(|error| error.to_string())?;
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &[&self.origin],
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        let verdict = match asked {
            Asked::Any => {
                let state = DiscoverableAuthenticationServerState::decode(kept).map_err(|error| error.to_string())?;
                let used = DiscoverableAuthentication::<16>::from_json_relaxed(&json).map_err(|error| error.to_string())?;
                state.verify(&self.id, &used, &mut passkey, &options)
            }
            Asked::Second => {
                let state = NonDiscoverableAuthenticationServerState::decode(kept).map_err(|error| error.to_string())?;
                let used = NonDiscoverableAuthentication::<16>::from_json_relaxed(&json).map_err(|error| error.to_string())?;
                state.verify(&self.id, &used, &mut passkey, &options)
            }
        };
        verdict.map_err(|error| match error {
            AuthCeremonyErr::SignatureCounter => "its counter went back: the key may have been copied".to_owned(),
            other => other.to_string(),
        })?;
        let Ok(changing) = passkey.dynamic_state().encode();
        Ok(changing.to_vec())
    }
}

impl Stored {
    fn descriptor(&self) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>> {
        let id = CredentialId::<Vec<u8>>::decode(URL_SAFE_NO_PAD.decode(&self.id).map_err(Error::internal)?)
            .map_err(Error::internal)?;
        let transports = AuthTransports::decode(self.transports).map_err(Error::internal)?;
        Ok(PublicKeyCredentialDescriptor { id, transports })
    }
}

/// The handle of an account: derived from its id, which is random itself, so that it always has the same length.
fn handle(user_id: &str) -> Handle {
    let mut bytes = [0; 16];
    bytes.iter_mut().zip(Sha256::digest(format!("passkeys of {user_id}"))).for_each(|(byte, hashed)| *byte = hashed);
    let Ok(handle) = Handle::decode(bytes);
    handle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_name_and_tls() {
        for good in ["https://races.example.com", "https://races.example.com:8443", "http://localhost:8080", "http://a.localhost"]
        {
            assert_eq!(Party::at(good).unwrap().origin, good);
        }
        for bad in ["http://127.0.0.1:8080", "https://192.0.2.1", "https://[::1]", "http://races.example.com"] {
            assert!(Party::at(bad).is_none(), "{bad}");
        }
    }
}
