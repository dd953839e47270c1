//! The demo's company: a dozen races in New York and New Jersey, past and to come, one of them today.
//!
//! Pure: today's date and a seed go in; forms and pictures come out, to be sent through the door that an administrator
//! uses. It knows nothing of runners (see `field`) and nothing of the database. No name here is a real person's.

use chrono::{Datelike, Days, NaiveDate, Weekday};
use core_wasm::editor::create::{CreateForm, PartnerLink};
use core_wasm::flag::Flag;
use core_wasm::race::{Accommodation, DistanceStart};

use super::art::{self, PALETTES, Scene};
use super::seed::Seed;

/// A picture of the create form: its multipart field (`raceLogo`, `medal`, `memImages`, …) and its drawing as SVG.
pub(super) struct Drawing {
    pub field: &'static str,
    pub svg: String,
}

/// One race of the demo, ready to be created.
pub(super) struct DemoRace {
    /// The filled form.
    pub form: CreateForm,
    /// Its pictures, in the order in which a browser would send them.
    pub drawings: Vec<Drawing>,
    /// How many runners its standings hold; 0 for a race that was not timed.
    pub runners: u32,
    /// Whether its field runs right now.
    pub live: bool,
}

/// The one race that is live.
pub(super) const LIVE_RACE: &str = "New York Skyline Half";

enum State {
    Open,
    Full,
    Canceled,
}

struct Plan {
    name: &'static str,
    /// Days from today; moved on to the weekend, save for today's race.
    days: i64,
    place: &'static str,
    address: &'static str,
    coordinates: &'static str,
    distances: &'static [(&'static str, &'static str)],
    scene: Scene,
    palette: usize,
    state: State,
    runners: u32,
    about: &'static str,
    course: &'static str,
    military: bool,
    rooms: bool,
    acrylic: bool,
    partners: u32,
}

const HALF_10K_5K: &[(&str, &str)] = &[("Half", "7:30 AM"), ("10K", "7:50 AM"), ("5K", "8:10 AM")];
const TEN_AND_FIVE: &[(&str, &str)] = &[("10K", "8:30 AM"), ("5K", "8:45 AM")];

