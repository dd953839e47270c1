//! Random days with waves, laps, relays, chips and corrections: a field that was changed step by step has the same standings as one
//! that was built at once, in any order of reads and corrections and with any repetition.

use core_wasm::live::board::{BoardQuery, List};
use core_wasm::live::filters::ChosenFilters;
use core_wasm::live::teams::TeamsQuery;
use core_wasm::privacy::Shown;
use core_wasm::timing::correction::{ReadRef, StartChoice};
use core_wasm::timing::engine::{CheckList, Field};
use core_wasm::timing::entrants::EntrantChip;
use core_wasm::timing::setup::Ranking;
use core_wasm::timing::{Correction, Decision, Entrant, Override, Read, Setup};
use proptest::prelude::*;

use crate::{at, entrant, facts, read};

/// A race with two waves, a race of three laps, and a relay.
const SETUP: &str = r#"{"contests": [
  {"name": "10K", "distanceMetres": 10000, "ranking": "hybrid", "acceptUnlisted": true,
   "waves": [{"name": "A", "gun": "2027-06-15T08:00:00.000-04:00", "bibs": [{"from": 1, "to": 9}]},
             {"name": "B", "gun": "2027-06-15T08:05:00.000-04:00", "bibs": [{"from": 11, "to": 19}]}],
   "start": {"mats": ["LINE"], "minimumLapSeconds": 900},
   "splits": [{"label": "3K", "metres": 3000, "mats": ["3K"], "minimumSeconds": 400},
              {"label": "5K", "metres": 5000, "mats": ["5K"], "minimumSeconds": 700, "maximumSeconds": 3600},
              {"label": "8K", "metres": 8000, "mats": ["3K"], "minimumSeconds": 1100}],
   "finish": {"mats": ["LINE"], "minimumSeconds": 1500}},
  {"name": "Laps", "distanceMetres": 9000, "gun": "2027-06-15T08:10:00.000-04:00", "acceptUnlisted": true,
   "bibs": [{"from": 21, "to": 29}], "start": {"mats": ["LINE"], "minimumLapSeconds": 300},
   "splits": [{"label": "1", "metres": 3000, "mats": ["LINE"], "minimumSeconds": 400},
              {"label": "2", "metres": 6000, "mats": ["LINE"], "minimumSeconds": 800}],
   "finish": {"mats": ["LINE"], "minimumSeconds": 1200}},
  {"name": "Relay", "distanceMetres": 6000, "gun": "2027-06-15T08:00:00.000-04:00",
   "start": {"mats": ["LINE"], "minimumLapSeconds": 300},
   "splits": [{"label": "Exchange", "metres": 3000, "mats": ["LINE"], "minimumSeconds": 400, "legName": "One"}],
   "finish": {"mats": ["LINE"], "minimumSeconds": 800, "legName": "Two"}}]}"#;

fn chip(code: &str, from: Option<&str>, to: Option<&str>, leg: Option<&str>) -> EntrantChip {
    let clock = |clock: &str| format!("2027-06-15T{clock}-04:00");
    EntrantChip {
        chip: code.into(),
        from: from.map(clock),
        to: to.map(clock),
        leg: leg.map(str::to_owned),
        ..EntrantChip::default()
    }
}

/// Runners with a chip, with a replaced chip, in a wave by name, and a relay team.
fn entrants() -> Vec<Entrant> {
    let mut exchanged = entrant("2", "Bo", "Day", "m", 34, "10K");
    exchanged.chips = vec![chip("X", None, Some("08:40:00"), None), chip("Y", Some("08:40:00"), None, None)];
    let mut later = entrant("3", "Cy", "Fox", "f", 70, "10K");
    (later.wave, later.chip) = (Some("b".into()), Some("12".into()));
    let mut team = entrant("91", "Team", "One", "", 0, "Relay");
    team.chips = vec![chip("R1", None, None, Some("One")), chip("R2", None, None, Some("two"))];
    // Of three in one age group one hides the age.
    let mut hides_age = entrant("5", "Eve", "Roe", "f", 71, "10K");
    hides_age.shown = Shown::of(false, false, true);
    let mut third = entrant("4", "Di", "Lee", "f", 72, "10K");
    // Two spellings of one team, and another one in which a runner is private.
    exchanged.team = Some("Lake  hares".into());
    later.team = Some("Lake Hares".into());
    (third.team, hides_age.team) = (Some("Owls".into()), Some("Owls".into()));
    hides_age.shown = Shown::of(true, false, true);
    vec![entrant("1", "Ann", "Ng", "f", 30, "10K"), exchanged, later, team, hides_age, third]
}

