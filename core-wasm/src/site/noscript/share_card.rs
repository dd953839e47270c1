//! The texts on a race's share picture: its bib, and the lines next to it.

use super::{Site, distances, first_start, state};
use crate::dates::RaceDate;
use crate::race::distance::{DistanceTone, race_tone};
use crate::race::phase::Schedule;
use crate::race::{Race, registration};

/// The texts of the picture, by position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShareCard {
    /// The race's name, in the coloured band.
    pub name: String,
    /// The large digits: `0412`, or `TBA`.
    pub numerals: String,
    /// Below the tear line: `HALF · 10K · 5K`.
    pub distances: String,
    /// The band's colour.
    pub tone: DistanceTone,
    /// The large lines next to the bib: `Sunday`, `April 12`.
    pub lines: Vec<String>,
    /// The small lines below them: `7:30 AM`, `Brooklyn, NY`.
    pub details: Vec<String>,
    /// The text of the yellow block; absent when visitors can't register.
    pub button: Option<String>,
    /// The text in place of the block: `Canceled`, `Sold out`.
    pub stamp: Option<&'static str>,
}

/// The texts of a race's share picture at a moment: a race that has started has no register button.
pub fn share_card(race: &Race, now_ms: i64) -> ShareCard {
    let date = race.date.parse::<RaceDate>().ok();
    let names = distances(race);
    let register = registration::state(race.is_canceled, race.max_capacity, &race.link);
    let stage = Schedule::from(race).stage(now_ms);
    let open = register.href.is_some() && stage.takes_entries();
    ShareCard {
        name: race.name.trim().to_owned(),
        numerals: date.map_or("TBA".into(), |date| date.iso().chars().skip(5).filter(char::is_ascii_digit).collect()),
        distances: names.join(" · ").to_uppercase(),
        tone: race_tone(&names),
        lines: date.map_or(vec!["Date to be".into(), "announced".into()], |date| {
            let shown = date.to_string();
            vec![date.weekday_name().to_owned(), shown.split(',').next().unwrap_or_default().to_owned()]
        }),
        details: first_start(race)
            .into_iter()
            .chain([race.card_location.trim().to_owned()])
            .filter(|one| !one.is_empty())
            .collect(),
        button: open.then_some(register.label),
        stamp: state(race).filter(|_| race.is_canceled.0 || !stage.is_past()),
    }
}

/// The texts of the site's own share picture.
pub fn site_card(site: Site<'_>) -> ShareCard {
    let host = site.url.split_once("://").map_or(site.url, |(_, host)| host);
    ShareCard {
        name: site.name.trim().to_owned(),
        numerals: "13.1".into(),
        distances: "HALF · 10K · 5K · TRI".into(),
        tone: DistanceTone::TenK,
        lines: vec!["Races,".into(), "live times,".into(), "results".into()],
        details: vec![host.to_owned()],
        button: None,
        stamp: None,
    }
}