const PLANS: &[Plan] = &[
    Plan {
        name: LIVE_RACE,
        days: 0,
        place: "New York, NY",
        address: "Riverside Park, Riverside Drive at West 103rd Street, New York, NY",
        coordinates: "40.8010, -73.9723",
        distances: HALF_10K_5K,
        scene: Scene::Skyline,
        palette: 1,
        state: State::Open,
        runners: 600,
        about: "Up and down the Hudson with the city on one shoulder and the river on the other. The skyline course is flat but for two short ramps, the turn-arounds let you see the whole field twice, and the finish is a straight you can hear before you see it.",
        course: "Out along the river path to the north, around the lighthouse, back past the start and down to the piers. All turns are marked in blue; the path is closed to bicycles until noon.",
        military: false,
        rooms: true,
        acrylic: true,
        partners: 5,
    },
    Plan {
        name: "Big Forest Half",
        days: -20,
        place: "Bridgewater, NJ",
        address: "Duke Island Park, 191 Old York Road, Bridgewater, NJ",
        coordinates: "40.5560, -74.6290",
        distances: HALF_10K_5K,
        scene: Scene::Forest,
        palette: 0,
        state: State::Open,
        runners: 900,
        about: "Soft ground, tall trees, and the quietest start line we have. The half runs two loops under the canopy; the 10K and the 5K share the first of them.",
        course: "Packed gravel and boardwalk, 190 feet of climbing a loop. Shoes with some grip help after rain.",
        military: false,
        rooms: false,
        acrylic: true,
        partners: 4,
    },
    Plan {
        name: "Labor Day Classic",
        days: -76,
        place: "Queens, NY",
        address: "Flushing Meadows Corona Park, Queens, NY",
        coordinates: "40.7400, -73.8407",
        distances: TEN_AND_FIVE,
        scene: Scene::Lake,
        palette: 3,
        state: State::Open,
        runners: 700,
        about: "The last long weekend of summer deserves a long breakfast, and this is how you earn it: two loops around the lake, one for the 5K, flat and fast.",
        course: "Asphalt park roads around Meadow Lake. The 10K runs the loop twice.",
        military: false,
        rooms: false,
        acrylic: false,
        partners: 3,
    },
    Plan {
        name: "Memorial Day Half",
        days: -177,
        place: "Staten Island, NY",
        address: "Fort Wadsworth, 210 New York Avenue, Staten Island, NY",
        coordinates: "40.6043, -74.0560",
        distances: HALF_10K_5K,
        scene: Scene::Bridge,
        palette: 4,
        state: State::Open,
        runners: 850,
        about: "A race to remember by. The start is on the parade ground under the bridge; a bell rings before the gun and everyone is asked for a minute of silence.",
        course: "Down from the fort to the boardwalk and out along the beach, with the climb back up kept for the last mile.",
        military: true,
        rooms: false,
        acrylic: true,
        partners: 3,
    },
    Plan {
        name: "Mother's Day 10K",
        days: -194,
        place: "Ridgewood, NJ",
        address: "Saddle River County Park, 760 East Ridgewood Avenue, Ridgewood, NJ",
        coordinates: "40.9617, -74.0960",
        distances: TEN_AND_FIVE,
        scene: Scene::Hills,
        palette: 2,
        state: State::Open,
        runners: 650,
        about: "Bring her along, or run it for her. Carnations at the finish for every mother, and strollers are welcome in the 5K from the back of the field.",
        course: "The park's paved greenway, out and back, shaded nearly all the way.",
        military: false,
        rooms: false,
        acrylic: false,
        partners: 2,
    },
    Plan {
        name: "Spring Shore 5K",
        days: -230,
        place: "Asbury Park, NJ",
        address: "Asbury Park Boardwalk, Ocean Avenue, Asbury Park, NJ",
        coordinates: "40.2204, -73.9976",
        distances: &[("5K", "9:00 AM")],
        scene: Scene::Shore,
        palette: 1,
        state: State::Open,
        runners: 0,
        about: "A boardwalk sprint and a cold ocean for those who dare. Costumes encouraged, wind guaranteed.",
        course: "Boards the whole way: north to the turn, south past the carousel house, and back.",
        military: false,
        rooms: false,
        acrylic: false,
        partners: 0,
    },
    Plan {
        name: "New York Holiday Half",
        days: 16,
        place: "Brooklyn, NY",
        address: "Prospect Park, 95 Prospect Park West, Brooklyn, NY",
        coordinates: "40.6602, -73.9690",
        distances: HALF_10K_5K,
        scene: Scene::Hills,
        palette: 0,
        state: State::Open,
        runners: 0,
        about: "Four loops of the park in December light, cocoa at every turn, and a warm hall for the awards. It is our coldest start and our loudest finish.",
        course: "The park drive counter-clockwise, four loops for the half, two for the 10K less a bit, one for the 5K. One honest hill a loop.",
        military: false,
        rooms: true,
        acrylic: true,
        partners: 5,
    },
    Plan {
        name: "Frozen Lake 10K",
        days: 50,
        place: "Congers, NY",
        address: "Rockland Lake State Park, Congers, NY",
        coordinates: "41.1479, -73.9262",
        distances: TEN_AND_FIVE,
        scene: Scene::Lake,
        palette: 1,
        state: State::Full,
        runners: 0,
        about: "Once around the lake for the 5K, twice for the 10K, with the ice singing beside you. It fills early every year.",
        course: "A flat paved path around the lake, ploughed and salted.",
        military: false,
        rooms: false,
        acrylic: false,
        partners: 2,
    },
    Plan {
        name: "Valentine Run",
        days: 85,
        place: "Jersey City, NJ",
        address: "Liberty State Park, 200 Morris Pesin Drive, Jersey City, NJ",
        coordinates: "40.7033, -74.0554",
        distances: TEN_AND_FIVE,
        scene: Scene::Skyline,
        palette: 2,
        state: State::Open,
        runners: 0,
        about: "Run it together or run it for someone. Pairs who cross the line within a second of each other are both given a rose.",
        course: "Along the water with the whole of the harbor in view, out to the point and home again.",
        military: false,
        rooms: false,
        acrylic: false,
        partners: 3,
    },
    Plan {
        name: "March Madness Half",
        days: 120,
        place: "Bear Mountain, NY",
        address: "Bear Mountain State Park, 3006 Seven Lakes Drive, Tomkins Cove, NY",
        coordinates: "41.3126, -73.9885",
        distances: &[("Half", "8:00 AM"), ("10K", "8:20 AM")],
        scene: Scene::Forest,
        palette: 3,
        state: State::Canceled,
        runners: 0,
        about: "The hardest half we put on: up the mountain road, over the bridge and back, in whatever March brings. This year the road is being rebuilt, so we meet again next spring.",
        course: "1,240 feet of climbing on closed park roads.",
        military: false,
        rooms: true,
        acrylic: true,
        partners: 1,
    },
    Plan {
        name: "Verrazzano Half",
        days: 142,
        place: "Brooklyn, NY",
        address: "Shore Road Park, Shore Road at 79th Street, Brooklyn, NY",
        coordinates: "40.6296, -74.0390",
        distances: HALF_10K_5K,
        scene: Scene::Bridge,
        palette: 2,
        state: State::Open,
        runners: 0,
        about: "The narrows, the bridge, the ships: a fast course along the water, run early enough that the light is still gold. Many come here for a best.",
        course: "Two out-and-backs on the shore path. Nothing higher than a curb.",
        military: false,
        rooms: true,
        acrylic: true,
        partners: 4,
    },
    Plan {
        name: "Sandy Hook Triathlon",
        days: 205,
        place: "Highlands, NJ",
        address: "Sandy Hook, Gateway National Recreation Area, Highlands, NJ",
        coordinates: "40.4299, -73.9846",
        distances: &[("Sprint Tri", "7:00 AM"), ("5K", "9:30 AM")],
        scene: Scene::Shore,
        palette: 3,
        state: State::Open,
        runners: 0,
        about: "Swim in the calm of the bay, ride the length of the hook, run under the lighthouse. A first triathlon for many, and a fast one for the rest.",
        course: "750 m swim, 20 km ride on closed road, 5 km run on the bay path.",
        military: false,
        rooms: false,
        acrylic: true,
        partners: 3,
    },
];

