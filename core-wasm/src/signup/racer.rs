//! The form "verify racer": who signs up.

use serde::{Deserialize, Serialize};

use crate::account::person::{born, email, gender, name, phone};
use crate::dates::RaceDate;
use crate::error::Problems;

/// The form as it is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
pub struct RacerForm {
    /// As on the registration.
    pub first_name: String,
    /// As on the registration.
    pub last_name: String,
    /// The date of birth, in any form in which people in the United States write one.
    #[serde(rename = "DOB")]
    pub dob: String,
    /// `f`, `m` or `a` (Non-Binary).
    pub gender: String,
    /// Where the code is sent.
    pub email: String,
    /// Optional.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell_phone: Option<String>,
}

/// A person who signs up, checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Racer {
    /// Without superfluous blanks.
    pub first_name: String,
    /// Without superfluous blanks.
    pub last_name: String,
    /// ISO.
    pub dob: String,
    /// `f`, `m` or `a`.
    pub gender: String,
    /// Trimmed.
    pub email: String,
    /// Empty without one.
    pub cell_phone: String,
}

/// Checks the form; `today` is the date at the company's place.
///
/// # Errors
/// What is wrong, at each field.
///
/// ```
/// use core_wasm::dates::RaceDate;
/// use core_wasm::signup::{RacerForm, check_racer};
///
/// let today = RaceDate::new(2026, 5, 9).unwrap();
/// let form = RacerForm {
///     first_name: " Zoë ".into(),
///     last_name: "O’Brien".into(),
///     dob: "February 29, 1992".into(),
///     gender: "f".into(),
///     email: "zoe@example.com".into(),
///     cell_phone: None,
/// };
/// assert_eq!(check_racer(&form, today).unwrap().dob, "1992-02-29");
/// let young = RacerForm { dob: "2013-05-10".into(), ..form };
/// assert_eq!(check_racer(&young, today).unwrap_err().0[0].code, "too_young");
/// ```
pub fn check_racer(form: &RacerForm, today: RaceDate) -> Result<Racer, Problems> {
    let mut problems = Problems::default();
    let racer = Racer {
        first_name: problems.take("FirstName", name(&form.first_name, "First name")).unwrap_or_default(),
        last_name: problems.take("LastName", name(&form.last_name, "Last name")).unwrap_or_default(),
        dob: problems.take("DOB", born(&form.dob, today)).unwrap_or_default(),
        gender: problems.take("Gender", gender(&form.gender)).unwrap_or_default(),
        email: problems.take("Email", email(&form.email)).unwrap_or_default(),
        cell_phone: problems.take("CellPhone", phone(form.cell_phone.as_deref().unwrap_or_default())).unwrap_or_default(),
    };
    if problems.is_empty() { Ok(racer) } else { Err(problems) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> RacerForm {
        RacerForm {
            first_name: "Zoë".into(),
            last_name: "O’Brien".into(),
            dob: "1992-02-29".into(),
            gender: "f".into(),
            email: "zoe@example.com".into(),
            cell_phone: None,
        }
    }

    fn codes(form: &RacerForm) -> Vec<(String, String)> {
        let today = RaceDate::new(2026, 5, 9).unwrap();
        let problems = check_racer(form, today).err().unwrap_or_default();
        problems.0.into_iter().map(|problem| (problem.field, problem.code)).collect()
    }

    #[test]
    fn every_field_that_is_wrong_is_named_at_its_place() {
        assert_eq!(codes(&form()), []);
        let empty = RacerForm::default();
        let fields: Vec<String> = codes(&empty).into_iter().map(|(field, code)| format!("{field} {code}")).collect();
        assert_eq!(fields, ["FirstName required", "LastName required", "DOB required", "Gender required", "Email required"]);
        let one = |change: fn(&mut RacerForm), field: &str, code: &str| {
            let mut form = form();
            change(&mut form);
            assert_eq!(codes(&form), [(field.to_owned(), code.to_owned())]);
        };
        one(|form| form.first_name = "\u{200b}".into(), "FirstName", "required");
        one(|form| form.first_name = "A\u{202e}da".into(), "FirstName", "unprintable");
        one(|form| form.last_name = "x".repeat(61), "LastName", "too_long");
        one(|form| form.dob = "2026-05-10".into(), "DOB", "in_future");
        one(|form| form.dob = "1915-01-01".into(), "DOB", "too_old");
        one(|form| form.dob = "May 10, 2013".into(), "DOB", "too_young");
        one(|form| form.dob = "February 29, 1993".into(), "DOB", "no_such_day");
        one(|form| form.gender = "x".into(), "Gender", "required");
        one(|form| form.email = "zoe@example".into(), "Email", "invalid_email");
        one(|form| form.cell_phone = Some("call me".into()), "CellPhone", "invalid_phone");
        one(|form| form.cell_phone = Some("1".repeat(16)), "CellPhone", "invalid_phone");
    }

    #[test]
    fn a_birthday_of_today_is_old_enough() {
        let thirteen = RacerForm { dob: "5/9/2013".into(), cell_phone: Some(" (555) 123-4567 ".into()), ..form() };
        let racer = check_racer(&thirteen, RaceDate::new(2026, 5, 9).unwrap()).unwrap();
        assert_eq!((racer.dob.as_str(), racer.cell_phone.as_str()), ("2013-05-09", "(555) 123-4567"));
    }
}
