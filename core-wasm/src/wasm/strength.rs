//! Bindings for the strength of a password. A separate module, because of its dictionaries.

use super::Ts;
use crate::account::strength::{self, Strength};

exports! {
    /// How hard a password is to guess for somebody who knows these texts about its person.
    passwordStrength(password: &str, about: Vec<String>) -> Ts<Strength> = strength::strength(password, &about);
}
