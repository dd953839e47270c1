//! The forms of Edit Profile: what a person changes about the own account (SPEC §3 Profile; DESIGN §6).

use serde::{Deserialize, Serialize};

use super::person;
use super::{login, password};
use crate::dates::RaceDate;
use crate::error::{CoreError, Problems};
use crate::text;
use crate::timing::age;

/// The units in which a person reads distances and paces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Units {
    /// Miles.
    #[default]
    Mi,
    /// Kilometers.
    Km,
}

impl Units {
    /// The text form: `mi`, `km`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mi => "mi",
            Self::Km => "km",
        }
    }

    /// Reads the text form; anything else is miles.
    pub fn parse(text: &str) -> Self {
        if text == Self::Km.as_str() { Self::Km } else { Self::Mi }
    }
}

/// How often an account may change its details and choices in a day: each change stays in the audit record.
pub const MOST_CHANGES: i64 = 100;
/// How many times a day an account gets another password. They are counted apart, so that other changes never keep the owner from locking out
/// somebody else who is logged in.
pub const MOST_PASSWORDS: i64 = 20;

/// What a person changes; a field that is absent stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ProfileEdit {
    /// As on registrations.
    #[serde(rename = "FirstName", skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    /// As on registrations.
    #[serde(rename = "LastName", skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    /// Can be given once, by accounts that have none.
    #[serde(rename = "DOB", skip_serializing_if = "Option::is_none")]
    pub dob: Option<String>,
    /// `f`, `m` or `a` (Non-Binary).
    #[serde(rename = "Gender", skip_serializing_if = "Option::is_none")]
    pub gender: Option<String>,
    /// May be empty.
    #[serde(rename = "CellPhone", skip_serializing_if = "Option::is_none")]
    pub cell_phone: Option<String>,
    /// Whether others see neither age group nor age.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hide_age: Option<bool>,
    /// Whether others see the initials in place of the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initials_only: Option<bool>,
    /// In which units distances and paces are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<Units>,
    /// Whether a mail tells of published results under the person's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice_results: Option<bool>,
    /// Whether a mail tells of a login on a new device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice_devices: Option<bool>,
    /// What the form showed before the person typed, of the fields that are changed: see [`overtaken`].
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(no_recursion))]
    pub was: Option<Box<ProfileEdit>>,
}

impl ProfileEdit {
    /// Whether it does nothing but hide more of the person from others than before: that is never refused for the number of changes.
    ///
    /// ```
    /// use core_wasm::account::profile::ProfileEdit;
    ///
    /// let edit = ProfileEdit { hide_age: Some(true), initials_only: Some(true), ..ProfileEdit::default() };
    /// assert!(edit.only_hides());
    /// assert!(!ProfileEdit { initials_only: Some(false), ..edit.clone() }.only_hides());
    /// assert!(!ProfileEdit { cell_phone: Some(String::new()), ..edit }.only_hides());
    /// ```
    pub fn only_hides(&self) -> bool {
        let hides = |choice: Option<bool>| choice.is_none_or(|on| on);
        let others = Self { hide_age: None, initials_only: None, was: None, ..self.clone() };
        hides(self.hide_age) && hides(self.initials_only) && others == Self::default()
    }
}

/// Checks what a person changes, and returns it as it is stored. `today` is the date at the company's place; `born` says whether the account
/// has a date of birth.
///
/// # Errors
/// What is wrong, at each field; `fixed` for a date of birth that the account has already.
///
/// ```
/// use core_wasm::account::profile::{ProfileEdit, check};
/// use core_wasm::dates::RaceDate;
///
/// let today = RaceDate::new(2026, 5, 9).unwrap();
/// let edit = ProfileEdit { first_name: Some(" Zoë ".into()), dob: Some("2/29/1992".into()), ..ProfileEdit::default() };
/// let checked = check(&edit, false, today).unwrap();
/// assert_eq!((checked.first_name.as_deref(), checked.dob.as_deref(), checked.last_name), (Some("Zoë"), Some("1992-02-29"), None));
/// assert_eq!(check(&edit, true, today).unwrap_err().0[0].code, "fixed");
/// ```
pub fn check(edit: &ProfileEdit, born: bool, today: RaceDate) -> Result<ProfileEdit, Problems> {
    let mut problems = Problems::default();
    let mut take = |field: &str, value: &Option<String>, check: &dyn Fn(&str) -> Result<String, CoreError>| {
        value.as_deref().and_then(|typed| problems.take(field, check(typed)))
    };
    let checked = ProfileEdit {
        first_name: take("FirstName", &edit.first_name, &|typed| person::name(typed, "First name")),
        last_name: take("LastName", &edit.last_name, &|typed| person::name(typed, "Last name")),
        dob: take("DOB", &edit.dob, &|typed| {
            if born { Err(CoreError::new("fixed", words::DOB_FIXED)) } else { person::born(typed, today) }
        }),
        gender: take("Gender", &edit.gender, &person::gender),
        cell_phone: take("CellPhone", &edit.cell_phone, &person::phone),
        ..edit.clone()
    };
    if problems.is_empty() { Ok(checked) } else { Err(problems) }
}

