//! Which published results are offered to somebody who signs up, and how they are shown before anything is proved.
//!
//! The date of birth of a result is not compared here: whoever types dates would learn from what is offered when somebody else was born.
//! What is offered follows from what everybody sees, the name and the age group. The date of birth decides about a claim ([`super::Claim`]).

use serde::{Deserialize, Serialize};

use crate::dates::RaceDate;
use crate::privacy;
use crate::results::leaderboard::ResultLine;
use crate::text;

/// A result that may be of the person who signs up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Match {
    /// Names the result in a claim.
    pub result_id: String,
    /// The race's name.
    pub race: String,
    /// Its date, `June 15, 2024`.
    pub date: String,
    /// The contest.
    pub contest: String,
    /// The name with the rest of the last one left out: `Zoë O.`
    pub name: String,
    /// The end of the bib: `••7`.
    pub bib: String,
}

/// A published line as it is offered; `None` without a runner's page, which private runners do not have.
pub fn candidate(line: &ResultLine) -> Option<Match> {
    let initial = line.lastname.trim().chars().next().map(|c| format!(" {c}.")).unwrap_or_default();
    let bib: Vec<char> = line.bib.chars().collect();
    let hidden = bib.len().saturating_sub(1);
    (!line.public_id.is_empty()).then(|| Match {
        result_id: line.public_id.clone(),
        race: line.race.clone(),
        date: line.date.clone(),
        contest: line.contest.clone(),
        name: format!("{}{initial}", line.firstname.trim()),
        bib: bib.iter().enumerate().map(|(at, c)| if at < hidden { '•' } else { *c }).collect(),
    })
}

/// Whether a line has this name, regardless of case, accents and blanks.
pub fn is_named(line: &ResultLine, first_name: &str, last_name: &str) -> bool {
    privacy::name(&line.firstname, &line.lastname) == privacy::name(first_name, last_name)
}

/// Whether somebody born on a day may be in an age group on the day of the race. A group that says no ages fits everybody.
///
/// ```
/// use core_wasm::dates::RaceDate;
/// use core_wasm::signup::fits_group;
///
/// let born = RaceDate::new(1990, 6, 15).unwrap();
/// let fits = |group: &str| fits_group(group, born, RaceDate::new(2026, 6, 14).unwrap());
/// assert!(fits("30-39") && fits("35 & better") && fits("") && fits("Clydesdale"));
/// assert!(!fits("36-40") && !fits("13 and under"));
/// ```
pub fn fits_group(group: &str, born: RaceDate, race_day: RaceDate) -> bool {
    let age = race_day.years_after(born);
    let numbers: Vec<i32> = group.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
    match numbers[..] {
        [from, to] => (from..=to).contains(&age),
        [to] if text::lowercase(group).contains("under") => age <= to,
        [from] => age >= from,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_offered_without_the_whole_name_and_bib() {
        let line = ResultLine {
            public_id: "id".into(),
            race: "Spring 10K".into(),
            bib: "1207".into(),
            firstname: "Zoë ".into(),
            lastname: "O’Brien".into(),
            ..ResultLine::default()
        };
        let offered = candidate(&line).unwrap();
        assert_eq!((offered.name.as_str(), offered.bib.as_str()), ("Zoë O.", "•••7"));
        assert_eq!(candidate(&ResultLine { public_id: String::new(), ..line.clone() }), None);
        assert!(is_named(&line, " ZOE", "O'brien ") && !is_named(&line, "Zoë", "O’Brien-Kelly"));
    }

    #[test]
    fn age_groups_are_those_of_race_day() {
        let born = RaceDate::new(1992, 2, 29).unwrap();
        let on = |month, day| RaceDate::new(2022, month, day).unwrap();
        assert!(fits_group("20-29", born, on(2, 28)) && !fits_group("30-39", born, on(2, 28)));
        assert!(fits_group("30-39", born, on(3, 1)));
        assert!(fits_group("Under 40", born, on(3, 1)) && fits_group("25+", born, on(3, 1)));
    }
}
