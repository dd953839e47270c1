//! Copies a race: the same page for another year.

use crate::dates::RaceDate;
use crate::flag::Flag;
use crate::race::Race;
use crate::timing::Setup;

/// The copy under its new name: all fields including the pictures, but hidden until it is published, without the date, the
/// registration link and the website path, and neither full nor canceled.
pub fn copy(race: &Race, name: &str) -> Race {
    Race {
        name: name.to_owned(),
        day: String::new(),
        date: String::new(),
        max_capacity: Flag::FALSE,
        is_canceled: Flag::FALSE,
        is_hidden: Flag::TRUE,
        link: String::new(),
        info: String::new(),
        ..race.clone()
    }
}

/// The timing of the copy: the same contests and mats, without the guns.
pub fn copy_setup(setup: &Setup) -> Setup {
    let mut copy = setup.clone();
    for contest in &mut copy.contests {
        contest.clear_guns();
    }
    copy
}

/// The suggested name of a copy. The year in a name is increased by one; a name without a year gets the year after its date's, or
/// the word "Copy" when it has no date either.
pub fn name(of: &str, date: &str) -> String {
    let of = of.trim();
    if let Some((start, year)) = last_year(of) {
        let (before, after) = (of.get(..start).unwrap_or_default(), of.get(start + 4..).unwrap_or_default());
        return format!("{before}{}{after}", year + 1);
    }
    match date.parse::<RaceDate>() {
        Ok(date) => format!("{of} {}", date.year() + 1),
        Err(_) => format!("{of} Copy"),
    }
}

/// The last year in a text and its position: a separate number of four digits from 1900 to 2099.
fn last_year(text: &str) -> Option<(usize, i32)> {
    let mut at = 0;
    let mut found = None;
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        // A separator may have more than one byte, so the position is found by searching for the word in the rest of the text.
        let start = text.get(at..).and_then(|rest| rest.find(word)).map_or(at, |offset| at + offset);
        if word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()) {
            found = word.parse().ok().filter(|year| (1900..2100).contains(year)).map(|year| (start, year)).or(found);
        }
        at = start + word.len();
    }
    found
}
