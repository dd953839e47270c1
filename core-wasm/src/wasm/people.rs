//! Bindings of the slice `people`, for the administrators' page.

use super::Ts;
use crate::account::Role;
use crate::error::FieldError;
use crate::people::{self, InvitationState, InviteForm, RoleChoice, RoleQuestion, words};

exports! {
    /// The roles that an account can be given.
    peopleRoles() -> Vec<Ts<RoleChoice>> = people::role_choices();

    /// What is asked before a person's role is changed.
    peopleQuestion(username: &str, from: Ts<Role>, to: Ts<Role>, own: bool) -> Ts<RoleQuestion> =
        people::role_question(username, from, to, own);

    /// The problems of an invitation.
    invitationCheck(form: Ts<InviteForm>) -> Vec<Ts<FieldError>> = people::check_invitation(&form).err().unwrap_or_default().0;

    /// What is said before an invitation is sent to a typed address; undefined when no open invitation is to the same one. `open` has the
    /// addresses of those that are open.
    invitationReplaces(typed: &str, open: Vec<String>) -> Option<String> = people::replaces(typed, &open);

    /// What is said of a role that was changed although the answer was lost.
    peopleRoleSet(username: &str, role: Ts<Role>) -> String = words::role_set(username, role);

    /// What is said of sessions that were ended although the answer was lost.
    peopleLoggedOut(username: &str) -> String = words::logged_out(username);

    /// How an invitation stands, in one word.
    invitationState(state: Ts<InvitationState>) -> String = words::invitation_state(state).to_owned();
}
