//! Bindings of the slice `account`.

use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Js, JsList, js, js_list};
use crate::account::guard::{self, Guard, TokenClaims};
use crate::account::login::{self, LoginForm};
use crate::account::messages;
use crate::account::password;
use crate::error::{CoreError, FieldError};
use crate::notice::Notice;
use crate::site::routes;

/// Whether somebody with this token may see the screen of a path at this moment (epoch milliseconds).
#[wasm_bindgen(js_name = guardDecide)]
pub fn guard_decide(path: &str, token: Option<Ts<TokenClaims>>, now_ms: f64) -> Js<Guard> {
    js(guard::decide(routes::access(path), token.map(|token| token.to_rust()).transpose()?.as_ref(), now_ms as i64))
}

/// The claims inside the `token` cookie; undefined when it can't be decoded.
#[wasm_bindgen(js_name = tokenRead)]
pub fn token_read(cookie: &str) -> Result<Option<Ts<TokenClaims>>, CoreError> {
    guard::read_token(cookie).map(js).transpose()
}

/// What is missing in the login form.
#[wasm_bindgen(js_name = loginCheck)]
pub fn login_check(form: Ts<LoginForm>) -> JsList<FieldError> {
    js_list(login::check(&form.to_rust()?).0)
}

/// What is wrong in the form that asks for a new password.
#[wasm_bindgen(js_name = forgotCheck)]
pub fn forgot_check(email: &str) -> JsList<FieldError> {
    js_list(login::check_forgot(email).0)
}

/// What is wrong with a new password and its repetition.
#[wasm_bindgen(js_name = resetCheck)]
pub fn reset_check(password: &str, repeated: &str) -> JsList<FieldError> {
    js_list(password::check_reset(password, repeated).0)
}

/// The toast after a logout: the server's status, or undefined when it did not answer.
#[wasm_bindgen(js_name = logoutNotice)]
pub fn logout_notice(status: Option<u16>) -> Js<Notice> {
    js(messages::logout(status))
}

/// What the page of 401 tells people to do.
#[wasm_bindgen(js_name = unauthorizedText)]
pub fn unauthorized_text() -> String {
    messages::UNAUTHORIZED.into()
}
