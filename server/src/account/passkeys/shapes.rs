//! What travels between the server and a browser's `navigator.credentials`, as in the JSON forms of WebAuthn, level 3.
//!
//! Bytes are base64url without padding. Fields that this site does not use are left out, and are ignored when a browser sends them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a browser needs to create a passkey (`PublicKeyCredential.parseCreationOptionsFromJSON`).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyCreationOptions)]
pub(in crate::account) struct CreationOptions {
    pub(super) rp: Site,
    pub(super) user: Owner,
    challenge: String,
    pub_key_cred_params: Vec<Algorithm>,
    /// In milliseconds.
    timeout: u32,
    /// The account's passkeys: one device needs no second one.
    exclude_credentials: Vec<Descriptor>,
    authenticator_selection: Selection,
    attestation: String,
    extensions: Extensions,
}

/// The site, as a browser shows it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = PasskeySite)]
pub(super) struct Site {
    id: String,
    pub(super) name: String,
}

/// The account, as a browser shows it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyOwner)]
pub(super) struct Owner {
    /// Opaque bytes.
    id: String,
    pub(super) name: String,
    pub(super) display_name: String,
}

/// A way of signing.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = PasskeyAlgorithm)]
struct Algorithm {
    #[serde(rename = "type")]
    kind: String,
    /// Its number in COSE.
    alg: i32,
}

/// A passkey by its id.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = PasskeyDescriptor)]
struct Descriptor {
    #[serde(rename = "type")]
    kind: String,
    id: String,
    /// How a browser reaches it.
    transports: Vec<String>,
}

/// What kind of passkey is created.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeySelection)]
struct Selection {
    resident_key: String,
    require_resident_key: bool,
    user_verification: String,
}

/// What else is asked of the device.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyExtensions)]
struct Extensions {
    credential_protection_policy: String,
    enforce_credential_protection_policy: bool,
}

/// What a browser needs to use a passkey (`PublicKeyCredential.parseRequestOptionsFromJSON`).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyRequestOptions)]
pub(in crate::account) struct RequestOptions {
    challenge: String,
    /// In milliseconds.
    timeout: u32,
    rp_id: String,
    /// The passkeys that can be used; empty for any.
    allow_credentials: Vec<Descriptor>,
    user_verification: String,
}

/// A passkey that a browser has created (`PublicKeyCredential.toJSON`).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewPasskeyCredential)]
pub(super) struct NewCredential {
    id: String,
    raw_id: String,
    #[serde(rename = "type")]
    kind: String,
    response: Attestation,
}

/// The new key.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyAttestation)]
struct Attestation {
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    attestation_object: String,
    #[serde(default)]
    transports: Vec<String>,
}

/// A passkey that a browser has used (`PublicKeyCredential.toJSON`).
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UsedPasskeyCredential)]
pub(super) struct UsedCredential {
    pub(super) id: String,
    raw_id: String,
    #[serde(rename = "type")]
    kind: String,
    response: Assertion,
}

/// The signature.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PasskeyAssertion)]
struct Assertion {
    #[serde(rename = "clientDataJSON")]
    client_data_json: String,
    authenticator_data: String,
    signature: String,
    /// Some security keys leave it out when the site has named the passkeys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user_handle: Option<String>,
}
