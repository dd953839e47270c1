//! What becomes of a claim: a result that somebody says is the own one.

use serde::{Deserialize, Serialize};

use crate::privacy::{name, person};

/// How many claims with a wrong date of birth a result takes before all further ones wait for an administrator, so that nobody finds a
/// date of birth by trying.
const MOST_WRONG: i64 = 3;

/// A claim, with what is known about the result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claim {
    /// First name, last name and date of birth (ISO) of who claims.
    pub by: (String, String, String),
    /// The same of the result; the date of birth is empty when it is not known.
    pub of: (String, String, String),
    /// Whether it is granted to another account.
    pub is_taken: bool,
    /// How many claims of other accounts with another date of birth there were.
    pub wrong: i64,
    /// Whether the account was made under another name: a name can be changed to that of anybody.
    pub renamed: bool,
    /// Whether the account has another result of the same contest.
    pub has_other: bool,
    /// Whether another account of the same name and date of birth may be the person (`privacy::Standing::is_contested`).
    pub contested: bool,
    /// Whether another account of the same name and date of birth hides it, or did so until it was deleted.
    pub hidden: bool,
    /// Whose e-mail address the race's list of entrants has beside the bib.
    pub address: ListAddress,
}

/// Whose e-mail address a list of entrants has. Unlike a name and a birthday, the address of an account was proved.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ListAddress {
    /// None.
    #[default]
    None,
    /// That of the account that claims.
    Own,
    /// That of another account of the same name and date of birth.
    OfNamesake,
    /// Another one.
    Other,
}

/// How many claims of an account may wait at once.
pub const MOST_WAITING: usize = 20;

/// What becomes of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Claimed {
    /// The result belongs to the account.
    Granted,
    /// An administrator decides.
    Waiting,
}

impl Claimed {
    /// The text form: `granted`, `waiting`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::Waiting => "waiting",
        }
    }
}

/// Whether a name that stayed in a result only because of claims can be let go, or kept for good: `None` while a claim still waits.
/// `states` are those of the claims that were not refused.
///
/// ```
/// use core_wasm::signup::{Claimed, keeps_name};
///
/// assert_eq!(keeps_name(&[Claimed::Waiting]), None);
/// assert_eq!(keeps_name(&[Claimed::Granted, Claimed::Waiting]), Some(true));
/// assert_eq!(keeps_name(&[]), Some(false));
/// ```
pub fn keeps_name(states: &[Claimed]) -> Option<bool> {
    let is_granted = states.contains(&Claimed::Granted);
    (is_granted || states.is_empty()).then_some(is_granted)
}

impl Claim {
    /// Whether the date of birth is another one than the result's; not while that is unknown.
    pub fn is_wrong(&self) -> bool {
        let (_, _, known) = &self.of;
        !known.trim().is_empty() && !self.fits()
    }

    /// What becomes of it: granted when name and date of birth are the same, the name is that with which the account was made,
    /// no other account may be the person or hides the result, nobody else has it, and the account has no other one of the contest; else
    /// it waits.
    ///
    /// ```
    /// use core_wasm::signup::{Claim, Claimed};
    ///
    /// let person = |dob: &str| ("Zoë".to_owned(), "O’Brien".to_owned(), dob.to_owned());
    /// let claim = Claim { by: person("1992-02-29"), of: person("1992-02-29"), ..Claim::default() };
    /// assert_eq!(claim.decide(), Claimed::Granted);
    /// assert_eq!(Claim { is_taken: true, ..claim.clone() }.decide(), Claimed::Waiting);
    /// assert_eq!(Claim { of: person(""), ..claim.clone() }.decide(), Claimed::Waiting);
    /// assert_eq!(Claim { wrong: 3, ..claim.clone() }.decide(), Claimed::Waiting);
    /// assert_eq!(Claim { has_other: true, ..claim.clone() }.decide(), Claimed::Waiting);
    /// assert_eq!(Claim { contested: true, ..claim.clone() }.decide(), Claimed::Waiting);
    /// assert_eq!(Claim { hidden: true, ..claim.clone() }.decide(), Claimed::Waiting);
    /// assert_eq!(Claim { renamed: true, ..claim }.decide(), Claimed::Waiting);
    /// ```
    pub fn decide(&self) -> Claimed {
        let is_clear = !self.is_taken && !self.renamed && !self.contested && !self.hidden && !self.has_other;
        if self.fits() && is_clear && self.wrong < MOST_WRONG { Claimed::Granted } else { Claimed::Waiting }
    }

    /// Why it waits, for the administrator who decides.
    ///
    /// ```
    /// use core_wasm::signup::{Claim, ListAddress};
    ///
    /// let person = |name: &str, dob: &str| (name.to_owned(), "O’Brien".to_owned(), dob.to_owned());
    /// let claim = Claim { by: person("Zoë", "1992-02-29"), of: person("Zoë", ""), is_taken: true, ..Claim::default() };
    /// assert_eq!(claim.why(), "The result has no date of birth. Another account has it.");
    /// let clear = Claim { by: person("Zoë", "1992-02-29"), of: person("Zoë", "1992-02-29"), address: ListAddress::Own, ..Claim::default() };
    /// assert_eq!(clear.why(), "Nothing stands against it any more. The list of entrants has the e-mail address of this account.");
    /// ```
    pub fn why(&self) -> String {
        let (first, last, _) = &self.by;
        let (of_first, of_last, known) = &self.of;
        let mut reasons = Vec::new();
        if name(first, last) != name(of_first, of_last) {
            reasons.push("The name is another one by now.");
        } else if known.trim().is_empty() {
            reasons.push("The result has no date of birth.");
        } else if !self.fits() {
            reasons.push("The date of birth is another one.");
        }
        if self.renamed {
            reasons.push("The account was made under another name.");
        }
        if self.has_other {
            reasons.push("The account has another result of this contest.");
        }
        if self.contested {
            reasons.push("Another account has the same name and date of birth.");
        }
        if self.hidden {
            reasons.push("An account of the same name and date of birth hides it, or hid it until it was deleted.");
        }
        if self.is_taken {
            reasons.push("Another account has it.");
        }
        if self.wrong >= MOST_WRONG {
            reasons.push("Several accounts claimed it with other dates of birth.");
        }
        if reasons.is_empty() {
            reasons.push("Nothing stands against it any more.");
        }
        reasons.extend(match self.address {
            ListAddress::None => None,
            ListAddress::Own => Some("The list of entrants has the e-mail address of this account."),
            ListAddress::OfNamesake => Some("The list of entrants has the e-mail address of the other account."),
            ListAddress::Other => Some("The list of entrants has another e-mail address."),
        });
        reasons.join(" ")
    }

    fn fits(&self) -> bool {
        let of = |(first, last, dob): &(String, String, String)| person(first, last, dob);
        of(&self.by).is_some() && of(&self.by) == of(&self.of)
    }
}
