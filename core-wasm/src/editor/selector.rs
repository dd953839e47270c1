//! The list of races from which an administrator chooses (SPEC §2, the screen /EditRaces).

use serde::{Deserialize, Serialize};

use crate::dates::{RaceDate, Today};
use crate::flag::Flag;
use crate::race::{RaceListItem, listing};
use crate::text;

/// The badge of a date.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DateBadge {
    /// `Jun`
    pub month: String,
    /// `15`
    pub day: u32,
    /// `2024`
    pub year: i32,
}

/// One row of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ListRow {
    /// The race's id, as in [`RaceListItem::id`].
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(target_arch = "wasm32", serde(default), tsify(optional))]
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its date, as in the record.
    pub date: String,
    /// The badge of its date; absent for a race without a date.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub badge: Option<DateBadge>,
    /// Whether it is upcoming; on race day, in the race's zone, it still is.
    pub upcoming: bool,
    /// `Upcoming` or `Past` (SPEC §2). A race without a date is listed and labelled as past; it has no badge.
    pub label: String,
    /// Whether only administrators see its page: the row then shows `Hidden`.
    #[serde(rename = "isHidden", skip_serializing_if = "Flag::is_false")]
    #[cfg_attr(target_arch = "wasm32", serde(default), tsify(optional))]
    pub is_hidden: Flag,
}

/// The races whose names contain every word of the query, ignoring case and accents, in the list's order.
pub fn search(items: Vec<RaceListItem>, query: &str, today: Today) -> Vec<ListRow> {
    let found = items.into_iter().filter(|item| text::matches_search(&item.name, query));
    listing::sorted_admin(found.collect(), today).into_iter().map(|item| row(item, today)).collect()
}

fn row(item: RaceListItem, today: Today) -> ListRow {
    let today = today.in_zone(&item.time_zone);
    let date = item.date.parse::<RaceDate>().ok();
    let upcoming = date.is_some_and(|date| date >= today);
    let label = if upcoming { "Upcoming" } else { "Past" };
    let badge = date.map(|date| DateBadge {
        month: date.month_name().get(..3).unwrap_or_default().into(),
        day: date.day(),
        year: date.year(),
    });
    let RaceListItem { id, name, date, is_hidden, .. } = item;
    ListRow { id, name, date, badge, upcoming, label: label.into(), is_hidden }
}
