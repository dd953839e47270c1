//! The device of a request, as it is stored with a session.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use core_wasm::account::device;

use crate::config::Config;
use crate::http::address::ClientAddress;

/// The device of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Device {
    /// The core's name of browser and system.
    pub(crate) label: String,
    /// The network of the client's address.
    pub(crate) network: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Device
where
    Arc<Config>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        Ok(Self { label: device::label(agent), network: address.network() })
    }
}
