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

    /// How an invitation stands, in one word.
    invitationState(state: Ts<InvitationState>) -> String = words::invitation_state(state).to_owned();
}
