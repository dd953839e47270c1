//! Invitations to a role: what is typed, and how one stands.

use serde::{Deserialize, Serialize};

use super::words;
use crate::account::{Role, login};
use crate::error::{CoreError, Problems};
use crate::race::name;
use crate::text;

/// How long the link of an invitation works, in milliseconds: seven days.
pub const INVITATION_MS: i64 = 7 * 24 * 3_600_000;
/// How many invitations may be open at a time.
pub const MOST_OPEN: usize = 50;

/// An invitation as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct InviteForm {
    /// Where the link is sent.
    pub email: String,
    /// `timer` or `admin`.
    pub role: String,
}

/// How an invitation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InvitationState {
    /// Its link can be used.
    Open,
    /// Somebody has used it.
    Used,
    /// Nobody has used it in time.
    Expired,
    /// An administrator has revoked it, a newer one has replaced it, or who sent it is no administrator any more.
    Revoked,
}

impl InvitationState {
    /// The state of an invitation that was used and revoked at these times, ends at `expires_at`, and is `void` because who sent it is no
    /// administrator any more.
    ///
    /// ```
    /// use core_wasm::people::InvitationState::{self, Expired, Open, Revoked, Used};
    ///
    /// assert_eq!(InvitationState::of(None, None, 10, false, 9), Open);
    /// assert_eq!(InvitationState::of(None, None, 10, false, 10), Expired);
    /// assert_eq!(InvitationState::of(None, None, 10, true, 9), Revoked);
    /// assert_eq!(InvitationState::of(None, Some(5), 10, false, 12), Revoked);
    /// assert_eq!(InvitationState::of(Some(5), None, 10, true, 12), Used);
    /// ```
    pub fn of(used_at: Option<i64>, revoked_at: Option<i64>, expires_at: i64, void: bool, now: i64) -> Self {
        match (used_at, revoked_at) {
            (Some(_), _) => Self::Used,
            (None, Some(_)) => Self::Revoked,
            (None, None) if expires_at <= now => Self::Expired,
            (None, None) if void => Self::Revoked,
            (None, None) => Self::Open,
        }
    }
}

/// Checks an invitation; returns the address and the role.
///
/// # Errors
/// The problems, each at its field.
pub fn check_invitation(form: &InviteForm) -> Result<(String, Role), Problems> {
    let mut problems = Problems::default();
    let email = if text::is_blank(&form.email) {
        problems.add("email", "required", "E-mail is required");
        None
    } else {
        problems.take("email", login::email(&form.email))
    };
    let role = Role::parse(form.role.trim()).filter(|role| matches!(role, Role::Timer | Role::Admin));
    let role = problems.take("role", role.ok_or_else(|| CoreError::new("unknown_role", "Choose timer or administrator.")));
    match (email, role) {
        (Some(email), Some(role)) => Ok((email, role)),
        _ => Err(problems),
    }
}

/// What is said before an invitation is sent to a typed address when one of the open invitations, to these addresses, is to the same one.
///
/// ```
/// use core_wasm::people::replaces;
///
/// let open = ["Zoe@example.test".to_owned()];
/// assert!(replaces(" zoe@example.test", &open).unwrap().starts_with("An invitation to Zoe@example.test is open."));
/// assert_eq!(replaces("zo@example.test", &open), None);
/// ```
pub fn replaces(typed: &str, open: &[String]) -> Option<String> {
    let typed = name::key(typed.trim());
    open.iter().find(|email| name::key(email) == typed).map(|email| words::replaces(email))
}

/// An e-mail address of which only the first letter and the host are shown.
///
/// ```
/// use core_wasm::people::masked;
///
/// assert_eq!(masked("zoe@example.test"), "z•••@example.test");
/// assert_eq!(masked("@"), "•••@");
/// ```
pub fn masked(email: &str) -> String {
    let (user, host) = email.split_once('@').unwrap_or((email, ""));
    let first: String = user.chars().take(1).collect();
    format!("{first}•••@{host}")
}
