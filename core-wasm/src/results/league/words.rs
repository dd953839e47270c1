//! The sentences about the race league.

use super::season::Use;
use super::settings::{AgeDay, FULL, LeagueSettings, PlaceOf};
use crate::results::words::Words;

/// 404 for a runner who is not in the standings of the year.
pub const NO_SUCH_STANDING: Words =
    ("NO_SUCH_STANDING", "This runner is not in the standings of this year. Search for the name in the race league.");
/// 400 for a person without results.
pub const NO_SUCH_PERSON: Words = ("NO_SUCH_PERSON", "There are no published results of this runner.");
/// 409 for two who are one already.
pub const ALREADY_ONE: Words = ("ALREADY_ONE", "These results are of one person already.");
/// 409 for two who ran in one contest.
pub const SAME_CONTEST: Words = ("SAME_CONTEST", "Both have a result in the same contest, so they are two persons.");
/// 409 for two of whom one is listed among women and the other among men.
pub const OTHER_GENDER: Words =
    ("OTHER_GENDER", "They are listed with different genders. If one is wrong, correct the results first, then join them.");
/// 409 for a person with only one race.
pub const NOTHING_TO_SPLIT: Words = ("NOTHING_TO_SPLIT", "This runner has no other race, so there is nothing to take apart.");
/// 404 for a decision that there is not.
pub const NO_SUCH_DECISION: Words = ("NO_SUCH_DECISION", "There is no such decision.");
/// 409 for a decision that was taken back before.
pub const ALREADY_UNDONE: Words = ("ALREADY_UNDONE", "This decision was taken back already.");
/// 409 for settings that somebody else changed meanwhile.
pub const SETTINGS_CHANGED: Words =
    ("SETTINGS_CHANGED", "Somebody else changed the settings of this season meanwhile. Look at them, and change them again.");
/// 409 for settings that are as they were.
pub const SETTINGS_SAME: Words = ("SETTINGS_SAME", "These settings are the same as before.");
/// The rules of a season with this number of races as sentences, in the order in which they are applied.
pub fn rules(settings: &LeagueSettings, races: usize) -> Vec<String> {
    let best = settings.best;
    let of_all = match (best, races) {
        (1, _) => "Only the best race counts.".to_owned(),
        _ if usize::try_from(best).is_ok_and(|best| races > best) => format!("The best {best} of {races} races count."),
        _ => format!("The best {best} races count."),
    };
    let first: Vec<String> = settings.points.iter().take(3).map(u32::to_string).collect();
    let by = match settings.place {
        PlaceOf::Gender => "by the place among women, men or non-binary runners",
        PlaceOf::Overall => "by the place among all",
    };
    let given = match first.as_slice() {
        [one] => format!("Every finisher gets {one} points."),
        [one, two] => format!("The first gets {one} points and everybody else {two}, {by}."),
        [one, two, three, ..] => {
            let last = settings.points.last().copied().unwrap_or_default();
            let points = if last == 1 { "1 point" } else { &format!("{last} points") };
            format!(
                "The first gets {one} points, the second {two}, the third {three} and so on, every finisher at least {points}: {by}."
            )
        }
        [] => String::new(),
    };
    let weights = settings.weights.iter().filter(|weight| weight.percent != FULL);
    let weights: Vec<String> = weights.map(|weight| format!("{} {} %", weight.distance, weight.percent)).collect();
    let weighted =
        (!weights.is_empty()).then(|| format!("Some distances give another share of these points: {}.", weights.join(", ")));
    let needed = (settings.needed > 1).then(|| format!("A place needs {} races.", settings.needed));
    let day = match settings.age_day {
        AgeDay::First => "January 1",
        AgeDay::Last => "December 31",
    };
    let mut rules = vec![of_all, given];
    rules.extend(weighted);
    rules.push("Of two distances of one race only the one with more points counts.".to_owned());
    rules.extend(needed);
    rules.push(
        "Among equal points the better places decide, then the more recent race; who is still equal shares a place.".to_owned(),
    );
    rules.push(format!("The age group is that of the age on {day}."));
    rules
}

/// What becomes of a result of a runner.
pub fn why(used: Use) -> &'static str {
    match used {
        Use::Counts => "Counts",
        Use::Dropped => "Dropped: other races gave more points",
        Use::SameRace => "Another distance of this race gave more points",
        Use::NoPlace => "No points without a place",
    }
}
