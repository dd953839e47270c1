//! What stands on a race's share picture: its bib, and the lines beside it.

use super::{Site, distances, first_start, state};
use crate::dates::RaceDate;
use crate::race::distance::{DistanceTone, race_tone};
use crate::race::phase::Schedule;
use crate::race::{Race, registration};

/// The picture's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// In the band.
    pub name: String,
    /// Huge: `0412`, or `TBA`.
    pub numerals: String,
    /// Under the tear line: `HALF · 10K · 5K`.
    pub distances: String,
    /// The band's colour.
    pub tone: DistanceTone,
    /// Beside the bib, large: `Sunday`, `April 12`.
    pub lines: Vec<String>,
    /// Below them: `7:30 AM`, `Brooklyn, NY`.
    pub details: Vec<String>,
    /// In the yellow block; none when there is nothing to register for.
    pub button: Option<String>,
    /// Instead of the block: `Canceled`, `Sold out`.
    pub stamp: Option<&'static str>,
}

/// The share picture of a race at a moment: one that has started asks nobody to register.
pub fn sheet(race: &Race, now_ms: i64) -> Sheet {
    let date = race.date.parse::<RaceDate>().ok();
    let names = distances(race);
    let register = registration::state(race.is_canceled, race.max_capacity, &race.link);
    let stage = Schedule::from(race).stage(now_ms);
    let open = register.href.is_some() && stage.takes_entries();
    Sheet {
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

/// The share picture of the site itself.
pub fn site_sheet(site: Site<'_>) -> Sheet {
    let host = site.url.split_once("://").map_or(site.url, |(_, host)| host);
    Sheet {
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
