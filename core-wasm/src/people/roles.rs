//! The roles that an administrator gives, and what is asked before one is changed.

use serde::{Deserialize, Serialize};

use crate::account::Role;
use crate::error::CoreError;

/// The roles that an account can be given, in the order in which people are listed.
pub(super) const GIVEN: [Role; 3] = [Role::Admin, Role::Timer, Role::User];

/// A role to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RoleChoice {
    /// The role.
    pub role: Role,
    /// Its name: `Administrator`.
    pub label: String,
    /// What it allows.
    pub may: String,
}

/// What is asked before a role is changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RoleQuestion {
    /// The question.
    pub title: String,
    /// What will happen.
    pub text: String,
    /// The button.
    pub confirm: String,
}

/// The name of a role.
pub(super) fn label(role: Role) -> &'static str {
    match role {
        Role::Admin => "Administrator",
        Role::Timer => "Timer",
        Role::User => "User",
        Role::InProgress => "Signing up",
    }
}

/// What a role allows.
pub(super) fn may(role: Role) -> &'static str {
    match role {
        Role::Admin => "Everything: pages, timing, results, photos, and who has which role.",
        Role::Timer => "The timing desk of every race, also of hidden ones, and nothing else of the administrators’.",
        Role::User => "The own profile and results.",
        Role::InProgress => "Nothing until the account is made.",
    }
}

/// The roles that an account can be given.
pub fn role_choices() -> Vec<RoleChoice> {
    let choice = |role| RoleChoice { role, label: label(role).to_owned(), may: may(role).to_owned() };
    GIVEN.into_iter().map(choice).collect()
}

/// Reads a role that an account can be given.
///
/// # Errors
/// `unknown_role`.
pub fn given_role(role: &str) -> Result<Role, CoreError> {
    let known = GIVEN.into_iter().find(|given| given.as_str() == role.trim());
    known.ok_or_else(|| CoreError::new("unknown_role", "The role is user, timer or admin."))
}

/// What is asked before the role of a person is changed. `own` says that it is the asker's own account.
pub fn role_question(username: &str, from: Role, to: Role, own: bool) -> RoleQuestion {
    let (whom, has) = if own { ("You".to_owned(), "have") } else { (username.to_owned(), "has") };
    let mut text = format!("{whom} {has} the role {} now. As {}: {}", label(from), label(to), may(to));
    if from == Role::Admin {
        text.push_str(" Invitations that are still open and were sent from this account become void.");
    }
    text.push_str(if own {
        " You are logged out at once on every device, also on this one, and get a mail about it."
    } else {
        " The person is logged out at once on every device, and gets a mail about it."
    });
    let title = match own {
        true => format!("Make yourself {}?", with_article(to)),
        false => format!("Make {username} {}?", with_article(to)),
    };
    RoleQuestion { title, text, confirm: "Change the role".to_owned() }
}

/// The role in a sentence: `an administrator`.
pub(super) fn with_article(role: Role) -> &'static str {
    match role {
        Role::Admin => "an administrator",
        Role::Timer => "a timer",
        Role::User | Role::InProgress => "a user",
    }
}