/// The races of the company by name, as they stand on `today` at the races' place.
///
/// `live_starts` are the guns of today's race as start times of its clock.
pub(super) fn races(seed: u64, today: NaiveDate, live_starts: &[String]) -> Vec<DemoRace> {
    PLANS.iter().enumerate().map(|(index, plan)| race(Seed::new(seed + index as u64), plan, today, live_starts)).collect()
}

fn race(mut seed: Seed, plan: &'static Plan, today: NaiveDate, live_starts: &[String]) -> DemoRace {
    let live = plan.name == LIVE_RACE;
    let date = if live { today } else { weekend(today, plan.days) };
    let starts = plan.distances.iter().enumerate().map(|(index, (distance, time))| DistanceStart {
        distance: (*distance).into(),
        start_time: live_starts.get(index).filter(|_| live).cloned().unwrap_or_else(|| (*time).into()),
    });
    let slug = plan.name.to_lowercase().replace(['\'', ' '], "");
    let link = |what: &str| format!("https://example.com/{slug}/{what}");
    let (latitude, longitude) = plan.coordinates.split_once(", ").unwrap_or_default();
    let around = |zoom: u8| format!("https://www.google.com/maps?q={latitude},{longitude}&z={zoom}&output=embed");
    let distances: Vec<&str> = plan.distances.iter().map(|(name, _)| *name).collect();

    let form = CreateForm {
        race: plan.name.into(),
        date: date.format("%B %-d, %Y").to_string(),
        distance: distances.join(", "),
        distance_start_times: starts.collect(),
        max_capacity: Flag::from(matches!(plan.state, State::Full)),
        is_canceled: Flag::from(matches!(plan.state, State::Canceled)),
        link: link("register"),
        card_location: plan.place.into(),
        info: format!("/race/{}", plan.name),
        about: plan.about.into(),
        string_address: plan.address.into(),
        coordinates: plan.coordinates.into(),
        military_base: Flag::from(plan.military),
        military_base_name: if plan.military { "Fort Halloran".into() } else { String::new() },
        military_base_deadline: if plan.military { "ten days before the race, at noon".into() } else { String::new() },
        military_base_form_link: if plan.military { link("base-access") } else { String::new() },
        course_description: plan.course.into(),
        course1: around(14),
        course2: around(16),
        training: "Twelve weeks are plenty. Run four days out of seven, keep three of them easy, and let one long run grow by a mile a week until two weeks before the race; then rest. Our group runs meet on Wednesdays at 6:30 PM at the start line, every pace welcome.".into(),
        safety: "Medics stand at the start, the finish and every second water station. Write an emergency contact on the back of your bib. If lightning is near, the race is held in place and the screens here say so first.".into(),
        amenities: ["Chip timing with live tracking", "Finisher medal and race shirt", "Water and electrolytes every 1.5 miles", "Bag check by the start", "Free race photos", "Post-race bagels, fruit and coffee"].map(String::from).to_vec(),
        more_info: "Parking opens 90 minutes before the first start. Public transport reaches the park; the walk is marked in blue.".into(),
        accommodation_enabled: Flag::from(plan.rooms),
        accommodation: vec![Accommodation {
            enabled: Flag::from(plan.rooms),
            description: if plan.rooms { "Rooms are held for runners within a ten-minute walk of the start until three weeks before the race. Late check-out is included: take your shower first.".into() } else { String::new() },
        }],
        donate_button_enabled: Flag::from(plan.partners > 0),
        donate_link: if plan.partners > 0 { link("donate") } else { String::new() },
        volunteer_button_enabled: Flag::from(plan.partners > 0),
        volunteer_link: if plan.partners > 0 { link("volunteer") } else { String::new() },
        sponsor_button_enabled: Flag::from(true),
        sponsor_link: link("sponsor"),
        community_partners_enabled: Flag::from(true),
        community_partners_data: (0..plan.partners).map(|number| PartnerLink { link: link(&format!("partner-{}", number + 1)) }).collect(),
        race_map: around(13),
        ..CreateForm::default()
    };

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
    DemoRace { form, drawings, runners: plan.runners, live }
}

