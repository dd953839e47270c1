//! The demo's company: a dozen past and upcoming races in New York and New Jersey, one of them today.
//!
//! The texts are data (`company.json`). Pure: from today's date and a seed it computes the fields and pictures of the forms that an
//! administrator's browser would send. Runners are in `field`. No name here is a real person's.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate, Weekday};
use serde::Deserialize;
use serde_json::{Value, json};

use super::art::{self, PALETTES, Scene};
use super::seed::Seed;
use crate::error::Result;

const COMPANY: &str = include_str!("company.json");

/// A picture of the create form: its multipart field (`raceLogo`, `medal`, `memImages`, …) and its drawing as SVG.
pub(super) struct Drawing {
    pub field: &'static str,
    pub svg: String,
}

/// One race of the demo, ready to be created.
pub(super) struct DemoRace {
    /// Its name.
    pub name: String,
    /// The form's fields by their names on the wire.
    pub fields: BTreeMap<String, String>,
    /// Its distances and their start times, in the race's time zone.
    pub starts: Vec<(String, String)>,
    /// Its pictures, in the order in which a browser would send them.
    pub drawings: Vec<Drawing>,
    /// How many runners its standings have; 0 for a race that was not timed.
    pub runners: u32,
    /// Whether the race takes place now.
    pub live: bool,
}

/// The name of the live race.
pub(super) const LIVE_RACE: &str = "New York Skyline Half";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Company {
    /// Fields of every race's form, with the placeholders `{name}`, `{slug}` and `{place}`.
    every_race: BTreeMap<String, Value>,
    races: Vec<Plan>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    /// Days from today; moved to a weekend, except for the live race.
    days: i64,
    distances: Vec<(String, String)>,
    runners: u32,
    scene: Scene,
    /// An index of [`PALETTES`].
    palette: usize,
    acrylic: bool,
    /// How many sponsors it has, each with a logo.
    partners: u32,
    /// The race's own fields of the form.
    fields: BTreeMap<String, Value>,
}

/// Returns the races of the company; `today` is the date at the races' place.
///
/// `live_starts` are the start times of the live race.
///
/// # Errors
/// When the data cannot be parsed.
pub(super) fn races(seed: u64, today: NaiveDate, live_starts: &[String]) -> Result<Vec<DemoRace>> {
    let Company { every_race, races } = serde_json::from_str(COMPANY)?;
    let seeds = (seed..).map(Seed::new);
    Ok(races.into_iter().zip(seeds).map(|(plan, seed)| race(seed, plan, &every_race, today, live_starts)).collect())
}

fn race(
    mut seed: Seed,
    mut plan: Plan,
    every_race: &BTreeMap<String, Value>,
    today: NaiveDate,
    live_starts: &[String],
) -> DemoRace {
    let text = |name: &str| plan.fields.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let (name, place) = (text("Race"), text("Coordinates").replace(' ', ""));
    let slug = name.to_lowercase().replace(['\'', ' '], "");
    let live = name == LIVE_RACE;
    let date = if live { today } else { weekend(today, plan.days) };
    for ((_, start), live_start) in plan.distances.iter_mut().zip(live_starts).filter(|_| live) {
        start.clone_from(live_start);
    }
    let starts: Vec<Value> =
        plan.distances.iter().map(|(distance, start)| json!({ "distance": distance, "startTime": start })).collect();
    let partners: Vec<Value> =
        (1..=plan.partners).map(|number| json!({ "Link": format!("https://example.com/{slug}/partner-{number}") })).collect();
    let own = [
        ("Date", date.format("%B %-d, %Y").to_string().into()),
        ("DistanceStartTimes", Value::Array(starts)),
        ("CommunityPartnersData", Value::Array(partners)),
    ];
    let own = own.map(|(name, value)| (name.to_owned(), value));
    let all = every_race.clone().into_iter().chain(plan.fields).chain(own);
    let written = |value: Value| match value {
        Value::String(text) => text.replace("{name}", &name).replace("{slug}", &slug).replace("{place}", &place),
        // Lists are JSON texts in the form.
        list => list.to_string(),
    };
    let fields = all.map(|(name, value)| (name, written(value))).collect();

    let palette = PALETTES[plan.palette];
    let numerals = format!("{:02}{:02}", date.month(), date.day());
    let mut drawings = Vec::new();
    let mut add = |field, svg| drawings.push(Drawing { field, svg });
    add("raceLogo", art::race_picture(&mut seed, plan.scene, palette));
    add("medal", art::medal_picture(palette, &numerals));
    add("shirt", art::shirt_picture(palette, &numerals));
    add("medals3", art::three_medals_picture(palette));
    if plan.acrylic {
        add("acrylic", art::acrylic_picture(palette));
    }
    for _ in 0..plan.partners {
        add("communityPartnerImages", art::partner_picture(&mut seed));
    }
    if plan.days < 60 {
        for number in 0..3 {
            let palette = PALETTES[(plan.palette + number) % PALETTES.len()];
            add("memImages", art::race_picture(&mut seed, plan.scene, palette));
        }
    }
    DemoRace { fields, starts: plan.distances, drawings, runners: plan.runners, live, name }
}

/// The first Saturday or Sunday at or after `days` from `today`; for a past race the last one at or before.
fn weekend(today: NaiveDate, days: i64) -> NaiveDate {
    let about = if days < 0 { today - Days::new(days.unsigned_abs()) } else { today + Days::new(days.unsigned_abs()) };
    let ahead = match about.weekday() {
        Weekday::Sat | Weekday::Sun => 0,
        other => 5 - u64::from(other.num_days_from_monday()),
    };
    // A past race must stay past: its weekend is searched backwards.
    if days < 0 && ahead > 0 { about - Days::new(7 - ahead) } else { about + Days::new(ahead) }
}

#[cfg(test)]
mod tests {
    use core_wasm::editor::create::{CreateForm, check};

    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
    }

    #[test]
    fn every_form_passes_the_check_of_the_create_page() {
        let races = races(1, today(), &["9:20 AM".into(), "9:30 AM".into(), "9:40 AM".into()]).unwrap();
        assert!(races.len() >= 12);
        for race in races {
            let form = CreateForm::from_fields(&race.fields).unwrap();
            assert_eq!(check(&form, today().into(), &[]).0, [], "{}", race.name);
        }
    }

    #[test]
    fn past_races_stay_past_and_the_live_one_is_today() {
        for days in 0..14 {
            let today = today() + Days::new(days);
            for race in races(1, today, &[]).unwrap() {
                let date: core_wasm::dates::RaceDate = race.fields["Date"].parse().unwrap();
                assert_eq!(date.naive() == today, race.live, "{} on {date}", race.name);
                assert!(race.runners == 0 || race.live || date.naive() < today, "{} on {date}", race.name);
            }
        }
    }

    #[test]
    fn every_picture_can_be_drawn() {
        for drawing in races(1, today(), &[]).unwrap().into_iter().take(2).flat_map(|race| race.drawings) {
            let png = art::render(&drawing.svg).unwrap();
            assert!(png.starts_with(b"\x89PNG"), "{}", drawing.field);
        }
    }
}
