//! The order in which races are listed (SPEC §2: upcoming first).

use crate::dates::RaceDate;
use crate::text;

use super::{RaceCard, RaceListItem};

/// Sorts an administrator's list: upcoming races first, the next one on top; then past and undated ones, the latest on top.
///
/// A race is upcoming until its day is over. Races of one day, and undated ones among themselves, stand by name; undated
/// ones stand last.
pub fn sort_admin(items: &mut [RaceListItem], today: RaceDate) {
    items.sort_by_cached_key(|item| (place(&item.date, today), text::lowercase(&item.name)));
}

/// Sorts the calendar like [`sort_admin`].
pub fn sort_calendar(cards: &mut [RaceCard], today: RaceDate) {
    cards.sort_by_cached_key(|card| (place(&card.date, today), text::lowercase(&card.race)));
}

/// The list, sorted by [`sort_admin`].
pub fn sorted_admin(mut items: Vec<RaceListItem>, today: RaceDate) -> Vec<RaceListItem> {
    sort_admin(&mut items, today);
    items
}

/// The calendar, sorted by [`sort_calendar`].
pub fn sorted_calendar(mut cards: Vec<RaceCard>, today: RaceDate) -> Vec<RaceCard> {
    sort_calendar(&mut cards, today);
    cards
}

/// Whether a race of this date is still to come, today included; an undated one is not.
pub fn is_upcoming(date: &str, today: RaceDate) -> bool {
    matches!(place(date, today), Place::Upcoming(_))
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