/// The Saturday or Sunday nearest after `days` from `today`.
fn weekend(today: NaiveDate, days: i64) -> NaiveDate {
    let about = if days < 0 { today - Days::new(days.unsigned_abs()) } else { today + Days::new(days.unsigned_abs()) };
    let ahead = match about.weekday() {
        Weekday::Sat | Weekday::Sun => 0,
        other => 5 - u64::from(other.num_days_from_monday()),
    };
    // A past race must stay past: its weekend is looked for backwards.
    if days < 0 && ahead > 0 { about - Days::new(7 - ahead) } else { about + Days::new(ahead) }
}

#[cfg(test)]
mod tests {
    use core_wasm::editor::create::check;

    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
    }

    #[test]
    fn every_form_passes_the_check_of_the_create_page() {
        let races = races(1, today(), &["9:20 AM".into(), "9:30 AM".into(), "9:40 AM".into()]);
        assert!(races.len() >= 12);
        for race in races {
            assert_eq!(check(&race.form, today().into(), &[]).0, [], "{}", race.form.race);
        }
    }

    #[test]
    fn past_races_stay_past_and_the_live_one_is_today() {
        for days in 0..14 {
            let today = today() + Days::new(days);
            for race in races(1, today, &[]) {
                let date: core_wasm::dates::RaceDate = race.form.date.parse().unwrap();
                assert_eq!(date.naive() == today, race.live, "{} on {date}", race.form.race);
                assert!(race.runners == 0 || race.live || date.naive() < today, "{} on {date}", race.form.race);
            }
        }
    }

    #[test]
    fn every_picture_can_be_drawn() {
        for drawing in races(1, today(), &[]).into_iter().take(2).flat_map(|race| race.drawings) {
            let png = art::render(&drawing.svg).unwrap();
            assert!(png.starts_with(b"\x89PNG"), "{}", drawing.field);
        }
    }
}
