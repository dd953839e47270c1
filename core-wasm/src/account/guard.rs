//! The access check of screens (SPEC §5, §6).
//!
//! It only keeps people from screens that they can't use: it reads a cookie that anybody can edit. The server makes its own
//! check.

use serde::{Deserialize, Serialize};

use super::Role;
use crate::text;

/// The people who may see a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// Every visitor.
    Public,
    /// Everybody with an account.
    User,
    /// Timers and administrators: the timing desk.
    Timing,
    /// Administrators.
    Admin,
    /// Everybody with an account, and people who are signing up.
    Signup,
}

/// The claims in the readable `token` cookie.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TokenClaims {
    /// The role; an unknown one grants nothing.
    pub role: String,
    /// The time at which it expires, in epoch seconds.
    pub exp: i64,
}

/// The result of the access check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Guard {
    /// The screen is shown.
    Allow,
    /// The visitor is sent to `/login`, replacing the history entry.
    Login,
    /// The visitor is sent to `/unauthorized`.
    Unauthorized,
}

/// Decides whether a person with this token may see a screen with this access (`site::routes::access` of its path) at this time
/// (epoch milliseconds).
///
/// A token is valid while the time is below `exp` × 1000 (SPEC §5, §9).
pub fn decide(access: Access, token: Option<&TokenClaims>, now_ms: i64) -> Guard {
    let allowed: &[Role] = match access {
        Access::Public => return Guard::Allow,
        Access::User => &[Role::User, Role::Timer, Role::Admin],
        Access::Timing => &[Role::Timer, Role::Admin],
        Access::Admin => &[Role::Admin],
        Access::Signup => &[Role::User, Role::Timer, Role::Admin, Role::InProgress],
    };
    match token.filter(|token| now_ms < token.exp.saturating_mul(1000)) {
        None => Guard::Login,
        Some(token) if Role::parse(&token.role).is_some_and(|role| allowed.contains(&role)) => Guard::Allow,
        Some(_) => Guard::Unauthorized,
    }
}

/// Reads the claims in the cookie's value (a JWT, of which only the payload is read); `None` when it can't be decoded.
pub fn read_token(cookie: &str) -> Option<TokenClaims> {
    let mut parts = cookie.trim().split('.');
    let (_, payload, _) = (parts.next()?, parts.next()?, parts.next()?);
    text::json(str::from_utf8(&base64url(payload)?).ok()?)
}

/// Decodes base64 in the URL-safe alphabet, without padding.
fn base64url(text: &str) -> Option<Vec<u8>> {
    let (mut bytes, mut bits, mut held) = (Vec::with_capacity(text.len()), 0_u32, 0_u32);
    for c in text.bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(six)) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).ok()?);
        }
    }
    Some(bytes)
}
