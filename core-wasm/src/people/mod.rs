//! Who has which role, and invitations to a role (docs/decisions/0055).
//!
//! The filters of the list, the check of an invitation, and the words. Tokens are made, stored and compared by the server.

mod doubt;
mod invitation;
mod made;
mod query;
mod roles;
pub mod words;

pub use doubt::Doubt;
pub use invitation::{INVITATION_MS, InvitationState, InviteForm, MOST_OPEN, check_invitation, masked, replaces};
pub use made::Made;
pub use query::{LONGEST_SEARCH, MOST_ON_PAGE, PAGE_SIZE, PeopleQuery, WantedPeople};
pub use roles::{RoleChoice, RoleQuestion, given_role, role_choices, role_question};
