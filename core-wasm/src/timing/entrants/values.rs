//! The value of one cell, by the field that its column is.

use super::birth::Reader;
use super::field::{Field, Meaning};
use super::{EntrantChip, ListColumn, Listed, Options, loosely_named, names, quoted};
use crate::timing::table::cell::{BIB_CHARS, age, bib, gender, plain};
use crate::timing::table::{Row, write};

const NO_BIB: &str = "The bib is missing.";

/// What every line of a list is read with.
pub(super) struct Context<'a> {
    pub(super) columns: &'a [ListColumn],
    pub(super) options: &'a Options<'a>,
    pub(super) dates: Reader,
}

impl Context<'_> {
    /// Reads one row.
    ///
    /// # Errors
    /// Why the line is refused.
    pub(super) fn read(&self, row: &Row) -> Result<Listed, String> {
        row.check(self.columns.len())?;
        let mut listed = Listed::default();
        for (column, cell) in self.columns.iter().zip(&row.cells) {
            let (Some(meaning), Some(cell)) = (column.means(), cell) else { continue };
            match meaning {
                Meaning::LeftOut => {}
                Meaning::FullName => {
                    let (first, last) = names::split(&plain(cell)?);
                    listed.fields.extend([(Field::First, first), (Field::Last, last)]);
                }
                Meaning::Of(field) => match self.field(field, cell)? {
                    (Field::Bib, bib) => listed.bib = bib,
                    read => listed.fields.push(read),
                },
            }
        }
        // The column of ages counts where the list has a year of birth, too.
        if listed.fields.iter().filter(|(field, _)| *field == Field::Age).count() > 1 {
            let at = listed.fields.iter().position(|(field, value)| *field == Field::Age && value.is_empty());
            listed
                .fields
                .remove(at.or_else(|| listed.fields.iter().position(|(field, _)| *field == Field::Age)).unwrap_or_default());
        }
        if listed.bib.is_empty() { Err(NO_BIB.into()) } else { Ok(listed) }
    }

    /// Reads the cell of a field.
    ///
    /// # Errors
    /// Why the line is refused.
    pub(super) fn field(&self, field: Field, cell: &str) -> Result<(Field, String), String> {
        if field == Field::Chips {
            return Ok((field, EntrantChip::read(write::unguarded(cell.trim()))?));
        }
        let value = plain(cell)?;
        match field {
            Field::Bib => match bib(&value) {
                bib if bib.is_empty() => Err(NO_BIB.into()),
                bib if bib.chars().count() > BIB_CHARS => Err(format!("The bib is longer than {BIB_CHARS} characters.")),
                bib => Ok((field, bib)),
            },
            Field::Dob => self.birth(&value),
            _ => Ok((field, self.value(field, value)?)),
        }
    }

    /// The date of birth, or of a year alone the age in the year of the race.
    fn birth(&self, value: &str) -> Result<(Field, String), String> {
        if value.is_empty() || value.chars().all(|c| matches!(c, '0' | '-' | '/' | '.')) {
            return Ok((Field::Dob, String::new()));
        }
        match value.parse::<i32>() {
            Ok(year) if (1900..=9999).contains(&year) => match self.options.race_day.year() - year {
                age @ 0..=120 => Ok((Field::Age, age.to_string())),
                _ => Err(format!("The year of birth {} makes no age from 0 to 120.", quoted(value))),
            },
            _ => Ok((Field::Dob, self.dates.read(value)?.iso())),
        }
    }

    fn value(&self, field: Field, value: String) -> Result<String, String> {
        Ok(match field {
            Field::Gender => gender(&value)?.to_owned(),
            Field::Age if value.is_empty() => value,
            Field::Age => age(&value)?.to_string(),
            Field::Chip => bib(&value),
            // The setup's own way of writing the name.
            Field::Contest => match loosely_named(self.options.setup, &value) {
                Some(contest) => contest.name.clone(),
                None => value,
            },
            Field::Bib
            | Field::First
            | Field::Last
            | Field::Dob
            | Field::Chips
            | Field::Wave
            | Field::Email
            | Field::Team
            | Field::Town => value,
        })
    }
}
