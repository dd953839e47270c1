//! Accounts: roles, the guard in front of screens, and the forms of logging in (SPEC §5, §6; DESIGN §4).
//!
//! Nothing here sees a stored password or a session; the server does.

pub mod guard;
pub mod login;
pub mod messages;
pub mod password;
mod role;

pub use guard::Access;
pub use role::Role;
