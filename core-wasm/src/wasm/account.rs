//! Bindings of the slice `account`.

use super::Ts;
use crate::account::guard::{self, Guard, TokenClaims};
use crate::account::login::{self, LoginForm};
use crate::account::messages;
use crate::account::password;
use crate::error::FieldError;
use crate::notice::Notice;
use crate::site::routes;

exports! {
    /// Whether somebody with this token may see the screen of a path at this moment (epoch milliseconds).
    guardDecide(path: &str, token: Option<Ts<TokenClaims>>, now_ms: f64) -> Ts<Guard> =
        guard::decide(routes::access(path), token.as_ref(), now_ms as i64);

    /// The claims inside the `token` cookie; undefined when it can't be decoded.
    tokenRead(cookie: &str) -> Option<Ts<TokenClaims>> = guard::read_token(cookie);

    /// What is missing in the login form.
    loginCheck(form: Ts<LoginForm>) -> Vec<Ts<FieldError>> = login::check(&form).0;

    /// What is wrong in the form that asks for a new password.
    forgotCheck(email: &str) -> Vec<Ts<FieldError>> = login::check_forgot(email).0;

    /// What is wrong with a new password and its repetition.
    resetCheck(password: &str, repeated: &str) -> Vec<Ts<FieldError>> = password::check_reset(password, repeated).0;

    /// The toast after a logout: the server's status, or undefined when it did not answer.
    logoutNotice(status: Option<u16>) -> Ts<Notice> = messages::logout(status);

    /// What the page of 401 tells people to do.
    unauthorizedText() -> String = messages::UNAUTHORIZED.into();
}
