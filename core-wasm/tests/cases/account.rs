use core_wasm::account::guard::{self, TokenClaims};
use core_wasm::account::{login, password};
use core_wasm::error::CoreError;
use core_wasm::site::routes;
use serde_json::Value;

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    Some(match function {
        "guardDecide" => decide(a),
        "tokenRead" => out(guard::read_token(&a.text(0))),
        "loginCheck" => a.get(0).and_then(|form| out(login::check(&form))),
        "forgotCheck" => out(login::check_forgot(&a.text(0))),
        "resetCheck" => out(password::check_reset(&a.text(0), &a.text(1))),
        _ => return None,
    })
}

fn decide(a: &Args) -> Result<Value, CoreError> {
    out(guard::decide(routes::access(&a.text(0)), a.get::<Option<TokenClaims>>(1)?.as_ref(), a.get(2)?))
}
