//! Accounts: roles, the access check of screens, and the forms for logging in (SPEC §5, §6; DESIGN §4).
//!
//! Stored passwords and sessions are not handled here, but in the server.

pub mod code;
pub mod device;
pub mod guard;
pub mod leaving;
pub mod login;
pub mod messages;
pub mod passkey;
pub mod password;
pub mod person;
pub mod profile;
mod role;
#[cfg(feature = "strength")]
pub mod strength;

pub use guard::Access;
pub use role::Role;