/// The typed fields that another device or tab has changed since the form showed them: saving would replace a text that the person has not
/// seen. `stored` is the account as it is. A form that does not send what it showed (`was`) replaces whatever there is.
///
/// ```
/// use core_wasm::account::profile::{ProfileEdit, overtaken};
///
/// let named = |name: &str| ProfileEdit { last_name: Some(name.into()), ..ProfileEdit::default() };
/// let edit = ProfileEdit { was: Some(Box::new(named("Berg"))), ..named("Byrne") };
/// assert!(overtaken(&edit, &named("Berg")).is_empty());
/// assert_eq!(
///     overtaken(&edit, &named("Stone")).0[0].message,
///     "Meanwhile this was changed elsewhere to “Stone”. Save again to replace that.",
/// );
/// ```
pub fn overtaken(edit: &ProfileEdit, stored: &ProfileEdit) -> Problems {
    let mut problems = Problems::default();
    let Some(was) = &edit.was else { return problems };
    let fields = [
        ("FirstName", &edit.first_name, &was.first_name, &stored.first_name),
        ("LastName", &edit.last_name, &was.last_name, &stored.last_name),
        ("CellPhone", &edit.cell_phone, &was.cell_phone, &stored.cell_phone),
    ];
    for (field, wanted, shown, stored) in fields {
        let stored = stored.as_deref().unwrap_or_default();
        if wanted.as_deref().is_some_and(|wanted| wanted != stored) && shown.as_deref().is_some_and(|shown| shown != stored) {
            problems.add(field, "changed", words::changed_elsewhere(stored));
        }
    }
    problems
}

/// The problems of the form with a person's details.
pub fn problems(edit: &ProfileEdit, born: bool, today: RaceDate) -> Problems {
    check(edit, born, today).err().unwrap_or_default()
}

/// The problems of the form for a new password, but for one that is easy to guess and a present one that is wrong.
///
/// ```
/// use core_wasm::account::profile::password_problems;
///
/// let problems = password_problems("", "blue line to the finish", "blue line to the finis");
/// assert_eq!(problems.0.iter().map(|one| one.field.as_str()).collect::<Vec<_>>(), ["password", "repeated"]);
/// ```
pub fn password_problems(present: &str, new: &str, repeated: &str) -> Problems {
    let mut problems = Problems::default();
    problems.take("password", check_present(present));
    if problems.take("newPassword", password::check(new)).is_some() && new != repeated {
        problems.add("repeated", "not_repeated", password::NOT_REPEATED);
    }
    problems
}

/// The problems of the form for another e-mail address.
pub fn email_problems(email: &str, present: &str) -> Problems {
    let mut problems = Problems::default();
    if text::is_blank(email) {
        problems.add("email", "required", "E-mail is required");
    } else {
        problems.take("email", login::email(email));
    }
    problems.take("password", check_present(present));
    problems
}

/// What is said of a change of the password whose answer was lost; `refused` says whether a second try of the same change was refused.
///
/// ```
/// use core_wasm::account::profile::password_doubt;
///
/// assert!(password_doubt(false).contains("may be changed"));
/// assert!(password_doubt(true).contains("log in with it"));
/// ```
pub fn password_doubt(refused: bool) -> &'static str {
    if refused { words::PASSWORD_DOUBT_REFUSED } else { words::PASSWORD_DOUBT }
}

/// Checks the field for the present password, by which a person proves to be the one who logged in.
///
/// # Errors
/// `required`, `too_long`.
pub fn check_present(typed: &str) -> Result<(), CoreError> {
    if typed.is_empty() {
        return Err(CoreError::new("required", "Type your present password"));
    }
    if typed.len() > password::MOST_BYTES {
        return Err(CoreError::new("too_long", password::too_long()));
    }
    Ok(())
}

