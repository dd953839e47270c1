use core_wasm::timing::length;

use crate::{Answer, Args, out};

pub(crate) fn call(function: &str, a: &Args) -> Answer {
    Some(match function {
        "lengthMetres" => length::metres(&a.text(0)).and_then(out),
        "lengthUnderstood" => out(length::understood(&a.text(0))),
        _ => return None,
    })
}
