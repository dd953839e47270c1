//! Bindings of the slice `account`.

use super::Ts;
use crate::account::guard::{self, Guard, TokenClaims};
use crate::account::login::{self, LoginForm};
use crate::account::profile::{self, ProfileEdit};
use crate::account::{code, leaving, messages, password};
use crate::error::FieldError;
use crate::live::pace;
use crate::notice::Notice;
use crate::people::{Doubt, Made};
use crate::site::routes;

exports! {
    /// Whether a person with this token may see the screen of a path at this time (epoch milliseconds).
    guardDecide(path: &str, token: Option<Ts<TokenClaims>>, now_ms: f64) -> Ts<Guard> =
        guard::decide(routes::access(path), token.as_ref(), now_ms as i64);

    /// The claims in the `token` cookie; undefined when it can't be decoded.
    tokenRead(cookie: &str) -> Option<Ts<TokenClaims>> = guard::read_token(cookie);

    /// How long a login lasts, as the form says it, for who stays logged in (`remember`) and who does not.
    loginStayText(remember: bool) -> String = login::Stay::chosen(remember).words().into();

    /// The problems of the login form.
    loginCheck(form: Ts<LoginForm>) -> Vec<Ts<FieldError>> = login::check(&form).0;

    /// The problems of the form that requests a new password.
    forgotCheck(email: &str) -> Vec<Ts<FieldError>> = login::check_forgot(email).0;

    /// The problems of a new password and its repetition.
    resetCheck(password: &str, repeated: &str) -> Vec<Ts<FieldError>> = password::check_reset(password, repeated).0;

    /// The problems of a typed code.
    codeCheck(typed: &str) -> Vec<Ts<FieldError>> = code::problems(typed).0;

    /// The problems of the form with a person's details; `born` says whether the account has a date of birth, `today` is the date at the
    /// company's place.
    profileCheck(edit: Ts<ProfileEdit>, born: bool, today: &str) -> Vec<Ts<FieldError>> =
        profile::problems(&edit, born, today.parse()?).0;

    /// The problems of the form for a new password: the present one, the new one and its repetition.
    passwordChangeCheck(present: &str, new: &str, repeated: &str) -> Vec<Ts<FieldError>> =
        profile::password_problems(present, new, repeated).0;

    /// What is said of a change of the password whose answer was lost; `refused` says whether a second try was refused.
    passwordDoubt(refused: bool) -> String = profile::password_doubt(refused).into();

    /// The problems of the form for another e-mail address, with the present password.
    emailChangeCheck(email: &str, present: &str) -> Vec<Ts<FieldError>> = profile::email_problems(email, present).0;

    /// The toast after a logout: the server's status, or undefined when it did not answer.
    logoutNotice(status: Option<u16>) -> Ts<Notice> = messages::logout(status);

    /// What becomes of what is stored when an account is deleted, as the dialog says it before.
    accountDeleteText() -> Vec<String> = leaving::CONFIRM.map(str::to_owned).to_vec();

    /// A pace in minutes a mile, for who reads kilometers: in minutes a kilometer; empty for a text that is none.
    paceToKilometer(pace: &str) -> String = pace::mile_to_kilometer(pace);

    /// What is said after details or choices were saved, and how long.
    profileSaved() -> Ts<Notice> = Notice::success(profile::words::SAVED);

    /// What is said of a change that was made although its answer was lost.
    madeText(made: Ts<Made>) -> String = made.words();

    /// What is said of a change that was probably made, when nothing tells.
    doubtText(doubt: Ts<Doubt>) -> String = doubt.words().into();

    /// The text on the page for 401.
    unauthorizedText() -> String = messages::UNAUTHORIZED.into();
}
