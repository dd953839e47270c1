//! Bindings of the slice `signup`.

use super::Ts;
use crate::error::FieldError;
use crate::signup::{self, RacerForm};

exports! {
    /// The problems of the form that begins a sign-up; `today` is the date at the company's place.
    racerCheck(form: Ts<RacerForm>, today: &str) -> Vec<Ts<FieldError>> = signup::racer_problems(&form, today.parse()?).0;

    /// The problems of the form that makes the account; whether the username is taken and the password easy to guess is not checked.
    accountCheck(username: &str, password: &str) -> Vec<Ts<FieldError>> = signup::account_problems(username, password).0;
}
