//! One entrant who is added or changed by hand at the desk.

use serde::{Deserialize, Serialize};

use super::chips::{self, Claim, Taken};
use super::entrants::{Entrant, Field, Options, read_one};
use super::plan::{born, check_wave, contest_of, named_wave};
use crate::error::{CoreError, Problems};

/// An entrant as typed into the form: every field as text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct EntrantForm {
    /// Unique within the race.
    pub bib: String,
    /// May be empty, as all further fields.
    pub firstname: String,
    /// The family name.
    pub lastname: String,
    /// `m`, `f`, `a` (Non-Binary), or as lists write it.
    pub gender: String,
    /// Date of birth.
    pub dob: String,
    /// The age on race day.
    pub age: String,
    /// The contest's name; when empty, the bib decides the contest.
    pub contest: String,
    /// The chip's code.
    pub chip: String,
    /// The wave's name.
    pub wave: String,
    /// Not public.
    pub email: String,
    /// The team's name.
    pub team: String,
    /// Where the entrant lives. Not public.
    pub town: String,
}

impl EntrantForm {
    /// The form with an entrant's values.
    pub fn of(entrant: &Entrant) -> Self {
        let text = |field| entrant.text(field);
        Self {
            bib: text(Field::Bib),
            firstname: text(Field::First),
            lastname: text(Field::Last),
            gender: text(Field::Gender),
            dob: text(Field::Dob),
            age: text(Field::Age),
            contest: text(Field::Contest),
            chip: text(Field::Chip),
            wave: text(Field::Wave),
            email: text(Field::Email),
            team: text(Field::Team),
            town: text(Field::Town),
        }
    }

    pub(super) fn text(&self, field: Field) -> &str {
        match field {
            Field::Bib => &self.bib,
            Field::First => &self.firstname,
            Field::Last => &self.lastname,
            Field::Gender => &self.gender,
            Field::Dob => &self.dob,
            Field::Age => &self.age,
            Field::Contest => &self.contest,
            Field::Chip => &self.chip,
            // The form has no such field.
            Field::Chips => "",
            Field::Wave => &self.wave,
            Field::Email => &self.email,
            Field::Team => &self.team,
            Field::Town => &self.town,
        }
    }

    pub(super) fn set(&mut self, field: Field, value: String) {
        match field {
            Field::Bib => self.bib = value,
            Field::First => self.firstname = value,
            Field::Last => self.lastname = value,
            Field::Gender => self.gender = value,
            Field::Dob => self.dob = value,
            Field::Age => self.age = value,
            Field::Contest => self.contest = value,
            Field::Chip => self.chip = value,
            // The form has no such field.
            Field::Chips => {}
            Field::Wave => self.wave = value,
            Field::Email => self.email = value,
            Field::Team => self.team = value,
            Field::Town => self.town = value,
        }
    }
}

/// The entrant that a form describes, in place of the entrant `before`, who may have another bib.
///
/// # Errors
/// What is wrong with which field.
pub fn check(
    form: &EntrantForm,
    before: Option<&Entrant>,
    current: &[Entrant],
    options: &Options<'_>,
) -> Result<Entrant, Problems> {
    let mut problems = Problems::default();
    let mut entrant = Entrant { chips: before.map(|before| before.chips.clone()).unwrap_or_default(), ..Entrant::default() };
    let refused = |reason: String| CoreError::new("refused", reason);
    for field in Field::ALL.iter().filter(|field| **field != Field::Chips) {
        let read = read_one(*field, form.text(*field), options).map_err(refused);
        if let Some((field, value)) = problems.take(field.word(), read) {
            // A year of birth alone is an age, which an empty field does not remove.
            if !(field == Field::Age && value.is_empty()) {
                entrant.set(field, &value);
            }
        }
    }
    if problems.is_empty() {
        problems.take(Field::Contest.word(), contest_of(&entrant, options.setup).map_err(refused));
        // A wave that a person types has to be one, even where the bib would decide; one that a list brought may stay.
        let kept = before.is_some_and(|before| before.wave == entrant.wave);
        let wave = if kept { check_wave(&entrant, options.setup) } else { named_wave(&entrant, options.setup) };
        problems.take(Field::Wave.word(), wave.map_err(refused));
        problems.take(Field::Dob.word(), born(&entrant, options.race_day).map_err(refused));
        let others = || current.iter().filter(|other| before.is_none_or(|before| other.bib != before.bib));
        if others().any(|other| other.bib == entrant.bib) {
            problems.add(Field::Bib.word(), "taken", format!("Bib {} belongs to another entrant already.", entrant.bib));
        }
        let claim = Claim { bib: &entrant.bib, had: before, wants: Some(&entrant), stays: false };
        if let Some(Taken { chip, bib }) = chips::settle(&[claim], others()).into_iter().flatten().next() {
            problems.add(Field::Chip.word(), "taken", format!("Chip {chip} belongs to bib {bib} already."));
        }
    }
    if problems.is_empty() { Ok(entrant) } else { Err(problems) }
}
