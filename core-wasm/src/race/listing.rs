//! The order in which races are listed (SPEC §2: upcoming first).

use crate::dates::{RaceDate, Today};
use crate::text;

use super::{RaceCard, RaceListItem};

/// Sorts an administrator's list: upcoming races first, the next one on top; then past and undated ones, the latest on top.
///
/// A race is upcoming until its day is over in its own zone. Races of one day, and undated ones among themselves, stand by name; undated
/// ones stand last.
pub fn sort_admin(items: &mut [RaceListItem], today: Today) {
    items.sort_by_cached_key(|item| order(&item.date, &item.name, today.in_zone(&item.time_zone)));
}

/// Sorts the calendar like [`sort_admin`].
pub fn sort_calendar(cards: &mut [RaceCard], today: Today) {
    cards.sort_by_cached_key(|card| order(&card.date, &card.race, today.in_zone(&card.time_zone)));
}

/// The list, sorted by [`sort_admin`].
pub fn sorted_admin(mut items: Vec<RaceListItem>, today: Today) -> Vec<RaceListItem> {
    sort_admin(&mut items, today);
    items
}

/// Whether a race of this date is still to come, today included; an undated one is not.
pub fn is_upcoming(date: &str, today: RaceDate) -> bool {
    matches!(place(date, today), Place::Upcoming(_))
}

/// Where a race of this date and name stands in either list.
pub(super) fn order(date: &str, name: &str, today: RaceDate) -> impl Ord + use<> {
    (place(date, today), text::lowercase(name))
}

/// Where a race stands; the order of the variants is the order of the list.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Upcoming(RaceDate),
    Past(std::cmp::Reverse<RaceDate>),
    Undated,
}

fn place(date: &str, today: RaceDate) -> Place {
    match date.parse::<RaceDate>() {
        Ok(date) if date >= today => Place::Upcoming(date),
        Ok(date) => Place::Past(std::cmp::Reverse(date)),
        Err(_) => Place::Undated,
    }
}
