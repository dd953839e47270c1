//! The order in which races are listed (SPEC §2: upcoming first).

use crate::dates::{RaceDate, Today};
use crate::text;

use super::{DistanceStart, Race, RaceCard, RaceListItem, schedule};

/// The number of characters of a race's text in its summary: more than any list shows.
const ABOUT_CHARS: usize = 200;

/// The fields of a race that lists need: cards, feeds, calendars, the live window. All other fields are blank.
pub fn summary(race: &Race) -> Race {
    let about = race.about.split_whitespace().collect::<Vec<_>>().join(" ");
    let race = race.clone();
    Race {
        name: race.name,
        day: race.day,
        date: race.date,
        start_time: race.start_time,
        distance: race.distance,
        distance_start_times: race.distance_start_times,
        max_capacity: race.max_capacity,
        is_canceled: race.is_canceled,
        is_hidden: race.is_hidden,
        link: race.link,
        time_zone: race.time_zone,
        card_location: race.card_location,
        info: race.info,
        race_logo: race.race_logo,
        about: about.chars().take(ABOUT_CHARS).collect(),
        string_address: race.string_address,
        coordinates: race.coordinates,
        ..Race::default()
    }
}

/// Sorts an administrator's list: upcoming races first, the next one on top; then past races, the latest on top; then undated
/// ones.
///
/// A race is upcoming until its day is over in its own zone. Races of one day, and undated ones, are sorted by name: this list has
/// no start times.
pub fn sort_admin(items: &mut [RaceListItem], today: Today) {
    items.sort_by_cached_key(|item| order(&item.date, &[], &item.name, today.in_zone(&item.time_zone)));
}

/// Sorts the calendar like [`sort_admin`], but races of one day by their earliest start.
pub fn sort_calendar(cards: &mut [RaceCard], today: Today) {
    let key = |card: &RaceCard| order(&card.date, &card.distance_start_times, &card.race, today.in_zone(&card.time_zone));
    cards.sort_by_cached_key(key);
}

/// The list, sorted by [`sort_admin`].
pub fn sorted_admin(mut items: Vec<RaceListItem>, today: Today) -> Vec<RaceListItem> {
    sort_admin(&mut items, today);
    items
}

/// Whether a race of this date is upcoming, today included; an undated one is not.
pub fn is_upcoming(date: &str, today: RaceDate) -> bool {
    matches!(list_position(date, today), ListPosition::Upcoming(_))
}

/// The sort key of a race in every list: its date, then its place within the day.
pub(super) fn order(date: &str, rows: &[DistanceStart], name: &str, today: RaceDate) -> impl Ord + use<> {
    (list_position(date, today), order_in_day(rows, name))
}

/// The sort key of races of one day: the earliest start, then the name; races without a start time are last.
pub(crate) fn order_in_day(rows: &[DistanceStart], name: &str) -> impl Ord + use<> {
    let start = schedule::earliest(rows);
    (start.is_none(), start, text::lowercase(name))
}

/// The group of a race in the list; the order of the variants is the order of the list.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum ListPosition {
    Upcoming(RaceDate),
    Past(std::cmp::Reverse<RaceDate>),
    Undated,
}

fn list_position(date: &str, today: RaceDate) -> ListPosition {
    match date.parse::<RaceDate>() {
        Ok(date) if date >= today => ListPosition::Upcoming(date),
        Ok(date) => ListPosition::Past(std::cmp::Reverse(date)),
        Err(_) => ListPosition::Undated,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::noscript::{self, Site};

    #[test]
    fn lists_show_the_same_for_a_summary_as_for_the_full_record() {
        let record = r#"{"Race": "Spring Half", "Day": "Tuesday", "Date": "June 15, 2027", "Distance": "Half, 10K", "StartTime": "7:30 AM",
            "DistanceStartTimes": [{"distance": "Half", "startTime": "7:30 AM"}, {"distance": "10K", "startTime": "7:50 AM"}],
            "MaxCapacity": "True", "Link": "https://register.example.com/", "TimeZone": "America/Chicago", "CardLocation": "Trenton, NJ",
            "StringAddress": "1 River Road", "Coordinates": "40.2, -74.7", "Rules": ["one"], "Refund": "none"}"#;
        let mut race: Race = serde_json::from_str(record).unwrap();
        let site = Site { name: "Races", url: "https://races.example.com" };
        for about in ["", "Along the river.", &"Along  the\n river, twice. ".repeat(40), &"Längs des Flußes ".repeat(40)] {
            race.about = about.into();
            let short = summary(&race);
            assert_eq!(noscript::summary(&short), noscript::summary(&race));
            assert_eq!(noscript::entry(&short, site), noscript::entry(&race, site));
            assert_eq!(format!("{:?}", noscript::share_card(&short, 0)), format!("{:?}", noscript::share_card(&race, 0)));
            for path in ["/home", "/races"] {
                let reading = |race: &Race| {
                    format!("{:?}", noscript::page_body(path, noscript::Subject::Page, site, std::slice::from_ref(race), 0))
                };
                assert_eq!(reading(&short), reading(&race));
            }
            assert!(short.rules.is_empty() && short.refund.is_empty() && short.about.chars().count() <= ABOUT_CHARS);
        }
    }
}