fn any_read() -> impl Strategy<Value = Read> {
    let mats = prop::sample::select(vec!["LINE", "LINE", "3K", "5K", "NOWHERE"]);
    let tags =
        prop::sample::select(vec!["1", "2", "3", "4", "5", "11", "12", "13", "21", "21", "22", "77", "X", "Y", "R1", "R2"]);
    let timers = prop::option::of(prop::sample::select(vec!["160", "161"]));
    (mats, tags, -20i64..90, prop::bool::ANY, timers, prop::bool::weighted(0.05), prop::option::of(0i64..3)).prop_map(
        |(mat, tag, minute, by_chip, timer, invalid, seq)| {
            let by_chip = by_chip || tag.starts_with(|c: char| c.is_alphabetic());
            Read {
                time: at("08:00:00") + minute * 60_000,
                bib: (!by_chip).then(|| tag.to_owned()),
                chip: by_chip.then(|| tag.to_owned()),
                timer: timer.map(str::to_owned),
                invalid,
                seq,
                ..read(mat, tag, "08:00:00")
            }
        },
    )
}

/// A change of something other than reads, which is taken back before the end.
#[derive(Debug, Clone)]
enum Step {
    Gun(&'static str, Option<&'static str>),
    Entrants(usize),
    Rankings(Ranking),
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        prop::sample::select(vec![("10K", Some("A")), ("10K", Some("B")), ("Laps", None)]).prop_map(|(c, w)| Step::Gun(c, w)),
        (0usize..6).prop_map(Step::Entrants),
        prop::sample::select(vec![Ranking::Gun, Ranking::Chip, Ranking::Hybrid]).prop_map(Step::Rankings),
    ]
}

/// A correction of any kind. Those about reads choose one by its position among the day's reads.
#[derive(Debug, Clone)]
enum Choice {
    Read(usize, u8, i64),
    TakeBack(usize),
    Decision(Decision),
}

fn any_correction() -> impl Strategy<Value = Choice> {
    let bib = || prop::sample::select(vec!["1", "2", "3", "4", "11", "12", "21", "22", "91", "77"]).prop_map(str::to_owned);
    let chip = || prop::sample::select(vec!["X", "Y", "12", "R1", "3", "Z"]).prop_map(str::to_owned);
    let minute = || (-20i64..90).prop_map(|minute| at("08:00:00") + minute * 60_000);
    let end = move || prop::option::of(minute());
    let status = prop::option::of(prop::sample::select(Override::ALL.to_vec()));
    let decision = prop_oneof![
        (bib(), prop::sample::select(vec!["LINE", "3K", "5K"]), minute()).prop_map(|(bib, mat, time)| Decision::Add {
            bib,
            mat: mat.into(),
            time
        }),
        (chip(), prop::option::of(bib()), end(), end()).prop_map(|(chip, bib, from, to)| Decision::Chip { chip, bib, from, to }),
        (bib(), chip(), chip(), minute()).prop_map(|(bib, chip, old, from)| Decision::Exchange {
            bib,
            chip,
            replaces: vec![old],
            from
        }),
        (bib(), minute()).prop_map(|(bib, time)| Decision::Accept { bib, time }),
        (bib(), minute()).prop_map(|(bib, time)| Decision::Refuse { bib, time }),
        (bib(), prop::sample::select(vec![StartChoice::Crossing, StartChoice::Gun]))
            .prop_map(|(bib, choice)| Decision::Start { bib, choice }),
        (prop::sample::select(vec!["LINE", "3K", "5K"]), end(), end(), -600_000i64..600_000)
            .prop_map(|(source, from, to, offset_ms)| Decision::Offset { source: source.into(), from, to, offset_ms }),
        (prop::collection::vec(bib(), 1..4), status).prop_map(|(bibs, status)| Decision::Status { bibs, status }),
        bib().prop_map(|bib| Decision::Remove { bib }),
    ];
    prop_oneof![
        2 => (any::<usize>(), 0u8..3, -600_000i64..600_000).prop_map(|(at, kind, ms)| Choice::Read(at, kind, ms)),
        2 => any::<usize>().prop_map(Choice::TakeBack),
        6 => decision.prop_map(Choice::Decision),
    ]
}

