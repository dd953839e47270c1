//! The sentences about roles and invitations.

use super::roles::{label, may, with_article};
use super::{InvitationState, MOST_OPEN};
use crate::account::Role;

/// HTTP 404 for an account that there is not.
pub const NO_SUCH_PERSON: &str = "There is no such account.";
/// HTTP 409 when nobody would be an administrator any more.
pub const LAST_ADMIN: &str = "This is the only administrator. Make somebody else an administrator first.";
/// HTTP 409 when passkeys are demanded by somebody who has logged in without one.
pub const NEEDS_OWN_PASSKEY: &str =
    "You have logged in without a passkey. Add one to your account, log in with it, and then demand it of all administrators.";
/// HTTP 200 when administrators need a passkey from now on.
pub const PASSKEYS_DEMANDED: &str = "Administrators need a passkey now.";
/// HTTP 200 when they do not.
pub const PASSKEYS_FREE: &str = "Administrators can log in with a password alone.";
/// HTTP 404 for an invitation that there is not.
pub const NO_SUCH_INVITATION: &str = "There is no such invitation.";
/// HTTP 409 for an invitation that is not open.
pub const NOT_OPEN: &str = "This invitation is not open any more.";
/// HTTP 201 for an invitation.
pub const INVITED: &str = "The invitation is on its way.";
/// HTTP 200 for a revoked invitation.
pub const REVOKED: &str = "The invitation is revoked. Its link does not work any more.";
/// HTTP 400 for a link that does not work, whatever the reason.
pub const LINK_VOID: &str =
    "This invitation does not work: it was used or revoked, or it is older than a week. Ask for a new one.";
/// Beside [`LINK_VOID`]: the answer to an acceptance may have been lost together with its cookies.
pub const PROBABLY_ACCEPTED: &str = "If you have just accepted it, log in with the password that you chose.";
/// HTTP 409 when the invited address has an account and the caller is not logged in.
pub const LOG_IN_FIRST: &str = "There is an account with this e-mail address. Log in first, then open the link again.";
/// HTTP 409 when the caller's account can do what the invitation offers.
pub const HAS_ROLE: &str = "Your account can do this already.";
/// HTTP 409 when the account of an invited address can do what the invitation offers.
pub const INVITED_HAS_ROLE: &str = "The account with this e-mail address can do this already.";

/// HTTP 409 when too many invitations are open.
pub fn too_many_open() -> String {
    format!("{MOST_OPEN} invitations are open. Revoke one, or wait until one is used or has expired.")
}

/// HTTP 200 when a role was changed.
pub fn role_set(username: &str, role: Role) -> String {
    format!("{username} is {} now.", with_article(role))
}

/// HTTP 200 when a role is the one that the person has.
pub fn role_kept(username: &str, role: Role) -> String {
    format!("{username} is {} already.", with_article(role))
}

/// HTTP 409 when somebody else has changed the role since the page was read; `role` is the present one.
pub fn role_changed(username: &str, role: Role) -> String {
    format!("Somebody else has changed this meanwhile: {username} has the role {} now. Nothing was changed.", role_name(role))
}

/// HTTP 200 when sessions were ended.
pub fn sessions_ended(username: &str, ended: usize) -> String {
    match ended {
        0 => format!("{username} was not logged in."),
        1 => format!("{username} is logged out. One session has ended."),
        ended => format!("{username} is logged out everywhere. {ended} sessions have ended."),
    }
}

/// After sessions were ended and the answer was lost: how many there were is not known.
pub fn logged_out(username: &str) -> String {
    format!("{username} is logged out everywhere.")
}

/// Before an invitation is sent to an address that has an open one.
pub fn replaces(email: &str) -> String {
    format!("An invitation to {email} is open. Another one replaces it: the link that was sent before does not work any more.")
}

/// HTTP 200 for an accepted invitation.
pub fn accepted(role: Role) -> String {
    format!("You are {} now. {}", with_article(role), may(role))
}

/// What an invitation offers.
pub fn offered(role: Role) -> String {
    format!("You are invited to become {}. {}", with_article(role), may(role))
}

/// The role in a mail: `an administrator`.
pub fn in_mail(role: Role) -> &'static str {
    with_article(role)
}

/// The name of a role in the subject of a mail.
pub fn role_name(role: Role) -> &'static str {
    label(role)
}

/// How an invitation stands, in one word.
pub fn invitation_state(state: InvitationState) -> &'static str {
    match state {
        InvitationState::Open => "Open",
        InvitationState::Used => "Accepted",
        InvitationState::Expired => "Expired",
        InvitationState::Revoked => "Revoked",
    }
}

/// HTTP 409 while administrators have no passkey: with a password alone, a stolen one too, a first passkey could be added.
///
/// ```
/// use core_wasm::people::words::admins_without_passkey;
///
/// let words = admins_without_passkey(&["ada".into(), "max".into()]);
/// assert_eq!(words, "These administrators have no passkey yet: ada, max. Once each has one, it can be demanded of all.");
/// ```
pub fn admins_without_passkey(usernames: &[String]) -> String {
    format!("These administrators have no passkey yet: {}. Once each has one, it can be demanded of all.", usernames.join(", "))
}
