//! Bindings of `dates`. Instants are JavaScript's epoch milliseconds.

use super::Ts;
use crate::dates::{self, RaceDate, ShownTime};

exports! {
    /// A date in the form of date inputs: `2024-06-15`.
    dateIso(text: &str) -> String = text.parse::<RaceDate>()?.iso();

    /// The weekday of a date: `Saturday`.
    dateWeekday(text: &str) -> String = text.parse::<RaceDate>()?.weekday_name().to_owned();

    /// The instant at which clocks of a zone show a date and a time.
    localToInstant(date: &str, time: &str, zone: &str) -> f64 =
        dates::local_to_instant(date.parse()?, time.parse()?, dates::zone(zone)?) as f64;

    /// The time of day that clocks of a zone show at an instant: `8:52:11 AM`.
    clockText(ms: f64, zone: &str) -> String = dates::clock_text(ms as i64, dates::zone(zone)?);

    /// The date that a zone's clocks show at an instant, in the spec's form.
    dateIn(ms: f64, zone: &str) -> String = dates::date_in(ms as i64, dates::zone(zone)?).to_string();

    /// The sentence that names the zone of a page's times; blank when the visitor's clocks show the same times.
    zoneNote(times: Vec<Ts<ShownTime>>) -> String = dates::zone_note(&times);

    /// The zones a race can be in, the default first.
    timeZones() -> Vec<String> = dates::zones().into_iter().map(String::from).collect();
}