fn corrections(choices: &[Choice], reads: &[Read]) -> Vec<Correction> {
    let decide = |(id, choice): (i64, &Choice)| {
        let decision = match choice {
            Choice::Read(at, kind, ms) => {
                let sent = reads.get(at % reads.len().max(1))?;
                let read = ReadRef::of(sent);
                match kind {
                    0 => Decision::Void { read },
                    1 => Decision::Restore { read },
                    _ => Decision::Retime { read, time: sent.time + ms },
                }
            }
            Choice::TakeBack(at) => Decision::TakeBack { correction: (at % choices.len()) as i64 + 1 },
            Choice::Decision(decision) => decision.clone(),
        };
        Some(Correction { id, decision })
    };
    (1i64..).zip(choices).filter_map(decide).collect()
}

fn setup() -> Setup {
    Setup::from_json(SETUP).unwrap()
}

fn take(field: &mut Field, step: &Step) {
    match step {
        Step::Gun(contest, wave) => assert!(field.set_wave_gun(contest, *wave, None)),
        Step::Entrants(count) => field.set_entrants(entrants().into_iter().take(*count).collect()),
        Step::Rankings(ranking) => {
            let mut setup = field.setup().clone();
            setup.contests.iter_mut().for_each(|contest| contest.ranking = *ranking);
            field.set_setup(setup);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_field_changed_step_by_step_is_the_same_as_a_new_one(
        reads in prop::collection::vec(any_read(), 0..60),
        steps in prop::collection::vec((0usize..90, any_step()), 0..4),
        choices in prop::collection::vec(any_correction(), 0..8),
        seed in any::<u64>(),
        portion in 1usize..9,
    ) {
        let corrections = corrections(&choices, &reads);
        let mut whole = Field::new(facts(), setup(), entrants());
        for correction in &corrections {
            whole.correct(correction);
        }
        for read in &reads {
            whole.ingest(read);
        }
        whole.refresh(1);

        let mut field = Field::new(facts(), setup(), entrants());
        let mut board = core_wasm::live::Board::new();
        let mut version: Option<String> = None;
        let mut order: Vec<usize> = (0..reads.len()).chain(0..reads.len() / 2).collect();
        order.sort_by_key(|i| (*i as u64 + 1).wrapping_mul(seed | 1));
        let when = |id: i64| (id as u64).wrapping_mul(seed | 1) as usize % 30;
        for (n, i) in order.into_iter().enumerate() {
            field.ingest(&reads[i]);
            // Each correction is received twice, somewhere among the reads, in an order of its own.
            corrections.iter().filter(|one| when(one.id) == n % 30).for_each(|one| _ = field.correct(one));
            steps.iter().filter(|(when, _)| *when == n).for_each(|(_, step)| take(&mut field, step));
            if n % portion == 0 {
                field.refresh(1);
                // A board is loaded in some of the days only, since it takes the most time.
                if portion > 6 {
                    version = Some(crate::follow(&mut board, &field, version.as_deref()).version);
                }
            }
        }
        // Everything but the reads is set to the same end.
        field.set_setup(setup());
        field.set_entrants(entrants());
        corrections.iter().rev().for_each(|one| _ = field.correct(one));
        field.refresh(1);
        prop_assert_eq!(field.standings(), whole.standings());
        for list in CheckList::ALL {
            let of = |field: &Field| field.checks(list, "", 0, usize::MAX);
            prop_assert_eq!(of(&field), of(&whole));
        }
        prop_assert_eq!(field.timer_counts(), whole.timer_counts());
        prop_assert_eq!(field.runner_counts(), whole.runner_counts());
        prop_assert_eq!(field.missed_points(), whole.missed_points());
        for bib in ["1", "2", "3", "11", "21", "91", "X", "77"] {
            let page = field.runner(bib);
            prop_assert_eq!(&page, &whole.runner(bib));
            let used = page.iter().flat_map(|page| &page.reads).filter(|read| read.used).count();
            let passed = page.iter().flat_map(|page| &page.points).filter(|point| point.time.is_some()).count();
            prop_assert!(used > 0 || passed == 0, "a time has a read: {:?}", page);
        }

        let followed = crate::follow(&mut board, &field, version.as_deref());
        let mut fresh = core_wasm::live::Board::new();
        let loaded = fresh.load(&whole.live_document()).unwrap();
        prop_assert_eq!((followed.active, followed.finished, board.filters()), (loaded.active, loaded.finished, fresh.filters()));
        for list in [List::Active, List::Finished] {
            for search in ["", "2", "bib", "day"] {
                let query = BoardQuery { list, search: search.into(), count: 50, ..BoardQuery::default() };
                prop_assert_eq!(board.query(&query).rows, fresh.query(&query).rows);
            }
        }
        for bib in ["1", "3", "21", "91", "X"] {
            prop_assert_eq!(board.runner(bib, false), fresh.runner(bib, false));
        }
        // The standing of the teams is that of a board that was loaded at once.
        let teams = TeamsQuery { distance: String::new(), count: 50 };
        prop_assert_eq!(board.teams(&teams), fresh.teams(&teams));
        prop_assert_eq!(&whole.filters(), fresh.filters());
        // The lists are those of the field, for every filter.
        for (distance, gender, wave, team) in [
            ("", "", "", ""), ("10k", "", "", ""), ("10K", "f", "", ""), ("", "m", "", ""), ("10K", "", "A", ""), ("Laps", "a", "", ""),
            ("", "", "", "lake hares"), ("10K", "", "", "LAKE  HARES "), ("", "f", "", "Owls"), ("Laps", "", "", "Owls"), ("", "", "", "Nobody's"),
        ] {
            let chosen = ChosenFilters {
                distance: distance.into(), gender: gender.into(), wave: wave.into(), team: team.into(), ..ChosenFilters::default()
            };
            let lists = whole.participants(&chosen);
            for (list, wanted) in [(List::Active, &lists.unfinished), (List::Finished, &lists.finished)] {
                let query = BoardQuery {
                    list, distance: distance.into(), gender: gender.into(), wave: wave.into(), team: team.into(), count: 500, ..BoardQuery::default()
                };
                let page = board.query(&query);
                let shown: Vec<(&str, &str)> = page.rows.iter().map(|row| (row.bib.as_str(), row.status.as_str())).collect();
                let wanted: Vec<(&str, &str)> = wanted.iter().map(|one| (one.bib.as_str(), one.status.as_str())).collect();
                prop_assert_eq!(&shown, &wanted);
                prop_assert_eq!(page.total, wanted.len());
                // A window is that part of the list.
                let part = board.query(&BoardQuery { from: 1, count: 2, ..query });
                prop_assert!(part.rows.iter().eq(page.rows.iter().skip(1).take(2)));
            }
        }
        // The board counts the places itself: they are those of the field, also where somebody hides the age.
        let lists = whole.participants(&ChosenFilters::default());
        for participant in lists.unfinished.iter().chain(&lists.finished) {
            let own = board.participant(&participant.bib);
            prop_assert_eq!(own.as_ref(), Some(participant));
        }
    }
}