/// The age group of a person on a day, as in a race without age groups of its own; empty without a date of birth.
///
/// ```
/// use core_wasm::account::profile::age_group;
/// use core_wasm::dates::RaceDate;
///
/// assert_eq!(age_group("1992-02-29", RaceDate::new(2026, 5, 9).unwrap()), "30-39");
/// assert_eq!(age_group("", RaceDate::new(2026, 5, 9).unwrap()), "");
/// ```
pub fn age_group(born: &str, day: RaceDate) -> String {
    let age = born.parse::<RaceDate>().ok().and_then(|born| age::on_race_day(born.naive(), day.naive()));
    age.and_then(|age| age::GROUPS.get(age::group(age))).map(ToString::to_string).unwrap_or_default()
}

/// What is said about the own account.
pub mod words {
    /// A date of birth that the account has already: results were compared with it.
    pub const DOB_FIXED: &str = "Your date of birth is part of how your results are found. Write to us to have it corrected.";
    /// HTTP 429 after many changes of one account in a day.
    pub const TOO_MANY_CHANGES: &str = "Your account was changed very often today. Please go on tomorrow.";
    /// HTTP 200 after a change of details.
    pub const SAVED: &str = "Your changes are saved.";
    /// HTTP 200 after a new password.
    pub const PASSWORD_CHANGED: &str = "Your password is changed. Every other device was logged out.";
    /// After a change of the password whose answer was lost, while nothing tells whether it was made.
    pub const PASSWORD_DOUBT: &str =
        "The password may be changed all the same: if the present one is refused, log in with the new one.";
    /// After such a change, when it is sent again and the present password is refused, or the session has ended.
    pub const PASSWORD_DOUBT_REFUSED: &str = "The try before has probably changed your password, and only its answer was lost. \
        Your password is then the new one of that try: log in with it, and you need not change it again.";
    /// HTTP 400 for a present password that is wrong.
    pub const WRONG_PASSWORD: &str = "This is not your present password.";
    /// HTTP 400 for a new password that is the present one.
    pub const SAME_PASSWORD: &str = "This is your present password. Choose another one.";
    /// HTTP 200 once a code was sent to a new address.
    pub const EMAIL_CODE_SENT: &str = "A code is on its way to the new address. Until you type it, nothing changes.";
    /// HTTP 200 once the new address is proved.
    pub const EMAIL_CHANGED: &str = "Your e-mail address is changed.";
    /// HTTP 400 for an address that the account has.
    pub const SAME_EMAIL: &str = "This is your e-mail address already.";
    /// HTTP 404 without a new address that waits for its code.
    pub const NO_EMAIL_CHANGE: &str = "No new e-mail address waits for a code.";
    /// HTTP 200 after a change of address was given up.
    pub const EMAIL_CHANGE_ENDED: &str = "Your e-mail address stays as it is.";
    /// HTTP 409 when another account got the address before the code was typed.
    pub const EMAIL_TAKEN: &str = "Another account has this e-mail address now.";
    /// HTTP 429 when no more codes are sent.
    pub const NO_CODES: &str = "No more codes are sent to new addresses today. Please write to us.";
    /// HTTP 400 for a title that was not won.
    pub const NO_SUCH_TITLE: &str = "This title is not among those that you won.";
    /// HTTP 404 for a session that there is not.
    pub const NO_SUCH_SESSION: &str = "This device is logged out already.";
    /// HTTP 400 for a request without a picture.
    pub const NO_PICTURE: &str = "Choose a picture.";
    /// After all other sessions were ended, when the answer with their number was lost.
    pub const OTHER_SESSIONS_ENDED: &str = "Every other device is logged out.";
    /// HTTP 200 for an ended session.
    pub const SESSION_ENDED: &str = "The device is logged out.";

    /// HTTP 409 at a field that another device has changed since the form showed it; `stored` is what it is now.
    pub fn changed_elsewhere(stored: &str) -> String {
        if stored.is_empty() {
            "Meanwhile this was emptied elsewhere. Save again to replace that.".to_owned()
        } else {
            format!("Meanwhile this was changed elsewhere to “{stored}”. Save again to replace that.")
        }
    }

    /// HTTP 200 after all other sessions were ended.
    pub fn sessions_ended(count: usize) -> String {
        match count {
            0 => "No other device was logged in.".to_owned(),
            1 => "One other device is logged out.".to_owned(),
            count => format!("{count} other devices are logged out."),
        }
    }
}
