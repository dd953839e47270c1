//! Who is who in two versions of results: a runner keeps the opaque id, and with it the address of the page, when the bib, the name
//! or the contest is corrected; who gets another's bib does not get that one's id.

use std::collections::HashMap;

use super::published::ResultRow;
use crate::text;

/// For each row of `after` the index of the same person in `before`.
///
/// In this order, each person once: the same bib and the same name; the same name and date of birth at another bib (without dates of
/// birth the same gender), where only one fits; the same bib with a name of which a word is the same, with the same date of birth, or
/// with no name before. Everybody else is new.
///
/// ```
/// use core_wasm::results::people::same;
/// use core_wasm::results::published::ResultRow;
///
/// let row = |bib: &str, name: &str| ResultRow { bib: bib.into(), first_name: name.into(), ..ResultRow::default() };
/// let before = [row("1", "Ann"), row("2", "Zoë")];
/// assert_eq!(same(&before, &[row("1", "Zoë"), row("2", "Ann")]), [Some(1), Some(0)]);
/// ```
pub fn same(before: &[ResultRow], after: &[ResultRow]) -> Vec<Option<usize>> {
    let mut found = vec![None; after.len()];
    let mut taken = vec![false; before.len()];
    let mut by_bib: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, row) in before.iter().enumerate() {
        by_bib.entry(&row.bib).or_default().push(at);
        if is_named(row) {
            by_name.entry(name(row)).or_default().push(at);
        }
    }
    let mut take = |to: &mut Option<usize>, fits: Vec<usize>, only: bool| {
        let mut free = fits.into_iter().filter(|at| taken.get(*at) == Some(&false));
        if let (Some(at), rest) = (free.next(), free.next())
            && !(only && rest.is_some())
        {
            *to = Some(at);
            if let Some(taken) = taken.get_mut(at) {
                *taken = true;
            }
        }
    };
    let at_bib = |row: &ResultRow, is_same: &dyn Fn(&ResultRow) -> bool| -> Vec<usize> {
        let all = by_bib.get(row.bib.as_str()).into_iter().flatten().copied();
        all.filter(|at| before.get(*at).is_some_and(is_same)).collect()
    };
    for (row, to) in after.iter().zip(&mut found) {
        take(to, at_bib(row, &|old| name(old) == name(row) && !differ(&old.dob, &row.dob)), false);
    }
    for (row, to) in after.iter().zip(&mut found).filter(|(row, to)| to.is_none() && is_named(row)) {
        let all = by_name.get(&name(row)).into_iter().flatten().copied();
        let fits = |old: &ResultRow| match (&old.dob, &row.dob) {
            (Some(old), Some(new)) => old == new,
            (None, None) => old.gender == row.gender,
            _ => false,
        };
        take(to, all.filter(|at| before.get(*at).is_some_and(fits)).collect(), true);
    }
    for (row, to) in after.iter().zip(&mut found).filter(|(_, to)| to.is_none()) {
        let is_same = |old: &ResultRow| {
            !is_named(old)
                || (old.dob.is_some() && old.dob == row.dob)
                || (shares_a_word(old, row) && !differ(&old.dob, &row.dob))
        };
        take(to, at_bib(row, &is_same), false);
    }
    found
}

/// The name without case and accents.
fn name(row: &ResultRow) -> String {
    text::fold(&format!("{} {}", row.first_name.trim(), row.last_name.trim()))
}

/// Whether the row has a name; "Bib 1234" stands for an unknown one.
fn is_named(row: &ResultRow) -> bool {
    let name = name(row);
    !name.trim().is_empty() && name.trim() != text::fold(&format!("Bib {}", row.bib))
}

fn differ(one: &Option<String>, other: &Option<String>) -> bool {
    one.is_some() && other.is_some() && one != other
}

fn shares_a_word(one: &ResultRow, other: &ResultRow) -> bool {
    let [one, other] = [name(one), name(other)];
    one.split_whitespace().any(|word| word.chars().count() > 1 && other.split_whitespace().any(|own| own == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bib: &str, first: &str, last: &str, dob: &str) -> ResultRow {
        ResultRow {
            bib: bib.into(),
            first_name: first.into(),
            last_name: last.into(),
            dob: Some(dob.to_owned()).filter(|dob| !dob.is_empty()),
            ..ResultRow::default()
        }
    }

    #[test]
    fn a_corrected_bib_and_a_corrected_spelling_keep_the_person() {
        let before = [row("3", "Pat", "Quinn", "1990-01-01"), row("4", "Zoe", "O'Brien", "")];
        let after = [row("303", "Pat", "Quinn", "1990-01-01"), row("4", "Zoë", "OBrien", "")];
        assert_eq!(same(&before, &after), [Some(0), Some(1)]);
    }

    #[test]
    fn whoever_gets_anothers_bib_is_another_person() {
        let before = [row("1", "Ann", "Berg", "1990-01-01"), row("2", "Kim", "Lee", "1980-01-01")];
        let after = [row("1", "Max", "Brandt", "1970-01-01"), row("3", "Ann", "Berg", "1990-01-01")];
        assert_eq!(same(&before, &after), [None, Some(0)]);
        // The same name with another date of birth is another person as well.
        assert_eq!(same(&before, &[row("1", "Ann", "Berg", "1991-01-01")]), [None]);
    }

    #[test]
    fn two_of_one_name_are_not_guessed() {
        let before = [row("1", "Kim", "Lee", ""), row("2", "Kim", "Lee", "")];
        assert_eq!(same(&before, &[row("9", "Kim", "Lee", "")]), [None]);
        assert_eq!(same(&before, &[row("2", "Kim", "Lee", ""), row("1", "Kim", "Lee", "")]), [Some(1), Some(0)]);
    }

    #[test]
    fn a_bib_that_gets_its_name_later_keeps_the_person() {
        assert_eq!(same(&[row("7", "Bib 7", "", "")], &[row("7", "Ann", "Berg", "")]), [Some(0)]);
    }
}
