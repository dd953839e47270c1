//! Codes that prove an e-mail address. How long they are right is a rule of the core.

use core_wasm::account::code::CODE_DIGITS;

use crate::ids::sha256;

/// A new code.
pub(crate) fn new() -> String {
    format!("{:0CODE_DIGITS$}", rand::random_range(0..10_u32.pow(u32::try_from(CODE_DIGITS).unwrap_or(6))))
}

/// What is stored of a code, with the id of the row that it belongs to.
pub(crate) fn hash(id: &str, code: &str) -> String {
    sha256(format!("{id} {code}"))
}
