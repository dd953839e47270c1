//! The fields of an entrant, and what the column of a list can be.

use serde::{Deserialize, Serialize};

use super::{Entrant, EntrantChip};
use crate::timing::table::columns::{ColumnMeaning, LEFT_OUT};

/// The table of fields: variant, name on the wire, label, and the words for several of its values.
macro_rules! fields {
    ($($variant:ident, $word:literal, $label:literal, $plural:literal;)*) => {
        /// A field of an entrant.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Field {
            $(#[doc = $label] $variant,)*
        }

        impl Field {
            /// Every field, in the order of an export.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Its name in lists and requests: `firstname`.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// Its label: `First name`.
            pub fn label(self) -> &'static str {
                match self { $(Self::$variant => $label,)* }
            }

            /// The words for values of it: `1 first name`, `3 first names`.
            pub(crate) fn counted(self, count: usize) -> String {
                super::words::counted(count, &$crate::text::lowercase(self.label()), match self { $(Self::$variant => $plural,)* })
            }
        }
    };
}

fields! {
    Bib, "bib", "Bib", "bibs";
    First, "firstname", "First name", "first names";
    Last, "lastname", "Last name", "last names";
    Gender, "gender", "Gender", "genders";
    Dob, "dob", "Date of birth", "dates of birth";
    Age, "age", "Age", "ages";
    Contest, "contest", "Contest", "contests";
    Chip, "chip", "Chip", "chips";
    Chips, "chips", "List of chips", "lists of chips";
    Wave, "wave", "Wave", "waves";
    Email, "email", "Email address", "email addresses";
    Team, "team", "Team", "teams";
    Town, "town", "Town", "towns";
}

impl Entrant {
    /// The value of a field as a list writes it; empty when there is none.
    pub fn text(&self, field: Field) -> String {
        match field {
            Field::Bib => self.bib.clone(),
            Field::First => self.first_name.clone(),
            Field::Last => self.last_name.clone(),
            Field::Gender => self.gender.clone(),
            Field::Dob => self.dob.clone().unwrap_or_default(),
            Field::Age => self.age.map(|age| age.to_string()).unwrap_or_default(),
            Field::Contest => self.contest.clone(),
            Field::Chip => self.chip.clone().unwrap_or_default(),
            Field::Chips => EntrantChip::written(&self.chips),
            Field::Wave => self.wave.clone().unwrap_or_default(),
            Field::Email => self.email.clone().unwrap_or_default(),
            Field::Team => self.team.clone().unwrap_or_default(),
            Field::Town => self.town.clone().unwrap_or_default(),
        }
    }

    /// The value of a field as people read it.
    pub fn shown(&self, field: Field) -> String {
        if field == Field::Chips { self.chips_in_words() } else { self.text(field) }
    }

    /// Sets a field to a value that was read already.
    pub(crate) fn set(&mut self, field: Field, value: &str) {
        let some = || Some(value.to_owned()).filter(|value| !value.is_empty());
        match field {
            Field::Bib => value.clone_into(&mut self.bib),
            Field::First => value.clone_into(&mut self.first_name),
            Field::Last => value.clone_into(&mut self.last_name),
            Field::Gender => value.clone_into(&mut self.gender),
            Field::Dob => self.dob = some(),
            Field::Age => self.age = value.parse().ok(),
            Field::Contest => value.clone_into(&mut self.contest),
            Field::Chip => self.chip = some(),
            Field::Chips => self.chips = serde_json::from_str(value).unwrap_or_default(),
            Field::Wave => self.wave = some(),
            Field::Email => self.email = some(),
            Field::Team => self.team = some(),
            Field::Town => self.town = some(),
        }
    }

    /// The fields in which two entrants differ.
    pub fn differences(&self, other: &Self) -> Vec<Field> {
        Field::ALL.iter().copied().filter(|field| self.text(*field) != other.text(*field)).collect()
    }

    /// First and last name: "Ada Byron".
    pub fn full_name(&self) -> String {
        [self.first_name.as_str(), &self.last_name].join(" ").trim().to_owned()
    }
}

/// What a column of a list is; written as the field's name, `name` or `-`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Meaning {
    /// One field.
    Of(Field),
    /// First and last name in one column: "Ada Byron" or "Byron, Ada".
    FullName,
    /// It is left out.
    LeftOut,
}

impl ColumnMeaning for Meaning {
    fn all() -> Vec<Self> {
        let fields = Field::ALL.iter().copied().map(Self::Of);
        fields.chain([Self::FullName, Self::LeftOut]).collect()
    }

    fn word(self) -> &'static str {
        match self {
            Self::Of(field) => field.word(),
            Self::FullName => "name",
            Self::LeftOut => LEFT_OUT,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Of(field) => field.label(),
            Self::FullName => "Full name",
            Self::LeftOut => "Leave this column out",
        }
    }
}

impl From<Meaning> for String {
    fn from(meaning: Meaning) -> Self {
        meaning.word().to_owned()
    }
}

impl TryFrom<String> for Meaning {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        Self::parse(&word).ok_or_else(|| format!("{word} is no column of a list of entrants"))
    }
}
